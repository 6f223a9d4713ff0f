"""The diagnostics of a campaign's variants, kept from version to version, and said as JSON in a few pieces.

A group is what is shown about one variant. What an edit leaves as it is stays here untouched, and is said again at once:
all that stands before the variant that is typed in as one piece, and all that stands behind it as another.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from reachweaver_lsp.encoded import Movable, Start
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

    def owners(self) -> list[Owner | None]:
        """What each position is counted from, in the order in which positions are said."""
        owners = [None, *self.anchors.owners]
        slots = [place.slot for one in self.shown for place in one.places]
        return [owners[0 if slot is None else slot + 1] for slot in slots for _ in ("start", "end")]

    def said(self) -> bytes:
        """The diagnostics as JSON in UTF-8, with commas between them."""
        if self._said_at is not self.anchors.starts:
            self._said, self._said_at = said(self.shown), self.anchors.starts
        return self._said


class Groups:
    """The groups of one campaign, in the order of its variants."""

    def __init__(self, start_of: Callable[[Owner], Start] = lambda _: (0, 0)) -> None:
        """`start_of` gives where an item begins now, whenever that is; without groups nobody asks."""
        self._start_of = start_of
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
        self._filled: tuple[int, int, int] | None = None
        """Where some variants had to be left out: the last one with a group, the count, and how many there may be."""
        self._cut: int | None = None
        """The variant whose group has not all of its diagnostics."""
        self._has_moved = False
        """Whether groups may still be where their items were before."""
        self._latest = 0
        """The variant whose group was put in or taken out last."""
        self._around: _Around | None = None
        """What is said before and behind that group, as long as it stays so, but for its place."""
        self.is_ready = True
        """Whether nothing is left to do for the next edit of the same variant before it is made."""

    def get(self, index: int) -> Group | None:
        """The group of a variant."""
        return self._by_index.get(index)

    def in_order(self) -> list[Group]:
        """All of them."""
        self._settle()
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

    def has_room_for(self, index: int) -> bool:
        """Whether a variant's diagnostics are among those that are shown, if it has any."""
        return self.is_complete or (self._filled is not None and index < self._filled[0])

    def has_enough(self, most: int) -> bool:
        """Whether the groups are those that filling up to `most` diagnostics would give."""
        if self.is_complete:
            return self.count <= most
        return self._filled is not None and self._filled == (self._last, self.count, most)

    def begin_filling(self) -> None:
        """From now on groups are put in until there are enough."""
        self.is_complete, self._filled = True, None
        if self._cut is not None:
            self.drop(self._cut)
            self._cut = None

    def end_filling(self, most: int) -> None:
        """There are enough, or there are no others."""
        self._filled = None if self.is_complete else (self._last, self.count, most)

    def cut(self, surplus: int) -> None:
        """Leave out so many diagnostics of the last group, which has more: those that stand last in the text."""
        group = self._by_index[self._last]
        left_out = {id(one) for one in sorted(group.shown, key=lambda one: one.start)[-surplus:]}
        self.drop(group.index)
        self.put(Group(group.index, [one for one in group.shown if id(one) not in left_out], group.anchors))
        self._cut, self.is_complete = group.index, False

    def resting_on(self, owners: Iterable[Owner]) -> set[int]:
        """The variants whose groups have to be made anew when these items have changed, those that have changed aside."""
        found = set(self._standing_alone)
        for owner in owners:
            found.update(self._pointing.get(owner, ()))
        return found

    def move(self, first: Sequence[Owner]) -> None:
        """Go where the items are now: in each array, the first and all behind it have moved."""
        self._has_moved = True
        if self._around is not None and not self._around.goes_with(first):
            self._around = None

    def get_ready(self) -> None:
        """Do, while nobody waits, what else would be done at the next edit of the same variant."""
        self.is_ready = True
        if self._around is not None and not self._has_moved:
            self._around.get_ready()

    def said(self) -> Sequence[bytes]:
        """All diagnostics as JSON in UTF-8, in pieces between which commas go."""
        latest = self._by_index.get(self._latest)
        if self._around is None:
            self.is_ready = False
            self._settle()
            at = bisect_left(self._indexes, self._latest)
            before, behind = self._indexes[:at], self._indexes[at if latest is None else at + 1 :]
            self._around = _Around(
                self._latest, *([self._by_index[index] for index in part] for part in (before, behind))
            )
        said_latest = b""
        if latest is not None:
            latest.anchors.move(self._start_of)
            said_latest = latest.said()
        return [*filter(None, (self._around.before, said_latest, self._around.behind(self._start_of)))]

    def _settle(self) -> None:
        if self._has_moved:
            self._has_moved = False
            for group in self._by_index.values():
                group.anchors.move(self._start_of)

    @property
    def _last(self) -> int:
        return self._indexes[-1] if self._indexes else -1

    def _touch(self, index: int) -> None:
        if index != self._latest:
            self._latest, self._around = index, None


class _Around:
    """What is said about the variants before and behind one, which stay as they are while that one is edited.

    What is counted from an item behind it may move all the same: then it moves as a whole.
    """

    def __init__(self, variant: int, before: Sequence[Group], behind: Sequence[Group]) -> None:
        self.before = b",".join([group.said() for group in before])
        self._behind = b",".join([group.said() for group in behind])
        self._variant = variant
        self._groups_before, self._groups_behind = before, behind
        self._moving: tuple[Owner, Movable] | None = None
        """The first item behind the variant that anything is counted from, and what goes along with it."""

    def get_ready(self) -> None:
        """Find out what moves, if anything does, and how it is said elsewhere."""
        if self._moving is None and (found := self._found_moving()) is not None:
            self._moving = found
            found[1].get_ready()

    def goes_with(self, first: Sequence[Owner]) -> bool:
        """Whether no more has moved than all that is counted from items behind the variant, and that as a whole.

        Args:
            first: In each array, the first item that has moved.
        """
        self.get_ready()
        if self._moving is None or len(first) != 1:
            return False
        array, index = first[0]
        return array == "variants" and self._variant < index <= self._moving[0][1]

    def behind(self, start_of: Callable[[Owner], Start]) -> bytes:
        """What is said about those behind, wherever they are now."""
        if self._moving is not None:
            owner, movable = self._moving
            start = start_of(owner)
            if start != movable.start:
                self._behind = movable.at(start).encode()
        return self._behind

    def _found_moving(self) -> tuple[Owner, Movable] | None:
        if any(self._is_behind(owner) for group in self._groups_before for owner in group.anchors.owners):
            return None
        starts = {
            owner: start
            for group in self._groups_behind
            for owner, start in zip(group.anchors.owners, group.anchors.starts, strict=True)
            if self._is_behind(owner)
        }
        if not starts:
            return None
        first = min(starts)
        goes_along = [self._is_behind(owner) for group in self._groups_behind for owner in group.owners()]
        return first, Movable(self._behind.decode(), starts[first], goes_along)

    def _is_behind(self, owner: Owner | None) -> bool:
        return owner is not None and owner[0] == "variants" and owner[1] > self._variant
