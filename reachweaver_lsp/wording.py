"""Numbers of findings, and names of things without a name, in words: for hovers, lenses, hints and outlines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from reachweaver.report import Finding, VariantReport
from reachweaver.values import counted

MOST_CHARACTERS = 80
"""Code points of a text that stands beside others on one line."""


def counts_of(findings: Iterable[Finding]) -> list[str]:
    """How many findings there are of each severity that occurs: `2 to review`."""
    counts = _counts(findings)
    return [text for severity, text in _texts(counts).items() if counts[severity]]


def tally(variant: VariantReport) -> str:
    """A variant in numbers, those that are 0 included."""
    counts = _counts(variant.findings)
    shown = [text for severity, text in _texts(counts).items() if counts[severity] or severity != "reviewed"]
    return ", ".join([*shown, f"{len(variant.grounded):,} grounded"])


def _counts(findings: Iterable[Finding]) -> Counter[str]:
    """Findings by severity, those that a person has reviewed by themselves."""
    return Counter(finding.shown_as for finding in findings)


def _texts(counts: Counter[str]) -> dict[str, str]:
    return {
        "error": counted(counts["error"], "error"),
        "review": f"{counts['review']:,} to review",
        "warning": counted(counts["warning"], "warning"),
        "reviewed": f"{counts['reviewed']:,} reviewed",
    }


def name_of(id_: str | None, what: str, index: int) -> str:
    """An id on one line, or, where there is none to see, `variant number 2`."""
    shown = " ".join((id_ or "").split())
    return shown or f"{what} number {index + 1}"


def shortened(text: str, limit: int = MOST_CHARACTERS) -> str:
    """A text on one line, cut where it is long."""
    shown = " ".join(text[: limit * 8].split())
    return shown if len(shown) <= limit else f"{shown[: limit - 1].rstrip()}…"


def claims_of(variant: VariantReport) -> str:
    """How many claims are grounded, and out of how many where not all of them are; "" when there is no claim."""
    grounded = len(variant.grounded)
    total = grounded + sum(finding.code in _CLAIM_CODES for finding in variant.findings)
    claims = "claim" if total == 1 else "claims"
    if grounded < total:
        return f"{grounded:,} of {total:,} {claims} grounded"
    return f"{grounded:,} {claims} grounded" if grounded else ""


_CLAIM_CODES = frozenset({"unsupported_number", "unsupported_release", "needs_human_review"})
"""The findings about claims that cited evidence does not have."""
