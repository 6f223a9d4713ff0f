from __future__ import annotations

import dataclasses
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from reachweaver import staging
from reachweaver.errors import CommandError
from reachweaver.staging import APPLICATION_ID, Draft, StagedPost, Staging, stage
from reachweaver.storage import read_history
from tests.history_database import SCHEMA, create

NOW = datetime(2027, 3, 1, 9, 30, tzinfo=timezone(timedelta(hours=1)))
LATER = NOW + timedelta(days=1)
AT, LATER_AT = "2027-03-01T08:30:00Z", "2027-03-02T08:30:00Z"


def draft(variant_id: str = "v1", text: str = "Hello", **more: Any) -> Draft:
    """A draft for the account `desk` on Mastodon."""
    values = {"campaign_id": "spring", "account_id": "desk", "platform": "mastodon", "scheduled_at": None}
    return Draft(variant_id=variant_id, text=text, **{**values, **more})


def ask(path: Path, query: str) -> list[Any]:
    """The rows that a query gives; single columns as plain values."""
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] if len(row) == 1 else row for row in connection.execute(query)]


def change(path: Path, statement: str) -> None:
    """Change a database as another program would."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(statement)


def content(path: Path) -> tuple[list[Any], list[Any]]:
    """Every row of both tables."""
    return ask(path, "SELECT * FROM posts ORDER BY id"), ask(path, "SELECT * FROM audit_events ORDER BY id")


def test_a_new_database_has_the_contracts_schema(tmp_path: Path) -> None:
    """Tables, version, mark and journal are as agreed, folders are made, and nothing else is left beside the file."""
    path = tmp_path / "state" / "h.sqlite"
    assert stage(path, [draft()], now=NOW).is_new_database
    with closing(sqlite3.connect(":memory:")) as expected:
        expected.executescript(SCHEMA)
        for table in ("posts", "audit_events"):
            query = f"SELECT name, type, pk FROM pragma_table_info('{table}')"  # noqa: S608
            assert ask(path, query) == expected.execute(query).fetchall()
    assert ask(path, "SELECT sql LIKE '%UNIQUE(campaign, variant_id)%' FROM sqlite_master WHERE name = 'posts'") == [1]
    pragmas = ("user_version", "application_id", "journal_mode", "integrity_check")
    assert [ask(path, f"PRAGMA {name}") for name in pragmas] == [[1], [APPLICATION_ID], ["wal"], ["ok"]]
    assert [entry.name for entry in path.parent.iterdir()] == ["h.sqlite"]


def test_a_draft_is_a_row_with_an_audit_event(tmp_path: Path) -> None:
    """Each draft is one row in status `draft`, dated in UTC, with one event `staged`."""
    path = tmp_path / "h.sqlite"
    drafts = [
        draft("v1", "Ünï 🚀\nsecond line\0", scheduled_at="2027-04-01T09:00:00+02:00"),
        draft("v2", account_id=None),
        draft("v1", "Elsewhere", campaign_id="autumn"),
    ]
    assert stage(path, drafts, now=NOW) == Staging(
        posts=(
            StagedPost(variant_id="v1", post_id=1, status="draft", outcome="staged"),
            StagedPost(variant_id="v2", post_id=2, status="draft", outcome="staged"),
            StagedPost(variant_id="v1", post_id=3, status="draft", outcome="staged"),
        ),
        is_new_database=True,
    )
    when = "2027-04-01T09:00:00+02:00"
    assert content(path) == (
        [
            (1, "desk", "mastodon", "Ünï 🚀\nsecond line\0", "draft", "spring", "v1", when, AT),
            (2, None, "mastodon", "Hello", "draft", "spring", "v2", None, AT),
            (3, "desk", "mastodon", "Elsewhere", "draft", "autumn", "v1", None, AT),
        ],
        [(1, 1, "staged", AT), (2, 2, "staged", AT), (3, 3, "staged", AT)],
    )


def test_staging_again_changes_nothing(tmp_path: Path) -> None:
    """The same drafts a second time leave every byte of the database as it is."""
    path, drafts = tmp_path / "h.sqlite", [draft("v1"), draft("v2", scheduled_at="2027-04-01T09:00:00Z")]
    stage(path, drafts, now=NOW)
    before = path.read_bytes()
    again = stage(path, drafts, now=LATER)
    assert [(post.post_id, post.outcome) for post in again.posts] == [(1, "unchanged"), (2, "unchanged")]
    assert not again.is_new_database
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("text", "Hello again"),
        ("text", "hello"),
        ("text", "Hello "),
        ("account_id", "loft"),
        ("account_id", None),
        ("platform", "bluesky"),
        ("scheduled_at", "2027-05-01T09:00:00Z"),
    ],
)
def test_a_draft_is_brought_up_to_date(tmp_path: Path, field: str, value: str | None) -> None:
    """What the file changed is changed in the row, which keeps its id, its date and its status, with an event."""
    path, old = tmp_path / "h.sqlite", draft(scheduled_at="2027-04-01T09:00:00Z")
    stage(path, [old, draft("v2")], now=NOW)
    new = dataclasses.replace(old, **{field: value})
    updated = stage(path, [new, draft("v2")], now=LATER)
    assert [(post.post_id, post.outcome) for post in updated.posts] == [(1, "updated"), (2, "unchanged")]
    posts, events = content(path)
    assert posts[0] == (*(1, new.account_id, new.platform, new.text, "draft", "spring", "v1", new.scheduled_at, AT),)
    assert events == [(1, 1, "staged", AT), (2, 2, "staged", AT), (3, 1, "updated", LATER_AT)]


def test_a_time_that_somebody_set_stays(tmp_path: Path) -> None:
    """A campaign that names no time does not take a draft's time away; one that names a time sets it."""
    path = tmp_path / "h.sqlite"
    stage(path, [draft()], now=NOW)
    change(path, "UPDATE posts SET scheduled_at = '2027-06-01T09:00:00Z'")
    assert stage(path, [draft()], now=LATER).posts[0].outcome == "unchanged"
    assert stage(path, [draft(text="New")], now=LATER).posts[0].outcome == "updated"
    assert ask(path, "SELECT text, scheduled_at FROM posts") == [("New", "2027-06-01T09:00:00Z")]
    stage(path, [draft(text="New", scheduled_at="2027-07-01T09:00:00Z")], now=LATER)
    assert ask(path, "SELECT scheduled_at FROM posts") == ["2027-07-01T09:00:00Z"]


