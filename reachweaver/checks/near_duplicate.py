"""Check 4: two variants of one campaign whose word 3-gram Jaccard similarity is at or above the threshold.

Takes the bodies of a campaign, gives for each later one which earlier ones it is like. Bodies are compared only where
they can reach the threshold: two sets that are that similar share one of the few rarest shingles of either (prefix
filter) and differ little in size (length filter).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from operator import itemgetter
from typing import Final, NamedTuple

from reachweaver.checks.phrases import quoted
from reachweaver.report import Finding
from reachweaver.sequences import common_ends
from reachweaver.text.holders import Holder, Holders
from reachweaver.text.prose import Prose
from reachweaver.text.shingles import (
    all_shingles,
    changed_shingles,
    jaccard_index,
    most_changed,
    shingles,
    similar_pairs,
)

MOST_PAIRS: Final = 100_000
"""Pairs that are reported at most. Nobody reads so many, and n variants that are all alike make n²/2 of them."""


@lru_cache(maxsize=1024)
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


class _Likeness(NamedTuple):
    """How like two bodies are: how many shingles both have, and the similarity."""

    common: int
    score: float


@dataclass(slots=True, eq=False, kw_only=True)
class _Entry(Holder):
    """One body in the index."""

    read: Prose
    """The version of the body whose shingles it holds."""
    similar: dict[_Entry, _Likeness] = field(default_factory=dict)
    """Every other entry at or above the threshold."""
    place: int = 0
    """Where the body stands; of several places the last."""

    def likeness(self, other: _Entry, common: int) -> _Likeness:
        """How like another it is that has so many shingles in common with it."""
        return _Likeness(common, jaccard_index(common, len(self.shingles), len(other.shingles)))


class _TooManyPairsError(Exception):
    """More bodies are alike than are reported, so that relating them all is not worth its time."""


class DuplicateIndex:
    """The similar pairs of a campaign, kept from one check to the next.

    An update costs what the bodies cost that are new (a `Prose` is the same body as long as it is the same object), and
    one that takes another's place costs what is different in it.
    """

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        """Begin anew, with nothing."""
        self._threshold = -1.0
        self._bodies: Sequence[Prose] = ()
        self._pairs: Sequence[tuple[int, int, float]] | None = ()
        """What an update gives, while that is known."""
        self._like_others: set[_Entry] = set()
        """The entries that are similar to another one."""
        self._related = 0
        """How many pairs of entries are similar."""
        self._entries: dict[Prose, _Entry] = {}
        self._holders = Holders[_Entry]()
        self._unread: tuple[_Entry, Prose] | None = None
        """The one entry, and its body, that may hold other shingles than the body has."""

    def update(self, bodies: Sequence[Prose], threshold: float) -> Sequence[tuple[int, int, float]]:
        """The pairs at or above the threshold: later index, earlier index, similarity (not rounded), in this order.

        At most `MOST_PAIRS`, the first ones; the same object as before where nothing about them has changed. The
        sequence of bodies is kept and must not be changed; the threshold is from 0 to 1.
        """
        try:
            self._update(bodies, threshold)
            if self._pairs is None:
                self._pairs = list(islice(self._found(), MOST_PAIRS))
            return self._pairs
        except _TooManyPairsError:
            self._forget()
            return list(islice(similar_pairs([shingles(body) for body in bodies], threshold), MOST_PAIRS))

    def _update(self, bodies: Sequence[Prose], threshold: float) -> None:
        before, self._bodies = self._bodies, bodies
        first, last = common_ends(before, bodies)
        former_end, end = len(before) - last, len(bodies) - last
        stay = threshold == self._threshold and former_end == end and len(self._entries) == len(bodies)
        if stay and first == end:
            return
        if stay and first + 1 == end and bodies[first] not in self._entries:
            self._replace(before[first], bodies[first])
            return
        self._read_on()
        self._pairs = None
        gone = {before[place] for place in range(first, former_end)}
        between = [bodies[place] for place in range(first, end)]
        # A body that stood in one place only cannot be among those that are as before.
        gone.difference_update(between if len(self._entries) == len(before) else bodies)
        added = self._rename(gone, [body for body in dict.fromkeys(between) if body not in self._entries])
        self._drop(gone, threshold)
        self._add(added)
        for place, body in enumerate(bodies):
            self._entries[body].place = place

    def _found(self) -> Iterator[tuple[int, int, float]]:
        places: dict[_Entry, list[int]] = {}
        for later, entry in self._entries_with_others():
            scores = [(at, like.score) for other, like in entry.similar.items() for at in places.get(other, ())]
            own = places.setdefault(entry, [])
            scores += [(at, 1.0) for at in own if entry.shingles]
            for earlier, score in sorted(scores):
                yield later, earlier, score
            own.append(later)

    def _entries_with_others(self) -> Iterable[tuple[int, _Entry]]:
        """The places, ascending, and entries of the bodies that are similar to another one."""
        if len(self._entries) < len(self._bodies):  # a body that stands in two places is similar to itself
            return ((place, self._entries[body]) for place, body in enumerate(self._bodies))
        return sorted(((entry.place, entry) for entry in self._like_others), key=itemgetter(0))

    def _replace(self, former: Prose, body: Prose) -> None:
        """Put one body in another's place.

        Typing in a body that has little in common with others goes a long way before it can be like one of them.
        """
        entry = self._entries[body] = self._entries.pop(former)
        if self._unread is not None and self._unread[0] is not entry:
            self._read_on()
        self._unread = entry, body
        changed = None if entry.similar else most_changed(entry.read, body)
        if changed is None or entry.may_be_like_any(self._threshold, changed):
            self._read_on()

    def _read_on(self) -> None:
        """Have every entry hold the shingles that its body has: typing in a body changes few of them."""
        if self._unread is None:
            return
        (entry, body), self._unread = self._unread, None
        size = len(entry.shingles)
        new, lost = self._holders.change(entry, changed_shingles(entry.read, body))
        entry.read = body
        if entry.similar:
            self._pairs = None
            self._compare_again(entry, new, lost)
        # A body that has not become shorter is like another one now only for a shingle that it has not had before.
        if len(entry.shingles) < size or self._holders.have_shared(new) or self._threshold <= 0:
            self._relate(entry, self._candidates(entry))

    def _compare_again(self, entry: _Entry, new: Iterable[str], lost: Iterable[str]) -> None:
        """Look again at those that an entry was similar to, before it got new shingles and lost others."""
        for other, former in list(entry.similar.items()):
            holds = other.shingles.__contains__
            like = entry.likeness(other, former.common + sum(map(holds, new)) - sum(map(holds, lost)))
            if entry.shingles and like.score >= self._threshold:
                entry.similar[other] = other.similar[entry] = like
            else:
                self._unrelate(entry, other)

    def _rename(self, gone: set[Prose], added: Sequence[Prose]) -> list[Prose]:
        """Let new bodies take the entries of those gone whose text is the same; gives the others."""
        by_text: dict[str, list[Prose]] = {}
        for body in gone:
            by_text.setdefault(body.original, []).append(body)
        others: list[Prose] = []
        for body in added:
            if former := by_text.get(body.original):
                gone.remove(former[-1])
                entry = self._entries[body] = self._entries.pop(former.pop())
                entry.read = body
            else:
                others.append(body)
        return others

    def _drop(self, gone: Iterable[Prose], threshold: float) -> None:
        """Forget the bodies that are gone, and every score when the threshold is another one."""
        for body in gone:
            entry = self._entries.pop(body)
            self._holders.remove(entry)
            for other in list(entry.similar):
                self._unrelate(entry, other)
        if threshold != self._threshold:
            self._threshold = threshold
            self._like_others.clear()
            self._related = 0
            for entry in self._entries.values():
                entry.similar.clear()
            self._relate_all()

    def _add(self, bodies: Sequence[Prose]) -> None:
        added = {body: _Entry(read=body) for body in bodies}
        self._entries.update(added)
        for body, entry in added.items():
            self._holders.add(entry, all_shingles(body))
        if len(added) * _FEW > len(self._entries):
            self._relate_all()
        else:
            for entry in added.values():
                self._relate(entry, self._candidates(entry))

    def _candidates(self, entry: _Entry) -> Iterable[_Entry]:
        """Every other entry that one entry may be similar to."""
        if not entry.may_be_like_any(self._threshold):
            return ()
        if self._threshold <= 0 or len(self._entries) <= _ALL:
            return self._entries.values()
        least, most = entry.similar_sizes(self._threshold)
        candidates: dict[_Entry, None] = {}
        for shingle in self._holders.rarest(entry, self._threshold):
            for other in self._holders.of(shingle):
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
            rarest = self._holders.rarest(entry, self._threshold)
            if not rarest:  # it shares too little with all others together
                continue
            least, _ = entry.similar_sizes(self._threshold)
            candidates: dict[_Entry, None] = {}
            for shingle in rarest:
                candidates |= {other: None for other in indexed.get(shingle, ()) if len(other.shingles) >= least}
            self._relate(entry, candidates)
            # A longer body that shares the threshold's part of both shares more than that of this one.
            part = 2 * self._threshold / (1 + self._threshold)
            for shingle in rarest[: entry.prefix_length(part)]:
                indexed.setdefault(shingle, []).append(entry)

    def _relate(self, entry: _Entry, candidates: Iterable[_Entry]) -> None:
        """Compare an entry with each of some others, and note those it is similar to."""
        if not entry.shingles:
            return
        for other in candidates:
            if other is entry or other in entry.similar or not other.shingles:
                continue
            like = entry.likeness(other, len(entry.shingles.keys() & other.shingles.keys()))
            if like.score >= self._threshold:
                self._related += 1
                if self._related > MOST_PAIRS:
                    raise _TooManyPairsError
                entry.similar[other] = other.similar[entry] = like
                self._like_others.update((entry, other))
                self._pairs = None

    def _unrelate(self, entry: _Entry, other: _Entry) -> None:
        """Note that two entries are similar no more."""
        self._related -= 1
        del entry.similar[other], other.similar[entry]
        self._like_others.difference_update(one for one in (entry, other) if not one.similar)


_ALL: Final = 12
"""Up to so many entries, comparing with all is quicker than choosing whom to compare with."""
_FEW: Final = 4
"""All entries are compared anew when more than one in `_FEW` is new."""
