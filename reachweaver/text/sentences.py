"""The sentences of a text: takes any text, gives where each stands."""

from __future__ import annotations

from collections.abc import Iterator

import regex

_END = regex.compile(r"(?:(?<![.!?…])[.!?…]++[\"'”’»)\]]*+(?=\s)|[。！？]|[\r\n])\s*+")


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences stand, blank ones left out: (start, end), code points, 0-based, end exclusive.

    A sentence ends at a full stop, question or exclamation mark before white space, and at every line break; the white
    space behind it is part of it.
    """
    start = len(text) - len(text.lstrip())
    for end in _END.finditer(text, start):
        if text[start : end.end()].strip():
            yield start, end.end()
            start = end.end()
    if text[start:].strip():
        yield start, len(text)
