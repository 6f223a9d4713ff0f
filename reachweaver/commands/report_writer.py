"""Putting a report together from its pieces, in whatever format: the parts that stand before, between and after them.

Text and annotations are written as they come. A JSON document is written when it is known to be whole; until then it
is kept on disk, so that memory does not grow with the number of campaigns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from tempfile import SpooledTemporaryFile
from typing import Final, Protocol

from reachweaver.commands.screen import Screen
from reachweaver.errors import CommandError
from reachweaver.files import reason
from reachweaver.output import sarif, terminal
from reachweaver.output.json_text import SEPARATOR, array
from reachweaver.output.piece import Format, Piece
from reachweaver.output.terminal import TerminalStyle
from reachweaver.report import Failure

_IN_MEMORY: Final = 1024 * 1024
"""Characters up to which a document is worth no file."""
_BLOCK: Final = 64 * 1024


class ReportWriter(Protocol):
    """One report in one format."""

    def add(self, piece: Piece) -> None:
        """Add a campaign's piece; pieces come in report order."""

    def finish(self, *, is_whole: bool) -> None:
        """Write what is left to write; `is_whole` says whether every campaign that was named is in it."""


@contextmanager
def report_writer(form: Format, style: TerminalStyle, screen: Screen) -> Iterator[ReportWriter]:
    """The writer of a format, on the screen; what it keeps on disk is gone afterwards."""
    with ExitStack() as files:

        def items() -> _Items:
            file = SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8", newline="")  # noqa: SIM115 (closed below)
            files.callback(_close, file)
            return _Items(file)

        match form:
            case "json":
                yield _Json(screen, items())
            case "sarif":
                yield _Sarif(screen, items(), items())
            case "github":
                yield _Annotations(screen)
            case _:
                yield _Text(screen, style)


class _Text:
    def __init__(self, screen: Screen, style: TerminalStyle) -> None:
        self._screen = screen
        self._style = style
        self._lines: list[str] = []
        self._counts: Counter[str] = Counter()

    def add(self, piece: Piece) -> None:
        self._screen.write(piece.body)
        self._lines.append(terminal.count_line(piece.name, piece.counts, self._style))
        self._counts.update(piece.counts)

    def finish(self, *, is_whole: bool) -> None:  # noqa: ARG002 (people have the error lines above it)
        if self._lines:
            self._screen.write(terminal.closing(self._lines, self._counts, self._style))


class _Annotations:
    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def add(self, piece: Piece) -> None:
        self._screen.write(piece.body)

    def finish(self, *, is_whole: bool) -> None:
        pass


class _Json:
    def __init__(self, screen: Screen, reports: _Items) -> None:
        self._screen = screen
        self._reports = reports

    def add(self, piece: Piece) -> None:
        self._reports.add(piece.body)

    def finish(self, *, is_whole: bool) -> None:
        if is_whole:
            self._reports.settle()
            reports = self._reports.blocks()
            _write_all(self._screen, reports if self._reports.runs == 1 else array(reports))
            self._screen.write_json("\n")


class _Sarif:
    def __init__(self, screen: Screen, files: _Items, results: _Items) -> None:
        self._screen = screen
        self._files = files
        self._results = results
        self._failures: list[Failure] = []

    def add(self, piece: Piece) -> None:
        self._results.add(sarif.numbered(piece.body, self._files.runs))
        self._files.add(piece.artifact)
        self._failures += piece.failures

    def finish(self, *, is_whole: bool) -> None:
        # A document that leaves campaigns out would pass for the whole.
        if is_whole:
            self._files.settle()
            self._results.settle()
            _write_all(self._screen, sarif.log(self._files.blocks(), self._results.blocks(), self._failures))


class _Items:
    """Items of a JSON array that wait for their document, on disk when they are many."""

    def __init__(self, file: SpooledTemporaryFile[str]) -> None:
        self.runs = 0
        """How many times something was added."""
        self._file = file

    def add(self, run: str) -> None:
        """Add one item, or several with the separator between; nothing for an empty text.

        Raises:
            CommandError: The disk is full.
        """
        if run:
            with _no_room_is_an_error():
                self._file.write(SEPARATOR + run if self.runs else run)
            self.runs += 1

    def settle(self) -> None:
        """Have all of it where it is read from, before the first of it is written.

        Raises:
            CommandError: The disk is full.
        """
        with _no_room_is_an_error():
            self._file.flush()

    def blocks(self) -> Iterator[str]:
        """All of it, with the separator between, in blocks."""
        self._file.seek(0)
        while block := self._file.read(_BLOCK):
            yield block


def _close(file: SpooledTemporaryFile[str]) -> None:
    # What there was no room for is tried once more by closing, and has been told of.
    with suppress(OSError):
        file.close()


@contextmanager
def _no_room_is_an_error() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CommandError(f"cannot keep the report in a temporary file: {reason(error)}") from error


def _write_all(screen: Screen, blocks: Iterable[str]) -> None:
    for block in blocks:
        screen.write_json(block)
