"""The numbers of a text (contract, section 6): takes a `Prose`, gives every number in text order.

The reader goes from one run of digits to the next. What stands there is decided by the first that fits: no number
at all, a version with its `v`, a date, a time, and else a number with what is written after it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import regex

from reachweaver.numbers.clock import TIME_BEGINS, time_at
from reachweaver.numbers.dates import NUMERIC_DATE_BEGINS, numeric_date_at, with_dotted_date
from reachweaver.numbers.figures import (
    SEPARATORS,
    Piece,
    begins_thousands,
    canonical,
    groups_after_space,
    pieces_at,
    whole,
)
from reachweaver.numbers.model import Figure, Number, quantity
from reachweaver.numbers.month_names import day_first_at, may_name_month, month_before, month_first_at
from reachweaver.numbers.names import end_of_name, is_list_marker, is_rank_one, spans_without_numbers
from reachweaver.numbers.quantities import number_of, spaced_number
from reachweaver.numbers.ranges import with_ranges
from reachweaver.numbers.suffixes import PERCENT_SIGNS
from reachweaver.numbers.versions import follows_version_word, prefixed_version_at, unprefixed_version
from reachweaver.text.patterns import Pattern
from reachweaver.text.prose import Prose
from reachweaver.text.spans import merged


def read_numbers(prose: Prose, part_starts: Sequence[int] | None = None) -> tuple[Number, ...]:
    """Every number of a text, in text order; offsets into `prose.plain.text`.

    `part_starts` says that the text is a body: the offsets into it at which its second and later parts begin. Then a
    counter at either end of a part (`2/7`) is no number.
    """
    if not _DIGITS.search(prose.plain.text):
        return ()
    reader = _Reader(prose, part_starts)
    reader.read()
    return tuple(with_ranges(prose.plain.text, reader.numbers) if len(reader.numbers) > 1 else reader.numbers)


# Written so that it begins with one character, a search looks for that alone, in half the time.
_DIGITS = re.compile("[0-9][0-9]*+")
_APART: Final = frozenset(("", *" \n\u2029([\"'“‘/+-–—~$€£"))
"""What may stand before digits without changing what they are."""
_MAY_BE_MOMENT = re.compile(rf"{NUMERIC_DATE_BEGINS}|{TIME_BEGINS}", re.IGNORECASE)
_LEADING_DOT = Pattern(r"(?<=(?<![\p{L}\p{M}\p{N}_.,…)\]}])\.)[0-9]++(?!\.[0-9])", regex.V0)
_LEADING_PERCENT = Pattern(r"(?<=(?<![\p{Latin}\p{M}\p{N}_%٪])(?<![0-9] )[%٪])[0-9]", regex.V0)
"""Digits with their sign before them: `%25`, and after an Arabic conjunction `و٪٢٥`, but not what is escaped in `a%20b`."""


def _with_blank_addresses(prose: Prose) -> str:
    """The text, as long as before, in which no letter of a URL or e-mail address tells the kind of digits before it.

    The `x` of `our top 10 x.com/example` makes no multiplier.
    """
    text = prose.plain.text
    found = prose.addresses
    addresses = [*[(url.start, url.end) for url in found.urls], *found.emails]
    beside = [span for span in addresses if _stands_beside_digits(text, *span)]
    if not beside:
        return text
    pieces: list[str] = []
    at = 0
    for start, end in merged(beside):
        pieces += (text[at:start], _BLANK * (end - start))
        at = end
    return "".join((*pieces, text[at:]))


def _stands_beside_digits(text: str, start: int, end: int) -> bool:
    return bool(_DIGITS.search(text, max(0, start - _REACH), start) or _DIGITS.search(text, end, end + _REACH))


_REACH: Final = 20
"""Characters: more than stand between digits and a word that tells their kind, such as a month's name."""
_BLANK: Final = "\ufffc"
"""The object replacement character: neither a letter nor a digit, no white space and no mark."""


