"""What the server sends, translated: offsets of a text (code points) into the client's positions, data into LSP's types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from lsprotocol import types

from reachweaver.config import Level
from reachweaver.json_spans import Span, TextEdit
from reachweaver.json_spans.lines import Encoding
from reachweaver_lsp.hover import Hover
from reachweaver_lsp.markup import as_markdown, as_plain_text

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "information": types.DiagnosticSeverity.Information,
    "hint": types.DiagnosticSeverity.Hint,
}


class Lines(Protocol):
    """A text that knows its lines: one that is edited, or one that is not."""

    def position(self, offset: int, encoding: Encoding) -> tuple[int, int]:
        """Line and column of an offset, both 0-based, the column in units of the encoding."""


def position(lines: Lines, offset: int, encoding: Encoding) -> types.Position:
    """The client position of an offset."""
    line, column = lines.position(offset, encoding)
    return types.Position(line, column)


def range_(lines: Lines, span: Span, encoding: Encoding) -> types.Range:
    """The client range of a span."""
    return types.Range(position(lines, span.start, encoding), position(lines, span.end, encoding))


def severity(level: Level) -> types.DiagnosticSeverity:
    """The severity that a level of the settings stands for."""
    return _SEVERITIES[level]


def related(uri: str, place: types.Range, message: str) -> types.DiagnosticRelatedInformation:
    """One place that a diagnostic points to beside its own."""
    return types.DiagnosticRelatedInformation(types.Location(uri, place), message)


def hover(found: Hover, lines: Lines, encoding: Encoding, kind: types.MarkupKind) -> types.Hover:
    """A hover in the format that the client shows."""
    render = as_markdown if kind == types.MarkupKind.Markdown else as_plain_text
    contents = types.MarkupContent(kind, render(found.sections))
    return types.Hover(contents, range_(lines, found.span, encoding))


def text_edits(lines: Lines, edits: Iterable[TextEdit], encoding: Encoding) -> list[types.TextEdit]:
    """Edits of a text, in the client's positions."""
    return [types.TextEdit(range_(lines, Span(edit.start, edit.end), encoding), edit.new_text) for edit in edits]


def workspace_edit(
    uri: str, version: int | None, edits: Sequence[types.TextEdit], *, versioned: bool
) -> types.WorkspaceEdit:
    """An edit of one document: of that version alone where the client can tell, else of whatever it holds."""
    if not versioned:
        return types.WorkspaceEdit(changes={uri: list(edits)})
    document = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=version)
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, list(edits))])
