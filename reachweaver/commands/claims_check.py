"""`reachweaver claims-check`: the claims of one or more campaigns against their evidence and the brand's rules."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from reachweaver.commands.arguments import Commands, HelpFormatter, add_rules
from reachweaver.commands.checking import Checker, Overrides
from reachweaver.commands.console import write, write_error, write_json
from reachweaver.commands.gathering import gather
from reachweaver.commands.reporting import faults, terminal_style
from reachweaver.errors import CommandError
from reachweaver.output import github, json_text, sarif, terminal
from reachweaver.output.checked import CheckedCampaign

DESCRIPTION = """\
Compares every variant of a campaign with the evidence that it cites, and with the brand's rules:

  - numbers, percentages, versions, dates and times must stand in cited evidence
  - quotes, partnerships, customer counts, superlatives and feature claims go to a person unless the evidence has them
  - release news needs evidence of a release
  - variants must not repeat each other, use banned phrases, or lack the disclosure or the call to action
  - nobody on the opt-out list may be mentioned

It is a comparison of words, not a verdict on truth: open each source and see that it says what the evidence says.
"""

EPILOG = """\
examples:
  reachweaver claims-check spring.reachweaver.json
  reachweaver claims-check campaigns/ --brand brand.reachweaver.json
  reachweaver claims-check campaigns/ --format github      annotations in a GitHub workflow
  reachweaver claims-check campaigns/ --format sarif > reachweaver.sarif

exit status:
  0  no errors (there may be claims to review, and warnings)
  2  errors were found, or a file could not be read or used
"""


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "claims-check",
        help="check the claims of campaigns against their evidence and the brand's rules",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=HelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "campaigns",
        nargs="+",
        metavar="CAMPAIGN",
        help="a campaign file, a folder (every *.reachweaver.json below it), or - for standard input",
    )
    add_rules(parser)
    parser.add_argument("--json", action="store_true", help="print the report as JSON (short for --format json)")
    parser.add_argument(
        "--format",
        choices=("text", "json", "sarif", "github"),
        help="text for people (default), json, sarif for code scanning, github for annotations in a workflow",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check the campaigns, print the report, and give the exit status.

    Raises:
        CommandError: The flags contradict each other, or the report could not be written.
    """
    form = _format_of(options)
    gathering = gather(options.campaigns)
    checker = Checker(Overrides(options.brand, options.optout, options.duplicate_threshold), os.environ)
    checked, errors = checker.check_all(gathering.files)
    failed = [*gathering.errors, *errors]
    for message in dict.fromkeys([*map(str, failed), *faults(checked)]):
        write_error(message)
    # A document that leaves campaigns out would pass for the whole; people have the error lines above it.
    if checked and not (failed and form in ("json", "sarif")):
        _write_report(form, checked)
    return 0 if not failed and all(campaign.is_clean for campaign in checked) else 2


def _format_of(options: argparse.Namespace) -> str:
    if options.json and options.format not in (None, "json"):
        raise CommandError(f"--json and --format {options.format} contradict each other")
    return "json" if options.json else options.format or "text"


def _write_report(form: str, checked: Sequence[CheckedCampaign]) -> None:
    match form:
        case "json":
            write_json(json_text.render([campaign.report for campaign in checked]))
        case "sarif":
            write_json(sarif.render(checked))
        case "github":
            write(github.render(checked))
        case _:
            write(terminal.render(checked, terminal_style()))
