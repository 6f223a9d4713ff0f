"""The history database: opened for reading without leaving a trace, and asked for no more than is needed.

Takes a path and moments in time, gives frozen posts. Shapes and rules: specification, *Posting history*, and
contract, section 9. Nothing here writes; `staging` does that.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Literal
from urllib.parse import quote

from reachweaver.data import dataclass
from reachweaver.errors import CommandError
from reachweaver.files import MAX_BYTES, absolute, reason

STATUSES = ("draft", "approved", "scheduled", "sending", "published", "needs_review")
"""Statuses of posts that went out or will; a cancelled post is neither."""
MAX_ROWS = 5000
"""At most so many of the newest matching rows are read."""
BUSY_SECONDS = 5.0
"""How long to wait for another process that keeps readers out."""

_NEEDED_COLUMNS = ("id", "account_id", "platform", "text", "status", "campaign", "scheduled_at", "created_at")
_HEADER = b"SQLite format 3\x00"
_ROUGHLY = timedelta(days=2)
"""Dates are compared as text first; a zone can move a moment by less than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """An earlier post. Its text is for comparing only and never shown."""

    id: int
    account_id: str
    platform: str | None
    status: str
    at: datetime
    """Latest `published` event, else `scheduled_at`, else `created_at`; in UTC."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PostingHistory:
    """What a set of accounts has posted or queued since a moment, newest first."""

    posts: tuple[Post, ...]
    excluded_same_campaign: int
    truncated: bool
    """Whether older matching posts than these were left out."""


def connect_readonly(path: Path) -> sqlite3.Connection:
    """An existing database, opened so that neither it nor its folder changes (`mode=ro`, `query_only`).

    Raises:
        CommandError: Missing, a symbolic link, not an ordinary file, not SQLite, or without the columns needed.
    """
    with command_errors(path, "read"):
        _require_database(path)
        # A database in WAL mode that nobody has open would get a -shm file beside it from a mere reader.
        immutable = "&immutable=1" if _is_wal(path) and not _has_side_files(path) else ""
        uri = f"file:{quote(str(absolute(path)))}?mode=ro{immutable}"
        connection = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS)
        try:
            connection.execute("PRAGMA query_only = ON")
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_BYTES)
            connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
            _require_columns(connection, path)
        except BaseException:
            connection.close()
            raise
        return connection


def read_history(path: Path, accounts: Iterable[str], *, since: datetime, campaign_id: str | None) -> PostingHistory:
    """The posting history in the database at `path`, read once more when the file was another one in the end.

    Raises:
        CommandError: As for `connect_readonly`, or it cannot be read; its cause says whether that `is_busy`.
    """
    wanted = tuple(accounts)

    def read() -> PostingHistory:
        with closing(connect_readonly(path)) as connection, command_errors(path, "read"):
            return posting_history(connection, wanted, since=since, campaign_id=campaign_id)

    before = _identity(path)
    try:
        history = read()
    except CommandError:
        # A file that is being copied over, or restored, is no sound database until that is done.
        if _identity(path) == before:
            raise
    else:
        if _identity(path) == before:
            return history
    return read()


def is_busy(error: CommandError) -> bool:
    """Whether another process kept readers out, so that it is worth trying again."""
    return getattr(error.__cause__, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))


def posting_history(
    connection: sqlite3.Connection, accounts: Iterable[str], *, since: datetime, campaign_id: str | None
) -> PostingHistory:
    """Posts of `accounts` dated `since` or later, future ones included, in the statuses that count.

    Posts of the campaign `campaign_id` are counted but not given. All of it is of one moment, whoever writes meanwhile.
    Raises `sqlite3.Error` as SQLite does.
    """
    with _one_moment(connection):
        dated = _dated_posts(connection, accounts, since)
        others = sorted(row for row in dated if campaign_id is None or row[2] != campaign_id)
        newest = others[: -MAX_ROWS - 1 : -1]
        return PostingHistory(
            posts=tuple(_posts(connection, newest)),
            excluded_same_campaign=len(dated) - len(others),
            truncated=len(others) > len(newest),
        )


@contextmanager
def command_errors(path: Path, doing: Literal["read", "write"]) -> Iterator[None]:
    """Whatever the file system or SQLite refuses becomes the one error of a command, naming the file."""
    try:
        yield
    except OSError as error:
        raise CommandError(f"cannot open the database: {reason(error)}", path=str(path)) from error
    except sqlite3.Error as error:
        # Who reads has looked at the header before, and then it is damage.
        if doing == "write" and getattr(error, "sqlite_errorname", "") == "SQLITE_NOTADB":
            raise CommandError("this is not an SQLite database", path=str(path)) from error
        raise CommandError(f"cannot {doing} the database: {error}", path=str(path)) from error
    except ValueError as error:
        raise CommandError("this is not a file name", path=str(path)) from error


def require_file(path: Path) -> None:
    """Refuse a symbolic link, and whatever is there and is no ordinary file.

    Raises:
        CommandError: It is one of these.
    """
    if path.is_symlink():
        raise CommandError("the database must be the file itself, not a symbolic link", path=str(path))
    if path.exists() and not path.is_file():
        raise CommandError("expected a database file", path=str(path))


def columns_of(connection: sqlite3.Connection, table: str) -> set[str]:
    """The names of a table's or view's columns; none when there is no such table."""
    return {row[0] for row in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))}


_LEAP_SECOND: Final = re.compile(r"(?<=[0-9]:[0-9]{2}):60(?![0-9])")


def moment(text: object) -> datetime | None:
    """An ISO 8601 time in UTC, a time without a zone being UTC; None for anything else.

    All that a campaign's `scheduled_at` may be is one (RFC 3339): a small `t` and `z`, and a leap second, which counts as
    the second before it.
    """
    if not isinstance(text, str):
        return None
    try:
        at = datetime.fromisoformat(_LEAP_SECOND.sub(":59", text.strip().upper()))
        return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


_CANDIDATES = """
    SELECT id, campaign, scheduled_at, created_at FROM posts
    WHERE account_id IN (SELECT value FROM json_each(:accounts))
      AND status IN (SELECT value FROM json_each(:statuses))
      AND (scheduled_at >= :roughly OR created_at >= :roughly {or_published})
