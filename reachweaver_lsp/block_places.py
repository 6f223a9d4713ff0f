"""Where blocks of text begin that stand one behind the other, while one of them is edited.

What stands behind the block that was edited last is kept as it was before, and moved when somebody asks: a keystroke
costs the same however many blocks there are. Offsets are code points, lines and columns in whatever units they were
given in; all are 0-based.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate

from reachweaver_lsp.encoded import counted_from, placed_at
from reachweaver_lsp.remembered_positions import Position


class Offsets:
    """The offsets at which blocks begin."""

    def __init__(self, lengths: Iterable[int]) -> None:
        self._starts = list(accumulate(lengths, initial=0))
        """Of each block, and the end of the last one; those behind the edited block lack its growth."""
        self._edited = 0
        self._growth = 0

    def copy(self) -> Offsets:
        """The same offsets, of blocks that are edited by themselves."""
        other = Offsets(())
        other._starts, other._edited, other._growth = [*self._starts], self._edited, self._growth
        return other

    @property
    def end(self) -> int:
        """Where the last block ends."""
        return self._starts[-1] + self._growth

    def of(self, block: int) -> int:
        """Where a block begins."""
        return self._starts[block] + (self._growth if block > self._edited else 0)

    def block_at(self, offset: int) -> int:
        """The block that holds the character at an offset; the first or the last one when there is none."""
        starts, behind = self._starts, self._edited + 1
        if offset - self._growth >= starts[behind]:
            found = bisect_right(starts, offset - self._growth, behind)
        else:
            found = bisect_right(starts, offset, 0, behind)
        return min(max(found, 1), len(starts) - 1) - 1

    def grow(self, block: int, growth: int) -> None:
        """Make a block longer, or shorter, by so much."""
        if block != self._edited:
            behind = self._edited + 1
            self._starts[behind:] = [start + self._growth for start in self._starts[behind:]]
            self._edited, self._growth = block, 0
        self._growth += growth


class Positions:
    """The lines and columns at which blocks begin."""

    def __init__(self, starts: list[Position]) -> None:
        self._starts = starts
        """Of each block; those behind the edited one are where they were when its end was the first of them."""
        self._edited = 0
        self._moved_to: Position | None = None
        """Where the edited block ends now; None when nothing has moved."""

    def of(self, block: int) -> Position:
        """Where a block begins."""
        start = self._starts[block]
        if self._moved_to is None or block <= self._edited:
            return start
        return placed_at(self._moved_to, counted_from(self._starts[self._edited + 1], start))

    def block_at(self, position: Position) -> int:
        """The last block that begins at or before a position; the first one when there is none."""
        starts = self._starts
        if self._moved_to is None:
            return max(bisect_right(starts, position), 1) - 1
        behind = self._edited + 1
        if position < self._moved_to:
            return max(bisect_right(starts, position, 0, behind), 1) - 1
        position = placed_at(starts[behind], counted_from(self._moved_to, position))
        return bisect_right(starts, position, behind) - 1

    def end(self, block: int, end: Position) -> None:
        """A block, which is not the last one, ends there from now on; all behind it goes along."""
        if block != self._edited:
            behind = self._edited + 1
            self._starts[behind:] = [self.of(number) for number in range(behind, len(self._starts))]
            self._edited, self._moved_to = block, None
        self._moved_to = end if end != self._starts[block + 1] else None
