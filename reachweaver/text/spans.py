"""Spans, pairs of (start, end): those that overlap made one, and which of many have a character in common with one."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from operator import itemgetter


def merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans in order, half-open, those that overlap made one; those that only touch stay two."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


_END = itemgetter(1)


class Spans:
    """Half-open spans, none overlapping another, in order."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._spans = sorted(spans)

    def overlaps(self, start: int, end: int) -> bool:
        """Whether one of the spans and start..end have a character in common."""
        at = bisect_left(self._spans, start + 1, key=_END)
        return at < len(self._spans) and self._spans[at][0] < end
