"""Standard output and standard error of a command that takes its time: a line of progress never mixes with either."""

from __future__ import annotations

import os
import time
from types import TracebackType
from typing import Final, Self

from reachweaver.commands import console

_PATIENCE: Final = 0.5
"""Seconds after which people want to know how far it is."""
_INTERVAL: Final = 0.1
"""Seconds between two changes of the line."""


class Screen:
    """Writes like `console`, each notice once, and shows progress on standard error if that is a terminal."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._said: set[str] = set()
        self._shown = ""
        self._next = time.monotonic() + _PATIENCE if console.is_terminal_for_notices(os.environ) else float("inf")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the line of progress away, whatever happened."""
        self._hide()

    def write(self, text: str) -> None:
        """Write text for people; raises as `console.write` does."""
        if text:
            self._hide()
            console.write(text)

    def write_json(self, text: str) -> None:
        """Write a part of a JSON document; raises as `console.write_json` does."""
        self._hide()
        console.write_json(text)

    def error(self, message: str) -> None:
        """Write an error to standard error."""
        if message not in self._said:
            self._said.add(message)
            self._hide()
            console.write_error(message)

    def warning(self, message: str) -> None:
        """Write a warning to standard error."""
        if message not in self._said:
            self._said.add(message)
            self._hide()
            console.write_warning(message)

    def progress(self, done: int) -> None:
        """Say how many are done, if it is time to."""
        now = time.monotonic()
        if now >= self._next:
            self._hide()
            self._next = now + _INTERVAL
            self._shown = f"checking {done:,} of {self._total:,} ..."
            console.write_progress(self._shown)

    def _hide(self) -> None:
        if self._shown:
            console.write_progress(f"\r{' ' * len(self._shown)}\r")
            self._shown = ""
