"""What holds for a document beside its text: where it comes from, and what happens when it changes."""

from __future__ import annotations

import itertools
import json
import os
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign
from tests.lsp.wire import Message, Wire, changed, range_of

TEXT = campaign({"text": "alpha beta gamma, thanks @quiet"})
WATCHES = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
ASKS = {"workspace": {"configuration": True}}
_WRITES = itertools.count(1)


def put(path: Path, content: object) -> Path:
    """Write a file, JSON unless it is text already; its folders are made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    # Two writes in one tick of the file system's clock would otherwise look the same.
    stamp = path.stat().st_mtime_ns + 1_000_000 * next(_WRITES)
    os.utime(path, ns=(stamp, stamp))
    return path


def bans(*phrases: str) -> dict[str, Any]:
    return {"banned_phrases": list(phrases)}


def banned_in(params: Message) -> list[str]:
    """The banned phrases in one set of diagnostics."""
    return [one["message"].split('"')[1] for one in params["diagnostics"] if one["code"] == "banned_phrase"]


def banned(wire: Wire, uri: str) -> list[str]:
    """The banned phrases that are shown for a document."""
    return banned_in(wire.published(uri)[-1])


def look(wire: Wire) -> None:
    """Have the client say that something has changed on disk."""
    wire.notify("workspace/didChangeWatchedFiles", {"changes": []})


def uri_in(folder: Path, name: str = "c.reachweaver.json") -> str:
    return (folder / name).as_uri()


class TestFindingTheBrand:
    """Setting, then project file, then the nearest one upwards."""

    def test_the_nearest_upwards(self, wire: Wire, tmp_path: Path) -> None:
        """A nearer brand hides those above it."""
        put(tmp_path / "brand.reachweaver.json", bans("alpha"))
        put(tmp_path / "a" / "b" / "brand.reachweaver.json", bans("beta"))
        for folder, expected in (("a", "alpha"), ("a/b", "beta"), ("a/b/c", "beta")):
            uri = uri_in(tmp_path / folder)
            wire.open(uri, TEXT)
            assert banned(wire, uri) == [expected]

    @pytest.mark.parametrize("border", [".git", "reachweaver.toml"])
    def test_not_beyond_the_project(self, wire: Wire, tmp_path: Path, border: str) -> None:
        """The search ends at the folder that holds `.git` or `reachweaver.toml`."""
        put(tmp_path / "brand.reachweaver.json", bans("alpha"))
        put(tmp_path / "project" / border, "")
        uri = uri_in(tmp_path / "project" / "deep")
        wire.open(uri, TEXT)
        assert banned(wire, uri) == []

    def test_the_project_file_before_the_nearest(self, wire: Wire, tmp_path: Path) -> None:
        """Its paths are relative to itself."""
        put(tmp_path / "reachweaver.toml", 'brand = "rules/b.json"')
        put(tmp_path / "rules" / "b.json", bans("alpha"))
        put(tmp_path / "deep" / "brand.reachweaver.json", bans("beta"))
        uri = uri_in(tmp_path / "deep")
        wire.open(uri, TEXT)
        assert banned(wire, uri) == ["alpha"]

    @pytest.mark.parametrize("absolute", [True, False])
    def test_the_setting_before_everything(self, connect: Connect, tmp_path: Path, absolute: bool) -> None:
        """Relative to the workspace folder, or absolute."""
        put(tmp_path / "reachweaver.toml", 'brand = "b.json"')
        put(tmp_path / "b.json", bans("alpha"))
        path = put(tmp_path / "mine" / "b.json", bans("gamma"))
        wire = connect(initializationOptions={"brand": str(path) if absolute else "mine/b.json"})
        uri = uri_in(tmp_path / "deep")
        wire.open(uri, TEXT)
        assert banned(wire, uri) == ["gamma"]

    def test_a_setting_that_names_nothing(self, connect: Connect, tmp_path: Path) -> None:
        """It is pointed out once, and the default is used."""
        put(tmp_path / "brand.reachweaver.json", bans("alpha"))
        wire = connect(initializationOptions={"brand": "gone.json"})
        for name in ("c.reachweaver.json", "d.reachweaver.json"):
            wire.open(uri_in(tmp_path, name), TEXT)
        assert banned(wire, uri_in(tmp_path)) == ["alpha"]
        path = tmp_path / "gone.json"
        assert wire.messages() == [
            f"ReachWeaver: reachweaver.brand names a file that is not there: {path}. The default is used."
        ]

    @pytest.mark.parametrize(
        "uri", ["untitled:c.reachweaver.json", "vscode-vfs://github{}/c.reachweaver.json", "inmemory:{}/c.json"]
    )
    def test_never_by_the_path_of_what_is_no_file(self, wire: Wire, tmp_path: Path, uri: str) -> None:
        """A URI of another kind that looks like a path leads to no brand, and comes back as it was spelt."""
        put(tmp_path / "brand.reachweaver.json", bans("alpha"))
        uri = uri.format(tmp_path.as_posix())
        assert [one["code"] for one in wire.open(uri, campaign({"text": "alpha 9%"}))] == ["unsupported_number"]
        wire.close_document(uri)
        assert wire.diagnostics(uri) == []

    def test_through_a_link(self, connect: Connect, tmp_path: Path) -> None:
        """Each way to a file is a document of its own, and both have the brand."""
        put(tmp_path / "real" / "brand.reachweaver.json", bans("alpha"))
        (tmp_path / "link").symlink_to(tmp_path / "real")
        wire = connect(root=tmp_path / "link")
        for folder in ("link", "real"):
            wire.open(uri_in(tmp_path / folder), TEXT)
        assert [banned(wire, uri_in(tmp_path / folder)) for folder in ("link", "real")] == [["alpha"], ["alpha"]]

    def test_whatever_characters_the_path_has(self, wire: Wire, tmp_path: Path) -> None:
        """Spaces, percent signs, hashes and letters of any script; the client's spelling comes back."""
        folder = tmp_path / "Q1 plan" / "50% #launch ü"
        put(folder / "brand.reachweaver.json", bans("alpha"))
        uri = uri_in(folder).replace("%20", " ")
        wire.open(uri, TEXT)
        assert banned(wire, uri) == ["alpha"]


