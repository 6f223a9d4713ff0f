"""Regular expressions that are compiled when they are first used: most texts need few of the many."""

from __future__ import annotations

import copyreg
from collections.abc import Callable
from typing import Any

import regex

from reachweaver.text.lazy import lazy

Parts = tuple[Any, ...]
"""What a compiled pattern is put together from again: numbers, texts, bytes and collections of them."""

known: dict[tuple[str, int], Parts] = {}
"""By source and flags, the parts of patterns that need not be compiled any more (`reachweaver.compiled_patterns` fills it)."""
_new: dict[tuple[str, int], regex.Pattern[str]] = {}


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
        ignores_case = self._flags & _IGNORING_CASE == _IGNORING_CASE
        source = f"(?-f:{self.source})" if ignores_case else self.source
        key = source, int(self._flags)
        if key in known:
            put_together, _ = _taken_apart(_EMPTY)
            pattern: regex.Pattern[str] = put_together(*known[key])
        else:
            pattern = _new[key] = regex.compile(source, self._flags)
        return pattern


def take_new() -> dict[tuple[str, int], Parts]:
    """The parts of the patterns that were compiled since the last time; another thread may be compiling some more."""
    taken: dict[tuple[str, int], Parts] = {}
    while _new:
        key, pattern = _new.popitem()
        _, taken[key] = _taken_apart(pattern)
    return taken


def _taken_apart(pattern: regex.Pattern[str]) -> tuple[Callable[..., Any], Parts]:
    """What puts a pattern together, and what from: the package registers that for pickling."""
    taken_apart: Any = copyreg.dispatch_table[regex.Pattern](pattern)
    put_together, parts = taken_apart
    return put_together, parts


_EMPTY = regex.compile("")
_IGNORING_CASE = regex.V1 | regex.IGNORECASE
"""With these flags the package `regex` also compares by full case folding, unless it is told not to."""
