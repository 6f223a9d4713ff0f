r"""Answers as JSON that was written before: said again at once, also when what they are about has moved in the text.

An encoded answer never holds `"line":` but as the key of a position: inside a JSON string, quotes are escaped.
"""

from __future__ import annotations

import re

Start = tuple[int, int]
"""Line and column in the client's units, both 0-based."""

_PLACE = re.compile(r'"(?:start|end)?[Ll]ine":(\d+)(?:,"(?:start|end)?[Cc]haracter":(\d+))?')


class Encoded(str):
    """The result of a request, as JSON."""

    __slots__ = ()


class Movable:
    """JSON about a piece of a document. It follows the piece: lines always, columns on the piece's first line."""

    __slots__ = ("_start", "text")

    def __init__(self, text: str, start: Start) -> None:
        self.text = text
        self._start = start

    def at(self, start: Start) -> str:
        """The JSON for when the piece starts at another place than it did; every position in it is at or behind it."""
        if start != self._start:
            self._move(*start)
        return self.text

    def _move(self, line: int, column: int) -> None:
        first, former_column = self._start
        lines, columns = line - first, column - former_column

        def moved(place: re.Match[str]) -> str:
            here = int(place[1])
            source = f"{place[0][: place.start(1) - place.start()]}{here + lines}"
            if place[2] is None:
                return source
            shifted = int(place[2]) + (columns if here == first else 0)
            return f"{source}{place[0][place.end(1) - place.start() : place.start(2) - place.start()]}{shifted}"

        self.text = _PLACE.sub(moved, self.text)
        self._start = (line, column)
