"""Spans to look up: which of many (start, end) pairs, none overlapping another, another span touches."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable


class Spans:
    """A set of half-open spans in order of their start."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._spans = sorted(spans)
        self._ends = [end for _, end in self._spans]

    def touch(self, start: int, end: int) -> bool:
        """Whether one of the spans and start..end have a character in common."""
        at = bisect_left(self._ends, start + 1)
        return at < len(self._spans) and self._spans[at][0] < end