class _Reader:
    """One pass over a text; `numbers` holds what was found so far."""

    def __init__(self, prose: Prose, part_starts: Sequence[int] | None) -> None:
        self.numbers: list[Number] = []
        self._prose = prose
        self._text = _with_blank_addresses(prose)
        self._passed_over = spans_without_numbers(prose, part_starts)
        self._names_month = may_name_month(prose.ascii_words)

    def read(self) -> None:
        at = 0
        while (digits := _DIGITS.search(self._text, at)) is not None:
            at = self._read_at(*digits.span())

    def _read_at(self, start: int, end: int) -> int:
        """Read what stands at the digits start..end; gives where to go on."""
        if self._passed_over.overlaps(start, end) or is_list_marker(self._text, start):
            return end
        return (
            (self._text[start - 1 : start] not in _APART and self._joined_at(start, end))
            or self._moment_at(start)
            or self._quantities_at(start, end)
        )

    def _joined_at(self, start: int, end: int) -> int | None:
        """Read digits that belong to what stands right before them."""
        if is_rank_one(self._text, start, end):
            return end
        if version := prefixed_version_at(self._text, start):
            return self._found([version])
        return None if self._is_second_factor(start) else end_of_name(self._prose, start, end)

    def _moment_at(self, start: int) -> int | None:
        """Read a date or a time."""
        is_in_digits = _MAY_BE_MOMENT.match(self._text, start) is not None
        if not is_in_digits and not self._names_month:
            return None
        if dates := self._dates_at(start, is_in_digits=is_in_digits):
            end = self._found(dates)
            follows = self._text[end : end + 1] in ("T", "t")
            return (self._time_at(end + 1, after_date=True) or end) if follows else end
        return self._time_at(start) if is_in_digits else None

    def _found(self, numbers: Sequence[Number]) -> int:
        self.numbers += numbers
        return numbers[-1].end

    def _is_second_factor(self, start: int) -> bool:
        """Whether only the x of `1920x1080` stands between the digits at `start` and the number before."""
        return self._text[start - 1 : start] in ("x", "X") and bool(self.numbers) and self.numbers[-1].end == start - 1

    def _dates_at(self, start: int, *, is_in_digits: bool) -> tuple[Number, ...]:
        if self._names_month:
            previous = self.numbers[-1] if self.numbers else None
            if dates := month_first_at(self._text, start, month_before(self._text, start), previous):
                return dates
        date = numeric_date_at(self._text, start) if is_in_digits else None
        if date is None and self._names_month:
            date = day_first_at(self._text, start)
        return () if date is None else (date,)

    def _time_at(self, start: int, *, after_date: bool = False) -> int | None:
        time = time_at(self._text, start, after_date=after_date)
        if time is None:
            return None
        self.numbers.append(time[0])
        return time[1]

    def _quantities_at(self, start: int, end: int) -> int:
        after, goes_on = self._text[end : end + 1], self._text[end + 1 : end + 2].isdecimal()
        if goes_on and after in SEPARATORS:
            return self._found([self._separated(piece) for piece in pieces_at(self._text, start)])
        if goes_on and after == " " and (groups := self._spaced_groups(start, end)):
            return self._found([spaced_number(self._text, groups)])
        return self._found([self._number(start, end, whole(self._text[start:end]))])

    def _has_leading_dot(self, start: int) -> bool:
        return self._text[start - 1 : start] == "." and _LEADING_DOT.compiled.match(self._text, start) is not None

    def _has_leading_percent(self, start: int) -> bool:
        is_before = self.numbers and self.numbers[-1].end == start  # then it is the sign of the number before
        return not is_before and _LEADING_PERCENT.compiled.match(self._text, start) is not None

    def _spaced_groups(self, start: int, end: int) -> list[tuple[int, int]]:
        """The groups of a number with a space between groups, or nothing."""
        if not begins_thousands(self._text[start:end]) or self._has_leading_dot(start):
            return []
        groups = groups_after_space(self._text, start)
        while groups and self._passed_over.overlaps(groups[0][0], groups[-1][1]):
            groups.pop()
        return groups and [(start, end), *groups]

    def _separated(self, piece: Piece) -> Number:
        text, start, end = self._text, piece.start, piece.end
        if version := unprefixed_version(text, piece):
            return with_dotted_date(text, version)
        return self._number(start, end, piece.figure or whole(text[start:end]))

    def _number(self, start: int, end: int, figure: Figure) -> Number:
        text, is_whole = self._text, figure.digits.isdecimal()
        if is_whole and self._has_leading_dot(start):
            return number_of(text, Figure((canonical("", figure.digits),), ""), start - 1, end)
        number = number_of(text, figure, start, end)
        if not number.is_plain:
            return number
        if text[start - 1 : start] in PERCENT_SIGNS and self._has_leading_percent(start):
            return quantity(figure, start - 1, end, "percentage")
        if is_whole and follows_version_word(text, start):
            return replace(number, readings=number.readings | {("version", figure.digits, "")})
        return number
