"""Similarity of two texts: the Jaccard index of their sets of word 3-grams (specification, check 4).

A text of one or two words is one shingle; a text without words has none, and is like no other text.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
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
    words = tokens(prose)
    if len(words) < SIZE:
        return frozenset((" ".join(words),)) if words else frozenset()
    return frozenset(map(" ".join, zip(words, words[1:], words[2:], strict=False)))


def similarity(left: frozenset[str], right: frozenset[str]) -> float:
    """How much of two sets of shingles is common to both: 0.0 to 1.0, and 0.0 when either is empty."""
    common = len(left & right)
    return common / (len(left) + len(right) - common) if common else 0.0


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
