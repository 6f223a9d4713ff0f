"""The words of a clause, as `stance` compares them: articles and negations taken out, numbers in one piece.

Takes a text, gives its words in order, where a negation stands, and whether anything around some of them may turn
what they say. The words that do are English.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set as AbstractSet
from itertools import pairwise
from typing import Final, NamedTuple

import regex

from reachweaver.data import dataclass
from reachweaver.lookup.turning_words import (
    AFTERTHOUGHTS,
    ENDED,
    FALSE,
    HEDGES,
    HOLDS,
    LEADS,
    REFERS,
    TRUE,
    TURNING_PAIRS,
    TURNS,
)
from reachweaver.numbers import Number, read_numbers
from reachweaver.text.prose import Prose
from reachweaver.text.sentences import sentences
from reachweaver.text.words import terms

LONGEST: Final = 4000
"""Code points; no clause is longer, and nothing is read in a longer text."""
LONGEST_BLOCK: Final = 20_000
"""Code points; a longer block is no paragraph, and nothing in it decides."""

_ARTICLES: Final = frozenset(("a", "an", "the"))
_DO: Final = frozenset(("do", "does", "did"))
_NEGATIONS: Final = frozenset(("not", "never", "no", "cannot", "neither", "nor"))
_NEGATED_STEMS: Final = {"ca": "can", "wo": "will", "sha": "shall"}
_COPULAS: Final = frozenset(("is", "are", "was", "were"))

_GOES_ON: Final = frozenset(("and", "because", "since", "so", "that", "which", "who"))
_QUALIFIER_LIST: Final = "at built by for from in made of on running to using with written"
_QUALIFIERS: Final = frozenset(_QUALIFIER_LIST.split())
_PLEASANTRIES: Final = frozenset(("already", "now", "please", "sorry", "today", "too"))
_LONGEST_LIST: Final = 12
"""Words."""
_VERB_LIST: Final = """
    add are answer boost bring build came come contain cost count cover cut deliver employ fell found gain gave get give
    grew grow had handle has have held help hold include is keep lasted list lost make manage measure need offer pay
    process raise ran reach reached receive reduce rose run save scale score sell serve served ship shrank sold store
    support take took train use used was weigh were
