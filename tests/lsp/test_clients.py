"""Sessions with the capabilities of real editors: nothing is sent that the editor did not say it takes."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from tests.lsp.marked import campaign

pytestmark = [pytest.mark.e2e, pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning")]

COMMAND = [sys.executable, "-m", "reachweaver_lsp"]


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=COMMAND), params=["visual-studio-code", "neovim@v0.11", "emacs"]
)
async def client(request: Any, lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    """An editor that has started the server in an empty folder with a brand."""
    (tmp_path / "brand.reachweaver.json").write_text('{"required_disclosure": "Ad."}', encoding="utf-8")
    lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)(_accept)
    folder = types.WorkspaceFolder(tmp_path.as_uri(), "campaigns")
    capabilities = client_capabilities(request.param)
    await lsp_client.initialize_session(
        types.InitializeParams(capabilities=capabilities, root_uri=folder.uri, workspace_folders=[folder])
    )
    yield
    await lsp_client.shutdown_session()


def _accept(_: types.RegistrationParams) -> None:
    """What an editor does when a server asks to be told of something."""


async def test_an_editors_session(client: LanguageClient, tmp_path: Path) -> None:
    """Open, look, fix: every message is one that this editor knows."""
    uri = (tmp_path / "c.reachweaver.json").as_uri()
    text = campaign({"text": "🦀 Up 9%"})
    document = types.TextDocumentIdentifier(uri)
    client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "json", 1, text)))
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    number, disclosure = client.diagnostics[uri]
    assert (number.code, disclosure.code) == ("unsupported_number", "missing_disclosure")
    hover = await client.text_document_hover_async(types.HoverParams(document, number.range.start))
    assert hover is not None
    context = types.CodeActionContext(diagnostics=[disclosure])
    actions = await client.text_document_code_action_async(types.CodeActionParams(document, disclosure.range, context))
    assert [action.title for action in actions or ()] == ['Insert the disclosure "Ad."']
    client.text_document_did_close(types.DidCloseTextDocumentParams(document))
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    assert list(client.diagnostics[uri]) == []
