"""A text to be read: a string, or something that is put together only when somebody asks for all of it."""

from __future__ import annotations

from typing import Protocol, TypeAlias


class Source(Protocol):
    """One version of a text that never changes; offsets are code points, 0-based, half-open."""

    @property
    def text(self) -> str:
        """All of it."""

    def __len__(self) -> int: ...

    def slice(self, start: int, end: int) -> str:
        """A piece of it; `start` and `end` lie inside the text, in order."""


AnySource: TypeAlias = str | Source


def whole(source: AnySource) -> str:
    """All of a source."""
    return source if isinstance(source, str) else source.text


def piece(source: AnySource, start: int, end: int) -> str:
    """A piece of a source."""
    return source[start:end] if isinstance(source, str) else source.slice(start, end)
