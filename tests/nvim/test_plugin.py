"""The plugin folder: what starts by itself, its commands, `:checkhealth reachweaver`, and its help."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from reachweaver import __version__

pytestmark = [pytest.mark.nvim, pytest.mark.e2e]

CAMPAIGN = {"campaign_id": "c", "variants": [{"variant_id": "v", "platform": "x", "text": "Hello, 5 of you."}]}


@pytest.fixture
def campaign(workspace: Path) -> Path:
    """The example campaign with findings, in a folder of the test's own."""
    return workspace / "campaign.reachweaver.json"


@pytest.fixture
def plugin(root: Path) -> Path:
    """The folder that people put on the runtime path."""
    return root / "editors" / "nvim"


@pytest.fixture
def init(tmp_path: Path, plugin: Path) -> Any:
    """Write an `init.lua` with the plugin's folder on the runtime path and more lines."""

    def write(*lines: str) -> str:
        path = tmp_path / "init.lua"
        path.write_text("\n".join((f"vim.opt.runtimepath:append('{plugin}')", *lines)), encoding="utf-8")
        return str(path)

    return write


@pytest.mark.parametrize(("words", "anchor"), [("linkedin-launch", "#v0"), ("The fastest", "#v4"), ("campaign_id", "")])
def test_the_preview_begins_at_the_variant_under_the_cursor(play: Any, campaign: Path, words: str, anchor: str) -> None:
    """`:ReachWeaverPreview` opens the page at the variant that the line belongs to, above all of them at its top."""
    assert re.sub(r"^[^#]*", "", play("preview_command", campaign, WORDS=words)["opened"]) == anchor


def test_the_whole_workspace_is_checked_when_asked(play: Any, campaign: Path) -> None:
    """`:ReachWeaverCheckWorkspace` counts the campaigns that are not open as well."""
    told = play("check_workspace_command", campaign)["told"]
    assert [re.sub(r", \d+ findings", "", message) for message in told] == ["ReachWeaver: 2 campaigns checked."]


def test_commands_say_when_there_is_nothing_to_do(play: Any, campaign: Path) -> None:
    """Without a campaign each says so, and where to look."""
    told = play("commands_without_a_campaign", campaign)["told"]
    assert len(told) == 3
    assert all(re.fullmatch(r"ReachWeaver: .*; see :checkhealth reachweaver", message) for message in told)


def test_health_of_what_runs(play: Any, campaign: Path, init: Any) -> None:
    """Versions, the server's place, the open campaign, how positions are counted, and the settings."""
    settings = "vim.lsp.config('reachweaver', { settings = { reachweaver = { checkOn = 'save' } } })"
    lines = play("health", campaign, OPEN="1", INIT=init(settings))["lines"]
    said = "\n".join(lines)
    server = Path(sys.executable).parent / "reachweaver-lsp"
    version = ".".join(map(str, sys.version_info[:3]))
    assert not re.search("ERROR|WARNING", said)
    assert f"reachweaver-lsp {__version__} ({server})" in said
    assert f"Python {version}" in said
    assert "Positions are counted in utf-8" in said
    assert f"Open campaigns: {campaign}" in said
    assert 'checkOn = "save"' in said


def test_health_without_a_server(play: Any, campaign: Path, init: Any) -> None:
    """A server that is not there is an error with its cure; no campaign open is a warning."""
    missing = "vim.lsp.config('reachweaver', { cmd = { 'no-such-server' } })"
    said = "\n".join(play("health", campaign, INIT=init(missing))["lines"])
    assert "ERROR no-such-server was not found" in said
    assert "pip install '.[lsp]'" in said
    assert "WARNING No server is running" in said


