"""The examples are what the documentation shows: each has a snapshot, and together they show every finding.

`UPDATE_SNAPSHOTS=1 pytest tests/test_examples.py` rewrites the snapshots; read the difference before committing it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from reachweaver.cli import main
from reachweaver.codes import CODES

ROOT = Path(__file__).resolve().parent.parent
SNAPSHOTS = Path(__file__).resolve().parent / "snapshots"
CAMPAIGN = "examples/campaign.reachweaver.json"
CLEAN = "examples/clean.reachweaver.json"
BRAND = ["--brand", "examples/brand.reachweaver.json"]

OTHER_COMMANDS = {"too_long", "history_near_duplicate", "history_frequency", "missing_on_landing"}
"""Codes of checks that claims-check does not run."""
ABOUT_RECEIPTS = {"excerpt_not_in_source", "unusable_receipt"}
"""Codes that need a receipt beside the campaign; docs/receipts.md shows them."""
CATEGORIES = {"quote", "testimonial", "partnership", "customer_count", "superlative", "feature"}


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command is typed at the checkout's top folder, without settings of the person's own."""
    monkeypatch.chdir(ROOT)
    for variable in ("REACHWEAVER_OPTOUT", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(variable, raising=False)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a run prints, once it is known that it said nothing on standard error."""
    main(["claims-check", *arguments])
    output = capsys.readouterr()
    assert output.err == ""
    return output.out


def report_of(capsys: pytest.CaptureFixture[str], name: str) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(printed(capsys, name, *BRAND, "--json"))
    return report


def findings_of(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [finding for variant in report["variants"] for finding in variant["findings"]] + report["findings"]


@pytest.mark.parametrize(
    ("form", "extension"), [("text", "txt"), ("json", "json"), ("sarif", "sarif"), ("github", "log")]
)
@pytest.mark.parametrize("name", [CAMPAIGN, CLEAN])
def test_an_example_prints_what_its_snapshot_says(
    name: str, form: str, extension: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each example's report is, in every format and to the byte, the one that was last looked at."""
    shown = printed(capsys, name, *BRAND, "--format", form)
    snapshot = SNAPSHOTS / f"{Path(name).name.partition('.')[0]}.{extension}"
    if os.environ.get("UPDATE_SNAPSHOTS") == "1":
        SNAPSHOTS.mkdir(exist_ok=True)
        snapshot.write_text(shown, encoding="utf-8")
    assert shown == snapshot.read_text(encoding="utf-8")


def test_the_documented_commands_end_as_documented() -> None:
    """The campaign with findings ends with 2, the one that was put right with 0 and without a finding left."""
    for name, status in ((CAMPAIGN, 2), (CLEAN, 0)):
        command = [sys.executable, "-m", "reachweaver", "claims-check", name, *BRAND]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (status, "")


def test_the_examples_work_by_themselves(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """From anywhere and without flags, the examples find their own settings, brand and opt-out list."""
    expected = printed(capsys, CAMPAIGN, *BRAND, "--json")
    monkeypatch.chdir(tmp_path)
    assert printed(capsys, str(ROOT / CAMPAIGN), "--json") == expected


def test_the_folder_holds_two_campaigns(capsys: pytest.CaptureFixture[str]) -> None:
    """Named as a folder, the examples are their two campaigns; brand and opt-out list are none."""
    reports = json.loads(printed(capsys, "examples", "--json"))
    assert [report["campaign_id"] for report in reports] == ["harborlight-0-9", "harborlight-0-9-final"]


def test_the_campaign_shows_every_finding(capsys: pytest.CaptureFixture[str]) -> None:
    """Every finding code of claims-check and every review category can be seen in the example."""
    findings = findings_of(report_of(capsys, CAMPAIGN))
    assert {finding["code"] for finding in findings} == {
        entry.code for entry in CODES
    } - OTHER_COMMANDS - ABOUT_RECEIPTS
    reviews = [finding for finding in findings if finding["code"] == "needs_human_review" and "reviewed" not in finding]
    assert {finding["category"] for finding in reviews} == CATEGORIES
    assert any("scope" in finding for finding in findings)
    assert any(finding.get("reviewed") for finding in findings)


def test_the_campaign_shows_every_severity_as_documented(capsys: pytest.CaptureFixture[str]) -> None:
    """A finding has the severity that the table of codes gives it."""
    severities = {(finding["code"], finding["severity"]) for finding in findings_of(report_of(capsys, CAMPAIGN))}
    shown = [entry for entry in CODES if entry.code not in OTHER_COMMANDS | ABOUT_RECEIPTS]
    assert severities == {(entry.code, entry.severity) for entry in shown}


def test_the_campaign_is_a_realistic_one(capsys: pytest.CaptureFixture[str]) -> None:
    """It has many variants on many platforms, every format, evidence of many kinds, clean variants, and escapes."""
    text = (ROOT / CAMPAIGN).read_text(encoding="utf-8")
    campaign = json.loads(text)
    report = report_of(capsys, CAMPAIGN)
    assert len(campaign["variants"]) >= 8
    assert len({variant["platform"] for variant in campaign["variants"]}) >= 6
    assert {variant.get("format", "post") for variant in campaign["variants"]} == {"post", "thread", "carousel_outline"}
    assert len({evidence["kind"] for evidence in campaign["evidence"]}) >= 5
    assert any(not variant["findings"] and variant["grounded"] for variant in report["variants"])
    assert Counter(grounded["type"] for variant in report["variants"] for grounded in variant["grounded"])["number"]
    assert "\\ud83d" in text
    assert "\\n" in text


def test_the_clean_campaign_keeps_only_what_was_reviewed(capsys: pytest.CaptureFixture[str]) -> None:
    """The campaign that was put right has one finding left, and a person has looked at it."""
    report = report_of(capsys, CLEAN)
    assert [(finding["code"], finding.get("reviewed")) for finding in findings_of(report)] == [
        ("needs_human_review", True)
    ]
    assert {key: report["summary"][key] for key in ("error", "review", "warning")} == {
        "error": 0,
        "review": 0,
        "warning": 0,
    }
