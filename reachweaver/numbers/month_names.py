"""Dates with the month's English name (contract, section 6): takes a text and the offset of a digit.

`March 1, 2026`, `1 March 2026`, `1st of March`, `Mar. 1st`, `March 2026`, and both days of `March 3–5`.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import takewhile
from typing import Final

import regex

from reachweaver.numbers.clock import is_followed_by_meridiem
from reachweaver.numbers.dates import day_readings
from reachweaver.numbers.figures import whole
from reachweaver.numbers.model import Number, NumberType, quantity
from reachweaver.numbers.suffixes import DASH, HYPHEN, SHARED_FLAGS, suffixes_at
from reachweaver.text.characters import WORD_END, WORD_START
from reachweaver.text.patterns import Pattern


def may_name_month(words: AbstractSet[str]) -> bool:
    """Whether a text with these runs of ASCII letters, in lower case, names a month: most don't, which settles it."""
    return not _NAMES.isdisjoint(words)


def day_first_at(text: str, at: int) -> Number | None:
    """The date whose day begins at `at` and whose month follows, or None."""
    match = _DAY_FIRST.compiled.match(text, at) if _STEM.search(text, at, at + _LONGEST_DAY) else None
    if match is None:
        return None
    year = _year_after_month(text, match)
    if year is None and (_is_verb(text, match) or _is_full_date(text, match.start("month"))):
        return None
    end, digits = (year.end(), year["year"]) if year else (match.end(), "")
    found = Number("date", at, end, day_readings(digits, _month(match), match["day"]))
    if match["gap"] == "\n":
        found = replace(found, alternatives=(_across_lines(match, digits, end),))
    return found if found.readings else None


def month_before(text: str, at: int) -> regex.Match[str] | None:
    """The month's name that stands before the digit at `at`, or None."""
    start = max(0, at - _LONGEST_BEFORE)
    if not _STEM.search(text, start, at):
        return None
    return next((match for match in _MONTH_BEFORE.compiled.finditer(text, start, at + 1) if match.end() == at), None)


def month_first_at(text: str, at: int, month: regex.Match[str] | None, previous: Number | None) -> tuple[Number, ...]:
    """The dates whose month stands before the digit at `at`: one, both of a range, or nothing.

    `month` is what `month_before` gives there, `previous` the number that stands before them: `32 Dec 10` holds
    no date.
    """
    if month is None or (previous is not None and month.start() < previous.end):
        return ()
    year = _YEAR_AT.compiled.match(text, at)
    if year is not None and month["day_gap"] is None and _is_bare(text, year.end()):
        return (Number("date", month.start(), year.end(), day_readings(year["year"], _month(month), "")),)
    if month["year_gap"] is not None or _is_impossible_day(text, previous, month):
        return ()
    return _days_of(text, month, at)


_FULL: Final = "january|february|march|april|may|june|july|august|september|october|november|december"
_SHORT: Final = "jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec"
_NUMBERS: Final = {name[:3]: str(at) for at, name in enumerate(_FULL.split("|"), 1)}
_ABBREVIATIONS: Final = frozenset(_SHORT.split("|"))
_NAMES: Final = _ABBREVIATIONS.union(_FULL.split("|"))
_PREPOSITIONS: Final = "on|by|until|till|from|since|before|after|to|for"

_YEAR: Final = r"(?P<year>(?:1[89]|20)[0-9]{2})"
_JOINS_DAY: Final = frozenset(" -\u2010")
_DAY: Final = rf"(?P<day>0?[1-9]|[12][0-9]|3[01])(?![0-9])(?P<ordinal>(?:st|nd|rd|th){WORD_END})?+"
_BARE: Final = rf"{WORD_END}(?!\p{{No}}|[.,:'’/][0-9]|{HYPHEN}[0-9]{{1,2}}{HYPHEN}[0-9])"

_DAY_FIRST = Pattern(
    rf"""(?<!\p{{L}}{HYPHEN}|\p{{Sc}}|[0-9][.,:/]){_DAY}
         (?:(?P<gap>[ \n])|[ ]day[ ]of[ ]|[ \n]of[ \n]|{HYPHEN})(?P<month>{_FULL}|{_SHORT}){WORD_END}""",
    SHARED_FLAGS,
)
_STEM = re.compile("|".join(_NUMBERS), re.IGNORECASE)
_LONGEST_DAY: Final = len("01st day of jan")
_LONGEST_BEFORE: Final = len("september") + len(" the ")
_MONTH_BEFORE = Pattern(
    rf"""{WORD_START}(?:(?P<month>{_FULL})|(?P<month>{_SHORT})\.?)
         (?:(?P<gap>[ \n])|(?P<year_gap>,[ \n]?|[ ]of[ ]|{HYPHEN})|(?P<day_gap>[ ]the[ ]|(?<=\.)))(?=[0-9])""",
    SHARED_FLAGS,
)
_YEAR_AT = Pattern(rf"{_YEAR}{_BARE}", SHARED_FLAGS)
_YEAR_AFTER = Pattern(rf"(?:,?[ \n](?:of[ ])?|,|{HYPHEN}){_YEAR}{_BARE}", SHARED_FLAGS)
_DAY_AT = Pattern(_DAY, SHARED_FLAGS)
_SECOND_DAY = Pattern(rf"(?:(?P<spaced>[ ]{DASH}[ ])|{DASH}|[ \n]to[ \n](?:the[ ])?)(?P<second>{_DAY})", SHARED_FLAGS)
_BARE_END = Pattern(_BARE, SHARED_FLAGS)
_COMPOUND = Pattern(rf"{HYPHEN}(?!(?:{_FULL}|{_SHORT}){WORD_END})\p{{L}}", SHARED_FLAGS)
_NEXT_WORD = Pattern(r"[ \n]\p{L}", SHARED_FLAGS)
_FULL_DATE = Pattern(rf"(?:{_FULL}|(?:{_SHORT})\.?)[ \n]{_DAY},?[ \n]{_YEAR}{_BARE}", SHARED_FLAGS)
_GROUP = Pattern(r" (?P<digits>[0-9]{3})(?![0-9])", regex.V0)
_AFTER_IN = Pattern(rf"(?<={WORD_START}(?:in|during)[ \n])\p{{L}}", SHARED_FLAGS)
_AFTER_PREPOSITION = Pattern(rf"(?<={WORD_START}(?:{_PREPOSITIONS})[ \n])[0-9]", SHARED_FLAGS)


