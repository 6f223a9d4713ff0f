"""Campaigns that no editor has open: checked beside the typing, with progress, followed and cancelled."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reachweaver.json_spans.lines import Encoding
from reachweaver_lsp.analysis import Analysis
from reachweaver_lsp.client import Server
from reachweaver_lsp.diagnostics import Diagnosis, diagnose
from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign
from tests.lsp.process import Process
from tests.lsp.wire import Message, changed, position_of

PROGRESS: Message = {"window": {"workDoneProgress": True}}
UP = campaign({"text": "Up 9%"})
CALM = campaign({"text": "Calm"})


def put(folder: Path, name: str, text: str) -> str:
    """Write a file; its URI."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path.as_uri()


def codes(found: list[Message]) -> list[str]:
    return [one["code"] for one in found]


def published(uri: str) -> Callable[[Message], bool]:
    return lambda one: one.get("method") == "textDocument/publishDiagnostics" and one["params"]["uri"] == uri


def start(server: Process, folder: Path, capabilities: Message | None = None, **options: Any) -> None:
    server.initialize(rootUri=folder.as_uri(), capabilities=capabilities or {}, initializationOptions=options)


def change(server: Process, uri: str, version: int, text: str) -> None:
    server.send(changed(uri, version, {"text": text}))


def test_files_below_the_folder_are_shown_without_being_opened(tmp_path: Path) -> None:
    """Each as it is on disk and without a version; brands, other JSON, hidden folders and packages are left alone."""
    uri = put(tmp_path, "deep/er/é 1.reachweaver.json", UP)
    put(tmp_path, "calm.reachweaver.json", CALM)
    put(tmp_path, "other.json", UP)
    put(tmp_path, ".hidden/c.reachweaver.json", UP)
    put(tmp_path, "node_modules/c.reachweaver.json", UP)
    put(tmp_path, "brand.reachweaver.json", json.dumps({"banned_phrases": ["up"]}))
    last = put(tmp_path, "z.reachweaver.json", UP)
    with Process() as server:
        start(server, tmp_path)
        for expected in (last, uri):
            params = server.next(lambda one: one.get("method") == "textDocument/publishDiagnostics")["params"]
            assert (params["uri"], codes(params["diagnostics"])) == (expected, ["banned_phrase", "unsupported_number"])
            assert "version" not in params


def test_the_setting_switches_it_off(tmp_path: Path) -> None:
    """With `workspaceCheck` false nothing is said of files that are not open, until a person asks."""
    uri = put(tmp_path, "c.reachweaver.json", UP)
    with Process() as server:
        start(server, tmp_path, workspaceCheck=False)
        assert server.open("untitled:a", CALM) == []
        server.request("workspace/executeCommand", {"command": "reachweaver.checkWorkspace"})
        first = server.next(lambda one: one.get("method") == "window/showMessage" or published(uri)(one))
        assert codes(first["params"]["diagnostics"]) == ["unsupported_number"]
        message = server.next(lambda one: one.get("method") == "window/showMessage")
        assert message["params"]["message"] == "ReachWeaver: 2 campaigns checked, 1 finding."


def test_a_person_can_ask_for_it(tmp_path: Path) -> None:
    """Everything is checked anew, and a message says how many findings there are."""
    uri = put(tmp_path, "c.reachweaver.json", UP)
    put(tmp_path, "d.reachweaver.json", CALM)
    with Process() as server:
        start(server, tmp_path)
        assert codes(server.next(published(uri))["params"]["diagnostics"]) == ["unsupported_number"]
        server.request("workspace/executeCommand", {"command": "reachweaver.checkWorkspace"})
        message = server.next(lambda one: one.get("method") == "window/showMessage")
        assert message["params"] == {"type": 3, "message": "ReachWeaver: 2 campaigns checked, 1 finding."}


def test_a_person_who_asked_is_told_though_files_change_meanwhile(tmp_path: Path) -> None:
    """A run that is overtaken leaves what it owes to the next one, and that is said once."""
    for name in ("c", "d", "e"):
        put(tmp_path, f"{name}.reachweaver.json", CALM)
    with Process() as server:
        start(server, tmp_path, workspaceCheck=False)
        server.request("workspace/executeCommand", {"command": "reachweaver.checkWorkspace"})
        server.notify("workspace/didChangeWatchedFiles", {"changes": []})
        server.notify("workspace/didChangeWatchedFiles", {"changes": []})
        message = server.next(lambda one: one.get("method") == "window/showMessage")
        assert message["params"]["message"] == "ReachWeaver: 3 campaigns checked, 0 findings."


