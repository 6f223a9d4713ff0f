"""A clock that is set forward or back: nothing waits by it, and what is dated by it stays in order of its own."""

from __future__ import annotations

import ast
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from reachweaver.history import HistoryOptions
from reachweaver.staging import Draft, StagedPost, stage
from reachweaver.storage import read_history
from tests.lsp.test_histories import _Desk

ROOT = Path(__file__).resolve().parent.parent.parent
NOW = datetime(2027, 3, 1, tzinfo=UTC)
DATED = {
    "reachweaver/commands/campaign_check.py": ["datetime.now"],
    "reachweaver/commands/campaign_preview.py": ["datetime.now"],
    "reachweaver/commands/campaign_stage.py": ["datetime.now"],
    "reachweaver/lookup/disk_cache.py": ["time.time"],
    "reachweaver/lookup/reading.py": ["datetime.now"],
    "reachweaver_lsp/histories.py": ["datetime.now"],
}
"""Who asks for the time of day: to date what is written, and to say how old a kept page or an earlier post is."""
TIME_OF_DAY = frozenset(
    {"time.time", "time.time_ns", "time.localtime", "time.gmtime", "time.ctime", "date.today", "clock_gettime"}
    | {f"datetime.{name}" for name in ("now", "utcnow", "today")}
)


def test_only_what_is_dated_asks_for_the_time_of_day() -> None:
    """Every wait, pause and deadline is measured on a clock that nobody sets."""
    asking = {
        path.relative_to(ROOT).as_posix(): found
        for package in ("reachweaver", "reachweaver_lsp")
        for path in sorted((ROOT / package).rglob("*.py"))
        if (found := list(_times_of_day(ast.parse(path.read_text(encoding="utf-8")))))
    }
    assert asking == DATED


def _times_of_day(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.Attribute):
            name = ".".join(ast.unparse(node).split(".")[-2:])
            if name in TIME_OF_DAY:
                yield name
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            yield from (f"time.{one.name}" for one in node.names)


@pytest.mark.parametrize("jump", [timedelta(days=-4000), timedelta(hours=-1), timedelta(days=4000)])
def test_staging_again_after_the_clock_was_set(tmp_path: Path, jump: timedelta) -> None:
    """The same row is updated, with an event at the new time; the history has it once, at its first date."""
    path = tmp_path / "h.sqlite"

    def staged(text: str, now: datetime) -> StagedPost:
        draft = Draft(campaign_id="c", variant_id="v", account_id="desk", platform="x", text=text, scheduled_at=None)
        (post,) = stage(path, [draft], now=now).posts
        return post

    assert staged("one", NOW) == StagedPost(variant_id="v", post_id=1, status="draft", outcome="staged")
    assert staged("two", NOW + jump).outcome == "updated"
    assert staged("two", NOW).outcome == "unchanged"
    with closing(sqlite3.connect(path)) as connection:
        events = connection.execute("SELECT event, at FROM audit_events ORDER BY id").fetchall()
    assert events == [("staged", f"{NOW:%Y-%m-%dT%H:%M:%SZ}"), ("updated", f"{NOW + jump:%Y-%m-%dT%H:%M:%SZ}")]
    history = read_history(path, ["desk"], since=NOW - timedelta(days=5000), campaign_id=None)
    assert [(post.text, post.at) for post in history.posts] == [("two", NOW)]


def test_a_history_follows_the_clock_in_both_directions(tmp_path: Path) -> None:
    """What is recent is what is recent now, also when now was set back to an hour that has been before."""
    desk = _Desk(tmp_path)

    def codes() -> list[str] | None:
        desk.codes()
        desk.work()
        return desk.codes()

    assert codes() == ["history_near_duplicate"]
    desk.now += timedelta(days=400)
    assert codes() == []
    desk.now -= timedelta(days=400)
    assert codes() == ["history_near_duplicate"]
    desk.now -= timedelta(days=20_000)
    assert codes() == ["history_near_duplicate"], "a post of the future is queued"
    assert desk.complaints == []


@pytest.mark.parametrize("year", [1970, 2038, 9999])
def test_clocks_that_are_far_off(tmp_path: Path, year: int) -> None:
    """A machine that does not know what year it is reads the history all the same."""
    desk = _Desk(tmp_path)
    desk.now = datetime(year, 12, 31, 23, 59, tzinfo=UTC)
    desk.codes()
    desk.work()
    assert desk.complaints == []
    link = desk.histories.link(desk.database, HistoryOptions(days=1))
    assert link.checker_for(desk.campaign) is not None
