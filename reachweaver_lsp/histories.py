"""Posting histories for the checks, read in the background and kept until the database or the hour is another one.

Takes the path of a database and what tunes the look at it, gives a checker as soon as the history has been read; until
then there is none, and the checks that rest on it wait.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from reachweaver.campaign import Campaign
from reachweaver.data import dataclass
from reachweaver.errors import CommandError
from reachweaver.history import HistoryChecker, HistoryOptions, accounts_of
from reachweaver.storage import is_busy, read_history
from reachweaver_lsp.disk import Stamp, stamp_of

Aside = Callable[[Callable[[], Any], Callable[[Any], None]], None]
"""Does some work beside the event loop, then hands its result over in it."""
Clock = Callable[[], datetime]

_MOST_KEPT = 64
"""Histories that are kept at the most; each is that of one campaign's accounts."""


def utc_now() -> datetime:
    """The moment, with a zone."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class HistoryLink:
    """A history that findings rest on; equal links lead to the same findings."""

    db: Path
    stamps: tuple[Stamp | None, ...]
    options: HistoryOptions
    hour: datetime
    """The windows of the checks move on by the hour."""
    readings: int
    """Counts what was read, so that who found nothing here asks again once there is something."""
    histories: Histories = field(compare=False, repr=False)

    def checker_for(self, campaign: Campaign, *, waits: bool = False) -> HistoryChecker | None:
        """The checker of a campaign's accounts; None while its history is being read, or when it cannot be.

        Who can wait, outside the event loop, gets one that is read on the spot.
        """
        accounts, campaign_id = accounts_of(campaign), campaign.campaign_id
        if not waits:
            return self.histories.checker_for(self, accounts, campaign_id)
        checker = _checker(self.db, accounts, campaign_id, self.options, self.histories.now())
        return checker if isinstance(checker, HistoryChecker) else None


class Histories:
    """Reads the histories that somebody asks for, each once."""

    def __init__(
        self, aside: Aside, complain: Callable[[str], None], changed: Callable[[], object], clock: Clock = utc_now
    ) -> None:
        self._aside = aside
        self._complain = complain
        self._changed = changed
        self._clock = clock
        self._readings = 0
        self._checkers: dict[tuple[object, ...], HistoryChecker | None] = {}
        """None for one that is being read or could not be."""
        self._locked: set[tuple[object, ...]] = set()
        """Those that another process kept from being read."""
        self._said: dict[Path, str] = {}
        """What was last complained of in a database that still cannot be read."""

    def now(self) -> datetime:
        """The moment, with a zone."""
        return self._clock()

    def link(self, db: Path, options: HistoryOptions) -> HistoryLink:
        """The history in a database as it is now."""
        hour = self._clock().replace(minute=0, second=0, microsecond=0)
        stamps = tuple(stamp_of(path) for path in files_of(db))
        return HistoryLink(db, stamps, options, hour, self._readings, self)

    def have_to_be_read_again(self) -> bool:
        """Whether a database was locked the last time; every link is another one then, so that it is tried again."""
        locked, self._locked = self._locked, set()
        for key in locked:
            self._checkers.pop(key, None)
        self._readings += bool(locked)
        return bool(locked)

    def checker_for(
        self, link: HistoryLink, accounts: tuple[str, ...], campaign_id: str | None
    ) -> HistoryChecker | None:
        """The checker of some accounts; has their history read when nobody asked before."""
        key = (link.db, link.stamps, link.options, link.hour, accounts, campaign_id)
        if key not in self._checkers:
            while len(self._checkers) >= _MOST_KEPT:
                del self._checkers[next(iter(self._checkers))]
            self._checkers[key] = None
            now = self._clock()
            read = partial(_checker, link.db, accounts, campaign_id, link.options, now)
            self._aside(read, partial(self._take, link.db, key))
        return self._checkers[key]

    def _take(self, db: Path, key: tuple[object, ...], result: HistoryChecker | CommandError) -> None:
        if isinstance(result, CommandError):
            self._refuse(db, key, result)
        elif key in self._checkers:
            self._said.pop(db, None)
            self._checkers[key] = result
            self._readings += 1
            self._changed()

    def _refuse(self, db: Path, key: tuple[object, ...], error: CommandError) -> None:
        if is_busy(error):
            self._locked.add(key)
        if self._said.get(db) != str(error):
            self._said[db] = str(error)
            self._complain(str(error))


def files_of(db: Path) -> tuple[Path, Path]:
    """The files in which a database changes: in WAL mode its own stays as it is for a while."""
    return db, db.with_name(f"{db.name}-wal")


def _checker(
    db: Path, accounts: tuple[str, ...], campaign_id: str | None, options: HistoryOptions, now: datetime
) -> HistoryChecker | CommandError:
    try:
        history = read_history(db, accounts, since=options.since(now), campaign_id=campaign_id)
    except CommandError as error:
        return error
    return HistoryChecker(history, options, now=now)
