"""A range of source text, and a path through a JSON document."""

from __future__ import annotations

from typing import TypeAlias

from reachweaver.data import dataclass

Path: TypeAlias = tuple[str | int, ...]
"""Object keys and array indices, from the root inwards."""


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of code points, 0-based."""

    start: int
    end: int
