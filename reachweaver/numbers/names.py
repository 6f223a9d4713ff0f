"""Digits that are no numbers (contract, section 6): names, list markers, keycaps, counters, zones.

Takes a text's `Prose`, gives the spans of `plain.text` whose digits are passed over.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

import regex

from reachweaver.text.characters import SPACELESS, WORD_END, WORD_START
from reachweaver.text.folding import BLANK_LINE
from reachweaver.text.patterns import Pattern
from reachweaver.text.prose import Prose
from reachweaver.text.spans import Spans, merged


def spans_without_numbers(prose: Prose, part_starts: Sequence[int] | None) -> Spans:
    """Where addresses, tags, keycaps, counters, zones and hexadecimal numbers stand.

    Only a body has parts and so counters: `9/10 readers` at the start of evidence are two numbers. `part_starts` holds
    the offsets into the body at which its second and later parts begin; None for a text that is no body.
    """
    others = _marks(prose)
    if part_starts is not None and _NEAR_COUNTER.search(prose.plain.text):
        others += _counters(prose, part_starts)
    if not others and not prose.addresses.mentions:
        return prose.names
    return Spans(merged((*_addresses(prose), *others)))


def is_list_marker(text: str, at: int) -> bool:
    """Whether the digits that begin at `at` number an item of a list: `1.` or `(2)` at the start of a line."""
    first = at - 1 if text[at - 1 : at] == "(" else at
    line_start = first - 1 if text[first - 1 : first] == " " else first
    if line_start > 0 and text[line_start - 1] not in _LINE_ENDS:
        return False
    return _LIST_MARKER.compiled.match(text, first) is not None


def end_of_name(prose: Prose, start: int, end: int) -> int | None:
    """Where the name ends that the digits start..end belong to (`K8s`, `p99.9`), or None when they are a number."""
    text = prose.plain.text
    if not _AFTER_LETTER.compiled.match(text, start) or _is_apart(prose, start):
        return None
    match = _REST_OF_NAME.compiled.match(text, end)
    return match.end() if match else end


def is_rank_one(text: str, start: int, end: int) -> bool:
    """Whether the digits start..end are those of `#1`, a superlative."""
    return text[start - 1 : end] == "#1" and _RANK_END.compiled.match(text, end) is not None


_LETTER: Final = rf"[\p{{L}}--[{SPACELESS}ªº\u0640]]"
"""One that a name may have before its digits; the tatweel joins an Arabic preposition to a number (`بـ٢٥`)."""
_AFTER_LETTER = Pattern(rf"(?<={_LETTER}\p{{M}}{{0,8}}_?)[0-9]")
_REST_OF_NAME = Pattern(r"(?:[._٫٬][0-9]++|[,'’‘ʼ][0-9]{1,3}(?![0-9]))*+", regex.V0)
"""More of the same digits: `p99.9`, `EUR1,250.50`. After a comma four digits are a year of their own."""
_RANK_END = Pattern(rf"{WORD_END}(?![.,][0-9])")

_EMBEDDINGS: Final = frozenset("\u202a\u202b\u202d\u202e\u2066\u2067\u2068")
"""Bidirectional embeddings, overrides and isolates."""

_KEYCAP = Pattern(r"[0-9]\u20E3", regex.V0)
_SPACED_DATE: Final = r"(?!\ [0-9]{1,2}\.\ (?:19|20)[0-9]{2}(?![0-9]))"
"""After a marker: not the rest of a day, as in `1. 3. 2026`."""
_LIST_MARKER = Pattern(
    rf"\(?[0-9]{{1,3}}(?:\.(?=[ \n\p{{Lu}}{SPACELESS}]){_SPACED_DATE}|\.?\)(?!\u2029)|、(?![0-9]))",
)
_ZONES: Final = frozenset(("utc", "gmt"))
_ZONE = Pattern(rf"{WORD_START}(?:UTC|GMT) ?[-+±\u2010\u2013\u2212][0-9]{{1,2}}(?::?[0-9]{{2}})?(?![0-9])")
_HEXADECIMAL = Pattern(rf"{WORD_START}0[xX][0-9A-Fa-f]++{WORD_END}")

_LINE_ENDS: Final = ("\n", BLANK_LINE)

_COUNTER: Final = r"(?P<counter>(?P<part>[0-9]{1,3})/(?:(?P<parts>[0-9]{1,3})|[nNxX?])?)"
_NEAR_COUNTER = re.compile("/(?<=[0-9]/)")
_FIRST_COUNTER = Pattern(
    rf"(?:\A|(?<=\u2029))[\p{{So}}\p{{Sk}}\p{{Ps}} \n]{{0,12}}{_COUNTER}(?=[\s\p{{Pe}}\p{{So}}]|[:.](?:\s|\Z)|\Z)",
)
_LAST_COUNTER = Pattern(
    rf"(?<=[\s\p{{Ps}}\p{{So}}\p{{Sk}}]){_COUNTER}(?=(?P<rest>[\p{{So}}\p{{Sk}}\p{{Pe}} \n]{{0,12}})(?:\u2029|\Z))",
)


def _addresses(prose: Prose) -> Iterator[tuple[int, int]]:
    """URLs, e-mail addresses, hashtags and mentions; a tag without a letter (`#42`) is a number."""
    for url in prose.addresses.urls:
        yield url.start, url.end
    yield from prose.addresses.emails
    yield from prose.addresses.hashtags
    for mention in prose.addresses.mentions:
        if any(map(str.isalpha, mention.name)):
            yield mention.start, mention.end


def _marks(prose: Prose) -> list[tuple[int, int]]:
    """Keycaps, zones and hexadecimal numbers."""
    text = prose.plain.text
    found: list[tuple[int, int]] = []
    if "\u20e3" in text:
        found += (match.span() for match in _KEYCAP.compiled.finditer(text))
    if not prose.ascii_words.isdisjoint(_ZONES):
        found += (match.span() for match in _ZONE.compiled.finditer(text))
    if "0x" in text or "0X" in text:
        found += (match.span() for match in _HEXADECIMAL.compiled.finditer(text))
    return found


def _counters(prose: Prose, part_starts: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Counters at either end of a part: a blank line inside a part bounds none."""
    text = prose.plain.text
    for match in _FIRST_COUNTER.compiled.finditer(text):
        if _counts(match) and (match.start() == 0 or _parts_meet(prose, match.start() - 1, part_starts)):
            yield match.span("counter")
    for match in _LAST_COUNTER.compiled.finditer(text):
        end = match.end("rest")
        if _counts(match) and (end == len(text) or _parts_meet(prose, end, part_starts)):
            yield match.span("counter")


def _counts(counter: regex.Match[str]) -> bool:
    """Whether a counter may be one: no part comes after the last, so that `24/7` is two numbers."""
    return counter["parts"] is None or int(counter["part"]) <= int(counter["parts"])


def _parts_meet(prose: Prose, at: int, part_starts: Sequence[int]) -> bool:
    """Whether the blank line at `at` is the one between two parts."""
    _, start, end = prose.span_of_plain(at, at + 1)
    return any(start < part_start <= end for part_start in part_starts)


def _is_apart(prose: Prose, at: int) -> bool:
    """Whether the digit at `at` stands in no word with the letter before it, whatever folding made of the two.

    The letter may be a symbol in the original text, as the No of `№5` is, or the digit begins text that is embedded
    with its own direction.
    """
    letter, _, letter_end = prose.span_of_plain(at - 1 - (prose.plain.text[at - 1] == "_"), at)
    _, digit_start, _ = prose.span_of_plain(at, at + 1)
    if not any(unicodedata.category(char)[0] in "LM" for char in letter):
        return True
    return not _EMBEDDINGS.isdisjoint(prose.original[letter_end:digit_start])
