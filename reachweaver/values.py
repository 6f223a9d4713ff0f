"""Rules for single values of the contract's files (URLs, times, names to choose from), and values in messages.

Each rule takes a decoded string and gives a complaint in plain words that continues `"field" …`, or None when
the value keeps the rule. No rule raises, whatever the string is.
"""

from __future__ import annotations

import difflib
from calendar import monthrange
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import lru_cache

import regex

Rule = Callable[[str], str | None]

_URL = regex.compile(
    r"(?i:https?)://"
    r"(?:[^\s\p{Cc}/?#@\\]*+@)?+"  # user information
    r"(?P<host>\[[0-9a-fA-F:.]++\]|[^\s\p{Cc}/?#@\\:\[\]<>\"^`{|}]++)"
    r"(?::(?P<port>[0-9]*+))?+"
    r"(?:[/?#][^\s\p{Cc}<>\"\\^`{|}]*+)?+"
)
_TIME = regex.compile(
    r"(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})[Tt]"
    r"(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2}):(?P<second>[0-9]{2})(?:\.[0-9]++)?+"
    r"(?:[Zz]|(?P<sign>[+-])(?P<zone_hour>[0-9]{2}):(?P<zone_minute>[0-9]{2}))"
)


def absolute_url(value: str) -> str | None:
    """An absolute http or https URL: scheme, host, no white space (contract, section 1)."""
    match = _URL.fullmatch(value)
    if match and _is_host(match["host"]) and _is_port(match["port"] or ""):
        return None
    return 'must be an absolute http or https URL, such as "https://example.org/page".'


def rfc3339_time(value: str) -> str | None:
    """A date and time of RFC 3339, with seconds and a zone, that exists in the calendar."""
    match = _TIME.fullmatch(value)
    if match is None:
        return 'must be a date and time with seconds and a zone (RFC 3339), such as "2027-03-01T09:00:00Z".'
    part = {name: int(digits) for name, digits in match.groupdict().items() if name != "sign" and digits}
    if not 1 <= part["month"] <= 12 or not 1 <= part["day"] <= monthrange(part["year"], part["month"])[1]:
        return f"names a day that is not in the calendar: {value[:10]}."
    zone_hour, zone_minute = part.get("zone_hour", 0), part.get("zone_minute", 0)
    if zone_hour > 23 or zone_minute > 59:
        return f"names a time zone that does not exist: {value[-6:]}."
    zone = (zone_hour * 60 + zone_minute) * (-1 if match["sign"] == "-" else 1)
    if not _is_clock_time(part["hour"], part["minute"], part["second"], zone):
        return f"names a time of day that does not exist: {value[11:19]}."
    return None


def one_of(known: Iterable[str], what: str) -> Rule:
    """A rule: the value is one of `known`; the complaint names the nearest of them, or all."""
    names = tuple(known)

    def rule(value: str) -> str | None:
        return None if value in names else f"is {quoted(value)}, which is not a known {what}.{suggestion(value, names)}"

    return rule


def at_most(limit: int) -> Rule:
    """A rule: the value has at most `limit` characters (Unicode code points)."""

    def rule(value: str) -> str | None:
        return None if len(value) <= limit else f"has {len(value):,} characters; at most {limit:,} are allowed."

    return rule


def nearest(value: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The name of `known` that looks most like `value`, case aside; None when none does."""
    return _nearest(value, tuple(known), cutoff)


def most_similar(value: str, known: Iterable[str]) -> str | None:
    """The name of `known` that looks most like `value`, case aside, however little; None when there is no name."""
    matcher = difflib.SequenceMatcher(b=value.casefold(), autojunk=False)

    def similarity(name: str) -> float:
        matcher.set_seq1(name.casefold())
        return matcher.ratio()

    return max(known, key=similarity, default=None)


@lru_cache(maxsize=2048)
def _nearest(value: str, known: tuple[str, ...], cutoff: float) -> str | None:
    # difflib takes its time, so only names that a slip of the finger leads to are handed to it.
    wanted = value.casefold()
    by_folded = {
        folded: name
        for name in reversed(known)
        if abs(len(folded := name.casefold()) - len(wanted)) <= 8 and len(folded) <= 200
    }
    close = difflib.get_close_matches(wanted, by_folded, n=1, cutoff=cutoff) if len(by_folded) <= 200 else []
    return by_folded[close[0]] if close else None


def suggestion(value: str, known: Iterable[str]) -> str:
    """A sentence that names the nearest of `known`, or all of them when there are few; "" when there is none."""
    names = tuple(known)
    close = nearest(value, names)
    if close is not None:
        return f" Did you mean {quoted(close)}?"
    return f" Use one of: {', '.join(names)}." if 0 < len(names) <= 20 else ""


def quoted(value: str, limit: int = 60) -> str:
    """The value in quotation marks for a message: on one line, and cut when it has more than `limit` code points."""
    shown = " ".join(value.split())
    return f'"{shown}"' if len(shown) <= limit else f'"{shown[: limit - 1].rstrip()}…"'


def listed(items: Iterable[str]) -> str:
    """One or more words in a sentence: `a`, `a and b`, `a, b and c`."""
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last


def timestamp(moment: datetime) -> str:
    """A moment with a zone as reports, receipts and the database write it: in UTC, `YYYY-MM-DDTHH:MM:SSZ`."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def counted(count: int, noun: str) -> str:
    """`1 variant`, `2 variants`, `1,000 variants`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _is_host(host: str) -> bool:
    labels = host.removesuffix(".").split(".")
    return host.startswith("[") or all(labels)


def _is_port(digits: str) -> bool:
    significant = digits.lstrip("0")
    return len(significant) <= 5 and int(significant or "0") <= 65535


def _is_clock_time(hour: int, minute: int, second: int, zone: int) -> bool:
    if hour > 23 or minute > 59:
        return False
    # A leap second ends a day in UTC, whatever the clock on the wall says.
    is_last_minute = (hour * 60 + minute - zone) % (24 * 60) == 24 * 60 - 1
    return second <= (60 if is_last_minute else 59)
