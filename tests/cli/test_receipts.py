from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import receipt_files
from tests.cli.running import ROOT, CommandLine, run_process
from tests.receipt_files import KEY, TAKEN, URL, campaign, stored

NAME = "spring.reachweaver.json"
GOOD, BAD = "takes 30% less time", "takes 40% less time"
NOT_THERE = (
    'Evidence "e2": the excerpt does not stand word for word on the page as it was read on 2027-03-01T08:30:00Z'
    " (receipts/a.json). Quote the page's own words, or look the source up again."
)
MISSING = (
    'Evidence "e3": the receipt "receipts/none.json" shows nothing. Cannot read the file: No such file or directory.'
    ' Look the source up again, or take "receipt" out.'
)
ITEMS: tuple[dict[str, Any], ...] = (
    {"excerpt": GOOD, "receipt": "receipts/a.json"},
    {"excerpt": BAD, "receipt": "receipts/a.json"},
    {"excerpt": GOOD, "receipt": "receipts/none.json"},
    {"receipt": "receipts/a.json"},
    {"excerpt": BAD},
)


@pytest.fixture
def run_beside(run: CommandLine) -> CommandLine:
    """The command line in a folder with a campaign of five evidence items, one receipt, and one that is missing."""
    run.write(NAME, campaign(*ITEMS))
    receipt_files.write(run.folder, "receipts/a.json", stored())
    return run


def finding(code: str, message: str, path: str) -> dict[str, Any]:
    empty: dict[str, Any] = {"span": None, "start": None, "end": None, "matched_evidence": []}
    return {"code": code, "severity": "warning", "message": message, **empty, "path": path}


FINDINGS = [
    finding("excerpt_not_in_source", NOT_THERE, "/evidence/1/excerpt"),
    finding("unusable_receipt", MISSING, "/evidence/2/receipt"),
]


def test_findings_and_what_each_receipt_shows(run_beside: CommandLine) -> None:
    """A warning on the excerpt, one on the receipt that is not there; the rest is in the report; nothing blocks."""
    outcome = run_beside("claims-check", NAME, "--json")
    assert (outcome.status, outcome.stderr) == (0, "")
    report = outcome.report
    assert report["findings"] == FINDINGS
    assert report["summary"]["warning"] == 2
    signed = {"url": URL, "taken": TAKEN, "key_id": KEY.key_id, "signature": "valid"}
    assert report["receipts"] == [
        {"evidence_id": "e1", "receipt": "receipts/a.json", "excerpt": "in_source", **signed},
        {"evidence_id": "e2", "receipt": "receipts/a.json", "excerpt": "not_in_source", **signed},
        {
            "evidence_id": "e3",
            "receipt": "receipts/none.json",
            "excerpt": "unusable",
            "reason": "Cannot read the file: No such file or directory.",
        },
        {"evidence_id": "e4", "receipt": "receipts/a.json", "excerpt": "no_excerpt", **signed},
    ]


@pytest.mark.parametrize("command", [("claims-check",), ("campaign-check", "--file"), ("campaign-preview", "--file")])
def test_every_report_says_the_same(run_beside: CommandLine, command: tuple[str, ...]) -> None:
    """The commands that print a report find the same, and several processes find what one does."""
    report = run_beside(*command, NAME, "--json").report
    expected = run_beside("claims-check", NAME, "--json").report
    assert (report["findings"], report["receipts"]) == (FINDINGS, expected["receipts"])


def test_several_processes(run_beside: CommandLine) -> None:
    """With --jobs the report is the same."""
    run_beside.write("other.reachweaver.json", campaign({"excerpt": BAD, "receipt": "receipts/a.json"}))
    one = run_beside("claims-check", ".", "--json").stdout
    several = run_process("claims-check", ".", "--json", "--jobs", "2", folder=run_beside.folder)
    assert several.stdout.decode() == one
    assert [[f["code"] for f in report["findings"]] for report in json.loads(one)] == [
        ["excerpt_not_in_source"],
        ["excerpt_not_in_source", "unusable_receipt"],
    ]


