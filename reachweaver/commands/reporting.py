"""What commands that print a report share: faults to name, passages to quote, and how to write on this terminal."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Sequence

from reachweaver.commands.console import encoding_of, wants_colour
from reachweaver.output import terminal
from reachweaver.report import Failure


def fault_lines(name: str, failures: Sequence[Failure]) -> Iterator[str]:
    """A line for each check of a campaign that could not finish."""
    for failure in failures:
        yield f"{name}: the check {failure.code} failed on {failure.message}; please report it"


def passage(text: str, limit: int) -> str:
    """A passage of a page in quotation marks, on one line, cut behind `limit` code points."""
    line = " ".join(text.split())
    return f"“{line}”" if len(line) <= limit else f"“{line[:limit]}…”"


def terminal_style() -> terminal.TerminalStyle:
    """Width, colour and encoding of standard output."""
    stream = sys.stdout
    is_terminal = stream is not None and stream.isatty()
    return terminal.TerminalStyle(
        width=shutil.get_terminal_size().columns if is_terminal else terminal.DEFAULT_WIDTH,
        colour=wants_colour(stream, os.environ),
        encoding=encoding_of(stream) if stream is not None else "utf-8",
    )
