"""A check that raises: one line in the log, one warning on the first line, and everything else as ever."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from reachweaver import grounding
from reachweaver.checks.context import CheckContext
from reachweaver.history import HistoryChecker, HistoryOptions
from reachweaver.report import Finding
from reachweaver.storage import PostingHistory
from reachweaver_lsp.diagnostics import Diagnosis
from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign
from tests.lsp.wire import Message, Wire, range_of

URI = "untitled:Untitled-1"
TEXT = campaign({"text": "Up 9%"}, {"text": "Up 10%"})
FIRST = range_of((0, 0), (0, 1))
HOVER = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}


@pytest.fixture(autouse=True)
def _faults_are_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    """As for a person, not as for the project's tests."""
    monkeypatch.setattr(grounding, "raise_check_errors", False)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """The check `banned_phrase` raises, until this is undone."""
    checks = [(code, _raise if code == "banned_phrase" else check) for code, check in grounding.CHECKS]
    with monkeypatch.context() as patch:
        patch.setattr(grounding, "CHECKS", tuple(checks))
        yield patch


def _raise(_: CheckContext) -> Iterator[Finding]:
    raise ZeroDivisionError("division by zero")


def found(diagnostics: list[Message]) -> list[tuple[str, int]]:
    """Code and line."""
    return [(one["code"], one["range"]["start"]["line"]) for one in diagnostics]


def test_it_is_a_warning_on_the_first_line(wire: Wire, broken: pytest.MonkeyPatch) -> None:
    """However many variants it fails on, beside the findings of the other checks."""
    fault, *others = wire.open(URI, TEXT)
    assert found(others) == [("unsupported_number", 6), ("unsupported_number", 11)]
    assert (fault["code"], fault["severity"], fault["source"], fault["range"]) == (
        "internal_error",
        2,
        "reachweaver",
        FIRST,
    )
    assert fault["message"] == (
        "The check banned_phrase could not finish, so findings may be missing. This is a fault of ReachWeaver, not of"
        " your text. Please report it at https://github.com/MSKazemi/reachweaver/issues with these words:"
        f' Variant "v1": ZeroDivisionError: division by zero ({__name__}:{_raise.__code__.co_firstlineno + 1})'
    )
    assert fault["codeDescription"]["href"].endswith("/docs/findings/internal_error.md")


def test_it_is_logged_once_until_it_is_gone(
    wire: Wire, broken: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Not at every keystroke; again when it comes again."""
    wire.open(URI, TEXT)
    for version in range(2, 6):
        wire.change(URI, version, {"text": TEXT + " " * version})
        wire.request("textDocument/hover", HOVER)
    [line] = [record.getMessage() for record in caplog.records]
    assert line.startswith(f'{URI}, version 1: the check banned_phrase failed: Variant "v1": ZeroDivisionError')
    assert len(wire.of("window/logMessage")) == 1
    assert wire.messages() == []
    wire.change(URI, 6, {"text": ""})
    wire.change(URI, 7, {"text": TEXT})
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == ["untitled", "untitled"]
    broken.undo()
    assert found(wire.change(URI, 8, {"text": TEXT + "\n"})) == [("unsupported_number", 6), ("unsupported_number", 11)]


NOW = datetime(2099, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("where", "code"),
    [
        ("reachweaver.claims.duplicate_finding", "near_duplicate"),
        ("reachweaver.lengths.too_long.check", "too_long"),
        ("reachweaver.history.HistoryChecker._near", "history_near_duplicate"),
    ],
)
def test_every_other_check_is_guarded_as_well(
    connect: Connect, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, code: str
) -> None:
    """Also those that are not about one variant's words."""
    checker = HistoryChecker(
        PostingHistory(posts=(), excluded_same_campaign=0, truncated=False), HistoryOptions(), now=NOW
    )
    monkeypatch.setattr(where, lambda *_: 1 / 0)
    monkeypatch.setattr("reachweaver_lsp.histories.Histories.checker_for", lambda *_, **__: checker)
    wire = connect(initializationOptions={"history.db": "posts.sqlite"})
    uri = (tmp_path / "c.reachweaver.json").as_uri()
    assert found(wire.open(uri, campaign({"text": "Up 9%"}, {"text": "Up 9%"})))[0] == ("internal_error", 0)
    assert f"The check {code} " in wire.diagnostics(uri)[0]["message"]
    numbers = [one for one in found(wire.diagnostics(uri)) if one[0] == "unsupported_number"]
    assert numbers == [("unsupported_number", 6), ("unsupported_number", 11)]


def test_a_fault_outside_the_checks_is_shown_too(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Then nothing else is known of the text but its JSON; the log has the whole error, and the next edit works."""
    wire.open(URI, TEXT)
    with monkeypatch.context() as patch:
        patch.setattr("reachweaver_lsp.analysis.check_campaign", lambda *_, **__: 1 / 0)
        for version in (2, 3):
            assert found(wire.change(URI, version, {"text": TEXT + "]"})) == [
                ("internal_error", 0),
                ("invalid_json", 14),
            ]
            assert wire.result("textDocument/hover", HOVER) is None
    [record] = caplog.records
    assert record.getMessage().startswith(
        f"{URI}, version 2: the check of this file failed: Checking: ZeroDivisionError"
    )
    assert record.exc_info is not None
    assert found(wire.change(URI, 4, {"text": TEXT})) == [("unsupported_number", 6), ("unsupported_number", 11)]


def test_a_fault_in_showing_what_was_found_leaves_what_is_shown(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged with the version, and the next edit works."""
    wire.open(URI, TEXT)
    with monkeypatch.context() as patch:
        patch.setattr("reachweaver_lsp.checks.diagnose", _no_diagnosis)
        wire.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": TEXT + " "}]},
        )
    assert f"{URI} failed at version 2" in caplog.text
    assert [params["version"] for params in wire.published(URI)] == [1]
    assert wire.messages() == []
    assert wire.change(URI, 3, {"text": ""}) == []


def _no_diagnosis(*_: object) -> Diagnosis:
    raise ZeroDivisionError


def test_a_file_that_is_not_open_is_checked_all_the_same(
    connect: Connect, tmp_path: Path, broken: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It has its warning, and the log its line."""
    path = tmp_path / "c.reachweaver.json"
    path.write_text(TEXT, encoding="utf-8")
    broken.setattr("reachweaver_lsp.client.Server.aside", lambda _, work, done: done(work()))
    wire = connect()
    assert found(wire.diagnostics(path.as_uri()))[0] == ("internal_error", 0)
    assert [record.levelname for record in caplog.records] == ["ERROR"]
