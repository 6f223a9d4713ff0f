from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import CommandLine


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line, run in an empty folder that is a project's root."""
    for variable in ("REACHWEAVER_OPTOUT", "REACHWEAVER_DEBUG", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("REACHWEAVER_KEYS_ROOT", str(tmp_path / "keys"))
    monkeypatch.setenv("REACHWEAVER_CACHE_ROOT", str(tmp_path / "cache"))
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    monkeypatch.chdir(project)
    return CommandLine(project, capsys)
