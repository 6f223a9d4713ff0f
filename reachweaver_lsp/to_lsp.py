"""What the server sends, translated: offsets of a text (code points) into the client's positions, data into LSP's types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from lsprotocol import types

from reachweaver.config import Level
from reachweaver.json_spans import Span, TextEdit
from reachweaver.json_spans.lines import Encoding
from reachweaver_lsp.completion import Choice, Completions
from reachweaver_lsp.highlights import Highlight
from reachweaver_lsp.hints import Hint
from reachweaver_lsp.hover import Hover
from reachweaver_lsp.lenses import Lens
from reachweaver_lsp.links import Link
from reachweaver_lsp.markup import Section, as_markdown, as_plain_text
from reachweaver_lsp.navigation import Definition, Target
from reachweaver_lsp.symbols import Symbol
from reachweaver_lsp.tokens import Token

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "information": types.DiagnosticSeverity.Information,
    "hint": types.DiagnosticSeverity.Hint,
}
_SYMBOL_KINDS = {
    "array": types.SymbolKind.Array,
    "evidence": types.SymbolKind.Constant,
    "variant": types.SymbolKind.String,
}
_HIGHLIGHT_KINDS = {
    "declaration": types.DocumentHighlightKind.Write,
    "citation": types.DocumentHighlightKind.Read,
    "claim": types.DocumentHighlightKind.Text,
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
    return types.Hover(markup(found.sections, kind), range_(lines, found.span, encoding))


def markup(sections: Iterable[Section], kind: types.MarkupKind) -> types.MarkupContent:
    """Text for people in the format that the client shows."""
    render = as_markdown if kind == types.MarkupKind.Markdown else as_plain_text
    return types.MarkupContent(kind, render(sections))


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


def completion_list(
    found: Completions, lines: Lines, encoding: Encoding, kind: types.MarkupKind | None, *, label_details: bool
) -> types.CompletionList:
    """Completions that replace the whole of what is written at the place, the quotes included.

    A client that shows no details beside a label has them in `detail` all the same.
    """
    slot = found.slot
    comma = [TextEdit(slot.comma_before, slot.comma_before, ",")] if slot.comma_before is not None else []
    place = range_(lines, slot.span, encoding)
    items = [
        types.CompletionItem(
            label=choice.value,
            label_details=_label_details(choice) if label_details else None,
            kind=types.CompletionItemKind.Reference if choice.is_id else types.CompletionItemKind.Value,
            detail=choice.detail or None,
            documentation=_documentation(choice, kind),
            sort_text=f"{rank:05}",
            filter_text=filter_text,
            text_edit=types.TextEdit(place, new_text),
            additional_text_edits=text_edits(lines, comma, encoding) or None,
        )
        for rank, (choice, new_text, filter_text) in enumerate(found.items)
    ]
    return types.CompletionList(is_incomplete=False, items=items)


def definition(
    found: Definition, lines: Lines, encoding: Encoding, *, links: bool
) -> list[types.Location] | list[types.LocationLink]:
    """Where something is defined: as links, which say where they come from, for clients that take them."""
    if not links:
        return [types.Location(target.uri, range_(target.lines, target.name, encoding)) for target in found.targets]
    return [_link(target, range_(lines, found.origin, encoding), encoding) for target in found.targets]


def document_symbol(symbol: Symbol, lines: Lines, encoding: Encoding) -> types.DocumentSymbol:
    """A symbol for clients that show a tree; what is below it is not in it."""
    return types.DocumentSymbol(
        name=symbol.name,
        detail=symbol.detail or None,
        kind=_SYMBOL_KINDS[symbol.kind],
        range=range_(lines, symbol.whole, encoding),
        selection_range=range_(lines, symbol.selection, encoding),
    )


def symbol_information(symbol: Symbol, lines: Lines, encoding: Encoding, uri: str) -> types.SymbolInformation:
    """A symbol for clients that show a list."""
    location = types.Location(uri, range_(lines, symbol.whole, encoding))
    return types.SymbolInformation(
        name=symbol.name, kind=_SYMBOL_KINDS[symbol.kind], location=location, container_name=symbol.group
    )


def folding_range(fold: Span, lines: Lines, encoding: Encoding, *, whole_lines: bool) -> dict[str, int] | None:
    """What is folded between two brackets; None when too little would be hidden.

    A client that folds whole lines keeps that of the closing bracket. The keys come in the order of `types.Range`,
    which `types.FoldingRange` does not keep.
    """
    start, end = position(lines, fold.start, encoding), position(lines, fold.end, encoding)
    if not whole_lines:
        first = {"startLine": start.line, "startCharacter": start.character}
        return {**first, "endLine": end.line, "endCharacter": end.character}
    return {"startLine": start.line, "endLine": end.line - 1} if end.line - 1 > start.line else None


def document_link(link: Link, lines: Lines, encoding: Encoding, *, tooltip: bool) -> types.DocumentLink:
    """A place that a click opens."""
    place = range_(lines, link.span, encoding)
    return types.DocumentLink(place, target=link.target, tooltip=link.tooltip if tooltip else None)


def inlay_hint(hint: Hint, lines: Lines, encoding: Encoding) -> types.InlayHint:
    """Words shown behind a place."""
    place = position(lines, hint.offset, encoding)
    return types.InlayHint(place, hint.label, tooltip=hint.tooltip, padding_left=True)


def code_lens(lens: Lens, lines: Lines, encoding: Encoding) -> types.CodeLens:
    """An entry in the line above a place."""
    command = types.Command(lens.title, lens.command, arguments=list(lens.arguments) or None)
    return types.CodeLens(range_(lines, lens.span, encoding), command)


def document_highlight(found: Highlight, lines: Lines, encoding: Encoding) -> types.DocumentHighlight:
    """A place to highlight."""
    return types.DocumentHighlight(range_(lines, found.span, encoding), _HIGHLIGHT_KINDS[found.kind])


def token(span: Span, lines: Lines, encoding: Encoding) -> Token:
    """The place of a semantic token: a span inside one line."""
    line, start = lines.position(span.start, encoding)
    return line, start, lines.position(span.end, encoding)[1] - start


def _documentation(choice: Choice, kind: types.MarkupKind | None) -> types.MarkupContent | str | None:
    if not choice.section:
        return None
    return as_plain_text([choice.section]) if kind is None else markup([choice.section], kind)


def _label_details(choice: Choice) -> types.CompletionItemLabelDetails | None:
    return types.CompletionItemLabelDetails(description=choice.kind) if choice.kind else None


def _link(target: Target, origin: types.Range, encoding: Encoding) -> types.LocationLink:
    whole, name = (range_(target.lines, span, encoding) for span in (target.whole, target.name))
    return types.LocationLink(target.uri, whole, name, origin)
