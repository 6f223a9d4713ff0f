"""The report: what the checks found, as frozen data that is complete when it is made.

Offsets are Python string offsets (Unicode code points, 0-based, end exclusive) into a variant's body.
The JSON shape is the specification's *Report shape*, with the decisions of section 5 of the contract.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Literal, NamedTuple

from reachweaver.data import dataclass

Severity = Literal["error", "review", "warning"]
"""`error` blocks staging and export; `review` needs a person; `warning` is advice."""

ExcerptStatus = Literal["in_source", "not_in_source", "no_excerpt", "unusable"]
"""Whether an excerpt stands word for word in what a receipt signs; `unusable` is a receipt that shows nothing."""

JsonValue = str | int | float | bool | None | list["JsonValue"] | dict[str, "JsonValue"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Remedy:
    """Text whose insertion into the body answers a finding (a disclosure, a call to action)."""

    text: str
    """The words to insert, as the brand or the campaign wrote them (not escaped)."""
    separator: Literal["\n\n", " "]
    """What stands between the body's end and the inserted words when the body is not empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that a check holds against a variant, or against the campaign file itself."""

    code: str
    severity: Severity
    message: str
    span: str | None = None
    """The original text between `start` and `end`; None for a finding about the whole variant."""
    start: int | None = None
    end: int | None = None
    matched_evidence: tuple[str, ...] = ()
    """Ids of declared evidence that contains the value but is not cited."""
    category: str | None = None
    missing_terms: tuple[str, ...] | None = None
    other_variant_id: str | None = None
    similarity: float | None = None
    scope: str | None = None
    """`account:<id>` when only that account's rule causes the finding."""
    hashtags: tuple[str, ...] | None = None
    path: str | None = None
    """RFC 6901 JSON Pointer, for a finding about the file (contract, section 1)."""
    reviewed: bool = False
    details: Mapping[str, JsonValue] = field(default_factory=dict, hash=False)
    """Further keys of this code alone, in report order (the history findings have some)."""
    remedy: Remedy | None = None
    """What a quick fix would insert; not part of the JSON report."""

    @property
    def shown_as(self) -> Literal[Severity, "reviewed"]:
        """What outputs and editors show it as: its severity, or `reviewed` once a person has looked at it."""
        return "reviewed" if self.reviewed else self.severity

    def sort_key(self) -> tuple[bool, int, str]:
        """Order inside a variant: by start, whole-variant findings last, then by code."""
        return (self.start is None, self.start or 0, self.code)

    def to_json(self) -> dict[str, JsonValue]:
        """The finding in the report's shape; absent optional keys are left out."""
        shape: dict[str, JsonValue] = {
            "code": self.code,
            "severity": self.severity,
            "message": self.message,
            "span": self.span,
            "start": self.start,
            "end": self.end,
            "matched_evidence": list(self.matched_evidence),
        }
        optional: dict[str, JsonValue] = {
            "category": self.category,
            "missing_terms": _listed(self.missing_terms),
            "other_variant_id": self.other_variant_id,
            "similarity": self.similarity,
            "scope": self.scope,
            "hashtags": _listed(self.hashtags),
            "path": self.path,
            "reviewed": self.reviewed or None,
        }
        shape.update((key, value) for key, value in optional.items() if value is not None)
        shape.update(self.details)
        return shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounded:
    """One token or phrase of a body that cited evidence contains."""

    type: str
    span: str
    start: int
    end: int
    matched_evidence: tuple[str, ...]
    """Ids of the cited evidence that contains it, in the order in which evidence is declared."""

    def sort_key(self) -> tuple[int, str]:
        """Order inside a variant: by start, then by type."""
        return (self.start, self.type)

    def to_json(self) -> dict[str, JsonValue]:
        """The entry in the report's shape."""
        return {
            "type": self.type,
            "span": self.span,
            "start": self.start,
            "end": self.end,
            "matched_evidence": list(self.matched_evidence),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantReport:
    """What the checks say about one variant, findings and grounded entries in report order."""

    index: int
    """Position in the campaign's `variants`, 0-based."""
    variant_id: str | None
    platform: str | None
    cited_evidence: tuple[str, ...]
    findings: tuple[Finding, ...]
    grounded: tuple[Grounded, ...]

    def to_json(self) -> dict[str, JsonValue]:
        """The variant in the report's shape."""
        return {
            "index": self.index,
            "variant_id": self.variant_id,
            "platform": self.platform,
            "cited_evidence": list(self.cited_evidence),
            "findings": [finding.to_json() for finding in self.findings],
            "grounded": [entry.to_json() for entry in self.grounded],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptReport:
    """What the receipt of an evidence item shows about its excerpt (contract, section 8)."""

    evidence_id: str | None
    receipt: str
    """As the campaign names it."""
    excerpt: ExcerptStatus
    why_unusable: str | None = None
    """A sentence, for a receipt that shows nothing."""
    url: str | None = None
    taken: str | None = None
    """When the page was read: UTC, `YYYY-MM-DDTHH:MM:SSZ`."""
    key_id: str | None = None
    unchecked: str | None = None
    """Why the signature was not checked; None when it was, and is good."""

    @property
    def in_words(self) -> str:
        """The same in one or two sentences, without the receipt's name."""
        if self.excerpt == "unusable":
            return f"{_EXCERPT_IN_WORDS[self.excerpt]}: {self.why_unusable}"
        when = (self.taken or "").replace("T", " ").removesuffix("Z")
        doubt = f"; the signature was not checked: {self.unchecked}" if self.unchecked is not None else ""
        return f"{_EXCERPT_IN_WORDS[self.excerpt]}. Read {when} UTC, signed by {self.key_id}{doubt}."

    def to_json(self) -> dict[str, JsonValue]:
        """The entry in the report's shape; absent optional keys are left out."""
        shape: dict[str, JsonValue] = {
            "evidence_id": self.evidence_id,
            "receipt": self.receipt,
            "excerpt": self.excerpt,
        }
        if self.excerpt == "unusable":
            return shape | {"reason": self.why_unusable}
        signature = "valid" if self.unchecked is None else "not_checked"
        return shape | {"url": self.url, "taken": self.taken, "key_id": self.key_id, "signature": signature}


_EXCERPT_IN_WORDS: Mapping[ExcerptStatus, str] = {
    "in_source": "The excerpt stands on the page word for word",
    "not_in_source": "The excerpt does not stand on the page word for word",
    "no_excerpt": "There is no excerpt to look for on the page",
    "unusable": "The receipt cannot be used",
}


class Failure(NamedTuple):
    """A check that could not finish: a fault of ReachWeaver, not of the campaign."""

    code: str
    """The check's finding code."""
    message: str
    """Which variant it was about, and what went wrong."""
    place: str = ""
    """Where in ReachWeaver's code (module and line); not part of the JSON report."""

    @staticmethod
    def of(code: str, about: str, error: Exception) -> Failure:
        """What an error in a check says; `about` names the variant, or what else was checked."""
        at = error.__traceback__
        while at is not None and at.tb_next is not None:
            at = at.tb_next
        place = f"{at.tb_frame.f_globals.get('__name__')}:{at.tb_lineno}" if at is not None else ""
        return Failure(code, f"{about}: {type(error).__name__}: {error}", place)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The whole report of one campaign."""

    campaign_id: str | None
    duplicate_threshold: float
    variants: Sequence[VariantReport]
    findings: tuple[Finding, ...] = ()
    """Findings about the file that belong to no variant."""
    failures: tuple[Failure, ...] = ()
    """Checks that could not finish; the others' findings are all there."""
    history: Mapping[str, JsonValue] | None = field(default=None, hash=False)
    """Settings and counts of the history checks; None when no history was looked at."""
    landing: Mapping[str, JsonValue] | None = field(default=None, hash=False)
    """Counts of what was looked for on a landing page; None unless the report is about one."""
    receipts: tuple[ReceiptReport, ...] = ()
    """What the receipts beside the campaign show, in the order of the evidence; none when nobody looked at them."""

    def all_findings(self) -> Iterable[Finding]:
        """Every finding: the file's own first, then each variant's in order."""
        yield from self.findings
        for variant in self.variants:
            yield from variant.findings

    @property
    def valid(self) -> bool:
        """Whether no finding is an error."""
        return all(finding.severity != "error" for finding in self.all_findings())

    def summary(self) -> dict[str, int]:
        """Counts by severity (reviewed findings left out) and of grounded entries."""
        counts = {"error": 0, "review": 0, "warning": 0}
        for finding in self.all_findings():
            if not finding.reviewed:
                counts[finding.severity] += 1
        return {**counts, "grounded": sum(len(variant.grounded) for variant in self.variants)}

    def to_json(self) -> dict[str, JsonValue]:
        """The report in the specification's shape."""
        shape: dict[str, JsonValue] = {
            "report": "claims" if self.landing is None else "landing",
            "method": "lexical",
            "campaign_id": self.campaign_id,
            "valid": self.valid,
            "duplicate_threshold": self.duplicate_threshold,
            "summary": dict(self.summary()),
            "limitations": list(LIMITATIONS),
            "findings": [finding.to_json() for finding in self.findings],
            "variants": [variant.to_json() for variant in self.variants],
        }
        if self.history is not None:
            shape["history"] = dict(self.history)
        if self.landing is not None:
            shape["landing"] = dict(self.landing)
        if self.receipts:
            shape["receipts"] = [receipt.to_json() for receipt in self.receipts]
        if self.failures:
            shape["failures"] = [{"code": failure.code, "message": failure.message} for failure in self.failures]
        return shape


LIMITATIONS = (
    (
        "This is lexical grounding, not a verdict on truth: it compares the words and numbers of a draft"
        " with the evidence text that the campaign itself declares."
    ),
    "It never opens a source URL, so it cannot tell whether an excerpt is genuine, current or quoted in context.",
    "It does not understand paraphrase, negation, units, arithmetic or sarcasm.",
    "The phrase lists are English and cover common wordings, not every way of making a claim.",
    "A person still has to open each source and confirm that it supports the claim.",
)


def _listed(values: tuple[str, ...] | None) -> JsonValue:
    return None if values is None else list(values)