def _month(match: regex.Match[str]) -> str:
    return _NUMBERS[match["month"][:3].lower()]


def _year_after_month(text: str, match: regex.Match[str]) -> regex.Match[str] | None:
    end = match.end()
    if match["month"].lower() in _ABBREVIATIONS and text.startswith(".", end):
        end += 1
    return _year_after(text, end)


def _year_after(text: str, at: int) -> regex.Match[str] | None:
    match = _YEAR_AFTER.compiled.match(text, at)
    return match if match and _is_bare(text, match.end()) else None


def _is_bare(text: str, at: int) -> bool:
    """Whether digits that end at `at` have no kind or magnitude of their own: `May 10%` holds no date."""
    if not _BARE_END.compiled.match(text, at) or _COMPOUND.compiled.match(text, at):
        return False
    return suffixes_at(text, at, after_date=True)[0].is_plain and not is_followed_by_meridiem(text, at)


def _is_verb(text: str, match: regex.Match[str]) -> bool:
    """Whether `may` after a number is the verb, as in `teams of 5 may apply`, and no month."""
    if match["month"] != "may" or not match["gap"] or not _NEXT_WORD.compiled.match(text, match.end()):
        return False
    return not _AFTER_PREPOSITION.compiled.match(text, match.start())


def _across_lines(match: regex.Match[str], year: str, end: int) -> tuple[Number, ...]:
    """The other reading of a day that ends a line: a number, with the month that begins the next line apart."""
    kind: NumberType = "ordinal" if match["ordinal"] else "number"
    number = quantity(whole(match["day"]), match.start(), match.start("gap"), kind)
    if not year:
        return (number,)
    return number, Number("date", match.start("month"), end, day_readings(year, _month(match), ""))


def _is_full_date(text: str, month_start: int) -> bool:
    """Whether a month has day and year behind it, so that a number before it is none of its days: `Top 10 May 3, 2026`."""
    match = _FULL_DATE.compiled.match(text, month_start)
    return match is not None and _is_bare(text, match.end())


def _is_impossible_day(text: str, previous: Number | None, month: regex.Match[str]) -> bool:
    """Whether a number is written as the month's day, and cannot be it: no price, and no `4` of `GPT-4`."""
    if previous is None or previous.figure is None or previous.magnitude or previous.end != month.start() - 1:
        return False
    if previous.type not in ("number", "ordinal") or text[previous.end] not in _JOINS_DAY:
        return False
    day = previous.figure.digits
    is_none_of_its_days = len(day) <= 2 and day.isdecimal() and not day_readings("", _month(month), day)
    return is_none_of_its_days and not _is_full_date(text, month.start())


def _days_of(text: str, month: regex.Match[str], at: int) -> tuple[Number, ...]:
    """The day after a month's name, and the day that a dash or `to` joins to it."""
    first = _DAY_AT.compiled.match(text, at)
    if first is None:
        return ()
    if year := _year_after(text, first.end()):
        dates = [_date(month, month.start(), year.end(), first["day"], year["year"])]
    elif second := _second_day(text, first):
        dates = _two_days(text, month, first, second)
    else:
        dates = _one_day(text, month, first)
    return tuple(takewhile(lambda date: date.readings, dates))


def _one_day(text: str, month: regex.Match[str], first: regex.Match[str]) -> list[Number]:
    """The day alone. `In March 5 teams` may hold no date, `in March 12 500` and `March 20 000` hold none."""
    start, end = first.span()
    if month["gap"] == "\n" or not _is_bare(text, end):
        return []
    date = _date(month, month.start(), end, first["day"], "")
    if first["ordinal"]:
        return [date]
    is_in_month = _AFTER_IN.compiled.match(text, month.start()) is not None
    if (group := _GROUP.compiled.match(text, end)) and (is_in_month or group["digits"].startswith("0")):
        return []
    return [replace(date, alternatives=((quantity(whole(first["day"]), start, end),),)) if is_in_month else date]


def _second_day(text: str, first: regex.Match[str]) -> regex.Match[str] | None:
    match = _SECOND_DAY.compiled.match(text, first.end())
    return match if match and (_year_after(text, match.end()) or _is_bare(text, match.end())) else None


def _two_days(text: str, month: regex.Match[str], first: regex.Match[str], second: regex.Match[str]) -> list[Number]:
    """Both days of a range; after a spaced dash without a year the second may be a number: `March 3 – 5 talks`."""
    year = _year_after(text, second.end())
    digits = year["year"] if year else ""
    start, end = second.span("second")
    last = _date(month, start, year.end() if year else end, second["day"], digits)
    if second["spaced"] and year is None and second["ordinal"] is None:
        last = replace(last, alternatives=((quantity(whole(second["day"]), start, end),),))
    return [_date(month, month.start(), first.end(), first["day"], digits), last]


def _date(month: regex.Match[str], start: int, end: int, day: str, year: str) -> Number:
    return Number("date", start, end, day_readings(year, _month(month), day))
