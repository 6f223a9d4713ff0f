"""Arguments that several commands share, and a parser that fails the way every command fails."""

from __future__ import annotations

import argparse
import os
import shutil
import textwrap
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Any, NoReturn, Protocol

from reachweaver.commands.console import write
from reachweaver.config import read_threshold
from reachweaver.errors import CommandError


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal, with examples and lists as they are written and room for long option names."""

    def __init__(self, prog: str) -> None:
        columns = shutil.get_terminal_size((102, 24)).columns
        super().__init__(prog, max_help_position=32, width=max(min(columns - 2, 100), 40))

    def _fill_text(self, text: str, width: int, indent: str) -> str:  # noqa: ARG002 (argparse's own signature)
        paragraphs = text.strip("\n").split("\n\n")
        return "\n\n".join(
            paragraph if "\n " in f"\n{paragraph}" else textwrap.fill(paragraph, width) for paragraph in paragraphs
        )

    def _format_action(self, action: argparse.Action) -> str:
        shown = super()._format_action(action)
        # The list of commands has a title already; a line COMMAND above it says nothing.
        return shown.partition("\n")[2] if action.nargs == argparse.PARSER else shown

    def _iter_indented_subactions(self, action: argparse.Action) -> Generator[argparse.Action, None, None]:
        # Without that line the commands need no indentation.
        if action.nargs == argparse.PARSER:
            self._dedent()
            yield from super()._iter_indented_subactions(action)
            self._indent()


class Parser(argparse.ArgumentParser):
    """The parser of the command line and of each command: flags in full, errors in one line with exit status 2."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(formatter_class=HelpFormatter, allow_abbrev=False, **settings)
        self._positionals.title = "arguments"

    def parse_known_args(self, args: Sequence[str] | None = None, namespace: Any = None) -> tuple[Any, list[str]]:  # type: ignore[override]
        """Read the arguments as argparse does, and let flags stand between the files of a command that takes several."""
        options, rest = super().parse_known_args(args, namespace)
        if rest and self._takes_more and (rest[0] in ("-", "--") or not rest[0].startswith("-")):
            # argparse takes one run of files; what followed the next flag is left, the flags after it are not.
            return super().parse_known_args(rest, options)
        return options, rest

    def error(self, message: str) -> NoReturn:
        """Raise the error that `reachweaver.cli.main` prints."""
        raise CommandError(f"{message} (see: {self.prog} --help)")

    @property
    def _takes_more(self) -> bool:
        return any(action.nargs == "+" for action in self._get_positional_actions())

    def _print_message(self, message: str, file: object = None) -> None:  # noqa: ARG002 (argparse's own signature)
        # Help and version, the two things that a parser prints itself, go the way of every other output.
        write(message)


class Commands(Protocol):
    """Where each command adds its own parser (what `add_subparsers` gives)."""

    def add_parser(self, name: str, **settings: Any) -> argparse.ArgumentParser:
        """Add a command; the settings are those of `argparse.ArgumentParser`."""


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add `--brand`, `--optout` and `--duplicate-threshold`."""
    parser.add_argument(
        "--brand",
        type=Path,
        metavar="FILE",
        help="the brand's rules: banned phrases, disclosure, hashtags, accounts (default: the file that"
        " reachweaver.toml names, else the nearest brand.reachweaver.json)",
    )
    parser.add_argument(
        "--optout",
        type=Path,
        metavar="FILE",
        help="handles and domains that must not be mentioned (default: $REACHWEAVER_OPTOUT, else the file that"
        " reachweaver.toml names, else config/optout.json)",
    )
    parser.add_argument(
        "--duplicate-threshold",
        type=_threshold,
        metavar="NUMBER",
        help="how alike two variants may be, from 0 to 1, before they count as duplicates (default: 0.6)",
    )


def add_campaign(parser: argparse.ArgumentParser) -> None:
    """Add `--file`, the one campaign that the command works on."""
    parser.add_argument("--file", required=True, metavar="CAMPAIGN", help="the campaign file, or - for standard input")


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Add `--jobs`, in how many processes campaigns are checked."""
    parser.add_argument(
        "--jobs",
        type=_jobs,
        default=1,
        metavar="N",
        help="check that many campaigns at a time, for folders of hundreds; auto for one on each processor (default: 1)",
    )


def add_history(parser: argparse.ArgumentParser) -> None:
    """Add `--history-db` and what tunes the look at it (specification, *Posting history*)."""
    group = parser.add_argument_group("posting history")
    group.add_argument(
        "--history-db",
        type=Path,
        metavar="FILE",
        help="compare with what each account has posted or queued, in this ReachWeaver database; it is only read",
    )
    group.add_argument(
        "--history-days",
        type=_whole_number(365),
        metavar="N",
        help="how many days back a repeated text counts, 1 to 365 (default: 30)",
    )
    group.add_argument(
        "--history-window-days",
        type=_whole_number(365),
        metavar="N",
        help="over how many days an account's posts are counted, 1 to 365 (default: 7)",
    )
    group.add_argument(
        "--history-max-posts",
        type=_whole_number(1000),
        metavar="N",
        help="how many posts in that time are many, 1 to 1000 (default: 7; a rule of thumb, no platform's limit)",
    )


def _whole_number(most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) <= len(str(most)) and 1 <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(f"a whole number from 1 to {most} is needed, not {text!r}")

    return read


def _jobs(text: str) -> int:
    if text in ("auto", "0"):
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        return _whole_number(999)(text)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(f"{error} (or auto)") from None


def _threshold(text: str) -> float:
    value = read_threshold(text)
    if value is None:
        raise argparse.ArgumentTypeError(f"a number from 0 to 1 is needed, not {text!r}")
    return value
