"""Pages that were read in this run, so that each is opened once however many claims cite it.

Nothing is kept on disk: a receipt's time is the time at which its page was read.
"""

from __future__ import annotations

from typing import Final

from reachweaver.lookup.look_up import DEFAULT_POLICY, Read, Reader

MOST_PAGES: Final = 32
"""Kept at a time; the oldest goes first."""


class PageCache:
    """Reads pages like a `Reader`, each once."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._pages: dict[tuple[str, str, str | None], Read] = {}

    def read(self, url: str, *, policy: str = DEFAULT_POLICY, session_profile: str | None = None) -> Read:
        """A page, opened if it was not before; one that could not be read is not tried again."""
        key = (url, policy, session_profile)
        if key not in self._pages:
            if len(self._pages) == MOST_PAGES:
                del self._pages[next(iter(self._pages))]
            self._pages[key] = self._reader.read(url, policy=policy, session_profile=session_profile)
        return self._pages[key]
