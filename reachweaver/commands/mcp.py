"""`reachweaver mcp`: the look-up and the checks as tools for assistants (Model Context Protocol, over stdio)."""

from __future__ import annotations

import argparse
import importlib.util

from reachweaver.commands.arguments import Commands
from reachweaver.commands.page_options import POLITE_PAUSE, add_allow_private, make_reader, make_signer
from reachweaver.errors import CommandError

DESCRIPTION = """\
Serves ReachWeaver's tools to an assistant that speaks the Model Context Protocol, over standard input and output:
occam_claim_check (passages of a page that are about a claim), occam_attest (do sources state what is claimed),
occam_verify (check a receipt) and claims_check (check a campaign against its evidence).

The assistant can have pages opened through it, under the rules of source-check. It needs more packages:
pip install "reachweaver[mcp]"
"""

EPILOG = """\
examples:
  reachweaver mcp

how an assistant starts it:
  {"mcpServers": {"reachweaver": {"command": "reachweaver", "args": ["mcp"]}}}

exit status:
  0  the assistant closed the connection
  2  it could not be started
"""


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "mcp",
        help="serve the look-up and the checks to assistants (Model Context Protocol)",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    add_allow_private(parser)
    parser.add_argument("--no-receipt", action="store_true", help="sign nothing")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Serve until the other side closes, and give the exit status.

    Raises:
        CommandError: What it needs is not installed, or the signing key cannot be used.
    """
    if importlib.util.find_spec("mcp") is None:
        raise CommandError('mcp needs the package mcp; install it with: pip install "reachweaver[mcp]"')
    reader = make_reader("mcp", allow_private=options.allow_private, pause=POLITE_PAUSE)
    signer = None if options.no_receipt else make_signer("mcp")
    from reachweaver.commands.mcp_tools import Tools, create_server

    create_server(Tools(reader=reader, signer=signer)).run("stdio")
    return 0
