"""Sequences that follow one another version by version: an edit of one item costs a stretch, not the sequence.

Items are compared by identity: their classes define no other equality. What two versions have in common is then told by
the stretches that they share, and inside a stretch by one comparison that looks at nothing but the items' addresses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress, count
from operator import is_not
from typing import Final, TypeVar, overload

Item = TypeVar("Item")
Other = TypeVar("Other")

STRETCH: Final = 64
"""Items of a stretch; a sequence of n has n/64 of them, and an edit costs about as much as both numbers together."""
_FEW: Final = 8
"""Replacing more items than these one by one costs more than doing it all at once."""


class PersistentList(Sequence[Item]):
    """A sequence that never changes. Others are made from it, and share with it the stretches that they have in common."""

    __slots__ = ("_length", "_origin", "identity", "stretches")

    def __init__(self, items: Iterable[Item] = ()) -> None:
        items = tuple(items)
        self._length = len(items)
        self.identity = object()
        """Tells this list from any other, also when it is gone itself."""
        self._origin: tuple[object, int] | None = None
        """The identity of the list that this one was made from, and the one index at which they differ."""
        self.stretches = tuple([items[start : start + STRETCH] for start in range(0, len(items), STRETCH)])
        """The items, `STRETCH` by `STRETCH`."""

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Item]:
        return chain.from_iterable(self.stretches)

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, index: int | slice) -> Item | tuple[Item, ...]:
        if isinstance(index, slice):
            start, stop, step = index.indices(self._length)
            return self._slice(start, stop) if step == 1 else tuple(self)[index]
        if index < 0:
            index += self._length
        if index < 0:
            raise IndexError(index)
        return self.stretches[index // STRETCH][index % STRETCH]

    def __eq__(self, other: object) -> bool:
        return self.stretches == other.stretches if isinstance(other, PersistentList) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.stretches)

    def __repr__(self) -> str:
        return f"PersistentList({[*self]!r})"

    def replaced(self, index: int, item: Item) -> PersistentList[Item]:
        """A sequence with another item at an index, which lies inside; this one when the item is there already."""
        number, place = divmod(index, STRETCH)
        stretches = self.stretches
        former = stretches[number]
        if former[place] is item:
            return self
        stretch = (*former[:place], item, *former[place + 1 :])
        made: PersistentList[Item] = PersistentList.__new__(PersistentList)
        made._length = self._length
        made.identity = object()
        made._origin = self.identity, index
        made.stretches = (*stretches[:number], stretch, *stretches[number + 1 :])
        return made

    def spliced(self, start: int, stop: int, items: Sequence[Item]) -> PersistentList[Item]:
        """A sequence with `items` in place of those from `start` up to `stop`, which lie inside, in order."""
        if len(items) == 1 == stop - start:
            return self.replaced(start, items[0])
        return PersistentList(chain(self[:start], items, self[stop:])) if items or start < stop else self

    def with_items(self, items: Mapping[int, Item], length: int) -> PersistentList[Item]:
        """A sequence of this length with these items at their indexes; all that it is longer by are among them."""
        if length == self._length and len(items) <= _FEW:
            changed = self
            for index, item in items.items():
                changed = changed.replaced(index, item)
            return changed
        all_items = [*self[:length]]
        for index in sorted(items):
            all_items[index : index + 1] = [items[index]]
        return PersistentList(all_items)

    def only_change(self, former: Sequence[object]) -> int | None:
        """The index at which this differs from the list that it was made from; None when `former` is not that one."""
        if self._origin is None or not isinstance(former, PersistentList) or self._origin[0] is not former.identity:
            return None
        return self._origin[1]

    def _slice(self, start: int, stop: int) -> tuple[Item, ...]:
        first = start // STRETCH
        here = tuple(chain.from_iterable(self.stretches[first : -(-stop // STRETCH)]))
        return here[start - first * STRETCH : max(stop, start) - first * STRETCH]


def common_ends(before: Sequence[object], after: Sequence[object]) -> tuple[int, int]:
    """How many items both begin with, and how many of the others both end with."""
    if isinstance(after, PersistentList) and (index := after.only_change(before)) is not None:
        return index, len(after) - 1 - index
    if len(before) == len(after):
        changed = [*_differing(before, after)]
        return (changed[0], len(before) - 1 - changed[-1]) if changed else (len(before), 0)
    most = min(len(before), len(after))
    first = next(_differing(before, after), most)
    last = next(_differing(before[first:][::-1], after[first:][::-1]), most - first)
    return first, last


def changed_places(before: Sequence[object], after: Sequence[object]) -> Sequence[int]:
    """The indexes at which `after` has another item than `before`, or `before` has none, ascending."""
    if isinstance(after, PersistentList) and (index := after.only_change(before)) is not None:
        return (index,)
    return [*_differing(before, after), *range(len(before), len(after))]


def _differing(before: Sequence[object], after: Sequence[object]) -> Iterator[int]:
    """The indexes at which two sequences differ; where one is longer, what it has more is left out."""
    stretches = zip(_persistent(before).stretches, _persistent(after).stretches, strict=False)
    for number, (here, there) in enumerate(stretches):
        if here is not there and here != there:
            yield from compress(count(number * STRETCH), map(is_not, here, there))


def _persistent(items: Sequence[Other]) -> PersistentList[Other]:
    return items if isinstance(items, PersistentList) else PersistentList(items)
