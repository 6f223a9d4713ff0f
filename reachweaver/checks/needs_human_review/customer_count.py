"""Customer and usage counts: a quantity and a noun (`1,000 users`, `thousands of developers`).

Specification, check 2; contract, section 6. At most three words stand between the two. A count is grounded where one
cited evidence item contains both. The span runs from the quantity to the noun.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import regex

from reachweaver.checks.context import CheckContext, EvidenceText, ids
from reachweaver.checks.phrases import APOSTROPHE, GAP, HYPHEN, quoted
from reachweaver.data import dataclass
from reachweaver.numbers import Number
from reachweaver.report import Finding, Grounded
from reachweaver.text.characters import EMPHASIS, WORD_START
from reachweaver.text.patterns import Pattern
from reachweaver.text.plurals import singular
from reachweaver.text.prose import fold_phrase
from reachweaver.text.spans import Spans
from reachweaver.values import listed


def check(context: CheckContext) -> Iterator[Finding | Grounded]:
    """Every customer or usage count of the body, grounded or for review."""
    numbers = [number for number in context.settled_numbers if number.type == "number"]
    may_be_vague = not _VAGUE_WORDS.isdisjoint(context.body.ascii_words)
    if not numbers and not may_be_vague:
        return
    text = context.body.lowered
    counted = [_counted(text, number) for number in numbers if not _is_name(text, number)]
    quantities = [*(_vague_quantities(text, counted) if may_be_vague else ()), *counted]
    counts = [(quantity, noun) for quantity in quantities if (noun := _noun_after(text, quantity))]
    for quantity, noun in counts:
        if not context.body.names.overlaps(quantity.start, noun.end):
            yield _judge(context, quantity, noun)


@dataclass(frozen=True, slots=True)
class _Quantity:
    """A quantity; offsets into the body's `plain` text."""

    start: int
    end: int
    is_large: bool
    """`1,204 backers` are who uses something, `4 players` and `50 guests` are whom it has room for."""
    may_precede_singular: bool
    """`a 1,000 user milestone` counts users, `5 user interviews` does not."""
    may_be_rating: bool
    """`4.5 stars` counts nothing."""
    is_in: Callable[[EvidenceText], bool]

    def counts(self, noun: str) -> bool:
        """Whether it may count what a noun of the list, in the singular, names."""
        return not self.may_be_rating if noun == "star" else self.is_large or noun not in _CROWDS


@dataclass(frozen=True, slots=True)
class _Noun:
    """What is counted: where it ends in the body's `plain` text, and its singular."""

    end: int
    singular: str

    @property
    def spellings(self) -> tuple[str, str]:
        return self.singular, _SPELLINGS.get(self.singular, self.singular)

    def is_in(self, item: EvidenceText) -> bool:
        return not item.terms.isdisjoint(self.spellings)


_PEOPLE: Final = (
    "user customer client consumer subscriber member follower fan developer creator marketer merchant seller buyer shopper"
    " freelancer professional adopter reader viewer listener visitor"
)
_GROUPS: Final = "team company organisation organization business enterprise startup start-up brand agency nonprofit"
_USES: Final = "download install installation star signup sign-up registration subscription"
_BY_THE_HUNDRED: Final = "player guest student learner patient backer patron donor supporter attendee"
_CROWDS: Final = frozenset(_BY_THE_HUNDRED.split())
"""Counted only in the plural (`120 guest rooms`) and by the hundred."""
_NOUNS: Final = frozenset(f"{_PEOPLE} {_GROUPS} {_USES}".split()) | _CROWDS
_SPELLINGS: Final = {"organisation": "organization", "organization": "organisation"}
WORDS: Final = frozenset(
    form
    for noun in (noun.rpartition("-")[2] for noun in _NOUNS)
    for form in (noun, f"{noun}s", f"{noun}es", f"{noun[:-1]}ies")
)
"""Words of which every count has one: the nouns (of `sign-up` the last part), singular and plural."""

_MOST_WORDS_BETWEEN: Final = 3
_MANY_DIGITS: Final = 3
_RATINGS: Final = frozenset("012345")

_VAGUE_WORDS: Final = frozenset(("tens", "dozens", "scores", "hundreds", "thousands", "millions", "billions"))
_EMPHASIS: Final = f"{EMPHASIS}{{0,3}}"
_VAGUE = Pattern(
    rf"{WORD_START}(?P<quantity>(?:{'|'.join(sorted(_VAGUE_WORDS))}){GAP}of"
    rf"(?:{GAP}(?:thousands|millions|billions){GAP}of)?)(?={_EMPHASIS}{GAP})"
)
_LETTERS: Final = r"\p{L}[\p{L}\p{M}\p{N}]*+"
_WORD = Pattern(
    rf"{_EMPHASIS}(?P<comma>,?){GAP}{_EMPHASIS}"
    rf"(?P<word>{_LETTERS}(?:(?:{HYPHEN}|{APOSTROPHE})[\p{{L}}\p{{M}}\p{{N}}]++)*+)"
)
_HYPHENATED = Pattern(rf"{HYPHEN}(?P<word>{_LETTERS})")
_AFTER_QUANTITY = Pattern(rf"\+|{HYPHEN}plus(?=[ \n])|s(?=[ \n]of[ \n])|(?:mn?|bn?|tn?)(?=[ \n])|")
_OTHER_THINGS: Final = (
    "per each every for to in on with about by from at into between across things ways reasons tips tricks mistakes lessons"
    " questions signs myths ideas habits features rules facts hacks"
)
_ENDS_COUNT: Final = frozenset(_OTHER_THINGS.split())
"""After these something else is counted: `10 tips for developers`, `7 mistakes teams make`."""

