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
        """The compiled pattern.

        Where case does not matter, one letter stands for one letter: no `ﬁ` for `fi`, which folded texts have none of, and
        which makes compiling take three times as long.
        """
        if self._flags & _IGNORING_CASE != _IGNORING_CASE:
            return regex.compile(self.source, self._flags)
        return regex.compile(f"(?-f:{self.source})", self._flags)


_IGNORING_CASE = regex.V1 | regex.IGNORECASE
"""With these flags the package `regex` also compares by full case folding, unless it is told not to."""
