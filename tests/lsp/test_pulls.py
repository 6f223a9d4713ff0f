"""Diagnostics for clients that ask: the same findings, told once, and nothing pushed beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign
from tests.lsp.wire import Message, Wire

PULLS: Message = {
    "textDocument": {"diagnostic": {"relatedDocumentSupport": True}},
    "workspace": {"diagnostics": {"refreshSupport": True}},
}
TEXT = campaign({"text": "Up 9%"})


def pull(wire: Wire, uri: str, previous: str | None = None) -> Message:
    params: Message = {"textDocument": {"uri": uri}}
    if previous is not None:
        params["previousResultId"] = previous
    report: Message = wire.result("textDocument/diagnostic", params)
    return report


def pull_all(wire: Wire, *known: tuple[str, str]) -> dict[str, Message]:
    """The workspace's reports by URI."""
    previous = [{"uri": uri, "value": value} for uri, value in known]
    report = wire.result("workspace/diagnostic", {"previousResultIds": previous})
    return {one["uri"]: one for one in report["items"]}


def codes(report: Message) -> list[str]:
    return [one["code"] for one in report["items"]]


@pytest.fixture
def uri(tmp_path: Path) -> str:
    return (tmp_path / "c.reachweaver.json").as_uri()


def test_a_pulled_report_holds_what_is_pushed_to_others(connect: Connect, uri: str) -> None:
    """The two ways differ in nothing but the way."""
    pushed = connect().open(uri, TEXT)
    wire = connect(PULLS)
    wire.open(uri, TEXT)
    report = pull(wire, uri)
    assert (report["kind"], report["items"]) == ("full", pushed)
    assert codes(report) == ["unsupported_number"]


def test_who_asks_is_pushed_nothing_any_more(connect: Connect, uri: str) -> None:
    """What was pushed before the first question is taken back, and an edit pushes nothing."""
    wire = connect(PULLS)
    wire.open(uri, TEXT)
    pull(wire, uri)
    assert wire.diagnostics(uri) == []
    count = len(wire.published(uri))
    wire.change(uri, 2, {"text": campaign({"text": "Up 8%"})})
    assert len(wire.published(uri)) == count
    assert codes(pull(wire, uri)) == ["unsupported_number"]


def test_who_has_a_report_is_told_that_nothing_changed(connect: Connect, uri: str) -> None:
    """The result id stands for what is shown, not for the version: an edit that changes nothing there keeps it."""
    wire = connect(PULLS)
    wire.open(uri, TEXT)
    first = pull(wire, uri)
    assert pull(wire, uri, first["resultId"]) == {"kind": "unchanged", "resultId": first["resultId"]}
    wire.change(uri, 2, {"text": TEXT + "\n"})
    assert pull(wire, uri, first["resultId"])["kind"] == "unchanged"
    wire.change(uri, 3, {"text": campaign({"text": "Up 9% and 8%"})})
    again = pull(wire, uri, first["resultId"])
    assert (again["kind"], codes(again)) == ("full", ["unsupported_number", "unsupported_number"])


@pytest.mark.parametrize(
    ("capabilities", "offered"),
    [
        (PULLS, True),
        ({"textDocument": {"diagnostic": {}}}, False),
        ({"workspace": {"diagnostics": {"refreshSupport": True}}}, False),
        ({}, False),
    ],
)
def test_asking_is_offered_to_those_who_can_be_told_to_ask_again(
    connect: Connect, uri: str, capabilities: Message, offered: bool
) -> None:
    """Others would keep what a change of the brand has made wrong; they are answered, and pushed to as before."""
    wire = connect(capabilities)
    wire.open(uri, TEXT)
    assert codes(pull(wire, uri)) == ["unsupported_number"]
    assert [one["code"] for one in wire.diagnostics(uri)] == ([] if offered else ["unsupported_number"])


def test_the_offer_is_made_in_the_answer_to_initialize() -> None:
    """With the workspace's diagnostics, and that one file's findings may depend on another."""
    expected = {"identifier": "reachweaver", "interFileDependencies": True, "workspaceDiagnostics": True}
    for capabilities, offer in ((PULLS, expected), ({}, None)):
        wire = Wire(capabilities)
        assert wire.initialize()["result"]["capabilities"].get("diagnosticProvider") == offer
        wire.close()


