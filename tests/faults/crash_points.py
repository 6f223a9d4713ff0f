"""Ends a command at every line at which it is writing something, and looks at what is left each time.

Run as a program, so that the process that forks has no threads: `crash_points.py WORK SIGNAL STEP FOLDER [URL]`. A step
of 1 ends the command at every line, one of 5 at every fifth. It ends with 0 when every look was satisfied, and prints how
often the command was ended, and how often something was half done then and put right by the next run.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import sys
from collections.abc import Callable, Mapping
from contextlib import closing, redirect_stderr, redirect_stdout
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from reachweaver.cli import main
from reachweaver.commands import source_check

WRITING = ("writing", "staging", "receipt_files", "receipt_store", "disk_cache", "keys")
"""The modules that write."""
NAME = "c.reachweaver.json"
CLAIM = "Planner saves a plan in 30% less time"


class Work(NamedTuple):
    """A command, and what it makes of a folder."""

    arguments: Callable[[Path], list[str]]
    before: Callable[[Path], object]
    """Makes the folder's files as they are before."""
    state: Callable[[Path], object]
    """What the folder says: the same before the command, and after it; fails when something is half."""


def end_everywhere(work: Work, signal_number: int, step: int, folder: Path) -> tuple[int, int]:
    """End the command at its first line of writing, then some lines later, and so on; how often, and how often it showed."""
    old, new = _states(work, folder / "whole")
    half_done = 0
    for ends, point in enumerate(count(1, step)):
        place = folder / str(point)
        _prepare(work, place)
        if not _ended_at(point, work.arguments(place), signal_number):
            return ends, half_done
        assert work.state(place) in (old, new), f"line {point}"
        half_done += bool(_leftovers(place))
        assert len(_leftovers(place)) <= 1, f"line {point}"
        _run(work.arguments(place))
        assert work.state(place) == new, f"line {point}, afterwards"
        assert _leftovers(place) == [], f"line {point}, afterwards"
    raise AssertionError


def _states(work: Work, folder: Path) -> tuple[object, object]:
    _prepare(work, folder)
    old = work.state(folder)
    _run(work.arguments(folder))
    new = work.state(folder)
    assert new != old
    return old, new


def _prepare(work: Work, folder: Path) -> None:
    folder.mkdir()
    os.environ["REACHWEAVER_KEYS_ROOT"] = str(folder / "keys")
    os.environ["REACHWEAVER_CACHE_ROOT"] = str(folder / "cache")
    work.before(folder)


