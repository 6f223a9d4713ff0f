"""What the client sends, translated: positions and ranges into offsets of a document's text (code points)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from lsprotocol import types

from reachweaver.json_spans import Span
from reachweaver.json_spans.lines import Encoding
from reachweaver_lsp.remembered_positions import Position
from reachweaver_lsp.text_store import TextStore


class Change(NamedTuple):
    """`text` stands in the place of `start..end`, or of everything where those are None."""

    text: str
    start: Position | None = None
    end: Position | None = None


class DocumentChanges(NamedTuple):
    """What was typed in one document, in the order in which it is to be applied."""

    uri: str
    version: int
    changes: Sequence[Change]


def document_changes(params: Mapping[str, Any]) -> DocumentChanges:
    """The parameters of `didChange`, which comes at every keystroke: no type of the protocol is made for it.

    Raises:
        LookupError, TypeError: They are not what the protocol says.
    """
    uri, version = params["textDocument"]["uri"], params["textDocument"]["version"]
    if not isinstance(uri, str) or not isinstance(version, int):
        raise TypeError("a document must have a URI and the number of a version")
    return DocumentChanges(uri, version, [_change(change) for change in params["contentChanges"]])


def offset(text: TextStore, position: types.Position, encoding: Encoding) -> int:
    """The offset of a client position; one outside the text is clamped to it."""
    return text.offset(position.line, position.character, encoding)


def span(text: TextStore, client_range: types.Range, encoding: Encoding) -> Span:
    """The span of a client range, its ends in order whichever way round they came."""
    start, end = client_range.start, client_range.end
    return Span(*offsets_between(text, (start.line, start.character), (end.line, end.character), encoding))


def offsets_between(text: TextStore, start: Position, end: Position, encoding: Encoding) -> tuple[int, int]:
    """The offsets of two client positions, in order whichever way round they came."""
    first = text.offset(*start, encoding)
    last = text.offset(*end, encoding) if end != start else first
    return (first, last) if first <= last else (last, first)


def _change(change: Mapping[str, Any]) -> Change:
    text, range_ = change["text"], change.get("range")
    if not isinstance(text, str):
        raise TypeError("the text of a change must be a string")
    return Change(text) if range_ is None else Change(text, _position(range_["start"]), _position(range_["end"]))


def _position(position: Mapping[str, Any]) -> Position:
    line, column = position["line"], position["character"]
    if not isinstance(line, int) or not isinstance(column, int):
        raise TypeError("a position must be made of whole numbers")
    return line, column