def test_a_broken_brand_is_a_related_document(connect: Connect, uri: str, tmp_path: Path) -> None:
    """Its problems come with the campaign's own report, to clients that take them."""
    brand = tmp_path / "brand.reachweaver.json"
    brand.write_text(json.dumps({"max_hashtags": 31}), encoding="utf-8")
    wire = connect(PULLS)
    wire.open(uri, TEXT)
    related = pull(wire, uri)["relatedDocuments"]
    assert {name: codes(report) for name, report in related.items()} == {brand.as_uri(): ["invalid_brand"]}


def test_a_change_of_the_brand_has_the_client_ask_again(connect: Connect, uri: str, tmp_path: Path) -> None:
    """In its unsaved buffer; the next report follows it."""
    wire = connect(PULLS)
    wire.open(uri, TEXT)
    pull(wire, uri)
    brand = (tmp_path / "brand.reachweaver.json").as_uri()
    item = {"uri": brand, "languageId": "json", "version": 1, "text": json.dumps({"banned_phrases": ["up"]})}
    wire.notify("textDocument/didOpen", {"textDocument": item})
    assert "workspace/diagnostic/refresh" in [message["method"] for message in wire.received]
    assert codes(pull(wire, uri)) == ["banned_phrase", "unsupported_number"]


def test_the_workspaces_reports(connect: Connect, uri: str, tmp_path: Path) -> None:
    """Open documents with their version, files without; known results are unchanged; what is gone is emptied."""
    brand = tmp_path / "brand.reachweaver.json"
    brand.write_text(json.dumps({"max_hashtags": 31}), encoding="utf-8")
    wire = connect(PULLS)
    wire.open(uri, TEXT, 4)
    reports = pull_all(wire)
    assert {name: (one.get("version"), codes(one)) for name, one in reports.items()} == {
        uri: (4, ["unsupported_number"]),
        brand.as_uri(): (None, ["invalid_brand"]),
    }
    gone = (tmp_path / "gone.reachweaver.json").as_uri()
    again = pull_all(wire, *((name, one["resultId"]) for name, one in reports.items()), (gone, "x"))
    assert {name: one["kind"] for name, one in again.items()} == {
        uri: "unchanged",
        brand.as_uri(): "unchanged",
        gone: "full",
    }
    assert again[gone]["items"] == []
    assert pull_all(wire, (gone, again[gone]["resultId"]))[gone]["kind"] == "unchanged"


def test_who_has_checks_on_saving_alone_gets_none_for_typing(connect: Connect, uri: str, tmp_path: Path) -> None:
    """What was last checked holds, under the version that it is about, until the file is saved or the brand changes."""
    wire = connect(PULLS, initializationOptions={"checkOn": "save"})
    wire.open(uri, TEXT)
    first = pull(wire, uri)
    wire.change(uri, 2, {"text": campaign({"text": "\n Calm, up 9% and 8%"})})
    assert pull(wire, uri, first["resultId"]) == {"kind": "unchanged", "resultId": first["resultId"]}
    assert pull(wire, uri) == first
    assert {**pull_all(wire)[uri], "version": None} == {**first, "uri": uri, "version": None}
    assert pull_all(wire)[uri]["version"] == 1
    wire.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    assert "workspace/diagnostic/refresh" in [message["method"] for message in wire.received]
    second = pull(wire, uri, first["resultId"])
    assert codes(second) == ["unsupported_number", "unsupported_number"]
    wire.change(uri, 3, {"text": campaign({"text": "Calm"})})
    assert pull(wire, uri, second["resultId"])["kind"] == "unchanged"
    (tmp_path / "brand.reachweaver.json").write_text(json.dumps({"banned_phrases": ["calm"]}), encoding="utf-8")
    wire.notify("workspace/didChangeWatchedFiles", {"changes": []})
    assert codes(pull(wire, uri, second["resultId"])) == ["banned_phrase"]


@pytest.mark.parametrize("text", ["", "[]", "{", '{"variants": ['])
def test_any_text_has_a_report(connect: Connect, uri: str, text: str) -> None:
    """Broken and empty ones have what is pushed for them."""
    pushed = connect().open(uri, text)
    wire = connect(PULLS)
    wire.open(uri, text)
    assert pull(wire, uri)["items"] == pushed


def test_a_document_that_nobody_opened_has_an_empty_report(connect: Connect, uri: str) -> None:
    """It is no error to ask."""
    wire = connect(PULLS)
    report: Any = pull(wire, uri)
    assert (report["kind"], report["items"]) == ("full", [])