"""
_OR_PUBLISHED = "OR id IN (SELECT post_id FROM audit_events WHERE event = 'published' AND at >= :roughly)"
_PUBLISHED = """
    SELECT post_id, at FROM audit_events
    WHERE event = 'published' AND post_id IN (SELECT value FROM json_each(?))
"""
_TEXTS = """
    SELECT id, account_id, platform, status, text FROM posts WHERE id IN (SELECT value FROM json_each(?))
"""


def _dated_posts(
    connection: sqlite3.Connection, accounts: Iterable[str], since: datetime
) -> list[tuple[datetime, int, str | None]]:
    """(date, id, campaign) of every post that counts; only ids and dates are read, no texts."""
    has_events = bool(columns_of(connection, "audit_events")) and _is_table(connection, "audit_events")
    values = {
        "accounts": json.dumps(sorted(set(accounts))),
        "statuses": json.dumps(STATUSES),
        "roughly": (since - _ROUGHLY).strftime("%Y-%m-%d"),
    }
    candidates = connection.execute(_CANDIDATES.format(or_published=_OR_PUBLISHED if has_events else ""), values)
    rows = candidates.fetchall()
    published = _publication_dates(connection, [row[0] for row in rows]) if has_events else {}
    dated = (
        (published.get(post_id) or moment(scheduled) or moment(created), post_id, campaign)
        for post_id, campaign, scheduled, created in rows
    )
    return [(at, post_id, campaign) for at, post_id, campaign in dated if at is not None and at >= since]


def _publication_dates(connection: sqlite3.Connection, post_ids: list[int]) -> dict[int, datetime]:
    latest: dict[int, datetime] = {}
    for post_id, text in connection.execute(_PUBLISHED, (json.dumps(post_ids),)):
        at = moment(text)
        if at is not None and (post_id not in latest or at > latest[post_id]):
            latest[post_id] = at
    return latest


def _posts(connection: sqlite3.Connection, newest: list[tuple[datetime, int, str | None]]) -> Iterator[Post]:
    rows = connection.execute(_TEXTS, (json.dumps([post_id for _, post_id, _ in newest]),))
    by_id = {row[0]: row[1:] for row in rows}
    for at, post_id, _ in newest:
        if post_id not in by_id:
            # Only in a file that was written to past all locks.
            raise sqlite3.DatabaseError("it was changed while it was read")
        account_id, platform, status, text = by_id[post_id]
        shown = text if isinstance(text, str) else ""
        yield Post(id=post_id, account_id=account_id, platform=platform, status=status, at=at, text=shown)


@contextmanager
def _one_moment(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.rollback()


def _require_database(path: Path) -> None:
    require_file(path)
    path.stat()  # a missing file is the operating system's error, in its own words
    if _head(path)[: len(_HEADER)] != _HEADER:
        raise CommandError("this is not an SQLite database", path=str(path))


def _require_columns(connection: sqlite3.Connection, path: Path) -> None:
    columns = columns_of(connection, "posts")
    if not columns or not _is_table(connection, "posts"):
        raise CommandError('this database has no table "posts"; is it ReachWeaver\'s?', path=str(path))
    missing = [name for name in _NEEDED_COLUMNS if name not in columns]
    if missing:
        raise CommandError(f'its table "posts" has no column {", ".join(missing)}', path=str(path))


def _is_table(connection: sqlite3.Connection, name: str) -> bool:
    """Whether it is kept in the file: a view computes what it gives, perhaps without an end."""
    rows = connection.execute("SELECT rootpage FROM sqlite_master WHERE lower(name) = ? AND type = 'table'", (name,))
    return any(page for (page,) in rows)


def _identity(path: Path) -> tuple[int, int, int] | None:
    """What tells one content of a file from another without reading it; None when there is no file."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _is_wal(path: Path) -> bool:
    return 2 in _head(path)[18:20]


def _has_side_files(path: Path) -> bool:
    return any(path.with_name(path.name + suffix).exists() for suffix in ("-wal", "-shm"))


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(20)
