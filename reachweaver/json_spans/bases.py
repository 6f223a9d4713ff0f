"""Where the segments of an array start: all those from one of them on are moved at once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, overload

_STRETCH: Final = 64


class Bases(Sequence[int]):
    """The starts of an array's items, every one of which is a segment; ascending, and never changed."""

    __slots__ = ("_length", "_origins", "_stretches")

    def __init__(self, length: int, origins: tuple[int, ...], stretches: tuple[tuple[int, ...], ...]) -> None:
        self._length = length
        self._origins = origins
        """The first base of each stretch."""
        self._stretches = stretches
        """Each stretch's bases, counted from the first of them."""

    @staticmethod
    def of(bases: Sequence[int]) -> Bases:
        """The bases, cut into stretches."""
        firsts = range(0, len(bases), _STRETCH)
        stretches = [_less(bases[first : first + _STRETCH], bases[first]) for first in firsts]
        return Bases(len(bases), tuple([bases[first] for first in firsts]), tuple(stretches))

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[int]:
        for origin, stretch in zip(self._origins, self._stretches, strict=True):
            for distance in stretch:
                yield origin + distance

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[int, ...]: ...
    def __getitem__(self, index: int | slice) -> int | tuple[int, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        if index < 0:
            index += self._length
        if index < 0:
            raise IndexError(index)
        return self._origins[index // _STRETCH] + self._stretches[index // _STRETCH][index % _STRETCH]

    def last_at(self, offset: int) -> int:
        """The index of the last segment that starts at or before an offset; -1 when none does."""
        number = bisect_right(self._origins, offset) - 1
        if number < 0:
            return -1
        return number * _STRETCH + bisect_right(self._stretches[number], offset - self._origins[number]) - 1

    def moved_from(self, index: int, distance: int) -> Bases:
        """The bases when this and all later segments stand `distance` code points further on; it may be the length."""
        number, place = divmod(index, _STRETCH)
        stretches = self._stretches
        if place:
            stretch = stretches[number]
            changed = (*stretch[:place], *_more(stretch[place:], distance))
            stretches = (*stretches[:number], changed, *stretches[number + 1 :])
            number += 1
        return Bases(self._length, (*self._origins[:number], *_more(self._origins[number:], distance)), stretches)


def _less(bases: Iterable[int], origin: int) -> tuple[int, ...]:
    return tuple([base - origin for base in bases])


def _more(bases: Iterable[int], distance: int) -> list[int]:
    return [base + distance for base in bases]
