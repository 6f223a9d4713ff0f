"""What a site's robots.txt says of a path (RFC 9309). Takes its text, gives rules; opens nothing.

The longest rule that matches decides; of an allowing and a forbidding one of the same length the allowing one does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from urllib.parse import quote, unquote_to_bytes

from reachweaver.data import dataclass

AGENT: Final = "reachweaver"
"""The name by which a robots.txt may address ReachWeaver."""
MOST_CHARACTERS: Final = 500 * 1024
"""What stands behind them is not read, as RFC 9309 allows."""
MOST_RULES: Final = 5000
LONGEST_DELAY: Final = 10.0
"""Seconds between two requests that a site may ask for."""

_KEPT_ESCAPES: Final = frozenset(("%2F", "%2A", "%24", "%25", "%3F", "%23"))
"""Of `/`, `*`, `$`, `%`, `?` and `#`: unescaped, these would mean something else in a path or a pattern."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One `Allow:` or `Disallow:` line."""

    pattern: str
    allows: bool

    def matches(self, path: str) -> bool:
        """Whether the pattern matches the beginning of a path; `*` is any text, and a `$` at its end is the end."""
        is_whole = self.pattern.endswith("$")
        first, *others = self.pattern.removesuffix("$").split("*")
        if not path.startswith(first):
            return False
        at = len(first)
        last = others.pop() if is_whole and others else None
        for part in others:
            found = path.find(part, at)
            if found < 0:
                return False
            at = found + len(part)
        if not is_whole:
            return True
        return at == len(path) if last is None else path.endswith(last) and len(path) - len(last) >= at


@dataclass(frozen=True, slots=True)
class Robots:
    """The rules of a site for ReachWeaver."""

    rules: tuple[Rule, ...] = ()
    delay: float = 0.0
    """Seconds between two requests that the site asks for, at most `LONGEST_DELAY`."""

    def allows(self, path: str) -> bool:
        """Whether a path, with its query, may be read."""
        wanted = _normalized(path)
        found = [rule for rule in self.rules if rule.matches(wanted)]
        return max(found, key=lambda rule: (len(rule.pattern), rule.allows)).allows if found else True


def read_robots(text: str) -> Robots:
    """The rules in a robots.txt for ReachWeaver, else those for everybody. Never raises."""
    own: list[tuple[str, str]] = []
    general: list[tuple[str, str]] = []
    is_named = False
    for agents, lines in _groups(text[:MOST_CHARACTERS]):
        if any(name.partition("/")[0].strip() == AGENT for name in agents):
            is_named = True
            own += lines
        elif "*" in agents:
            general += lines
    return _robots(own if is_named else general)


def _groups(text: str) -> Iterator[tuple[list[str], list[tuple[str, str]]]]:
    """Agents in lower case, and the lines that are for them."""
    agents: list[str] = []
    lines: list[tuple[str, str]] = []
    for key, value in _lines(text):
        if key == "user-agent":
            if lines:
                yield agents, lines
                agents, lines = [], []
            agents.append(value.lower())
        elif key in ("allow", "disallow", "crawl-delay"):
            lines.append((key, value))
    yield agents, lines


def _lines(text: str) -> Iterator[tuple[str, str]]:
    for line in text.removeprefix("\ufeff").splitlines():
        key, colon, value = line.partition("#")[0].partition(":")
        if colon:
            yield key.strip().lower(), value.strip()


def _robots(lines: list[tuple[str, str]]) -> Robots:
    rules = [Rule(_normalized(value), key == "allow") for key, value in lines if key != "crawl-delay" and value]
    delays = [_seconds(value) for key, value in lines if key == "crawl-delay"]
    return Robots(tuple(rules[:MOST_RULES]), max(delays, default=0.0))


def _seconds(text: str) -> float:
    whole, _, part = text.partition(".")
    if not (whole.isascii() and whole.isdigit() and ((part.isascii() and part.isdigit()) or not part)):
        return 0.0
    return LONGEST_DELAY if len(whole.lstrip("0")) > 2 else min(float(text), LONGEST_DELAY)


def _normalized(path: str) -> str:
    """A path or pattern with the same characters escaped, however it is written."""
    if path.isascii() and "%" not in path:
        return path
    return "".join(_recoded(part) for part in _pieces(path))


def _pieces(path: str) -> Iterator[str]:
    """The path cut around the escapes that must stay."""
    start = at = 0
    while (at := path.find("%", at)) >= 0:
        escape = path[at : at + 3]
        if escape.upper() in _KEPT_ESCAPES:
            yield path[start:at]
            yield escape
            start = at + 3
        at += 1
    yield path[start:]


def _recoded(part: str) -> str:
    if part.upper() in _KEPT_ESCAPES:
        return part.upper()
    return quote(unquote_to_bytes(part.encode("utf-8", "replace")), safe="/*$?=&:;,@!~'()+[]#|^`{}\"<>\\ ")
