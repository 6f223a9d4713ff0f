"""Text that a terminal shows as it is: no character of a campaign can move the cursor or hide itself.

Takes any text, lone surrogates included; gives printable text, or cells that know how wide they are shown.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import count, repeat
from typing import Final, NamedTuple

import regex

# Plain characters that nothing combines with, else one grapheme cluster.
_CLUSTER: Final = regex.compile(r"(?P<plain>[ -~]+(?![^ -~]))|\X", regex.DOTALL)
# Control characters, line and paragraph separators, lone surrogates, unassigned code points, and those format
# characters that reorder or hide text. The two joiners stay: emoji and several scripts are spelt with them.
_UNSEEN: Final = regex.compile(r"[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Cn}\p{Cf}--[\u200c\u200d]]", regex.V1)
_VARIATION_SELECTOR_16: Final = "\ufe0f"
_SHORT_ESCAPES: Final = {"\t": "\\t", "\n": "\\n", "\r": "\\r"}


class Cell(NamedTuple):
    """One or more characters that are shown together."""

    start: int
    """Offset of the first character in the text that was given, in code points."""
    end: int
    shown: str
    width: int
    """Terminal columns."""


def visible(text: str, encoding: str = "utf-8") -> str:
    """The text on one line, with every character that would act or hide, or that `encoding` lacks, escaped."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(cell.shown for cell in cells(text, encoding))


def cells(text: str, encoding: str = "utf-8") -> Iterator[Cell]:
    """The text as a terminal shows it, in order and without gaps."""
    for match in _CLUSTER.finditer(text):
        cluster = match[0]
        if match["plain"]:
            yield from map(Cell, count(match.start()), count(match.start() + 1), cluster, repeat(1))
            continue
        if _shows(cluster, encoding):
            yield Cell(match.start(), match.end(), cluster, _width(cluster))
            continue
        for offset, character in enumerate(cluster, match.start()):
            shown = character if _shows(character, encoding) else escape(character)
            yield Cell(offset, offset + 1, shown, _width(shown))


def escape(character: str) -> str:
    r"""A character as the escape that stands for it: `\t`, `\x1b`, `\u202e`, `\U000e0041`."""
    code = ord(character)
    if character in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[character]
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _shows(text: str, encoding: str) -> bool:
    if text.isascii() and text.isprintable():
        return True
    if _UNSEEN.search(text):
        return False
    try:
        text.encode(encoding)
    except UnicodeError:
        return False
    return True


def _width(shown: str) -> int:
    if shown.isascii():
        return len(shown)
    if _VARIATION_SELECTOR_16 in shown or regex.fullmatch(r"\p{RI}{2}", shown):
        return 2
    widths = [_character_width(character) for character in shown]
    # A cluster with a wide character (an emoji and what joins it, a Hangul syllable in parts) is one wide picture.
    return 2 if 2 in widths else sum(widths)


def _character_width(character: str) -> int:
    if unicodedata.east_asian_width(character) in "WF":
        return 2
    return 0 if unicodedata.category(character) in ("Mn", "Me", "Mc", "Cf") else 1
