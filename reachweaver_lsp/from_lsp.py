"""What the client sends, translated: positions and ranges into offsets of a document's text (code points)."""

from __future__ import annotations

from lsprotocol import types

from reachweaver.json_spans import Span
from reachweaver.json_spans.lines import Encoding
from reachweaver_lsp.text_store import TextStore


def offset(text: TextStore, position: types.Position, encoding: Encoding) -> int:
    """The offset of a client position; one outside the text is clamped to it."""
    return text.offset(position.line, position.character, encoding)


def span(text: TextStore, client_range: types.Range, encoding: Encoding) -> Span:
    """The span of a client range, its ends in order whichever way round they came."""
    start = offset(text, client_range.start, encoding)
    end = offset(text, client_range.end, encoding) if client_range.end != client_range.start else start
    return Span(min(start, end), max(start, end))
