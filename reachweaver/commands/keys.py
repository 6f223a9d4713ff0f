"""`reachweaver keys`: the key with which this machine signs receipts, and its public half for whoever checks them."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from reachweaver.commands.arguments import Commands
from reachweaver.commands.console import write, write_json, write_warning
from reachweaver.commands.lookup_extra import require
from reachweaver.commands.reporting import terminal_style
from reachweaver.output.json_text import to_json
from reachweaver.writing import write_file

if TYPE_CHECKING:
    from reachweaver.lookup.keys import OwnKey

DESCRIPTION = """\
Shows the key with which this machine signs receipts, and makes it if there is none yet. Whoever is to check your
receipts needs its public half, which --export writes.

The private half stays in one file that nobody else can read, in the folder that REACHWEAVER_KEYS_ROOT names, else
among your own data. It is never printed. Keep a copy if you want to go on signing under the same key elsewhere.

It needs one more package: pip install "reachweaver[lookup]"
"""

EPILOG = """\
examples:
  reachweaver keys                         show the key's id
  reachweaver keys --export signer.pem     write the public key into a file
  reachweaver keys --export -              print the public key

exit status:
  0  the key is there
  2  it could not be read or made, or the file could not be written
"""


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "keys",
        help="show this machine's signing key, and write its public half",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.add_argument(
        "--export", type=Path, metavar="FILE", help="write the public key into this file, or - for standard output"
    )
    parser.add_argument("--force", action="store_true", help="replace the file if it is there already")
    parser.add_argument("--json", action="store_true", help="print id, file and public key as JSON")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Show the key, write its public half where it is asked for, and give the exit status.

    Raises:
        CommandError: The key could not be read or made, or a file could not be written.
    """
    require("keys", "cryptography")
    from reachweaver.lookup.keys import own_key_or_new

    own = own_key_or_new(os.environ)
    if own.warning is not None:
        write_warning(own.warning)
    to_stdout = options.export == Path("-")
    if options.export is not None and not to_stdout:
        write_file(options.export, own.key.public.pem.encode("ascii"), overwrite=options.force)
    if options.json:
        write_json(to_json(_json(own)))
    elif to_stdout:
        write(own.key.public.pem)
    else:
        style = terminal_style()
        write("".join(f"{style.safe(line)}\n" for line in _lines(own, options.export)))
    return 0


def _json(own: OwnKey) -> dict[str, object]:
    return {
        "keyId": own.key.key_id,
        "created": own.is_new,
        "privateKeyFile": str(own.path),
        "publicKey": own.key.public.pem,
    }


def _lines(own: OwnKey, exported: Path | None) -> Iterator[str]:
    yield f"{'New key' if own.is_new else 'Key'} {own.key.key_id}"
    yield f"The private key is in {own.path}; keep it to yourself."
    if exported is None:
        yield "Whoever checks your receipts needs the public one: reachweaver keys --export FILE"
    else:
        yield f"Wrote the public key to {exported}; whoever checks your receipts needs it."
