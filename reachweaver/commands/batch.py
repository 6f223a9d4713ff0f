"""Checking any number of campaigns: one in memory at a time, in this process or in several beside each other.

Takes listed sources, gives what a report needs of each, in the same order however many processes there are.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence

from reachweaver.commands.checking import Checker, Overrides
from reachweaver.commands.gathering import Source, read_source
from reachweaver.data import dataclass
from reachweaver.errors import CommandError
from reachweaver.output.piece import Format, Piece, piece_of
from reachweaver.output.terminal import TerminalStyle


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchOptions:
    """How every campaign of a run is checked and shown."""

    overrides: Overrides
    form: Format
    style: TerminalStyle


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one source."""

    source: Source
    piece: Piece | None = None
    """Its share of the report; None when it could not be used, or is a file of a folder that is no campaign."""
    error: str | None = None
    """Why it could not be used."""
    warnings: tuple[str, ...] = ()

    @property
    def is_campaign(self) -> bool:
        """Whether it is a campaign, or would be one if it could be used."""
        return self.piece is not None or self.error is not None


def check_all(sources: Sequence[Source], options: BatchOptions, jobs: int) -> Generator[Outcome, None, None]:
    """The outcome of each source, in order, as soon as it is there; close the iterator to stop early.

    Args:
        sources: Where the campaigns are.
        options: How they are checked.
        jobs: In how many processes; 1 for none but this.

    Raises:
        CommandError: One of the processes ended before its work was done.
    """
    processes = min(jobs, len(sources))
    if processes <= 1:
        yield from map(Worker(options), sources)
        return
    from reachweaver.commands.processes import check_in_processes

    yield from check_in_processes(sources, options, processes)


class Worker:
    """Checks one source after the other; brands and the like are read once."""

    def __init__(self, options: BatchOptions) -> None:
        self._options = options
        self._warnings: list[str] = []
        self._checker = Checker(options.overrides, os.environ, warn=self._warnings.append)

    def __call__(self, source: Source) -> Outcome:
        """Read and check a source; what is wrong with it is part of the outcome."""
        self._warnings.clear()
        try:
            piece = self._piece(source)
        except CommandError as error:
            return Outcome(source=source, error=str(error), warnings=tuple(self._warnings))
        return Outcome(source=source, piece=piece, warnings=tuple(self._warnings))

    def _piece(self, source: Source) -> Piece | None:
        file = read_source(source)
        return None if file is None else piece_of(self._checker.check(file), self._options.form, self._options.style)
