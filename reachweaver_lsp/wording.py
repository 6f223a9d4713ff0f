"""Numbers of findings, and names of things without a name, in words: for hovers, lenses, hints and outlines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from reachweaver.report import Finding

MOST_CHARACTERS = 80
"""Code points of a text that stands beside others on one line."""


def counted(number: int, noun: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def counts_of(findings: Iterable[Finding]) -> list[str]:
    """How many findings there are of each severity, those that a person has reviewed by themselves: `2 to review`."""
    counts = Counter("reviewed" if finding.reviewed else finding.severity for finding in findings)
    texts = {
        "error": counted(counts["error"], "error"),
        "review": f"{counts['review']:,} to review",
        "warning": counted(counts["warning"], "warning"),
        "reviewed": f"{counts['reviewed']:,} reviewed",
    }
    return [text for severity, text in texts.items() if counts[severity]]


def name_of(id_: str | None, what: str, index: int) -> str:
    """An id on one line, or, where there is none to see, `variant number 2`."""
    shown = " ".join((id_ or "").split())
    return shown or f"{what} number {index + 1}"


def shortened(text: str, limit: int = MOST_CHARACTERS) -> str:
    """A text on one line, cut where it is long."""
    shown = " ".join(text[: limit * 8].split())
    return shown if len(shown) <= limit else f"{shown[: limit - 1].rstrip()}…"
