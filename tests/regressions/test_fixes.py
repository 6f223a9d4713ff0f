"""Fixes that other tools made wrongly, one for each public report: the file before and after, character for character."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.asking import edited
from tests.lsp.conftest import Connect
from tests.lsp.wire import ENCODINGS, Message, Wire, range_of

WHOLE = range_of((0, 0), (999, 0))
HEAD = '{"campaign_id": "c", "variants": [\n'
AD = {"required_disclosure": "Ad."}


def variant(name: str, text: str) -> str:
    return f'  {{"variant_id": "{name}", "platform": "x", "text": "{text}"}}'


FIXES: list[tuple[str, dict[str, str], str, str]] = [
    (
        "openlawlibrary/pygls#567",
        AD,
        HEAD + variant("a", "🎈🎈🎈 Fair. Ad.") + ",\n" + variant("b", "Tides 🦀") + "\n]}\n",
        HEAD + variant("a", "🎈🎈🎈 Fair. Ad.") + ",\n" + variant("b", "Tides 🦀\\n\\nAd.") + "\n]}\n",
    ),
    ("microsoft/vscode#86078", AD, HEAD + variant("a", "") + "\n]}\n", HEAD + variant("a", "Ad.") + "\n]}\n"),
    (
        "microsoft/language-server-protocol#1853",
        AD,
        (HEAD + variant("a", "Sails") + "\n]}\n").replace("\n", "\r\n"),
        (HEAD + variant("a", "Sails\\n\\nAd.") + "\n]}\n").replace("\n", "\r\n"),
    ),
    (
        "posit-dev/air#314",
        AD,
        (HEAD + variant("a", "Sails") + "\n]}\n").replace("\n", "\r"),
        (HEAD + variant("a", "Sails\\n\\nAd.") + "\n]}\n").replace("\n", "\r"),
    ),
    (
        "juanjoDiaz/streamparser-json#48",
        AD,
        HEAD + variant("a", "Ends in a backslash \\\\") + "\n]}\n",
        HEAD + variant("a", "Ends in a backslash \\\\\\n\\nAd.") + "\n]}\n",
    ),
    (
        "SonarSource/sonar-python#1846",
        {"required_disclosure": '"Ad\\'},
        HEAD + variant("a", "Caf\\u00e9\\t\\/\\ud83e\\udd80") + "\n]}\n",
        HEAD + variant("a", 'Caf\\u00e9\\t\\/\\ud83e\\udd80\\n\\n\\"Ad\\\\') + "\n]}\n",
    ),
]


def actions(wire: Wire, uri: str, **context: Any) -> list[Message]:
    params = {"textDocument": {"uri": uri}, "range": WHOLE, "context": {"diagnostics": [], **context}}
    found: list[Message] = wire.result("textDocument/codeAction", params)
    return found


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("fix", FIXES, ids=[fix[0] for fix in FIXES])
def test_the_file_is_what_was_meant(
    connect: Connect, tmp_path: Path, fix: tuple[str, dict[str, str], str, str], encoding: str
) -> None:
    """Nothing but the disclosure goes in, in the file's own line ends and escapes, and its finding is gone."""
    _, brand, before, after = fix
    (tmp_path / "brand.reachweaver.json").write_text(json.dumps(brand), encoding="utf-8")
    uri = (tmp_path / "c.reachweaver.json").as_uri()
    wire = connect({"general": {"positionEncodings": [encoding]}})
    assert "missing_disclosure" in [one["code"] for one in wire.open(uri, before)]
    [action] = [one for one in actions(wire, uri) if "disclosure" in one["title"]]
    assert edited(before, action["edit"]["changes"][uri], encoding) == after
    assert [one["code"] for one in wire.change(uri, 2, {"text": after})] == []


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_many_fixes_at_once(connect: Connect, tmp_path: Path, encoding: str) -> None:
    """One edit of the file without overlaps (microsoft/vscode#256560, oxc-project/oxc#19793), also at one place."""
    brand = {"required_disclosure": "Ad."}
    (tmp_path / "brand.reachweaver.json").write_text(json.dumps(brand), encoding="utf-8")
    uri = (tmp_path / "c.reachweaver.json").as_uri()
    head = HEAD.replace('"c",', '"c", "cta_url": "https://example.org/s",')
    before = head + variant("a", "🎈 Sails") + ",\n" + variant("b", "") + ",\n" + variant("d", "Ad. \\u00e9") + "\n]}\n"
    link = "https://example.org/s"
    after = (
        head
        + ",\n".join(
            (
                variant("a", f"🎈 Sails {link}\\n\\nAd."),
                variant("b", f"{link}\\n\\nAd."),
                variant("d", f"Ad. \\u00e9 {link}"),
            )
        )
        + "\n]}\n"
    )
    wire = connect({"general": {"positionEncodings": [encoding]}})
    wire.open(uri, before)
    [action] = actions(wire, uri, only=["source.fixAll"])
    edits = action["edit"]["changes"][uri]
    assert edited(before, edits, encoding) == after
    places = sorted((_pair(edit["range"]["start"]), _pair(edit["range"]["end"])) for edit in edits)
    assert all(end <= start for (_, end), (start, _) in itertools.pairwise(places))
    assert wire.change(uri, 2, {"text": after}) == []


def _pair(position: Message) -> tuple[int, int]:
    return position["line"], position["character"]


def test_a_source_action_needs_no_diagnostics(connect: Connect, tmp_path: Path) -> None:
    """Asked for without any, there is the one action of that kind, and none of a kind that was not asked for.

    microsoft/vscode#53525: such a request comes when a file is saved.
    """
    (tmp_path / "brand.reachweaver.json").write_text(json.dumps(AD), encoding="utf-8")
    uri, wire = (tmp_path / "c.reachweaver.json").as_uri(), connect()
    wire.open(uri, HEAD + variant("a", "Sails") + "\n]}\n")
    assert [one["kind"] for one in actions(wire, uri, only=["source.fixAll"])] == ["source.fixAll.reachweaver"]
    assert actions(wire, uri, only=["refactor"]) == []


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_changes_in_one_message_follow_one_another(connect: Connect, encoding: str) -> None:
    """Each counts in the text that the one before left (yegappan/lsp#838, rust-lang/rust-analyzer#4153)."""
    wire = connect({"general": {"positionEncodings": [encoding]}})
    wire.open(
        "untitled:a",
        '{"campaign_id": "c", "variants": [\n{"platform": "x", "variant_id": "a", "text": "Off 20% today"}]}',
    )
    column = len('{"platform": "x", "variant_id": "a", "text": "')
    first = {"range": range_of((1, column), (1, column)), "text": "Now: "}
    second = {"range": range_of((1, column + 9), (1, column + 11)), "text": "25"}
    [found] = [one for one in wire.change("untitled:a", 2, first, second) if one["code"] == "unsupported_number"]
    assert found["range"] == range_of((1, column + 9), (1, column + 12))
    assert '"25%"' in found["message"]
