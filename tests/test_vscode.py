"""The VS Code extension's manifest agrees with the server, the documentation and itself (no Node needed)."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from reachweaver import __version__
from reachweaver_lsp.settings import DEFAULT_FILES, READERS, read_settings
from tests import markdown

ROOT = Path(__file__).resolve().parent.parent
EXTENSION = ROOT / "editors" / "vscode"
MANIFEST: dict[str, Any] = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
SETTINGS: dict[str, dict[str, Any]] = {
    name.removeprefix("reachweaver."): setting
    for name, setting in MANIFEST["contributes"]["configuration"]["properties"].items()
}
OF_THE_EXTENSION = {"interpreter", "importStrategy", "trace.server"}
SCRIPTS = sorted((EXTENSION / "src").glob("*.ts"))


def settings_table(path: Path) -> set[str]:
    """The settings that a document's table lists, without the section's name."""
    part = markdown.section(
        path.read_text(encoding="utf-8"), "Settings" if path.parent == EXTENSION else "Editor settings"
    )
    names: set[str] = set()
    for row in re.findall(r"^\| (`.*?) \|", part, re.MULTILINE):
        listed = [name.removeprefix("reachweaver.") for name in re.findall(r"`([^`]+)`", row)]
        group = listed[0].rpartition(".")[0]
        names |= {f"{group}{name}" if name.startswith(".") else name for name in listed}
    return names


def test_settings_are_the_servers_and_the_extensions_own() -> None:
    """The manifest lists every setting of the server and three more, and nobody else's."""
    assert set(SETTINGS) == set(READERS) | OF_THE_EXTENSION


def test_settings_stand_in_both_tables() -> None:
    """The extension's README lists all settings, the documentation those of every editor."""
    assert settings_table(EXTENSION / "README.md") == set(SETTINGS)
    assert settings_table(ROOT / "docs" / "configuration.md") == set(READERS)


@pytest.mark.parametrize("name", sorted(set(SETTINGS) - OF_THE_EXTENSION))
def test_defaults_are_values_that_the_server_takes(name: str) -> None:
    """What VS Code shows as the default, and every value that it offers, the server accepts."""
    setting = SETTINGS[name]
    for value in (setting["default"], *setting.get("enum", [])):
        assert read_settings([{name: value}])[1] == ()


def test_every_setting_is_explained() -> None:
    """Each has a description, and each of its values that a name doesn't explain has one."""
    for setting in SETTINGS.values():
        assert setting["markdownDescription"]
        assert len(setting.get("enumDescriptions", setting.get("enum", []))) == len(setting.get("enum", []))
    assert SETTINGS["files"]["default"] == list(DEFAULT_FILES)
    assert SETTINGS["reportSyntaxErrors"]["default"] is False


def test_an_untrusted_workspace_cannot_choose_what_is_run() -> None:
    """The settings that pick executables are restricted, and only those of the machine."""
    trust = MANIFEST["capabilities"]["untrustedWorkspaces"]
    picking = {name for name, setting in SETTINGS.items() if setting["scope"] == "machine-overridable"}
    assert trust["supported"] == "limited"
    assert {name.removeprefix("reachweaver.") for name in trust["restrictedConfigurations"]} == picking
    assert picking == {"interpreter", "importStrategy"}


def test_commands_are_registered_and_named_in_the_readme() -> None:
    """Every command that the palette shows exists, and its title stands in the README."""
    listed = {command["command"]: command["title"] for command in MANIFEST["contributes"]["commands"]}
    source = (EXTENSION / "src" / "commands.ts").read_text(encoding="utf-8")
    registered = set(re.findall(r"^    (\w+): \(", source, re.MULTILINE))
    assert {name.removeprefix("reachweaver.") for name in listed} == registered - {"useBundled"}
    readme = (EXTENSION / "README.md").read_text(encoding="utf-8")
    assert [title for title in listed.values() if title not in readme] == []


def test_it_wakes_up_for_campaigns_and_not_for_json() -> None:
    """Nothing wakes it but a workspace with campaigns, a file of its own language, a command, its panel."""
    events = MANIFEST["activationEvents"]
    assert [event for event in events if event.startswith("workspaceContains:")]
    assert not [event for event in events if event == "*" or event.startswith(("onLanguage:json", "onStartup"))]
    assert [language["id"] for language in MANIFEST["contributes"]["languages"]] == ["reachweaver"]


