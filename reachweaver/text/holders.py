"""Which of many texts hold a shingle: takes how many times a text has each, then what typing changes in that."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from reachweaver.text.shingles import ROUNDING


@dataclass(slots=True, eq=False, kw_only=True)
class Holder:
    """One text."""

    counts: dict[str, int] = field(default_factory=dict)
    """How many times it has each of its shingles."""
    shared: int = 0
    """How many of its shingles others hold too."""

    def may_be_like_any(self, threshold: float, changed: int = 0) -> bool:
        """Whether any other can be that similar, were so many of its shingles to be others."""
        return self.shared + changed >= threshold * (len(self.counts) - changed) - ROUNDING

    def similar_sizes(self, threshold: float) -> tuple[float, float]:
        """How few and how many shingles any other has that is that similar; the threshold is above 0."""
        return threshold * len(self.counts) - ROUNDING, len(self.counts) / threshold + ROUNDING

    def prefix_length(self, part: float) -> int:
        """How many of its shared shingles, in any fixed order, must be looked at to meet every text similar enough.

        A text that has the fraction `part` of all its shingles misses at most the rest of them, so it has one of any
        more than that.
        """
        return max(0, self.shared - math.ceil(part * len(self.counts) - ROUNDING) + 1)


Held = TypeVar("Held", bound=Holder)


class Holders(Generic[Held]):
    """The texts, by the shingles that they hold."""

    def __init__(self) -> None:
        self._one: dict[str, Held] = {}
        """One text that holds a shingle."""
        self._all: dict[str, dict[Held, None]] = {}
        """All that hold a shingle, where there are several: most shingles are one text's own."""

    def add(self, text: Held, counts: dict[str, int]) -> None:
        """Take in a text that is new."""
        text.counts = counts
        self._take(text, counts)

    def remove(self, text: Held) -> None:
        """Forget a text."""
        for shingle in text.counts:
            self._leave(text, shingle)
        text.counts = {}

    def change(self, text: Held, changes: Mapping[str, int]) -> tuple[list[str], list[str]]:
        """Change how many times a text has some shingles; gives those that are new in it, and those that it has lost."""
        counts, new, lost = text.counts, [], []
        for shingle, change in changes.items():
            had = counts.get(shingle, 0)
            if had + change:
                counts[shingle] = had + change
                if not had:
                    new.append(shingle)
            elif had:
                del counts[shingle]
                lost.append(shingle)
                self._leave(text, shingle)
        self._take(text, new)
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
        shared = text.counts.keys() & self._all.keys()
        return sorted(shared, key=lambda shingle: (len(self._all[shingle]), shingle))[:count]

    def _take(self, text: Held, new: Iterable[str]) -> None:
        for shingle in self._one.keys() & new:
            holders = self._all.get(shingle)
            if holders is None:
                other = self._one[shingle]
                holders = self._all[shingle] = {other: None}
                other.shared += 1
            holders[text] = None
            text.shared += 1
        self._one.update(dict.fromkeys(new, text))

    def _leave(self, text: Held, shingle: str) -> None:
        holders = self._all.get(shingle)
        if holders is None:
            del self._one[shingle]
            return
        del holders[text]
        text.shared -= 1
        other = self._one[shingle] = next(iter(holders))
        if len(holders) == 1:
            del self._all[shingle]
            other.shared -= 1