class TestSeveralFolders:
    """Each folder of the workspace is its own."""

    def test_each_has_its_brand(self, connect: Connect, tmp_path: Path) -> None:
        """A relative path in a setting means another file in each; a folder that left keeps none."""
        for name, phrase in (("one", "alpha"), ("two", "beta")):
            put(tmp_path / name / "rules.json", bans(phrase))
        wire = connect(root=tmp_path / "one", initializationOptions={"brand": "rules.json"})
        folder = {"uri": (tmp_path / "two").as_uri(), "name": "two"}
        wire.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [folder], "removed": []}})
        uris = [uri_in(tmp_path / name / "deep") for name in ("one", "two")]
        for uri in uris:
            wire.open(uri, TEXT)
        assert [banned(wire, uri) for uri in uris] == [["alpha"], ["beta"]]
        wire.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [folder]}})
        assert [banned(wire, uri) for uri in uris] == [["alpha"], []]

    def test_each_has_its_settings(self, connect: Connect, tmp_path: Path) -> None:
        """The client is asked for each folder, and once for none."""
        asked: list[Message] = []

        def answer(message: Message) -> Any:
            if message["method"] != "workspace/configuration":
                return None
            asked.extend(message["params"]["items"])
            severity = {"error": "hint"}
            return [{"severity": severity} if "scopeUri" in item else None for item in message["params"]["items"]]

        wire = connect(ASKS, answer=answer)
        inside, outside = uri_in(tmp_path), uri_in(tmp_path.parent)
        for uri in (inside, outside):
            wire.open(uri, campaign({"text": "9%"}))
        assert asked == [{"section": "reachweaver"}, {"scopeUri": tmp_path.as_uri(), "section": "reachweaver"}]
        assert [wire.diagnostics(uri)[0]["severity"] for uri in (inside, outside)] == [4, 1]


