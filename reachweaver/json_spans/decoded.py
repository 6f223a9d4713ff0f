"""A decoded JSON string that maps back to the source that spells it.

A string without a backslash needs no map. For any other one two integer lists suffice: where in the decoded text an
escape's character stands, and how many surplus source characters the escapes up to there have cost.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TypeAlias

from reachweaver.data import dataclass

from .escapes import ESCAPE
from .span import Span

Escapes: TypeAlias = tuple[list[int], list[int]]
"""Decoded positions of the escapes, and the surplus source characters up to and including each."""


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A string's decoded value; offsets into it are code points, 0-based, half-open."""

    value: str
    source_start: int
    """Source offset of the first character after the opening quote, relative like the node's span."""
    escapes: Escapes | None = None

    def source_span(self, start: int, end: int) -> Span:
        """The source characters that spell `value[start:end]`: escapes whole, quotes excluded.

        An empty range gives a point. Offsets outside the text are clamped to it.
        """
        first = self._source_offset(start)
        return Span(first, self._source_offset(end) if end > start else first)

    def _source_offset(self, index: int) -> int:
        index = min(max(index, 0), len(self.value))
        if self.escapes is None:
            return self.source_start + index
        positions, surplus = self.escapes
        before = bisect_left(positions, index)
        return self.source_start + index + (surplus[before - 1] if before else 0)


def escape_map(raw: str) -> Escapes:
    """The map of a string's source between its quotes."""
    positions: list[int] = []
    surplus: list[int] = []
    total = 0
    for match in ESCAPE.finditer(raw):
        positions.append(match.start() - total)
        total += match.end() - match.start() - 1
        surplus.append(total)
    return positions, surplus
