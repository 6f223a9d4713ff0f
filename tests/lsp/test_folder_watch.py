"""Folders that no client watches: what is below them, and that a change is noticed once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from reachweaver_lsp import folder_watch
from reachweaver_lsp.folder_watch import FolderWatch, files_below
from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign
from tests.lsp.process import Process
from tests.lsp.test_workspace_check import CALM, UP, codes, published, put, start

WATCHES = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}


def is_json(name: str) -> bool:
    return name.endswith(".json")


class Looking:
    """A watch of one folder whose work beside the event loop is done at once, or when it is told to."""

    def __init__(self, folder: Path, *, at_once: bool = True) -> None:
        self.now = 0.0
        self.changes = 0
        self.begun: list[Callable[[], None]] = []
        self._at_once = at_once
        self._folder = folder
        self._watch = FolderWatch(self._aside, self._note, lambda: self.now)

    def look(self) -> int:
        """Look once; how many changes have been noticed so far."""
        self._watch.look([(self._folder, is_json)])
        return self.changes

    def _note(self) -> None:
        self.changes += 1

    def _aside(self, work: Callable[[], object], done: Callable[..., None]) -> None:
        def run() -> None:
            done(work())

        self.begun.append(run)
        if self._at_once:
            run()


def test_files_come_in_order_without_what_is_hidden_or_installed(tmp_path: Path) -> None:
    """And only those whose name counts."""
    for name in ("b.json", "a/z.json", "a/y.txt", ".git/c.json", "node_modules/d.json", "a/__pycache__/e.json"):
        put(tmp_path, name, "{}")
    assert list(files_below(tmp_path, is_json)) == [tmp_path / "b.json", tmp_path / "a/z.json"]


def test_each_change_is_noticed_once(tmp_path: Path) -> None:
    """The first look counts as one; a file that comes, changes or goes is one, a file that does not count is none."""
    looking = Looking(tmp_path)
    file = tmp_path / "a.json"
    put(tmp_path, "a.json", "{}")
    assert [looking.look(), looking.look()] == [1, 1]
    put(tmp_path, "b.txt", "")
    assert looking.look() == 1
    put(tmp_path, "a.json", "{ }")
    assert [looking.look(), looking.look()] == [2, 2]
    put(tmp_path, "b/c.json", "{}")
    assert looking.look() == 3
    file.unlink()
    assert looking.look() == 4


def test_a_look_that_fails_is_logged_once_and_followed_by_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What was seen before still counts, and a fault that comes back is logged again."""
    looking = Looking(tmp_path)
    put(tmp_path, "a.json", "{}")
    assert looking.look() == 1
    for _ in range(2):
        with monkeypatch.context() as patch:
            patch.setattr(folder_watch, "stamp_of", _fail)
            assert [looking.look(), looking.look()] == [1, 1]
        assert looking.look() == 1
    put(tmp_path, "a.json", "{ }")
    assert looking.look() == 2
    assert [record.getMessage() for record in caplog.records] == ["looking for campaigns failed"] * 2


def _fail(_: Path) -> None:
    raise RuntimeError("a fault")


def test_a_look_is_not_begun_in_another_and_is_followed_by_a_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty times as long as the look took."""
    looking = Looking(tmp_path, at_once=False)
    looking.look()
    looking.look()
    [run] = looking.begun

    def slow(_: Path) -> None:
        looking.now += 2.0

    monkeypatch.setattr("reachweaver_lsp.folder_watch.stamp_of", slow)
    put(tmp_path, "a.json", "{}")
    run()
    for now, looks in ((2.0, 1), (41.9, 1), (42.0, 2)):
        looking.now = now
        looking.look()
        assert len(looking.begun) == looks


def test_a_closed_campaigns_file_is_followed_though_no_client_tells(tmp_path: Path) -> None:
    """Without file watching: it changes, another one comes, and goes."""
    uri = put(tmp_path, "c.reachweaver.json", UP)
    with Process() as server:
        start(server, tmp_path)
        assert codes(server.next(published(uri))["params"]["diagnostics"]) == ["unsupported_number"]
        put(tmp_path, "c.reachweaver.json", CALM)
        assert server.next(published(uri))["params"]["diagnostics"] == []
        other = put(tmp_path, "d.reachweaver.json", UP)
        assert codes(server.next(published(other))["params"]["diagnostics"]) == ["unsupported_number"]
        (tmp_path / "d.reachweaver.json").unlink()
        assert server.next(published(other))["params"]["diagnostics"] == []


def test_campaigns_under_names_of_ones_own_are_checked_and_followed(tmp_path: Path) -> None:
    """Whatever their ending is, and though the client watches files: it is not asked to watch these."""
    uri = put(tmp_path, "plans/c.campaign", UP)
    put(tmp_path, "plans/d.txt", UP)
    with Process() as server:
        start(server, tmp_path, WATCHES, files="plans/*.{campaign,json}")
        assert codes(server.next(published(uri))["params"]["diagnostics"]) == ["unsupported_number"]
        put(tmp_path, "plans/c.campaign", campaign({"text": "Up 9% and 8%"}))
        assert len(server.next(published(uri))["params"]["diagnostics"]) == 2


@pytest.mark.parametrize(
    ("capabilities", "settings", "is_looked_at"),
    [
        ({}, {}, True),
        (WATCHES, {}, False),
        (WATCHES, {"files": "*.campaign"}, True),
        ({}, {"workspaceCheck": False}, False),
    ],
)
def test_only_what_nobody_tells_of_is_looked_at(
    connect: Connect, tmp_path: Path, capabilities: dict[str, object], settings: dict[str, object], is_looked_at: bool
) -> None:
    """And nothing at all where the person wants no files checked that are not open."""
    wire = connect(capabilities, root=tmp_path, initializationOptions=settings)
    places = wire.server.session.workspace_check.unwatched()
    assert [folder for folder, _ in places] == ([tmp_path] if is_looked_at else [])
