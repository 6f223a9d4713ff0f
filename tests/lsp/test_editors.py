"""Writing aids as real editors ask for them: every answer is one that this editor says it takes."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from tests.lsp.sample import TEXT
from tests.lsp.wire import position_of

pytestmark = [pytest.mark.e2e, pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning")]

COMMAND = [sys.executable, "-m", "reachweaver_lsp"]
CITED = TEXT.index('"notes"', TEXT.index("evidence_ids")) + 1


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=COMMAND), params=["visual-studio-code", "neovim@v0.11", "emacs"]
)
async def client(request: Any, lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    """An editor that has started the server and opened a campaign."""
    lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)(_accept)
    for method in (types.WORKSPACE_CODE_LENS_REFRESH, types.WORKSPACE_INLAY_HINT_REFRESH):
        lsp_client.feature(method)(_accept)
    lsp_client.feature(types.WORKSPACE_SEMANTIC_TOKENS_REFRESH)(_accept)
    folder = types.WorkspaceFolder(tmp_path.as_uri(), "campaigns")
    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities(request.param), root_uri=folder.uri, workspace_folders=[folder]
        )
    )
    item = types.TextDocumentItem((tmp_path / "c.reachweaver.json").as_uri(), "json", 1, TEXT)
    lsp_client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    await lsp_client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    yield
    await lsp_client.shutdown_session()


def _accept(*_: object) -> None:
    """What an editor does when a server asks for something that it can."""


@pytest.fixture
def document(tmp_path: Path) -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier((tmp_path / "c.reachweaver.json").as_uri())


def cited(client: LanguageClient) -> types.Position:
    """Where the first citation stands, as this editor counts."""
    general = client.capabilities.general
    encodings = general.position_encodings if general is not None else None
    return types.Position(*position_of(TEXT, CITED, str(encodings[0]) if encodings else "utf-16"))


async def test_an_editor_asks(client: LanguageClient, document: types.TextDocumentIdentifier) -> None:
    """About a place, then about the whole document."""
    await _ask_about_place(client, document, cited(client))
    await _ask_about_document(client, document)


async def _ask_about_place(
    client: LanguageClient, document: types.TextDocumentIdentifier, place: types.Position
) -> None:
    completion = await client.text_document_completion_async(types.CompletionParams(document, place))
    assert completion is None  # the one id that there is, is cited
    definition = await client.text_document_definition_async(types.DefinitionParams(document, place))
    assert definition
    context = types.ReferenceContext(include_declaration=True)
    references = await client.text_document_references_async(types.ReferenceParams(context, document, place))
    assert references is not None
    assert len(references) == 3
    highlights = await client.text_document_document_highlight_async(types.DocumentHighlightParams(document, place))
    assert highlights is not None
    assert len(highlights) == 5
    prepared = await client.text_document_prepare_rename_async(types.PrepareRenameParams(document, place))
    assert isinstance(prepared, types.PrepareRenamePlaceholder)
    assert prepared.placeholder == "notes"
    renamed = await client.text_document_rename_async(types.RenameParams(document, place, "n"))
    assert renamed is not None


async def _ask_about_document(client: LanguageClient, document: types.TextDocumentIdentifier) -> None:
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    assert symbols
    assert await client.text_document_folding_range_async(types.FoldingRangeParams(document))
    assert await client.text_document_document_link_async(types.DocumentLinkParams(document))
    whole = types.Range(types.Position(0, 0), types.Position(99, 0))
    assert await client.text_document_inlay_hint_async(types.InlayHintParams(document, whole))
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(document))
    assert lenses is not None
    assert len(lenses) == 6
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
    assert tokens is not None
    assert len(tokens.data) == 10
