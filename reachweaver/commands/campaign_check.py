"""`reachweaver campaign-check`: everything about one campaign before it goes out, with its accounts' history."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from reachweaver.commands.arguments import Commands, add_campaign, add_history, add_rules
from reachweaver.commands.checking import check_one
from reachweaver.commands.console import write, write_json
from reachweaver.commands.full_check import FullCheck
from reachweaver.commands.reporting import terminal_style
from reachweaver.output import json_text, terminal

DESCRIPTION = """\
Checks one campaign as `claims-check` does, and more: whether each text fits its platform and, when you name a history
database, whether its accounts have said the same before or post very often.

It is a comparison of words, not a verdict on truth. The database is only read.
"""

EPILOG = """\
examples:
  reachweaver campaign-check --file spring.reachweaver.json
  reachweaver campaign-check --file spring.reachweaver.json --history-db state/reachweaver.sqlite --history-days 60

exit status:
  0  no errors (there may be claims to review, and warnings)
  2  errors were found, or a file could not be read or used
"""


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "campaign-check",
        help="check one campaign: claims, brand rules, lengths, posting history",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    add_campaign(parser)
    add_rules(parser)
    add_history(parser)
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check the campaign, print the report, and give the exit status.

    Raises:
        CommandError: A file or the database could not be used.
    """
    checked = check_one(options, FullCheck.from_options(options, now=datetime.now(UTC)))
    if options.json:
        write_json(json_text.render([checked.report]))
    else:
        write(terminal.render([checked], terminal_style()))
    return 0 if checked.is_clean else 2
