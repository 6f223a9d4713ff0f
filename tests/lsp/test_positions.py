"""Where findings stand: exactly on the characters that spell their words, in every encoding."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.conftest import Connect
from tests.lsp.marked import ranges, unmarked
from tests.lsp.wire import ENCODINGS, replaced

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("positions.json").read_text(encoding="utf-8"))
CODES = {"unsupported_number", "unsupported_release", "banned_phrase"}


def place(found: dict[str, Any]) -> tuple[int, int]:
    return found["start"]["line"], found["start"]["character"]


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["about"])
def test_a_finding_stands_on_its_words(connect: Connect, tmp_path: Path, case: dict[str, Any], encoding: str) -> None:
    """The range is that of the marked characters: escapes whole, quotes left out, columns as the client counts them."""
    if case["brand"] is not None:
        (tmp_path / "brand.reachweaver.json").write_text(json.dumps(case["brand"]), encoding="utf-8")
    wire = connect({"general": {"positionEncodings": [encoding]}})
    diagnostics = wire.open((tmp_path / "c.reachweaver.json").as_uri(), unmarked(case["source"]))
    found = [one["range"] for one in diagnostics if one["code"] in CODES]
    assert sorted(found, key=place) == ranges(case["source"], encoding)


@pytest.mark.parametrize(("encoding", "start", "end"), [("utf-8", 38, 41), ("utf-16", 34, 37), ("utf-32", 32, 35)])
def test_columns_are_what_an_editor_shows(connect: Connect, encoding: str, start: int, end: int) -> None:
    """One example in plain figures: two crabs are eight bytes, four UTF-16 units and two code points."""
    text = '{"campaign_id": "c", "variants": [\n    {"variant_id": "a",\n"platform": "x", "text": "🦀🦀 ab 37%"}]}'
    wire = connect({"general": {"positionEncodings": [encoding]}})
    [found] = [one for one in wire.open("untitled:a", text) if one["code"] == "unsupported_number"]
    assert found["range"] == {"start": {"line": 2, "character": start}, "end": {"line": 2, "character": end}}


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_very_long_line_changes_nothing(connect: Connect, encoding: str) -> None:
    """Thousands of characters of all widths before the words, and an edit among them."""
    noise = "ab, 🐚 é 語 " * 2000
    source = f'{{"campaign_id":"c","variants":[{{"variant_id":"a","platform":"newsletter","text":"{noise}⟦58%⟧ 🐚 ⟦412⟧"}}]}}'
    wire = connect({"general": {"positionEncodings": [encoding]}})
    wire.open("untitled:a", unmarked(source).replace("ab, ", "abc, ", 1))
    column = source.index("abc, ".replace("c", "")) + 2
    diagnostics = wire.change("untitled:a", 2, replaced((0, column), (0, column + 1), ""))
    assert [one["range"] for one in diagnostics if one["code"] in CODES] == ranges(source, encoding)
