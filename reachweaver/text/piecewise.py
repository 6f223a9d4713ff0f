"""One number for each character of a text, kept as what it is in a few pieces: it rises by one, or stays the same."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import overload


class Piecewise(Sequence[int]):
    """The numbers, in order; `begins` (ascending from 0) says where each piece begins, `firsts` what its first number is.

    A piece whose `steps` is 1 rises by one from character to character; one whose `steps` is 0 stays the same.
    """

    __slots__ = ("_begins", "_firsts", "_length", "_steps")

    def __init__(self, begins: Sequence[int], firsts: Sequence[int], steps: Sequence[int], length: int) -> None:
        self._begins = begins
        self._firsts = firsts
        self._steps = steps
        self._length = length

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[int]:
        return chain.from_iterable(self._pieces())

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[int, ...]: ...
    def __getitem__(self, index: int | slice) -> int | tuple[int, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        if index < 0:
            index += self._length
        if not 0 <= index < self._length:
            raise IndexError(index)
        piece = bisect_right(self._begins, index) - 1
        return self._firsts[piece] + (index - self._begins[piece]) * self._steps[piece]

    def _pieces(self) -> Iterator[Iterable[int]]:
        ends = [*self._begins[1:], self._length]
        for begin, first, step, end in zip(self._begins, self._firsts, self._steps, ends, strict=False):
            yield range(first, first + end - begin) if step else repeat(first, end - begin)
