"""The history database is opened without leaving a trace, and only what is needed is read from it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from reachweaver import storage
from reachweaver.errors import CommandError
from reachweaver.storage import MAX_ROWS, connect_readonly, moment, read_history
from tests.history_database import create, insert

SINCE = datetime(2026, 3, 1, tzinfo=UTC)


def ids_since(path: Path, *accounts: str, campaign_id: str | None = None, since: datetime = SINCE) -> list[int]:
    """The ids of the posts that are read, in the order given."""
    return [post.id for post in read_history(path, accounts, since=since, campaign_id=campaign_id).posts]


@pytest.mark.parametrize("journal_mode", ["delete", "wal"])
def test_reading_changes_neither_the_file_nor_its_folder(tmp_path: Path, journal_mode: str) -> None:
    """After a read the folder holds the same names with the same bytes and times, in both journal modes."""
    path = create(
        tmp_path / "h.sqlite", [{"account_id": "desk", "created_at": "2026-03-02"}], journal_mode=journal_mode
    )
    before = (path.read_bytes(), path.stat().st_mtime_ns, sorted(tmp_path.iterdir()))
    assert ids_since(path, "desk") == [1]
    assert (path.read_bytes(), path.stat().st_mtime_ns, sorted(tmp_path.iterdir())) == before


def test_nothing_can_be_written_through_the_connection(tmp_path: Path) -> None:
    """The connection refuses every change."""
    path = create(tmp_path / "h.sqlite", [])
    with closing(connect_readonly(path)) as connection, pytest.raises(sqlite3.OperationalError, match="readonly"):
        connection.execute("DELETE FROM posts")


def test_a_reader_sees_what_another_connection_has_just_written(tmp_path: Path) -> None:
    """In WAL mode rows that still stand in the log beside the database are read, too."""
    path = create(tmp_path / "h.sqlite", [], journal_mode="wal")
    with closing(sqlite3.connect(path)) as writer:
        insert(writer, [{"account_id": "desk", "created_at": "2026-03-02"}])
        assert ids_since(path, "desk") == [1]


def test_what_is_no_database_is_refused_by_name(tmp_path: Path) -> None:
    """A missing path, a folder, a link, a text file and a foreign database each have their message."""
    database = create(tmp_path / "h.sqlite", [])
    (tmp_path / "link.sqlite").symlink_to(database)
    (tmp_path / "text.sqlite").write_text("hello", encoding="utf-8")
    (tmp_path / "empty.sqlite").write_bytes(b"")
    with closing(sqlite3.connect(tmp_path / "other.sqlite")) as other:
        other.execute("CREATE TABLE songs(id)")
    with closing(sqlite3.connect(tmp_path / "half.sqlite")) as half:
        half.execute("CREATE TABLE posts(id, account_id, platform, status, campaign, scheduled_at)")
    messages = {
        "none.sqlite": "cannot open the database: No such file or directory",
        "link.sqlite": "the database must be the file itself, not a symbolic link",
        "text.sqlite": "this is not an SQLite database",
        "empty.sqlite": "this is not an SQLite database",
        "other.sqlite": 'this database has no table "posts"; is it ReachWeaver\'s?',
        "half.sqlite": 'its table "posts" has no column text, created_at',
        ".": "expected a database file",
    }
    for name, message in messages.items():
        with pytest.raises(CommandError) as caught:
            connect_readonly(tmp_path / name)
        assert str(caught.value) == f"{tmp_path / name}: {message}"
    assert not (tmp_path / "none.sqlite").exists()


def test_a_damaged_database_is_one_error(tmp_path: Path) -> None:
    """A file that only begins like a database ends in the command's error, not in SQLite's."""
    path = tmp_path / "h.sqlite"
    path.write_bytes(b"SQLite format 3\x00" + b"\xff" * 4096)
    with pytest.raises(CommandError, match=r"h\.sqlite: cannot read the database: "):
        read_history(path, ["desk"], since=SINCE, campaign_id=None)


def meanwhile(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Do something, once, between two of the queries of a look at the history."""
    read = storage._publication_dates
    left = [act]

    def acting(connection: sqlite3.Connection, post_ids: list[int]) -> dict[int, datetime]:
        while left:
            left.pop()()
        return read(connection, post_ids)

    monkeypatch.setattr(storage, "_publication_dates", acting)