def _run(arguments: list[str]) -> None:
    """A whole run, of which nothing is printed."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        assert main(arguments) == 0


def _ended_at(point: int, arguments: list[str], signal_number: int) -> bool:
    """Run the command in a process that gets the signal at a line; False when it has no such line."""
    reader, writer = os.pipe()
    process = os.fork()
    if process == 0:
        os.dup2(writer, 2)
        with open(2, "w", encoding="utf-8", closefd=False) as said, redirect_stderr(said):
            _trace(point, signal_number)
            with Path(os.devnull).open("w", encoding="utf-8") as sys.stdout:
                os._exit(main(arguments))
    os.close(writer)
    with open(reader, encoding="utf-8") as said:  # noqa: PTH123
        complaints = said.read()
    _, status = os.waitpid(process, 0)
    assert complaints == "", complaints
    if signal_number == signal.SIGINT:
        assert os.waitstatus_to_exitcode(status) in (0, 130)
        return os.waitstatus_to_exitcode(status) == 130
    assert os.waitstatus_to_exitcode(status) in (0, -signal_number)
    return os.WIFSIGNALED(status)


def _trace(point: int, signal_number: int) -> None:
    left = point

    def line(_: FrameType, event: str, __: object) -> Any:
        nonlocal left
        if event == "line":
            left -= 1
            if left == 0:
                signal.raise_signal(signal_number)
        return line

    def call(frame: FrameType, _: str, __: object) -> Any:
        return line if frame.f_globals["__name__"].rpartition(".")[2] in WRITING else None

    sys.settrace(call)


def _leftovers(folder: Path) -> list[str]:
    """Files that no whole run leaves."""
    return [path.name for path in folder.rglob(".*") if path.is_file()]


def _export(folder: Path) -> object:
    path = folder / "out" / "c.json"
    return json.loads(path.read_bytes())["variants"] if path.exists() else None


def _staged(folder: Path) -> object:
    path = folder / "h.sqlite"
    if not path.exists():
        return []
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return []
        return connection.execute(
            "SELECT text, status, event FROM posts JOIN audit_events ON post_id = posts.id ORDER BY posts.id"
        ).fetchall()


def _receipts(folder: Path) -> object:
    """Which receipts the campaign names; each must be there, and whole."""
    named = [item.get("receipt") for item in json.loads((folder / NAME).read_bytes())["evidence"]]
    stored = {str(path.relative_to(folder)) for path in folder.glob("receipts/*.json")}
    for name in stored:
        assert set(json.loads((folder / name).read_bytes())) >= {"signed", "blocks"}
    assert {name for name in named if name} <= stored
    return named


def _key(folder: Path) -> object:
    path = folder / "keys" / "receipt-key.pem"
    if not path.exists():
        return None
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_bytes().endswith(b"-----END PRIVATE KEY-----\n")
    return "a key"


def _campaign(folder: Path, text: str = "new", evidence: object = ()) -> str:
    ids = [item["id"] for item in evidence] if isinstance(evidence, list) else []
    variants = [
        {"variant_id": f"v{number}", "platform": "newsletter", "text": f"{text} {'abc'[number]}", "evidence_ids": ids}
        for number in range(2)
    ]
    content = {
        "campaign_id": "c",
        "evidence": list(evidence) if isinstance(evidence, list) else [],
        "variants": variants,
    }
    (folder / NAME).write_text(json.dumps(content, indent=2), encoding="utf-8")
    return str(folder / NAME)


def _exporting(folder: Path) -> list[str]:
    return ["campaign-export", "--force", "--file", str(folder / NAME), "--out", str(folder / "out")]


def _staging(folder: Path) -> list[str]:
    return ["campaign-stage", "--file", str(folder / NAME), "--db", str(folder / "h.sqlite")]


def works(url: str) -> Mapping[str, Work]:
    """What can be ended; `url` is a page to sign a receipt of."""

    def first(arguments: Callable[[Path], list[str]]) -> Callable[[Path], None]:
        def make(folder: Path) -> None:
            _campaign(folder, "old")
            _run(arguments(folder))
            _campaign(folder)

        return make

    evidence = [{"id": id_, "claim": CLAIM, "source_url": url} for id_ in ("a", "b")]
    check = ["source-check", "--allow-private", "--write-receipts", "--file"]
    return {
        "export": Work(_exporting, _campaign, _export),
        "export again": Work(_exporting, first(_exporting), _export),
        "stage": Work(_staging, _campaign, _staged),
        "stage again": Work(_staging, first(_staging), _staged),
        "write receipts": Work(
            lambda folder: [*check, str(folder / NAME)], lambda folder: _campaign(folder, evidence=evidence), _receipts
        ),
        "make a key": Work(lambda _: ["keys"], lambda _: None, _key),
    }


def report(what: str, signal_name: str, step: str, folder: str, url: str = "") -> str:
    """End a command everywhere, and say what came of it."""
    source_check.POLITE_PAUSE = 0.0  # type: ignore[misc]
    ends, half_done = end_everywhere(works(url)[what], signal.Signals[signal_name], int(step), Path(folder))
    return f"ended {ends} times, {half_done} times something was half done\n"


if __name__ == "__main__":
    sys.stdout.write(report(*sys.argv[1:]))
