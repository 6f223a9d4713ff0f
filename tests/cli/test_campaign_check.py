"""`campaign-check`: one campaign with everything there is to say about it, its accounts' history included."""

from __future__ import annotations

import pytest

from reachweaver import grounding, history
from tests.cli.running import CommandLine, campaign
from tests.history_database import create

NAME = "spring.reachweaver.json"
TEXT = "Small drafts travel well, long drafts stay home."


def posting(account_id: str, text: str = TEXT) -> dict[str, object]:
    """A campaign of one variant that has an account."""
    content = campaign(text)
    content["variants"][0]["account_id"] = account_id
    return content


def database(run: CommandLine, *rows: dict[str, object]) -> str:
    """A history database of scheduled posts."""
    scheduled = {"account_id": "desk", "status": "scheduled", "scheduled_at": "2099-01-01T09:00:00Z"}
    return str(create(run.folder / "history.sqlite", [{**scheduled, **row} for row in rows]))


def test_without_a_history_the_report_is_that_of_claims_check(run: CommandLine) -> None:
    """No history is named, so the report has no history key and the same findings."""
    name = run.write(NAME, posting("desk", "Up 40%"))
    outcome = run("campaign-check", "--file", name, "--json")
    assert outcome == run("claims-check", name, "--json")
    assert "history" not in outcome.report


def test_an_earlier_post_is_named_but_not_quoted(run: CommandLine) -> None:
    """The finding has the post's id, status, date and platform; its text stands nowhere in the output."""
    history = database(run, {"platform": "mastodon", "text": TEXT.upper()})
    outcome = run("campaign-check", "--file", run.write(NAME, posting("desk")), "--history-db", history, "--json")
    assert outcome.report["variants"][0]["findings"] == [
        {
            "code": "history_near_duplicate",
            "severity": "warning",
            "message": (
                "Reads like this account's post 1 (scheduled, 2099-01-01): identical wording. Rewrite it, or leave it out."
            ),
            "span": None,
            "start": None,
            "end": None,
            "matched_evidence": [],
            "similarity": 1.0,
            "matched_post_id": 1,
            "matched_status": "scheduled",
            "matched_at": "2099-01-01T09:00:00Z",
            "matched_platform": "mastodon",
            "also_matched_post_ids": [],
        }
    ]
    assert outcome.report["history"] == {
        "settings": {"days": 30, "window_days": 7, "max_posts": 7, "duplicate_threshold": 0.6},
        "accounts": ["desk"],
        "posts_considered": 1,
        "excluded_same_campaign": 0,
        "truncated": False,
    }
    assert TEXT.upper() not in outcome.stdout
    assert outcome.status == 0


def test_flags_beat_the_settings_file(run: CommandLine) -> None:
    """What `reachweaver.toml` says holds where no flag speaks."""
    database(run, {"text": "Ink dries."})
    run.write("reachweaver.toml", '[history]\ndb = "history.sqlite"\ndays = 60\nmax_posts = 1\n')
    name = run.write(NAME, posting("desk"))
    report = run("campaign-check", "--file", name, "--json").report
    assert report["history"]["settings"] == {"days": 60, "window_days": 7, "max_posts": 1, "duplicate_threshold": 0.6}
    assert [finding["code"] for finding in report["variants"][0]["findings"]] == ["history_frequency"]

    arguments = ("--history-db", "history.sqlite", "--history-days", "9", "--history-max-posts", "2")
    report = run("campaign-check", "--file", name, "--json", *arguments).report
    assert report["history"]["settings"] == {"days": 9, "window_days": 7, "max_posts": 2, "duplicate_threshold": 0.6}
    assert report["variants"][0]["findings"] == []


@pytest.mark.parametrize("flag", ["--history-days", "--history-window-days", "--history-max-posts"])
def test_tuning_without_a_database_is_refused(run: CommandLine, flag: str) -> None:
    """A flag that would do nothing is an error."""
    assert (
        run.error("campaign-check", "--file", run.write(NAME, posting("desk")), flag, "3")
        == f"{flag} needs --history-db"
    )


@pytest.mark.parametrize(
    ("flag", "value"),
    [
        ("--history-days", "0"),
        ("--history-days", "366"),
        ("--history-days", "2.5"),
        ("--history-window-days", "-1"),
        ("--history-window-days", "٧"),
        ("--history-max-posts", "1001"),
        ("--history-max-posts", "many"),
    ],
)
def test_options_out_of_range_are_refused(run: CommandLine, flag: str, value: str) -> None:
    """The message says which numbers there are."""
    most = 1000 if flag == "--history-max-posts" else 365
    expected = f"argument {flag}: a whole number from 1 to {most} is needed, not '{value}'"
    error = run.error("campaign-check", "--file", NAME, "--history-db", "h.sqlite", f"{flag}={value}")
    assert error == f"{expected} (see: reachweaver campaign-check --help)"


def test_a_database_that_is_none_is_named(run: CommandLine) -> None:
    """The error names the file, and nothing is created."""
    name = run.write(NAME, posting("desk"))
    error = run.error("campaign-check", "--file", name, "--history-db", "none.sqlite")
    assert error == "none.sqlite: cannot open the database: No such file or directory"
    assert not (run.folder / "none.sqlite").exists()


def test_one_campaign_is_needed(run: CommandLine) -> None:
    """A folder is refused with a word about what to name."""
    assert run.error("campaign-check", "--file", str(run.folder)) == (
        f"{run.folder}: one campaign file is needed, but this is a folder"
    )


def test_people_read_the_same_findings(run: CommandLine) -> None:
    """Without --json the finding is printed as claims-check prints its own."""
    history = database(run, {"text": TEXT})
    outcome = run("campaign-check", "--file", run.write(NAME, posting("desk")), "--history-db", history)
    assert "warning[history_near_duplicate] Reads like this account's post 1" in outcome.stdout


@pytest.mark.parametrize("where", ["PostIndex", "_near_duplicates"])
def test_a_fault_in_the_history_checks_hides_nothing(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """The other checks' findings are reported, and the fault is named."""
    monkeypatch.setattr(grounding, "raise_check_errors", False)
    monkeypatch.setattr(history, where, lambda _: 1 / 0)
    name = run.write(NAME, posting("desk", "Up 40%"))
    outcome = run("campaign-check", "--file", name, "--history-db", database(run), "--json")
    assert [found["code"] for found in outcome.report["variants"][0]["findings"]] == ["unsupported_number"]
    assert outcome.report["failures"] == [
        {"code": "history_near_duplicate", "message": "The campaign: ZeroDivisionError: division by zero"}
    ]
    assert (outcome.status, outcome.report["history"]["posts_considered"]) == (2, 0)


def test_a_reviewed_repetition_no_longer_counts(run: CommandLine) -> None:
    """A whole-variant review of the history finding marks it and takes it out of the counts."""
    content = posting("desk")
    content["variants"][0]["reviewed"] = [{"code": "history_near_duplicate", "note": "wanted", "by": "ana"}]
    history = database(run, {"text": TEXT})
    report = run("campaign-check", "--file", run.write(NAME, content), "--history-db", history, "--json").report
    assert [finding["reviewed"] for finding in report["variants"][0]["findings"]] == [True]
    assert report["summary"] == {"error": 0, "review": 0, "warning": 0, "grounded": 0}
