"""The preview command: a page for an editor that shows it, else a file for the browser, and only when it is asked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import pytest

from tests.lsp.asking import slice_of
from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign
from tests.lsp.wire import Message, Wire

SHOWS = {"window": {"showDocument": {"support": True}}}
TEXT = campaign({"text": "🦀 <b>Up</b> 9%"}, {"text": "Nothing"})


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files go."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def command(wire: Wire, *arguments: Any) -> Any:
    return wire.request("workspace/executeCommand", {"command": "reachweaver.preview", "arguments": list(arguments)})


def shown(wire: Wire) -> list[Message]:
    return wire.of("window/showDocument")


def test_the_command_is_announced(bare: Wire) -> None:
    """So that editors offer it, and code lenses can run it."""
    assert "reachweaver.preview" in bare.initialize()["result"]["capabilities"]["executeCommandProvider"]["commands"]


def test_a_preview_opens_in_the_browser(connect: Connect, tmp_path: Path, temporary: Path) -> None:
    """As one page in a folder of its own, at the variant that was asked for; the answer holds the same page."""
    wire = connect(SHOWS, answer=lambda _: {"success": True})
    uri = (tmp_path / "spring é.reachweaver.json").as_uri()
    wire.open(uri, TEXT)
    assert list(temporary.iterdir()) == []
    answer = command(wire, uri, 1)["result"]
    [request] = shown(wire)
    assert request["external"] is True
    target = urlparse(request["uri"])
    path = Path(unquote(target.path))
    assert (path.name, target.fragment) == ("spring-é.html", "v1")
    assert path.parent.parent == temporary
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert path.read_text(encoding="utf-8") == answer["html"]
    assert "&lt;b&gt;Up&lt;/b&gt;" in answer["html"]
    assert wire.messages() == []


def test_the_answer_says_where_each_variant_stands(connect: Connect, tmp_path: Path) -> None:
    """With the version that the page shows, so that an editor can follow the cursor."""
    wire, uri = connect(), (tmp_path / "c.reachweaver.json").as_uri()
    wire.open(uri, TEXT, 3)
    answer = command(wire, uri, None, {"embed": True})["result"]
    assert (answer["uri"], answer["version"], answer["index"]) == (uri, 3, None)
    assert [one["index"] for one in answer["variants"]] == [0, 1]
    assert [json.loads(slice_of(TEXT, one["range"])) for one in answer["variants"]] == json.loads(TEXT)["variants"]


def test_an_editor_that_shows_it_itself_gets_the_content_alone(
    connect: Connect, tmp_path: Path, temporary: Path
) -> None:
    """Nothing is written, nothing is opened."""
    wire, uri = connect(SHOWS), (tmp_path / "c.reachweaver.json").as_uri()
    wire.open(uri, TEXT)
    html = command(wire, uri, 0, {"embed": True})["result"]["html"]
    assert html.startswith("<style>")
    assert "<html" not in html
    assert (shown(wire), list(temporary.iterdir())) == ([], [])


def test_an_editor_is_told_where_marks_and_evidence_stand(connect: Connect, tmp_path: Path) -> None:
    """So that a click in the page leads to the words in the file, or to the evidence item; behind escapes too."""
    wire, uri = connect(SHOWS), (tmp_path / "c.reachweaver.json").as_uri()
    item = {"id": "notes", "claim": "Up 7%", "source_url": "https://example.org/"}
    text = campaign({"text": "🦀 Up 7%, not 9%", "evidence_ids": ["notes"]}, {"text": ""}, evidence=[item])
    text = text.replace("not 9", r"not \u0039")
    wire.open(uri, text)
    answer = command(wire, uri, 0, {"embed": True})["result"]
    marks = [(one["variant"], one["start"], one["end"], slice_of(text, one["range"])) for one in answer["marks"]]
    assert marks == [(0, 5, 7, "7%"), (0, 13, 15, r"\u0039%")]
    assert [(one["id"], json.loads(slice_of(text, one["range"]))) for one in answer["evidence"]] == [("notes", item)]
    assert "marks" not in command(wire, uri)["result"]


@pytest.mark.parametrize(("capabilities", "answer"), [({}, None), (SHOWS, None), (SHOWS, {"success": False})])
def test_who_cannot_open_it_is_told_where_it_is(
    connect: Connect, tmp_path: Path, temporary: Path, capabilities: Message, answer: Message | None
) -> None:
    """A client without a browser shows a message."""
    wire, uri = connect(capabilities, answer=lambda _: answer), (tmp_path / "c.reachweaver.json").as_uri()
    wire.open(uri, TEXT)
    command(wire, uri)
    [page] = temporary.glob("*/c.html")
    assert wire.messages() == [f"ReachWeaver: The preview is written to {page}"]


def test_a_second_preview_replaces_the_first(connect: Connect, tmp_path: Path, temporary: Path) -> None:
    """The page in the browser is up to date when it is loaded again."""
    wire, uri = connect(), (tmp_path / "c.reachweaver.json").as_uri()
    wire.open(uri, TEXT)
    command(wire, uri)
    wire.change(uri, 2, {"text": TEXT.replace("Nothing", "Something")})
    command(wire, uri)
    [page] = temporary.glob("*/*.html")
    assert "Something" in page.read_text(encoding="utf-8")


def test_an_unsaved_half_typed_document_has_a_preview(wire: Wire) -> None:
    """What could be read is shown; half of a character too."""
    wire.open("untitled:1", '{"variants": [{"platform": "x", "text": "Up \\ud83d 9%"}, {"text": "ha')
    answer = command(wire, "untitled:1", None, {"embed": True})["result"]
    assert len(answer["variants"]) == 2


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], -32602, "reachweaver.preview takes a document's URI, a variant's index and options"),
        ([7], -32602, "reachweaver.preview takes a document's URI, a variant's index and options"),
        (["untitled:1", True], -32602, "reachweaver.preview takes a document's URI, a variant's index and options"),
        (["untitled:1", 2], -32803, "The campaign has no variant number 3."),
        (["untitled:1", -1], -32803, "The campaign has no variant number 0."),
        (["untitled:2"], -32803, "There is no campaign to preview at untitled:2."),
    ],
)
def test_what_cannot_be_shown_is_said(wire: Wire, arguments: list[Any], code: int, message: str) -> None:
    """An error in plain words, and no file."""
    wire.open("untitled:1", TEXT)
    assert command(wire, *arguments)["error"] == {"code": code, "message": message}
