"""`reachweaver landing-check`: does the landing page have what the posts say?"""

from __future__ import annotations

import argparse
from pathlib import Path

from reachweaver.campaign import Campaign, read_campaign
from reachweaver.commands.arguments import Commands, add_campaign
from reachweaver.commands.console import write, write_json, write_warning
from reachweaver.commands.gathering import CampaignFile, gather_one
from reachweaver.commands.page_options import add_allow_private, make_reader
from reachweaver.commands.reporting import terminal_style
from reachweaver.errors import CommandError
from reachweaver.files import absolute, read_bytes
from reachweaver.output import json_text, terminal
from reachweaver.output.checked import CheckedFile
from reachweaver.report import Report

DESCRIPTION = """\
Looks on a landing page for what the posts of a campaign say: every number, quotation, superlative, partnership,
customer count and release phrase that the cited evidence bears out. What the page lacks is a warning.

The page is a file that you saved (HTML, Markdown or text) or, with --fetch, the campaign's cta_url, which is opened only
then. Feature claims are not looked for, and what no evidence bears out is the business of claims-check.
"""

EPILOG = """\
examples:
  reachweaver landing-check --file spring.reachweaver.json --page planner.html
  reachweaver landing-check --file spring.reachweaver.json --fetch

exit status:
  0  the page was looked at (there may be warnings)
  2  the campaign file breaks its rules, or a file or the page could not be read
"""


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "landing-check",
        help="look on the landing page for what the posts say",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    add_campaign(parser)
    page = parser.add_mutually_exclusive_group(required=True)
    page.add_argument("--page", type=Path, metavar="FILE", help="the landing page, saved as HTML, Markdown or text")
    page.add_argument("--fetch", action="store_true", help="open the campaign's cta_url and look there")
    add_allow_private(parser)
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compare the campaign with the page, print the report, and give the exit status.

    Raises:
        CommandError: A file or the page could not be read.
    """
    from reachweaver.landing import check_landing

    if options.allow_private and not options.fetch:
        raise CommandError("--allow-private is for --fetch; a saved page is not opened over a network")
    file = gather_one(options.file)
    campaign = read_campaign(file.document)
    name, blocks = _fetched(campaign, file, options) if options.fetch else _saved(options.page)
    if not blocks:
        write_warning(f"{name}: there is no text on this page; if a script fills it in, save it from a browser")
    report = check_landing(campaign, blocks, name)
    if options.json:
        write_json(json_text.render([report]))
    else:
        checked = CheckedFile(name=file.name, path=file.path, base=absolute(Path()), campaign=campaign, report=report)
        style = terminal_style()
        write(terminal.render([checked], style) + style.safe(_closing(report)) + "\n")
    return 0 if report.valid and not report.failures else 2


def _saved(path: Path) -> tuple[str, tuple[str, ...]]:
    from reachweaver.pages import is_other_format, page_blocks

    content = read_bytes(path, str(path))
    if is_other_format(content):
        raise CommandError("this is no HTML, Markdown or text", path=str(path))
    return str(path), page_blocks(content, path.name)


def _fetched(campaign: Campaign, file: CampaignFile, options: argparse.Namespace) -> tuple[str, tuple[str, ...]]:
    url = campaign.cta_url
    if url is None:
        raise CommandError("--fetch opens the campaign's cta_url, and there is none", path=file.name)
    reader = make_reader("landing-check --fetch", allow_private=options.allow_private)
    from reachweaver.lookup.failures import LookUpError

    try:
        return url, reader.read_whole(url)
    except LookUpError as error:
        raise CommandError(f"the page could not be read ({error.code}): {error}", path=url) from error


def _closing(report: Report) -> str:
    counts = report.landing or {}
    return (
        f"{counts['page']} has {counts['found']} of the {counts['looked_for']} grounded claims that were looked for;"
        " features are not looked for."
    )
