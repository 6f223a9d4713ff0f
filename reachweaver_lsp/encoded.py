r"""Answers as JSON that was written before: said again at once, also when what they are about has moved in the text.

An encoded answer never holds `"line":` but as the key of a position: inside a JSON string, quotes are escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import repeat

Start = tuple[int, int]
"""Line and column in the client's units, both 0-based."""

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_PLACE = re.compile(r'"(?:start|end)?[Ll]ine":(\d+)(?:,"(?:start|end)?[Cc]haracter":(\d+))?')


def in_utf8(text: str) -> bytes:
    """A text as UTF-8; half a surrogate pair, out of a campaign's text, has no place in it and becomes U+FFFD."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return _LONE_SURROGATE.sub("\ufffd", text).encode()


def counted_from(origin: Start, position: Start) -> Start:
    """How far behind `origin` a position is: lines, and columns, which are counted from it in its own line alone."""
    line = position[0] - origin[0]
    return line, position[1] - origin[1] if line == 0 else position[1]


def placed_at(origin: Start, distance: Start) -> Start:
    """The position that is so far behind `origin`."""
    return origin[0] + distance[0], distance[1] if distance[0] else origin[1] + distance[1]


class Encoded(str):
    """The result of a request, as JSON."""

    __slots__ = ()


class Movable:
    """JSON about a piece of a document. It follows the piece: lines always, columns on the piece's first line.

    Positions that do not go with the piece are told by `goes_along`, which has a truth value for each position in turn.
    """

    __slots__ = ("_goes_along", "_numbers", "_template", "start", "text")

    def __init__(self, text: str, start: Start, goes_along: Iterable[bool] | None = None) -> None:
        self.text = text
        self.start = start
        self._goes_along = goes_along
        self._template = ""
        """The text with `%d` for every number that moves; empty until somebody needs it."""
        self._numbers: list[tuple[bool, int]] = []
        """Those numbers, counted from the piece's start, and whether each is a column."""

    def at(self, start: Start) -> str:
        """The JSON for when the piece starts at another place than it did; what goes along is at or behind that."""
        if start != self.start:
            self.get_ready()
            self.text = self._template % tuple([start[is_column] + number for is_column, number in self._numbers])
            self.start = start
        return self.text

    def get_ready(self) -> None:
        """Do now what else is done when the piece is first said to start at another place."""
        if self._template:
            return
        first, column = self.start
        pieces: list[str] = []
        end = 0
        for place, goes_along in zip(_PLACE.finditer(self.text), self._goes_along or repeat(True), strict=False):
            if not goes_along:
                continue
            line = int(place[1])
            groups = [(1, line - first)]
            if place[2] is not None and line == first:
                groups.append((2, int(place[2]) - column))
            for group, number in groups:
                pieces.append(self.text[end : place.start(group)].replace("%", "%%"))
                self._numbers.append((group == 2, number))
                end = place.end(group)
        self._template = "%d".join([*pieces, self.text[end:].replace("%", "%%")])
