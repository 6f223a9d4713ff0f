"""Words of a text: as tokens for similarity, and as terms for feature claims.

A word is a run of letters, digits and marks with apostrophes inside it; a hyphen parts words; each Han or kana
character is a word of its own; Thai, Lao, Khmer and Myanmar are parted by spaces and U+200B alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import regex

from reachweaver.text.characters import IDEOGRAPH
from reachweaver.text.folding import fold_case_of
from reachweaver.text.plurals import forms, singular
from reachweaver.text.prose import Prose

URL_WORD: Final = "://"
"""The one token that every URL is."""


@dataclass(frozen=True, slots=True)
class Term:
    """One word of a feature claim."""

    word: str
    """The folded word, as written."""
    term: str
    """The word without its possessive and in the singular: what is looked up in `term_set` and reported."""
    start: int
    end: int
    """Offsets into `Prose.folded`, the possessive included."""


def tokens(prose: Prose) -> Iterator[str]:
    """The words of a text in order, folded, with `URL_WORD` for each URL."""
    at = 0
    for url in prose.urls:
        yield from _WORD.findall(fold_case_of(prose.plain.text[at : url.start]))
        yield URL_WORD
        at = url.end
    yield from _WORD.findall(fold_case_of(prose.plain.text[at:]))


def terms(prose: Prose, start: int, end: int) -> tuple[Term, ...]:
    """The words of folded[start:end] in order, without those in URLs; offsets into `folded`.

    A bare host name is read as words: in "works with example.org" it is what is claimed.
    """
    return tuple(_term(word) for word in _outside_urls(prose, start, end))


def term_set(prose: Prose) -> frozenset[str]:
    """Everything that `Term.term` of a claim may be for the text to hold the word, in singular or plural."""
    words = (_without_possessive(word[0]) for word in _outside_urls(prose, 0, len(prose.folded.text)))
    return frozenset(form for word in words for form in forms(word))


_CHAR = rf"[[\p{{L}}\p{{M}}\p{{N}}]--{IDEOGRAPH}]"
_WORD = regex.compile(rf"{IDEOGRAPH}\p{{M}}*+|{_CHAR}++(?:'{_CHAR}++)*+", regex.V1)


def _outside_urls(prose: Prose, start: int, end: int) -> Iterator[regex.Match[str]]:
    """Matches of the words of folded[start:end] that are not part of a URL."""
    text = prose.folded.text
    at = start
    for url in prose.urls:
        if url.is_bare_host:
            continue
        url_start, url_end = prose.folded_span(url.start, url.end)
        if url_end > at and url_start < end:
            yield from _WORD.finditer(text, at, max(at, url_start))
            at = url_end
    yield from _WORD.finditer(text, min(at, end), end)


def _term(word: regex.Match[str]) -> Term:
    return Term(word[0], singular(_without_possessive(word[0])), word.start(), word.end())


def _without_possessive(word: str) -> str:
    return word.removesuffix("'s")
