from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from reachweaver.commands import campaign_stage
from tests.cli.running import CommandLine, campaign, run_process
from tests.history_database import SCHEMA

NAME = "spring.reachweaver.json"
DB = "state/h.sqlite"


def rows(run: CommandLine, query: str = "SELECT variant_id, text, status FROM posts ORDER BY id") -> list[Any]:
    """What the database holds."""
    with closing(sqlite3.connect(run.folder / DB)) as connection:
        return connection.execute(query).fetchall()


def change(run: CommandLine, statement: str) -> None:
    """Change the database as another program would."""
    with closing(sqlite3.connect(run.folder / DB)) as connection:
        connection.executescript(statement)


def stage(run: CommandLine, content: object, *more: str) -> Any:
    """Write the campaign and stage it."""
    return run("campaign-stage", "--file", run.write(NAME, content), "--db", DB, *more)


def test_posts_become_drafts(run: CommandLine) -> None:
    """The database is made, each post is a draft with an event, and what happened is said in a few lines."""
    outcome = stage(run, campaign("One.", "Two."))
    assert outcome == (
        0,
        f"Made the database {DB}.\nStaged 2 drafts in {DB}; nothing is published.\n  v1: new post 1\n  v2: new post 2\n",
        "",
    )
    assert rows(run) == [("v1", "One.", "draft"), ("v2", "Two.", "draft")]
    assert rows(run, "SELECT post_id, event FROM audit_events") == [(1, "staged"), (2, "staged")]
    assert rows(run, "SELECT DISTINCT campaign, platform, account_id FROM posts") == [("spring", "linkedin", None)]


def test_again_there_is_nothing_to_do(run: CommandLine) -> None:
    """A second run is status 0 and changes no byte of the database."""
    stage(run, campaign("One.", "Two."))
    before = (run.folder / DB).read_bytes()
    assert stage(run, campaign("One.", "Two.")) == (0, "Nothing to do: the database says what the file says.\n", "")
    assert (run.folder / DB).read_bytes() == before


def test_a_changed_text_updates_its_draft(run: CommandLine) -> None:
    """Only the draft whose text is new is touched, and a new variant is added."""
    stage(run, campaign("One.", "Two."))
    outcome = stage(run, campaign("One.", "Two, really.", "Three."))
    assert outcome.stdout == (
        f"Staged 2 drafts in {DB}; nothing is published.\n  v2: updated post 2\n  v3: new post 3\n1 post unchanged.\n"
    )
    assert [text for _, text, _ in rows(run)] == ["One.", "Two, really.", "Three."]
    assert rows(run, "SELECT post_id, event FROM audit_events ORDER BY id")[2:] == [(2, "updated"), (3, "staged")]


def test_a_variant_that_left_the_file_stays_a_draft(run: CommandLine) -> None:
    """Nothing is ever deleted."""
    stage(run, campaign("One.", "Two."))
    assert stage(run, campaign("One.")).status == 0
    assert len(rows(run)) == 2


@pytest.mark.parametrize("status", ["approved", "published", "cancelled"])
def test_a_post_past_draft_is_left_alone_and_named(run: CommandLine, status: str) -> None:
    """What the file says now is refused by name; as long as it says the same, the post is only named."""
    stage(run, campaign("One.", "Two."))
    change(run, f"UPDATE posts SET status = '{status}' WHERE id = 1")  # noqa: S608
    outcome = stage(run, campaign("One, really.", "Two."))
    assert (outcome.status, outcome.stderr) == (2, "")
    assert outcome.stdout == (
        "Nothing was staged.\n"
        "1 post unchanged.\n"
        "\n"
        "Refused: v1\n"
        f'  past_draft: Post 1 is "{status}", no draft any more, so it keeps what it says. The file says something else.\n'
    )
    assert rows(run) == [("v1", "One.", status), ("v2", "Two.", "draft")]
    assert stage(run, campaign("One.", "Two.")) == (
        0,
        f'Nothing to do: the database says what the file says.\n  v1: post 1 is "{status}" already\n',
        "",
    )


def test_only_posts_without_errors_are_staged(run: CommandLine) -> None:
    """Threads and carousels are `preview_only`, errors are named, and the others are staged in the file's order."""
    content = campaign("One.", "Up 40%", "Three.")
    content["variants"][1:1] = [
        {"variant_id": "thread", "platform": "x", "format": "thread", "parts": ["a"]},
        {"variant_id": "slides", "platform": "linkedin", "format": "carousel_outline", "slides": ["a"]},
        {"variant_id": "bad", "platform": "x", "format": "thread", "parts": ["9%"]},
        {"variant_id": "long", "platform": "x", "text": "Words " * 60},
        {"platform": "x", "text": "Nameless."},
        {"variant_id": "v1", "platform": "x", "text": "The same name."},
        {"variant_id": "empty", "platform": "x", "text": ""},
    ]
    outcome = stage(run, content, "--json")
    assert (outcome.status, outcome.stderr) == (2, "")
    report = outcome.report
    assert report["posts"] == [
        {"variant_id": "v1", "post_id": 1, "status": "draft", "outcome": "staged"},
        {"variant_id": "v3", "post_id": 2, "status": "draft", "outcome": "staged"},
    ]
    assert [
        (refusal["index"], refusal["variant_id"], [reason["code"] for reason in refusal["reasons"]])
        for refusal in report["refused"]
    ] == [
        (1, "thread", ["preview_only"]),
        (2, "slides", ["preview_only"]),
        (3, "bad", ["unsupported_number", "preview_only"]),
        (4, "long", ["too_long"]),
        (5, None, ["invalid_campaign"]),
        (6, "v1", ["invalid_campaign"]),
        (7, "empty", ["empty_text"]),
        (8, "v2", ["unsupported_number"]),
    ]
    assert report["refused"][0]["reasons"][0]["message"] == (
        "A thread for X can be previewed and exported, but not staged."
    )
    assert {key: report[key] for key in ("report", "campaign_id", "db", "findings")} == {
        "report": "staging",
        "campaign_id": "spring",
        "db": DB,
        "findings": [],
    }
    assert rows(run) == [("v1", "One.", "draft"), ("v3", "Three.", "draft")]


