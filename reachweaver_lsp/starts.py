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
        self._known: dict[Owner, Start] = {}
        self._indexes: dict[Array, list[int]] = {"evidence": [], "variants": []}
        """Those of the items whose start is known, ascending."""

    def of(self, owner: Owner) -> Start:
        """Line and column at which an item begins."""
        start = self._known.get(owner)
        if start is None:
            array, index = owner
            start = self._known[owner] = self._found(array, index)
            insort(self._indexes[array], index)
        return start

    def follow(self, campaign: Campaign, changed: Mapping[Array, range]) -> bool:
        """Go on with the campaign as it is after edits; whether anything that did not change begins elsewhere now.

        Args:
            campaign: With as many items as before.
            changed: The items that are other objects than before.
        """
        self._campaign = campaign
        edits = self._document.edits_since(self._edits)
        self._edits = self._document.edits
        for array, indexes in changed.items():
            if indexes:
                self._forget(array, indexes)
        if edits is None:
            self._forget("evidence", range(len(campaign.evidence)))
            self._forget("variants", range(len(campaign.variants)))
            return True
        if not edits:
            return False
        edit = reduce(merged, edits)
        end = edit.start + edit.inserted_length
        moved = [array for array, indexes in self._indexes.items() if indexes and self._move(array, indexes, end)]
        return bool(moved)

    def _move(self, array: Array, indexes: list[int], end: int) -> bool:
        """Move what is behind an edit that reaches to `end`; False when all of it begins where it began."""
        behind = bisect_left(indexes, end, key=self._bases(array).__getitem__)
        if behind == len(indexes):
            return False
        first = indexes[behind]
        then, now = self._known[array, first], self._found(array, first)
        if now == then:
            return False
        for index in indexes[behind:]:
            self._known[array, index] = placed_at(now, counted_from(then, self._known[array, index]))
        return True

    def _forget(self, array: Array, indexes: range) -> None:
        known = self._indexes[array]
        first, end = bisect_left(known, indexes.start), bisect_left(known, indexes.stop)
        for index in known[first:end]:
            del self._known[array, index]
        del known[first:end]

    def _found(self, array: Array, index: int) -> Start:
        return self._document.text.position(self._bases(array)[index], self._encoding)

    def _bases(self, array: Array) -> Sequence[int]:
        return self._campaign.evidence_bases if array == "evidence" else self._campaign.variant_bases
