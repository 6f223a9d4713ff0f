"""`reachweaver campaign-preview`: every text as it will be posted, with its length, findings and evidence."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path

from reachweaver.commands.arguments import Commands, add_campaign, add_history, add_rules
from reachweaver.commands.checking import check_one
from reachweaver.commands.console import write, write_json
from reachweaver.commands.full_check import FullCheck
from reachweaver.commands.reporting import terminal_style
from reachweaver.output import terminal
from reachweaver.output.checked import CheckedFile, totals
from reachweaver.output.json_text import to_json
from reachweaver.writing import write_file

DESCRIPTION = """\
Shows each text of a campaign as it will be posted: its length as the platform counts it, whether ReachWeaver can stage
it, how confident one can be in it, what the checks found, and the evidence behind its claims.

Confidence is high, medium when a person has still to review something, low when there is an error; warnings don't
change it. The checks are those of campaign-check.
"""

EPILOG = """\
examples:
  reachweaver campaign-preview --file spring.reachweaver.json
  reachweaver campaign-preview --file spring.reachweaver.json --html spring.html     a page to approve from
  reachweaver campaign-preview --file spring.reachweaver.json --json

exit status:
  0  no errors (there may be claims to review, and warnings)
  2  errors were found, or a file could not be read, used or written
"""


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "campaign-preview",
        help="show each text as it will be posted, on the terminal or as a page",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    add_campaign(parser)
    add_rules(parser)
    add_history(parser)
    parser.add_argument("--json", action="store_true", help="print the report as JSON, each variant with its preview")
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="write one page that works from disk, holds no script, and prints"
    )
    parser.add_argument("--force", action="store_true", help="replace the file even if it is no earlier preview")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check the campaign, show the preview, and give the exit status.

    Raises:
        CommandError: A file or the database could not be used, or the page could not be written.
    """
    checked = check_one(options, FullCheck.from_options(options, now=datetime.now(UTC)))
    _show(checked, options)
    return 0 if checked.is_clean else 2


def _show(checked: CheckedFile, options: argparse.Namespace) -> None:
    from reachweaver.output import html, preview_terminal
    from reachweaver.preview import preview_of

    preview = preview_of(checked.campaign, checked.report)
    if options.html is not None:
        page = html.render(preview).encode("utf-8")
        write_file(options.html, page, overwrite=options.force or _is_preview(options.html, html.GENERATOR))
    if options.json:
        write_json(to_json(preview.to_json()))
    elif options.html is None:
        write(preview_terminal.render(preview, terminal_style()))
    else:
        style = terminal_style()
        counts = terminal.closing([checked.name], totals([checked.report]), style)
        write(f"{style.safe(f'Wrote {options.html}')}\n{counts}")


def _is_preview(path: Path, generator: str) -> bool:
    """Whether a file is an earlier preview, which a new one may replace."""
    try:
        with path.open("rb") as file:
            return generator.encode() in file.read(2000)
    except (OSError, ValueError):
        # Writing says what is wrong with it.
        return False
