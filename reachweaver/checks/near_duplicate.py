"""Check 4: two variants of one campaign whose word 3-gram Jaccard similarity is at or above the threshold.

Takes the bodies of a campaign, gives for each later one which earlier ones it is like. Bodies are compared only where
they can reach the threshold: two sets that are that similar share one of the few rarest shingles of either (prefix
filter) and differ little in size (length filter).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence, Set as AbstractSet
from dataclasses import dataclass, field
from itertools import islice
from operator import itemgetter
from typing import Final

from reachweaver.checks.phrases import quoted
from reachweaver.report import Finding
from reachweaver.sequences import common_ends
from reachweaver.text.prose import Prose
from reachweaver.text.shingles import ROUNDING, shingles, similar_pairs, similarity

MOST_PAIRS: Final = 100_000
"""Pairs that are reported at most. Nobody reads so many, and n variants that are all alike make n²/2 of them."""


def duplicate_finding(other_id: str | None, other_index: int, score: float, threshold: float) -> Finding:
    """The warning on the later variant of a pair; `other_index` (0-based) names an earlier one without an id."""
    other = quoted(other_id) if other_id is not None else f"number {other_index + 1}"
    rounded = round(score, 4)
    if score == 1:
        what = f"The wording is that of variant {other}."
    else:
        what = f"Reads nearly like variant {other}: their similarity is {rounded:g}, the threshold {threshold:g}."
    return Finding(
        code="near_duplicate",
        severity="warning",
        message=f"{what} Rewrite one of the two.",
        other_variant_id=other_id,
        similarity=rounded,
    )


@dataclass(slots=True, eq=False)
class _Entry:
    """One body in the index."""

    shingles: frozenset[str]
    similar: dict[_Entry, float] = field(default_factory=dict)
    """Every other entry at or above the threshold."""
    place: int = 0
    """Where the body stands; of several places the last."""


class _TooManyPairsError(Exception):
    """More bodies are alike than are reported, so that relating them all is not worth its time."""


class DuplicateIndex:
    """The similar pairs of a campaign, kept from one check to the next.

    An update costs what the bodies cost that are new (a `Prose` is the same body as long as it is the same object).
    """

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        """Begin anew, with nothing."""
        self._threshold = -1.0
        self._bodies: Sequence[Prose] = ()
        self._like_others: set[_Entry] = set()
        """The entries that are similar to another one than themselves."""
        self._related = 0
        """How many pairs of entries are similar."""
        self._entries: dict[Prose, _Entry] = {}
        self._holder: dict[str, _Entry] = {}
        """One entry that holds a shingle."""
        self._holders: dict[str, dict[_Entry, None]] = {}
        """All entries that hold a shingle, where there are several: most shingles are one body's own."""

    def update(self, bodies: Sequence[Prose], threshold: float) -> list[tuple[int, int, float]]:
        """The pairs at or above the threshold: later index, earlier index, similarity (not rounded), in this order.

        At most `MOST_PAIRS`, the first ones.
        """
        try:
            self._update(bodies, threshold)
            pairs = self._pairs()
        except _TooManyPairsError:
            self._forget()
            pairs = similar_pairs([shingles(body) for body in bodies], threshold)
        return list(islice(pairs, MOST_PAIRS))

    def _update(self, bodies: Sequence[Prose], threshold: float) -> None:
        first, last = common_ends(self._bodies, bodies)
        gone = set(self._bodies[first : len(self._bodies) - last])
        between = bodies[first : len(bodies) - last]
        # A body that stood in one place only cannot be among those that are as before.
        gone.difference_update(between if len(self._entries) == len(self._bodies) else bodies)
        added = [body for body in dict.fromkeys(between) if body not in self._entries]
        is_typing = len(gone) == len(added) == 1 and threshold == self._threshold
        if is_typing:
            self._replace(*gone, *added)
        else:
            self._drop(gone, threshold)
            self._add(added)
        if not is_typing or len(between) > 1 or len(bodies) != len(self._bodies):
            for place, body in enumerate(bodies):
                self._entries[body].place = place
        self._bodies = tuple(bodies)

    def _pairs(self) -> Iterator[tuple[int, int, float]]:
        places: dict[_Entry, list[int]] = {}
        for later, entry in self._entries_with_others():
            scores = [(at, score) for other, score in entry.similar.items() for at in places.get(other, ())]
            for earlier, score in sorted(scores):
                yield later, earlier, score
            places.setdefault(entry, []).append(later)

    def _entries_with_others(self) -> Iterable[tuple[int, _Entry]]:
        """The places, ascending, and entries of the bodies that are similar to another one."""
        if len(self._entries) < len(self._bodies):  # a body that stands in two places is similar to itself
            return ((place, self._entries[body]) for place, body in enumerate(self._bodies))
        return sorted(((entry.place, entry) for entry in self._like_others), key=itemgetter(0))

    def _drop(self, gone: Iterable[Prose], threshold: float) -> None:
        """Forget the bodies that are gone, and every score when the threshold is another one."""
        for body in gone:
            entry = self._entries.pop(body)
            self._set_shingles(entry, frozenset())
            self._unrelate(entry)
        if threshold != self._threshold:
            self._threshold = threshold
            self._like_others.clear()
            self._related = 0
            for entry in self._entries.values():
                entry.similar.clear()
            self._relate_all()

    def _replace(self, former: Prose, body: Prose) -> None:
        """Put one body in another's place: typing in it changes few of its shingles."""
        entry = self._entries[body] = self._entries.pop(former)
        self._unrelate(entry)
        self._set_shingles(entry, shingles(body))
        self._relate(entry, self._candidates(entry))

    def _set_shingles(self, entry: _Entry, now: frozenset[str]) -> None:
        """Give an entry these shingles in place of those that it had."""
        for shingle in entry.shingles - now:
            self._remove_shingle(entry, shingle)
        new = now - entry.shingles
        for shingle in new & self._holder.keys():
            holders = self._holders.setdefault(shingle, {self._holder[shingle]: None})
            holders[entry] = None
        self._holder.update(dict.fromkeys(new, entry))
        entry.shingles = now

    def _remove_shingle(self, entry: _Entry, shingle: str) -> None:
        """Take one shingle from an entry."""
        holders = self._holders.get(shingle)
        if holders is None:
            del self._holder[shingle]
            return
        del holders[entry]
        self._holder[shingle] = next(iter(holders))
        if len(holders) == 1:
            del self._holders[shingle]

    def _unrelate(self, entry: _Entry) -> None:
        """Forget which others an entry is similar to."""
        for other in entry.similar.keys() - {entry}:
            del other.similar[entry]
            self._related -= 1
            if len(other.similar) == 1:
                self._like_others.discard(other)
        entry.similar.clear()
        self._like_others.discard(entry)

    def _add(self, bodies: Sequence[Prose]) -> None:
        added = {body: _Entry(frozenset()) for body in bodies}
        self._entries.update(added)
        for body, entry in added.items():
            self._set_shingles(entry, shingles(body))
        if len(added) * _FEW > len(self._entries):
            self._relate_all()
        else:
            for entry in added.values():
                self._relate(entry, self._candidates(entry))

    def _candidates(self, entry: _Entry) -> dict[_Entry, None]:
        """Every other entry that one entry may be similar to."""
        if self._threshold <= 0 or len(self._entries) <= _ALL:
            return dict.fromkeys(self._entries.values())
        size = len(entry.shingles)
        least, most = self._threshold * size - ROUNDING, size / self._threshold + ROUNDING
        candidates: dict[_Entry, None] = {}
        shared = self._shared(entry)
        for shingle in self._rarest(shared, _prefix_length(shared, size, self._threshold)):
            for other in self._holders[shingle]:
                if least <= len(other.shingles) <= most:
                    candidates[other] = None
        return candidates

    def _relate_all(self) -> None:
        """Compare all entries at once: only the rarest shingles of each are indexed, from the shortest body up."""
        by_size = sorted(self._entries.values(), key=lambda entry: len(entry.shingles))
        if self._threshold <= 0:
            for place, entry in enumerate(by_size):
                self._relate(entry, by_size[:place])
            return
        indexed: dict[str, list[_Entry]] = {}
        for entry in by_size:
            shared, size = self._shared(entry), len(entry.shingles)
            least = self._threshold * size - ROUNDING
            rarest = self._rarest(shared, _prefix_length(shared, size, self._threshold))
            candidates: dict[_Entry, None] = {}
            for shingle in rarest:
                candidates |= {other: None for other in indexed.get(shingle, ()) if len(other.shingles) >= least}
            self._relate(entry, candidates)
            # A longer body that shares the threshold's part of both shares more than that of this one.
            for shingle in rarest[: _prefix_length(shared, size, 2 * self._threshold / (1 + self._threshold))]:
                indexed.setdefault(shingle, []).append(entry)

    def _shared(self, entry: _Entry) -> AbstractSet[str]:
        """Those of an entry's shingles that others hold too."""
        return entry.shingles & self._holders.keys()

    def _rarest(self, shared: AbstractSet[str], count: int) -> list[str]:
        """So many of some shingles, those that the fewest entries hold first."""
        if not count:
            return []
        return sorted(shared, key=lambda shingle: (len(self._holders[shingle]), shingle))[:count]

    def _relate(self, entry: _Entry, candidates: Iterable[_Entry]) -> None:
        """Compare an entry with each of some others, and note those it is similar to, itself among them."""
        if not entry.shingles:
            return
        entry.similar[entry] = 1.0
        for other in candidates:
            if other is not entry and other.shingles:
                score = similarity(entry.shingles, other.shingles)
                if score >= self._threshold:
                    self._related += other not in entry.similar
                    if self._related > MOST_PAIRS:
                        raise _TooManyPairsError
                    entry.similar[other] = other.similar[entry] = score
                    self._like_others.update((entry, other))


_ALL: Final = 12
"""Up to so many entries, comparing with all is quicker than choosing whom to compare with."""
_FEW: Final = 4
"""All entries are compared anew when more than one in `_FEW` is new."""


def _prefix_length(shared: AbstractSet[str], size: int, part: float) -> int:
    """How many of the `shared` shingles, in any fixed order, must be looked at to meet every set similar enough.

    A set that has the fraction `part` of these `size` shingles misses at most the rest of them, so it has one of any
    more than that.
    """
    return max(0, len(shared) - math.ceil(part * size - ROUNDING) + 1)
