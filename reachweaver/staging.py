"""Staging: posts as `draft` rows of a ReachWeaver database, once for each campaign and variant. Nothing is published.

Takes a path, drafts and the moment; everything or nothing is written, in one transaction. The schema is that of the
contract, section 9; `storage` reads the same database.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final, Literal

from reachweaver.data import dataclass
from reachweaver.errors import CommandError
from reachweaver.files import absolute
from reachweaver.storage import columns_of, command_errors, require_file
from reachweaver.values import timestamp
from reachweaver.writing import make_folder

APPLICATION_ID: Final = 0x52574442
"""What a database of ReachWeaver's own making is marked with: `RWDB`."""
SCHEMA_VERSION: Final = 1
"""`user_version` of the schema below. A database with the same tables and version 0 was made by hand and will do."""
BUSY_SECONDS: Final = 10.0
"""How long to wait for another process that writes."""

Outcome = Literal["staged", "updated", "unchanged", "kept"]
"""A new row; a draft that was changed; a row that says the same already; a row past draft that says something else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One post to stage."""

    campaign_id: str
    variant_id: str
    account_id: str | None
    platform: str
    text: str
    scheduled_at: str | None
    """RFC 3339, as the campaign has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StagedPost:
    """What became of a draft."""

    variant_id: str
    post_id: int
    status: str
    """The row's status: `draft`, unless somebody has moved the post on."""
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Staging:
    """What one run did."""

    posts: tuple[StagedPost, ...]
    """One for each draft, in order."""
    is_new_database: bool


def stage(path: Path, drafts: Sequence[Draft], *, now: datetime) -> Staging:
    """Write the drafts, making the database when there is none.

    A draft that is there already is brought up to date when it says something else; a time that somebody has set on it
    stays when the campaign names none. A row whose status is not `draft` is never touched.

    Args:
        path: The database.
        drafts: At most one for each campaign and variant.
        now: The moment that rows and audit events are dated, with a zone.

    Raises:
        CommandError: The database is another program's, a newer ReachWeaver's, or cannot be written.
    """
    with command_errors(path, "write"), closing(_connect(path)) as connection:
        _prepare(connection, path)
        connection.execute("BEGIN IMMEDIATE")
        try:
            is_new = _require_schema(connection, path)
            posts = tuple(_stage(connection, draft, timestamp(now)) for draft in drafts)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return Staging(posts, is_new)


_SCHEMA: Final = (
    """
    CREATE TABLE posts(
        id INTEGER PRIMARY KEY,
        account_id TEXT,
        platform TEXT,
        text TEXT,
        status TEXT,
        campaign TEXT,
        variant_id TEXT,
        scheduled_at TEXT,
        created_at TEXT,
        UNIQUE(campaign, variant_id)
    )
    """,
    "CREATE TABLE audit_events(id INTEGER PRIMARY KEY, post_id INTEGER REFERENCES posts(id), event TEXT, at TEXT)",
)
_COLUMNS: Final = {
    "posts": (
        *("id", "account_id", "platform", "text", "status", "campaign", "variant_id", "scheduled_at", "created_at"),
    ),
    "audit_events": ("id", "post_id", "event", "at"),
}

# Where a database without the UNIQUE rule holds two, the one that somebody has moved on counts.
_FIND: Final = """
    SELECT id, status, account_id, platform, text, scheduled_at FROM posts
    WHERE campaign = ? AND variant_id = ? ORDER BY status IS 'draft', id LIMIT 1
"""
_INSERT: Final = """
    INSERT INTO posts(account_id, platform, text, status, campaign, variant_id, scheduled_at, created_at)
    VALUES (?, ?, ?, 'draft', ?, ?, ?, ?)
"""
_UPDATE: Final = "UPDATE posts SET account_id = ?, platform = ?, text = ?, scheduled_at = ? WHERE id = ?"
_RECORD: Final = "INSERT INTO audit_events(post_id, event, at) VALUES (?, ?, ?)"


def _connect(path: Path) -> sqlite3.Connection:
    require_file(path)
    make_folder(path.parent)
    # Absolute, so that no name (`:memory:`) means anything but a file.
    return sqlite3.connect(absolute(path), timeout=BUSY_SECONDS, isolation_level=None)


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Look before anything is changed, then let readers go on while this writes."""
    _require_own(connection, path)
    # Another process may have it open; the journal that it has now keeps it whole as well.
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        connection.execute("PRAGMA journal_mode = WAL")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname not in ("SQLITE_BUSY", "SQLITE_LOCKED"):
            raise
    connection.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _require_own(connection: sqlite3.Connection, path: Path) -> bool:
    """Refuse what is not ReachWeaver's; whether there is nothing in the database yet."""
    application_id, version = (_number(connection, pragma) for pragma in ("application_id", "user_version"))
    if application_id not in (0, APPLICATION_ID):
        raise CommandError(
            f"this database belongs to another program (application id {application_id})", path=str(path)
        )
    if version not in (0, SCHEMA_VERSION):
        whose = "a newer ReachWeaver's" if application_id else "another program's, or a newer ReachWeaver's"
        message = f"this database is {whose}: its version is {version}, and this ReachWeaver knows {SCHEMA_VERSION}"
        raise CommandError(message, path=str(path))
    if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        return True
    for table, needed in _COLUMNS.items():
        _require_columns(connection, path, table, needed)
    return False


def _require_columns(connection: sqlite3.Connection, path: Path, table: str, needed: Iterable[str]) -> None:
    columns = columns_of(connection, table)
    if not columns:
        if table == "audit_events":
            return
        raise CommandError(f'this database is another program\'s: it has no table "{table}"', path=str(path))
    missing = [name for name in needed if name not in columns]
    if missing:
        message = f'this database is another program\'s: its table "{table}" has no column {", ".join(missing)}'
        raise CommandError(message, path=str(path))


def _require_schema(connection: sqlite3.Connection, path: Path) -> bool:
    """Make what is missing, inside the transaction; whether the database is new."""
    is_new = _require_own(connection, path)
    if is_new:
        for statement in _SCHEMA:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    elif not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'audit_events'").fetchone():
        # Older databases had none, and reading them does without.
        connection.execute(_SCHEMA[1])
    return is_new


def _stage(connection: sqlite3.Connection, draft: Draft, now: str) -> StagedPost:
    found = connection.execute(_FIND, (draft.campaign_id, draft.variant_id)).fetchone()
    if found is None:
        return _insert(connection, draft, now)
    post_id, status, *content, scheduled_at = found
    wanted = [draft.account_id, draft.platform, draft.text]
    if status != "draft":
        outcome: Outcome = "unchanged" if content == wanted else "kept"
    elif content == wanted and draft.scheduled_at in (None, scheduled_at):
        outcome = "unchanged"
    else:
        connection.execute(_UPDATE, (*wanted, draft.scheduled_at or scheduled_at, post_id))
        connection.execute(_RECORD, (post_id, "updated", now))
        outcome = "updated"
    return StagedPost(variant_id=draft.variant_id, post_id=post_id, status=str(status), outcome=outcome)


def _insert(connection: sqlite3.Connection, draft: Draft, now: str) -> StagedPost:
    values = (
        draft.account_id,
        draft.platform,
        draft.text,
        draft.campaign_id,
        draft.variant_id,
        draft.scheduled_at,
        now,
    )
    connection.execute(_INSERT, values)
    post_id: int = connection.execute("SELECT last_insert_rowid()").fetchone()[0]
    connection.execute(_RECORD, (post_id, "staged", now))
    return StagedPost(variant_id=draft.variant_id, post_id=post_id, status="draft", outcome="staged")


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])