def test_what_is_written_while_the_history_is_read_comes_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A post that another process deletes between two queries is still there for this look, and whole."""
    path = create(tmp_path / "h.sqlite", [{"account_id": "desk", "created_at": "2026-03-02"}] * 2, journal_mode="wal")
    with closing(sqlite3.connect(path)) as writer:
        writer.execute("SELECT count(*) FROM posts").fetchall()

        def delete() -> None:
            writer.execute("DELETE FROM posts WHERE id = 1")
            writer.commit()

        meanwhile(monkeypatch, delete)
        assert ids_since(path, "desk") == [2, 1]
        assert ids_since(path, "desk") == [2]


@pytest.mark.parametrize("how", ["in place", "by a new file", "by rubbish first"])
def test_a_database_that_is_replaced_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    """Restored from a copy in the middle of a look: the copy's posts, never a mixture and never a fault."""
    row = {"account_id": "desk", "created_at": "2026-03-02"}
    path = create(tmp_path / "h.sqlite", [row] * 200, journal_mode="wal")
    copy = create(tmp_path / "copy.sqlite", [row] * 3, journal_mode="wal")

    def replace() -> None:
        if how == "by a new file":
            copy.rename(path)
            return
        if how == "by rubbish first":
            path.write_bytes(path.read_bytes()[:4096] + b"\xff" * 4096)
        path.write_bytes(copy.read_bytes())

    meanwhile(monkeypatch, replace)
    assert ids_since(path, "desk") == [3, 2, 1]


def test_a_database_that_is_written_past_all_locks_is_one_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the second look meets the same, that is said in one line."""
    path = create(tmp_path / "h.sqlite", [{"account_id": "desk", "created_at": "2026-03-02"}])
    monkeypatch.setattr(storage, "_TEXTS", "SELECT id, 1, 2, 3, 4 FROM posts WHERE ? = id")
    with pytest.raises(CommandError) as caught:
        read_history(path, ["desk"], since=SINCE, campaign_id=None)
    assert str(caught.value) == f"{path}: cannot read the database: it was changed while it was read"


def test_only_the_accounts_asked_for_in_statuses_that_count(tmp_path: Path) -> None:
    """Other accounts, cancelled posts and unknown statuses are left out; NULL accounts never match."""
    statuses = ["draft", "approved", "scheduled", "sending", "published", "needs_review", "cancelled", "odd"]
    rows = [{"account_id": "desk", "status": status, "created_at": "2026-03-02"} for status in statuses]
    rows += [{"account_id": "loft", "created_at": "2026-03-02"}, {"account_id": None, "created_at": "2026-03-02"}]
    path = create(tmp_path / "h.sqlite", rows)
    assert sorted(ids_since(path, "desk")) == [1, 2, 3, 4, 5, 6]


def test_a_posts_date_is_published_else_scheduled_else_created(tmp_path: Path) -> None:
    """The latest published event wins over the schedule, the schedule over the creation; other events don't count."""
    old, new = "2021-01-01T00:00:00Z", "2026-03-02T00:00:00Z"
    rows = [
        {"account_id": "a", "scheduled_at": old, "created_at": old, "events": [("published", old), ("published", new)]},
        {"account_id": "a", "scheduled_at": new, "created_at": new, "events": [("published", old)]},
        {"account_id": "a", "scheduled_at": old, "created_at": new},
        {"account_id": "a", "scheduled_at": new, "created_at": old},
        {"account_id": "a", "created_at": new},
        {"account_id": "a", "created_at": old, "events": [("approved", new)]},
        {"account_id": "a", "scheduled_at": "soon", "created_at": new},
        {"account_id": "a"},
    ]
    assert sorted(ids_since(create(tmp_path / "h.sqlite", rows), "a")) == [1, 4, 5, 7]


def test_zones_are_compared_as_moments(tmp_path: Path) -> None:
    """A time with a zone counts as the moment it names, one without a zone as UTC."""
    rows = [
        {"account_id": "a", "created_at": "2026-03-01T01:30:00+02:00"},  # 23:30 the day before
        {"account_id": "a", "created_at": "2026-02-28T22:30:00-05:00"},  # 03:30 the day after
        {"account_id": "a", "created_at": "2026-03-01 00:00:00"},
        {"account_id": "a", "created_at": "20260301T000000Z"},
    ]
    assert ids_since(create(tmp_path / "h.sqlite", rows), "a") == [2, 4, 3]


