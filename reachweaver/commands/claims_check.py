"""`reachweaver claims-check`: the claims of one or more campaigns against their evidence and the brand's rules."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from contextlib import closing

from reachweaver.commands.arguments import Commands, add_jobs, add_rules
from reachweaver.commands.batch import BatchOptions, Outcome, check_all
from reachweaver.commands.checking import Overrides
from reachweaver.commands.gathering import Listing, list_campaigns
from reachweaver.commands.report_writer import ReportWriter, report_writer
from reachweaver.commands.reporting import fault_lines, terminal_style
from reachweaver.commands.screen import Screen
from reachweaver.errors import CommandError
from reachweaver.output.piece import FORMATS, Format

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
  reachweaver claims-check archive/ --jobs auto            thousands of campaigns, on all processors

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
    )
    parser.add_argument(
        "campaigns",
        nargs="+",
        action="extend",
        metavar="CAMPAIGN",
        help="a campaign file, a folder (every *.reachweaver.json below it), or - for standard input",
    )
    add_rules(parser)
    parser.add_argument("--json", action="store_true", help="print the report as JSON (short for --format json)")
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="text for people (default), json, sarif for code scanning, github for annotations in a workflow",
    )
    add_jobs(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check the campaigns, print the report, and give the exit status.

    Raises:
        CommandError: The flags contradict each other, or the report could not be written.
    """
    form = _format_of(options)
    listing = list_campaigns(options.campaigns)
    style = terminal_style()
    overrides = Overrides.from_options(options)
    outcomes = check_all(listing.sources, BatchOptions(overrides=overrides, form=form, style=style), options.jobs)
    with (
        Screen(len(listing.sources)) as screen,
        report_writer(form, style, screen) as report,
        closing(outcomes),
    ):
        return _report(listing, outcomes, report, screen)


def _report(listing: Listing, outcomes: Iterable[Outcome], report: ReportWriter, screen: Screen) -> int:
    is_whole = not listing.errors
    is_clean = True
    for error in listing.errors:
        screen.error(str(error))
    for done, outcome in enumerate(outcomes, 1):
        _notify(screen, outcome)
        is_whole = is_whole and outcome.error is None
        if outcome.is_campaign:
            listing.settle(outcome.source)
        if outcome.piece is not None:
            report.add(outcome.piece)
            is_clean = is_clean and outcome.piece.is_clean
        screen.progress(done)
    for error in listing.empty_folders():
        screen.error(str(error))
        is_whole = False
    report.finish(is_whole=is_whole)
    return 0 if is_whole and is_clean else 2


def _notify(screen: Screen, outcome: Outcome) -> None:
    for warning in outcome.warnings:
        screen.warning(warning)
    if outcome.error is not None:
        screen.error(outcome.error)
    if outcome.piece is not None:
        for fault in fault_lines(outcome.piece.name, outcome.piece.failures):
            screen.error(fault)


def _format_of(options: argparse.Namespace) -> Format:
    if options.json and options.format not in (None, "json"):
        raise CommandError(f"--json and --format {options.format} contradict each other")
    form: Format = "json" if options.json else options.format or "text"
    return form
