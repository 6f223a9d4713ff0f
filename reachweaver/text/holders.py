"""Which of many texts hold a shingle: takes the shingles of a text, then what typing changes in that."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from reachweaver.text.shingles import ROUNDING


@dataclass(slots=True, eq=False, kw_only=True)
class Holder:
    """One text."""

    shingles: dict[str, int] = field(default_factory=dict)
    """Its shingles, each with the number under which the text is known: `Holders` takes them over as they are."""
    repeats: dict[str, int] = field(default_factory=dict)
    """How many times more than once it has some of them."""
    number: int = -1
    shared: int = 0
    """How many of its shingles others hold too."""

    def may_be_like_any(self, threshold: float, changed: int = 0) -> bool:
        """Whether any other can be that similar, were so many of its shingles to be others."""
        return self.shared + changed >= threshold * (len(self.shingles) - changed) - ROUNDING

    def similar_sizes(self, threshold: float) -> tuple[float, float]:
        """How few and how many shingles any other has that is that similar; the threshold is above 0."""
        return threshold * len(self.shingles) - ROUNDING, len(self.shingles) / threshold + ROUNDING

    def prefix_length(self, part: float) -> int:
        """How many of its shared shingles, in any fixed order, must be looked at to meet every text similar enough.

        A text that has the fraction `part` of all its shingles misses at most the rest of them, so it has one of any
        more than that.
        """
        return max(0, self.shared - math.ceil(part * len(self.shingles) - ROUNDING) + 1)


Held = TypeVar("Held", bound=Holder)


class Holders(Generic[Held]):
    """The texts, by the shingles that they hold."""

    def __init__(self) -> None:
        self._texts: dict[int, Held] = {}
        """The texts by number."""
        self._added = 0
        self._one: dict[str, int] = {}
        """The number of one text that holds a shingle."""
        self._all: dict[str, dict[Held, None]] = {}
        """All that hold a shingle, where there are several: most shingles are one text's own."""

    def add(self, text: Held, shingles: Sequence[str]) -> None:
        """Take in a text that is new, with all its shingles."""
        text.number = self._added
        self._added += 1
        self._texts[text.number] = text
        text.shingles = dict.fromkeys(shingles, text.number)
        if len(text.shingles) < len(shingles):
            text.repeats = {shingle: times - 1 for shingle, times in Counter(shingles).items() if times > 1}
        self._share(text, text.shingles)
        self._one.update(text.shingles)

    def remove(self, text: Held) -> None:
        """Forget a text."""
        for shingle in text.shingles:
            self._leave(text, shingle)
        text.shingles, text.repeats = {}, {}
        del self._texts[text.number]

    def change(self, text: Held, changes: Mapping[str, int]) -> tuple[list[str], list[str]]:
        """Change how many times a text has some shingles; gives those that are new in it, and those that it has lost."""
        new, lost = [], []
        for shingle, change in changes.items():
            had = 1 + text.repeats.pop(shingle, 0) if shingle in text.shingles else 0
            has = had + change
            if has > 1:
                text.repeats[shingle] = has - 1
            if has and not had:
                new.append(shingle)
            elif had and not has:
                del text.shingles[shingle]
                lost.append(shingle)
                self._leave(text, shingle)
        added = dict.fromkeys(new, text.number)
        text.shingles.update(added)
        self._share(text, added)
        self._one.update(added)
        return new, lost

    def of(self, shingle: str) -> Iterable[Held]:
        """The texts that hold a shingle, which are several."""
        return self._all[shingle]

    def have_shared(self, shingles: Iterable[str]) -> bool:
        """Whether any of these shingles is held by several texts."""
        return not self._all.keys().isdisjoint(shingles)

    def rarest(self, text: Held, part: float) -> list[str]:
        """Shingles that every text which has the fraction `part` of this one's has one of; the rarest come first."""
        count = text.prefix_length(part)
        if not count:
            return []
        shared = text.shingles.keys() & self._all.keys()
        return sorted(shared, key=lambda shingle: (len(self._all[shingle]), shingle))[:count]

    def _share(self, text: Held, new: Mapping[str, int]) -> None:
        """Note for each shingle that is new in a text whether others hold it, too."""
        for shingle in self._one.keys() & new:
            holders = self._all.get(shingle)
            if holders is None:
                other = self._texts[self._one[shingle]]
                holders = self._all[shingle] = {other: None}
                other.shared += 1
            holders[text] = None
            text.shared += 1

    def _leave(self, text: Held, shingle: str) -> None:
        holders = self._all.get(shingle)
        if holders is None:
            del self._one[shingle]
            return
        del holders[text]
        text.shared -= 1
        other = next(iter(holders))
        self._one[shingle] = other.number
        if len(holders) == 1:
            del self._all[shingle]
            other.shared -= 1
