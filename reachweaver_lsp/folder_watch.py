"""What campaigns there are below the workspace's folders, and whether that has changed, for clients that do not tell.

Folders go in, paths come out. A look takes place beside the event loop, and is followed by a rest many times as long.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from reachweaver_lsp.disk import Stamp, stamp_of

logger = logging.getLogger(__name__)

Place = tuple[Path, Callable[[str], bool]]
"""A folder, and whether a file below it counts, by its name."""

_SKIPPED = frozenset({"node_modules", "__pycache__"})
_REST = 20
"""How many times as long as a look nothing is looked at: a large folder must not keep a processor busy."""

_Found = dict[Path, Stamp | None]


def files_below(folder: Path, counts: Callable[[str], bool]) -> Iterator[Path]:
    """Every file below a folder whose name counts, in order; hidden folders and installed packages are left out."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _SKIPPED)
        for name in sorted(names):
            if counts(name):
                yield Path(place, name)


class FolderWatch:
    """Looks at some folders whenever it is told to, and says when something else is there than the last time."""

    def __init__(
        self,
        aside: Callable[[Callable[[], object], Callable[..., None]], object],
        changed: Callable[[], object],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._aside = aside
        self._changed = changed
        self._clock = clock
        self._seen: _Found | None = None
        self._is_looking = False
        self._failed_as: str | None = None
        """What went wrong in the last look; it is logged once, not every time."""
        self._rests_until = float("-inf")

    def look(self, places: Sequence[Place]) -> None:
        """Look, unless it is still looking or resting; the first look counts as a change, for nobody knows before it."""
        if places and not self._is_looking and self._clock() >= self._rests_until:
            self._is_looking = True
            self._aside(partial(self._find, places), self._compare)

    def _find(self, places: Sequence[Place]) -> tuple[_Found | Exception, float]:
        """What is there, or why that could not be found out, and how long it took: the next look comes in any case."""
        begun = self._clock()
        found: _Found | Exception
        try:
            found = {path: stamp_of(path) for folder, counts in places for path in files_below(folder, counts)}
        except Exception as error:  # noqa: BLE001 (logged, in the event loop)
            found = error
        return found, self._clock() - begun

    def _compare(self, looked: tuple[_Found | Exception, float]) -> None:
        found, seconds = looked
        self._is_looking = False
        self._rests_until = self._clock() + _REST * seconds
        if isinstance(found, Exception):
            self._log(found)
            return
        self._failed_as = None
        before, self._seen = self._seen, found
        if found != before:
            self._changed()

    def _log(self, error: Exception) -> None:
        if repr(error) != self._failed_as:
            self._failed_as = repr(error)
            logger.error("looking for campaigns failed", exc_info=error)
