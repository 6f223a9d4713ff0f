"""`reachweaver attest`: do the sources state what is claimed of them?"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from reachweaver.commands.arguments import Commands
from reachweaver.commands.console import write, write_json
from reachweaver.commands.documents import parse_json
from reachweaver.commands.gathering import read_argument
from reachweaver.commands.lookup_extra import page_reader
from reachweaver.commands.page_options import POLITE_PAUSE, add_allow_private, make_reader, make_signer
from reachweaver.commands.reporting import passage, terminal_style
from reachweaver.errors import CommandError
from reachweaver.output.json_text import to_json
from reachweaver.output.terminal import TerminalStyle

if TYPE_CHECKING:
    from reachweaver.lookup.attestation import Row

DESCRIPTION = """\
Opens the source of each claim and says whether it states the claim: supported, contradicted, related, unsupported or
unknown, with the passage and the proof that it was part of the page.

It is a narrow reading of words that errs on the safe side: a passage that merely shares words with the claim is never
more than related. Nobody signs the statuses; a person still has to read the source.
"""

EPILOG = """\
the file:
  [{"claim": "Saving takes 30% less time", "sourceUrl": "https://example.org/notes"}, …]    1 to 50 rows

examples:
  reachweaver attest claims.json
  reachweaver attest claims.json --json

exit status:
  0  every claim is supported
  2  one is not, or the command could not do its work
"""

_REASONS = {
    "stated": "the source says so",
    "negation_differs": "the source says the opposite",
    "number_differs": "the source has another figure",
    "statements_differ": "the source says both the claim and its opposite",
    "words_in_common": "the source only shares words with it",
    "no_matching_block": "nothing on the page is about it",
    "incomplete_extract": "nothing was found in the part of the page that could be read",
    "unclear_claim": "a question, a possibility or too few words: nothing that a source could decide",
}
_ROLES = {"supported": "good", "contradicted": "error", "related": "", "unsupported": "error", "unknown": ""}
_WIDTH = max(map(len, _ROLES))
_LONGEST_PASSAGE = 200


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "attest",
        help="open sources and see whether they state what is claimed of them",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.add_argument("rows", metavar="FILE", help="claims and sources as JSON, or - for standard input")
    add_allow_private(parser)
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Look each claim up, print the statuses, and give the exit status.

    Raises:
        CommandError: The rows could not be used, or pages cannot be opened.
    """
    from reachweaver.lookup.attestation import attest

    rows = _load(options.rows)
    reader = make_reader("attest", allow_private=options.allow_private, pause=POLITE_PAUSE)
    from reachweaver.lookup.cache import PageCache

    look_up = page_reader("attest").look_up
    answer: Any = attest(
        rows, partial(look_up, reader=PageCache(reader), signer=make_signer("attest"), with_surroundings=True)
    )
    if options.json:
        write_json(to_json(answer))
    else:
        style = terminal_style()
        write("".join(f"{line}\n" for line in _lines(answer, style)))
    return 0 if answer["supported"] == answer["claimsTotal"] else 2


def _load(name: str) -> Sequence[Row]:
    from reachweaver.lookup.attestation import read_rows

    text, shown = read_argument(name)
    parse_json(text, shown)
    try:
        # Numbers of any length are none of a row's.
        return read_rows(json.loads(text, parse_int=float))
    except ValueError as error:
        raise CommandError(str(error), path=shown) from error


def _lines(answer: Mapping[str, Any], style: TerminalStyle) -> Iterator[str]:
    for row in answer["perClaim"]:
        yield f"{_padded(row['status'], style)}  {style.safe(row['claim'])}"
        yield f"{' ' * _WIDTH}  {style.safe(row['sourceUrl'])}: {style.safe(_reason(str(row['reason'])))}"
        if row["status"] != "unsupported" and "text" in row:
            yield f"{' ' * _WIDTH}  {style.safe(passage(str(row['text']), _LONGEST_PASSAGE))}"
    counts = ", ".join(f"{answer[status]} {status}" for status in _ROLES if answer[status])
    yield f"{counts} of {answer['claimsTotal']}. A reading of words that nobody signs; a person has to read the sources."


def _padded(status: str, style: TerminalStyle) -> str:
    role = _ROLES[status]
    padding = " " * (_WIDTH - len(status))
    return (style.paint(role, status) if role else status) + padding


def _reason(code: str) -> str:
    return _REASONS.get(code, f"the page could not be read ({code})")
