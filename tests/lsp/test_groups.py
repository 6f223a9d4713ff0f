"""What is shown is kept from version to version: it is always what would be made from nothing, said in one piece or one by one."""

from __future__ import annotations

import json
import random

import pytest

from reachweaver_lsp import diagnostics as diagnostics_module
from reachweaver_lsp.diagnostics import diagnose
from reachweaver_lsp.shown import said
from tests.lsp.conftest import Connect
from tests.lsp.marked import evidence
from tests.lsp.wire import Wire, changed, position_of, replaced

URI = "untitled:groups"
EDITS = 150
PIECES = ["x", " ", " 9%", " the best", "\n", "\\n", '"', "\\", "{", "}, {", ",", "é🦀", "", "", "", ""]


def _text(*, evidence_first: bool, mixed: bool, indent: int | None) -> str:
    texts = [
        "Up 9% and 7%",
        "No claim at all",
        "Up 9% and 7% again",
        "5 users say the best",
        "5 users say the best one",
    ]
    variants: list[object] = [
        {"variant_id": f"v{number}", "platform": "x", "text": text, "evidence_ids": ["e"]}
        for number, text in enumerate(texts * 2)
    ]
    items: list[object] = [evidence("e", "It was 8%"), evidence("f", "It was 7%"), evidence("g", "9% of 5 users")]
    if mixed:
        variants[3:3] = ["no object", 7]
        items[1:1] = ["none either"]
    members: dict[str, object] = {"campaign_id": "c", "evidence": items, "variants": variants}
    if not evidence_first:
        members["evidence"] = members.pop("evidence")
    return json.dumps(members, indent=indent)


LAYOUTS = {
    "lines": _text(evidence_first=True, mixed=False, indent=1),
    "one line": _text(evidence_first=True, mixed=False, indent=None),
    "evidence behind": _text(evidence_first=False, mixed=False, indent=1),
    "evidence behind in one line": _text(evidence_first=False, mixed=False, indent=None),
    "not only objects": _text(evidence_first=True, mixed=True, indent=1),
    "not only objects in one line": _text(evidence_first=False, mixed=True, indent=None),
    "carriage returns": _text(evidence_first=False, mixed=False, indent=1).replace("\n", "\r"),
}


@pytest.mark.parametrize("most", [1000, 12])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_is_kept_is_what_would_be_made_anew(
    layout: str, most: int, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever somebody types, whatever it moves, and also where there are more findings than are shown."""
    monkeypatch.setattr(diagnostics_module, "MOST_DIAGNOSTICS", most)
    chance = random.Random(len(layout) + most)  # noqa: S311 (the same edits on every run)
    text = LAYOUTS[layout]
    wire = connect(root=None)
    wire.open(URI, text)
    at = len(text) // 2
    for version in range(2, EDITS):
        if chance.random() < 0.1:
            at = chance.randrange(len(text))
        start = min(max(at + chance.choice([0, 0, 0, -1, 1, -9, 9]), 0), len(text))
        end = min(start + chance.choice([0, 0, 0, 0, 1, 1, 2, 30]), len(text))
        new = chance.choice(PIECES)
        change = replaced(position_of(text, start), position_of(text, end), new)
        text, at = text[:start] + new + text[end:], start + len(new)
        if chance.random() < 0.1:  # back to where all is well
            change, text, at = {"text": LAYOUTS[layout]}, LAYOUTS[layout], min(at, len(LAYOUTS[layout]))
        wire.send(changed(URI, version, change))
        _assert_is_as_new(wire, one_by_one=chance.random() < 0.2)


def _assert_is_as_new(wire: Wire, *, one_by_one: bool) -> None:
    checks = wire.server.session.checks
    analysis = checks.analysis_of(wire.server.session.documents.require(URI))
    assert analysis is not None
    kept, new = checks.diagnosis_of(analysis), diagnose(analysis, "utf-16")
    assert b",".join(kept.said) == b",".join(new.said)
    if one_by_one:
        assert said(kept.shown) == b",".join(new.said)
        assert [one.start for one in kept.shown] == [one.start for one in new.shown]
