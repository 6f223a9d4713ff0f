"""A real Neovim, headless, with the project's own configuration of the server and nothing of the person's."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scripts import neovim

HERE = Path(__file__).resolve().parent

Scenario = Callable[..., dict[str, Any]]


@pytest.fixture(scope="session")
def nvim() -> str:
    """The path of a Neovim that is new enough."""
    path = neovim.find()
    assert path, "no Neovim 0.11 or newer: `make nvim-test` installs one"
    return path


@pytest.fixture
def workspace(tmp_path: Path, examples: Path) -> Path:
    """A copy of the examples, so that nothing a test does is left in the checkout."""
    return shutil.copytree(examples, tmp_path / "workspace")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """This process's environment with this Python's programs first and the person's Neovim files out of reach."""
    homes = {f"XDG_{kind}_HOME": str(tmp_path / kind.lower()) for kind in ("CONFIG", "DATA", "STATE", "CACHE")}
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    return os.environ | homes | {"PATH": path}


@pytest.fixture
def play(nvim: str, tmp_path: Path, root: Path, environment: dict[str, str]) -> Scenario:
    """Run a scenario of scenarios.lua on a campaign; what it returned."""

    def run(scenario: str, campaign: Path, **more: str) -> dict[str, Any]:
        answer = tmp_path / "answer.json"
        arguments = ["--headless", "-n", "-i", "NONE", "-u", str(HERE / "harness.lua")]
        plugin = str(root / "editors" / "nvim")
        told = {"PLUGIN": plugin, "SCENARIO": scenario, "CAMPAIGN": str(campaign), "ANSWER": str(answer), **more}
        ended = subprocess.run(
            [nvim, *arguments],
            env=environment | told,
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )
        assert answer.exists(), f"Neovim left no answer (exit status {ended.returncode}): {ended.stderr}"
        said = json.loads(answer.read_text(encoding="utf-8"))
        assert "error" not in said, f"{said['error']}\n{ended.stderr}"
        result: dict[str, Any] = said["result"]
        return result

    return run
