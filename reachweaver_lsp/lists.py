"""Answers that list something about each evidence item and variant of a campaign, at the cost of what has changed.

Takes a campaign and what makes the entries of one item, gives their JSON. What was made is kept with the item and its
report: both are the same objects in the next version unless an edit touched them. What has only moved is moved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from reachweaver.campaign import Evidence, Variant
from reachweaver.json_spans.lines import Encoding
from reachweaver_lsp.analysis import CheckedCampaign
from reachweaver_lsp.documents import TextDocument
from reachweaver_lsp.encoded import Movable, Start

Made = TypeVar("Made")
Make = Callable[[CheckedCampaign, int], Iterable[object]]
"""Makes the entries about the item of an index, as the protocol has them."""


class Remembered(Generic[Made]):
    """What was made of each item of an array before."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, object, Made]] = {}

    def each(
        self,
        items: Sequence[Evidence | Variant],
        reports: Sequence[object],
        make: Callable[[int], Made],
        within: range | None = None,
    ) -> list[Made]:
        """What `make` gives for each index, taken over where the item is the same object and its report says the same."""
        found: list[Made] = []
        for index in range(len(items)) if within is None else within:
            item, report = items[index], reports[index]
            known = self._known.get(id(item))
            if known is None or known[0] is not item or (known[1] is not report and known[1] != report):
                known = self._known[id(item)] = (item, report, make(index))
            found.append(known[2])
        self._forget_former(items)
        return found

    def _forget_former(self, items: Sequence[Evidence | Variant]) -> None:
        """Forget items that are no longer there, once they are many."""
        if len(self._known) > 2 * len(items) + _MOST_FORMER:
            current = {id(item) for item in items}
            self._known = {key: known for key, known in self._known.items() if key in current}


_MOST_FORMER = 64


class Lists:
    """Makes the JSON of lists for one client."""

    def __init__(self, encode: Callable[[object], str], encoding: Encoding) -> None:
        self._encode = encode
        self._encoding: Encoding = encoding
        self._memories: WeakKeyDictionary[TextDocument, dict[str, Remembered[Any]]] = WeakKeyDictionary()

    def of_file(self, entries: Iterable[object]) -> str:
        """Entries about the file itself, without brackets around them."""
        return self._encode(list(entries))[1:-1]

    def of_evidence(self, document: TextDocument, checked: CheckedCampaign, name: str, make: Make) -> list[str]:
        """The entries of each evidence item, without brackets around them; `name` is that of what is listed."""
        items, bases = checked.campaign.evidence, checked.campaign.evidence_bases
        starts = self._starts(document, items, bases)
        memory: Remembered[Movable] = self._memory(document, f"{name} of evidence")
        # What has no id is named by its place.
        places = [None if (item.id or "").strip() else index for index, item in enumerate(items)]
        made = memory.each(items, places, lambda index: self._movable(make(checked, index), starts[index]))
        return [entries.at(start) for entries, start in zip(made, starts, strict=True)]

    def of_variants(
        self, document: TextDocument, checked: CheckedCampaign, name: str, make: Make, within: range | None = None
    ) -> list[str]:
        """The same of each variant, or of those with an index `within` a range."""
        starts = self.variant_starts(document, checked)
        memory: Remembered[Movable] = self._memory(document, f"{name} of variants")
        made = memory.each(
            checked.campaign.variants,
            checked.report.variants,
            lambda index: self._movable(make(checked, index), starts[index]),
            within,
        )
        asked = starts if within is None else starts[within.start : within.stop]
        return [entries.at(start) for entries, start in zip(made, asked, strict=True)]

    def of_variants_as_they_are(
        self, document: TextDocument, checked: CheckedCampaign, name: str, make: Callable[[int], Made]
    ) -> list[Made]:
        """What `make` gives for the index of each variant, kept as it is."""
        memory: Remembered[Made] = self._memory(document, name)
        return memory.each(checked.campaign.variants, checked.report.variants, make)

    def variant_starts(self, document: TextDocument, checked: CheckedCampaign) -> list[Start]:
        """Where each variant starts, in the client's units."""
        return self._starts(document, checked.campaign.variants, checked.campaign.variant_bases)

    def _starts(self, document: TextDocument, items: Sequence[Evidence | Variant], bases: Sequence[int]) -> list[Start]:
        offsets = [base + item.node.start for item, base in zip(items, bases, strict=True)]
        return document.text.positions(offsets, self._encoding)

    def _memory(self, document: TextDocument, name: str) -> Remembered[Any]:
        return self._memories.setdefault(document, {}).setdefault(name, Remembered())

    def _movable(self, entries: Iterable[object], start: Start) -> Movable:
        return Movable(self.of_file(entries), start)
