"""The diagnostics of a campaign's variants, kept from version to version, and said as one piece of JSON.

A group is what is shown about one variant. What an edit leaves as it is stays here untouched, and is said again at once:
all that stands before the variant that is typed in as one piece, and all that stands behind it as another.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from reachweaver_lsp.encoded import Start
from reachweaver_lsp.shown import Anchors, Owner, Shown, said


@dataclass(slots=True, eq=False)
class Group:
    """The diagnostics of one variant, at least one."""

    index: int
    """The variant's."""
    shown: Sequence[Shown]
    anchors: Anchors
    _said: bytes = field(default=b"", init=False)
    _said_at: tuple[Start, ...] | None = field(default=None, init=False)
    """Where the owners began when `_said` was written."""

    @property
    def goes_with_its_variant(self) -> bool:
        """Whether its places are counted from the variant's beginning, and not from that of the text."""
        return ("variants", self.index) in self.anchors.owners

    def said(self) -> bytes:
        """The diagnostics as JSON in UTF-8, with commas between them."""
        if self._said_at is not self.anchors.starts:
            self._said, self._said_at = said(self.shown), self.anchors.starts
        return self._said


class Groups:
    """The groups of one campaign, in the order of its variants."""

    def __init__(self) -> None:
        self.count = 0
        """How many diagnostics there are in all groups."""
        self.is_complete = False
        """Whether every variant with findings has its group."""
        self._by_index: dict[int, Group] = {}
        self._indexes: list[int] = []
        self._pointing: dict[Owner, set[int]] = {}
        """Who points to an item that is not its own variant, by that item."""
        self._standing_alone: set[int] = set()
        """The groups that do not go with their variants."""
        self._latest = 0
        """The variant whose group was put in or taken out last."""
        self._around: tuple[bytes, bytes] | None = None
        """What is said before and behind that group, as long as it stays so."""

    def get(self, index: int) -> Group | None:
        """The group of a variant."""
        return self._by_index.get(index)

    def in_order(self) -> list[Group]:
        """All of them."""
        return [self._by_index[index] for index in self._indexes]

    def put(self, group: Group) -> None:
        """Take in the group of a variant that has none."""
        self._touch(group.index)
        self._by_index[group.index] = group
        insort(self._indexes, group.index)
        self.count += len(group.shown)
        for owner in group.anchors.owners:
            if owner != ("variants", group.index):
                self._pointing.setdefault(owner, set()).add(group.index)
        if not group.goes_with_its_variant:
            self._standing_alone.add(group.index)

    def drop(self, index: int) -> None:
        """Take a variant's group out, if it has one."""
        self._touch(index)
        group = self._by_index.pop(index, None)
        if group is None:
            return
        del self._indexes[bisect_left(self._indexes, index)]
        self.count -= len(group.shown)
        for owner in group.anchors.owners:
            self._pointing.get(owner, set()).discard(index)
        self._standing_alone.discard(index)

    def resting_on(self, owners: Iterable[Owner]) -> set[int]:
        """The variants whose groups have to be made anew when these items have changed, those that have changed aside."""
        found = set(self._standing_alone)
        for owner in owners:
            found.update(self._pointing.get(owner, ()))
        return found

    def move(self, start_of: Callable[[Owner], Start]) -> None:
        """Go where the items are now."""
        self._around = None
        for group in self._by_index.values():
            group.anchors.move(start_of)

    def said(self) -> bytes:
        """All diagnostics as JSON in UTF-8, with commas between them."""
        at, latest = bisect_left(self._indexes, self._latest), self._by_index.get(self._latest)
        if self._around is None:
            behind = at if latest is None else at + 1
            self._around = self._joined(self._indexes[:at]), self._joined(self._indexes[behind:])
        before, after = self._around
        return b",".join(filter(None, (before, latest.said() if latest is not None else b"", after)))

    def _joined(self, indexes: Iterable[int]) -> bytes:
        return b",".join([self._by_index[index].said() for index in indexes])

    def _touch(self, index: int) -> None:
        if index != self._latest:
            self._latest, self._around = index, None
