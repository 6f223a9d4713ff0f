"""The line to beat: a pygls server that knows the document and has nothing to say of any version, place or range."""

from __future__ import annotations

from lsprotocol import types
from pygls.lsp.server import LanguageServer

server = LanguageServer("empty", "1")


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def publish_nothing(
    ls: LanguageServer, params: types.DidOpenTextDocumentParams | types.DidChangeTextDocumentParams
) -> None:
    """Answer with an empty list that carries the document's version."""
    document = params.text_document
    ls.text_document_publish_diagnostics(
        types.PublishDiagnosticsParams(uri=document.uri, version=document.version, diagnostics=[])
    )


@server.feature(types.TEXT_DOCUMENT_HOVER)
@server.feature(types.TEXT_DOCUMENT_CODE_ACTION)
def answer_nothing(_: types.HoverParams | types.CodeActionParams) -> None:
    """Answer every question with null."""


if __name__ == "__main__":
    server.start_io()
