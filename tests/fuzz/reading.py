"""What fuzzed bytes mean: a text, or several. The corpus is written in the same way, so that people can read it."""

from __future__ import annotations

SEPARATOR = "\n%%\n"
"""A line that parts one text from the next."""


def text_of(data: bytes) -> str:
    """The bytes as UTF-8; each byte that is none becomes half of a surrogate pair, which JSON can hold as well."""
    return data.decode("utf-8", "surrogateescape")


def texts_of(data: bytes, count: int) -> list[str]:
    """The first `count` texts; those that are missing are empty."""
    found = text_of(data).split(SEPARATOR, count - 1)
    return found + [""] * (count - len(found))


def number_in(text: str, most: int) -> int:
    """A number from 0 to `most` that a text stands for: its digits, or else what its characters add up to."""
    digits = text.strip()
    number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 7 else sum(map(ord, text))
    return min(number, most) if digits.isdigit() else number % (most + 1)
