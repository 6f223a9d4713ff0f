"""Keeps what regular expressions compile to: putting one together again takes a fiftieth of the time.

The package `regex` compiles in Python, and the checks' larger expressions take it some ten milliseconds each. A command
that meets with twenty of them is done a fifth sooner, and so are the first findings in an editor.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import regex

from reachweaver.compiled import beside, read_kept, write_kept
from reachweaver.text import patterns

_MOST = 1000
"""More than the checks have. Beyond that most are of earlier versions, and all are compiled anew."""


def kept_at() -> Path:
    """The file of the patterns."""
    return beside(__file__, "patterns")


def load_patterns(path: Path) -> None:
    """Have the patterns in a file put together instead of compiled."""
    version, kept = read_kept(path) or ("", {})
    if version == regex.__version__ and len(kept) <= _MOST:
        patterns.known.update(kept)


def keep_patterns(path: Path) -> None:
    """Put the patterns that were compiled since the last time into a file, too."""
    if new := patterns.take_new():
        patterns.known.update(new)
        write_kept(path, (regex.__version__, patterns.known))


@contextlib.contextmanager
def compiling_patterns_once(path: Path) -> Iterator[None]:
    """Load them before the block, and keep those that it compiles."""
    load_patterns(path)
    try:
        yield
    finally:
        keep_patterns(path)