def test_for_people_and_machines(run_beside: CommandLine) -> None:
    """Text, SARIF and annotations stand at the excerpt and at the receipt's name."""
    run_beside.write(NAME, json.dumps(campaign(*ITEMS), indent=1))
    lines = (run_beside.folder / NAME).read_text().splitlines()
    excerpt = next(number for number, line in enumerate(lines, 1) if BAD in line)
    receipt = next(number for number, line in enumerate(lines, 1) if "none.json" in line)

    text = run_beside("claims-check", NAME).stdout
    assert f"{NAME}:{excerpt}:15: warning[excerpt_not_in_source] {NOT_THERE}\n" in text
    assert f"{NAME}:{receipt}:15: warning[unusable_receipt] {MISSING}\n" in text

    log = run_beside("claims-check", NAME, "--format", "github").stdout.splitlines()
    assert [line.partition(",title")[0] for line in log[:2]] == [
        f"::warning file={NAME},line={excerpt},endLine={excerpt},col=15,endColumn=36",
        f"::warning file={NAME},line={receipt},endLine={receipt},col=15,endColumn=35",
    ]

    results = run_beside("claims-check", NAME, "--format", "sarif").report["runs"][0]["results"]
    assert [(one["ruleId"], one["locations"][0]["physicalLocation"]["region"]["startLine"]) for one in results] == [
        ("excerpt_not_in_source", excerpt),
        ("unusable_receipt", receipt),
    ]


def test_a_broken_receipt_hides_nothing(run: CommandLine) -> None:
    """Whatever a receipt file holds, the command ends as usual and its other findings are there."""
    content = campaign({"excerpt": GOOD, "receipt": "receipts/a.json"})
    content["variants"][0]["text"] = "Plans are saved in 7 minutes."
    run.write(NAME, content)
    for broken in ("", "{", "[" * 50_000, "[]", '{"signed": {"v": 1}}', "\0", stored(more={"blocks": [1]})):
        receipt_files.write(run.folder, "receipts/a.json", broken)
        outcome = run("claims-check", NAME, "--json")
        assert (outcome.status, outcome.stderr) == (2, "")
        assert [one["code"] for one in outcome.report["findings"]] == ["unusable_receipt"]
        assert [one["code"] for one in outcome.report["variants"][0]["findings"]] == ["unsupported_number"]


def test_a_receipt_of_another_page_shows_nothing(run: CommandLine) -> None:
    """A source_url that was changed afterwards is noticed."""
    run.write(NAME, campaign({"excerpt": GOOD, "receipt": "receipts/a.json", "source_url": f"{URL}?v=2"}))
    receipt_files.write(run.folder, "receipts/a.json", stored())
    [found] = run("claims-check", NAME, "--json").report["findings"]
    assert found["message"] == (
        f'Evidence "e1": the receipt "receipts/a.json" shows nothing. It is the receipt of another page, "{URL}".'
        ' Look the source up again, or take "receipt" out.'
    )


def test_warnings_keep_nothing_from_going_out(run: CommandLine) -> None:
    """Export is not held up by an excerpt."""
    run.write(NAME, campaign({"excerpt": BAD, "receipt": "receipts/a.json"}))
    receipt_files.write(run.folder, "receipts/a.json", stored())
    run.write("brand.json", {"name": "B"})
    outcome = run("campaign-export", "--file", NAME, "--brand", "brand.json", "--out", "out")
    assert (outcome.status, outcome.stderr) == (0, "")


