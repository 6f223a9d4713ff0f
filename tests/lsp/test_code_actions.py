"""Quick fixes: where they are offered, and that what they leave is what was meant."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign, evidence
from tests.lsp.wire import ENCODINGS, Wire, position_of, range_of

URI = "untitled:Untitled-1"
VERSIONED = {"workspace": {"workspaceEdit": {"documentChanges": True}}}
BRAND = {"required_disclosure": 'Ad "by" us \\ 🚀'}


def actions(wire: Wire, uri: str, place: dict[str, Any], **context: Any) -> list[dict[str, Any]]:
    params = {"textDocument": {"uri": uri}, "range": place, "context": {"diagnostics": [], **context}}
    found: list[dict[str, Any]] = wire.result("textDocument/codeAction", params)
    return found


def quick_fix(wire: Wire, uri: str, code: str) -> dict[str, Any]:
    """The fix that answers the first finding of a code."""
    [finding, *_] = [one for one in wire.diagnostics(uri) if one["code"] == code]
    [fix, *_] = [one for one in actions(wire, uri, finding["range"]) if one["diagnostics"] == [finding]]
    return fix


def applied(text: str, edits: list[dict[str, Any]], encoding: str) -> str:
    """The text after the edits, counted in the encoding, the slow way."""
    offsets = {position_of(text, offset, encoding): offset for offset in reversed(range(len(text) + 1))}
    for edit in sorted(edits, key=lambda edit: -offsets[_place(edit["range"]["start"])]):
        start, end = offsets[_place(edit["range"]["start"])], offsets[_place(edit["range"]["end"])]
        text = text[:start] + edit["newText"] + text[end:]
    return text


def _place(position: dict[str, int]) -> tuple[int, int]:
    return position["line"], position["character"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "brand.reachweaver.json").write_text(json.dumps(BRAND), encoding="utf-8")
    return tmp_path


BODIES = [
    ({"text": "🦀 é A post"}, lambda variant: variant["text"], "🦀 é A post\n\n"),
    ({"text": ""}, lambda variant: variant["text"], ""),
    ({"format": "thread", "parts": ["one", "🦀 two"]}, lambda variant: variant["parts"][-1], "🦀 two\n\n"),
    ({"format": "carousel_outline", "slides": ["a", "b"]}, lambda variant: variant["slides"][-1], "b\n\n"),
    ({"format": "carousel_outline", "slides": ["a"], "caption": "c"}, lambda variant: variant["caption"], "c\n\n"),
]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("case", BODIES, ids=["post", "empty", "thread", "slides", "caption"])
def test_a_missing_disclosure_is_inserted(connect: Connect, folder: Path, encoding: str, case: Any) -> None:
    """At the body's end behind a blank line, as valid JSON whatever its characters; then the finding is gone."""
    variant, body, before = case
    wire = connect({"general": {"positionEncodings": [encoding]}, **VERSIONED})
    uri, text = (folder / "c.reachweaver.json").as_uri(), campaign(variant)
    wire.open(uri, text, 4)
    fix = quick_fix(wire, uri, "missing_disclosure")
    assert (fix["kind"], fix["isPreferred"]) == ("quickfix", True)
    [change] = fix["edit"]["documentChanges"]
    assert change["textDocument"] == {"uri": uri, "version": 4}
    fixed = applied(text, change["edits"], encoding)
    assert body(json.loads(fixed)["variants"][0]) == before + BRAND["required_disclosure"]
    assert wire.change(uri, 5, {"text": fixed}) == []


@pytest.mark.parametrize(
    ("fields", "variant", "expected"),
    [
        ({"cta_url": "https://example.org/go"}, {}, "A post https://example.org/go"),
        ({}, {"cta_phrase": "Join us"}, "A post Join us"),
        (
            {"cta_url": "https://example.org/go"},
            {"cta_url": "https://example.org/own"},
            "A post https://example.org/own",
        ),
    ],
)
def test_a_missing_call_to_action_is_inserted(
    wire: Wire, fields: dict[str, Any], variant: dict[str, Any], expected: str
) -> None:
    """After one space; then the finding is gone and no other has appeared."""
    text = campaign({"text": "A post", **variant}, **fields)
    wire.open(URI, text)
    fix = quick_fix(wire, URI, "missing_cta")
    fixed = applied(text, fix["edit"]["changes"][URI], "utf-16")
    assert json.loads(fixed)["variants"][0]["text"] == expected
    assert wire.change(URI, 2, {"text": fixed}) == []


def test_edits_are_versioned_only_for_clients_that_can_tell(connect: Connect, folder: Path) -> None:
    """Else they are changes by URI."""
    uri = (folder / "c.reachweaver.json").as_uri()
    plain, versioned = connect(), connect(VERSIONED)
    for wire, key in ((plain, "changes"), (versioned, "documentChanges")):
        wire.open(uri, campaign({"text": "a"}))
        assert list(quick_fix(wire, uri, "missing_disclosure")["edit"]) == [key]