@pytest.mark.parametrize(
    "status", ["approved", "scheduled", "sending", "published", "needs_review", "cancelled", "odd", "", "DRAFT"]
)
def test_a_post_past_draft_is_never_touched(tmp_path: Path, status: str) -> None:
    """Whatever the file says now, the row and its events stay, and the caller learns the status."""
    path = tmp_path / "h.sqlite"
    stage(path, [draft("v1"), draft("v2")], now=NOW)
    change(path, f"UPDATE posts SET status = '{status}' WHERE id = 1")  # noqa: S608
    before = content(path)
    same = stage(path, [draft("v1", scheduled_at="2027-07-01T09:00:00Z")], now=LATER)
    other = stage(path, [draft("v1", "Changed"), draft("v2")], now=LATER)
    assert same.posts == (StagedPost(variant_id="v1", post_id=1, status=status, outcome="unchanged"),)
    assert other.posts[0] == StagedPost(variant_id="v1", post_id=1, status=status, outcome="kept")
    assert content(path) == before


def test_a_failure_in_the_middle_writes_nothing(tmp_path: Path) -> None:
    """One row that the database does not take, and none of the others is there either."""
    path = tmp_path / "h.sqlite"
    stage(path, [draft("v1")], now=NOW)
    change(
        path, "CREATE TRIGGER no BEFORE INSERT ON posts WHEN new.variant_id = 'v3' BEGIN SELECT RAISE(ABORT, 'no'); END"
    )
    before = content(path)
    with pytest.raises(CommandError) as caught:
        stage(path, [draft("v1", "Changed"), draft("v2"), draft("v3")], now=LATER)
    assert str(caught.value) == f"{path}: cannot write the database: no"
    assert content(path) == before


