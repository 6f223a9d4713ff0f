"""The preview: what each variant will look like where it is posted, and what speaks for and against it.

Takes a campaign and the report of its checks, lengths included; gives frozen data for a terminal, a page, an editor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, Literal

from reachweaver.campaign import BodyPart, Campaign, Evidence, PartKind, Variant
from reachweaver.counting import Length, length_of
from reachweaver.data import dataclass
from reachweaver.passages import Passage, Piece, passages_of
from reachweaver.platforms import BY_NAME, Capability, Platform
from reachweaver.report import Finding, Grounded, JsonValue, ReceiptReport, Report, VariantReport
from reachweaver.text.prose import Prose

Confidence = Literal["high", "medium", "low"]
"""`low` with an error, `medium` with a finding that a person has still to review; warnings never lower it."""

MOST_LOOKED_UP: Final = 50
"""Different words of one text that an evidence item's sentences are looked up for; a reader needs no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartPreview:
    """One text of a variant: the post itself, a part of the thread, the caption, a slide."""

    kind: PartKind
    number: int
    """Which of its kind it is, from 1."""
    text: str
    start: int
    """Where it begins in the body (code points)."""
    length: Length | None
    """None for a slide, and for a platform that is not known."""

    @property
    def end(self) -> int:
        """Where it ends in the body."""
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantPreview:
    """One variant as it will be posted."""

    variant: Variant
    report: VariantReport
    platform: Platform | None
    """None when it is not known."""
    parts: tuple[PartPreview, ...]
    """In the order of the body; none when there is no text."""
    length: Length | None
    """Of the post or the caption, or of the longest part; None when nothing can be measured."""
    capability: Capability
    confidence: Confidence

    @property
    def text(self) -> str | None:
        """The body: everything that is posted; None when the variant has no text."""
        return self.variant.body.text if self.variant.body.exists else None

    def to_json(self) -> dict[str, JsonValue]:
        """The variant of the report with what the preview adds (contract, section 5)."""
        length = self.length
        shape: dict[str, JsonValue] = {
            **self.report.to_json(),
            "text": self.text,
            "length": None if length is None else length.used,
            "limit": self._limit,
            "capability": self.capability,
            "confidence": self.confidence,
        }
        if self.parts and self.parts[0].kind != "text":
            shape["parts"] = [_part_json(part) for part in self.parts]
        return shape

    @property
    def _limit(self) -> int | None:
        return self.platform.limits[0].most if self.platform and self.platform.limits else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A campaign with its report, ready to be looked at."""

    campaign: Campaign
    report: Report
    variants: tuple[VariantPreview, ...]

    def to_json(self) -> dict[str, JsonValue]:
        """The report, each variant with its text, length, limit, capability and confidence."""
        return {**self.report.to_json(), "variants": [variant.to_json() for variant in self.variants]}


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceUse:
    """One evidence item beside a variant, and what it is there for."""

    evidence: Evidence
    is_cited: bool
    """Else it only has what a finding misses."""
    grounds: tuple[Grounded, ...]
    """What it grounds in the variant's text."""
    has: tuple[Finding, ...]
    """Findings whose words or figures it has, though it is not cited."""
    passages: tuple[Passage, ...]
    """The sentences of it to look at, the words that count marked."""
    receipt: ReceiptReport | None = None
    """What its receipt shows; None when it has none, or nobody looked."""


def preview_of(campaign: Campaign, report: Report) -> Preview:
    """The preview of a campaign.

    Args:
        campaign: The campaign, valid or not.
        report: Its report; a preview says no more about lengths than the report's findings do.
    """
    variants = zip(campaign.variants, report.variants, strict=True)
    previews = tuple(_variant_preview(variant, variant_report) for variant, variant_report in variants)
    return Preview(campaign=campaign, report=report, variants=previews)


def confidence_of(findings: Iterable[Finding]) -> Confidence:
    """How confident one can be in a variant with these findings; what a person has reviewed no longer counts."""
    severities = {finding.severity for finding in findings if not finding.reviewed}
    return "low" if "error" in severities else "medium" if "review" in severities else "high"


def evidence_beside(
    preview: VariantPreview, campaign: Campaign, receipts: Sequence[ReceiptReport] = ()
) -> tuple[EvidenceUse, ...]:
    """The evidence that a variant cites, in its order, then what it does not cite though a finding calls for it.

    Args:
        preview: The variant.
        campaign: Its campaign.
        receipts: What the report says of receipts.
    """
    cited, findings = preview.report.cited_evidence, preview.report.findings
    wanted = dict.fromkeys(id_ for finding in findings for id_ in finding.matched_evidence if id_ not in cited)
    body = Prose(preview.variant.body.text)
    known = campaign.evidence_by_id
    shown = {receipt.evidence_id: receipt for receipt in reversed(receipts)}
    return tuple(
        replace(_evidence_use(known[id_], preview.report, body, is_cited=id_ in cited), receipt=shown.get(id_))
        for id_ in (*cited, *wanted)
        if id_ in known
    )


def _variant_preview(variant: Variant, report: VariantReport) -> VariantPreview:
    parts = tuple(_part(variant.platform, part) for part in variant.body.parts)
    measured = [part.length for part in parts if part.length is not None]
    platform = BY_NAME.get(variant.platform or "")
    return VariantPreview(
        variant=variant,
        report=report,
        platform=platform,
        parts=parts,
        length=max(measured, key=lambda length: length.used, default=None),
        capability="unsupported" if platform is None else platform.capability(variant.format),
        confidence=confidence_of(report.findings),
    )


def _part(platform: str | None, part: BodyPart) -> PartPreview:
    text = part.node.value
    length = None if part.kind == "slide" else length_of(platform, text)
    return PartPreview(kind=part.kind, number=part.number, text=text, start=part.start, length=length)


def _part_json(part: PartPreview) -> dict[str, JsonValue]:
    return {
        "kind": part.kind,
        "text": part.text,
        "start": part.start,
        "length": None if part.length is None else part.length.used,
    }


def _evidence_use(evidence: Evidence, report: VariantReport, body: Prose, *, is_cited: bool) -> EvidenceUse:
    grounds = tuple(entry for entry in report.grounded if evidence.id in entry.matched_evidence)
    has = tuple(finding for finding in report.findings if evidence.id in finding.matched_evidence)
    entries: tuple[Grounded | Finding, ...] = (*grounds, *has)
    distinct = {(entry.span, type(entry)): entry for entry in reversed(entries)}
    looked_up = list(reversed(distinct.values()))[:MOST_LOOKED_UP]
    passages = [passage for entry in looked_up for passage in passages_of(evidence, entry, body)]
    return EvidenceUse(
        evidence=evidence, is_cited=is_cited, grounds=grounds, has=has, passages=tuple(_merged(passages))
    )


def _merged(passages: Iterable[Passage]) -> Iterator[Passage]:
    """Each sentence once, with the words marked that count for any of the entries."""
    marked: dict[str, list[bool]] = {}
    for passage in passages:
        counts = [piece.counts for piece in passage for _ in piece.text]
        before = marked.setdefault("".join(piece.text for piece in passage), counts)
        before[:] = [one or other for one, other in zip(before, counts, strict=True)]
    for text, flags in marked.items():
        yield tuple(_pieces(text, flags))


def _pieces(text: str, flags: list[bool]) -> Iterator[Piece]:
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or flags[at] != flags[start]:
            yield Piece(text[start:at], counts=flags[start])
            start = at
