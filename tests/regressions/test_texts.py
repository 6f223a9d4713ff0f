"""Texts that other tools read wrongly, one or more for each public report: what is found in them, and where.

`texts.json` has the bodies of a campaign's variants, or a whole file. Findings stand between ⟦ and ⟧, words that the
evidence has between ⟪ and ⟫; findings about a whole variant are listed. `tests/README.md` lists the reports.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from reachweaver.brand import Brand, read_brand
from reachweaver.campaign import read_campaign
from reachweaver.claims import check_campaign
from reachweaver.json_spans import Span, read
from reachweaver.locate import spans_of
from reachweaver.optout import OptOut
from reachweaver.report import Finding
from tests.lsp.conftest import Connect
from tests.lsp.marked import evidence, ranges
from tests.lsp.wire import ENCODINGS

CASES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("texts.json").read_text(encoding="utf-8"))
IDS = [f"{case['report']} {case['about']}" for case in CASES]


def source_of(case: dict[str, Any]) -> str:
    """The campaign file, marks included."""
    if "file" in case:
        return str(case["file"])
    items = [evidence(f"e{number}", claim) for number, claim in enumerate(case.get("evidence", ()))]
    cited = {"evidence_ids": [item["id"] for item in items]} if items else {}
    variants = [
        {"variant_id": f"v{number}", "platform": "newsletter", "text": text, **cited}
        for number, text in enumerate(case["texts"], start=1)
    ]
    call = {"cta_url": case["cta_url"]} if "cta_url" in case else {}
    content = {"campaign_id": "c", **call, "evidence": items, "variants": variants}
    return json.dumps(content, ensure_ascii=False, indent=2)


def without(marks: str, text: str) -> str:
    return re.sub(f"[{marks}]", "", text)


def marked(marks: str, text: str) -> list[Span]:
    """Spans between two marks in the text without any marks."""
    found, opened = [], 0
    for number, mark in enumerate(re.finditer("[⟦⟧⟪⟫]", text)):
        if mark[0] == marks[0]:
            opened = mark.start() - number
        elif mark[0] == marks[1]:
            found.append(Span(opened, mark.start() - number))
    return found


def about_whole(finding: Finding) -> list[Any]:
    other = [finding.other_variant_id] if finding.other_variant_id else None
    return [finding.code, other or list(finding.hashtags or ())]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_the_engine(case: dict[str, Any]) -> None:
    """Exactly the marked places are found or grounded, and nothing else is said of a variant."""
    source = source_of(case)
    campaign = read_campaign(read(without("⟦⟧⟪⟫", source)))
    brand: Brand = read_brand(read(json.dumps(case.get("brand", {})))).brand
    report = check_campaign(campaign, brand=brand, optout=OptOut(handles=tuple(case.get("optout", ()))))
    places: list[tuple[Span, str]] = []
    whole: list[list[Any]] = []
    for variant in report.variants:
        found = [finding for finding in variant.findings if finding.path is None]
        whole += [about_whole(finding) for finding in found if finding.start is None]
        places += [
            (spans_of(campaign, variant.index, finding)[0], finding.code)
            for finding in found
            if finding.start is not None
        ]
    expected = zip(marked("⟦⟧", source), case.get("codes", ()), strict=True)
    assert places == [one for one in expected if one[1] != "invalid_json"]
    assert whole == case.get("whole", [])
    words = [(grounded.type, grounded.span) for variant in report.variants for grounded in variant.grounded]
    text = without("⟦⟧⟪⟫", source)
    spans = [text[span.start : span.end] for span in marked("⟪⟫", source)]
    assert words == list(zip(case.get("grounded", ()), spans, strict=True))


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_the_editor(connect: Connect, tmp_path: Path, case: dict[str, Any], encoding: str) -> None:
    """The same places in the columns of every encoding, and an error in the JSON where the engine says it is."""
    (tmp_path / "brand.reachweaver.json").write_text(json.dumps(case.get("brand", {})), encoding="utf-8")
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "optout.json").write_text(json.dumps(case.get("optout", [])), encoding="utf-8")
    source = without("⟪⟫", source_of(case))
    wire = connect({"general": {"positionEncodings": [encoding]}})
    shown = wire.open((tmp_path / "c.reachweaver.json").as_uri(), without("⟦⟧", source))
    expected = list(zip(case.get("codes", ()), ranges(source, encoding), strict=True))
    kinds = {code for code, _ in expected} | {"unsupported_number", "banned_phrase", "needs_human_review"}
    found = [(one["code"], one["range"]) for one in shown if one["code"] in kinds]
    assert sorted(found, key=_place) == expected
    assert [one["code"] for one in shown].count("invalid_json") <= 1


def _place(found: tuple[str, dict[str, Any]]) -> tuple[int, int]:
    start = found[1]["start"]
    return start["line"], start["character"]
