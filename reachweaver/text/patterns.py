"""Regular expressions that are compiled when they are first used: most texts need few of the many."""

from __future__ import annotations

import regex

from reachweaver.text.lazy import lazy


class Pattern:
    """One regular expression of the package `regex`."""

    def __init__(self, source: str, flags: int = regex.V1) -> None:
        """Keep `source` and `flags`, which `regex.compile` takes."""
        self.source = source
        self._flags = flags

    @lazy
    def compiled(self) -> regex.Pattern[str]:
        """The compiled pattern."""
        return regex.compile(self.source, self._flags)
