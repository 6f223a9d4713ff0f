"""A process that is killed at any moment leaves a sound database, no post twice and no half file."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork and kill"),
]


def half_done(what: str, folder: Path, kills: int) -> int:
    """Kill a process that does this so many times; after how many kills something half done was found and put right."""
    command = [sys.executable, str(ROOT / "tests" / "killing.py"), what, str(folder), str(kills), "1"]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    counts = re.fullmatch(rf"(\d+) of {kills} kills left something half done\n", done.stdout)
    assert counts is not None
    return int(counts[1])


@pytest.mark.parametrize(("what", "kills"), [("staging", 70), ("writing", 40), ("creating", 30)])
def test_killed_while_it_writes(tmp_path: Path, what: str, kills: int) -> None:
    """Killed in the middle of writing, where it hurts most, nothing is lost, doubled or torn, and the next run goes on."""
    assert half_done(what, tmp_path, kills) > 0


@pytest.mark.parametrize(("command", "kills"), [("campaign-stage", 30), ("campaign-export", 30)])
def test_a_killed_command(tmp_path: Path, command: str, kills: int) -> None:
    """The same for the whole commands, from reading the campaign to saying what was done."""
    half_done(command, tmp_path, kills)
