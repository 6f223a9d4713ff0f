"""Sessions with the capabilities of real editors: nothing is sent that the editor did not say it takes."""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from tests.lsp.asking import edited
from tests.lsp.marked import campaign, cursor, evidence, unmarked

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


async def test_every_quick_fix_of_the_example(client: LanguageClient, tmp_path: Path, examples: Path) -> None:
    """Each is offered in a shape that this editor takes, is completed when it is chosen, and leaves valid JSON."""
    for name in ("brand.reachweaver.json", "config/optout.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes((examples / name).read_bytes())
    uri, text = (tmp_path / "c.reachweaver.json").as_uri(), (examples / "campaign.reachweaver.json").read_text("utf-8")
    client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "json", 0, text)))
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    fixed = set()
    for only in ([types.CodeActionKind.QuickFix], [types.CodeActionKind.SourceFixAll]):
        for action in await _actions(client, uri, only):
            chosen = action if action.edit else await client.code_action_resolve_async(action)
            json.loads(_applied(text, chosen, _encoding(client)))
            fixed |= {str(diagnostic.code) for diagnostic in action.diagnostics or ()} or {str(action.kind)}
    assert fixed == {
        "banned_phrase",
        "invalid_campaign",
        "missing_cta",
        "missing_disclosure",
        "near_duplicate",
        "needs_human_review",
        "optout_mention",
        "source.fixAll.reachweaver",
        "too_many_hashtags",
        "unsupported_number",
        "unsupported_release",
    }


async def test_ids_are_completed(client: LanguageClient, tmp_path: Path) -> None:
    """What is chosen replaces what is typed, in an edit on one line, in the columns that this editor counts."""
    marked = campaign({"text": "🦀 Up 9%", "evidence_ids": []}, evidence=[evidence("e🦀", "9%")]).replace("[]", '["‸"]')
    text, uri = unmarked(marked), (tmp_path / "c.reachweaver.json").as_uri()
    client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "json", 0, text)))
    place = cursor(marked, _encoding(client))
    found = await client.text_document_completion_async(
        types.CompletionParams(types.TextDocumentIdentifier(uri), types.Position(place["line"], place["character"]))
    )
    assert isinstance(found, types.CompletionList)
    [item] = found.items
    assert item.label == "e🦀"
    assert isinstance(item.text_edit, types.TextEdit)
    edit = {"range": _range(item.text_edit.range), "newText": item.text_edit.new_text}
    assert json.loads(edited(text, [edit], _encoding(client)))["variants"][0]["evidence_ids"] == ["e🦀"]


async def _actions(client: LanguageClient, uri: str, only: list[types.CodeActionKind | str]) -> list[types.CodeAction]:
    whole = types.Range(types.Position(0, 0), types.Position(999, 0))
    context = types.CodeActionContext(diagnostics=[], only=only)
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), whole, context)
    found = await client.text_document_code_action_async(params)
    return [action for action in found or () if isinstance(action, types.CodeAction)]


def _encoding(client: LanguageClient) -> str:
    general = client.capabilities.general
    offered = general.position_encodings if general is not None else None
    return str(offered[0]) if offered else "utf-16"


def _applied(text: str, action: types.CodeAction, encoding: str) -> str:
    """The text after an action's edit of it: of its version, where the editor can tell, else of whatever it holds."""
    assert action.edit is not None
    listed: list[object] = []
    for change in action.edit.document_changes or ():
        assert isinstance(change, types.TextDocumentEdit)
        assert change.text_document.version == 0
        listed += change.edits
    for edits in (action.edit.changes or {}).values():
        listed += edits
    edits_of_text = [edit for edit in listed if isinstance(edit, types.TextEdit)]
    assert edits_of_text
    return edited(text, [{"range": _range(edit.range), "newText": edit.new_text} for edit in edits_of_text], encoding)


def _range(place: types.Range) -> dict[str, dict[str, int]]:
    ends = {"start": place.start, "end": place.end}
    return {name: {"line": end.line, "character": end.character} for name, end in ends.items()}