def test_an_open_documents_buffer_counts_and_its_file_again_when_it_is_closed(tmp_path: Path) -> None:
    """While it is open nothing is published for the file."""
    uri = put(tmp_path, "c.reachweaver.json", UP)
    with Process() as server:
        start(server, tmp_path)
        assert codes(server.next(published(uri))["params"]["diagnostics"]) == ["unsupported_number"]
        assert server.open(uri, CALM) == []
        server.notify("workspace/didChangeWatchedFiles", {"changes": []})
        server.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        assert codes(server.next(published(uri))["params"]["diagnostics"]) == ["unsupported_number"]


def test_rules_that_are_typed_hold_for_files_that_nobody_has_opened(tmp_path: Path) -> None:
    """The unsaved brand and opt-out list, in a pause of the typing; what is closed unsaved holds no more."""
    uri = put(tmp_path, "c.reachweaver.json", campaign({"text": "Up, @quiet"}))
    put(tmp_path, "reachweaver.toml", 'optout = "quiet.json"\n')
    brand, quiet = put(tmp_path, "brand.reachweaver.json", "{}"), put(tmp_path, "quiet.json", "[]")
    with Process() as server:
        start(server, tmp_path)
        server.open(put(tmp_path, "bad.reachweaver.json", UP), UP)
        server.open(brand, "{}")
        change(server, brand, 2, json.dumps({"banned_phrases": ["up"]}))
        assert codes(server.next(published(uri))["params"]["diagnostics"]) == ["banned_phrase"]
        server.notify("textDocument/didClose", {"textDocument": {"uri": brand}})
        assert codes(server.next(published(uri))["params"]["diagnostics"]) == []
        item = {"uri": quiet, "languageId": "json", "version": 1, "text": '["@quiet"]'}
        server.notify("textDocument/didOpen", {"textDocument": item})
        assert codes(server.next(published(uri))["params"]["diagnostics"]) == ["optout_mention"]
        change(server, quiet, 2, '["@others"]')
        assert codes(server.next(published(uri))["params"]["diagnostics"]) == []


def test_rules_of_files_that_nobody_has_opened_are_looked_at(tmp_path: Path) -> None:
    """What is wrong with their brands and opt-out lists is shown there, until it is mended or nothing rests on them."""
    put(tmp_path, "a/c.reachweaver.json", CALM)
    put(tmp_path, "b/c.reachweaver.json", CALM)
    put(tmp_path, "b/reachweaver.toml", 'brand = "house.reachweaver.json"\noptout = "quiet.json"\n')
    put(tmp_path, "a/reachweaver.toml", 'brand = "../b/house.reachweaver.json"\n')
    house = put(tmp_path, "b/house.reachweaver.json", '{"max_hashtags": 99}')
    lists = [put(tmp_path, name, '{"handles": 5}') for name in ("b/quiet.json", "a/config/optout.json")]

    def next_for(server: Process, uri: str) -> list[str]:
        return codes(server.next(published(uri))["params"]["diagnostics"])

    with Process() as server:
        start(server, tmp_path)
        found = {}
        while len(found) < 3:
            params = server.next(lambda one: one.get("method") == "textDocument/publishDiagnostics")["params"]
            found[params["uri"]] = codes(params["diagnostics"])
        assert found == {house: ["invalid_brand"], **{one: ["invalid_optout"] for one in lists}}
        put(tmp_path, "b/house.reachweaver.json", '{"max_hashtags": 9}')
        server.notify("workspace/didChangeWatchedFiles", {"changes": []})
        assert next_for(server, house) == []
        (tmp_path / "b/c.reachweaver.json").unlink()
        server.notify("workspace/didChangeWatchedFiles", {"changes": []})
        assert next_for(server, lists[0]) == []


def test_files_of_a_folder_that_leaves_are_shown_no_more(connect: Connect, tmp_path: Path) -> None:
    """Also those that were open before, unless another folder holds them; what is in the editor stays."""
    closed, left = put(tmp_path, "a/closed.reachweaver.json", UP), put(tmp_path, "a/open.reachweaver.json", UP)
    other = put(tmp_path, "b/closed.reachweaver.json", UP)
    folders = [{"uri": (tmp_path / name).as_uri(), "name": name} for name in ("a", "b")]
    wire = connect(workspaceFolders=folders, initializationOptions={"workspaceCheck": False})
    for uri in (closed, left, other):
        wire.open(uri, CALM)
    wire.close_document(closed)
    wire.close_document(other)
    event = {"event": {"added": [], "removed": [folders[0]]}}
    wire.notify("workspace/didChangeWorkspaceFolders", event)
    shown = {uri: codes(wire.diagnostics(uri)) for uri in (closed, left, other)}
    assert shown == {closed: [], left: [], other: ["unsupported_number"]}
    wire.notify("workspace/didChangeWatchedFiles", {"changes": []})
    assert codes(wire.diagnostics(closed)) == []


