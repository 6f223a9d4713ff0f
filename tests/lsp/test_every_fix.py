"""Every quick fix as an editor applies it, fixes of a whole file, and edits that are made when they are chosen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.asking import edited
from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign, evidence
from tests.lsp.wire import Message, Wire, range_of

NAME = "c.reachweaver.json"
LAZY: Message = {
    "textDocument": {"codeAction": {"dataSupport": True, "resolveSupport": {"properties": ["edit"]}}},
    "workspace": {"workspaceEdit": {"documentChanges": True}},
}
WHOLE = range_of((0, 0), (999, 0))
FIX_ALL = "source.fixAll.reachweaver"

BRAND = {"required_disclosure": "Ad.", "banned_phrases": ["game changer"], "max_hashtags": 1}
OPTOUT = {"handles": ["@quiet"]}
EVIDENCE = [
    evidence("tests", "Imports take 9% less time."),
    evidence("notes", "Version 2.0.", kind="release"),
]

FIXES: list[tuple[str, dict[str, Any], str, dict[str, Any]]] = [
    ("missing_disclosure", {"text": "Hi"}, "Insert", {"text": "Hi\n\nAd."}),
    ("missing_cta", {"text": "Hi Ad.", "cta_phrase": "Read on"}, "Insert", {"text": "Hi Ad. Read on"}),
    ("unsupported_number", {"text": "9% less. Ad."}, "Cite", {"evidence_ids": ["tests"]}),
    ("unsupported_release", {"text": "We released it. Ad."}, "Cite", {"evidence_ids": ["notes"]}),
    ("banned_phrase", {"text": "A game\nchanger tool. Ad."}, "Remove", {"text": "A tool. Ad."}),
    ("optout_mention", {"text": "Hi @quiet there. Ad."}, "Remove", {"text": "Hi there. Ad."}),
    ("too_many_hashtags", {"text": "Ad. #a #b #c"}, "Remove", {"text": "Ad. #a"}),
    ("invalid_campaign", {"text": "Ad.", "evidence_ids": ["test"]}, "Replace", {"evidence_ids": ["tests"]}),
    (
        "needs_human_review",
        {"text": "The fastest. Ad."},
        "Mark",
        {"reviewed": [{"code": "needs_human_review", "span": "fastest", "note": "", "by": ""}]},
    ),
]


@pytest.fixture
def uri(tmp_path: Path) -> str:
    (tmp_path / "brand.reachweaver.json").write_text(json.dumps(BRAND), encoding="utf-8")
    (tmp_path / "optout.json").write_text(json.dumps(OPTOUT), encoding="utf-8")
    (tmp_path / "reachweaver.toml").write_text('optout = "optout.json"\n', encoding="utf-8")
    return (tmp_path / NAME).as_uri()


def actions(wire: Wire, uri: str, place: Message = WHOLE, **context: Any) -> list[Message]:
    params = {"textDocument": {"uri": uri}, "range": place, "context": {"diagnostics": [], **context}}
    found: list[Message] = wire.result("textDocument/codeAction", params)
    return found


def applied(text: str, action: Message, uri: str, version: int) -> str:
    """The text after the one versioned edit of an action."""
    [change] = action["edit"]["documentChanges"]
    assert change["textDocument"] == {"uri": uri, "version": version}
    return edited(text, change["edits"])


@pytest.mark.parametrize("lazy", [False, True], ids=["at once", "when chosen"])
@pytest.mark.parametrize("case", FIXES, ids=[case[0] for case in FIXES])
def test_a_fix_answers_its_finding_and_changes_nothing_else(
    connect: Connect, uri: str, case: tuple[str, dict[str, Any], str, dict[str, Any]], lazy: bool
) -> None:
    """The finding is gone, no other has come, and every other value is as it was."""
    code, fields, verb, after = case
    text = campaign(fields, evidence=EVIDENCE)
    wire = connect(LAZY if lazy else {"workspace": LAZY["workspace"]})
    before = wire.open(uri, text)
    assert [one["code"] for one in before] == [code]

    fix = next(action for action in actions(wire, uri) if action["title"].startswith(verb))
    assert fix["diagnostics"] == before
    assert ("edit" not in fix) is lazy
    chosen = wire.result("codeAction/resolve", fix) if lazy else fix
    fixed = applied(text, chosen, uri, 1)

    expected = json.loads(text)
    expected["variants"][0].update(after)
    assert json.loads(fixed) == expected
    left = wire.change(uri, 2, {"text": fixed})
    assert [(one["code"], one["severity"]) for one in left] == ([(code, 4)] if verb == "Mark" else [])


def test_an_edit_of_an_older_version_is_not_made(connect: Connect, uri: str) -> None:
    """When the text has changed since the action was offered, it comes back without an edit."""
    wire = connect(LAZY)
    wire.open(uri, campaign({"text": "Hi"}))
    [fix] = actions(wire, uri)
    wire.change(uri, 2, {"text": campaign({"text": "Hi there"})})
    assert "edit" not in wire.result("codeAction/resolve", fix)


@pytest.mark.parametrize("data", [None, 7, {}, {"uri": 7}, {"uri": "untitled:x"}, {"finding": None}])
def test_an_action_that_nobody_offered_has_no_edit(connect: Connect, uri: str, data: object) -> None:
    """What a client makes up is answered as it came."""
    wire = connect(LAZY)
    wire.open(uri, campaign({"text": "Hi"}))
    assert wire.result("codeAction/resolve", {"title": "A", "data": data}) == (
        {"title": "A"} if data is None else {"title": "A", "data": data}
    )


@pytest.mark.parametrize("only", ["source", "source.fixAll", FIX_ALL])
@pytest.mark.parametrize("lazy", [False, True], ids=["at once", "when chosen"])
def test_fix_all_makes_the_safe_fixes_of_the_whole_file(connect: Connect, uri: str, only: str, lazy: bool) -> None:
    """Call to action first, disclosure last, each once, in every variant; the rest is left to the writer."""
    link = "https://example.org/go"
    text = campaign(
        {"text": "One"},
        {"text": f"Two 9% {link} Ad."},
        {"format": "thread", "parts": ["Three", "Four"]},
        evidence=EVIDENCE,
        cta_url=link,
    )
    wire = connect(LAZY if lazy else {"workspace": LAZY["workspace"]})
    wire.open(uri, text)
    [action] = actions(wire, uri, range_of((0, 0), (0, 0)), only=[only])
    assert (action["title"], action["kind"]) == ("Insert every missing call to action and disclosure", FIX_ALL)
    fixed = applied(text, wire.result("codeAction/resolve", action) if lazy else action, uri, 1)

    expected = json.loads(text)
    expected["variants"][0]["text"] = f"One {link}\n\nAd."
    expected["variants"][2]["parts"] = ["Three", f"Four {link}\n\nAd."]
    assert json.loads(fixed) == expected
    assert [one["code"] for one in wire.change(uri, 2, {"text": fixed})] == ["unsupported_number"]
    assert actions(wire, uri, only=[only]) == []


def test_an_action_comes_back_from_an_editor_that_drops_nulls(connect: Connect, uri: str) -> None:
    """Neovim leaves out what is null in an object; nothing of an action is."""
    wire = connect(LAZY)
    wire.open(uri, campaign({"text": "Hi"}))
    for action in (*actions(wire, uri), *actions(wire, uri, only=["source.fixAll"])):
        data = {key: value for key, value in action["data"].items() if value is not None}
        assert data == action["data"]
        assert "edit" in wire.result("codeAction/resolve", {**action, "data": data})


def test_fix_all_is_offered_to_those_alone_who_ask_for_it(connect: Connect, uri: str) -> None:
    """A lightbulb shows what answers the finding under the cursor."""
    wire = connect()
    wire.open(uri, campaign({"text": "One"}))
    assert {action["kind"] for action in actions(wire, uri)} == {"quickfix"}
    assert actions(wire, uri, only=["source.organizeImports"]) == []