def test_standard_input_has_nothing_beside_it(run_beside: CommandLine) -> None:
    """A campaign that is no file has no folder in which its receipts could stand."""
    content = (run_beside.folder / NAME).read_bytes()
    done = subprocess.run(
        [sys.executable, "-m", "reachweaver", "claims-check", "-", "--json"],
        cwd=run_beside.folder,
        input=content,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    report = json.loads(done.stdout)
    assert (report["findings"], "receipts" in report) == ([], False)


def test_without_the_extra_packages_hashes_are_still_checked(run_beside: CommandLine, tmp_path: Path) -> None:
    """Without cryptography the findings are the same, and the report says that no signature was checked."""
    (tmp_path / "blocked").mkdir()
    (tmp_path / "blocked" / "cryptography.py").write_text("raise ImportError('not installed', name='cryptography')")
    receipt_files.write(run_beside.folder, "receipts/b.json", stored(more={"markdown": "changed"}))
    content = campaign(*ITEMS[:2], {"excerpt": GOOD, "receipt": "receipts/b.json"})
    run_beside.write(NAME, content)
    done = subprocess.run(
        [sys.executable, "-m", "reachweaver", "claims-check", NAME, "--json"],
        cwd=run_beside.folder,
        env={"PYTHONPATH": f"{tmp_path / 'blocked'}:{ROOT}"},
        capture_output=True,
        check=True,
    )
    report = json.loads(done.stdout)
    assert [one["code"] for one in report["findings"]] == ["excerpt_not_in_source", "unusable_receipt"]
    assert [one.get("signature") for one in report["receipts"]] == ["not_checked", "not_checked", None]


def test_what_source_check_stores_is_found_good(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the look-up to the check: stored, named, and then checked without the page."""
    from tests.lookup.web import serving

    monkeypatch.setattr("reachweaver.commands.source_check.POLITE_PAUSE", 0.0)
    page = (ROOT / "tests" / "lookup" / "pages" / "release-notes.html").read_text(encoding="utf-8")
    with serving() as web:
        web.page("/notes", page)
        source = {"claim": "Planner saves a plan in 30% less time", "source_url": web.url("/notes")}
        run.write(
            NAME,
            campaign(
                {**source, "excerpt": "saves a plan in 30% less time"}, {**source, "excerpt": "saves a plan in 3%"}
            ),
        )
        stored_ = run("source-check", "--file", NAME, "--write-receipts", "--allow-private")
        assert stored_.status == 0
    report = run("claims-check", NAME, "--json").report
    assert [(one["receipt"], one["excerpt"], one["signature"]) for one in report["receipts"]] == [
        ("receipts/e1.json", "in_source", "valid"),
        ("receipts/e2.json", "not_in_source", "valid"),
    ]
    assert [one["path"] for one in report["findings"]] == ["/evidence/1/excerpt"]


def test_the_preview_says_it_beside_the_evidence(run_beside: CommandLine) -> None:
    """On the terminal and in the page, for each item that a variant cites: what, when, and by which key."""
    signed = f"Read 2027-03-01 08:30:00 UTC, signed by {KEY.key_id}."
    expected = {
        "in_source": f"The excerpt stands on the page word for word. {signed}",
        "not_in_source": f"The excerpt does not stand on the page word for word. {signed}",
        "unusable": "The receipt cannot be used: Cannot read the file: No such file or directory.",
        "no_excerpt": f"There is no excerpt to look for on the page. {signed}",
    }
    text = run_beside("campaign-preview", "--file", NAME).stdout
    assert [line for line in text.splitlines() if line.startswith("    receipt ")] == [
        f"    receipt {words}" for words in expected.values()
    ]
    run_beside("campaign-preview", "--file", NAME, "--html", "page.html")
    page = (run_beside.folder / "page.html").read_text(encoding="utf-8")
    for excerpt, words in expected.items():
        assert f'<p class="receipt {excerpt}" data-excerpt="{excerpt}">{words}</p>' in page
    assert page.count('class="receipt ') == len(expected)


def test_a_receipt_can_run_nothing_in_the_page(run: CommandLine) -> None:
    """What a hostile receipt says is text, on the terminal as well."""
    evil = "https://example.org/<script>alert(1)</script>\x1b[31m"
    run.write(NAME, campaign({"excerpt": GOOD, "receipt": "receipts/a.json"}))
    receipt_files.write(run.folder, "receipts/a.json", stored(url=evil))
    run("campaign-preview", "--file", NAME, "--html", "page.html")
    page = (run.folder / "page.html").read_text(encoding="utf-8")
    assert "https://example.org/&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script" not in page
    assert "\x1b" not in run("campaign-preview", "--file", NAME).stdout
