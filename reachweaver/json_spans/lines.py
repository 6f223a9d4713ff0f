r"""Lines and columns of a text, in the units that an editor counts.

Lines break at `\n`, `\r\n` and `\r` only; U+2028, U+2029, U+0085, VT and FF are characters like any other.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import Literal, TypeAlias

Encoding: TypeAlias = Literal["utf-8", "utf-16", "utf-32"]

_BLOCK = 512
"""Code points between two checkpoints on a long line."""

_BREAK = re.compile(r"\r\n|\n|\r")
_CONTINUATION = bytes(range(0x80, 0xC0))
_UNITS = bytes(2 if lead >= 0xF0 else 1 for lead in range(256))
"""UTF-16 units of the character that begins with a UTF-8 lead byte."""


class LineIndex:
    """The lines of one text. Lines and columns are 0-based, offsets code points; nothing here raises on any number."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._ascii = text.isascii()
        self._checkpoints: dict[str, list[int]] = {}
        self._starts = _line_starts(text)

    def position(self, offset: int, encoding: Encoding) -> tuple[int, int]:
        """Line and column of an offset; one inside or behind a line's break is at the line's end."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self._starts, offset) - 1
        offset = min(offset, self._content_end(line))
        start = self._starts[line]
        if self._ascii or encoding == "utf-32":
            return line, offset - start
        if offset - start <= _BLOCK:
            return line, _units(self.text[start:offset], encoding)
        return line, self._units_before(offset, encoding) - self._units_before(start, encoding)

    def offset(self, line: int, column: int, encoding: Encoding) -> int:
        """The offset of a position; past a line's end it is the line's end, inside a character that one's start."""
        if line < 0:
            return 0
        if line >= len(self._starts):
            return len(self.text)
        start, end = self._starts[line], self._content_end(line)
        column = max(column, 0)
        if self._ascii or encoding == "utf-32":
            return min(start + column, end)
        if end - start > _BLOCK:
            start, column = self._nearest_checkpoint(start, column, encoding)
        return min(end, start + _characters(self.text[start : min(start + _BLOCK, end)], column, encoding))

    def _nearest_checkpoint(self, start: int, column: int, encoding: Encoding) -> tuple[int, int]:
        """The last checkpoint on the way to a column (or the line's start), and the units left from there."""
        target = self._units_before(start, encoding) + column
        checkpoints = self._checkpoints_of(encoding)
        block = bisect_right(checkpoints, target) - 1
        if block * _BLOCK <= start:
            return start, column
        return block * _BLOCK, target - checkpoints[block]

    def _units_before(self, offset: int, encoding: Encoding) -> int:
        block = offset // _BLOCK
        return self._checkpoints_of(encoding)[block] + _units(self.text[block * _BLOCK : offset], encoding)

    def _checkpoints_of(self, encoding: Encoding) -> list[int]:
        found = self._checkpoints.get(encoding)
        if found is None:
            text = self.text
            blocks = (_units(text[at : at + _BLOCK], encoding) for at in range(0, len(text), _BLOCK))
            found = self._checkpoints[encoding] = list(accumulate(blocks, initial=0))
        return found

    def _content_end(self, line: int) -> int:
        starts, text = self._starts, self.text
        if line + 1 == len(starts):
            return len(text)
        end = starts[line + 1] - 1
        return end - (text[end] == "\n" and end > starts[line] and text[end - 1] == "\r")


def has_break(text: str) -> bool:
    """Whether a text goes on in another line."""
    return "\n" in text or "\r" in text


def line_start(text: str, offset: int) -> int:
    """Where the line begins that holds the character at an offset; mostly takes a look at all that stands before it."""
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def _line_starts(text: str) -> list[int]:
    """Where each line begins."""
    if "\r" in text:
        return [0, *(match.end() for match in _BREAK.finditer(text))]
    return list(accumulate((len(line) + 1 for line in text.split("\n")[:-1]), initial=0))


def _units(text: str, encoding: Encoding) -> int:
    if encoding == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _characters(text: str, units: int, encoding: Encoding) -> int:
    """How many whole characters of `text` stand before its unit number `units`."""
    if units <= 0 or text.isascii():
        return min(units, len(text))
    data = text.encode("utf-8", "surrogatepass")
    if encoding == "utf-8":
        complete = units >= len(data) or not 0x80 <= data[units] < 0xC0
        return len(data[:units].translate(None, _CONTINUATION)) - (not complete)
    widths = data.translate(_UNITS, _CONTINUATION).replace(b"\2", b"\2\3")
    complete = units >= len(widths) or widths[units] != 3
    before = widths[:units]
    return len(before) - before.count(3) - (not complete)
