"""A decoded JSON string that maps back to the source that spells it, and forth again.

A string without a backslash needs no map. For any other one two integer lists suffice: where in the decoded text an
escape's character stands, and how many surplus source characters the escapes up to there have cost.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TypeAlias

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

    def decoded_offset(self, source_offset: int) -> int:
        """The index of the character that `source_offset` helps to spell; clamped to the text."""
        offset = max(source_offset - self.source_start, 0)
        if self.escapes is None:
            return min(offset, len(self.value))
        positions, surplus = self.escapes

        def escape_start(index: int) -> int:
            return positions[index] + (surplus[index - 1] if index else 0)

        index = bisect_right(range(len(positions)), offset, key=escape_start) - 1
        if index < 0:
            return min(offset, len(self.value))
        after = offset - surplus[index]
        return min(max(after, positions[index]), len(self.value))

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
