"""The source line of a finding with its span underlined, clipped and made safe for a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Final

from reachweaver.data import dataclass
from reachweaver.output.checked import CheckedFile, Region
from reachweaver.output.visible import Cell, cells

_ELLIPSIS: Final = "..."
_LEAD: Final = 1 / 3
"""How much of the width stands before the span when a line is clipped."""


@dataclass(frozen=True, slots=True)
class Snippet:
    """One printed source line and where its underline goes."""

    line: int
    """1-based."""
    shown: str
    indent: int
    """Terminal columns before the underline."""
    length: int
    """Terminal columns of the underline, at least 1."""


def snippet(checked: CheckedFile, region: Region, width: int, encoding: str) -> Snippet:
    """The first line of a region in at most `width` terminal columns, the region's start always in sight."""
    start, text = _window(checked, region, width)
    row = list(cells(text, encoding))
    # A span that goes on below this line is underlined to the line's end.
    first, last = region.start - start, max(region.end, region.start + 1) - start
    inside = [number for number, cell in enumerate(row) if cell.end > first and cell.start < last]
    begin, stop = (inside[0], inside[-1] + 1) if inside else (len(row), len(row))
    lead, kept, tail = _clip(row, begin, width)
    before = _columns(row[kept.start : begin]) + len(lead)
    length = _columns(row[begin : min(stop, kept.stop)])
    shown = "".join([lead, *(cell.shown for cell in row[kept.start : kept.stop]), tail])
    return Snippet(region.line, shown, before, max(length, 1))


def _window(checked: CheckedFile, region: Region, width: int) -> tuple[int, str]:
    """The line around the region, without its indentation; no more of a huge line than could be shown."""
    lines = checked.lines
    line_start = lines.offset(region.line - 1, 0, "utf-32")
    line_end = lines.offset(region.line - 1, len(checked.text), "utf-32")
    start = max(line_start, region.start - width)
    text = checked.text[start : min(line_end, region.start + width + 1)]
    indent = sum(1 for _ in takewhile(str.isspace, text[: max(region.start - start, 0)])) if start == line_start else 0
    return start + indent, text[indent:]


def _clip(row: list[Cell], begin: int, width: int) -> tuple[str, range, str]:
    """What is shown of the row: a mark for what is left out before, the cells, a mark for what is left out after."""
    if _columns(row) <= width:
        return "", range(len(row)), ""
    room = width - 2 * len(_ELLIPSIS)
    first = begin - _fitting(reversed(row[:begin]), int(room * _LEAD))
    stop = begin + max(_fitting(row[begin:], room - _columns(row[first:begin])), 1)
    # What the end of the line leaves free goes to the words before.
    first -= _fitting(reversed(row[:first]), room - _columns(row[first:stop]))
    return _ELLIPSIS if first > 0 else "", range(first, min(stop, len(row))), _ELLIPSIS if stop < len(row) else ""


def _fitting(row: Iterable[Cell], room: int) -> int:
    """How many of the cells fit, from the first on."""
    count = 0
    for cell in row:
        room -= cell.width
        if room < 0:
            break
        count += 1
    return count


def _columns(row: list[Cell]) -> int:
    return sum(cell.width for cell in row)
