"""What kind of character each is: the classes that folding, URLs, mentions and words are told apart by.

The constants are bodies of `regex` character classes, to stand inside a pattern compiled with `regex.V1`:
`rf"[{INVISIBLE}]"`. `shape` gives a text's characters as one of a few each, so that patterns over it are plain and quick.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from reachweaver.text.patterns import Pattern

INVISIBLE: Final = (
    r"[[\p{Cf}\p{Default_Ignorable_Code_Point}]"
    r"--[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\U000110BD\U000110CD]]"
)
"""Format characters that leave no mark of their own: zero-width spaces and joiners, bidi controls, soft hyphen,
variation selectors. The number signs of Arabic, Syriac and Kaithi are of the same category and visible."""

SPACE: Final = r"[\s\x1C-\x1F]"

WORD_BREAKING: Final = r"[[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]&&[\p{L}\p{M}]]"
"""Letters of the scripts without spaces whose writers mark the end of a word with U+200B."""

IDEOGRAPH: Final = r"[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]&&[\p{L}\p{Nl}]]"
"""Han and kana: every character is a word."""

SPACELESS: Final = rf"[{IDEOGRAPH}{WORD_BREAKING}]"
"""Letters of the scripts written without spaces (contract, section 6): a word may end at any of them."""

WORD: Final = rf"[[\p{{L}}\p{{M}}\p{{Nd}}\p{{Nl}}_]--{SPACELESS}]"
"""Letters, digits, marks and the underscore of the scripts written with spaces."""

_IN_WORD: Final = rf"[[\p{{L}}\p{{M}}\p{{Nd}}\p{{Nl}}]--{SPACELESS}]"
# An underscore belongs to a word only inside it (`snake_case`): around words it is Markdown's emphasis.
WORD_START: Final = rf"(?<!{_IN_WORD}_{{0,3}})"
"""Where a word may start: no word that goes on stands before it."""
WORD_END: Final = rf"(?!_{{0,3}}{_IN_WORD})"
"""Where a word ends: it does not go on."""
LATIN_END: Final = rf"(?!_{{0,3}}[{_IN_WORD}--\p{{Hangul}}])"
"""Where a word of Latin letters ends: a Korean particle is written right after it (`10k를`), and no part of it."""

EMPHASIS: Final = "[*_~]"
"""A mark of Markdown that may stand before or behind a word or a figure: `**1,000** users`."""


class CharacterTable(dict[int, str]):
    """A table for `str.translate` that asks `classify` once per character."""

    def __init__(self, classify: Callable[[str], str]) -> None:
        super().__init__()
        self._classify = classify

    def __missing__(self, code: int) -> str:
        kind = self[code] = self._classify(chr(code))
        return kind


def translated(text: str, table: Mapping[int, str]) -> str:
    """`text.translate(table)`, quicker where a text is ASCII but for a few characters."""
    if text.isascii():
        return text.translate(table)
    return "".join([run.translate(table) for run in _RUNS.findall(text)])


_RUNS = re.compile("[\x00-\x7f]+|[^\x00-\x7f]+")

LETTER: Final = "\xc0"
"""In a shape: a letter, beyond ASCII, of a script written with spaces."""
MARK: Final = "\xc1"
"""A combining mark."""
HANGUL: Final = "\xc2"
IDEOGRAM: Final = "\xc3"
"""A Han or kana character."""
BREAKING: Final = "\xc4"
"""A Thai, Lao, Khmer or Myanmar letter."""
FRACTION: Final = "\xc5"
"""A superscript, a circled digit, a vulgar fraction: a number that is no digit."""
KEYCAP: Final = "\xc6"
"""U+20E3, which makes an emoji of the character before it."""
IN_URL: Final = "\xb7"
"""A character beyond ASCII that URLs are written with, though it is no letter."""
OTHER: Final = "\xd7"

SPACED_LETTER: Final = "A-Za-z\xc0\xc2"
ANY_LETTER: Final = "A-Za-z\xc0\xc2-\xc4"
EAST_ASIAN: Final = "\xc2-\xc4"
"""In a shape: letters written right after a name or an address without belonging to it (`@relayさん`)."""
NARROW: Final = "A-Za-z0-9_\xc0\xc1"
"""In a shape: what names and addresses are made of where they stand between letters of `EAST_ASIAN`."""


def shape(text: str) -> str:
    """A text under `fold_plain` or `fold_case` with ASCII as it is and one of the constants above for all else.

    It is as long as the text. A paragraph separator (blank line) is a line feed in it.
    """
    return text if text.isascii() else translated(text, _SHAPES)


def is_invisible(char: str) -> bool:
    """Whether one character is a format character that leaves no mark."""
    return _INVISIBLE.compiled.match(char) is not None


_INVISIBLE = Pattern(rf"[{INVISIBLE}]")
_KINDS: Final = (
    (KEYCAP, r"\u20E3"),
    (IDEOGRAM, IDEOGRAPH),
    (HANGUL, r"[\p{Hangul}&&\p{L}]"),
    (BREAKING, WORD_BREAKING),
    (MARK, r"\p{M}"),
    (LETTER, r"[\p{L}\p{Nl}]"),
    ("0", r"\p{Nd}"),
    (FRACTION, r"\p{N}"),
    (IN_URL, "[–’·]"),
    ("\n", r"\u2029"),
)
_KIND = Pattern("|".join(f"({pattern})" for _, pattern in _KINDS))


def _kind(char: str) -> str:
    if char.isascii():
        return char
    match = _KIND.compiled.match(char)
    return OTHER if match is None or match.lastindex is None else _KINDS[match.lastindex - 1][0]


_SHAPES: Final = CharacterTable(_kind)
