"""`reachweaver explain`: what a finding means, an example that breaks and one that passes, and how to fix it."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from reachweaver.codes import CODES, FILE_CODES
from reachweaver.commands.arguments import Commands
from reachweaver.commands.console import write
from reachweaver.commands.reporting import terminal_style
from reachweaver.errors import CommandError
from reachweaver.explanations import page_of
from reachweaver.output import explanation
from reachweaver.output.terminal import TerminalStyle
from reachweaver.values import nearest, quoted

DESCRIPTION = """\
Explains a finding in plain words: what it means, an example that has it, one that hasn't, and how to fix it.

The code is the word in square brackets that stands before every finding. Without a code, all codes are listed.
"""

EPILOG = """\
examples:
  reachweaver explain unsupported_number
  reachweaver explain                          list all codes
"""

ALL = {entry.code: entry for entry in (*CODES, *FILE_CODES)}
"""Every code that has a page, in the order of the list."""

_HEADINGS = {
    "error": "error: has to be put right before the campaign goes out",
    "review": "review: a person has to look",
    "warning": "warning: advice",
}


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "explain",
        help="explain a finding: what it means, examples, how to fix it",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.add_argument("code", nargs="?", metavar="CODE", help="a finding's code, such as unsupported_number")
    parser.add_argument(
        "--markdown", action="store_true", help="print the page as Markdown, as the documentation has it"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the page, or the list of codes, and give the exit status.

    Raises:
        CommandError: No finding has that code, or there is nothing to print as Markdown.
    """
    style = terminal_style()
    if options.code is None and options.markdown:
        raise CommandError("--markdown needs a code: reachweaver explain unsupported_number --markdown")
    if options.code is None:
        write("\n".join(_list(style)) + "\n")
        return 0
    page = page_of(_known(options.code))
    write(page if options.markdown else explanation.render(page, style))
    return 0


def _known(text: str) -> str:
    """The code that somebody means, who may have copied all of `error[unsupported_number]`."""
    bracketed = re.search(r"\[([^\]]+)\]", text)
    code = (bracketed[1] if bracketed else text).strip().casefold().replace("-", "_").replace(" ", "_")
    if code in ALL:
        return code
    close = nearest(code, ALL)
    hint = f"did you mean {close}?" if close else "all codes are listed by: reachweaver explain"
    raise CommandError(f"no finding has the code {quoted(text)}; {hint}")


def _list(style: TerminalStyle) -> Iterator[str]:
    width = max(map(len, ALL))
    for severity, heading in _HEADINGS.items():
        yield style.paint("strong", heading)
        for code, entry in ALL.items():
            if entry.severity == severity:
                yield f"  {code.ljust(width)}  {entry.title}"
        yield ""
    yield "reachweaver explain CODE says what one means, with examples, and how to fix it."