def test_what_is_being_checked_when_its_folder_leaves_is_not_shown(
    connect: Connect, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check that is overtaken comes to nothing."""

    def aside(_: Server, work: Callable[[], Any], done: Callable[[Any], None]) -> None:
        asyncio.get_running_loop().call_soon(lambda: done(work()))

    monkeypatch.setattr(Server, "aside", aside)
    wire = connect()
    uri = put(tmp_path, "c.reachweaver.json", UP)
    event = {"added": [], "removed": [{"uri": tmp_path.as_uri(), "name": "a"}]}
    wire.send(
        {"method": "workspace/didChangeWatchedFiles", "params": {"changes": []}},
        {"method": "workspace/didChangeWorkspaceFolders", "params": {"event": event}},
    )
    assert wire.published(uri) == []


def test_files_of_a_folder_within_another_stay(connect: Connect, tmp_path: Path) -> None:
    """They are still in the workspace when the inner folder leaves."""
    uri = put(tmp_path, "a/c.reachweaver.json", UP)
    wire = connect(initializationOptions={"workspaceCheck": False})
    inner = [{"uri": (tmp_path / "a").as_uri(), "name": "a"}]
    wire.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": inner, "removed": []}})
    wire.open(uri, CALM)
    wire.close_document(uri)
    wire.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": inner}})
    assert codes(wire.diagnostics(uri)) == ["unsupported_number"]


def test_files_that_change_appear_and_go_are_followed(tmp_path: Path) -> None:
    """As the client's file watching tells."""
    uri = put(tmp_path, "c.reachweaver.json", UP)
    with Process() as server:
        start(server, tmp_path)
        assert codes(server.next(published(uri))["params"]["diagnostics"]) == ["unsupported_number"]
        other = put(tmp_path, "d.reachweaver.json", campaign({"text": "Up 9% and 8%"}))
        server.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": other, "type": 1}]})
        assert len(server.next(published(other))["params"]["diagnostics"]) == 2
        (tmp_path / "c.reachweaver.json").unlink()
        server.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 3}]})
        assert server.next(published(uri))["params"]["diagnostics"] == []


def test_progress_is_shown_and_ends(tmp_path: Path) -> None:
    """The client is asked for a place to show it, told each file, and told the end."""
    for number in range(4):
        put(tmp_path, f"{number}.reachweaver.json", UP)
    with Process() as server:
        start(server, tmp_path, PROGRESS)
        create = server.next(lambda one: one.get("method") == "window/workDoneProgress/create")
        server.send({"id": create["id"], "result": None})
        values: list[Message] = []
        while not values or values[-1]["kind"] != "end":
            values.append(server.next(lambda one: one.get("method") == "$/progress")["params"]["value"])
        assert values[0]["title"] == "ReachWeaver: checking campaigns"
        assert values[0]["cancellable"] is True
        assert {value["kind"] for value in values[1:-1]} <= {"report"}


def test_a_person_can_stop_it(tmp_path: Path) -> None:
    """After the file at hand no other is checked, and the server goes on as usual."""
    large = campaign(*({"text": f"Up {number}% on the fastest week number {number}"} for number in range(300)))
    for number in range(40):
        put(tmp_path, f"{number:02}.reachweaver.json", large)
    with Process() as server:
        start(server, tmp_path, PROGRESS)
        create = server.next(lambda one: one.get("method") == "window/workDoneProgress/create")
        server.send({"id": create["id"], "result": None})
        token = create["params"]["token"]
        server.notify("window/workDoneProgress/cancel", {"token": token})
        server.next(lambda one: one.get("method") == "$/progress" and one["params"]["value"]["kind"] == "end")
        assert codes(server.open("untitled:a", UP)) == ["unsupported_number"]


def test_what_is_asked_meanwhile_is_answered(tmp_path: Path) -> None:
    """Hover does not wait for the files that are left."""
    large = campaign(*({"text": f"Up {number}% on the fastest week number {number}"} for number in range(300)))
    for number in range(20):
        put(tmp_path, f"{number:02}.reachweaver.json", large)
    last = (tmp_path / "19.reachweaver.json").as_uri()
    with Process() as server:
        start(server, tmp_path)
        server.open("untitled:a", UP)
        line, character = position_of(UP, UP.index("9%"))
        params = {"textDocument": {"uri": "untitled:a"}, "position": {"line": line, "character": character}}
        assert "9%" in json.dumps(server.request("textDocument/hover", params)["result"])
        assert len(server.next(published(last))["params"]["diagnostics"]) >= 300


