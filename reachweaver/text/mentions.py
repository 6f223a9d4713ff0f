"""E-mail addresses, @-mentions and hashtags: takes what stands between white space in a text, gives offsets into it.

Texts are under `fold_plain`; `shaped` is their shape.
"""

from __future__ import annotations

from collections.abc import Iterable

import regex

from reachweaver.data import dataclass
from reachweaver.text.characters import (
    ANY_LETTER,
    EAST_ASIAN,
    HANGUL,
    LETTER,
    MARK,
    NARROW,
    SPACED_LETTER,
)
from reachweaver.text.patterns import Pattern
from reachweaver.text.spans import Spans


@dataclass(frozen=True, slots=True)
class Mention:
    """One mention: `@name`, `@name@host` or `@name.tld`."""

    start: int
    end: int
    """Offsets into `plain.text`, the @ included."""
    name: str
    """Case-folded, without the @."""
    host: str | None
    """Case-folded host of @name@host, else None."""


def find_emails(shaped: str, outside: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """E-mail addresses (start, end) that do not stand in one of the spans `outside` (URLs)."""
    if "@" not in shaped:
        return ()
    taken = Spans(outside)
    found = (match for match in _EMAIL.compiled.finditer(shaped) if _LETTER.compiled.search(match["top"]))
    spans = (match.span("address") for match in found if match["local"].strip("_"))
    return tuple(span for span in spans if not taken.overlaps(*span))


def find_mentions(text: str, shaped: str, outside: Iterable[tuple[int, int]]) -> tuple[Mention, ...]:
    """Mentions that share no character with the spans `outside` (URLs and e-mail addresses)."""
    if "@" not in shaped:
        return ()
    taken = Spans(outside)
    found = (match for match in _MENTION.compiled.finditer(shaped) if not taken.overlaps(*match.span()))
    return tuple(_mention(text, match) for match in found if _begins_a_word(text, shaped, match.start()))


def find_hashtags(shaped: str, outside: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Hashtags (start, end), the # included, that do not stand in one of the spans `outside` (URLs).

    In `#one#two` there are two.
    """
    if "#" not in shaped:
        return ()
    taken = Spans(outside)
    found = (span for match in _HASHTAGS.compiled.finditer(shaped) for span in _tags(shaped, match))
    return tuple(span for span in found if not taken.overlaps(*span))


_LETTER = Pattern(f"[{ANY_LETTER}]", regex.V0)

_LOCAL = rf"[{NARROW}.+%\-]"
_LABEL = rf"[{NARROW}]++(?:-*+[{NARROW}]++)*+"
_EMAIL = Pattern(
    rf"(?<![{NARROW}.+%\-@])[.+%\-]*+(?P<address>(?P<local>[{NARROW}]{_LOCAL}*+)@{_LABEL}(?:\.(?P<top>{_LABEL}))++)",
    regex.V0,
)
# Several dots are an ellipsis and two hyphens a dash, but for those of an international domain name (`xn--…`).
_JOINT = r"(?:[.\-]|(?<=[@.][Xx][Nn])--)"
_NAME = rf"(?:[{NARROW}]++(?:{_JOINT}[{NARROW}]++)*+|[{EAST_ASIAN}][{NARROW}{EAST_ASIAN}]*+)"
_BEFORE = rf"0-9{SPACED_LETTER}{MARK}"
_MENTION = Pattern(
    rf"(?<![0-9A-Za-z{HANGUL}{MARK}@])(?<![{_BEFORE}]_)@(?P<name>{_NAME})(?:@(?P<host>{_NAME}))?+", regex.V0
)
_TAG = rf"0-9_{MARK}"
_HASHTAGS = Pattern(
    rf"(?<![{_BEFORE}&]|[{_BEFORE}&]_{{1,3}})(?P<tag>\#[{_TAG}]*+[{ANY_LETTER}][{_TAG}{ANY_LETTER}]*+)++", regex.V0
)


# What Arabic and Hebrew write right before a name, with or without a tatweel: `و@relay`, `ל@relay`.
_PREFIXED = Pattern(r"(?<=(?<![\p{L}\p{M}\p{N}_.+%\-@])(?:[وفبكل]{1,2}(?:ال)?\u0640?|[ובהכלמש]{1,3}))@")


def _begins_a_word(text: str, shaped: str, at: int) -> bool:
    return shaped[at - 1 : at] != LETTER or _PREFIXED.compiled.match(text, at) is not None


def _mention(text: str, match: regex.Match[str]) -> Mention:
    start = match.start()
    end = _without_emphasis(text, *match.span())
    name = text[match.start("name") : min(match.end("name"), end)].casefold()
    host = text[match.start("host") : end].casefold() if match["host"] is not None else None
    return Mention(start, end, name, host)


def _tags(shaped: str, match: regex.Match[str]) -> list[tuple[int, int]]:
    """The hashtags of a row of them."""
    *others, (start, end) = match.spans("tag")
    return [*others, (start, _without_emphasis(shaped, match.start(), end))]


def _without_emphasis(text: str, start: int, end: int) -> int:
    """The end of a name, without as many underscores as stand before it: they are Markdown's (`_@relay_`)."""
    marks, name = text[max(0, start - _EMPHASIS) : start], text[start:end]
    before, behind = (len(run) - len(run.rstrip("_")) for run in (marks, name))
    return end - min(before, behind)


_EMPHASIS = 3
"""Underscores of Markdown at most: `___name___`."""
