"""A command that is ended while it writes, at any line: the old state or the new one, and the next run clears up.

Here at every few lines; `make faults` ends it at every line.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lookup.web import serving

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "tests" / "lookup" / "pages" / "release-notes.html"

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork and kill"),
]


def half_done(what: str, signal_name: str, step: int, folder: Path, url: str = "") -> int:
    """End a command at every so many lines; how often something was half done, and put right by the next run."""
    step = 1 if os.environ.get("REACHWEAVER_FAULTS") == "all" else step
    command = [sys.executable, str(ROOT / "tests" / "faults" / "crash_points.py"), what, signal_name, str(step)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [*command, str(folder), url], env=environment, capture_output=True, text=True, check=False, cwd=folder
    )
    assert (done.returncode, done.stderr) == (0, "")
    counts = re.fullmatch(r"ended (\d+) times, (\d+) times something was half done\n", done.stdout)
    assert counts is not None
    assert int(counts[1]) > 9
    return int(counts[2])


@pytest.mark.parametrize(
    ("what", "signal_name", "step"),
    [
        ("export", "SIGINT", 5),
        ("export again", "SIGKILL", 3),
        ("stage", "SIGKILL", 9),
        ("stage again", "SIGINT", 17),
        ("make a key", "SIGKILL", 2),
    ],
)
def test_a_command_that_is_ended_anywhere(folder: Path, what: str, signal_name: str, step: int) -> None:
    """Killed or interrupted, it has done all of its work or none, says nothing, and leaves what the next run removes."""
    assert half_done(what, signal_name, step, folder) > 0 or what.startswith("stage")


@pytest.mark.parametrize(("signal_name", "step"), [("SIGKILL", 11), ("SIGINT", 23)])
def test_receipts_that_are_being_written(folder: Path, signal_name: str, step: int) -> None:
    """Every receipt that the campaign names is there and whole, whenever `source-check --write-receipts` ended."""
    with serving() as web:
        url = web.page("/notes", PAGE.read_bytes())
        assert half_done("write receipts", signal_name, step, folder, url) > 0
