"""Lines and columns of many offsets, remembered over an edit: what stands behind it has moved as one.

Offsets are code points, lines and columns in whatever units were asked for; all are 0-based.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from typing import TypeAlias

Position: TypeAlias = tuple[int, int]
"""Line and column."""


class RememberedPositions:
    """The positions of some offsets, which ascend, in a text that may have been edited since."""

    def __init__(self, offsets: Sequence[int], positions: list[Position]) -> None:
        self._offsets = list(offsets)
        self._positions = positions
        self._edit: tuple[int, int, int] | None = None
        self._is_outdated = False

    def note(self, start: int, end: int, inserted: int) -> None:
        """`start..end` was replaced by that many characters."""
        self._is_outdated = self._edit is not None
        self._edit = (start, end, inserted)

    def forget(self) -> None:
        """The text has become another one."""
        self._is_outdated = True

    def of(self, offsets: Sequence[int], position: Callable[[int], Position]) -> list[Position] | None:
        """The positions of `offsets` in the text as it is now; the same list as before when none has changed.

        None when they are not the remembered offsets, moved by no more than one edit. `position` gives that of one
        offset; it is asked at most once.
        """
        if self._is_outdated:
            return None
        start, end, inserted = self._edit or (0, 0, 0)
        first = bisect_right(self._offsets, start) if self._edit is not None else len(self._offsets)
        behind = self._offsets[first:]
        if behind and behind[0] < end:
            return None
        growth = inserted - (end - start)
        if [*self._offsets[:first], *[offset + growth for offset in behind]] != list(offsets):
            return None
        if behind:
            self._positions = moved(self._positions, first, position(offsets[first]))
        self._offsets, self._edit = list(offsets), None
        return self._positions


def moved(positions: list[Position], first: int, now: Position) -> list[Position]:
    """Positions, ascending, of which those from `first` on are in a text that has moved; the first of them is `now`.

    The same list when that is where it was.
    """
    line, column = positions[first]
    down, right = now[0] - line, now[1] - column
    if not down and not right:
        return positions
    next_line = bisect_left(positions, (line + 1, 0))
    beside = [(line + down, column + right) for line, column in positions[first:next_line]]
    below = [(line + down, column) for line, column in positions[next_line:]] if down else positions[next_line:]
    return [*positions[:first], *beside, *below]