@pytest.mark.parametrize("journal_mode", ["delete", "wal"])
def test_a_database_made_by_hand_will_do(tmp_path: Path, journal_mode: str) -> None:
    """The contract's tables are enough: version 0 stays version 0, and what is there is found."""
    row = {"campaign": "spring", "variant_id": "v1", "text": "Old", "account_id": "desk", "platform": "mastodon"}
    path = create(tmp_path / "h.sqlite", [row], journal_mode=journal_mode)
    staged = stage(path, [draft("v1"), draft("v2")], now=NOW)
    assert [(post.post_id, post.outcome) for post in staged.posts] == [(1, "updated"), (2, "staged")]
    assert not staged.is_new_database
    pragmas = ("user_version", "application_id", "journal_mode")
    assert [ask(path, f"PRAGMA {name}") for name in pragmas] == [[0], [0], ["wal"]]


def test_further_columns_and_a_missing_audit_table_are_accepted(tmp_path: Path) -> None:
    """A table with columns of its own keeps them, and the table of events is made where an older database had none."""
    path = tmp_path / "h.sqlite"
    change(path, SCHEMA + "DROP TABLE audit_events; ALTER TABLE posts ADD COLUMN mood TEXT DEFAULT 'calm';")
    stage(path, [draft()], now=NOW)
    assert ask(path, "SELECT text, mood FROM posts") == [("Hello", "calm")]
    assert ask(path, "SELECT * FROM audit_events") == [(1, 1, "staged", AT)]


def test_without_the_unique_rule_no_row_is_made_twice(tmp_path: Path) -> None:
    """In a table without the rule, a second run finds the first one's row, and a post past draft counts before a draft."""
    path = tmp_path / "h.sqlite"
    change(path, SCHEMA.replace(", UNIQUE(campaign, variant_id)", ""))
    stage(path, [draft()], now=NOW)
    assert stage(path, [draft()], now=NOW).posts[0].outcome == "unchanged"
    change(path, "INSERT INTO posts(campaign, variant_id, status, text) VALUES ('spring', 'v1', 'published', 'Out')")
    assert stage(path, [draft()], now=NOW).posts[0] == StagedPost(
        variant_id="v1", post_id=2, status="published", outcome="kept"
    )
    assert ask(path, "SELECT text FROM posts ORDER BY id") == ["Hello", "Out"]


@pytest.mark.parametrize("beginning", ["no bytes", "no tables"])
def test_an_empty_database_is_as_good_as_none(tmp_path: Path, beginning: str) -> None:
    """What a run leaves that was killed before its first row is used by the next one."""
    path = tmp_path / "h.sqlite"
    if beginning == "no bytes":
        path.touch()
    else:
        change(path, "PRAGMA journal_mode = WAL; CREATE TABLE x(y); DROP TABLE x;")
    assert stage(path, [draft()], now=NOW).is_new_database
    assert ask(path, "SELECT text FROM posts") == ["Hello"]


