"""The project's `reachweaver.toml` files as they stand, over the moments in which one is being written.

Programs empty a file before they write it anew. What it says in between is nobody's wish: for a moment it still says
what it last said.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from reachweaver.config import Config, ConfigProblem, read_config
from reachweaver_lsp.disk import Disk

MOMENT = 1_000_000_000
"""Nanoseconds for which a file may be empty or broken before it counts as that."""


class ProjectFiles:
    """Reads project files and remembers what they last said."""

    def __init__(self, disk: Disk, clock: Callable[[], int] = time.monotonic_ns) -> None:
        self._disk = disk
        self._clock = clock
        """Nanoseconds since some moment; never the time of day, which may be set, and which files' times may not share."""
        self._last: dict[Path, tuple[Config, tuple[str, ...]]] = {}
        """What a file last said, and what was wrong with it, though it was whole."""
        self._broken_since: dict[Path, int] = {}
        self._is_waiting = False

    def read(self, path: Path) -> tuple[Config, tuple[str, ...]]:
        """What a file says, and what is wrong with it, each in one line that begins with its name."""
        file = self._disk.read(path)
        if file is None:
            return Config(), ()
        config, problems = read_config(file.text, path.parent)
        trouble = (f"{path}: {file.trouble}",) if file.trouble else ()
        said = config, (*trouble, *(_shown(path, problem) for problem in problems))
        is_whole = bool(file.text.strip()) and all(problem.setting is not None for problem in problems)
        if is_whole:
            self._last[path] = said
            self._broken_since.pop(path, None)
        elif path in self._last and self._clock() - self._broken_since.setdefault(path, self._clock()) < MOMENT:
            self._is_waiting = True
            return self._last[path]
        else:
            self._last.pop(path, None)
        return said

    def have_to_be_read_again(self) -> bool:
        """Whether one was empty or broken the last time, and may have been in the middle of being written."""
        is_waiting, self._is_waiting = self._is_waiting, False
        return is_waiting


def _shown(path: Path, problem: ConfigProblem) -> str:
    place = f"{path}:{problem.line}:{problem.column}" if problem.line is not None else str(path)
    return f"{place}: {problem.message}"