class TestTheOpenBrand:
    """A brand that is being edited counts as it stands in the editor."""

    def test_its_buffer_counts(self, wire: Wire, tmp_path: Path) -> None:
        """Opening, typing and closing it checks the campaigns that use it, and no others."""
        brand = put(tmp_path / "brand.reachweaver.json", bans("alpha"))
        used, unused = uri_in(tmp_path), uri_in(put(tmp_path / "other" / ".git", "").parent)
        for uri in (used, unused):
            wire.open(uri, TEXT)
        wire.open(brand.as_uri(), json.dumps(bans("beta")))
        assert banned(wire, used) == ["beta"]
        wire.change(brand.as_uri(), 2, {"text": json.dumps(bans("gamma"))})
        assert banned(wire, used) == ["gamma"]
        wire.close_document(brand.as_uri())
        assert banned(wire, used) == ["alpha"]
        assert len(wire.published(unused)) == 1
        assert {one["version"] for one in wire.published(used)} == {1}

    def test_one_that_was_never_saved(self, wire: Wire, tmp_path: Path) -> None:
        """A brand need not be on disk to be found."""
        uri = uri_in(tmp_path / "deep")
        wire.open(uri, TEXT)
        wire.open(uri_in(tmp_path, "brand.reachweaver.json"), json.dumps(bans("alpha")))
        assert banned(wire, uri) == ["alpha"]
        wire.close_document(uri_in(tmp_path, "brand.reachweaver.json"))
        assert banned(wire, uri) == []

    def test_while_it_is_no_json(self, wire: Wire, tmp_path: Path) -> None:
        """The rules that were last readable stay in force."""
        uri, brand = uri_in(tmp_path), uri_in(tmp_path, "brand.reachweaver.json")
        wire.open(brand, json.dumps(bans("alpha", "beta")))
        wire.open(uri, TEXT)
        for version, text in enumerate(['{"banned_phrases": ["al', "", '{"banned_phrases":'], start=2):
            wire.change(brand, version, {"text": text})
            assert banned(wire, uri) == ["alpha", "beta"]
        wire.change(brand, 9, {"text": json.dumps(bans("beta"))})
        assert banned(wire, uri) == ["beta"]

    def test_its_own_problems(self, wire: Wire, tmp_path: Path) -> None:
        """On the offending values, while the campaigns keep what the rest of it says."""
        uri, brand = uri_in(tmp_path), uri_in(tmp_path, "brand.reachweaver.json")
        text = '{"banned_phrases": ["alpha", 3], "max_hashtags": "two"}'
        wire.open(uri, TEXT)
        found = wire.open(brand, text)
        assert [(one["code"], one["severity"], one["range"]) for one in found] == [
            ("invalid_brand", 1, range_of((0, 29), (0, 30))),
            ("invalid_brand", 1, range_of((0, 49), (0, 54))),
        ]
        assert found[0]["codeDescription"]["href"].endswith("/docs/findings/invalid_brand.md")
        assert banned(wire, uri) == ["alpha"]
        assert wire.change(brand, 2, {"text": json.dumps(bans("alpha"))}) == []

    def test_a_brand_with_one_json_error(self, wire: Wire, tmp_path: Path) -> None:
        """It is reported once, as the JSON error that it is."""
        brand = uri_in(tmp_path, "brand.reachweaver.json")
        assert [one["code"] for one in wire.open(brand, '{"banned_phrases": ["a",]}')] == ["invalid_json"]
        assert wire.change(brand, 2, {"text": ""}) == []
        assert wire.change(brand, 3, {"text": "{}"}) == []


