"""E-mail addresses, @-mentions and hashtags: takes `Prose.plain.text` and the URLs in it, gives offsets into it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import regex

from reachweaver.text.characters import EAST_ASIAN, WORD
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


def find_emails(text: str, outside: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """E-mail addresses (start, end) that do not stand in one of the spans `outside`."""
    taken = Spans(outside)
    found = (match.span("address") for match in _EMAIL.finditer(text) if _LETTER.search(match["top"]))
    return tuple(span for span in found if not taken.touch(*span))


def find_mentions(text: str, outside: Iterable[tuple[int, int]]) -> tuple[Mention, ...]:
    """Mentions that do not begin in one of the spans `outside` (URLs and e-mail addresses)."""
    taken = Spans(outside)
    return tuple(_mention(match) for match in _MENTION.finditer(text) if not taken.touch(match.start(), match.end()))


def find_hashtags(text: str, outside: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Hashtags (start, end), the # included, that do not stand in one of the spans `outside` (URLs)."""
    taken = Spans(outside)
    return tuple(span for chain in _HASHTAGS.finditer(text) for span in chain.spans("tag") if not taken.touch(*span))


# A letter that is written right after a name without a space is not part of it: `@relayさん` mentions @relay.
_NARROW = rf"[{WORD}--\p{{Hangul}}]"
_WIDE = rf"[{WORD}{EAST_ASIAN}]"
_BEGINS = rf"(?<![{WORD}@])"

_LOCAL = rf"[{_NARROW}.+%\-]"
_LABEL = rf"{_NARROW}++(?:-*+{_NARROW}++)*+"
_EMAIL = regex.compile(
    rf"(?<![{_LOCAL}@])[.+%\-]*+(?P<address>{_NARROW}{_LOCAL}*+@{_LABEL}(?:\.(?P<top>{_LABEL}))++)",
    regex.V1,
)
_LETTER = regex.compile(r"\p{L}")
_NAME = rf"(?:{_NARROW}++(?:[.\-]++{_NARROW}++)*+|[{EAST_ASIAN}]{_WIDE}*+)"
_MENTION = regex.compile(
    rf"(?<![[{WORD}--_]@])(?<![{WORD}--_]_)@(?P<name>{_NAME})(?:@(?P<host>{_NAME}))?+",
    regex.V1,
)
_HASHTAGS = regex.compile(
    rf"(?<![{WORD}&])(?P<tag>\#(?!\u20E3)[\p{{M}}\p{{Nd}}_]*+\p{{L}}[\p{{L}}\p{{M}}\p{{Nd}}_]*+)++",
    regex.V1,
)


def _mention(match: regex.Match[str]) -> Mention:
    host = match["host"]
    return Mention(match.start(), match.end(), match["name"].casefold(), host and host.casefold())
