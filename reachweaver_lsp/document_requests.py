"""The requests about documents that the server answers beside hovers and code actions: a handler for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lsprotocol import types

from reachweaver_lsp.client import Server
from reachweaver_lsp.encoded import Encoded


def completion(ls: Server, params: types.CompletionParams) -> types.CompletionList | None:
    """What can be written at a position."""
    return ls.session.answers.completion(params)


def definition(ls: Server, params: types.DefinitionParams) -> list[types.Location] | list[types.LocationLink] | None:
    """Where the thing that is named at a position is."""
    return ls.session.answers.definition(params)


def references(ls: Server, params: types.ReferenceParams) -> list[types.Location] | None:
    """Where the evidence id at a position stands."""
    return ls.session.answers.references(params)


def document_highlight(ls: Server, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight] | None:
    """What shares evidence with what stands at a position."""
    return ls.session.answers.highlights(params)


def prepare_rename(ls: Server, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    """The id at a position, if it can be renamed."""
    return ls.session.answers.prepare_rename(params)


def rename(ls: Server, params: types.RenameParams) -> types.WorkspaceEdit:
    """The edits that rename the id at a position."""
    return ls.session.answers.rename(params)


def document_symbol(ls: Server, params: types.DocumentSymbolParams) -> Encoded | None:
    """The outline of a document."""
    return ls.session.overviews.symbols(params)


def folding_range(ls: Server, params: types.FoldingRangeParams) -> Encoded | None:
    """What can be folded in a document."""
    return ls.session.overviews.folds(params)


def document_link(ls: Server, params: types.DocumentLinkParams) -> Encoded | None:
    """What a click opens in a document."""
    return ls.session.overviews.links(params)


def inlay_hint(ls: Server, params: types.InlayHintParams) -> Encoded | None:
    """The hints inside a range of a document."""
    return ls.session.overviews.hints(params)


def code_lens(ls: Server, params: types.CodeLensParams) -> Encoded | None:
    """The lines above a document's variants."""
    return ls.session.overviews.lenses(params)


def semantic_tokens(ls: Server, params: types.SemanticTokensParams) -> Encoded | None:
    """The grounded words of a document."""
    return ls.session.overviews.tokens(params)


def semantic_tokens_delta(ls: Server, params: types.SemanticTokensDeltaParams) -> Encoded | None:
    """What has changed about a document's grounded words."""
    return ls.session.overviews.tokens_since(params)


def semantic_tokens_range(ls: Server, params: types.SemanticTokensRangeParams) -> Encoded | None:
    """The grounded words inside a range of a document."""
    return ls.session.overviews.tokens_in(params)


def document_diagnostic(ls: Server, params: types.DocumentDiagnosticParams) -> object:
    """The diagnostics of a document, for a client that asks."""
    return ls.session.pulls.document(params)


def workspace_diagnostic(ls: Server, params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
    """The diagnostics of the workspace, for a client that asks."""
    return ls.session.pulls.workspace(params)


HANDLERS: dict[str, Callable[..., Any]] = {
    types.TEXT_DOCUMENT_COMPLETION: completion,
    types.TEXT_DOCUMENT_DEFINITION: definition,
    types.TEXT_DOCUMENT_REFERENCES: references,
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: document_highlight,
    types.TEXT_DOCUMENT_PREPARE_RENAME: prepare_rename,
    types.TEXT_DOCUMENT_RENAME: rename,
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: document_symbol,
    types.TEXT_DOCUMENT_FOLDING_RANGE: folding_range,
    types.TEXT_DOCUMENT_DOCUMENT_LINK: document_link,
    types.TEXT_DOCUMENT_INLAY_HINT: inlay_hint,
    types.TEXT_DOCUMENT_CODE_LENS: code_lens,
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: semantic_tokens,
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA: semantic_tokens_delta,
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE: semantic_tokens_range,
    types.TEXT_DOCUMENT_DIAGNOSTIC: document_diagnostic,
    types.WORKSPACE_DIAGNOSTIC: workspace_diagnostic,
}
"""Every handler, by method."""

# A type that every editor knows, and that themes show in another colour than the strings which grounded words stand in;
# the modifier is there for a person or a theme to give them a look of their own.
_LEGEND = types.SemanticTokensLegend(token_types=["number"], token_modifiers=["grounded"])

OPTIONS: dict[str, Any] = {
    types.TEXT_DOCUMENT_COMPLETION: types.CompletionOptions(trigger_characters=['"', "[", ":", ",", " "]),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: _LEGEND,
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA: _LEGEND,
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE: _LEGEND,
    types.TEXT_DOCUMENT_DIAGNOSTIC: types.DiagnosticOptions(
        inter_file_dependencies=True, workspace_diagnostics=True, identifier="reachweaver"
    ),
}
"""What the client is told about them."""