class TestFilesOnDisk:
    """What happens to files behind the editor's back."""

    def test_a_brand_that_changes_comes_or_goes(self, wire: Wire, tmp_path: Path) -> None:
        """The campaigns that use it are checked anew, in the version that they are in."""
        uri = uri_in(tmp_path / "deep")
        wire.open(uri, TEXT, 5)
        for content, expected in ((bans("alpha"), ["alpha"]), (bans("beta"), ["beta"])):
            put(tmp_path / "brand.reachweaver.json", content)
            look(wire)
            assert banned(wire, uri) == expected
        put(tmp_path / "deep" / "brand.reachweaver.json", bans("gamma"))
        look(wire)
        assert banned(wire, uri) == ["gamma"]
        (tmp_path / "deep" / "brand.reachweaver.json").unlink()
        (tmp_path / "brand.reachweaver.json").unlink()
        look(wire)
        assert banned(wire, uri) == []
        assert {one["version"] for one in wire.published(uri)} == {5}

    def test_a_brand_that_is_being_written(self, wire: Wire, tmp_path: Path) -> None:
        """A moment in which the file is empty changes nothing for the campaigns."""
        brand = put(tmp_path / "brand.reachweaver.json", bans("alpha"))
        uri = uri_in(tmp_path)
        wire.open(uri, TEXT)
        put(brand, "")
        look(wire)
        assert banned(wire, uri) == ["alpha"]
        put(brand, bans("alpha"))
        look(wire)
        assert all(banned_in(one) == ["alpha"] for one in wire.published(uri))
        assert wire.messages() == []

    def test_events_without_a_change(self, wire: Wire, tmp_path: Path) -> None:
        """Nothing is published when nothing is different."""
        put(tmp_path / "brand.reachweaver.json", bans("alpha"))
        uri = uri_in(tmp_path)
        wire.open(uri, TEXT)
        for _ in range(3):
            look(wire)
        wire.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        assert len(wire.published(uri)) == 1

    def test_a_broken_brand_that_is_not_open(self, wire: Wire, tmp_path: Path) -> None:
        """Its problems stand in the file itself, until they are mended or nobody uses it."""
        brand = put(tmp_path / "brand.reachweaver.json", '{"banned_phrases": ["alpha", 3]}')
        uri = uri_in(tmp_path)
        wire.open(uri, TEXT)
        [problem] = wire.diagnostics(brand.as_uri())
        assert (problem["code"], problem["range"]) == ("invalid_brand", range_of((0, 29), (0, 30)))
        assert "version" not in wire.published(brand.as_uri())[-1]
        put(brand, bans("alpha"))
        look(wire)
        assert wire.diagnostics(brand.as_uri()) == []
        put(brand, '{"max_hashtags": []}')
        look(wire)
        assert len(wire.diagnostics(brand.as_uri())) == 1
        brand.unlink()
        look(wire)
        assert wire.diagnostics(brand.as_uri()) == []

    def test_a_broken_brand_that_the_project_names_by_steps_back(self, wire: Wire, tmp_path: Path) -> None:
        """It is shown under the one name by which editors know the file, and ends when the editor opens it."""
        put(tmp_path / "one" / "reachweaver.toml", 'brand = "../shared/../house.json"')
        brand = put(tmp_path / "house.json", '{"max_hashtags": 99, "accounts": {"a": {}}}').as_uri()
        uri = uri_in(tmp_path / "one")
        wire.open(uri, campaign({"text": "alpha", "account_id": "a"}))
        assert [one["uri"] for one in wire.of("textDocument/publishDiagnostics")] == [brand, uri]
        place = {"textDocument": {"uri": uri}, "position": {"line": 7, "character": 22}}
        assert [one["uri"] for one in wire.result("textDocument/definition", place)] == [brand]

    def test_a_brand_that_is_no_text(self, wire: Wire, tmp_path: Path) -> None:
        """A file that cannot be read says why, and is no crash."""
        brand = tmp_path / "brand.reachweaver.json"
        brand.write_bytes(b'{"name": "Caf\xe9"}')
        wire.open(uri_in(tmp_path), TEXT)
        [problem] = wire.diagnostics(brand.as_uri())
        assert problem["code"] == "invalid_brand"
        assert problem["message"].startswith("not UTF-8 text: byte 0xe9")

    def test_a_closed_campaign_is_shown_as_it_is_on_disk(self, wire: Wire, tmp_path: Path) -> None:
        """What was typed and not saved is forgotten, and later changes of file and brand are followed."""
        path = put(tmp_path / "c.reachweaver.json", campaign({"text": "alpha"}))
        wire.open(path.as_uri(), campaign({"text": "9%"}), 3)
        wire.close_document(path.as_uri())
        assert wire.published(path.as_uri())[-1] == {"uri": path.as_uri(), "diagnostics": []}
        put(tmp_path / "brand.reachweaver.json", bans("alpha"))
        look(wire)
        assert banned(wire, path.as_uri()) == ["alpha"]
        put(path, campaign({"text": "7%"}))
        look(wire)
        assert [one["code"] for one in wire.diagnostics(path.as_uri())] == ["unsupported_number"]
        path.unlink()
        look(wire)
        assert wire.diagnostics(path.as_uri()) == []

    def test_a_closed_document_that_was_never_saved(self, wire: Wire, tmp_path: Path) -> None:
        """There is nothing to show any more."""
        uri = uri_in(tmp_path)
        assert wire.open(uri, campaign({"text": "9%"})) != []
        wire.close_document(uri)
        assert wire.diagnostics(uri) == []

    def test_watching_is_asked_for_only_where_it_is_offered(self, connect: Connect) -> None:
        """A client that cannot register anything is not asked to."""
        assert connect().of("client/registerCapability") == []
        [params] = connect(WATCHES).of("client/registerCapability")
        [registration] = params["registrations"]
        assert registration["method"] == "workspace/didChangeWatchedFiles"
        watchers = [watcher["globPattern"] for watcher in registration["registerOptions"]["watchers"]]
        assert watchers == ["**/*.reachweaver.json", "**/reachweaver.toml", "**/config/optout.json"]


