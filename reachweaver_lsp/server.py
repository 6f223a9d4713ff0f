"""The language server: which messages it answers. Each handler looks up, calls, translates and returns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lsprotocol import types

from reachweaver_lsp import from_lsp, logs, to_lsp
from reachweaver_lsp.code_actions import is_wanted, quick_fixes
from reachweaver_lsp.hover import hover_at
from reachweaver_lsp.session import Session


def create_server() -> Session:
    """A server that waits for its client."""
    server = Session()
    for method, handler in _HANDLERS.items():
        server.feature(method, _OPTIONS.get(method))(handler)
    return server


def initialize(ls: Session, params: types.InitializeParams) -> None:
    """The client says what it can, where it is and what is set."""
    ls.begin(params)


def initialized(ls: Session, _: types.InitializedParams) -> None:
    """The client is ready to be asked."""
    logs.to_client(ls)
    ls.begin_watching()
    ls.check_once_settings_are_known()
    ls.rest()


def did_open(ls: Session, params: types.DidOpenTextDocumentParams) -> None:
    """A document is in the editor; its text counts from now on."""
    ls.checks.opened(ls.documents.open(params.text_document))
    ls.rest()


def did_change(ls: Session, params: types.DidChangeTextDocumentParams) -> None:
    """A document was typed in."""
    document = ls.documents.require(params.text_document.uri)
    document.change(params.text_document.version, params.content_changes, ls.encoding)
    ls.checks.edited(document)


def did_save(ls: Session, params: types.DidSaveTextDocumentParams) -> None:
    """A document was written to disk."""
    ls.checks.saved(ls.documents.require(params.text_document.uri))


def did_close(ls: Session, params: types.DidCloseTextDocumentParams) -> None:
    """A document is no longer in the editor; the file counts from now on."""
    ls.checks.closed(ls.documents.close(params.text_document.uri))


def did_change_watched_files(ls: Session, _: types.DidChangeWatchedFilesParams) -> None:
    """Files have changed on disk."""
    ls.checks.look_at_disk()


def did_change_configuration(ls: Session, params: types.DidChangeConfigurationParams) -> None:
    """The person has changed settings."""
    ls.project.configure(pushed=params.settings)
    ls.ask_for_settings(ls.checks.refresh)


def did_change_workspace_folders(ls: Session, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Folders were added to the workspace or left it."""
    for folder in params.event.removed:
        ls.project.remove_folder(folder.uri)
    for folder in params.event.added:
        ls.project.add_folder(folder.uri)
    ls.ask_for_settings(ls.checks.refresh)


def hover(ls: Session, params: types.HoverParams) -> types.Hover | None:
    """What is known about the place under the cursor."""
    analysis = ls.analysis_of(params.text_document.uri)
    if analysis is None:
        return None
    text, encoding = analysis.document.text, ls.encoding
    found = hover_at(analysis, from_lsp.offset(text, params.position, encoding))
    return None if found is None else to_lsp.hover(found, text, encoding, ls.hover_format)


def code_action(ls: Session, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Fixes for the findings at a range."""
    analysis = ls.analysis_of(params.text_document.uri)
    if analysis is None or not is_wanted(types.CodeActionKind.QuickFix, params.context.only):
        return []
    findings = ls.checks.diagnosis_of(analysis).findings
    return list(quick_fixes(analysis, findings, params.range, ls.encoding, versioned=ls.takes_versioned_edits))


_HANDLERS: dict[str, Callable[..., Any]] = {
    types.INITIALIZE: initialize,
    types.INITIALIZED: initialized,
    types.TEXT_DOCUMENT_DID_OPEN: did_open,
    types.TEXT_DOCUMENT_DID_CHANGE: did_change,
    types.TEXT_DOCUMENT_DID_SAVE: did_save,
    types.TEXT_DOCUMENT_DID_CLOSE: did_close,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: did_change_watched_files,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION: did_change_configuration,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: did_change_workspace_folders,
    types.TEXT_DOCUMENT_HOVER: hover,
    types.TEXT_DOCUMENT_CODE_ACTION: code_action,
}
_OPTIONS = {
    types.TEXT_DOCUMENT_DID_SAVE: types.SaveOptions(include_text=False),
    types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
}
