"""Small history databases for tests."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

SCHEMA = """
    CREATE TABLE posts(
        id INTEGER PRIMARY KEY, account_id TEXT, platform TEXT, text TEXT, status TEXT, campaign TEXT,
        variant_id TEXT, scheduled_at TEXT, created_at TEXT, UNIQUE(campaign, variant_id)
    );
    CREATE TABLE audit_events(id INTEGER PRIMARY KEY, post_id INTEGER REFERENCES posts(id), event TEXT, at TEXT);
"""


def create(path: Path, rows: Iterable[Mapping[str, Any]], *, journal_mode: str = "delete") -> Path:
    """A database with `rows` in `posts`; a row's `events` are (event, at) pairs, its status `draft` by default."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA journal_mode = {journal_mode}")
        connection.executescript(SCHEMA)
        insert(connection, rows)
    return path


def insert(connection: sqlite3.Connection, rows: Iterable[Mapping[str, Any]]) -> None:
    """Adds rows, and commits."""
    for row in rows:
        columns = {"status": "draft", "text": "", **{key: value for key, value in row.items() if key != "events"}}
        names, places = ", ".join(columns), ", ".join("?" * len(columns))
        statement = f"INSERT INTO posts({names}) VALUES ({places})"  # noqa: S608 (names are the tests' own)
        cursor = connection.execute(statement, list(columns.values()))
        events = [(cursor.lastrowid, event, at) for event, at in row.get("events", ())]
        connection.executemany("INSERT INTO audit_events(post_id, event, at) VALUES (?, ?, ?)", events)
    connection.commit()