class TestTheOptOutList:
    """Setting, variable, project file, then `config/optout.json`."""

    @pytest.fixture(autouse=True)
    def _no_variable(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("REACHWEAVER_OPTOUT", raising=False)

    @pytest.mark.parametrize("has_project", [True, False])
    def test_the_usual_place(self, wire: Wire, tmp_path: Path, has_project: bool) -> None:
        """In the folder of the project file, else in the workspace folder."""
        put(tmp_path / "config" / "optout.json", ["@quiet"])
        if has_project:
            put(tmp_path / "reachweaver.toml", "")
        found = wire.open(uri_in(tmp_path / "deep"), TEXT)
        assert [one["code"] for one in found] == ["optout_mention"]

    def test_the_order(self, connect: Connect, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Each source hides those below it."""
        uri = uri_in(tmp_path)
        put(tmp_path / "config" / "optout.json", ["@quiet"])
        put(tmp_path / "empty.json", [])
        put(tmp_path / "reachweaver.toml", 'optout = "empty.json"')
        wire = connect()
        assert wire.open(uri, TEXT) == []
        monkeypatch.setenv("REACHWEAVER_OPTOUT", str(tmp_path / "config" / "optout.json"))
        assert [one["code"] for one in connect().open(uri, TEXT)] == ["optout_mention"]
        assert connect(initializationOptions={"optout": "empty.json"}).open(uri, TEXT) == []

    def test_its_own_problems(self, wire: Wire, tmp_path: Path) -> None:
        """In its own document, open or not; an entry that can be used is used."""
        optout = put(tmp_path / "config" / "optout.json", '["@quiet", 3]')
        assert [one["code"] for one in wire.open(uri_in(tmp_path), TEXT)] == ["optout_mention"]
        assert [one["code"] for one in wire.diagnostics(optout.as_uri())] == ["invalid_optout"]
        assert [one["code"] for one in wire.open(optout.as_uri(), '["@quiet", "", "b"]')] == ["invalid_optout"]
        assert wire.change(optout.as_uri(), 2, {"text": "[]"}) == []
        assert wire.diagnostics(uri_in(tmp_path)) == []


class TestSettings:
    """Where settings come from and what becomes of them."""

    def test_a_bad_setting_is_one_message_whatever_its_source(self, connect: Connect, tmp_path: Path) -> None:
        """It is named once, however many documents it is for, and again only when it is bad again."""
        wire = connect(initializationOptions={"duplicateThreshold": 7})
        for name in ("a", "b"):
            wire.open(uri_in(tmp_path, f"{name}.reachweaver.json"), TEXT)
        message = (
            "ReachWeaver: reachweaver.duplicateThreshold must be a number from 0 to 1, not 7. The default is used."
        )
        assert wire.messages() == [message]
        configure = "workspace/didChangeConfiguration"
        wire.notify(configure, {"settings": {"reachweaver": {"duplicateThreshold": 7}}})
        assert wire.messages() == [message]
        wire.notify(configure, {"settings": {"reachweaver": {"duplicateThreshold": 0.5}}})
        wire.notify(configure, {"settings": {"reachweaver": {"duplicateThreshold": 7}}})
        assert wire.messages() == [message, message]

    def test_settings_that_change_twice_at_once(self, connect: Connect) -> None:
        """What was wrong before and still is has had its message, though nobody looked in between."""
        wire = connect(ASKS, root=None, answer=lambda _: [{"duplicateThreshold": 7}])
        wire.open("untitled:a", TEXT)
        message = {"method": "workspace/didChangeConfiguration", "params": {"settings": None}}
        wire.send(message, message)
        assert len(wire.messages()) == 1

    def test_options_that_the_settings_replace(self) -> None:
        """While those are on their way nobody knows that anything is wrong, whatever is typed meanwhile."""
        with closing(Wire(ASKS, answer=lambda _: [{"duplicateThreshold": 0.5}])) as wire:
            options = {"duplicateThreshold": 7, "checkOn": "never"}
            wire.request("initialize", {"processId": None, "capabilities": ASKS, "initializationOptions": options})
            item = {"uri": "untitled:a", "languageId": "json", "version": 1, "text": "{}"}
            opened = {"method": "textDocument/didOpen", "params": {"textDocument": item}}
            said = {"method": "initialized", "params": {}}
            wire.send(said, opened, changed("untitled:a", 2, {"text": TEXT}))
            [message] = wire.messages()
            assert (
                message
                == 'ReachWeaver: reachweaver.checkOn must be one of type, save, not "never". The default is used.'
            )

    @pytest.mark.parametrize("answer", [[None], [{}], None, [[]], "nonsense", [{"reachweaver": None}]])
    def test_an_answer_that_says_nothing_leaves_the_options(self, connect: Connect, answer: Any) -> None:
        """Null from the client is no setting."""
        wire = connect(ASKS, root=None, answer=lambda _: answer, initializationOptions={"severity": {"error": "hint"}})
        assert wire.open("untitled:a", campaign({"text": "9%"}))[0]["severity"] == 4

    def test_a_changed_setting_is_followed(self, connect: Connect) -> None:
        """Documents are checked anew when a setting changes, whether it is sent or has to be asked for."""
        settings: dict[str, Any] = {}
        wire = connect(ASKS, root=None, answer=lambda _: [settings])
        assert wire.open("untitled:a", campaign({"text": "9%"}), 4)[0]["severity"] == 1
        settings["severity"] = {"error": "warning"}
        wire.notify("workspace/didChangeConfiguration", {"settings": None})
        assert wire.diagnostics("untitled:a")[0]["severity"] == 2
        assert [one["version"] for one in wire.published("untitled:a")] == [4, 4]
        wire.notify("workspace/didChangeConfiguration", {"settings": None})
        assert len(wire.published("untitled:a")) == 2

    def test_the_first_check_waits_for_the_settings(self, connect: Connect) -> None:
        """Nothing is shown in between that the settings would not have."""
        wire = connect(ASKS, root=None, answer=lambda _: [{"severity": {"error": "warning"}}])
        wire.open("untitled:a", campaign({"text": "9%"}))
        assert [one["diagnostics"][0]["severity"] for one in wire.published("untitled:a")] == [2]

    @pytest.mark.parametrize("options", [None, {}, [], {"reachweaver": None}, {"unknown": 1}, "x", 3])
    def test_options_of_any_shape_are_survived(self, connect: Connect, options: object) -> None:
        """With at most one message."""
        wire = connect(initializationOptions=options)
        assert len(wire.open("untitled:a", campaign({"text": "9%"}))) == 1
        assert len(wire.messages()) <= 1

    def test_what_is_wrong_again_with_a_project_is_reported_again(self, connect: Connect, tmp_path: Path) -> None:
        """A project file that was mended and is broken as before, a file that was there and is gone again."""
        wire = connect(initializationOptions={"brand": "b.json"})
        wire.open(uri_in(tmp_path), TEXT)
        toml, brand = tmp_path / "reachweaver.toml", tmp_path / "b.json"
        [missing] = wire.messages()
        broken = f"ReachWeaver: {toml}: duplicate_threshold must be a number from 0 to 1"
        for _ in range(2):
            for content in ("duplicate_threshold = 9", "duplicate_threshold = 9\n", "duplicate_threshold = 0.9"):
                put(toml, content)
                look(wire)
        assert wire.messages() == [missing, broken, broken]
        put(brand, {})
        look(wire)
        brand.unlink()
        look(wire)
        assert wire.messages() == [missing, broken, broken, missing]

    def test_a_broken_project_file_is_reported_and_counts_as_empty(self, wire: Wire, tmp_path: Path) -> None:
        """With its place, once."""
        toml = put(tmp_path / "reachweaver.toml", "brand = \nduplicate_threshold = 0.1")
        put(tmp_path / "brand.reachweaver.json", bans("alpha"))
        wire.open(uri_in(tmp_path), TEXT)
        look(wire)
        assert banned(wire, uri_in(tmp_path)) == ["alpha"]
        [message] = wire.messages()
        assert message.startswith(f"ReachWeaver: {toml}:1:9: not valid TOML: ")

    def test_the_project_file_sets_threshold_and_levels(self, connect: Connect, tmp_path: Path) -> None:
        """And the editor's settings go before it, one by one."""
        put(tmp_path / "reachweaver.toml", 'duplicate_threshold = 0.1\n[severity]\nerror = "hint"\nwarning = "error"')
        text = campaign({"text": "one two three four five six 9%"}, {"text": "one two three four seven eight nine"})
        wire = connect(initializationOptions={"severity": {"warning": "information"}})
        found = {one["code"]: one["severity"] for one in wire.open(uri_in(tmp_path), text)}
        assert found == {"unsupported_number": 4, "near_duplicate": 3}

    def test_checking_on_save(self, connect: Connect, tmp_path: Path) -> None:
        """Typing checks nothing; opening, saving and a change of brand do."""
        wire = connect(initializationOptions={"checkOn": "save"})
        uri, brand = uri_in(tmp_path), uri_in(tmp_path, "brand.reachweaver.json")
        wire.open(brand, "{}")
        wire.open(uri, campaign({"text": "alpha"}))
        wire.change(uri, 2, {"text": campaign({"text": "alpha 9%"})})
        wire.change(brand, 2, {"text": json.dumps(bans("alpha"))})
        assert [one["version"] for one in wire.published(uri)] == [1]
        wire.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        assert [one["code"] for one in wire.diagnostics(uri)] == ["unsupported_number"]
        wire.notify("textDocument/didSave", {"textDocument": {"uri": brand}})
        assert sorted(one["code"] for one in wire.diagnostics(uri)) == ["banned_phrase", "unsupported_number"]
        assert [one["version"] for one in wire.published(uri)] == [1, 2, 2]


class TestWhichDocuments:
    """Which documents are checked, and as what."""

    @pytest.mark.parametrize(
        ("name", "is_ours"),
        [
            ("c.reachweaver.json", True),
            ("c.json", False),
            ("package.json", False),
            ("reachweaver.json", False),
        ],
    )
    def test_by_their_names(self, wire: Wire, tmp_path: Path, name: str, is_ours: bool) -> None:
        """Other JSON files are nobody's business."""
        uri = uri_in(tmp_path, name)
        wire.notify(
            "textDocument/didOpen",
            {"textDocument": {"uri": uri, "languageId": "json", "version": 1, "text": campaign({"text": "9%"})}},
        )
        assert len(wire.published(uri)) == is_ours
        assert (wire.result("textDocument/codeAction", _whole(uri)) == []) or is_ours
        wire.close_document(uri)

    def test_by_the_setting(self, connect: Connect, tmp_path: Path) -> None:
        """Patterns are compared with paths in the workspace folder."""
        wire = connect(initializationOptions={"files": "posts/*.json"})
        assert len(wire.open(uri_in(tmp_path / "posts", "c.json"), campaign({"text": "9%"}))) == 1

    def test_a_change_of_the_setting(self, wire: Wire, tmp_path: Path) -> None:
        """A document that is no longer one of ours shows nothing."""
        uri = uri_in(tmp_path)
        assert len(wire.open(uri, campaign({"text": "9%"}))) == 1
        wire.notify("workspace/didChangeConfiguration", {"settings": {"reachweaver": {"files": "*.other"}}})
        assert wire.diagnostics(uri) == []

    def test_a_campaign_in_the_making(self, wire: Wire) -> None:
        """A campaign without variants yet is one with something missing; an object of nothing is nothing."""
        assert [one["code"] for one in wire.open("untitled:a", '{"campaign_id": "c"}')] == ["invalid_campaign"]
        assert [one["code"] for one in wire.open("untitled:b", '{"varaints": []}')] == ["invalid_campaign"] * 2

    def test_a_misnamed_brand(self, connect: Connect, tmp_path: Path) -> None:
        """A file is a brand when somebody uses it as one, whatever its name and keys."""
        path = put(tmp_path / "rules.json", '{"bannedphrases": []}')
        wire = connect(initializationOptions={"brand": "rules.json"})
        wire.open(uri_in(tmp_path), TEXT)
        assert [one["code"] for one in wire.diagnostics(path.as_uri())] == ["invalid_brand"]
        assert [one["severity"] for one in wire.open(path.as_uri(), '{"bannedphrases": []}')] == [2]


def _whole(uri: str) -> Message:
    return {"textDocument": {"uri": uri}, "range": range_of((0, 0), (99, 0)), "context": {"diagnostics": []}}


def test_opening_a_campaign_says_nothing_again_of_those_beside_it(connect: Connect, tmp_path: Path) -> None:
    """Where nothing holds for them that did not hold before, as many campaigns are open as findings were published."""
    put(tmp_path / "brand.reachweaver.json", bans("alpha"))
    wire = connect()
    uris = [put(tmp_path / f"{name}.reachweaver.json", TEXT).as_uri() for name in "abcd"]
    for uri in uris:
        wire.open(uri, TEXT)
    assert [[banned_in(params) for params in wire.published(uri)] for uri in uris] == [[["alpha"]]] * 4