def test_a_file_whose_check_fails_keeps_no_other_from_being_checked(
    connect: Connect, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of ReachWeaver is logged with the file's name, and the run goes on to its end."""
    bad = put(tmp_path, "a.reachweaver.json", UP)
    good = put(tmp_path, "b.reachweaver.json", UP)

    def failing(analysis: Analysis, encoding: Encoding) -> Diagnosis:
        if analysis.document.uri == bad:
            raise RuntimeError("broken")
        return diagnose(analysis, encoding)

    monkeypatch.setattr("reachweaver_lsp.workspace_check.diagnose", failing)
    monkeypatch.setattr("reachweaver_lsp.client.Server.aside", lambda _, work, done: done(work()))
    wire = connect(initializationOptions={"workspaceCheck": False})
    wire.result("workspace/executeCommand", {"command": "reachweaver.checkWorkspace"})
    assert [codes(wire.diagnostics(good)), wire.published(bad)] == [["unsupported_number"], []]
    assert "ReachWeaver: 1 campaign checked, 1 finding." in wire.messages()


PULLS: Message = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}


def test_who_asks_for_all_of_it_early_gets_all_of_it(tmp_path: Path) -> None:
    """The answer waits for the run that is going on, and names every file, also the one that was just written."""
    uris = [put(tmp_path, f"{name}.reachweaver.json", UP) for name in "abc"]
    with Process() as server:
        start(server, tmp_path, PULLS)
        report = server.request("workspace/diagnostic", {"previousResultIds": []})["result"]
        assert [(one["uri"], codes(one["items"])) for one in report["items"]] == [
            (uri, ["unsupported_number"]) for uri in uris
        ]
        put(tmp_path, "b.reachweaver.json", campaign({"text": "Up 9% and 8%"}))
        server.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uris[1], "type": 2}]})
        report = server.request("workspace/diagnostic", {"previousResultIds": []})["result"]
        assert [len(one["items"]) for one in report["items"]] == [1, 2, 1]


def test_who_asks_without_having_said_that_it_is_initialized_gets_all_of_it(tmp_path: Path) -> None:
    """Such a client waits no longer than others; saying it afterwards changes nothing but that all is checked again."""
    uri = put(tmp_path, "c.reachweaver.json", UP)
    hello = {"processId": None, "rootUri": tmp_path.as_uri(), "capabilities": {}}
    with Process() as server:
        server.request("initialize", hello)
        for _ in range(2):
            report = server.request("workspace/diagnostic", {"previousResultIds": []})["result"]
            assert [(one["uri"], codes(one["items"])) for one in report["items"]] == [(uri, ["unsupported_number"])]
            server.notify("initialized", {})


def test_who_asks_for_a_file_that_is_not_open_gets_the_workspaces_view_of_it(tmp_path: Path) -> None:
    """A campaign's findings and a brand's faults, by any spelling of the URI."""
    uri = put(tmp_path, "c d.reachweaver.json", UP)
    brand = put(tmp_path, "brand.reachweaver.json", '{"max_hashtags": 31}')
    with Process() as server:
        start(server, tmp_path, PULLS)
        server.request("workspace/diagnostic", {"previousResultIds": []})
        item = {"uri": (tmp_path / "new.reachweaver.json").as_uri(), "languageId": "json", "version": 1, "text": UP}
        server.notify("textDocument/didOpen", {"textDocument": item})
        for asked, code in (
            (uri, "unsupported_number"),
            (uri.replace("%20", " "), "unsupported_number"),
            (brand, "invalid_brand"),
        ):
            report = server.request("textDocument/diagnostic", {"textDocument": {"uri": asked}})["result"]
            assert (report["kind"], codes(report["items"])) == ("full", [code])


def test_links_to_nothing_end_no_run(tmp_path: Path) -> None:
    """However many there are one after the other, the last file is checked."""
    for number in range(700):
        (tmp_path / f"{number:03}.reachweaver.json").symlink_to(tmp_path / "gone.json")
    uri = put(tmp_path, "z.reachweaver.json", UP)
    with Process() as server:
        start(server, tmp_path, PULLS)
        report = server.request("workspace/diagnostic", {"previousResultIds": []})["result"]
        assert [(one["uri"], codes(one["items"])) for one in report["items"] if one["items"]] == [
            (uri, ["unsupported_number"])
        ]
