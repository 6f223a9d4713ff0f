"""The lines for Emacs in docs/editors.md, in a real Emacs with eglot."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scripts import emacs
from tests import markdown
from tests.nvim.test_neovim import EXAMPLE

pytestmark = [pytest.mark.emacs, pytest.mark.e2e]

HERE = Path(__file__).resolve().parent
# How eglot shows each severity of Neovim's names. The page's settings show what a person should look at as warnings.
SHOWN = {"ERROR": "eglot-error", "WARN": "eglot-warning", "INFO": "eglot-warning", "HINT": "eglot-note"}


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory, root: Path, examples: Path) -> Any:
    """What a session with the page's configuration saw and did in the example campaign."""
    program = emacs.find()
    if program is None:
        pytest.skip("no Emacs with eglot on this machine: `make emacs-test` installs it on Debian")
    folder = tmp_path_factory.mktemp("emacs")
    page = (root / "docs" / "editors.md").read_text(encoding="utf-8")
    blocks = markdown.blocks(markdown.section(page, "Emacs"), "elisp")
    (folder / "config.el").write_text("\n".join(block.text for block in blocks), encoding="utf-8")
    workspace = shutil.copytree(examples, folder / "workspace")
    told = {
        "HOME": str(folder),
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
        "CONFIG": str(folder / "config.el"),
        "CAMPAIGN": str(workspace / "campaign.reachweaver.json"),
        "ANSWER": str(folder / "answer.json"),
        "LAST": "stale_review",
        "WORDS": "40% smaller than before",
        "LC_ALL": "C.UTF-8",
    }
    command = [program, "--batch", "-q", "-l", str(HERE / "session.el")]
    ended = subprocess.run(command, env=os.environ | told, capture_output=True, text=True, timeout=180, check=False)
    assert ended.returncode == 0, ended.stderr
    return json.loads((folder / "answer.json").read_text(encoding="utf-8"))


def test_campaigns_have_a_mode_of_their_own(answer: Any) -> None:
    """So that no other JSON file is bothered."""
    assert answer["mode"] == "reachweaver-mode"


def test_findings_stand_on_their_exact_characters(answer: Any) -> None:
    """The same findings on the same words as in Neovim, shown as the page's settings say."""
    expected = [[SHOWN[severity], code, mark.split("⟦")[1].split("⟧")[0]] for severity, code, mark in EXAMPLE]
    assert sorted(answer["found"]) == sorted(expected)


def test_hover_shows_what_grounds_a_figure(answer: Any) -> None:
    """The evidence, its sentence and its source, as plain text."""
    assert "release-090: https://example.org/harborlight/releases/tag/v0.9.0" in answer["hover"]
    assert "The search index is 40% smaller than in 0.8." in answer["hover"]


def test_a_fix_leaves_a_checked_text(answer: Any, examples: Path) -> None:
    """The disclosure is inserted where it belongs, and nothing else is changed."""
    before = json.loads((examples / "campaign.reachweaver.json").read_text(encoding="utf-8"))
    shelf = next(variant for variant in before["variants"] if variant["variant_id"] == "instagram-shelf")
    shelf["text"] += "\n\nMade by volunteers, free for everyone."
    assert json.loads(answer["text"]) == before
