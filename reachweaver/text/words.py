"""Words of a text: as tokens for similarity, and as terms for feature claims.

A word is a run of letters, digits and marks with apostrophes inside it; a hyphen parts words; each Han or kana
character is a word of its own; Thai, Lao, Khmer and Myanmar are parted by spaces and U+200B alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from string import ascii_letters, digits
from typing import Final

from reachweaver.data import dataclass
from reachweaver.text.characters import BREAKING, FRACTION, HANGUL, IDEOGRAM, IN_URL, LETTER, MARK, OTHER, shape
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


def tokens(prose: Prose, start: int = 0, end: int | None = None) -> list[str]:
    """The words of plain[start:end] in order, folded, with `URL_WORD` for each URL; no URL may reach out of it."""
    end = len(prose.plain.text) if end is None else end
    found: list[str] = []
    for url in prose.addresses.urls:
        if start <= url.start < end:
            found += [*_words(prose, start, url.start), URL_WORD]
            start = url.end
    return found + _words(prose, start, end)


def terms(prose: Prose, start: int, end: int) -> tuple[Term, ...]:
    """The words of folded[start:end] in order, without those in URLs; offsets into `folded`.

    A bare host name is read as words: in "works with example.org" it is what is claimed.
    """
    return terms_of(prose.folded.text, start, end, url_spans(prose))


def url_spans(prose: Prose) -> list[tuple[int, int]]:
    """Where the URLs stand in `folded`, bare host names left out."""
    return [prose.folded_span(url.start, url.end) for url in prose.addresses.urls if not url.is_bare_host]


def terms_of(folded: str, start: int, end: int, urls: Iterable[tuple[int, int]]) -> tuple[Term, ...]:
    """The same for a text under `fold_case`, and where URLs stand in it, in order."""
    found: list[Term] = []
    for first, last in _around(urls, start, end):
        piece = folded[first:last]
        for match in _WORD.finditer(shape(piece)):
            word_start, word_end = match.span()
            word = piece[word_start:word_end]
            found.append(Term(word, singular(_without_possessive(word)), first + word_start, first + word_end))
    return tuple(found)


def term_set(prose: Prose) -> frozenset[str]:
    """Everything that `Term.term` of a claim may be for the text to hold the word, in singular or plural."""
    folded = prose.folded.text
    if folded.isascii() and not prose.addresses.urls:
        words = set(_ascii_words(folded))
    else:
        words = {term.word for term in terms(prose, 0, len(folded))}
    return frozenset().union(*map(forms, map(_without_possessive, words)))


_IN_WORD = f"0-9A-Za-z{LETTER}{HANGUL}{BREAKING}{MARK}{FRACTION}"
# Of the standard library: several times as quick as the same of the package `regex`.
_WORD = re.compile(rf"{IDEOGRAM}{MARK}*+|[{_IN_WORD}]++(?:'[{_IN_WORD}]++)*+")


def _words(prose: Prose, start: int, end: int) -> list[str]:
    """The folded words of plain[start:end]."""
    if prose.folded.starts is prose.plain.starts:  # character for character
        folded = prose.folded.text[start:end]
    else:
        folded = fold_case_of(prose.plain.text[start:end])
    if not prose.folded.has_letters:
        return _ascii_words(folded)
    shaped = shape(folded)
    if not shaped.isascii():
        shaped = shaped.replace(OTHER, " ").replace(IN_URL, " ")  # what most of them are that are no letters
    if shaped.isascii():
        return _ascii_words(shaped)
    return [folded[match.start() : match.end()] for match in _WORD.finditer(shaped)]


_IN_ASCII_WORD = frozenset((ascii_letters + digits + "'").encode())
_WORDS_APART = bytes(code if code in _IN_ASCII_WORD else ord(" ") for code in range(256))


def _ascii_words(text: str) -> list[str]:
    """The words of a text that has no others: cut at all else, and only where it matters at apostrophes."""
    words = text.encode("ascii", "replace").translate(_WORDS_APART).decode("ascii").split()
    if "'" not in text:
        return words
    return [word for piece in words for word in (_WORD.findall(piece) if "'" in piece else (piece,))]


def _around(spans: Iterable[tuple[int, int]], start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of start..end around some spans, which are in order."""
    for span_start, span_end in spans:
        if span_end > start and span_start < end:
            yield start, max(start, span_start)
            start = span_end
    if start < end:
        yield start, end


def _without_possessive(word: str) -> str:
    return word.removesuffix("'s")
