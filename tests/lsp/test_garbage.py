"""Garbage: it is collected behind what somebody waits for, and all of it."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from tests.lsp.conftest import COLLECT, Connect
from tests.lsp.marked import campaign
from tests.lsp.wire import Wire

URI = "untitled:one"
TEXT = campaign({"text": "Up 9%"}, {"text": "Up 9%"})


@pytest.fixture
def _collections(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Garbage is collected as in a server, and what the rest of the tests made counts again afterwards."""
    monkeypatch.setattr("reachweaver_lsp.session._collect_garbage", COLLECT)
    yield
    gc.unfreeze()


def test_garbage_is_collected_once_the_first_findings_are_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """What starting leaves behind holds up neither the first findings, which wait for settings, nor an edit later."""
    wire = Wire({"workspace": {"configuration": True}}, answer=lambda _: [{}])
    shown: list[int] = []
    monkeypatch.setattr("reachweaver_lsp.session._collect_garbage", lambda **_: shown.append(len(wire.published(URI))))
    monkeypatch.setattr("gc.enable", lambda: shown.append(-1))
    item = {"uri": URI, "languageId": "json", "version": 1, "text": TEXT}
    wire.request("initialize", {"processId": None, "rootUri": None, "capabilities": wire.capabilities})
    wire.send(
        {"method": "initialized", "params": {}}, {"method": "textDocument/didOpen", "params": {"textDocument": item}}
    )
    assert shown == [1, -1]
    wire.open("untitled:another", "{}")
    assert shown == [1, -1, 1, -1]
    wire.close()


@pytest.mark.usefixtures("_collections")
def test_nothing_is_left_of_a_closed_document(connect: Connect) -> None:
    """Neither its text nor what was found in it, which goes round in circles, stays when the next one has been opened."""
    wire = connect()
    wire.open(URI, TEXT)
    session = wire.server.session
    document = session.documents.require(URI)
    report = session.checks.analysis_of(document).checked.report  # type: ignore[union-attr]
    left = [weakref.ref(thing) for thing in (document, document.text, document.tree)]
    index = session.checks._entries[document].analyzer._cache.duplicates
    left += [weakref.ref(entry.read) for entry in index._entries.values()]
    assert [finding.code for finding in report.variants[1].findings] == ["unsupported_number", "near_duplicate"]
    del document, report, index
    wire.open("untitled:another", "{}")
    wire.close_document(URI)
    wire.open("untitled:third", "{}")
    assert [thing() for thing in left] == [None] * 5