FOREIGN = {
    "songs": ("CREATE TABLE songs(id)", 'this database is another program\'s: it has no table "posts"'),
    "blog": (
        "CREATE TABLE posts(id INTEGER PRIMARY KEY, title TEXT, text TEXT, created_at TEXT)",
        (
            'this database is another program\'s: its table "posts" has no column'
            " account_id, platform, status, campaign, variant_id, scheduled_at"
        ),
    ),
    "log": (
        SCHEMA.replace("audit_events(id INTEGER PRIMARY KEY, post_id INTEGER REFERENCES posts(id), ", "audit_events("),
        'this database is another program\'s: its table "audit_events" has no column id, post_id',
    ),
    "marked": (f"{SCHEMA} PRAGMA application_id = 7;", "this database belongs to another program (application id 7)"),
    "marked empty": ("PRAGMA application_id = 7;", "this database belongs to another program (application id 7)"),
    "version": (
        f"{SCHEMA} PRAGMA user_version = 12;",
        "this database is another program's, or a newer ReachWeaver's: its version is 12, and this ReachWeaver knows 1",
    ),
    "newer": (
        f"{SCHEMA} PRAGMA user_version = 2; PRAGMA application_id = {APPLICATION_ID};",
        "this database is a newer ReachWeaver's: its version is 2, and this ReachWeaver knows 1",
    ),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_another_programs_database_is_left_alone(tmp_path: Path, name: str) -> None:
    """A database of another shape, mark or version is refused, and no byte of it changes."""
    path = tmp_path / "h.sqlite"
    statement, message = FOREIGN[name]
    change(path, statement)
    before = path.read_bytes()
    with pytest.raises(CommandError) as caught:
        stage(path, [draft()], now=NOW)
    assert str(caught.value) == f"{path}: {message}"
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["h.sqlite"]


def test_what_is_no_database_is_refused_by_name(tmp_path: Path) -> None:
    """A text, a picture, a folder, a link, a pipe and a path through a file are one line each, and stay as they are."""
    real = tmp_path / "real.sqlite"
    stage(real, [draft()], now=NOW)
    (tmp_path / "text").write_text("hello " * 400, encoding="utf-8")
    (tmp_path / "short").write_text("hello", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(real)
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe")
    messages = {
        "text": "this is not an SQLite database",
        "short": "this is not an SQLite database",
        "folder": "expected a database file",
        "pipe": "expected a database file",
        "link": "the database must be the file itself, not a symbolic link",
        "dangling": "the database must be the file itself, not a symbolic link",
        "a\0b": "this is not a file name",
    }
    for name, message in messages.items():
        with pytest.raises(CommandError) as caught:
            stage(tmp_path / name, [draft()], now=NOW)
        assert str(caught.value) == f"{tmp_path / name}: {message}"
    with pytest.raises(CommandError, match="text: expected a folder, but this is none"):
        stage(tmp_path / "text" / "h.sqlite", [draft()], now=NOW)
    assert (tmp_path / "short").read_text(encoding="utf-8") == "hello"
    assert not (tmp_path / "nowhere").exists()


def test_a_name_that_sqlite_would_read_otherwise_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`:memory:` and `file:x?mode=memory` are files in the current folder like any other."""
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "file:x?mode=memory"):
        stage(Path(name), [draft()], now=NOW)
        assert ask(tmp_path / name, "SELECT text FROM posts") == ["Hello"]


def test_a_database_that_is_busy_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When another process keeps writing, the command gives up in one line and nothing is half done."""
    monkeypatch.setattr(staging, "BUSY_SECONDS", 0.0)
    path = tmp_path / "h.sqlite"
    stage(path, [draft()], now=NOW)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(CommandError, match=r"h\.sqlite: cannot write the database: database is locked"):
            stage(path, [draft(text="New")], now=NOW)
        other.execute("ROLLBACK")
    assert ask(path, "SELECT text FROM posts") == ["Hello"]


@pytest.mark.parametrize("journal_mode", ["delete", "wal"])
def test_readers_may_have_it_open(tmp_path: Path, journal_mode: str) -> None:
    """Another program that has the database open, in either journal mode, does not keep drafts from being staged."""
    path = create(tmp_path / "h.sqlite", [], journal_mode=journal_mode)
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT count(*) FROM posts").fetchone() == (0,)
        stage(path, [draft()], now=NOW)
        assert other.execute("SELECT text FROM posts").fetchone() == ("Hello",)


def test_what_was_staged_is_history(tmp_path: Path) -> None:
    """Another campaign's check finds the drafts; the campaign's own does not compare with them."""
    path = tmp_path / "h.sqlite"
    stage(path, [draft("v1", "One"), draft("v2", "Two", scheduled_at="2027-04-01T09:00:00+02:00")], now=NOW)
    since = datetime(2027, 2, 1, tzinfo=UTC)
    history = read_history(path, ["desk"], since=since, campaign_id="autumn")
    assert [(post.text, post.at) for post in history.posts] == [
        ("Two", datetime(2027, 4, 1, 7, tzinfo=UTC)),
        ("One", NOW.astimezone(UTC)),
    ]
    assert read_history(path, ["desk"], since=since, campaign_id="spring").excluded_same_campaign == 2
