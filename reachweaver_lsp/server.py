"""The language server: which messages it answers, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from reachweaver_lsp import commands, document_requests, logs
from reachweaver_lsp.client import FIX_ALL, LOOK_UP, Server

if TYPE_CHECKING:
    from reachweaver_lsp.from_lsp import DocumentChanges


def create_server() -> Server:
    """A server that waits for its client."""
    server = Server()
    for method, handler in (_HANDLERS | document_requests.HANDLERS).items():
        server.feature(method, (_OPTIONS | document_requests.OPTIONS).get(method))(handler)
    for name, command in commands.COMMANDS.items():
        server.command(name)(command)
    return server


def initialize(ls: Server, params: types.InitializeParams) -> None:
    """The client says what it can, where it is and what is set."""
    ls.meet(params)


def initialized(ls: Server, _: types.InitializedParams) -> None:
    """The client is ready to be asked."""
    logs.to_client(ls)
    ls.session.begin()


def did_open(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
    """A document is in the editor."""
    ls.session.open(params.text_document)


def did_change(ls: Server, typed: DocumentChanges) -> None:
    """A document was typed in."""
    ls.session.change(typed)


def did_save(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
    """A document was written to disk."""
    ls.session.save(params.text_document.uri)


def did_close(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
    """A document is no longer in the editor."""
    ls.session.close(params.text_document.uri)


def did_change_watched_files(ls: Server, _: types.DidChangeWatchedFilesParams) -> None:
    """Files have changed on disk."""
    ls.session.files_changed()


def did_change_configuration(ls: Server, params: types.DidChangeConfigurationParams) -> None:
    """The person has changed settings."""
    ls.session.configure(params.settings)


def did_change_workspace_folders(ls: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
    """Folders were added to the workspace or left it."""
    ls.session.change_folders(params.event)


def hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    """What is known about the place under the cursor."""
    return ls.session.hover(params.text_document.uri, params.position)


def code_action(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Fixes for the findings at a range."""
    return ls.session.code_actions(params)


def resolve_code_action(ls: Server, action: types.CodeAction) -> types.CodeAction:
    """The edit of a fix that a person has chosen."""
    return ls.session.resolve_code_action(action)


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
    types.CODE_ACTION_RESOLVE: resolve_code_action,
}
_OPTIONS: dict[str, Any] = {
    types.TEXT_DOCUMENT_DID_SAVE: types.SaveOptions(include_text=False),
    types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions(
        code_action_kinds=[types.CodeActionKind.QuickFix, FIX_ALL, LOOK_UP], resolve_provider=True
    ),
}
