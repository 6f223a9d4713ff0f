"""Ranges (contract, section 6): the first number of `10–20%` takes kind, magnitude, am/pm, month and year of the second."""

from __future__ import annotations

from dataclasses import replace

import regex

from reachweaver.numbers.clock import like_time
from reachweaver.numbers.dates import like_date
from reachweaver.numbers.model import Number, version, with_kind
from reachweaver.numbers.suffixes import DASH, HYPHEN, PERCENT_SIGNS
from reachweaver.text.patterns import Pattern


def with_ranges(text: str, numbers: list[Number]) -> list[Number]:
    """The numbers with what each takes from the one that a hyphen, a dash or `to` joins to it."""
    for at in range(len(numbers) - 2, -1, -1):
        end, start = numbers[at].end, numbers[at + 1].start
        if start - end <= _LONGEST_LINK and (link := _LINK.compiled.fullmatch(text, end, start)):
            numbers[at + 1] = _led(text, numbers[at], numbers[at + 1])
            numbers[at] = _joined(text, numbers[at], numbers[at + 1], is_loose=link["loose"] is not None)
    return numbers


_CURRENCY = r"(?:\p{Lu}{0,3}\p{Sc}[ ]?)"
_EMPHASIS = "[*_]{0,3}"
"""Marks of Markdown: `**10**–**20%**`; not the tilde, which joins two numbers itself."""
_LINK = Pattern(
    rf"{_EMPHASIS}(?:[ ]?\p{{Sc}})?(?:{DASH}|(?P<loose>[ ]{DASH}[ ]?|{DASH}[ ])|{HYPHEN}?[ \n]to[ \n])"
    rf"{_EMPHASIS}[+\-−]?{_CURRENCY}?[+\-−]?",
    regex.V1 | regex.IGNORECASE,
)
"""What joins two numbers to a range; with spaces around it a dash may also part two thoughts."""
_LONGEST_LINK = 16


def _joined(text: str, first: Number, second: Number, *, is_loose: bool) -> Number:
    taken = _like(text, first, second)
    if taken is None:
        return first
    if is_loose or (taken.magnitude and _is_more(first, second)):
        return replace(taken, alternatives=(*taken.alternatives, (first,), *first.alternatives))
    return taken


def _led(text: str, first: Number, second: Number) -> Number:
    """`second` as a percentage too where the sign of both stands before the first: `%10-20`."""
    if text[first.start] not in PERCENT_SIGNS or not second.is_plain or second.figure is None:
        return second
    taken = with_kind(second, first.type, first.magnitude)
    return replace(taken, alternatives=(*taken.alternatives, (second,)))


def _like(text: str, first: Number, second: Number) -> Number | None:
    """`first` with what it takes from `second`, or None when it takes nothing."""
    if second.type == "time":
        return like_time(text, first, second)
    if second.type == "date":
        is_named = any(map(str.isalpha, text[second.start : second.end]))
        return like_date(first, second) if is_named and (first.type == "date" or text[second.start].isdigit()) else None
    if not first.is_plain or first.figure is None:
        return None
    if second.type == "version":
        return version(first.figure.digits, "", first.start, first.end) if "." in first.figure.digits else None
    if second.is_plain and not any(len(numbers) == 1 for numbers in second.alternatives):
        return None
    return _with_kinds(first, second)


def _with_kinds(first: Number, second: Number) -> Number:
    """`first` with the kind of `second`, and as its alternatives with the other kinds that `second` may have."""
    taken = with_kind(first, second.type, second.magnitude)
    others = [other for (other, *rest) in second.alternatives if not rest and other.figure is not None]
    alternatives = tuple((with_kind(first, other.type, other.magnitude),) for other in others)
    return replace(taken, alternatives=(*taken.alternatives, *alternatives))


def _is_more(first: Number, second: Number) -> bool:
    """Whether the first figure is greater, as in `from 200 to 3 million`: then it may have no magnitude."""
    if first.figure is None or second.figure is None:
        return False
    return _order(first.figure.values[0]) > _order(second.figure.values[0])


def _order(value: str) -> tuple[int, str]:
    """A key that sorts canonical values by size."""
    return len(value.partition(".")[0]), value
