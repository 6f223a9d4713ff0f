"""Running the command line as a person does, in the test's own process or as one of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from reachweaver.cli import main

ROOT = Path(__file__).resolve().parent.parent.parent


class Outcome(NamedTuple):
    status: int
    stdout: str
    stderr: str

    @property
    def report(self) -> Any:
        """Standard output as JSON: exactly one document."""
        return json.loads(self.stdout)


class CommandLine:
    """Runs `reachweaver` in a folder of its own, without any environment variable that it would heed."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capsys = capsys

    def __call__(self, *arguments: str) -> Outcome:
        self._capsys.readouterr()
        status = main(list(arguments))
        printed = self._capsys.readouterr()
        return Outcome(status, printed.out, printed.err)

    def error(self, *arguments: str) -> str:
        """The one line on standard error of a run that could not do its work: status 2, standard output empty."""
        outcome = self(*arguments)
        assert (outcome.status, outcome.stdout) == (2, "")
        prefix = "reachweaver: error: "
        assert outcome.stderr.startswith(prefix)
        assert outcome.stderr.count("\n") == 1
        return outcome.stderr.removeprefix(prefix).rstrip("\n")

    def write(self, name: str, content: object) -> str:
        """Write a file (text as it is, anything else as JSON) and give its name."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return name


def campaign(*texts: str, **more: object) -> dict[str, object]:
    """A valid campaign with one variant a text, none of which cites anything."""
    variants = [
        {"variant_id": f"v{number}", "platform": "linkedin", "text": text} for number, text in enumerate(texts, 1)
    ]
    return {"campaign_id": "spring", "variants": variants, **more}


def run_process(
    *arguments: str,
    folder: Path,
    stdin: bytes | None = None,
    environment: Mapping[str, str] | None = None,
    line: str | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run `python -m reachweaver` as a process; `line` is a shell line in which `$RUN` stands for that command."""
    variables = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    variables |= {"PYTHONPATH": str(ROOT), "RUN": f"{sys.executable} -m reachweaver", **(environment or {})}
    command: Sequence[str] = ["bash", "-c", line] if line else [sys.executable, "-m", "reachweaver", *arguments]
    return subprocess.run(
        command, cwd=folder, input=stdin if stdin is not None else b"", env=variables, capture_output=True, check=False
    )