def test_posts_of_the_same_campaign_are_counted_but_not_given(tmp_path: Path) -> None:
    """The campaign's own posts in the window are excluded; those of a campaign without a name never are."""
    rows = [
        {"account_id": "a", "campaign": "spring", "created_at": "2026-03-02"},
        {"account_id": "a", "campaign": "spring", "created_at": "2021-03-02"},
        {"account_id": "a", "campaign": "autumn", "created_at": "2026-03-02"},
        {"account_id": "a", "campaign": None, "created_at": "2026-03-03"},
    ]
    history = read_history(create(tmp_path / "h.sqlite", rows), ["a"], since=SINCE, campaign_id="spring")
    assert [post.id for post in history.posts] == [4, 3]
    assert (history.excluded_same_campaign, history.truncated) == (1, False)


def test_the_newest_five_thousand_are_read(tmp_path: Path) -> None:
    """With more matching posts the oldest are left out, and the history says so."""
    rows = [
        {"account_id": "a", "created_at": f"2026-03-02T{n // 3600:02}:{n // 60 % 60:02}:{n % 60:02}Z"}
        for n in range(MAX_ROWS + 1)
    ]
    path = create(tmp_path / "h.sqlite", rows)
    history = read_history(path, ["a"], since=SINCE, campaign_id=None)
    assert (len(history.posts), history.posts[0].id, history.posts[-1].id) == (MAX_ROWS, MAX_ROWS + 1, 2)
    assert history.truncated


def test_a_database_without_audit_events_or_variant_id_is_read(tmp_path: Path) -> None:
    """What the contract lets a database lack, it may lack; further columns do no harm."""
    path = tmp_path / "h.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "CREATE TABLE posts(id INTEGER PRIMARY KEY, account_id, platform, text, status, campaign, scheduled_at,"
            " created_at, likes)"
        )
        connection.execute(
            "INSERT INTO posts(account_id, text, status, created_at) VALUES ('a', x'ff', 'draft', '2026-03-02')"
        )
        connection.commit()
    assert ids_since(path, "a") == [1]


ENDLESS = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT"


def test_a_database_that_computes_its_posts_is_refused(tmp_path: Path) -> None:
    """A view may never end, so posts are read from a table alone."""
    path = tmp_path / "h.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        columns = "n AS id, 'a' AS account_id, 'x' AS platform, '' AS text, 'draft' AS status, 'c' AS campaign"
        connection.execute(f"CREATE VIEW posts AS {ENDLESS} {columns}, '' AS scheduled_at, '' AS created_at FROM t")
    with pytest.raises(CommandError, match='this database has no table "posts"'):
        connect_readonly(path)


def test_events_that_are_computed_are_none(tmp_path: Path) -> None:
    """A view in the place of the audit events is not asked: the posts' own dates count."""
    path = create(tmp_path / "h.sqlite", [{"account_id": "a", "created_at": "2026-03-02"}])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE IF EXISTS audit_events")
        connection.execute(f"CREATE VIEW audit_events AS {ENDLESS} n AS post_id, 'published' AS event, '' AS at FROM t")
    assert ids_since(path, "a") == [1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-03-01T10:00:00Z", datetime(2026, 3, 1, 10, tzinfo=UTC)),
        ("2026-03-01T10:00:00", datetime(2026, 3, 1, 10, tzinfo=UTC)),
        ("2026-03-01T10:00:00.25+02:00", datetime(2026, 3, 1, 8, 0, 0, 250000, tzinfo=UTC)),
        ("2026-03-01", datetime(2026, 3, 1, tzinfo=UTC)),
        ("2026-03-01t10:00:00z", datetime(2026, 3, 1, 10, tzinfo=UTC)),
        ("2026-03-01t10:00:00.5-05:00", datetime(2026, 3, 1, 15, 0, 0, 500000, tzinfo=UTC)),
        ("2026-12-31T23:59:60Z", datetime(2026, 12, 31, 23, 59, 59, tzinfo=UTC)),
        ("2027-01-01T00:59:60.25+01:00", datetime(2026, 12, 31, 23, 59, 59, 250000, tzinfo=UTC)),
        ("20261231T235960Z", None),
        ("2026-12-31T23:60:00Z", None),
        ("2026-12-31T23:59:600Z", None),
        ("0001-01-01T00:00:00+23:59", None),
        ("yesterday", None),
        (1772359200, None),
        (None, None),
    ],
)
def test_moments(text: object, expected: datetime | None) -> None:
    """ISO 8601 times become moments in UTC; anything else is none."""
    assert moment(text) == expected
