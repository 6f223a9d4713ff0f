"""Disks that are full, and homes that may not be written to."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.running import campaign
from tests.lsp.process import COMMAND, Process

ROOT = Path(__file__).resolve().parent.parent.parent
NAME = "c.reachweaver.json"

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(sys.platform != "linux", reason="limits and capabilities are set as Linux has them"),
]


class Outcome(NamedTuple):
    status: int
    stdout: str
    stderr: str


class Commands:
    """The command line in a folder, with what limits it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "REACHWEAVER_"))},
            "PYTHONPATH": str(ROOT),
            "PYTHONDONTWRITEBYTECODE": "1",
            "HOME": str(folder),
            "TMPDIR": str(folder),
        }

    def __call__(self, *arguments: str, limits: tuple[str, ...] = ()) -> Outcome:
        limited = [sys.executable, str(ROOT / "tests" / "faults" / "limits.py"), *limits] if limits else []
        command = [*limited, sys.executable, "-m", "reachweaver", *arguments]
        done = subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )
        return Outcome(done.returncode, done.stdout, done.stderr)

    def names(self) -> list[str]:
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*") if path.is_file())


@pytest.fixture
def run(folder: Path) -> Commands:
    texts = (f"Drafts stay on {chr(97 + number // 8) * 9} {chr(97 + number % 8) * 9}. " * 9 for number in range(60))
    (folder / NAME).write_text(json.dumps(campaign(*texts)), encoding="utf-8")
    return Commands(folder)


def _staged(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "h.sqlite")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        has_tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        count: int = connection.execute("SELECT count(*) FROM posts").fetchone()[0] if has_tables else 0
        return count


WRITING: dict[str, tuple[tuple[str, ...], str]] = {
    "export": (("campaign-export", "--file", NAME, "--out", "out"), "out/spring.json: cannot write the file: "),
    "page": (("campaign-preview", "--file", NAME, "--html", "p.html"), "p.html: cannot write the file: "),
    "key": (("keys",), "keys/receipt-key.pem: cannot make the key: "),
}
FULL = "File too large\n"


@pytest.mark.parametrize("size", [0, 100, 8192])
@pytest.mark.parametrize("what", WRITING)
def test_a_file_on_a_full_disk(run: Commands, what: str, size: int) -> None:
    """One line with the file's name, nothing left behind; with room for it the same command works."""
    arguments, place = WRITING[what]
    run.environment["REACHWEAVER_KEYS_ROOT"] = "keys"
    before = run.names()
    outcome = run(*arguments, limits=("--file-size", str(min(size, 100) if what == "key" else size)))
    assert (outcome.status, outcome.stdout, outcome.stderr) == (2, "", f"reachweaver: error: {place}{FULL}")
    assert run.names() == before
    assert run(*arguments).status == 0


def test_a_file_that_is_replaced_on_a_full_disk(run: Commands) -> None:
    """The old one stays to the byte."""
    (run.folder / "p.html").write_text("old", encoding="utf-8")
    arguments = ("campaign-preview", "--file", NAME, "--html", "p.html", "--force")
    assert run(*arguments, limits=("--file-size", "5000")).status == 2
    assert (run.folder / "p.html").read_text(encoding="utf-8") == "old"
    assert run.names() == [NAME, "p.html"]


@pytest.mark.parametrize("size", [0, 4096, 20_000, 30_000])
def test_a_database_on_a_full_disk(run: Commands, size: int) -> None:
    """One line, no post staged, a sound database; with room for them all are staged, once."""
    arguments = ("campaign-stage", "--file", NAME, "--db", "h.sqlite")
    outcome = run(*arguments, limits=("--file-size", str(size)))
    assert (outcome.status, outcome.stdout, outcome.stderr.count("\n")) == (2, "", 1)
    assert outcome.stderr.startswith("reachweaver: error: h.sqlite: cannot write the database: ")
    assert _staged(run.folder) == 0
    assert run(*arguments).status == 0
    assert _staged(run.folder) == 60


