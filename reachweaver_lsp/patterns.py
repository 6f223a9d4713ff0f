"""File patterns as editors write them: `*`, `?`, `[…]`, `**` for any folders, `{a,b}` for one of several."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fnmatch import fnmatchcase

_MOST_ALTERNATIVES = 64
_BRACES = re.compile(r"\{([^{}]*)\}")


def matches(path: str, patterns: Iterable[str]) -> bool:
    """Whether a path with forward slashes and none in front matches one of the patterns, as a whole."""
    steps = path.split("/")
    return any(_fits(steps, alternative.split("/")) for pattern in patterns for alternative in _alternatives(pattern))


def names_fitting(patterns: Iterable[str]) -> Callable[[str], bool]:
    """A quick test of a file's name alone: one that it refuses matches none of the patterns, in whatever folder."""
    last_steps = {alternative.rsplit("/", 1)[-1] for pattern in patterns for alternative in _alternatives(pattern)}
    return lambda name: any(step == "**" or fnmatchcase(name, step) for step in last_steps)


def _alternatives(pattern: str) -> list[str]:
    """The pattern without braces: one for each choice."""
    finished: list[str] = []
    pending = [pattern.removeprefix("./")]
    while pending and len(finished) + len(pending) <= _MOST_ALTERNATIVES:
        current = pending.pop()
        braces = _BRACES.search(current)
        if braces is None:
            finished.append(current)
        else:
            pending += [current[: braces.start()] + one + current[braces.end() :] for one in braces[1].split(",")]
    return finished + pending


def _fits(steps: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether the steps fit, found column by column so that many `**` cost no more than their number."""
    reachable = {0}
    for pattern in wanted:
        if pattern == "**":
            reachable = set(range(min(reachable, default=len(steps) + 1), len(steps) + 1))
        else:
            reachable = {at + 1 for at in reachable if at < len(steps) and fnmatchcase(steps[at], pattern)}
    return len(steps) in reachable