# What a number belongs to that names something: a price, `GPT-4`, `step 2`, and the year of `in 2024`.
_NAMED = Pattern(
    rf"(?<=\p{{Sc}} ?|\p{{L}}{HYPHEN}|{WORD_START}(?:version|step|phase|stage|part|chapter|level|tier|round|day|week|page|slide"
    rf"|season|episode|volume|issue|edition|series|generation|grade){GAP})[0-9]"
)
_DATED = Pattern(
    rf"(?<={WORD_START}(?:in|since|by|during|until|till|from|of|for|before|after|early|mid|late|year){GAP})(?:19|20)[0-9]{{2}}"
)


def _vague_quantities(text: str, counted: Iterable[_Quantity]) -> Iterator[_Quantity]:
    """Those that are no part of a counted one: `5 thousands of users` is one quantity."""
    taken = Spans((quantity.start, quantity.end) for quantity in counted)
    for match in _VAGUE.compiled.finditer(text):
        start, end = match.span("quantity")
        if taken.overlaps(start, end):
            continue
        phrase = fold_phrase(match["quantity"])
        yield _Quantity(start, end, True, False, False, _contains_phrase(phrase))


def _is_name(text: str, number: Number) -> bool:
    # After `week`, `12 500` may still be 12 and 500.
    if _NAMED.compiled.match(text, number.start) and not number.alternatives:
        return True
    dated = _DATED.compiled.match(text, number.start)
    return dated is not None and dated.end() == number.end


def _counted(text: str, number: Number) -> _Quantity:
    digits = number.figure.values[0].partition(".")[0] if number.figure else ""
    is_many = bool(number.magnitude) or len(digits) >= _MANY_DIGITS
    after = _AFTER_QUANTITY.compiled.match(text, number.end)
    return _Quantity(
        number.start,
        after.end() if after else number.end,
        is_many,
        is_many or digits == "1",
        not is_many and digits in _RATINGS,
        lambda item: item.numbers.grounds(number),
    )


def _contains_phrase(phrase: str) -> Callable[[EvidenceText], bool]:
    return lambda item: item.contains_phrase(phrase)


def _noun_after(text: str, quantity: _Quantity) -> _Noun | None:
    """The first plural noun of the list within reach, else the first in the singular that may be meant."""
    first_singular = None
    for match in _words_after(text, quantity.end):
        word, noun = match["word"], singular(match["word"])
        if noun not in _NOUNS or not quantity.counts(noun):
            continue
        if word != noun:
            return _Noun(match.end(), noun)
        if quantity.may_precede_singular and noun not in _CROWDS and first_singular is None:
            first_singular = _Noun(match.end(), noun)
    return first_singular


def _words_after(text: str, at: int) -> Iterator[regex.Match[str]]:
    """The words among which the noun may stand, or the one of `10,000-user`."""
    if match := _HYPHENATED.compiled.match(text, at):
        yield match
        return
    before = None
    for _ in range(_MOST_WORDS_BETWEEN + 1):
        match = _WORD.compiled.match(text, at)
        if match is None or _ends_count(match, before):
            return
        yield match
        at, before = match.end(), match["word"]


def _ends_count(match: regex.Match[str], before: str | None) -> bool:
    """Whether the word after a quantity, or after the word `before`, is none of what is counted."""
    # Right after the quantity an of takes a part: "1,200 of our users".
    is_other = match["word"] in _ENDS_COUNT or (match["word"] == "of" and before is not None)
    return is_other or bool(match["comma"] and not _is_adjective(before))


def _is_adjective(word: str | None) -> bool:
    """Whether a comma after a word may part adjectives: `300 happy, loyal users`, but not `300 pages, users …`."""
    return word is not None and word == singular(word)


def _judge(context: CheckContext, quantity: _Quantity, noun: _Noun) -> Finding | Grounded:
    span, start, end = context.body.span_of_plain(quantity.start, noun.end)
    cited, uncited = (
        ids(item for item in items if quantity.is_in(item) and noun.is_in(item))
        for items in (context.cited, context.uncited(context.declared.with_any_term(noun.spellings)))
    )
    if cited:
        return Grounded(type="customer_count", span=span, start=start, end=end, matched_evidence=cited)
    return Finding(
        code="needs_human_review",
        severity="review",
        message=_message(span, uncited),
        span=span,
        start=start,
        end=end,
        matched_evidence=uncited,
        category="customer_count",
    )


def _message(span: str, uncited: tuple[str, ...]) -> str:
    claim = (
        f"{quoted(span)} is a customer or usage count, and no cited evidence item has both the quantity and the noun."
    )
    if uncited:
        return f"{claim} Both stand in {listed(uncited)}, which the variant does not cite."
    return f"{claim} Cite one item whose claim or excerpt has both, or let a person review the count."
