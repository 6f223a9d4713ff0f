"""What two versions of a sequence have in common, found at next to no cost per item.

Items are compared by identity: their classes define no other equality. Stretches that are the same are then told so by
one comparison of slices, which looks at nothing but the items' addresses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress, count
from operator import is_not
from typing import Final

_STRETCH: Final = 128


def common_ends(before: Sequence[object], after: Sequence[object]) -> tuple[int, int]:
    """How many items both begin with, and how many of the others both end with."""
    before, after = tuple(before), tuple(after)
    most = min(len(before), len(after))
    first = next(_differing(before, after), most)
    last = next(_differing(before[first:][::-1], after[first:][::-1]), most - first)
    return first, last


def changed_places(before: Sequence[object], after: Sequence[object]) -> Iterator[int]:
    """The indexes at which `after` has another item than `before`, or `before` has none, ascending."""
    yield from _differing(tuple(before), tuple(after))
    yield from range(len(before), len(after))


def _differing(before: tuple[object, ...], after: tuple[object, ...]) -> Iterator[int]:
    """The indexes at which two sequences differ; where one is longer, what it has more is left out."""
    if before == after:
        return
    most = min(len(before), len(after))
    for start in range(0, most, _STRETCH):
        end = min(start + _STRETCH, most)
        here, there = before[start:end], after[start:end]
        if here != there:
            yield from compress(count(start), map(is_not, here, there))