def test_health_with_an_old_python(play: Any, campaign: Path, init: Any, tmp_path: Path) -> None:
    """The Python that would run the server is looked at, whatever else is on the PATH."""
    python, server = tmp_path / "python3", tmp_path / "reachweaver-lsp"
    python.write_text("#!/bin/sh\necho Python 3.10.9\n", encoding="utf-8")
    server.write_text(f"#!{python}\n", encoding="utf-8")
    python.chmod(0o755)
    server.chmod(0o755)
    old = f"vim.lsp.config('reachweaver', {{ cmd = {{ '{server}' }} }})"
    said = "\n".join(play("health", campaign, INIT=init(old))["lines"])
    assert f"ERROR Python 3.10.9 is too old ({python})" in said


@pytest.mark.parametrize("line", ["", "vim.filetype.add({ extension = { json = 'jsonc' } })"])
def test_campaigns_stay_json(play: Any, campaign: Path, init: Any, line: str) -> None:
    """A campaign's file type is JSON, also where other JSON is something else, and a variable tells it from the rest."""
    campaigns, others = play("filetypes", campaign, INIT=init(line))["found"]
    assert campaigns == ["json", True]
    assert others == ["jsonc" if line else "json", False]


@pytest.mark.parametrize("pattern", ["drafts/*.json", "**/drafts/*.json", "drafts/{a,b}.json"])
def test_other_names_are_attached_to_when_the_setting_says_so(
    play: Any, workspace: Path, init: Any, pattern: str
) -> None:
    """Files of the setting `files` get the server, those beside them don't."""
    files = f"vim.lsp.config('reachweaver', {{ settings = {{ reachweaver = {{ files = {{ '{pattern}' }} }} }} }})"
    named, neighbour = workspace / "drafts" / "a.json", workspace / "a.json"
    named.parent.mkdir()
    for path in (named, neighbour):
        path.write_text(json.dumps(CAMPAIGN), encoding="utf-8")
    assert play("neighbours", named, NEIGHBOUR=str(neighbour), INIT=init(files)) == {"clients": 0}


def test_nothing_starts_where_it_is_not_wanted(play: Any, campaign: Path, init: Any) -> None:
    """`g:loaded_reachweaver` keeps server, commands and colours away."""
    answer = play("started", campaign, INIT=init("vim.g.loaded_reachweaver = 1"))
    assert (answer["clients"], answer["commands"]) == (0, 0)
    assert not answer["highlight"]


@pytest.mark.parametrize(
    ("line", "highlight"),
    [
        ("vim.cmd.colorscheme('habamax')", {"link": "DiagnosticUnderlineOk"}),
        ("vim.api.nvim_set_hl(0, '@lsp.mod.grounded', { bold = true })", {"bold": True, "cterm": {"bold": True}}),
    ],
)
def test_grounded_words_have_a_colour_that_can_be_changed(
    play: Any, campaign: Path, init: Any, line: str, highlight: dict[str, object]
) -> None:
    """The group is a link that outlives a change of colours, and the person's own beats it."""
    answer = play("started", campaign, INIT=init(line))
    assert {key: value for key, value in answer["highlight"].items() if key != "default"} == highlight


def test_the_help_is_whole(play: Any, campaign: Path, plugin: Path, tmp_path: Path) -> None:
    """Its tags can be made, its links lead somewhere, its Lua is Lua, it opens by name and has every command."""
    copy = shutil.copytree(plugin, tmp_path / "plugin")
    init = tmp_path / "init.lua"
    init.write_text(f"vim.opt.runtimepath:append('{copy}')", encoding="utf-8")
    answer = play("help", campaign, DOC=str(copy / "doc"), INIT=str(init))
    page = (plugin / "doc" / "reachweaver.txt").read_text(encoding="utf-8")
    assert (answer["broken"], answer["bad_lua"], answer["opened"]) == ([], [], True)
    assert answer["blocks"] == page.count(">lua")
    assert [f"*:{name}*" for name in answer["commands"]] == sorted(re.findall(r"\*:ReachWeaver\w+\*", page))
    assert [line for line in page.splitlines() if len(line.removesuffix(" >lua")) > 78] == []
