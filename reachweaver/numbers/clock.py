"""Times (contract, section 6): takes a text and the offset of a digit, gives the time that stands there.

`10:30`, `10:30:15`, `10:30 AM`, `10am`, `10 a.m.`, `10.30 pm`. Zones are passed over; nothing is converted.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import regex

from reachweaver.numbers.figures import canonical
from reachweaver.numbers.model import Number, Reading
from reachweaver.numbers.suffixes import GAP, SHARED_FLAGS
from reachweaver.text.characters import LATIN_END
from reachweaver.text.patterns import Pattern

TIME_BEGINS: Final = r"[0-9]{1,2}(?::|(?:\.[0-9]{2})?[ \n]?[ap][m.])"
"""What every time begins with, in either case: most digits need no closer look."""


def time_at(text: str, at: int, *, after_date: bool = False) -> tuple[Number, int] | None:
    """The time that begins at `at`, and where to go on after its zone, or None.

    `after_date` says that an ISO date and a `T` stand before it; then `-05:00` is a zone, and else a range.
    """
    match = _CLOCK.compiled.match(text, at) or _HOUR.compiled.match(text, at)
    if match is None:
        return None
    hour, minute, second = (match[name] or "" for name in ("hour", "minute", "second"))
    if canonical(hour, "") == "24" and (minute, second.strip("0")) != ("00", ""):
        return None
    second = canonical(second, match["fraction"] or "")
    reading = _reading(hour, minute, second, (match["meridiem"] or "").lower())
    zone = (_ISO_ZONE if after_date else _ZONE).compiled.match(text, match.end())
    return Number("time", at, match.end(), frozenset((reading,))), zone.end() if zone else match.end()


def is_followed_by_meridiem(text: str, at: int) -> bool:
    """Whether digits that end at `at` have an am or pm after them."""
    return _MERIDIEM.compiled.match(text, at) is not None


def like_time(text: str, number: Number, other: Number) -> Number | None:
    """`number` as the first time of a range whose second is `other`: `9` in `9–11 am`; None when it can be none.

    Where the second comes no later on the dial, the other half of the day holds as well: `10–1 pm` begins at 10 am, too.
    """
    ((_, last_hour, last_minute, _, meridiem),) = other.readings
    if number.type == "time":
        ((_, hour, minute, second, own),) = number.readings
    elif number.is_plain and (match := _BARE.compiled.fullmatch(text, number.start, number.end)):
        hour, minute, second, own = match["hour"], match["minute"] or "", "", ""
    else:
        return None
    if own or (meridiem and len(hour.lstrip("0")) > 1 and hour not in _TWO_DIGIT_HOURS):
        return None
    like, unlike = (
        Number("time", number.start, number.end, frozenset((_reading(hour, minute, second, half),)))
        for half in (meridiem, _OTHER_HALF[meridiem])
    )
    turns = meridiem and _on_dial(hour, minute) >= _on_dial(last_hour, last_minute)
    return replace(like, alternatives=((unlike,),)) if turns else like


_OTHER_HALF: Final = {"a": "p", "p": "a", "": ""}
_HOURS_ON_DIAL: Final = 12


def _on_dial(hour: str, minute: str) -> tuple[int, int]:
    return int(hour) % _HOURS_ON_DIAL, int(minute or "0")


_TWO_DIGIT_HOURS: Final = ("10", "11", "12")
_MINUTE: Final = r"[0-5][0-9]"
_AM_OR_PM: Final = rf"{GAP}?(?P<meridiem>[ap])(?:m|\.\ ?m\.?){LATIN_END}"

_CLOCK = Pattern(
    rf"""(?<![0-9][:.,])(?P<hour>[01]?[0-9]|2[0-4])
         :(?P<minute>{_MINUTE})(?::(?P<second>{_MINUTE})(?:[.,](?P<fraction>[0-9]++))?)?(?![0-9]|:[0-9])
         (?:{_AM_OR_PM})?""",
    SHARED_FLAGS,
)
_HOUR = Pattern(
    rf"""(?<![0-9][:.,])(?P<hour>0?[1-9]|1[0-2])
         (?:\.(?P<minute>{_MINUTE}))?{_AM_OR_PM}(?P<second>)(?P<fraction>)""",
    SHARED_FLAGS,
)
_MERIDIEM = Pattern(_AM_OR_PM, SHARED_FLAGS)
_BARE = Pattern(rf"(?P<hour>[01]?[0-9]|2[0-3])(?:\.(?P<minute>{_MINUTE}))?", regex.V0)

_OFFSET: Final = r"[0-9]{2}(?::?[0-9]{2})?(?![0-9])"
_ZONE = Pattern(r" ?\+[0-9]{2}:?[0-9]{2}(?![0-9:])", regex.V0)
_ISO_ZONE = Pattern(rf"[+\-−]{_OFFSET}", regex.V0)


def _reading(hour: str, minute: str, second: str, meridiem: str) -> Reading:
    values = (canonical(part, "") for part in (hour, minute))
    return ("time", *values, second if second.strip("0.") else "", meridiem)
