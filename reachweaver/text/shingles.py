"""Similarity of two texts: the Jaccard index of their sets of word 3-grams (specification, check 4).

A text of one or two words is one shingle; a text without words has none, and is like no other text.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set as AbstractSet
from itertools import chain
from typing import Final

from reachweaver.text.prose import Prose
from reachweaver.text.words import tokens

SIZE: Final = 3
"""Words in a shingle."""
ROUNDING: Final = 1e-9
"""More than the error of a float product, less than any difference between two similarities."""


def shingles(prose: Prose) -> frozenset[str]:
    """The runs of three words of a text, each as its words with a space between (a word holds none)."""
    return frozenset(all_shingles(prose))


def all_shingles(prose: Prose) -> list[str]:
    """The same in the order of the text, each as often as the text has it."""
    return [*_runs(tokens(prose))]


def changed_shingles(former: Prose, prose: Prose) -> dict[str, int]:
    """How many times more than its former version a text has a shingle: fewer where negative, as many times where 0.

    Only words near those that have changed are read; of shingles that are left out, it has as many.
    """
    before, after = _changed_words(former, prose)
    changes: dict[str, int] = {}
    for shingle in _runs(after):
        changes[shingle] = changes.get(shingle, 0) + 1
    for shingle in _runs(before):
        changes[shingle] = changes.get(shingle, 0) - 1
    return changes


def most_changed(former: Prose, prose: Prose) -> int | None:
    """How many shingles one version of a text can at most have that the other has not, told without reading its words.

    None when something else was done than typing or taking out at one place.
    """
    shorter, longer = sorted((former.plain.text, prose.plain.text), key=len)
    grown, first = len(longer) - len(shorter), _common_start(shorter, longer)
    if shorter[first:] != longer[first + grown :]:
        return None
    end = longer.find(" ", first + grown)
    changed = longer[longer.rfind(" ", 0, first) + 1 : end if end >= 0 else len(longer)]
    # Something stands between two words, but for those of scripts without spaces.
    words = (len(changed) + 1) // 2 if changed.isascii() else len(changed)
    return words + SIZE - 1


def similarity(left: AbstractSet[str], right: AbstractSet[str]) -> float:
    """How much of two sets of shingles is common to both: 0.0 to 1.0, and 0.0 when either is empty."""
    return jaccard_index(len(left & right), len(left), len(right))


def jaccard_index(common: int, left: int, right: int) -> float:
    """The similarity of two sets of these sizes that have so many shingles in common."""
    return common / (left + right - common) if common else 0.0


def similar_pairs(sets: Sequence[frozenset[str]], threshold: float) -> Iterator[tuple[int, int, float]]:
    """Every pair of sets at or above the threshold: later place, earlier place, similarity, in this order.

    Whoever takes the first few pays for no more than these. Two sets that are alike enough share one of the few rarest
    shingles of either, so that only such are compared.
    """
    counts = Counter(chain.from_iterable(sets))
    holders: dict[str, list[int]] = {}
    before: list[int] = []
    for later, own in enumerate(sets):
        if not own:
            continue
        sought = len(own) - math.ceil(threshold * len(own) - ROUNDING) + 1
        rarest = sorted(own, key=lambda shingle: (counts[shingle], shingle))[:sought]
        found = {place for shingle in rarest for place in holders.get(shingle, ())} if threshold > 0 else before
        for earlier in sorted(found):
            score = similarity(sets[earlier], own)
            if score >= threshold:
                yield later, earlier, score
        before.append(later)
        for shingle in rarest:
            holders.setdefault(shingle, []).append(later)


def jaccard(left: str, right: str) -> float:
    """The similarity of two texts: 0.0 (nothing in common) to 1.0 (identical wording), not rounded."""
    return similarity(shingles(Prose(left)), shingles(Prose(right)))


_NEAR: Final = SIZE
"""Spaces to go from a change, so that in most texts two whole words stand before it, and two behind it."""


def _runs(words: Sequence[str]) -> Iterable[str]:
    if len(words) < SIZE:
        return (" ".join(words),) if words else ()
    return map(" ".join, zip(words, words[1:], words[2:], strict=False))


def _changed_words(former: Prose, prose: Prose) -> tuple[list[str], list[str]]:
    """Words of a text's former version, and those in their place: all, or some that leave the shingles around as they are.

    What is cut out from one space to another has the words that it has in the whole text: no word has a space in it, no
    URL either, and whether something is a URL is said by what stands between spaces.
    """
    was, now = former.plain.text, prose.plain.text
    grown, first = len(now) - len(was), _common_start(was, now)
    start, end = _space_before(now, first), _space_behind(now, first + max(grown, 0))
    if was[end - grown :] == now[end:]:
        before, after = tokens(former, start, end - grown), tokens(prose, start, end)
        has_three = min(len(before), len(after)) >= SIZE
        begins_alike = not start or (has_three and before[:2] == after[:2])
        ends_alike = end == len(now) or (has_three and before[-2:] == after[-2:])
        if begins_alike and ends_alike:
            return before, after
    return tokens(former), tokens(prose)


def _common_start(left: str, right: str) -> int:
    """How many characters both begin with."""
    least, most = 0, min(len(left), len(right))
    while least < most:
        middle = (least + most + 1) // 2
        if left[least:middle] == right[least:middle]:
            least = middle
        else:
            most = middle - 1
    return least


def _space_before(text: str, at: int) -> int:
    """Where a space stands a few words before `at`, else 0."""
    for _ in range(_NEAR):
        at = max(text.rfind(" ", 0, at), 0)
    return at


def _space_behind(text: str, at: int) -> int:
    """Where a space stands a few words behind `at`, else the text's end."""
    for _ in range(_NEAR):
        at = text.find(" ", at + 1)
        if at < 0:
            return len(text)
    return at
