"""What an editor pops up for a person: in VS Code a link in it may run a command, so nothing that somebody wrote is one."""

from __future__ import annotations

from pathlib import Path

from reachweaver_lsp.markup import as_message
from tests.lsp.marked import campaign
from tests.lsp.wire import Wire

LINK = "[Update now](command:workbench.action.terminal.new)"


def test_a_message_holds_no_link() -> None:
    """A space parts the words from the address; everything else stays as it is."""
    assert as_message(f"“{LINK}” [1] (2)") == "“[Update now] (command:workbench.action.terminal.new)” [1] (2)"


def test_a_project_file_puts_no_link_into_a_message(wire: Wire, tmp_path: Path) -> None:
    """A workspace names its own files, and what is said about them shows the name as words."""
    (tmp_path / "reachweaver.toml").write_text(f'brand = "{LINK}"\n', encoding="utf-8")
    wire.open((tmp_path / "c.reachweaver.json").as_uri(), campaign({"text": "a", "account_id": "b"}))
    [message] = wire.messages()
    assert "[Update now] (command:workbench.action.terminal.new)" in message
    assert "](" not in message


def test_a_refusal_holds_no_link(wire: Wire) -> None:
    """What is said of a request that cannot be met, an editor pops up as well."""
    asked = {"command": "reachweaver.preview", "arguments": [f"untitled:{LINK}"]}
    error = wire.request("workspace/executeCommand", asked)["error"]
    assert error["message"].endswith("untitled:[Update now] (command:workbench.action.terminal.new).")
