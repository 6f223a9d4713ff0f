"""`reachweaver signal-brief`: a campaign to start from, made of a signal that a scan found."""

from __future__ import annotations

import argparse
from pathlib import Path

from reachweaver.campaign import MAX_EXCERPT
from reachweaver.commands.arguments import Commands
from reachweaver.commands.console import write, write_json, write_warning
from reachweaver.commands.documents import error_at, parse_json
from reachweaver.commands.gathering import read_argument
from reachweaver.commands.reporting import terminal_style
from reachweaver.errors import CommandError
from reachweaver.output.json_text import to_json
from reachweaver.platforms import PLATFORMS
from reachweaver.signals import DEFAULT_PLATFORMS, Signal, read_signal, skeleton_of
from reachweaver.values import quoted
from reachweaver.writing import write_file

DESCRIPTION = """\
Makes a campaign file of a signal: {"id": …, "title": …, "summary": …, "url": …, "kind": …}. The summary becomes the
excerpt of the campaign's first evidence; the texts are yours to write.

Nobody has compared the summary with its source, and it grounds whatever it says. Replace it with a verbatim excerpt
that you checked before you rely on a clean report.
"""

EPILOG = """\
examples:
  reachweaver signal-brief signal.json -o spring.reachweaver.json
  reachweaver signal-brief signal.json --platform x --platform mastodon

exit status:
  0  the campaign was written
  2  the signal could not be used, or the file could not be written
"""


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "signal-brief",
        help="make a campaign to start from out of a signal",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.add_argument("signal", metavar="SIGNAL", help="the signal file, or - for standard input")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="where to write the campaign (default: standard output)"
    )
    parser.add_argument("--force", action="store_true", help="replace the file if it is there already")
    parser.add_argument(
        "--platform",
        action="append",
        choices=PLATFORMS,
        metavar="NAME",
        help="a platform to write for; may be given several times (default: linkedin)",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the campaign, say what its excerpt is worth, and give the exit status.

    Raises:
        CommandError: The signal could not be used, or the campaign could not be written.
    """
    signal = _load(options.signal)
    campaign = to_json(skeleton_of(signal, options.platform or DEFAULT_PLATFORMS))
    if options.output is None:
        write_json(campaign)
    else:
        write_file(options.output, campaign.encode(), overwrite=options.force)
        write(f"{terminal_style().safe(f'Wrote {options.output}.')}\n")
    _caution(signal)
    return 0


def _load(argument: str) -> Signal:
    """The signal; advice is passed on, and the first thing that is wrong is raised."""
    text, name = read_argument(argument)
    document = parse_json(text, name)
    file = read_signal(document)
    for problem in file.problems:
        error = error_at(document, problem.span, problem.message, name)
        if problem.severity == "error":
            raise error
        write_warning(str(error))
    if file.signal is None:
        raise CommandError("there is no signal in this file", path=name)
    return file.signal


def _caution(signal: Signal) -> None:
    if len(signal.summary) > MAX_EXCERPT:
        write_warning(
            f"the summary has {len(signal.summary):,} characters, and an excerpt at most {MAX_EXCERPT:,}: its end is cut off"
        )
    write_warning(
        f"the claim and the excerpt of the evidence {quoted(signal.id)} are the signal's title and summary, untrusted scan"
        " text that grounds whatever it says; replace it with a verbatim excerpt that you checked before you rely on a"
        " clean report"
    )