@pytest.mark.parametrize("missing", [None, 100])
@pytest.mark.parametrize("form", ["json", "sarif"])
def test_a_report_that_needs_more_room_than_there_is(run: Commands, form: str, missing: int | None) -> None:
    """A report that is kept in a temporary file until it is whole is one line, and no half document."""
    texts = [f"Up {number}% and {number + 1}% and {number + 2}%" for number in range(1200)]
    for name in ("a", "b"):
        (run.folder / f"{name}.reachweaver.json").write_text(json.dumps(campaign(*texts)), encoding="utf-8")
    before = run.names()
    arguments = ("claims-check", "a.reachweaver.json", "b.reachweaver.json", "--format", form)
    whole = run(*arguments)
    assert json.loads(whole.stdout)
    # What is kept is the list of the reports, without what stands around it.
    size = (
        0
        if missing is None
        else sum(len(json.dumps(part, ensure_ascii=False, indent=2)) for part in _kept(whole, form))
    )
    outcome = run(*arguments, limits=("--file-size", str(max(0, size - (missing or 0)))))
    assert (outcome.status, outcome.stdout, outcome.stderr.count("\n")) == (2, "", 1)
    why = "No usable temporary directory found" if missing is None else FULL
    assert outcome.stderr.startswith(f"reachweaver: error: cannot keep the report in a temporary file: {why}")
    assert run.names() == before


def _kept(outcome: Outcome, form: str) -> list[object]:
    document = json.loads(outcome.stdout)
    kept: list[object] = document if form == "json" else document["runs"][0]["results"]
    return kept


@pytest.fixture
def home(run: Commands) -> Path:
    """A home in which nothing can be made."""
    home = run.folder / "home"
    home.mkdir(mode=0o555)
    run.environment["HOME"] = str(home)
    return home


ANYBODY = ("--as-anybody",)


def test_a_home_that_cannot_be_written_to(run: Commands, home: Path) -> None:
    """What checks works as ever; what needs a key says so in one line; nothing is made anywhere."""
    before = run.names()
    assert run("claims-check", NAME, limits=ANYBODY).status == 0
    assert run("campaign-preview", "--file", NAME, limits=ANYBODY).status == 0
    outcome = run("keys", limits=ANYBODY)
    place = home / ".local" / "share" / "reachweaver" / "keys" / "receipt-key.pem"
    assert outcome == (2, "", f"reachweaver: error: {place}: cannot make the key: Permission denied\n")
    assert run.names() == before


@pytest.mark.parametrize("arguments", [WRITING["export"][0], ("campaign-stage", "--file", NAME, "--db", "h.sqlite")])
def test_a_folder_that_cannot_be_written_to(run: Commands, arguments: tuple[str, ...]) -> None:
    """One line, and nothing is made."""
    before = run.names()
    run.folder.chmod(0o555)
    outcome = run(*arguments, limits=ANYBODY)
    run.folder.chmod(0o755)
    assert (outcome.status, outcome.stdout, outcome.stderr.count("\n")) == (2, "", 1)
    assert outcome.stderr.startswith("reachweaver: error: ")
    assert run.names() == before


def test_the_server_in_a_home_that_cannot_be_written_to(
    run: Commands, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It needs no file of its own: findings come, and nothing is made, in the workspace neither."""
    before = run.names()
    text = json.dumps(campaign("Up 9%"))
    run.folder.chmod(0o555)
    try:
        limited = [sys.executable, str(ROOT / "tests" / "faults" / "limits.py"), *ANYBODY]
        monkeypatch.setattr("tests.lsp.process.COMMAND", [*limited, *COMMAND])
        with Process(env=run.environment) as server:
            server.initialize(rootUri=run.folder.as_uri())
            codes = [one["code"] for one in server.open((run.folder / NAME).as_uri(), text)]
            assert codes == ["unsupported_number"]
            server.request("shutdown")
            server.notify("exit")
            assert (server.wait(), server.errors) == (0, b"")
    finally:
        run.folder.chmod(0o755)
    assert run.names() == before