@pytest.mark.parametrize("column", range(-1, 8))
def test_a_fix_is_offered_anywhere_on_its_finding(wire: Wire, column: int) -> None:
    """For an empty range at every column of the words and right behind them, and nowhere else."""
    text = campaign({"text": "It is 55,5% up", "evidence_ids": []}, evidence=[evidence("e", "55,5%")])
    wire.open(URI, text)
    line, start = position_of(text, text.index("55,5%", text.index("variants")))
    found = actions(wire, URI, range_of((line, start + column), (line, start + column)))
    titles = ['Cite evidence "e"', "Look up this claim in its source"] if 0 <= column <= 5 else []
    assert [one["title"] for one in found] == titles


def test_the_clients_diagnostics_make_no_difference(wire: Wire) -> None:
    """A client may send them or not, changed or not: fixes go by the range."""
    text = campaign({"text": "Up 9%"}, evidence=[evidence("e", "9%")])
    [finding] = wire.open(URI, text)
    expected = actions(wire, URI, finding["range"])
    assert [one["kind"] for one in expected] == ["quickfix", "reachweaver.lookUp"]
    for diagnostics in ([finding], [{**finding, "message": "other", "data": None}]):
        assert actions(wire, URI, finding["range"], diagnostics=diagnostics) == expected


@pytest.mark.parametrize(
    ("only", "offered"),
    [
        (None, True),
        ([""], True),
        (["quickfix"], True),
        (["refactor", "quickfix"], True),
        (["quickfix.other"], False),
        (["quick"], False),
        (["reachweaver"], True),
        (["reachweaver.lookUp"], True),
        (["refactor"], False),
        (["source.organizeImports", "a.kind.of.its.own"], False),
    ],
)
def test_only_the_kinds_that_are_wanted_are_offered(wire: Wire, only: list[str] | None, offered: bool) -> None:
    """A quick fix is one of the kind quickfix and of all kinds above it, and so it is with looking up a source."""
    [finding] = wire.open(URI, campaign({"text": "Up 9%"}, evidence=[evidence("e", "9%")]))
    context = {} if only is None else {"only": only}
    assert bool(actions(wire, URI, finding["range"], **context)) is offered


def look_ups(wire: Wire, uri: str, place: dict[str, Any]) -> list[tuple[str, Any]]:
    """The titles and arguments of the offers to open a source."""
    found = [one for one in actions(wire, uri, place) if one["kind"] == "reachweaver.lookUp"]
    assert {one["command"]["command"] for one in found} <= {"reachweaver.lookUpSource"}
    return [(one["title"], one["command"]["arguments"]) for one in found]


def test_a_source_can_be_looked_up_from_its_evidence_and_from_findings(wire: Wire) -> None:
    """Anywhere in an item that says what is claimed and where; on a finding, for what has its words or is cited."""
    title = "Look up this claim in its source"
    items = [evidence(id_, "9%") for id_ in "abcd"] + [{"id": "e", "claim": "Calm"}, evidence("f", "Calm")]
    text = campaign(
        {"text": "Up 9%", "evidence_ids": ["f", "e"]}, {"text": "Up 7%", "evidence_ids": ["f"]}, evidence=items
    )
    wire.open(URI, text)

    def at(words: str, count: int = 0) -> dict[str, Any]:
        place = position_of(text, text.index(words, text.index('"variants"') if count else 0))
        return range_of(place, place)

    for words in ('"id": "b"', '"https://example.org/b"', "example.org/b"):
        assert look_ups(wire, URI, at(words)) == [(title, [URI, "b"])]
    assert look_ups(wire, URI, at('"id": "e"')) == []
    assert look_ups(wire, URI, at('"evidence"')) == []
    assert look_ups(wire, URI, at("Up 9%", 1)) == []
    expected = [(f"{title} ({id_})", [URI, id_]) for id_ in "abc"]
    assert look_ups(wire, URI, at("9%", 1)) == expected
    assert look_ups(wire, URI, at("7%", 1)) == [(title, [URI, "f"])]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"name": "brand"}', '{"variants": [{"text": "9%"'])
def test_where_there_is_nothing_to_fix_nothing_is_offered(wire: Wire, text: str) -> None:
    """Empty and broken documents, and brands, get a list without an entry."""
    wire.open(URI, text)
    assert actions(wire, URI, range_of((0, 0), (9, 0))) == []


def test_a_document_that_is_not_open_has_no_fixes(wire: Wire) -> None:
    """An empty list, not an error."""
    assert actions(wire, URI, range_of((0, 0), (0, 0))) == []


def test_a_fix_keeps_a_files_own_style(connect: Connect, folder: Path) -> None:
    """CRLF stays CRLF, escapes stay escapes, and a blank line inside a string is written as one."""
    wire = connect()
    uri = (folder / "c.reachweaver.json").as_uri()
    text = campaign({"text": "Caf\u00e9"}).replace("é", "\\u00e9").replace("\n", "\r\n")
    wire.open(uri, text)
    fixed = applied(text, quick_fix(wire, uri, "missing_disclosure")["edit"]["changes"][uri], "utf-16")
    assert 'Caf\\u00e9\\n\\nAd \\"by\\" us \\\\ \\ud83d\\ude80"' in fixed
    assert fixed.replace("\r\n", "").count("\n") == 0
