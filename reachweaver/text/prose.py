"""A text under the contract's folding (section 6), with the way back to its original offsets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from string import ascii_letters, digits

import regex

from reachweaver.text.addresses import Addresses, find_addresses
from reachweaver.text.characters import WORD, WORD_BREAKING, WORD_END, WORD_START, shape
from reachweaver.text.folding import BLANK_LINE, FoldedText, fold_case, fold_plain
from reachweaver.text.lazy import lazy
from reachweaver.text.mentions import Mention
from reachweaver.text.patterns import Pattern
from reachweaver.text.spans import Spans
from reachweaver.text.urls import Url

__all__ = ["FoldedText", "Mention", "Prose", "Url", "fold_phrase"]


class Prose:
    """One text (a body, a claim, an excerpt) and its foldings, each computed once on first use."""

    def __init__(self, original: str) -> None:
        self.original = original

    @lazy
    def plain(self) -> FoldedText:
        """NFKC (superscripts, vulgar fractions, circled numbers excepted), case and quote marks kept."""
        return fold_plain(self.original)

    @lazy
    def folded(self) -> FoldedText:
        """`plain` with case folded, quote marks straight, hyphens alike: what phrases are compared under."""
        return fold_case(self.plain)

    @lazy
    def searchable(self) -> str:
        """`folded.text` with every white space a space: same length, same offsets as `folded`."""
        return _with_spaces(self.folded.text)

    @lazy
    def shape(self) -> str:
        """`plain.text` with one of a few characters for each that is not ASCII (see `reachweaver.text.characters`)."""
        return shape(self.plain.text)

    @lazy
    def lowered(self) -> str:
        """`plain.text` in lower case, with the same offsets."""
        text = self.plain.text
        lower = text.lower()
        if len(lower) == len(text):
            return lower
        return "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in text)

    @lazy
    def ascii_words(self) -> frozenset[str]:
        """The runs of ASCII letters in `lowered`, and `#` if there is one: what a text without them cannot say."""
        words = frozenset(self._letters.split())
        return words | {"#"} if "#" in self.plain.text else words

    def forget_words(self) -> None:
        """Let go of `ascii_words` until somebody asks again: they are half of what a text that was checked takes up."""
        vars(self).pop("ascii_words", None)

    def places_of(self, words: Iterable[str]) -> list[int]:
        """Where some of `ascii_words` begin in `lowered`, ascending."""
        places = []
        for word in words:
            text, sought = (self.plain.text, word) if word == "#" else (self._letters, f" {word} ")
            at = text.find(sought)
            while at >= 0:
                places.append(at)
                at = text.find(sought, at + 1)
        return sorted(places)

    @lazy
    def _letters(self) -> str:
        """`lowered` with a space for everything but ASCII letters, and one before it and behind it."""
        # Under NFKC there is no other letter whose lower case is one of ASCII, as that of the Kelvin sign is.
        return f" {self.plain.text.encode('ascii', 'replace').translate(_LETTERS_ONLY).decode('ascii')} "

    @lazy
    def addresses(self) -> Addresses:
        """URLs, e-mail addresses, mentions and hashtags in `plain`."""
        return find_addresses(self.plain.text)

    @lazy
    def names(self) -> Spans:
        """Where the addresses stand: their letters are names, not words."""
        found = self.addresses
        others: tuple[Url | Mention, ...] = (*found.urls, *found.mentions)
        return Spans([*found.emails, *found.hashtags, *[(name.start, name.end) for name in others]])

    def contains_phrase(self, folded: str) -> bool:
        """Whether `searchable` contains `folded` as whole words (no letter, digit or mark on either side)."""
        return _next_occurrence(self.searchable, folded, 0) is not None

    def find_phrase(self, folded: str, *, across_blank_lines: bool = False) -> Iterable[tuple[int, int]]:
        """Offsets into `folded` of each occurrence of a phrase that `fold_phrase` gave, as whole words.

        A word must end at an edge of the phrase only where that edge is a word character of a script written with
        spaces. In Thai, Lao, Khmer and Myanmar a word break (U+200B) may stand, or not, between any two letters.
        """
        # Beyond ASCII there are phrases that may be written with word breaks or without.
        if folded.isascii() and folded not in self.searchable:
            return ()
        return self._occurrences(folded, across_blank_lines=across_blank_lines)

    def _occurrences(self, folded: str, *, across_blank_lines: bool) -> Iterator[tuple[int, int]]:
        at = 0
        while (found := _next_occurrence(self.searchable, folded, at)) is not None:
            start, end = found
            if across_blank_lines or BLANK_LINE not in self.folded.text[start:end]:
                yield start, end
                at = end
            else:
                at = start + 1

    def folded_span(self, start: int, end: int) -> tuple[int, int]:
        """Offsets into `folded` of plain[start:end]."""
        if self.folded.starts is self.plain.starts:
            return start, end  # character for character
        return self.folded.folded_span(*self.plain.original_span(start, end))

    def span_of_plain(self, start: int, end: int) -> tuple[str, int, int]:
        """(original text, original start, original end) of plain[start:end]: what a finding carries."""
        first, last = self.plain.original_span(start, end)
        return self.original[first:last], first, last

    def span_of_folded(self, start: int, end: int) -> tuple[str, int, int]:
        """The same for offsets into `folded`."""
        first, last = self.folded.original_span(start, end)
        return self.original[first:last], first, last


@lru_cache(maxsize=1024)
def fold_phrase(text: str) -> str:
    """A phrase (banned phrase, disclosure, quoted words) as it is looked for in `searchable`: folded, trimmed."""
    return _with_spaces(fold_case(fold_plain(text)).text).strip(" ")


_LETTERS_ONLY = bytes(ord(chr(code).lower()) if chr(code) in ascii_letters else ord(" ") for code in range(256))
_APART = frozenset(("", *map(chr, range(128)))) - {*ascii_letters, *digits, "_"}
"""What stands beside a whole word, with nothing further to look at."""
_WORD_CHAR = Pattern(rf"[{WORD}]")
_WORD_START, _WORD_END = Pattern(WORD_START), Pattern(WORD_END)
_MARK = Pattern(r"\p{M}", regex.V0)
_BETWEEN_LETTERS = Pattern(rf"(?<=[{WORD_BREAKING}]) ?(?=[{WORD_BREAKING}&&\p{{L}}])")


def _with_spaces(text: str) -> str:
    return text.replace("\n", " ").replace(BLANK_LINE, " ")


def _next_occurrence(text: str, phrase: str, at: int) -> tuple[int, int] | None:
    """The first place from `at` on where a phrase stands as whole words."""
    pattern = None if phrase.isascii() else _with_word_breaks(phrase)
    while phrase:
        if pattern is None:
            start = text.find(phrase, at)
            end = start + len(phrase)
        else:
            start, end = match.span() if (match := pattern.search(text, at)) else (-1, -1)
        if start < 0:
            return None
        if _is_whole(text, start, end):
            return start, end
        at = start + 1
    return None


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] neither begins nor ends inside a word."""
    if text[start - 1 : start] in _APART and text[end : end + 1] in _APART:
        return True
    if _MARK.compiled.match(text, end):
        return False
    if _WORD_CHAR.compiled.match(text, end - 1) and not _WORD_END.compiled.match(text, end):
        return False
    return not _WORD_CHAR.compiled.match(text, start) or _WORD_START.compiled.match(text, start) is not None


@lru_cache(maxsize=1024)
def _with_word_breaks(phrase: str) -> regex.Pattern[str] | None:
    """A pattern of a phrase in which words may be parted by U+200B, or None when it has no such words."""
    parts = _BETWEEN_LETTERS.compiled.split(phrase)
    return regex.compile(" ?".join(map(regex.escape, parts))) if len(parts) > 1 else None