@pytest.mark.parametrize("campaign_id", ["absent", "", "  ", 7, "half \ud83d"])
def test_without_a_campaign_id_nothing_is_staged(run: CommandLine, campaign_id: object) -> None:
    """Posts that could not be told from another campaign's are refused by name, and no database is made."""
    content = campaign("One.", campaign_id=campaign_id)
    if campaign_id == "absent":
        del content["campaign_id"]
    outcome = stage(run, content)
    assert outcome.status == 2
    assert outcome.stdout.startswith("Nothing was staged.\n\nRefused: v1\n")
    assert not (run.folder / "state").exists()


def test_everything_of_a_post_is_kept(run: CommandLine) -> None:
    """Account, platform, time and every character of the text stand in the row; the row is dated now, in UTC."""
    content = campaign("Ünï 🚀\n\ttabs, “quotes” ")
    content["variants"][0] |= {
        "account_id": "desk",
        "platform": "mastodon",
        "scheduled_at": "2027-04-01T09:00:00+02:00",
    }
    assert stage(run, content).status == 0
    ((text, *others, created_at),) = rows(run, "SELECT text, account_id, platform, scheduled_at, created_at FROM posts")
    assert text == "Ünï 🚀\n\ttabs, “quotes” "
    assert others == ["desk", "mastodon", "2027-04-01T09:00:00+02:00"]
    assert rows(run, "SELECT at FROM audit_events") == [(created_at,)]
    assert created_at.endswith("Z")
    assert len(created_at) == len("2027-03-01T08:30:00Z")


def test_the_same_variant_of_two_campaigns_is_two_posts(run: CommandLine) -> None:
    """Posts are told apart by campaign and variant."""
    stage(run, campaign("One."))
    stage(run, campaign("One.", campaign_id="autumn"))
    assert rows(run, "SELECT campaign, variant_id FROM posts ORDER BY id") == [("spring", "v1"), ("autumn", "v1")]


def test_another_programs_database_is_an_error(run: CommandLine) -> None:
    """It is named in one line, and stays as it is."""
    (run.folder / "state").mkdir()
    change(run, "CREATE TABLE songs(id)")
    run.write(NAME, campaign("One."))
    error = run.error("campaign-stage", "--file", NAME, "--db", DB, "--json")
    assert error == f'{DB}: this database is another program\'s: it has no table "posts"'
    assert run.error("campaign-stage", "--file", NAME, "--db", NAME) == f"{NAME}: this is not an SQLite database"
    assert run.error("campaign-stage", "--file", NAME, "--db", "") == ".: expected a database file"
    assert run.error("campaign-stage", "--file", NAME).startswith("the following arguments are required: --db")


def test_a_database_named_in_the_settings_is_only_for_the_history(run: CommandLine) -> None:
    """Staging reads no history: a database that reachweaver.toml names may be missing."""
    run.write("reachweaver.toml", '[history]\ndb = "absent.sqlite"\n')
    assert stage(run, campaign("One.")).status == 0


def test_a_database_made_by_hand_is_used(run: CommandLine) -> None:
    """The contract's tables are enough."""
    (run.folder / "state").mkdir()
    change(run, SCHEMA)
    assert stage(run, campaign("One.")).stdout.startswith("Staged 1 draft in ")
    assert rows(run) == [("v1", "One.", "draft")]


def test_check_finds_what_was_staged(run: CommandLine) -> None:
    """Another campaign with the same words for the same account is warned about the draft."""
    text = "Small drafts travel well, long drafts stay home."
    content = campaign(text)
    content["variants"][0]["account_id"] = "desk"
    stage(run, content)
    other = run.write("other.reachweaver.json", {**content, "campaign_id": "autumn"})
    report = run("campaign-check", "--file", other, "--history-db", DB, "--json").report
    assert [finding["code"] for finding in report["variants"][0]["findings"]] == ["history_near_duplicate"]
    own = run("campaign-check", "--file", NAME, "--history-db", DB, "--json").report
    assert own["history"]["excluded_same_campaign"] == 1


@pytest.mark.e2e
def test_two_commands_at_once_stage_each_post_once(tmp_path: Path) -> None:
    """Several processes that stage the same campaign at the same moment make one row for each variant."""
    (tmp_path / NAME).write_text(
        '{"campaign_id": "spring", "variants": [{"variant_id": "v1", "platform": "x", "text": "One."}]}',
        encoding="utf-8",
    )
    command = f"$RUN campaign-stage --file {NAME} --db h.sqlite"
    done = run_process(folder=tmp_path, line=f"for i in 1 2 3 4; do {command} & done; wait")
    assert done.stderr == b""
    assert done.stdout.count(b"new post 1\n") == 1
    assert done.stdout.count(b"Nothing to do: ") == 3
    with closing(sqlite3.connect(tmp_path / "h.sqlite")) as connection:
        assert connection.execute("SELECT variant_id FROM posts").fetchall() == [("v1",)]
        assert connection.execute("SELECT event FROM audit_events").fetchall() == [("staged",)]


def test_the_help_says_that_nothing_is_published(run: CommandLine) -> None:
    """Whoever asks learns what the command never does."""
    assert "Nothing is published." in run("campaign-stage", "--help").stdout
    assert "Nothing is published." in (campaign_stage.__doc__ or "")
