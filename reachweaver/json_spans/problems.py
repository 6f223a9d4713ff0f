"""What is wrong with a JSON text, in plain words, and the caps that keep the list short.

Problems are collected per *scope*: one for everything outside the segments, one for each segment, with spans and paths
relative to it. So an edit in one segment leaves the other scopes as they are; `merged` puts the scopes together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import Literal

from reachweaver.data import dataclass

from .lines import line_start
from .span import Path, Span

MOST_SYNTAX_PROBLEMS = 50
"""Syntax problems of a document, and of a scope, beyond which the rest are dropped."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of the text."""

    kind: Literal["syntax", "duplicate_key"]
    message: str
    span: Span
    path: Path
    """Of the later member for a duplicate key; of the enclosing value for a syntax problem."""

    def moved(self, distance: int, prefix: Path = ()) -> Problem:
        """The same problem, `distance` code points further on and inside the value at `prefix`."""
        span = Span(self.span.start + distance, self.span.end + distance)
        return Problem(self.kind, self.message, span, prefix + self.path)


class LineFinder:
    """Finds the line around an offset; quick for offsets on the line found last, however long that is."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._found = (0, -1)

    def line_around(self, offset: int) -> tuple[int, int]:
        """The offsets of the line's first character and of its break (or of the end of the text)."""
        if not self._found[0] <= offset <= self._found[1]:
            text = self._text
            breaks = [found for found in (text.find("\n", offset), text.find("\r", offset)) if found >= 0]
            self._found = (line_start(text, offset), min(breaks, default=len(text)))
        return self._found


@dataclass(slots=True)
class ProblemScope:
    """The problems of one scope while it is read: of those on one line the first found, and not too many."""

    lines: LineFinder
    base: int = 0
    """What to take off the offsets in the text."""
    found: list[Problem] = field(default_factory=list)
    _syntax_count: int = 0
    _line: tuple[int, int] = (0, -1)
    """The line of the last syntax problem."""

    def wants_syntax(self, start: int) -> bool:
        """Whether a syntax problem at `start` would be kept."""
        return not self._line[0] <= start <= self._line[1] and self._syntax_count < MOST_SYNTAX_PROBLEMS

    def add_syntax(self, message: str, start: int, end: int, path: Path) -> None:
        """Keep a syntax problem; `start` and `end` count from the start of the text."""
        self._line = self.lines.line_around(start)
        self._syntax_count += 1
        self.found.append(Problem("syntax", message, Span(start - self.base, end - self.base), path))

    def add_duplicate(self, key: str, span: Span, path: Path) -> None:
        """Keep a duplicate key; `span` is relative to the scope already."""
        self.found.append(Problem("duplicate_key", f"The key {shortened(key)} stands twice in this object", span, path))


def merged(text: str, scopes: Iterable[Iterable[Problem]]) -> tuple[Problem, ...]:
    """All problems in the order of the text: of the syntax problems one a line and 50 in all; every duplicate key.

    The scopes' problems are absolute here.
    """
    ordered = sorted((problem for scope in scopes for problem in scope), key=lambda problem: problem.span.start)
    return tuple(_capped(text, ordered))


def shortened(source: str) -> str:
    """A piece of source for a message: quoted, on one line, at most 30 characters of it, and always encodable."""
    shown = source if len(source) <= 30 else source[:29] + "…"
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in shown) + '"'


def _capped(text: str, ordered: list[Problem]) -> Iterator[Problem]:
    lines = LineFinder(text)
    count = 0
    line_end = -1
    for problem in ordered:
        if problem.kind != "syntax":
            yield problem
        elif problem.span.start > line_end and count < MOST_SYNTAX_PROBLEMS:
            count += 1
            line_end = lines.line_around(problem.span.start)[1]
            yield problem
