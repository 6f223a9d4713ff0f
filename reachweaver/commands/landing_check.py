"""`reachweaver landing-check`: does the landing page have what the posts say?"""

from __future__ import annotations

import argparse
from pathlib import Path

from reachweaver.campaign import read_campaign
from reachweaver.commands.arguments import Commands, HelpFormatter, add_campaign
from reachweaver.commands.console import write, write_json, write_warning
from reachweaver.commands.gathering import gather_one
from reachweaver.commands.reporting import terminal_style
from reachweaver.errors import CommandError
from reachweaver.files import absolute, read_bytes
from reachweaver.output import json_text, terminal
from reachweaver.output.checked import CheckedCampaign
from reachweaver.report import Report

DESCRIPTION = """\
Looks on a landing page for what the posts of a campaign say: every number, quotation, superlative, partnership,
customer count and release phrase that the cited evidence bears out. What the page lacks is a warning.

The page is a file that you saved: HTML, Markdown or text. Nothing is fetched. Feature claims are not looked for, and
what no evidence bears out is the business of claims-check.
"""

EPILOG = """\
examples:
  reachweaver landing-check --file spring.reachweaver.json --page planner.html

exit status:
  0  the page was looked at (there may be warnings)
  2  the campaign file breaks its rules, or a file could not be read
"""


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "landing-check",
        help="look on the landing page for what the posts say",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=HelpFormatter,
        allow_abbrev=False,
    )
    add_campaign(parser)
    page = parser.add_mutually_exclusive_group(required=True)
    page.add_argument("--page", type=Path, metavar="FILE", help="the landing page, saved as HTML, Markdown or text")
    page.add_argument("--fetch", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compare the campaign with the page, print the report, and give the exit status.

    Raises:
        CommandError: A file could not be read, or the page is to be fetched.
    """
    if options.fetch:
        raise CommandError(
            "--fetch needs the look-up of sources, which this version does not have; save the page and name it with --page"
        )
    from reachweaver.landing import check_landing
    from reachweaver.pages import page_blocks

    file = gather_one(options.file)
    blocks = page_blocks(read_bytes(options.page, str(options.page)), options.page.name)
    if not blocks:
        write_warning(f"{options.page}: there is no text on this page; if a script fills it in, save it from a browser")
    campaign = read_campaign(file.document)
    report = check_landing(campaign, blocks, str(options.page))
    if options.json:
        write_json(json_text.render([report]))
    else:
        checked = CheckedCampaign(
            name=file.name, path=file.path, base=absolute(Path()), campaign=campaign, report=report
        )
        style = terminal_style()
        write(terminal.render([checked], style) + style.safe(_closing(report)) + "\n")
    return 0 if report.valid and not report.failures else 2


def _closing(report: Report) -> str:
    counts = report.landing or {}
    return (
        f"{counts['page']} has {counts['found']} of the {counts['looked_for']} grounded claims that were looked for;"
        " features are not looked for."
    )