def test_it_sends_nothing_anywhere() -> None:
    """No script of the extension opens a connection or reports its use."""
    for path in SCRIPTS:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"telemetry|fetch\(|node:(http|https|net|tls|dgram)|XMLHttpRequest|WebSocket", text), (
            path.name
        )


def test_no_notification_makes_a_link_of_what_somebody_wrote() -> None:
    """VS Code makes links of `[words](command:…)` in notifications; only a text of the extension's own is one as it is."""
    said = [
        match[1]
        for path in SCRIPTS
        for match in re.finditer(r"\bshow(?:Information|Warning|Error)Message\((.+)", path.read_text(encoding="utf-8"))
    ]
    assert len(said) > 3
    assert [text for text in said if not text.startswith(("plain(", "'"))] == []
    assert "await show(plain(message)" in (EXTENSION / "src" / "troubles.ts").read_text(encoding="utf-8")


def test_versions_are_one() -> None:
    """Extension and package are released together; what is bundled is what the package allows."""
    assert MANIFEST["version"] == __version__
    assert MANIFEST["repository"]["url"] == "https://github.com/MSKazemi/reachweaver.git"


def test_the_lock_file_names_no_registry() -> None:
    """Whoever installs from it uses the registry that they have set."""
    assert "resolved" not in (EXTENSION / "package-lock.json").read_text(encoding="utf-8")


def test_what_is_bundled_is_pinned_by_hash() -> None:
    """Every library has one version and its hashes, and the compiled one a wheel for each Python and system."""
    pinned = (EXTENSION / "bundled" / "requirements.txt").read_text(encoding="utf-8").splitlines()[1:]
    assert [line for line in pinned if not re.fullmatch(r"[\w-]+==\S+ --hash=sha256:[0-9a-f]{64}", line)] == []
    compiled = (EXTENSION / "bundled" / "compiled.txt").read_text(encoding="utf-8")
    assert len(set(re.findall(r"--hash=sha256:([0-9a-f]{64})", compiled))) == 4 * 6


def test_what_is_installed_for_look_ups_is_what_they_need() -> None:
    """Each library of the extra is there in one version, and nothing comes without a hash."""
    text = (EXTENSION / "bundled" / "lookup.txt").read_text(encoding="utf-8")
    pinned = set(re.findall(r"^([\w-]+)==\S+ (?:;.*)?\\$", text, re.MULTILINE))
    extra = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert {re.split(r"[<>=,]", requirement)[0] for requirement in extra["lookup"]} <= pinned
    pins = [part for part in re.split(r"^(?=\w)", text, flags=re.MULTILINE) if "==" in part]
    assert [pin for pin in pins if not re.search(r"--hash=sha256:[0-9a-f]{64}", pin)] == []


def test_snippets_are_campaigns(tmp_path: Path) -> None:
    """Each snippet is JSON once its places are filled; the whole campaign has no contract finding."""
    snippets = json.loads((EXTENSION / "snippets" / "reachweaver.json").read_text(encoding="utf-8"))
    filled = {name: filled_in("\n".join(snippet["body"])) for name, snippet in snippets.items()}
    for name, text in filled.items():
        json.loads("{" + text + "}" if name == "Reviewed" else text)
    file = tmp_path / "c.reachweaver.json"
    file.write_text(filled["Campaign"], encoding="utf-8")
    command = [sys.executable, "-m", "reachweaver", "claims-check", str(file), "--json"]
    report = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
    assert report["findings"] == []
    assert [one["code"] for variant in report["variants"] for one in variant["findings"]] == ["missing_cta"]


def filled_in(snippet: str) -> str:
    """A snippet's text with the first choice, or the hint, in each place."""
    text = re.sub(r"\$\{\d+\|([^,|]*)[^|]*\|\}", r"\1", snippet)
    return re.sub(r"\$\{\d+:([^}]*)\}", r"\1", text).replace("$0", "")


def test_launch_describes_this_python() -> None:
    """The launcher says what a Python is, with nothing but the standard library."""
    command = [sys.executable, "-E", "-s", "-S", str(EXTENSION / "bundled" / "launch.py"), "--probe"]
    answer = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert answer["version"] == list(sys.version_info[:3])
    assert Path(answer["executable"]).exists()
    assert {"bundled", "system"} <= set(answer)
