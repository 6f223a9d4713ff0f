"""Names of documents as other tools spelt them anew, files that are renamed, deleted and made again, and hovers.

One test for each public report, or group of them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign, evidence
from tests.lsp.test_workspace import banned, bans, look, put, uri_in
from tests.lsp.wire import Wire, position_of, range_of

UP = campaign({"text": "Up 9%"})
BETA = campaign({"text": "alpha beta"})

SPELLINGS = [
    "file:///c%3A/sails/plan.reachweaver.json",
    "file:///C:/sails/other.reachweaver.json",
    "file:///d:/w/p.reachweaver.json",
    "file://server/share/p.reachweaver.json",
    "file:///w/a%20b/%C3%BC%23%25.reachweaver.json",
    "file:///w/a b/ü.reachweaver.json",
    "untitled:Untitled-1",
    "untitled:/w/new.reachweaver.json",
    "inmemory://model/1.reachweaver.json",
    "vscode-vfs://github/sails/plan.reachweaver.json",
    "pr:/w/plan.reachweaver.json?%7B%7D",
    "git:/w/plan.reachweaver.json?%7B%22ref%22%3A%22~%22%7D",
]


@pytest.mark.parametrize("uri", SPELLINGS)
def test_a_name_comes_back_as_it_was_spelt(wire: Wire, uri: str) -> None:
    """In diagnostics, fixes, links and lenses; hover and closing find it, and nothing is looked for on disk.

    openlawlibrary/pygls#209, palantir/python-language-server#982, julia-vscode/LanguageServer.jl#548,
    mattn/efm-langserver#312, can1357/oh-my-pi#7662, typescript-language-server/typescript-language-server#23.
    """
    text = campaign({"text": "Up 9%"}, evidence=[evidence("e", "9%")])
    [found] = wire.open(uri, text)
    assert [place["location"]["uri"] for place in found["relatedInformation"]] == [uri]
    place = {"textDocument": {"uri": uri}, "position": found["range"]["start"]}
    assert "9%" in wire.result("textDocument/hover", place)["contents"]["value"]
    context = {"textDocument": {"uri": uri}, "range": found["range"], "context": {"diagnostics": [found]}}
    [fix, *_] = wire.result("textDocument/codeAction", context)
    assert list(fix["edit"]["changes"]) == [uri]
    [definition] = wire.result("textDocument/definition", place)
    assert definition["uri"] == uri
    wire.close_document(uri)
    assert wire.published(uri)[-1]["diagnostics"] == []
    assert {params["uri"] for params in wire.of("textDocument/publishDiagnostics")} == {uri}


def test_two_spellings_are_one_document(wire: Wire, tmp_path: Path) -> None:
    """Opened under a second spelling, it is shown under that one alone."""
    one, other = uri_in(tmp_path, "ü.reachweaver.json"), f"{tmp_path.as_uri()}/ü.reachweaver.json"
    assert one != other
    wire.open(one, UP)
    wire.open(other, UP)
    assert wire.diagnostics(one) == []
    assert [found["code"] for found in wire.diagnostics(other)] == ["unsupported_number"]
    hover = {"textDocument": {"uri": one}, "position": {"line": 6, "character": 18}}
    assert "9%" in wire.result("textDocument/hover", hover)["contents"]["value"]


def test_a_link_is_not_resolved(connect: Connect, tmp_path: Path) -> None:
    """A file opened through a link and by its real name is two documents, each with its findings and its brand.

    unifiedjs/unified-language-server#32, VHDL-LS/rust_hdl#327, koka-lang/koka#810.
    """
    put(tmp_path / "real" / "brand.reachweaver.json", bans("beta"))
    put(tmp_path / "real" / "c.reachweaver.json", BETA)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    wire = connect(root=tmp_path / "link")
    uris = [uri_in(tmp_path / folder) for folder in ("link", "real")]
    for uri in uris:
        wire.open(uri, BETA)
    assert [banned(wire, uri) for uri in uris] == [["beta"], ["beta"]]
    shown = {params["uri"] for params in wire.of("textDocument/publishDiagnostics")}
    assert shown == set(uris)


def test_a_brand_that_is_open_through_a_link(wire: Wire, tmp_path: Path) -> None:
    """Its buffer counts for campaigns that find it by its real name."""
    put(tmp_path / "real" / "brand.reachweaver.json", bans("alpha"))
    (tmp_path / "link").symlink_to(tmp_path / "real")
    wire.open(uri_in(tmp_path / "real"), BETA)
    wire.open(uri_in(tmp_path / "link", "brand.reachweaver.json"), '{"banned_phrases": ["beta"]}')
    assert banned(wire, uri_in(tmp_path / "real")) == ["beta"]


class TestFilesThatMove:
    """Renamed, deleted and made again, in the editor and behind its back."""

    def test_a_campaign_that_is_renamed(self, wire: Wire, tmp_path: Path) -> None:
        """An editor closes the one name and opens the other: nothing stays behind under the former."""
        path = put(tmp_path / "a.reachweaver.json", UP)
        other = tmp_path / "deep" / "b.reachweaver.json"
        other.parent.mkdir()
        wire.open(path.as_uri(), UP)
        path.rename(other)
        wire.close_document(path.as_uri())
        wire.open(other.as_uri(), UP)
        assert wire.diagnostics(path.as_uri()) == []
        assert [one["code"] for one in wire.diagnostics(other.as_uri())] == ["unsupported_number"]

    def test_a_campaign_that_is_deleted_while_it_is_open(self, wire: Wire, tmp_path: Path) -> None:
        """The buffer is still checked; once it is closed there is nothing to show; a new file is shown again."""
        path = put(tmp_path / "a.reachweaver.json", UP)
        uri = path.as_uri()
        wire.open(uri, UP)
        path.unlink()
        look(wire)
        assert [one["code"] for one in wire.change(uri, 2, {"text": UP + " "})] == ["unsupported_number"]
        wire.close_document(uri)
        assert wire.diagnostics(uri) == []
        put(path, UP)
        assert [one["code"] for one in wire.open(uri, UP)] == ["unsupported_number"]

    def test_a_brand_that_is_renamed_and_comes_back(self, wire: Wire, tmp_path: Path) -> None:
        """Under another name it is no brand; a folder in its place is none either."""
        brand = put(tmp_path / "brand.reachweaver.json", bans("beta"))
        uri = uri_in(tmp_path)
        wire.open(uri, BETA)
        for change, expected in (
            (lambda: brand.rename(tmp_path / "old.json"), []),
            (brand.mkdir, []),
            (brand.rmdir, []),
            (lambda: put(brand, bans("alpha")), ["alpha"]),
        ):
            change()
            look(wire)
            assert banned(wire, uri) == expected

    def test_a_folder_that_is_renamed(self, wire: Wire, tmp_path: Path) -> None:
        """The brand goes with it, and a campaign in its new place finds it there."""
        put(tmp_path / "spring" / "brand.reachweaver.json", bans("beta"))
        before, after = uri_in(tmp_path / "spring" / "x"), uri_in(tmp_path / "summer" / "x")
        wire.open(before, BETA)
        (tmp_path / "spring").rename(tmp_path / "summer")
        look(wire)
        assert banned(wire, before) == []
        wire.close_document(before)
        wire.open(after, BETA)
        assert banned(wire, after) == ["beta"]
        assert wire.diagnostics(before) == []

    def test_a_project_file_that_comes_and_goes(self, wire: Wire, tmp_path: Path) -> None:
        """What it says holds for as long as it is there."""
        uri = uri_in(tmp_path / "deep")
        put(tmp_path / "rules.json", bans("beta"))
        wire.open(uri, BETA)
        config = put(tmp_path / "reachweaver.toml", 'brand = "rules.json"')
        look(wire)
        assert banned(wire, uri) == ["beta"]
        config.unlink()
        look(wire)
        assert banned(wire, uri) == []


class TestSeveralRoots:
    """Each document has the rules of its own place."""

    def test_the_nearest_project_file(self, connect: Connect, tmp_path: Path) -> None:
        """Two folders with a brand each, an inner project with its own, and an untitled document with none of them."""
        for name, phrase in (("one", "alpha"), ("two", "beta"), ("two/inner", "gamma")):
            put(tmp_path / name / "reachweaver.toml", 'brand = "b.json"\n[severity]\nerror = "warning"')
            put(tmp_path / name / "b.json", bans(phrase))
        put(tmp_path / "two" / "inner" / "reachweaver.toml", 'brand = "b.json"')
        folders = [{"uri": (tmp_path / name).as_uri(), "name": name} for name in ("one", "two")]
        wire = connect(root=None, workspaceFolders=folders)
        text = campaign({"text": "alpha beta gamma"})
        places = {"one/x": (["alpha"], 2), "two/x": (["beta"], 2), "two/inner/x": (["gamma"], 1)}
        for name, (phrases, severity) in places.items():
            uri = uri_in(tmp_path / name)
            wire.open(uri, text)
            assert (banned(wire, uri), wire.diagnostics(uri)[0]["severity"]) == (phrases, severity)
        wire.open("untitled:a", text)
        assert banned(wire, "untitled:a") == []

    def test_a_folder_that_is_added_with_its_documents_open(self, connect: Connect, tmp_path: Path) -> None:
        """Its relative settings hold from then on; and a folder that is no file of this machine does no harm."""
        put(tmp_path / "two" / "b.json", bans("beta"))
        wire = connect(root=tmp_path / "one", initializationOptions={"brand": "b.json"})
        uri = uri_in(tmp_path / "two" / "x")
        wire.open(uri, BETA)
        assert banned(wire, uri) == []
        added = [{"uri": uri, "name": "x"} for uri in ((tmp_path / "two").as_uri(), "vscode-vfs://github/x")]
        wire.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": added, "removed": []}})
        assert banned(wire, uri) == ["beta"]


HOVERED = "Rose 9% in *wide_sail_mode* <b>x</b> `y` | z [l](https://example.org)"


@pytest.mark.parametrize(
    ("formats", "kind"),
    [(["plaintext"], "plaintext"), (["markdown", "plaintext"], "markdown"), (["plaintext", "markdown"], "plaintext")],
)
def test_a_hover_shows_every_character(connect: Connect, formats: list[str], kind: str) -> None:
    """In the format that the client asks for, with nothing of a text turned into markup.

    rust-lang/rust-analyzer#6140, pappasam/jedi-language-server#144, sublimelsp/LSP#2915.
    """
    wire = connect({"textDocument": {"hover": {"contentFormat": formats}}})
    text = campaign({"text": "It rose 9%", "evidence_ids": ["e"]}, evidence=[evidence("e", HOVERED)])
    wire.open("untitled:a", text)
    line, character = position_of(text, text.index("9%", text.index("It rose")))
    place = {"textDocument": {"uri": "untitled:a"}, "position": {"line": line, "character": character}}
    found = wire.result("textDocument/hover", place)
    assert found["range"] == range_of((line, character), (line, character + 2))
    shown = found["contents"]["value"]
    assert found["contents"]["kind"] == kind
    if kind == "plaintext":
        assert HOVERED in shown
    else:
        assert r"\*wide_sail_mode\*" in shown
        assert r"\<b>x\</b>" in shown
        assert r"\`y\`" in shown
        assert r"\[l\](" in shown
