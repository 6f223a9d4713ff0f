"""Decoded strings map to the characters that spell them, and back."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from reachweaver.json_spans import Span, StringNode, read
from tests.json_spans.support import texts


def string_of(source: str) -> StringNode:
    """The string node of a text that is a string."""
    node = read(source).root
    assert isinstance(node, StringNode)
    return node


@st.composite
def spelled(draw: st.DrawFn) -> list[str]:
    """The pieces of a valid string, each of which spells one character."""
    pieces = []
    for character in draw(texts):
        code = ord(character)
        escape = json.dumps(character)[1:-1]
        if code < 0x10000:
            choices = [escape, f"\\u{code:04x}", f"\\u{code:04X}"]
        else:
            choices = [escape, escape.upper().replace("\\U", "\\u")]
        if code >= 0x20 and character not in '"\\':
            choices.append(character)
        pieces.append(draw(st.sampled_from(choices)))
    return pieces


def joins(first: str, second: str) -> bool:
    """Whether two spelled characters, side by side, spell one: the halves of a surrogate pair, both as escapes."""
    high, low = first.lower(), second.lower()
    return len(first) == len(second) == 6 and high[:3] == low[:3] == "\\ud" and high[3] in "89ab" and low[3] in "cdef"


@given(spelled())
def test_every_character_has_its_spelling(pieces: list[str]) -> None:
    """Each decoded character's span is exactly the piece that spells it, in whichever way it is spelled."""
    pieces = [piece for index, piece in enumerate(pieces) if index == 0 or not joins(pieces[index - 1], piece)]
    if any(joins(first, second) for first, second in pairwise(pieces)):
        return
    source = f'"{"".join(pieces)}"'
    decoded = string_of(source).decoded
    assert decoded.value == json.loads(source)
    assert len(decoded.value) == len(pieces)
    position = 1
    for index, piece in enumerate(pieces):
        assert decoded.source_span(index, index + 1) == Span(position, position + len(piece))
        assert decoded.source_span(index, index) == Span(position, position)
        position += len(piece)
    assert decoded.source_span(len(pieces), len(pieces)) == Span(position, position)


@given(spelled(), st.integers(0, 12), st.integers(0, 12))
def test_a_range_spells_its_characters(pieces: list[str], start: int, length: int) -> None:
    """The source of any range decodes to that range of the value."""
    source = f'"{"".join(pieces)}"'
    decoded = string_of(source).decoded
    span = decoded.source_span(start, start + length)
    assert json.loads(f'"{source[span.start : span.end]}"') == decoded.value[start : start + length]


@pytest.mark.parametrize(
    ("source", "start", "end", "spelling"),
    [
        ('"Line\\n\\n\\"two\\" 12%"', 12, 15, "12%"),
        (r'"\ud83d\ude00 9%"', 0, 1, r"\ud83d\ude00"),
        (r'"\ud83d\ude00 9%"', 2, 4, "9%"),
        ('"😀 9%"', 2, 4, "9%"),
        (r'"a \ud83d 50%"', 4, 7, "50%"),
        (r'"\ud83d\ud83d\ude00x"', 1, 2, r"\ud83d\ude00"),
        (r'"\ude00\ud83dx"', 1, 3, r"\ud83dx"),
        (r'"100\% of"', 0, 4, r"100\%"),
        (r'"100\% of"', 3, 4, r"\%"),
        (r'"a\u00 5%"', 1, 2, r"\u00"),
        (r'"a\u00 5%"', 3, 5, "5%"),
        (r'"\u0039\u0025"', 0, 2, r"\u0039\u0025"),
        ('"a\\', 1, 2, "\\"),
        ('"a 5%', 2, 4, "5%"),
        ('"a\tb\\tc"', 3, 5, "\\tc"),
        ('""', 0, 0, ""),
    ],
)
def test_spelling(source: str, start: int, end: int, spelling: str) -> None:
    """Escapes are whole, quotes are left out, and broken escapes map like sound ones."""
    span = string_of(source).decoded.source_span(start, end)
    assert source[span.start : span.end] == spelling


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [(-5, 1, (1, 2)), (0, 99, (1, 6)), (9, 99, (6, 6)), (3, 1, (5, 5)), (2, 2, (4, 4)), (3, 3, (5, 5))],
)
def test_ranges_are_clamped(start: int, end: int, expected: tuple[int, int]) -> None:
    """Ranges outside the text are cut to it; a range that ends before it starts is a point."""
    span = string_of('"a\\nbc"').decoded.source_span(start, end)
    assert (span.start, span.end) == expected
