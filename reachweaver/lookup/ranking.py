"""Which blocks of a page have a claim's words, best first: BM25 over the page's own blocks (Receipt v1, *Look-up*).

Takes texts and a claim, gives places and scores. It finds what has words in common and judges nothing.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

import regex

from reachweaver.data import dataclass
from reachweaver.text.characters import INVISIBLE

K1: Final = 1.2
B: Final = 0.75
PREFIX: Final = 4
"""Characters that a word has to have to stand for longer ones that begin with it."""

_TOKEN: Final = re.compile(r"[a-z0-9]{3,}")
_INVISIBLE: Final = regex.compile(rf"[{INVISIBLE}]++", regex.VERSION1)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A block that has enough of the claim's words."""

    index: int
    score: float
    """Rounded to 4 places."""


def terms_of(claim: str) -> tuple[str, ...]:
    """The claim's terms, each once, in order."""
    return tuple(dict.fromkeys(_tokens(claim)))


def fewest_terms(count: int) -> int:
    """How many of a claim's terms a block must match: 40 %, rounded up, and one at least."""
    return max(1, -(-2 * count // 5))


def rank(claim: str, texts: Sequence[str]) -> tuple[Ranked, ...]:
    """The blocks that match enough of the claim's terms, best first; of equals the earlier one."""
    terms = terms_of(claim)
    index = _Index(texts)
    matched: Counter[int] = Counter()
    scores: defaultdict[int, float] = defaultdict(float)
    for term in terms:
        frequencies = index.frequencies(term)
        weight = math.log(1 + (len(texts) - len(frequencies) + 0.5) / (len(frequencies) + 0.5))
        for place, frequency in frequencies.items():
            matched[place] += 1
            scores[place] += weight * frequency * (K1 + 1) / (frequency + K1 * index.length_factor(place))
    floor = fewest_terms(len(terms))
    found = [Ranked(place, round(scores[place], 4)) for place in sorted(scores) if matched[place] >= floor]
    return tuple(sorted(found, key=lambda ranked: -ranked.score))


def _tokens(text: str) -> list[str]:
    # Soft hyphens and the like say where a word may break, and part none.
    return _TOKEN.findall(_INVISIBLE.sub("", text.lower()))


class _Index:
    """The tokens of all blocks; each distinct one is compared with a term once."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._blocks: defaultdict[str, list[int]] = defaultdict(list)
        self._lengths: list[int] = []
        for place, text in enumerate(texts):
            found = _tokens(text)
            self._lengths.append(len(found))
            for token in found:
                self._blocks[token].append(place)
        self._average = sum(self._lengths) / len(texts) if texts else 0.0

    def length_factor(self, place: int) -> float:
        """How long a block is among the others, as BM25 weighs it."""
        return 1 - B + B * self._lengths[place] / self._average

    def frequencies(self, term: str) -> Counter[int]:
        """By block, how often it has the term; once where the term merely stands inside words."""
        found: Counter[int] = Counter()
        inside: set[int] = set()
        for token, places in self._blocks.items():
            if _stands_for(token, term):
                found.update(places)
            elif term in token:
                inside.update(places)
        for place in inside:
            found.setdefault(place, 1)
        return found


def _stands_for(token: str, term: str) -> bool:
    if token == term:
        return True
    shorter, longer = (token, term) if len(token) < len(term) else (term, token)
    return len(shorter) >= PREFIX and longer.startswith(shorter)
