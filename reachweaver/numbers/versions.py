"""Versions (contract, section 6): takes a text and the offset of a digit, gives the version that stands there.

A version has a `v` before it, or two or more dots, or is a decimal after the word version. Its suffix belongs to it:
`1.2.0-rc.1`, `2.1.0+build.5`, `3.0.0b2`, `1.x`. An English word after a hyphen does not: `v2.0-based`.
"""

from __future__ import annotations

from typing import Final

import regex

from reachweaver.numbers.figures import Piece
from reachweaver.numbers.model import Number, version
from reachweaver.numbers.suffixes import HYPHEN
from reachweaver.text.characters import LATIN_END, WORD_START
from reachweaver.text.patterns import Pattern


def prefixed_version_at(text: str, at: int) -> Number | None:
    """The version whose `v` stands right before the digit at `at`, or None."""
    if text[at - 1 : at] not in _PREFIX or not _PREFIXED.compiled.match(text, at):
        return None
    return _version(text, at - 1, at, _end_of_dotted(text, at))


def unprefixed_version(text: str, piece: Piece) -> Number | None:
    """The version that a piece without a `v` is by its dots, by the word version or by its suffix, or None."""
    if piece.figure is None:
        return _version(text, piece.start, piece.start, piece.end)
    if "." not in piece.figure.digits:
        return None
    if follows_version_word(text, piece.start) or _PRERELEASE_DECIMAL.compiled.match(text, piece.end):
        return _version(text, piece.start, piece.start, _end_of_dotted(text, piece.start))
    return None


def follows_version_word(text: str, at: int) -> bool:
    """Whether the word version, or a list that it begins (`versions 2.1 and 2.2`), stands right before `at`."""
    return (
        "version" in text[max(0, at - _LONGEST_LIST) : at].lower() and _AFTER_WORD.compiled.match(text, at) is not None
    )


_PREFIX: Final = ("v", "V")
_PREFIXED = Pattern(rf"(?<={WORD_START}[vV])[0-9]")
_DOTTED = Pattern(r"[0-9]++(?:\.[0-9]++)*+", regex.V0)
_LISTED: Final = r"v?[0-9]{1,4}(?:\.[0-9]{1,4}){1,3}(?:,? (?:and|or|&) |, )"
_LONGEST_LIST: Final = 120
_AFTER_WORD = Pattern(
    rf"(?<={WORD_START}(?:versions?(?::? |\n)|versions (?:{_LISTED}){{1,4}}))[0-9]", regex.V1 | regex.IGNORECASE
)

_NAMED: Final = (
    "alpha|beta|gamma|rc|cr|pre|preview|prerelease|dev|snapshot|nightly|canary|next|insiders?|experimental|unstable|edge"
    r"|milestone|ga|lts|esr|sp|hotfix|post|rev|dirty|ea|eap|tp|wip|(?-i:RELEASE|FINAL|Final)"
    r"|(?:release|final|stable|build|fix|bugfix|test|patch)(?=\.[0-9])"
)
_IDENTIFIER: Final = rf"(?:(?!v[0-9])[0-9A-Za-z]{{0,32}}[0-9][0-9A-Za-z]{{0,32}}|(?:{_NAMED})){LATIN_END}"
_PRERELEASE: Final = rf"{HYPHEN}{_IDENTIFIER}(?:(?:\.|{HYPHEN}){_IDENTIFIER}){{0,7}}+"
_BUILD: Final = rf"\+[0-9A-Za-z]{{1,64}}(?:(?:\.|{HYPHEN})[0-9A-Za-z]{{1,64}}){{0,7}}+{LATIN_END}"
_GLUED: Final = rf"[A-Za-z][0-9A-Za-z]{{0,31}}+{LATIN_END}"
_PART: Final = r"(?:dev|post|pre|rc|alpha|beta|final|release|ga|snapshot|sp)[0-9]*+"
_MORE_PARTS: Final = rf"(?:\.(?:x|\*))++{LATIN_END}|\.{_PART}{LATIN_END}"
_OF_MAJOR = Pattern(rf"(?:{_MORE_PARTS}|{_GLUED})?+(?:{_PRERELEASE})?+", regex.V1 | regex.IGNORECASE)
_OF_DOTTED = Pattern(rf"{_OF_MAJOR.source}(?:{_BUILD})?+", regex.V1 | regex.IGNORECASE)
_SHORT: Final = 2
_NUMERIC_PRERELEASE = Pattern(rf"{HYPHEN}[0-9]", regex.V0)
_RANGE = Pattern(rf"{HYPHEN}[0-9]++(?:\.[0-9]++)+", regex.V0)
_PRERELEASE_DECIMAL = Pattern(
    rf"{HYPHEN}?(?:alpha|beta|rc|snapshot|nightly|canary|preview|dev)(?:[.-]?[0-9]++)?{LATIN_END}",
    regex.V1 | regex.IGNORECASE,
)


def _end_of_dotted(text: str, at: int) -> int:
    match = _DOTTED.compiled.match(text, at)
    assert match is not None  # noqa: S101 - callers stand on a digit
    return match.end()


def _version(text: str, start: int, digits_start: int, digits_end: int) -> Number:
    digits = text[digits_start:digits_end]
    end = _end_of_suffix(text, digits_end, dots=digits.count("."))
    suffix = text[digits_end:end].casefold().replace("\u2010", "-")
    return version(digits, suffix, start, end)


def _end_of_suffix(text: str, at: int, *, dots: int) -> int:
    """Where the suffix ends; `v1.2-1.4` and `v1-3` are ranges, `3.1.0-4821` has a suffix."""
    if not _may_go_on(text, at):
        return at
    if _RANGE.compiled.match(text, at) or (dots < _SHORT and _NUMERIC_PRERELEASE.compiled.match(text, at)):
        return at
    match = (_OF_DOTTED if dots else _OF_MAJOR).compiled.match(text, at)
    return match.end() if match else at


def _may_go_on(text: str, at: int) -> bool:
    """Whether a suffix may begin at `at`: most versions have none, and need no closer look."""
    first, second = text[at : at + 1], text[at + 1 : at + 2]
    return first.isalpha() or first in ("-", "\u2010", "+") or (first == "." and (second.isalpha() or second == "*"))
