"""The sentences of an evidence item that have what a text claims, and the words in them: for showing, not for judging.

Takes an evidence item and a grounded entry or finding of a report; gives passages. The checks have decided already
whether the item counts; this says where in it a reader should look.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from reachweaver.campaign import Evidence
from reachweaver.checks.needs_human_review.feature_words import GENERIC, STOPWORDS
from reachweaver.numbers import Number, NumberIndex, read_numbers
from reachweaver.report import Finding, Grounded
from reachweaver.text.prose import Prose, fold_phrase
from reachweaver.text.sentences import sentences
from reachweaver.text.spans import merged
from reachweaver.text.words import terms

MOST_PASSAGES = 3
"""Sentences of one item that are shown; the words of a feature may be scattered over many."""
LONGEST_SENTENCE = 300
"""Code points of a sentence that are shown; a longer one is cut around its first words."""

Span = tuple[int, int]
"""Code points of a text, 0-based, end exclusive."""

_PHRASES = frozenset({"quote", "testimonial", "partnership", "superlative"})
_CLOSING = " \t\r\n.,;:!?'\"‘’“”«»。、–—-*_~"


class Piece(NamedTuple):
    """A run of characters of a sentence, as written."""

    text: str
    counts: bool
    """Whether these are the words that the entry is about."""


Passage = tuple[Piece, ...]
"""One sentence of an evidence item, in pieces; cut with `…` where it is very long."""


def passages_of(evidence: Evidence, entry: Grounded | Finding, body: Prose) -> tuple[Passage, ...]:
    """The sentences of an item that have what an entry of a report is about, at most `MOST_PASSAGES`.

    Without such words it is the item's first sentence. Nothing comes of an item without any text.

    Args:
        evidence: The item, one of the entry's `matched_evidence`.
        entry: An entry about a span of the body.
        body: The body in which the entry stands.
    """
    found: list[Passage] = []
    for text in evidence.texts:
        found += _marked(text, merged(_places(entry, body, _prose_of(text))))
    if not found:
        found = [_passage(text, sentence, ()) for text in evidence.texts for sentence in sentences(text)][:1]
    return tuple(found[:MOST_PASSAGES])


def _places(entry: Grounded | Finding, body: Prose, text: Prose) -> Iterator[Span]:
    kind = _kind(entry)
    if kind == "feature":
        yield from _same_words(_feature_words(entry), text)
    elif kind in _PHRASES:
        yield from _same_phrase(entry.span or "", text)
    elif kind != "release":
        yield from _same_numbers(entry, body, text)
        if kind == "customer_count":
            yield from _same_words(_words(entry.span or ""), text)


def _kind(entry: Grounded | Finding) -> str | None:
    if isinstance(entry, Grounded):
        return entry.type
    return "release" if entry.code == "unsupported_release" else entry.category


def _feature_words(entry: Grounded | Finding) -> frozenset[str]:
    missing = entry.missing_terms if isinstance(entry, Finding) else None
    return frozenset(missing) if missing else _words(entry.span or "") - GENERIC


def _words(text: str) -> frozenset[str]:
    prose = Prose(text)
    found = terms(prose, 0, len(prose.folded.text))
    return frozenset(word.term for word in found if STOPWORDS.isdisjoint((word.word, word.term)))


def _same_words(wanted: frozenset[str], text: Prose) -> Iterator[Span]:
    for word in terms(text, 0, len(text.folded.text)):
        if word.term in wanted:
            yield text.span_of_folded(word.start, word.end)[1:]


def _same_phrase(phrase: str, text: Prose) -> Iterator[Span]:
    for folded in dict.fromkeys((fold_phrase(phrase), fold_phrase(phrase.strip(_CLOSING)))):
        places = [text.span_of_folded(*place)[1:] for place in text.find_phrase(folded, across_blank_lines=True)]
        if places:
            yield from places
            return


def _same_numbers(entry: Grounded | Finding, body: Prose, text: Prose) -> Iterator[Span]:
    claimed = [number for number in _numbers_of(body) if _is_inside(entry, body, number)]
    end = 0
    for number in _numbers_of(text):
        if number.start >= end and any(NumberIndex([number]).grounds(one) for one in claimed):
            end = number.end
            yield text.span_of_plain(number.start, number.end)[1:]


# A preview asks for the passages of the same few texts once for each of a body's entries.
@lru_cache(maxsize=32)
def _prose_of(text: str) -> Prose:
    return Prose(text)


@lru_cache(maxsize=32)
def _numbers_of(text: Prose) -> tuple[Number, ...]:
    return tuple(_all_numbers(read_numbers(text)))


def _all_numbers(numbers: Iterable[Number]) -> Iterator[Number]:
    """Numbers in text order, each followed by those that the same characters may be read as."""
    for number in numbers:
        yield number
        for alternative in number.alternatives:
            yield from alternative


def _is_inside(entry: Grounded | Finding, body: Prose, number: Number) -> bool:
    _, start, end = body.span_of_plain(number.start, number.end)
    return entry.start is not None and entry.end is not None and entry.start <= start and end <= entry.end


def _marked(text: str, places: Sequence[Span]) -> Iterator[Passage]:
    for sentence in sentences(text):
        inside = [place for place in places if sentence[0] <= place[0] < sentence[1]]
        if inside:
            yield _passage(text, sentence, inside)


def _passage(text: str, sentence: Span, places: Sequence[Span]) -> Passage:
    start, end = _cut(sentence, (places[0] if places else sentence)[0])
    pieces = [Piece("…", counts=False)] if start > sentence[0] else []
    at = start
    for place in places:
        first, last = max(place[0], at), min(place[1], end)
        if first < last:
            pieces += [Piece(text[at:first], counts=False), Piece(text[first:last], counts=True)]
            at = last
    rest = text[at:end] if end < sentence[1] else text[at:end].rstrip()
    pieces.append(Piece(rest + ("…" if end < sentence[1] else ""), counts=False))
    return tuple(piece for piece in pieces if piece.text)


def _cut(sentence: Span, first_word: int) -> Span:
    """The part of a sentence that is shown: all of it, or what stands around its first word that counts."""
    start, end = sentence
    if end - start <= LONGEST_SENTENCE:
        return sentence
    start = max(start, min(first_word - LONGEST_SENTENCE // 3, end - LONGEST_SENTENCE))
    return start, start + LONGEST_SENTENCE
