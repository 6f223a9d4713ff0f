"""The classes of characters that the text layer and the checks share, as bodies of `regex` character classes.

Each constant is written to stand inside a class of a pattern compiled with `regex.V1`: `rf"[{INVISIBLE}]"`.
"""

from __future__ import annotations

from typing import Final

import regex

INVISIBLE: Final = (
    r"[[\p{Cf}\p{Default_Ignorable_Code_Point}]"
    r"--[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\U000110BD\U000110CD]]"
)
"""Format characters that leave no mark of their own: zero-width spaces and joiners, bidi controls, soft hyphen,
variation selectors. The number signs of Arabic, Syriac and Kaithi are of the same category and visible."""

SPACE: Final = r"[\s\x1C-\x1F]"

WORD_BREAKING_SCRIPTS: Final = r"[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
"""Scripts written without spaces whose writers mark word ends with U+200B."""

IDEOGRAPH: Final = r"[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]&&[\p{L}\p{Nl}]]"
"""Han and kana: every character is a word."""

SPACELESS: Final = rf"[{IDEOGRAPH}[{WORD_BREAKING_SCRIPTS}&&[\p{{L}}\p{{M}}]]]"
"""Letters of the scripts written without spaces (contract, section 6): a word may end at any of them."""

WORD: Final = rf"[[\p{{L}}\p{{M}}\p{{Nd}}\p{{Nl}}_]--{SPACELESS}]"
"""Letters, digits, marks and the underscore of the scripts written with spaces."""

EAST_ASIAN: Final = rf"[{SPACELESS}\p{{Hangul}}]"
"""Letters that are written right after a name or an address without belonging to it (`@relayさん`, `@relay님`)."""

_INVISIBLE = regex.compile(rf"[{INVISIBLE}]", regex.V1)


def is_invisible(char: str) -> bool:
    """Whether one character is a format character that leaves no mark."""
    return _INVISIBLE.match(char) is not None
