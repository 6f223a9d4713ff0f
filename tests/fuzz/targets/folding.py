"""Folding and all that reads words: every folded character knows where it came from, and no span leaves the text.

Texts: the text, a phrase to look for in it.
"""

from __future__ import annotations

from itertools import pairwise

from reachweaver.text.characters import shape
from reachweaver.text.folding import FoldedText
from reachweaver.text.prose import Prose, fold_phrase
from reachweaver.text.sentences import sentences
from reachweaver.text.shingles import shingles, similarity
from reachweaver.text.urls import address_of
from reachweaver.text.words import term_set, terms, tokens
from tests.fuzz.reading import texts_of


def check(data: bytes) -> None:
    """Everything that holds for a text and a phrase."""
    text, phrase = texts_of(data, 2)
    prose = Prose(text)
    for folded in (prose.plain, prose.folded):
        check_map(folded)
    assert len(prose.searchable) == len(prose.folded.text)
    assert len(prose.shape) == len(prose.lowered) == len(prose.plain.text)
    assert len(shape(prose.folded.text)) == len(prose.folded.text)
    check_names(prose)
    check_words(prose)
    check_phrase(prose, fold_phrase(phrase))
    check_phrase(prose, fold_phrase(text[len(text) // 3 : 2 * len(text) // 3]))


def check_map(folded: FoldedText) -> None:
    """Starts and ends never run backwards and never leave the original."""
    length = len(folded.original)
    assert len(folded.text) == len(folded.starts) == len(folded.ends)
    for starts in (folded.starts, folded.ends):
        assert all(one <= other for one, other in pairwise(starts))
    assert all(0 <= start < end <= length for start, end in zip(folded.starts, folded.ends, strict=True))
    for start in range(0, len(folded.text) + 1, max(1, len(folded.text) // 7)):
        for end in (start, start + 1, len(folded.text)):
            first, last = folded.original_span(start, min(end, len(folded.text)))
            assert 0 <= first <= last <= length


def check_names(prose: Prose) -> None:
    """URLs, addresses, mentions and hashtags stand in the text, one behind the other, and are what they look like."""
    text = prose.plain.text
    urls = [(url.start, url.end) for url in prose.addresses.urls]
    mentions = [(mention.start, mention.end) for mention in prose.addresses.mentions]
    for spans in (urls, mentions, list(prose.addresses.emails), list(prose.addresses.hashtags)):
        assert all(0 <= start < end <= len(text) for start, end in spans)
        assert all(one[1] <= other[0] for one, other in pairwise(spans))
    # `#a@b.example` is a hashtag and an address; nothing else is two things.
    for others in (
        sorted([*urls, *mentions, *prose.addresses.emails]),
        sorted([*urls, *mentions, *prose.addresses.hashtags]),
    ):
        assert all(one[1] <= other[0] for one, other in pairwise(others)), "names overlap"
    assert all("@" in text[start:end] for start, end in prose.addresses.emails)
    assert all(text[start] in "#＃" for start, _ in prose.addresses.hashtags)
    for url in prose.addresses.urls:
        address_of(text[url.start : url.end])


def check_words(prose: Prose) -> None:
    """Words stand where they say, sentences follow one another, and a text is like itself."""
    length = len(prose.folded.text)
    found = terms(prose, 0, length)
    assert all(0 <= term.start < term.end <= length for term in found)
    assert {term.term for term in found} <= term_set(prose) or not found
    assert all(tokens(prose))
    spans = list(sentences(prose.original))
    assert all(0 <= start <= end <= len(prose.original) for start, end in spans)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
    own = shingles(prose)
    assert similarity(own, own) in ((1.0,) if own else (0.0, 1.0))


def check_phrase(prose: Prose, phrase: str) -> None:
    """A phrase is found where it stands; folding it again changes nothing that matters for finding it."""
    for start, end in prose.find_phrase(phrase):
        assert 0 <= start < end <= len(prose.folded.text)
        assert prose.searchable[start:end].replace(" ", "") == phrase.replace(" ", "")
        span, first, last = prose.span_of_folded(start, end)
        assert span == prose.original[first:last]
    assert prose.contains_phrase(phrase) == any(True for _ in prose.find_phrase(phrase, across_blank_lines=True))