"""
_VERBS: Final = frozenset(_VERB_LIST.split())

_PARTS_CLAUSES: Final = regex.compile(r"[,;:()\u2013\u2014]| - ")
# A closing curly single quote is an apostrophe as well, so its opening one tells.
_QUOTE_MARK: Final = regex.compile(r"[\"＂“”„‟〝〞〟❝❞‘‚‛«»‹›「」『』]")
_QUESTION_MARK: Final = regex.compile(r"[?؟‽⸮]")
_CROSS: Final = regex.compile(r"[❌❎✕✖✗✘🗙🚫⛔☐☒□◻◽⬜🔲👎🙅]|\[ ?\]")
# Currencies, signs and comparisons count as words: `$5` is not `€5`, nor `C#` what `C` is.
_SYMBOL: Final = regex.compile(r"[\p{Sc}\p{Sm}#]|(?<![^\s(])-(?=[\p{Sc}0-9])")


@dataclass(frozen=True, slots=True)
class Word:
    """A word, a number, a URL or a symbol."""

    term: str
    """What is compared: the word folded, in the singular and without its possessive; empty for a number."""
    word: str
    """The word folded, as written."""
    number: Number | None
    begins_clause: bool
    """Whether nothing, or a mark that parts clauses, stands before it."""
    mark: str
    """The first such mark; empty when there is none."""
    has_article: bool
    """Whether an article stands before it."""

    @property
    def is_verb(self) -> bool:
        """Whether it is a verb that tells how much or when."""
        return self.word in _VERBS or self.term in _VERBS

    @property
    def leads_to_figure(self) -> bool:
        """Whether a number behind it is a figure, and not part of a name such as Python 3.11."""
        return self.is_verb or self.word in _QUALIFIERS or _SYMBOL.fullmatch(self.word) is not None


@dataclass(frozen=True, slots=True)
class Clause:
    """A text as words."""

    words: tuple[Word, ...]
    negated: tuple[int, ...]
    """For each negation the index of the word right behind it; the number of words for one at the end."""
    is_question: bool
    is_quoted: bool
    """Whether there are quotation marks in it."""
    is_crossed: bool
    """Whether a cross or an empty box stands in it, as in lists of what is there and what is not."""

    @property
    def is_hedged(self) -> bool:
        """Whether it is put as a mere possibility."""
        return any(word.word in HEDGES for word in self.words)

    @property
    def speaks_of_falsehood(self) -> bool:
        """Whether it may say of what stands beside it that it is false."""
        wrong = FALSE | TRUE if self.negated else FALSE
        return any(word.word in wrong for word in self.words)

    @property
    def takes_back(self) -> bool:
        """Whether it may take back what was said before it: `But …`, `Not …`, `This is not true`, `It was removed`."""
        said = {word.word for word in self.words}
        begins = {word.word for word in self.words[:2]}
        return (
            0 in self.negated
            or not begins.isdisjoint(TURNS)
            or self.speaks_of_falsehood
            or (bool(self.words) and (self.words[0].word in AFTERTHOUGHTS or self._denies_it(said)))
        )

    def _denies_it(self, said: AbstractSet[str]) -> bool:
        """Whether it says of what was said before it that it does not hold or holds no more, or asks whether it does."""
        is_denied = (bool(self.negated) or self.is_question) and said <= HOLDS | REFERS | LEADS
        first = next((word.word for word in self.words if word.word not in LEADS), "")
        return is_denied or (first in REFERS and not said.isdisjoint(ENDED))

    def stands_alone(self, first: int, last: int) -> bool:
        """Whether words[first:last] are a clause of their own, and nothing around them may turn what it says."""
        is_plain = not (self.is_question or self.is_quoted or self.is_crossed)
        if not is_plain or not self.words[first].begins_clause or not self._ends(first, last):
            return False
        is_led_in = all(word.number is not None or word.word in LEADS for word in self.words[:first])
        return is_led_in and not _may_turn(self.words[last:]) and all(first <= at < last for at in self.negated)

    def _ends(self, first: int, last: int) -> bool:
        if last == len(self.words):
            return True
        after = self.words[last]
        if after.word in _GOES_ON or after.mark == ";":
            return True
        if after.begins_clause:
            return after.mark == "," and _only_adds(self.words[last:])
        return after.word in _QUALIFIERS and _says_what_it_is(self.words[first:last])


def _only_adds(words: tuple[Word, ...]) -> bool:
    """Whether the words behind a comma go on with a list, as in `Linux, macOS and Windows`, or say hardly anything."""
    if all(word.word in _PLEASANTRIES for word in words):
        return True
    begins_list = words[0].word not in _QUALIFIERS and not words[0].word.endswith("ly")
    ends_list = any(word.word == "and" for word in words[1:])
    return begins_list and ends_list and len(words) <= _LONGEST_LIST and not any(map(_ends_list, words))


def _may_turn(words: tuple[Word, ...]) -> bool:
    """Whether the words behind a statement may turn it."""
    written = [word.word for word in words]
    return any(word in TURNS for word in written) or any(pair in TURNING_PAIRS for pair in pairwise(written))


def _ends_list(word: Word) -> bool:
    return word.mark not in ("", ",")


def _says_what_it_is(words: tuple[Word, ...]) -> bool:
    """Whether the words say what something is, by a noun with its article: more words about the noun change nothing."""
    copula = next((at for at, word in enumerate(words) if word.word in _COPULAS), None)
    return copula is not None and any(word.has_article for word in words[copula + 1 :])


def read_clause(text: str) -> Clause:
    """The words of a clause; none for a text longer than `LONGEST`."""
    prose = Prose(text if len(text) <= LONGEST else "")
    reader = _Reader(prose.folded.text)
    for piece in _pieces(prose):
        reader.add(piece)
    return Clause(
        words=tuple(reader.words),
        negated=tuple(reader.negated),
        is_question=_QUESTION_MARK.search(prose.folded.text) is not None,
        is_quoted=_QUOTE_MARK.search(prose.original) is not None,
        is_crossed=_CROSS.search(prose.original) is not None,
    )


def clauses(block: str) -> list[Clause]:
    """The sentences of a block, each as a clause; none of a block longer than `LONGEST_BLOCK`."""
    spans = sentences(block) if len(block) <= LONGEST_BLOCK else ()
    return [read_clause(block[start:end]) for start, end in spans]


class _Piece(NamedTuple):
    start: int
    """Code points of the folded text, like `end`."""
    end: int
    word: str
    term: str
    number: Number | None = None


class _Reader:
    """Takes the pieces of one clause in order; `words` and `negated` hold what was read."""

    def __init__(self, text: str) -> None:
        self.words: list[Word] = []
        self.negated: list[int] = []
        self._text = text
        self._end = 0
        """Where the last piece ends that was kept."""
        self._has_article = False
        self._before = ""
        """The word before, if it is a form of `do` or a negation."""

    def add(self, piece: _Piece) -> None:
        stem = _without_negation(piece.word)
        if piece.word in _ARTICLES:
            self._has_article = True
        elif stem is not None and (not stem or stem in _DO):
            self._negate(piece.word)
        elif not (piece.word == "longer" and self._before == "no"):
            self._keep(piece, stem)

    def _negate(self, word: str) -> None:
        if self._before in _DO:
            # "does not run" is "runs" and a negation.
            self.words.pop()
        self.negated.append(len(self.words))
        self._before = word

    def _keep(self, piece: _Piece, stem: str | None) -> None:
        mark = _PARTS_CLAUSES.search(self._text, self._end, piece.start)
        self.words.append(
            Word(
                term=piece.term if stem is None else stem,
                word=piece.word if stem is None else stem,
                number=piece.number,
                begins_clause=not self.words or mark is not None,
                mark="" if mark is None else mark[0].strip(),
                has_article=self._has_article,
            )
        )
        self._end = piece.end
        self._has_article = False
        self._before = piece.word if piece.word in _DO else ""
        if stem is not None:
            self.negated.append(len(self.words))


def _without_negation(word: str) -> str | None:
    """What is left of a negated word, as `is` of `isn't`; empty for a mere negation, None for any other word."""
    if word in _NEGATIONS:
        return "can" if word == "cannot" else ""
    stem = word.removesuffix("n't")
    return None if stem == word else _NEGATED_STEMS.get(stem, stem)


def _pieces(prose: Prose) -> list[_Piece]:
    """Numbers, URLs, and the words and symbols that are no part of one, in order."""
    text = prose.folded.text
    whole = [*_numbers(prose), *_urls(prose)]
    rest = [piece for piece in (*_words(prose, whole), *_symbols(text)) if not _is_inside(piece, whole)]
    return sorted((*whole, *rest), key=lambda piece: piece.start)


def _numbers(prose: Prose) -> Iterator[_Piece]:
    for number in read_numbers(prose):
        start, end = prose.folded_span(number.start, number.end)
        yield _Piece(start, end, prose.folded.text[start:end], "", number)


def _urls(prose: Prose) -> Iterator[_Piece]:
    for url in prose.addresses.urls:
        if not url.is_bare_host:
            start, end = prose.folded_span(url.start, url.end)
            yield _Piece(start, end, prose.folded.text[start:end], prose.folded.text[start:end])


def _words(prose: Prose, numbers: Iterable[_Piece]) -> Iterator[_Piece]:
    ends = {number.end for number in numbers}
    for term in terms(prose, 0, len(prose.folded.text)):
        # What is written together with a number is its unit: `ms` of `30ms`.
        inner = [end for end in ends if term.start < end < term.end]
        if inner:
            unit = prose.folded.text[max(inner) : term.end]
            yield _Piece(max(inner), term.end, unit, unit)
        else:
            yield _Piece(term.start, term.end, term.word, term.term)


def _symbols(text: str) -> Iterator[_Piece]:
    for match in _SYMBOL.finditer(text):
        yield _Piece(*match.span(), match[0], match[0])


def _is_inside(piece: _Piece, whole: Iterable[_Piece]) -> bool:
    return any(one.start <= piece.start and piece.end <= one.end for one in whole)
