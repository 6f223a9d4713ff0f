"""`reachweaver lsp`: starts the language server, the same as `reachweaver-lsp`.

The engine never imports the server: it is found and called by name, and only when somebody asks for it.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Sequence

from reachweaver.commands.arguments import Commands
from reachweaver.errors import CommandError

SERVER = "reachweaver_lsp"
NEEDED = (SERVER, "pygls", "lsprotocol")


def add_to(commands: Commands) -> None:
    """List the command in the help; `run` reads the arguments."""
    commands.add_parser("lsp", help="start the language server, for editors (same as reachweaver-lsp)", add_help=False)


def run(arguments: Sequence[str]) -> int:
    """Hand the arguments to the server and give its exit status.

    Raises:
        CommandError: The server or what it needs is not installed.
    """
    if any(importlib.util.find_spec(name) is None for name in NEEDED):
        raise CommandError('the language server is not installed; install it with: pip install "reachweaver[lsp]"')
    try:
        server = importlib.import_module(f"{SERVER}.__main__")
        status: int = server.main(list(arguments))
    except SystemExit as done:
        if isinstance(done.code, str):
            raise CommandError(done.code) from done
        return done.code or 0
    return status
