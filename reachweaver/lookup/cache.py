"""Pages that were read before, so that each is opened once however many claims cite it.

In memory for the run, and on disk for the next one where the caller has a place for it. A receipt's time is the time at
which its page was read.
"""

from __future__ import annotations

import json
from typing import Final

from reachweaver.lookup.disk_cache import DiskCache
from reachweaver.lookup.look_up import DEFAULT_POLICY, Read, Reader

MOST_PAGES: Final = 32
"""Kept in memory at a time; the oldest goes first."""


class PageCache:
    """Reads pages like a `Reader`, each once."""

    def __init__(self, reader: Reader, disk: DiskCache | None = None) -> None:
        self._reader = reader
        self._disk = disk
        self._pages: dict[tuple[str, str, str | None], Read] = {}

    def read(self, url: str, *, policy: str = DEFAULT_POLICY, session_profile: str | None = None) -> Read:
        """A page, opened if it was not before; one that could not be read is not tried again in this run."""
        key = (url, policy, session_profile)
        if key not in self._pages:
            if len(self._pages) == MOST_PAGES:
                del self._pages[next(iter(self._pages))]
            self._pages[key] = self._kept_or_read(url, policy, session_profile)
        return self._pages[key]

    def _kept_or_read(self, url: str, policy: str, session_profile: str | None) -> Read:
        if self._disk is None or session_profile is not None:
            # What a login shows is nobody's to keep.
            return self._reader.read(url, policy=policy, session_profile=session_profile)
        # Leave to open private addresses is of one run and not of the next.
        key = json.dumps([url, policy, self._reader.allow_private])
        read = self._disk.get(key)
        if read is None:
            read = self._reader.read(url, policy=policy)
            self._disk.put(key, read)
        return read
