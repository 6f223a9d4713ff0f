r"""JSON's string escapes: how to read them, broken ones included, and how to write them.

Every escape stands for exactly one character: a `\ud83d\ude00` pair is one, a lone surrogate is one, an unknown escape
such as `\%` is the character behind the backslash, and a `\u` without four digits is U+FFFD.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from json import decoder

_HEX = "[0-9a-fA-F]"
_VALID = (
    r"[\"\\/bfnrt]"
    rf"|u[dD][89abAB]{_HEX}{{2}}\\u[dD][c-fC-F]{_HEX}{{2}}"
    rf"|u{_HEX}{{4}}"
)
ESCAPE = re.compile(rf"\\(?:({_VALID})|u{_HEX}{{0,3}}|[^\n\r]?)")
"""One escape; group 1 is set when it is valid JSON."""

_scan: Callable[[str, int, bool], tuple[str, int]] = decoder.scanstring  # type: ignore[attr-defined]
"""The standard library's string reader, in C where it can be."""
_SHORT = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def decode(raw: str) -> tuple[str, bool]:
    """The text that the source between two quotes spells, and whether it is valid; broken escapes are salvaged."""
    try:
        value, end = _scan(raw + '"', 0, False)
    except ValueError:
        end = -1
    sound = end == len(raw) + 1
    return (value, True) if sound else (ESCAPE.sub(_salvage, raw), False)


def invalid_escapes(raw: str) -> Iterator[tuple[int, int]]:
    """Start and end, within `raw`, of each escape that JSON does not know."""
    for match in ESCAPE.finditer(raw):
        if match[1] is None:
            yield match.span()


def _salvage(match: re.Match[str]) -> str:
    body = match[0][1:]
    if match[1] is None:
        return _REPLACEMENT if not body or body[0] == "u" else body
    if body[0] != "u":
        return _SHORT[body]
    if len(body) == 5:
        return chr(int(body[1:], 16))
    high, low = int(body[1:5], 16), int(body[7:], 16)
    return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
