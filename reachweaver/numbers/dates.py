"""Days, and dates made of digits (contract, section 6): takes a text and the offset of a digit, gives the date there.

ISO, `2026/03/01`, `01/03/2026` and `1.3.2026` in both readings, `1. 3. 2026`, `2026-03`, `2026年3月1日`. An impossible date
(`31/02/2026`) is none. Dates with the month's name are in `month_names`.
"""

from __future__ import annotations

from calendar import monthrange
from dataclasses import replace
from typing import Final

import regex

from reachweaver.numbers.figures import canonical, whole
from reachweaver.numbers.model import Number, Reading, quantity
from reachweaver.numbers.suffixes import HYPHEN, SHARED_FLAGS
from reachweaver.text.characters import WORD_END
from reachweaver.text.patterns import Pattern

NUMERIC_DATE_BEGINS: Final = r"[0-9]{1,4}(?:[-\u2010/][0-9]|\.[0-9]{1,2}\.[12]|\. [0-9]{1,2}\. [0-9]| ?[年년月월])"
"""What every date begins with that `numeric_date_at` finds: most digits need no closer look."""


def numeric_date_at(text: str, at: int) -> Number | None:
    """The date without a month's name that begins at `at`, or None."""
    if match := _YEAR_FIRST.compiled.match(text, at) or _EAST_ASIAN.compiled.match(text, at):
        return _number(match, day_readings(match["year"] or "", match["month"], match["day"] or ""))
    if match := _YEAR_LAST.compiled.match(text, at):
        year = match["year"] or f"20{match['short']}"
        first, second = match["first"], match["second"]
        return _number(match, day_readings(year, second, first) | day_readings(year, first, second))
    if match := _SPACED.compiled.match(text, at):
        found = _number(match, day_readings(match["year"], match["month"], match["day"]))
        return found and replace(found, alternatives=(_separate_numbers(match, "year", "month", "day"),))
    if match := _MONTH.compiled.match(text, at):
        found = _number(match, day_readings(match["year"], match["month"], ""))
        return found and replace(found, alternatives=(_separate_numbers(match, "year", "month"),))
    return None


def with_dotted_date(text: str, version: Number) -> Number:
    """A version that may also be a day, `2026.03.01` or `01.03.26`, with that reading as well."""
    match = _DOTTED.compiled.fullmatch(text, version.start, version.end)
    if match is None:
        return version
    year, month, day = match["year"] or f"20{match['short']}", match["month"], match["day"]
    days = day_readings(year, month, day) | (day_readings(year, day, month) if match["short"] else frozenset())
    return replace(version, readings=version.readings | days)


def day_readings(year: str, month: str, day: str) -> frozenset[Reading]:
    """The reading of a day, or nothing when there is no such day. Year or day may be empty."""
    year, month, day = (canonical(part, "") if part else "" for part in (year, month, day))
    # Without a year it may be one in which February has 29 days.
    if not 1 <= int(month) <= 12 or (day and not 1 <= int(day) <= monthrange(int(year or 2000), int(month))[1]):
        return frozenset()
    return frozenset({("date", year, month, day)})


def like_date(number: Number, other: Number) -> Number | None:
    """`number` as the first date of a range whose second is `other`, or None when it can be none.

    `3` in `3–5 March 2026` takes month and year, `March 3` in `March 3 – April 5, 2026` takes the year.
    """
    months = {(year, month) for _, year, month, day in other.readings if day}
    if number.type == "date":
        own = {(month, day) for _, year, month, day in number.readings if not year}
        days = [day_readings(year, month, day) for month, day in own for year, _ in months if year]
    elif number.figure is not None and number.figure.digits.isdecimal() and len(number.figure.digits) <= 2:
        days = [day_readings(year, month, number.figure.digits) for year, month in months]
    else:
        return None
    readings = frozenset[Reading]().union(*days)
    return Number("date", number.start, number.end, readings) if readings else None


_YEAR: Final = r"[12][0-9]{3}"
_NEAR_YEAR: Final = r"(?:19|20)[0-9]{2}"
# No part of a longer row of digits: `1/01/03/2026`.
_STARTS: Final = r"(?<![0-9](?P=mark)[0-9]{1,4}(?P=mark))"
_ENDS: Final = r"(?![0-9]|(?P=mark)[0-9])"

_YEAR_FIRST = Pattern(
    rf"(?P<year>{_YEAR})(?P<mark>[-\u2010/]){_STARTS}(?P<month>[0-9]{{1,2}})(?P=mark)(?P<day>[0-9]{{1,2}}){_ENDS}",
    regex.V0,
)
_YEAR_LAST = Pattern(
    rf"""(?P<first>[0-9]{{1,2}})(?:
           (?P<mark>[-\u2010/.]){_STARTS}(?P<second>[0-9]{{1,2}})(?P=mark)(?P<year>{_YEAR})
         | (?P<mark>/){_STARTS}(?P<second>[0-9]{{1,2}})/(?P<short>[0-9]{{2}})
         ){_ENDS}""",
    SHARED_FLAGS,
)
# As Koreans and Hungarians write a day, `2026. 3. 1.`, and Czechs, `1. 3. 2026`: these may also be numbers of their own.
_SPACED = Pattern(
    rf"""(?:(?P<year>{_NEAR_YEAR})\.\ (?P<month>[0-9]{{1,2}})\.\ (?P<day>[0-9]{{1,2}})
         | (?<![0-9]\.\ )(?P<day>[0-9]{{1,2}})\.\ (?P<month>[0-9]{{1,2}})\.\ (?P<year>{_NEAR_YEAR})
         )(?![0-9]|[-\u2010/.,:][0-9]|\ ?[%٪])""",
    SHARED_FLAGS,
)
_MONTH = Pattern(
    rf"""(?<![0-9][-\u2010/.,:])(?:
           (?P<year>{_NEAR_YEAR}){HYPHEN}(?P<month>0[1-9]|1[0-2])
         | (?P<month>0?[1-9]|1[0-2])/(?P<year>{_NEAR_YEAR})
         ){WORD_END}(?![\p{{No}}%٪]|[-\u2010/.,:][0-9]|\ %)""",
    SHARED_FLAGS,
)
_EAST_ASIAN = Pattern(
    rf"""(?P<year>{_YEAR})\ ?[年년]\ ?(?P<month>[0-9]{{1,2}})\ ?[月월](?:\ ?(?P<day>[0-9]{{1,2}})\ ?[日号號일])?
       | (?P<month>[0-9]{{1,2}})\ ?[月월]\ ?(?P<day>[0-9]{{1,2}})\ ?[日号號일]""",
    SHARED_FLAGS,
)
_DOTTED = Pattern(
    rf"(?P<year>{_YEAR})\.(?P<month>[0-9]{{1,2}})\.(?P<day>[0-9]{{1,2}})"
    r"|(?P<day>[0-9]{2})\.(?P<month>[0-9]{2})\.(?P<short>[0-9]{2})",
    regex.V0,
)


def _number(match: regex.Match[str], readings: frozenset[Reading]) -> Number | None:
    return Number("date", match.start(), match.end(), readings) if readings else None


def _separate_numbers(match: regex.Match[str], *names: str) -> tuple[Number, ...]:
    spans = sorted(map(match.span, names))
    return tuple(quantity(whole(match.string[start:end]), start, end) for start, end in spans)
