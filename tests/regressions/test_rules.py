"""Brand, opt-out list, project file and settings as other tools misread them, one test for each public report."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from reachweaver_lsp.project_files import MOMENT
from tests.cli.running import CommandLine, campaign as plain_campaign
from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign
from tests.lsp.test_workspace import banned, banned_in, bans, look, put, uri_in
from tests.lsp.wire import Wire, range_of

TEXT = campaign({"text": "alpha beta"})

NO_EFFECT: list[tuple[str, str, str]] = [
    # What can match nothing (bartosz-antosik/vscode-spellright#408, #471).
    ("brand", '{"banned_phrases": ["alpha", ⟦""⟧]}', 'item 2 of "banned_phrases" is empty'),
    ("brand", '{"banned_phrases": [⟦"  "⟧]}', 'item 1 of "banned_phrases" is empty'),
    ("brand", '{"banned_phrases": [⟦"\u200b"⟧]}', 'item 1 of "banned_phrases" is empty'),
    ("brand", '{"banned_phrases": [⟦"\u00ad"⟧]}', 'item 1 of "banned_phrases" is empty'),
    ("brand", '{"accounts": {"a": {"banned_phrases": [⟦""⟧]}}}', 'item 1 of "banned_phrases" is empty'),
    ("brand", '{"required_disclosure": ⟦" "⟧}', '"required_disclosure" is empty'),
    ("optout", '{"handles": ["@a", ⟦""⟧]}', 'item 2 of "handles" is empty'),
    ("optout", '{"handles": [⟦"@"⟧]}', 'item 1 of "handles" is empty'),
    ("optout", '[⟦" "⟧]', "item 1 is empty"),
    # What can never be found, whatever the text (vale-cli/vale#1154).
    ("brand", '{"banned_phrases": ["beta", ⟦"best\\n\\nof all"⟧]}', 'item 2 of "banned_phrases" can never be found'),
    ("brand", '{"accounts": {"a": {"banned_phrases": [⟦"x\\n \\ny"⟧]}}}', "can never be found"),
    ("optout", '{"handles": [⟦"#quiet"⟧]}', 'item 1 of "handles" can never be found'),
    ("optout", '{"handles": [⟦"quiet!"⟧]}', 'item 1 of "handles" can never be found'),
    ("optout", '{"handles": [⟦"quiet reader"⟧]}', "without spaces"),
    # What nobody knows by that name, and what is of another type (SimenB/stylint#243, AtomLinter/linter-jshint#212).
    ("brand", '{⟦"baned_phrases"⟧: ["alpha"]}', 'Did you mean "banned_phrases"?'),
    ("brand", '{"accounts": {"a": {⟦"max_hashtag"⟧: 3}}}', 'Did you mean "max_hashtags"?'),
    ("brand", '{"banned_phrases": ⟦"alpha"⟧}', '"banned_phrases" must be an array of strings, not a string.'),
    ("optout", '{⟦"handels"⟧: ["@a"]}', 'Did you mean "handles"?'),
    ("optout", '{"handles": ⟦"@a"⟧}', '"handles" must be an array of strings, not a string.'),
]


def without_marks(text: str) -> str:
    return text.replace("⟦", "").replace("⟧", "")


@pytest.mark.parametrize(("kind", "text", "words"), NO_EFFECT)
def test_a_rule_without_effect_is_pointed_out_in_the_editor(
    connect: Connect, tmp_path: Path, kind: str, text: str, words: str
) -> None:
    """Where it stands, in a file that is open and in one that is not; the other rules hold and nothing is zero wide."""
    path = tmp_path / ("brand.reachweaver.json" if kind == "brand" else "config/optout.json")
    put(path, without_marks(text))
    wire = connect()
    found = wire.open(uri_in(tmp_path), TEXT)
    assert all(one["range"]["start"] != one["range"]["end"] for one in found)
    assert banned(wire, uri_in(tmp_path)) == [phrase for phrase in ("alpha", "beta") if f'"{phrase}",' in text]
    start, end = text.index("⟦"), text.index("⟧") - 1
    for shown in (wire.diagnostics(path.as_uri()), wire.open(path.as_uri(), without_marks(text))):
        [problem] = shown
        assert (problem["code"], problem["range"]) == (f"invalid_{kind}", range_of((0, start), (0, end)))
        assert words in problem["message"]


@pytest.mark.parametrize(("kind", "text", "words"), NO_EFFECT)
def test_a_rule_without_effect_is_pointed_out_on_the_command_line(
    run: CommandLine, kind: str, text: str, words: str
) -> None:
    """As an error or as a warning with the file's name: never without a word."""
    rules = run.write("rules.json", without_marks(text))
    outcome = run("claims-check", run.write("c.json", plain_campaign("Hi")), f"--{kind}", rules)
    assert words in outcome.stderr
    assert rules in outcome.stderr


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("duplicate_treshold = 0.9\n", "did you mean duplicate_threshold?"),
        ('[severty]\nerror = "hint"\n', "did you mean severity?"),
        ('[severity]\nreveiw = "hint"\n', "did you mean severity.review?"),
        ('brand = ["b.json"]\n', "brand must be a file name"),
    ],
)
def test_a_project_setting_without_effect_is_pointed_out(wire: Wire, tmp_path: Path, text: str, words: str) -> None:
    """Once, in the editor too (SimenB/stylint#243)."""
    put(tmp_path / "reachweaver.toml", text)
    wire.open(uri_in(tmp_path), TEXT)
    wire.open(uri_in(tmp_path, "d.reachweaver.json"), TEXT)
    [message] = wire.messages()
    assert words in message
    assert str(tmp_path / "reachweaver.toml") in message


