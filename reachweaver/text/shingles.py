"""Similarity of two texts: the Jaccard index of their sets of word 3-grams (specification, check 4).

A text of one or two words is one shingle; a text without words has none, and is like no other text.
"""

from __future__ import annotations

from typing import Final

from reachweaver.text.prose import Prose
from reachweaver.text.words import tokens

SIZE: Final = 3
"""Words in a shingle."""


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


def jaccard(left: str, right: str) -> float:
    """The similarity of two texts: 0.0 (nothing in common) to 1.0 (identical wording), not rounded."""
    return similarity(shingles(Prose(left)), shingles(Prose(right)))
