from __future__ import annotations

import contextlib
import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings, strategies as st

from reachweaver.cli import main
from tests.cli.test_any_input import ANYTHING, BODY, CAMPAIGN, objects

SIGNAL = objects(id=BODY, title=BODY, summary=BODY, url=st.just("https://example.org/a"), kind=BODY)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("project")
    (folder / "reachweaver.toml").touch()
    return folder


def run(*arguments: str) -> tuple[int, Any, list[str]]:
    """Status, the printed document (None when there is none) and the notices of a run that behaved."""
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        patch.dict("os.environ", REACHWEAVER_DEBUG="1"),
    ):
        status = main(list(arguments))
    assert status in (0, 2)
    notices = err.getvalue().splitlines()
    assert all(line.startswith(("reachweaver: error: ", "reachweaver: warning: ")) for line in notices)
    return status, json.loads(out.getvalue()) if out.getvalue() else None, notices


def written(folder: Path, content: object) -> str:
    """The file that the content is written to; half characters are left as they are, as escapes."""
    path = folder / "campaign.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return str(path)


@settings(max_examples=100)
@given(CAMPAIGN, st.sampled_from(["json", "csv", "markdown"]))
def test_every_variant_is_exported_or_refused(project: Path, campaign: object, form: str) -> None:
    """Whatever the campaign holds: each variant is in the file or among the refused, and the status says which."""
    out = project / "out"
    status, result, notices = run(
        *("campaign-export", "--file", written(project, campaign), "--out", str(out)),
        *("--format", form, "--force", "--json"),
    )
    if result is None:
        assert (status, len(notices)) == (2, 1)
        return
    variants = campaign.get("variants") if isinstance(campaign, dict) else None
    count = len(variants) if isinstance(variants, list) else 0
    assert len(result["exported"]) + len(result["refused"]) == count
    assert (status == 0) == (not result["refused"] and not result["findings"])
    assert (result["file"] is not None) == bool(result["exported"])
    if result["file"] and form == "json":
        exported = json.loads(Path(result["file"]).read_text(encoding="utf-8"))["variants"]
        assert [variant["variant_id"] for variant in exported] == result["exported"]


@settings(max_examples=100)
@given(CAMPAIGN)
def test_every_variant_is_staged_or_refused(project: Path, campaign: object) -> None:
    """Whatever the campaign holds: each variant is a draft or among the refused; a second run changes nothing."""
    db = project / "h.sqlite"
    for path in project.glob("h.sqlite*"):
        path.unlink()
    arguments = ("campaign-stage", "--file", written(project, campaign), "--db", str(db), "--json")
    _, result, notices = run(*arguments)
    if result is None:
        assert len(notices) == 1
        return
    posts = [post["variant_id"] for post in result["posts"]]
    if not posts:
        assert not db.exists()
        return
    with closing(sqlite3.connect(db)) as connection:
        rows = connection.execute("SELECT variant_id, text, status FROM posts ORDER BY id").fetchall()
    assert isinstance(campaign, dict)
    texts: dict[object, object] = {}
    for variant in campaign["variants"]:
        if isinstance(variant, dict) and isinstance(variant.get("variant_id"), str):
            texts.setdefault(variant["variant_id"], variant.get("text"))
    assert rows == [(variant_id, texts[variant_id], "draft") for variant_id in posts]
    before = db.read_bytes()
    _, again, _ = run(*arguments)
    assert [post["outcome"] for post in again["posts"]] == ["unchanged"] * len(posts)
    assert again["refused"] == result["refused"]
    assert db.read_bytes() == before


@settings(max_examples=100)
@given(CAMPAIGN, st.binary(), st.sampled_from(["page.html", "page.md", "page"]))
def test_any_page_is_looked_at(project: Path, campaign: object, content: bytes, name: str) -> None:
    """Whatever campaign and page hold, there is a report whose counts add up, or one line."""
    (project / name).write_bytes(content)
    _, report, notices = run(
        "landing-check", "--file", written(project, campaign), "--page", str(project / name), "--json"
    )
    if report is None:
        assert notices[-1].startswith("reachweaver: error: ")
        return
    counts = report["landing"]
    missing = [
        finding
        for variant in report["variants"]
        for finding in variant["findings"]
        if finding["code"] == "missing_on_landing"
    ]
    assert counts["missing"] == len(missing) == counts["looked_for"] - counts["found"]


@settings(max_examples=100)
@given(st.one_of(SIGNAL, ANYTHING))
def test_any_signal_makes_a_valid_campaign_or_none(project: Path, signal: object) -> None:
    """Whatever a signal holds, there is a campaign without findings, or one line."""
    status, campaign, notices = run("signal-brief", written(project, signal))
    if campaign is None:
        assert (status, notices[-1].startswith("reachweaver: error: ")) == (2, True)
        return
    status, report, _ = run("campaign-check", "--file", written(project, campaign), "--json")
    assert status == 0
    assert report["summary"] == {"error": 0, "review": 0, "warning": 0, "grounded": 0}
