"""The posting history in the editor: read beside the event loop, followed when it changes, refused in one message."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from reachweaver import storage
from reachweaver.campaign import read_campaign
from reachweaver.cli import main
from reachweaver.history import HistoryOptions
from reachweaver.json_spans import read
from reachweaver_lsp.histories import Histories
from tests.history_database import create, insert
from tests.lsp.marked import campaign
from tests.lsp.process import Process

TEXT = "Small drafts travel well, long drafts stay home."
ROW = {"account_id": "desk", "text": TEXT, "status": "scheduled", "scheduled_at": "2099-01-01T09:00:00Z"}
NOW = datetime(2026, 3, 1, 10, 30, tzinfo=UTC)


def until(server: Process, uri: str, code: str) -> list[dict[str, Any]]:
    """The first diagnostics that hold a code, of those that come."""
    while True:
        found = server.diagnostics(uri)
        if code in [one["code"] for one in found]:
            return found


def test_the_editor_says_of_the_history_what_the_command_line_says(tmp_path: Path, capsys: Any) -> None:
    """The same findings in the same words, once the database has been read; it and its folder stay as they are."""
    create(tmp_path / "posts.sqlite", [ROW], journal_mode="wal")
    path = tmp_path / "c.reachweaver.json"
    text = campaign({"text": TEXT, "account_id": "desk"})
    path.write_text(text, encoding="utf-8")
    with Process() as server:
        options = {"history": {"db": "posts.sqlite", "days": 9}}
        server.initialize(rootUri=tmp_path.as_uri(), initializationOptions=options)
        server.open(path.as_uri(), text)
        found = until(server, path.as_uri(), "history_near_duplicate")
    main(["campaign-check", "--file", str(path), "--history-db", str(tmp_path / "posts.sqlite"), "--json"])
    findings = json.loads(capsys.readouterr().out)["variants"][0]["findings"]
    assert [(one["code"], one["message"]) for one in found] == [(one["code"], one["message"]) for one in findings]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["c.reachweaver.json", "posts.sqlite"]


def test_a_history_that_grows_is_followed(tmp_path: Path) -> None:
    """A post that is queued while the editor is open shows up without anything being typed."""
    database = create(tmp_path / "posts.sqlite", [])
    uri, text = (tmp_path / "c.reachweaver.json").as_uri(), campaign({"text": TEXT, "account_id": "desk"})
    (tmp_path / "reachweaver.toml").write_text('[history]\ndb = "posts.sqlite"\n', encoding="utf-8")
    with Process() as server:
        server.initialize(rootUri=tmp_path.as_uri())
        assert server.open(uri, text) == []
        with closing(sqlite3.connect(database)) as connection:
            insert(connection, [ROW])
        assert [one["code"] for one in until(server, uri, "history_near_duplicate")] == ["history_near_duplicate"]


def test_a_database_that_is_none_is_named_once_and_the_other_findings_stay(tmp_path: Path) -> None:
    """One message with the file's name; the campaign is checked all the same."""
    (tmp_path / "posts.sqlite").write_text("hello", encoding="utf-8")
    uri, text = (tmp_path / "c.reachweaver.json").as_uri(), campaign({"text": "Up 9%", "account_id": "desk"})
    with Process() as server:
        server.initialize(rootUri=tmp_path.as_uri(), initializationOptions={"history": {"db": "posts.sqlite"}})
        assert [one["code"] for one in server.open(uri, text)] == ["unsupported_number"]
        message = server.next(lambda message: message.get("method") == "window/showMessage")
        expected = f"ReachWeaver: {tmp_path / 'posts.sqlite'}: this is not an SQLite database"
        assert message["params"] == {"type": 2, "message": expected}


class _Desk:
    """Histories whose work is done when the test says so."""

    def __init__(self, folder: Path) -> None:
        self.database = create(folder / "posts.sqlite", [{**ROW, "scheduled_at": "2026-03-01T09:00:00Z"}])
        self.now = NOW
        self.changes = 0
        self.complaints: list[str] = []
        self.waiting: list[tuple[Callable[[], Any], Callable[[Any], None]]] = []
        self.histories = Histories(self._aside, self.complaints.append, self._changed, lambda: self.now)
        self.campaign = read_campaign(read(campaign({"text": TEXT, "account_id": "desk"})))

    def codes(self) -> list[str] | None:
        """The codes that the history has for the campaign; None while it is not there."""
        checker = self.histories.link(self.database, HistoryOptions(days=1)).checker_for(self.campaign)
        found = checker.check(self.campaign).more.by_variant if checker is not None else None
        return None if found is None else [finding.code for finding in found.get(0, ())]

    def work(self) -> None:
        """Do what is waiting."""
        waiting, self.waiting = self.waiting, []
        for read_, done in waiting:
            done(read_())

    def _aside(self, work: Callable[[], Any], done: Callable[[Any], None]) -> None:
        self.waiting.append((work, done))

    def _changed(self) -> None:
        self.changes += 1


def test_a_history_is_read_once_and_asked_for_again_when_it_is_there(tmp_path: Path) -> None:
    """Until it has been read there is no checker; however often somebody asks, it is read one time."""
    desk = _Desk(tmp_path)
    before = desk.histories.link(desk.database, HistoryOptions())
    assert (desk.codes(), desk.codes(), len(desk.waiting)) == (None, None, 1)
    desk.work()
    assert (desk.codes(), desk.changes, desk.waiting) == (["history_near_duplicate"], 1, [])
    assert desk.histories.link(desk.database, HistoryOptions()) != before


def test_the_windows_move_on_by_the_hour(tmp_path: Path) -> None:
    """A post that has left the look-back is no longer named, without anything having changed on disk."""
    desk = _Desk(tmp_path)
    desk.codes()
    desk.work()
    desk.now += timedelta(minutes=20)
    assert desk.codes() == ["history_near_duplicate"]
    desk.now += timedelta(days=1)
    assert desk.codes() is None
    desk.work()
    assert desk.codes() == []


def test_few_histories_are_kept(tmp_path: Path) -> None:
    """The oldest are forgotten, and read again when somebody asks."""
    desk = _Desk(tmp_path)
    link = desk.histories.link(desk.database, HistoryOptions())
    for number in range(100):
        desk.histories.checker_for(link, ("desk",), f"campaign-{number}")
    desk.work()
    assert desk.changes == 64
    assert desk.histories.checker_for(link, ("desk",), "campaign-0") is None


def test_a_database_that_is_locked_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One message however long it lasts, and the history as soon as the lock is gone, though no file has changed."""
    monkeypatch.setattr(storage, "BUSY_SECONDS", 0.0)
    desk = _Desk(tmp_path)
    with closing(sqlite3.connect(desk.database)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        for _ in range(3):
            assert desk.codes() is None
            desk.work()
            assert desk.codes() is None
            assert desk.waiting == []
            before = desk.histories.link(desk.database, HistoryOptions(days=1))
            assert desk.histories.have_to_be_read_again()
            assert not desk.histories.have_to_be_read_again()
            assert desk.histories.link(desk.database, HistoryOptions(days=1)) != before
    assert desk.complaints == [f"{desk.database}: cannot read the database: database is locked"]
    assert desk.codes() is None
    desk.work()
    assert desk.codes() == ["history_near_duplicate"]
    assert not desk.histories.have_to_be_read_again()
