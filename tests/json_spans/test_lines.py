"""Positions are what the encodings say they are, whatever the text."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings, strategies as st

from reachweaver.json_spans import Encoding, LineIndex

PIECES = [
    "a",
    "é",
    "€",
    "😀",
    "\ud83d",
    "\ude00",
    "\ud83d\ude00",
    "\n",
    "\r\n",
    "\r",
    "\u2028",
    "\u2029",
    "\x85",
    "\v",
    "\f",
    "\ufeff",
    "e\u0301",
]
ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")

any_text = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)
long_lines = st.tuples(any_text, st.integers(1, 400), any_text).map(lambda t: t[0].replace("\n", "x") * t[1] + t[2])
either = any_text | long_lines
encodings = st.sampled_from(ENCODINGS)


def width(text: str, encoding: Encoding) -> int:
    """How many units a text takes."""
    if encoding == "utf-32":
        return len(text)
    return len(text.encode(encoding.replace("16", "16-le"), "surrogatepass")) // (2 if encoding == "utf-16" else 1)


def lines_of(text: str) -> list[str]:
    """The lines without their breaks."""
    return re.split(r"\r\n|\n|\r", text)


@given(either, encodings, st.data())
@example("😀😀 42%", "utf-16", None)
@settings(max_examples=150)
def test_round_trip(text: str, encoding: Encoding, data: st.DataObject | None) -> None:
    """The position of an offset is its line and the units before it, and leads back to the same offset."""
    index = LineIndex(text)
    offsets = range(len(text) + 1) if data is None else [data.draw(st.integers(0, len(text))) for _ in range(8)]
    for offset in offsets:
        before = lines_of(text[:offset])
        position = index.position(offset, encoding)
        inside_break = text[offset - 1 : offset + 1] == "\r\n"
        if inside_break:
            before = lines_of(text[: offset - 1])
        assert position == (len(before) - 1, width(before[-1], encoding))
        assert index.offset(*position, encoding) == offset - inside_break


@given(either, encodings, st.data())
@settings(max_examples=150)
def test_any_position_gives_an_offset(text: str, encoding: Encoding, data: st.DataObject) -> None:
    """A position is the last whole character that begins at or before it, on its line, before the line's break."""
    index, lines = LineIndex(text), lines_of(text)
    line = data.draw(st.integers(0, len(lines) - 1))
    content = lines[line]
    column = data.draw(st.integers(0, width(content, encoding) + 3))
    start = index.offset(line, 0, encoding)
    inside = index.offset(line, column, encoding) - start
    assert text[start : start + len(content)] == content
    assert 0 <= inside <= len(content)
    assert width(content[:inside], encoding) <= column
    assert inside == len(content) or width(content[: inside + 1], encoding) > column


@given(any_text)
def test_lines(text: str) -> None:
    """Lines break at LF, CRLF and CR and nowhere else, and end before their breaks."""
    index = LineIndex(text)
    count = index.position(len(text), "utf-32")[0] + 1
    ends = [(index.offset(line, 0, "utf-32"), index.offset(line, len(text), "utf-32")) for line in range(count)]
    assert [text[start:end] for start, end in ends] == lines_of(text)


@pytest.mark.parametrize(
    ("text", "encoding", "line", "column", "offset"),
    [
        ("ab\ncd", "utf-16", 0, 99, 2),
        ("ab\r\ncd", "utf-16", 0, 3, 2),
        ("ab\r\ncd", "utf-8", 1, 99, 6),
        ("ab\ncd", "utf-16", 99, 0, 5),
        ("ab\ncd\n", "utf-16", 2, 7, 6),
        ("ab", "utf-16", -1, 5, 0),
        ("ab", "utf-16", 0, -5, 0),
        ("😀b", "utf-16", 0, 1, 0),
        ("😀b", "utf-16", 0, 2, 1),
        ("😀b", "utf-8", 0, 3, 0),
        ("é", "utf-8", 0, 1, 0),
        ("\ud83db", "utf-16", 0, 1, 1),
        ("\ud83db", "utf-8", 0, 2, 0),
        ("\ud83db", "utf-8", 0, 3, 1),
        ("\ud83d\ude00", "utf-16", 0, 1, 1),
        ("\ufeffa", "utf-16", 0, 1, 1),
        ("a\rb\rc", "utf-16", 2, 0, 4),
        ("a\u2028b\x0bc", "utf-16", 0, 4, 4),
        ("", "utf-8", 0, 0, 0),
        ("é" * 2000 + "\nx", "utf-8", 0, 5000, 2000),
        ("é" * 2000 + "\nx", "utf-8", 0, 3999, 1999),
        ("a" * 700 + "😀" * 700, "utf-16", 0, 1501, 1100),
    ],
)
def test_offset(text: str, encoding: Encoding, line: int, column: int, offset: int) -> None:
    """Positions past a line or the text are cut to it, positions inside a character are its start."""
    assert LineIndex(text).offset(line, column, encoding) == offset


@pytest.mark.parametrize(("offset", "position"), [(-3, (0, 0)), (2, (0, 2)), (3, (0, 2)), (4, (1, 0)), (99, (1, 1))])
def test_position_is_clamped(offset: int, position: tuple[int, int]) -> None:
    """Offsets outside the text are cut to it; one inside a line break is the line's end."""
    assert LineIndex("ab\r\nc").position(offset, "utf-16") == position
