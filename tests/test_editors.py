"""What docs/editors.md asks people to write into their editors can be read, starts the server and sets what there is.

Emacs is driven in tests/emacs. Helix, Sublime Text and Zed come from no registry that a test could install them from,
so theirs is held to what can be told without them.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reachweaver_lsp.commands import COMMANDS
from reachweaver_lsp.settings import READERS, read_settings
from tests import markdown

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "editors.md").read_text(encoding="utf-8")
FILES = {block.file: block for block in markdown.blocks(PAGE) if block.file}


def content(name: str) -> Any:
    """A configuration file of the page."""
    block = FILES[name]
    return tomllib.loads(block.text) if block.language == "toml" else json.loads(block.text)


def settings() -> Iterator[object]:
    """What each editor would pass on to the server."""
    yield content("languages.toml")["language-server"]["reachweaver"]["config"]
    yield content("LSP.sublime-settings")["clients"]["reachweaver"]["settings"]


def test_every_configuration_starts_the_server() -> None:
    """By the name that it is installed under."""
    helix = content("languages.toml")
    [language] = helix["language"]
    assert language["language-servers"] == list(helix["language-server"])
    zed = content("settings.json")["lsp"]["json-language-server"]["binary"]
    programs = {
        helix["language-server"]["reachweaver"]["command"],
        *content("LSP.sublime-settings")["clients"]["reachweaver"]["command"],
        Path(zed["path"]).name,
    }
    assert programs == {"reachweaver-lsp"}


@pytest.mark.parametrize("values", list(settings()))
def test_every_setting_is_one(values: object) -> None:
    """The server takes what is passed on without a complaint."""
    _, bad = read_settings([values])
    assert bad == ()
    assert any(name in json.dumps(values) for name in READERS)


def test_the_preview_is_a_command_of_the_server() -> None:
    """Sublime's entry names it."""
    [entry] = content("ReachWeaver.sublime-commands")
    assert entry["args"]["command_name"] in COMMANDS
    assert entry["args"]["session_name"] in content("LSP.sublime-settings")["clients"]
