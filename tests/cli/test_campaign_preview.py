"""`reachweaver campaign-preview`: the terminal view, the JSON, the page, and the exit statuses of campaign-check."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import CommandLine
from tests.history_database import create

CLEAN: dict[str, Any] = {
    "campaign_id": "spring",
    "evidence": [{"id": "notes", "claim": "Planner 2.0 saves 30%.", "source_url": "https://example.org/notes"}],
    "variants": [
        {"variant_id": "x-1", "platform": "x", "account_id": "desk", "text": "Planner 2.0", "evidence_ids": ["notes"]}
    ],
}
WRONG: dict[str, Any] = {**CLEAN, "variants": [{**CLEAN["variants"][0], "text": "Planner saves 90%"}]}


def test_terminal(run: CommandLine) -> None:
    """Without flags the preview is printed for people, with the closing counts of every report."""
    run.write("spring.reachweaver.json", CLEAN)
    outcome = run("campaign-preview", "--file", "spring.reachweaver.json")
    assert (outcome.status, outcome.stderr) == (0, "")
    assert outcome.stdout.startswith("spring\n\nx-1  X, post, desk\n  confidence: high, stageable\n")
    assert "No findings in 1 campaign (1 claim grounded)." in outcome.stdout


def test_json(run: CommandLine) -> None:
    """With --json standard output is the report with what a preview adds."""
    run.write("spring.reachweaver.json", WRONG)
    outcome = run("campaign-preview", "--file", "spring.reachweaver.json", "--json")
    assert outcome.status == 2
    (variant,) = outcome.report["variants"]
    assert outcome.report["report"] == "claims"
    assert {key: variant[key] for key in ("text", "length", "limit", "capability", "confidence")} == {
        "text": "Planner saves 90%",
        "length": 17,
        "limit": 280,
        "capability": "stageable",
        "confidence": "low",
    }


def test_same_findings_as_campaign_check(run: CommandLine) -> None:
    """A preview says neither more nor less than campaign-check."""
    run.write(
        "spring.reachweaver.json", {**WRONG, "variants": [{"variant_id": "x", "platform": "x", "text": "x" * 281}]}
    )
    checked = run("campaign-check", "--file", "spring.reachweaver.json", "--json")
    shown = run("campaign-preview", "--file", "spring.reachweaver.json", "--json")
    added = ("text", "length", "limit", "capability", "confidence")
    variants = [
        {key: value for key, value in variant.items() if key not in added} for variant in shown.report["variants"]
    ]
    assert {**shown.report, "variants": variants} == checked.report
    assert shown.status == checked.status == 2


def test_history(run: CommandLine, tmp_path: Path) -> None:
    """With a database the history is looked at; its warnings leave the confidence alone."""
    run.write("spring.reachweaver.json", CLEAN)
    posts = [
        {"account_id": "desk", "text": "Planner 2.0", "status": "scheduled", "scheduled_at": "2099-01-01T09:00:00Z"}
    ]
    database = create(tmp_path / "history.sqlite", posts)
    outcome = run("campaign-preview", "--file", "spring.reachweaver.json", "--history-db", str(database), "--json")
    (variant,) = outcome.report["variants"]
    assert [finding["code"] for finding in variant["findings"]] == ["history_near_duplicate"]
    assert (variant["confidence"], outcome.report["history"]["posts_considered"]) == ("high", 1)


def test_tuning_needs_a_database(run: CommandLine) -> None:
    """The history's tuning flags without a database are an error."""
    run.write("spring.reachweaver.json", CLEAN)
    assert "--history-days needs --history-db" in run.error(
        "campaign-preview", "--file", "spring.reachweaver.json", "--history-days", "3"
    )


def test_page(run: CommandLine) -> None:
    """--html writes one page and says so; the status is still that of the campaign."""
    run.write("spring.reachweaver.json", WRONG)
    outcome = run("campaign-preview", "--file", "spring.reachweaver.json", "--html", "spring.html")
    assert (outcome.status, outcome.stderr) == (2, "")
    assert outcome.stdout.startswith("Wrote spring.html\n1 error in 1 campaign (0 claims grounded).\n")
    page = (run.folder / "spring.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>\n<html")
    assert "Planner saves " in page
    assert sorted(path.name for path in run.folder.iterdir()) == [".git", "spring.html", "spring.reachweaver.json"]


def test_page_and_json(run: CommandLine) -> None:
    """--html and --json go together: a page on disk, JSON alone on standard output."""
    run.write("spring.reachweaver.json", CLEAN)
    outcome = run("campaign-preview", "--file", "spring.reachweaver.json", "--html", "spring.html", "--json")
    assert outcome.report["campaign_id"] == "spring"
    assert (run.folder / "spring.html").exists()


def test_a_preview_may_be_replaced(run: CommandLine) -> None:
    """An earlier preview is replaced without a question; any other file only with --force."""
    run.write("spring.reachweaver.json", WRONG)
    arguments = ("campaign-preview", "--file", "spring.reachweaver.json", "--html", "spring.html")
    run(*arguments)
    run.write("spring.reachweaver.json", CLEAN)
    assert run(*arguments).status == 0
    assert "90%" not in (run.folder / "spring.html").read_text(encoding="utf-8")

    run.write("spring.html", "my own page")
    assert run.error(*arguments) == "spring.html: the file is there already; --force replaces it"
    assert (run.folder / "spring.html").read_text(encoding="utf-8") == "my own page"
    assert run(*arguments, "--force").status == 0


@pytest.mark.parametrize("target", ["spring.reachweaver.json", ".", "missing/spring.html", ""])
def test_page_that_cannot_be_written(run: CommandLine, target: str) -> None:
    """What can't be written, the campaign itself included, is one line and status 2; nothing is lost."""
    run.write("spring.reachweaver.json", CLEAN)
    before = (run.folder / "spring.reachweaver.json").read_text(encoding="utf-8")
    run.error("campaign-preview", "--file", "spring.reachweaver.json", "--html", target)
    assert (run.folder / "spring.reachweaver.json").read_text(encoding="utf-8") == before


@pytest.mark.parametrize("content", ["", "{", "[]", '{"variants": '])
def test_broken_file(run: CommandLine, content: str) -> None:
    """A file that is no JSON object is one line and status 2, and no page is written."""
    run.write("spring.reachweaver.json", content)
    assert run.error("campaign-preview", "--file", "spring.reachweaver.json", "--html", "spring.html")
    assert not (run.folder / "spring.html").exists()


def test_brand_is_found(run: CommandLine) -> None:
    """The brand beside the campaign holds, as for every command."""
    run.write("spring.reachweaver.json", CLEAN)
    run.write("brand.reachweaver.json", {"banned_phrases": ["planner"]})
    outcome = run("campaign-preview", "--file", "spring.reachweaver.json", "--json")
    assert outcome.report["variants"][0]["confidence"] == "low"