def test_a_file_that_is_written_anew_keeps_its_rules(wire: Wire, tmp_path: Path) -> None:
    """Empty in between, as editors and shells leave it for a moment.

    deblasis/wintty#1138, frankbria/codeframe#1230, microsoft/vscode-cmake-tools#4957.
    """
    brand = put(tmp_path / "brand.reachweaver.json", bans("alpha"))
    optout = put(tmp_path / "config" / "optout.json", ["@beta"])
    text = campaign({"text": "alpha @beta"})
    wire.open(uri_in(tmp_path), text)
    for path, content in ((brand, bans("alpha")), (optout, ["@beta"])):
        for moment in ("", '{"bann', content):
            put(path, moment)
            look(wire)
    codes = [sorted(one["code"] for one in params["diagnostics"]) for params in wire.published(uri_in(tmp_path))]
    assert codes == [["banned_phrase", "optout_mention"]] * len(codes)
    assert wire.diagnostics(brand.as_uri()) == wire.diagnostics(optout.as_uri()) == []
    assert wire.messages() == []


@pytest.mark.parametrize("moment", ["", " \n", 'brand = "rul', "brand = "])
def test_a_project_file_that_is_written_anew_keeps_its_settings(
    wire: Wire, tmp_path: Path, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same of `reachweaver.toml`; one that stays empty or broken counts as that after a second, whatever its date."""
    now = 7
    monkeypatch.setattr(wire.server.session.workspace._project_files, "_clock", lambda: now)
    put(tmp_path / "rules.json", bans("beta"))
    config = put(tmp_path / "reachweaver.toml", 'brand = "rules.json"')
    wire.open(uri_in(tmp_path), TEXT)
    for text in (moment, 'brand = "rules.json"', moment):
        put(config, text)
        os.utime(config, ns=(2**61, 2**61))
        look(wire)
        look(wire)
        now += MOMENT - 1
        look(wire)
    assert all(banned_in(params) == ["beta"] for params in wire.published(uri_in(tmp_path)))
    assert wire.messages() == []
    now += 1
    look(wire)
    assert banned(wire, uri_in(tmp_path)) == []
    assert [str(config) in message for message in wire.messages()] == ([True] if moment.strip() else [])


def test_several_events_of_one_save_are_one_reading(wire: Wire, tmp_path: Path) -> None:
    """Changed, changed, deleted, created: one publication, with what the file says in the end.

    nuxencs/seasonpackarr#246.
    """
    brand = put(tmp_path / "brand.reachweaver.json", bans("alpha"))
    uris = [uri_in(tmp_path), uri_in(tmp_path / "deep")]
    for uri in uris:
        wire.open(uri, TEXT)
    brand.unlink()
    put(brand, bans("beta"))
    events = [{"uri": brand.as_uri(), "type": kind} for kind in (2, 2, 3, 1)]
    wire.send(*({"method": "workspace/didChangeWatchedFiles", "params": {"changes": [one]}} for one in events))
    for uri in uris:
        assert [banned_in(params) for params in wire.published(uri)] == [["alpha"], ["beta"]]


@pytest.mark.parametrize("order", [("one", "two"), ("two", "one")])
def test_each_folder_has_its_own_rules(connect: Connect, tmp_path: Path, order: tuple[str, str]) -> None:
    """Whatever the order of the folders, inner ones before outer ones; a folder that has left counts no more.

    future-architect/uroborosql-fmt#261, ghdl/ghdl-language-server#11.
    """
    for name, phrase in (("one", "alpha"), ("two", "beta"), ("one/inner", "gamma")):
        put(tmp_path / name / "rules.json", bans(phrase))
    folders = {name: {"uri": (tmp_path / name).as_uri(), "name": name} for name in ("one", "two", "one/inner")}
    text = campaign({"text": "alpha beta gamma"})
    wire = connect(
        root=None,
        workspaceFolders=[folders[name] for name in (*order, "one/inner")],
        initializationOptions={"brand": "rules.json"},
    )
    uris = {name: uri_in(tmp_path / name / "deep") for name in folders}
    for uri in uris.values():
        wire.open(uri, text)
    expected = {"one": ["alpha"], "two": ["beta"], "one/inner": ["gamma"]}
    assert {name: banned(wire, uri) for name, uri in uris.items()} == expected
    change = "workspace/didChangeWorkspaceFolders"
    swapped = {"added": [folders[order[0]]], "removed": [folders[order[0]]]}
    wire.notify(change, {"event": swapped})
    assert {name: banned(wire, uri) for name, uri in uris.items()} == expected
    wire.notify(change, {"event": {"added": [], "removed": [folders["one/inner"], folders["two"]]}})
    assert {name: banned(wire, uri) for name, uri in uris.items()} == {
        "one": ["alpha"],
        "two": [],
        "one/inner": ["alpha"],
    }


@pytest.mark.parametrize("watching", [None, {}, {"dynamicRegistration": False}])
def test_nobody_is_asked_to_watch_who_cannot(connect: Connect, tmp_path: Path, watching: Any) -> None:
    """And what is on disk is read again when something is saved.

    ansible/ansible-language-server#418, microsoft/pyright#1302.
    """
    wire = connect({"workspace": {} if watching is None else {"didChangeWatchedFiles": watching}})
    uri = uri_in(tmp_path)
    wire.open(uri, TEXT)
    put(tmp_path / "brand.reachweaver.json", bans("beta"))
    wire.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
    assert banned(wire, uri) == ["beta"]
    assert wire.of("client/registerCapability") == []


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"initializationOptions": None},
        *(
            {"initializationOptions": one}
            for one in ({}, [], {"reachweaver": None}, {"reachweaver": []}, {"unknown": 1}, "x", 0)
        ),
    ],
)
def test_options_of_any_shape_start_with_the_defaults(connect: Connect, options: dict[str, Any]) -> None:
    """And what is no object is one message.

    effekt-lang/effekt#1041, microsoft/vscode-black-formatter#453, pappasam/jedi-language-server#104.
    """
    wire = connect(**options)
    for uri in ("untitled:a", "untitled:b"):
        assert [one["severity"] for one in wire.open(uri, campaign({"text": "9%"}))] == [1]
    given = options.get("initializationOptions")
    inner = given.get("reachweaver") if isinstance(given, dict) else given
    assert len(wire.messages()) == (0 if inner is None or isinstance(inner, dict) else 1)


def test_the_command_line_and_the_editor_name_one_mistake_alike(run: CommandLine, wire: Wire, tmp_path: Path) -> None:
    """The words of the one are those of the other."""
    text = json.dumps({"baned_phrases": ["alpha"]})
    path = put(tmp_path / "brand.reachweaver.json", text)
    wire.open(uri_in(tmp_path), TEXT)
    [problem] = wire.diagnostics(path.as_uri())
    outcome = run("claims-check", run.write("c.json", plain_campaign("Hi")), "--brand", run.write("b.json", text))
    assert problem["message"] in outcome.stderr
