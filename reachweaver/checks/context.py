"""What a check gets to see: one variant's body and everything that the verdict on it depends on.

A check never sees JSON, escapes, files or positions in a file: only text, offsets into the body and rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from reachweaver.brand import AppliedRules
from reachweaver.data import dataclass
from reachweaver.numbers import Number, NumberIndex, Reading, read_numbers, settle
from reachweaver.optout import OptOut
from reachweaver.report import Finding, Grounded
from reachweaver.text.folding import BLANK_LINE
from reachweaver.text.lazy import lazy
from reachweaver.text.prose import Prose
from reachweaver.text.words import term_set

Key = TypeVar("Key", Reading, str)


class EvidenceText:
    """One evidence item as text to match against; claim and excerpt are read separately.

    Made once per evidence item and shared by all variants, so that what is derived from it is computed once.
    """

    def __init__(self, evidence_id: str, texts: tuple[str, ...], *, is_release: bool = False) -> None:
        self.id = evidence_id
        self.proses = tuple(Prose(text) for text in texts)
        self.is_release = is_release
        """Whether `kind` is `release` or the source URL has a path segment `releases`."""

    @lazy
    def numbers(self) -> NumberIndex:
        """Every number of claim and excerpt, ready for look-up."""
        return NumberIndex(number for prose in self.proses for number in read_numbers(prose))

    @lazy
    def terms(self) -> frozenset[str]:
        """Every word of claim and excerpt, folded as feature claims are (plurals, possessives)."""
        return frozenset().union(*(term_set(prose) for prose in self.proses))

    def contains_phrase(self, folded: str) -> bool:
        """Whether claim or excerpt contains `folded` (already folded text) as whole words."""
        # Beyond ASCII there are phrases that may be written with word breaks or without.
        if folded.isascii() and folded not in self._searchable:
            return False
        return any(prose.contains_phrase(folded) for prose in self.proses)

    @lazy
    def _searchable(self) -> str:
        return BLANK_LINE.join(prose.searchable for prose in self.proses)


class EvidencePool:
    """All evidence that a campaign declares, to be asked what holds a number, a word or a phrase.

    Made once per campaign and shared by all variants. Answers are in the order of declaration.
    """

    def __init__(self, items: Iterable[EvidenceText] = ()) -> None:
        self.items = tuple(items)
        self._cited: dict[tuple[str, ...], tuple[EvidenceText, ...]] = {}
        self._by_phrase: dict[str, list[EvidenceText]] = {}

    def with_ids(self, ids: tuple[str, ...]) -> tuple[EvidenceText, ...]:
        """The items of these ids."""
        if ids not in self._cited:
            if len(self._cited) >= _MOST_ANSWERS:
                self._cited.clear()
            self._cited[ids] = tuple(self._all_at(self._by_id, ids))
        return self._cited[ids]

    def with_number(self, number: Number) -> list[EvidenceText]:
        """The items that ground a number."""
        return self._all_at(self._by_reading, number.readings)

    def with_any_term(self, terms: Iterable[str]) -> list[EvidenceText]:
        """The items that have at least one of the terms."""
        return self._all_at(self._by_term, terms)

    def with_phrase(self, folded: str) -> list[EvidenceText]:
        """The items that contain `folded` (already folded text) as whole words."""
        if folded not in self._by_phrase:
            if len(self._by_phrase) >= _MOST_ANSWERS:
                self._by_phrase.clear()
            self._by_phrase[folded] = [item for item in self.items if item.contains_phrase(folded)]
        return self._by_phrase[folded]

    def _all_at(self, places: dict[Key, list[int]], keys: Iterable[Key]) -> list[EvidenceText]:
        found = {place for key in keys for place in places.get(key, ())}
        return [self.items[place] for place in sorted(found)]

    @lazy
    def _by_id(self) -> dict[str, list[int]]:
        return _places((item.id,) for item in self.items)

    @lazy
    def _by_reading(self) -> dict[Reading, list[int]]:
        return _places(item.numbers.readings for item in self.items)

    @lazy
    def _by_term(self) -> dict[str, list[int]]:
        return _places(item.terms for item in self.items)


_MOST_ANSWERS = 1000
"""Answers of one kind that a pool remembers."""


def _places(keys_of_items: Iterable[Iterable[Key]]) -> dict[Key, list[int]]:
    """The items that have a key, by their place, ascending."""
    places: dict[Key, list[int]] = {}
    for place, keys in enumerate(keys_of_items):
        for key in keys:
            places.setdefault(key, []).append(place)
    return places


@dataclass(frozen=True, kw_only=True)
class CheckContext:
    """One variant, ready to be checked."""

    body: Prose
    part_starts: tuple[int, ...] = ()
    """Where the second and later parts of a thread or carousel begin in the body."""
    cited: tuple[EvidenceText, ...]
    """Evidence that the variant cites, in the order of declaration."""
    declared: EvidencePool
    """All evidence, cited or not."""
    rules: AppliedRules
    """The brand's rules merged with the account's (see `reachweaver.brand`)."""
    optout: OptOut
    cta_url: str | None = None
    cta_phrase: str | None = None

    @lazy
    def settled_numbers(self) -> tuple[Number, ...]:
        """The body's numbers in text order, each read as evidence bears it out: `10 000` may be two numbers."""
        settled: list[Number] = []
        for number in read_numbers(self.body, self.part_starts):
            if number.alternatives:
                settled += settle(number, self._is_cited, self._is_declared)
            else:
                settled.append(number)
        return tuple(settled)

    def _is_cited(self, number: Number) -> bool:
        return any(item.numbers.grounds(number) for item in self.cited)

    def _is_declared(self, number: Number) -> bool:
        return self._is_cited(number) or bool(self.declared.with_number(number))

    def uncited(self, items: Iterable[EvidenceText]) -> list[EvidenceText]:
        """Those of some declared items that the variant does not cite."""
        cited = frozenset(self.cited)
        return [item for item in items if item not in cited]


Check = Callable[[CheckContext], Iterable[Finding | Grounded]]
"""A check: a plain function from a context to findings and grounded entries, in any order."""


def ids(evidence: Iterable[EvidenceText]) -> tuple[str, ...]:
    """The ids of evidence items, in order."""
    return tuple([item.id for item in evidence])
