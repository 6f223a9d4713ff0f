"""Receipts beside campaigns for the checks, read in the background and kept until their files are others.

Takes a campaign's path, gives a link that finds what a receipt is as soon as it has been read; until then nothing is
said about it. Whoever can wait, outside the event loop, has it read on the spot.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import field
from functools import partial
from pathlib import Path

from reachweaver.data import dataclass
from reachweaver.errors import CommandError
from reachweaver.excerpts import PageFinder, StoredPage
from reachweaver_lsp.disk import Stamp, stamp_of
from reachweaver_lsp.histories import Aside

logger = logging.getLogger(__name__)

MOST_RECEIPTS = 4096
"""Receipts that are known at a time; of more than that nothing is said, so that memory and disk have rest."""


@dataclass(frozen=True, slots=True)
class ReceiptLink:
    """The receipts of one campaign; equal links lead to the same findings."""

    campaign: Path
    readings: int
    """Counts what was read anew, so that who found nothing here asks again once there is something."""
    receipts: Receipts = field(compare=False, repr=False)

    def finder(self, *, waits: bool = False) -> PageFinder:
        """What gives the page of a receipt by its name; None while it is being read."""
        find = self.receipts.read_now if waits else self.receipts.page
        return partial(find, self.campaign)


@dataclass(slots=True)
class _Known:
    """What is known about one receipt of one campaign."""

    path: Path | None
    """The file that is watched; None for a name that is none."""
    stamp: Stamp | None
    page: StoredPage | None
    """None while it is being read, and when nobody needs it in memory."""


Key = tuple[Path, str]
"""A campaign, and a receipt as it names it."""


class Receipts:
    """Reads the receipts that somebody asks for, each once as long as its file does not change."""

    def __init__(self, aside: Aside, changed: Callable[[], object]) -> None:
        self._aside = aside
        self._changed = changed
        self._known: dict[Key, _Known] = {}
        self._readings: dict[Path, int] = {}
        self._due: list[Key] = []
        self._is_reading = False
        self._lock = threading.Lock()
        """Checks beside the event loop read receipts, too."""

    def link(self, campaign: Path) -> ReceiptLink:
        """The receipts of a campaign as they are now."""
        return ReceiptLink(campaign, self._readings.get(campaign, 0), self)

    def page(self, campaign: Path, name: str) -> StoredPage | None:
        """What a receipt is, or was until now; has it read when it was not yet. In the event loop alone."""
        with self._lock:
            known = self._known.get((campaign, name))
            if known is None and len(self._known) >= MOST_RECEIPTS:
                return None
            if known is None:
                known = self._known[campaign, name] = _Known(None, None, None)
        if known.page is None:
            self._have_read([(campaign, name)])
        return known.page

    def read_now(self, campaign: Path, name: str) -> StoredPage | None:
        """The same, read on the spot; it is not kept in memory, but its file is watched."""
        with self._lock:
            known = self._known.get((campaign, name))
        if known is not None and known.page is not None:
            return known.page
        read = _read(campaign, name)
        with self._lock:
            if known is None and len(self._known) < MOST_RECEIPTS:
                self._known[campaign, name] = _Known(read.path, read.stamp, None)
        return read.page

    def have_to_be_read_again(self) -> bool:
        """Whether a receipt of a campaign that is not open was changed, created or deleted since it was read.

        Those of open ones are read again, and then `changed` is called.
        """
        with self._lock:
            known = [(key, one) for key, one in self._known.items() if one.path is not None]
        changed = [(key, one) for key, one in known if one.path is not None and stamp_of(one.path) != one.stamp]
        self._have_read([key for key, one in changed if one.page is not None])
        closed = [key for key, one in changed if one.page is None]
        with self._lock:
            for key in closed:
                self._known.pop(key, None)
        self._count(closed)
        return bool(closed)

    def _have_read(self, keys: list[Key]) -> None:
        with self._lock:
            self._due += [key for key in keys if key not in self._due]
            must_begin, self._is_reading = bool(self._due) and not self._is_reading, self._is_reading or bool(self._due)
        if must_begin:
            self._aside(self._read_due, self._take)

    def _read_due(self) -> list[tuple[Key, _Known]]:
        """Read what is due, in a thread of its own, one after the other."""
        found: list[tuple[Key, _Known]] = []
        while True:
            with self._lock:
                if not self._due:
                    self._is_reading = False
                    return found
                key = self._due[0]
            found.append((key, _read(*key)))
            with self._lock:
                self._due.remove(key)

    def _take(self, found: list[tuple[Key, _Known]]) -> None:
        with self._lock:
            self._known.update(found)
        self._count([key for key, _ in found])
        self._changed()

    def _count(self, keys: list[Key]) -> None:
        for campaign in {campaign for campaign, _ in keys}:
            self._readings[campaign] = self._readings.get(campaign, 0) + 1


def _read(campaign: Path, name: str) -> _Known:
    # Most campaigns have no receipts, and nothing of this is needed then.
    from reachweaver.receipt_store import folder_of, read_receipt_file, written_path

    try:
        folder = folder_of(campaign)
    except CommandError as error:
        return _Known(None, None, f"The campaign cannot be found: {error.message}.")
    path = written_path(folder, name)
    if isinstance(path, str):
        return _Known(None, None, path)
    # Asked before reading, so that what is written meanwhile counts as a change.
    stamp = stamp_of(path)
    try:
        return _Known(path, stamp, read_receipt_file(folder, name))
    except Exception:
        # A fault of ReachWeaver's own must not keep other receipts from being read.
        logger.exception("reading the receipt %s failed", path)
        return _Known(path, stamp, "ReachWeaver could not read it; its log says why.")
