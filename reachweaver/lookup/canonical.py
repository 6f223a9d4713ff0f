"""JSON to the byte as .NET's default writer makes it: what the signature of a receipt covers (Receipt v1).

Takes values in the order in which they shall stand; gives compact JSON in ASCII.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Final, TypeAlias

Scalar: TypeAlias = str | bool | int | float
Value: TypeAlias = Scalar | Mapping[str, "Value"]

PLAIN_DIGITS: Final = 17
"""A double with more digits than this before its decimal point is written with an exponent, as .NET Core 3.0 and later
do (its "shortest" format counts with the 17 digits that tell any two doubles apart)."""
PLAIN_ZEROS: Final = 3
"""And so is one with more zeros than this between its decimal point and its first digit."""

_SHORT: Final = {"\b": r"\b", "\t": r"\t", "\n": r"\n", "\f": r"\f", "\r": r"\r", "\\": r"\\"}
_ESCAPED: Final = re.compile(r"[^ !#-%(-*,-;=?-\[\]-_a-~]")


def canonical_json(value: Mapping[str, Value]) -> bytes:
    """The object as compact JSON in UTF-8, its members in the order of the mapping.

    Raises:
        ValueError: A number is infinite or NaN, which JSON cannot hold.
    """
    return _write(value).encode("ascii")


def double(value: float) -> str:
    """A double as the shortest number that reads back the same, in .NET's notation: `1`, `0.7188`, `1E-05`, `-0`.

    Raises:
        ValueError: It is infinite or NaN.
    """
    if not math.isfinite(value):
        raise ValueError("JSON has no infinite number")
    # Python's repr finds the same shortest digits; only where it puts the point differs.
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(digits) - len(fraction) + int(exponent or 0)
    sign = "-" if math.copysign(1.0, value) < 0 else ""
    return sign + _notation(digits.rstrip("0"), point)


def _write(value: Value) -> str:
    if isinstance(value, str):
        return f'"{_ESCAPED.sub(_escape, value)}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return double(value)
    return "{" + ",".join(f"{_write(key)}:{_write(member)}" for key, member in value.items()) + "}"


def _escape(match: re.Match[str]) -> str:
    """A short escape, or a hexadecimal one for each UTF-16 unit."""
    character = match[0]
    if character in _SHORT:
        return _SHORT[character]
    code = ord(character)
    if code <= 0xFFFF:
        return f"\\u{code:04X}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04X}\\u{0xDC00 + (code & 0x3FF):04X}"


def _notation(digits: str, point: int) -> str:
    """0.`digits` times ten to the power of `point`; no digits are zero."""
    if not digits:
        return "0"
    if point > PLAIN_DIGITS or point < -PLAIN_ZEROS:
        fraction = f".{digits[1:]}" if len(digits) > 1 else ""
        return f"{digits[0]}{fraction}E{'-' if point < 1 else '+'}{abs(point - 1):02}"
    if point <= 0:
        return "0." + "0" * -point + digits
    whole = digits[:point].ljust(point, "0")
    return f"{whole}.{digits[point:]}" if len(digits) > point else whole
