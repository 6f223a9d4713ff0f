"""Where the items of a campaign's arrays begin, in the client's units: what the places of diagnostics are counted from."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Mapping, Sequence
from functools import reduce

from reachweaver.campaign import Campaign
from reachweaver.json_spans.lines import Encoding
from reachweaver_lsp.documents import TextDocument, merged
from reachweaver_lsp.encoded import Start, counted_from, placed_at
from reachweaver_lsp.shown import Array, Owner


class Starts:
    """Where the items of the file's arrays begin: found when somebody asks, and kept over edits elsewhere.

    An edit touches no item that is the same object afterwards. So those before it begin where they began, and those
    behind it have moved as one: where the first of them begins says it of all.
    """

    def __init__(self, document: TextDocument, encoding: Encoding, campaign: Campaign) -> None:
        self._document = document
        self._encoding: Encoding = encoding
        self._edits = document.edits
        self._campaign = campaign
        self._rows: dict[Array, _Row] = {"evidence": _Row(), "variants": _Row()}

    def of(self, owner: Owner) -> Start:
        """Line and column at which an item begins."""
        array, index = owner
        start = self._rows[array].get(index)
        if start is None:
            start = self._found(array, index)
            self._rows[array].put(index, start)
        return start

    def follow(self, campaign: Campaign, changed: Mapping[Array, range]) -> list[Owner]:
        """Go on with the campaign as it is after edits.

        Args:
            campaign: With as many items as before.
            changed: The items that are other objects than before.

        Returns:
            The first of the others, in each array, that begin elsewhere now. All known ones behind it have moved, too.
        """
        self._campaign = campaign
        edits = self._document.edits_since(self._edits)
        self._edits = self._document.edits
        if edits is None:
            self._rows = {"evidence": _Row(), "variants": _Row()}
            return [("evidence", 0), ("variants", 0)]
        for array, indexes in changed.items():
            if indexes:
                self._rows[array].forget(indexes)
        if not edits:
            return []
        edit = reduce(merged, edits)
        moved: list[Owner] = []
        for array, row in self._rows.items():
            index = self._first_behind(array, edit.start + edit.inserted_length)
            if index is not None and row.move(index, self._found(array, index)):
                moved.append((array, index))
        return moved

    def _first_behind(self, array: Array, offset: int) -> int | None:
        """The first item whose start is known that begins at or behind an offset."""
        indexes = self._rows[array].indexes
        behind = bisect_left(indexes, offset, key=self._bases(array).__getitem__) if indexes else 0
        return indexes[behind] if behind < len(indexes) else None

    def _found(self, array: Array, index: int) -> Start:
        return self._document.text.position(self._bases(array)[index], self._encoding)

    def _bases(self, array: Array) -> Sequence[int]:
        return self._campaign.evidence_bases if array == "evidence" else self._campaign.variant_bases


class _Row:
    """Where the items of one array begin, as far as that is known.

    Items that have moved as one are kept where they were, and moved when somebody asks.
    """

    def __init__(self) -> None:
        self.indexes: list[int] = []
        """Those of the items whose start is known, ascending."""
        self._starts: dict[int, Start] = {}
        self._moved: tuple[int, Start, Start] | None = None
        """An item that has moved, with all behind it, from where and to where."""

    def get(self, index: int) -> Start | None:
        start = self._starts.get(index)
        if start is None or self._moved is None or index < self._moved[0]:
            return start
        _, then, now = self._moved
        return placed_at(now, counted_from(then, start))

    def put(self, index: int, start: Start) -> None:
        """Keep the start of an item that none is known of."""
        if self._moved is not None and index >= self._moved[0]:
            self._settle()
        self._starts[index] = start
        insort(self.indexes, index)

    def forget(self, indexes: range) -> None:
        if self._moved is not None and indexes.stop > self._moved[0]:
            self._settle()
        first, end = bisect_left(self.indexes, indexes.start), bisect_left(self.indexes, indexes.stop)
        for index in self.indexes[first:end]:
            del self._starts[index]
        del self.indexes[first:end]

    def move(self, index: int, now: Start) -> bool:
        """Move an item, and all behind it; False when it begins there already."""
        if self.get(index) == now:
            return False
        if self._moved is not None and self._moved[0] != index:
            self._settle()
        self._moved = index, self._starts[index], now
        return True

    def _settle(self) -> None:
        if self._moved is not None:
            behind = self.indexes[bisect_left(self.indexes, self._moved[0]) :]
            self._starts.update({index: start for index in behind if (start := self.get(index)) is not None})
            self._moved = None
