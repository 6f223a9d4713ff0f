"""What the commands that open pages share: their arguments, who reads, and who signs."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from reachweaver.commands.console import write_warning
from reachweaver.commands.lookup_extra import page_reader, require

if TYPE_CHECKING:
    from reachweaver.lookup.look_up import Reader
    from reachweaver.lookup.signatures import SigningKey

BACKEND_POLICIES = ("http", "browser", "http_then_browser")
POLITE_PAUSE = 1.0
"""Seconds between two requests to the same site, for commands that read several pages."""


def add_reading(parser: argparse.ArgumentParser) -> None:
    """Add `--backend-policy`, `--session-profile` and `--allow-private`."""
    parser.add_argument(
        "--backend-policy",
        choices=BACKEND_POLICIES,
        default="http_then_browser",
        help="http only fetches a page; browser always runs it in Chromium, without a network of its own;"
        " http_then_browser, the default, runs it if there is no text without (Chromium needs reachweaver[browser])",
    )
    parser.add_argument(
        "--session-profile", metavar="NAME", help="the session profile for pages behind a login (default: none)"
    )
    add_allow_private(parser)


def add_allow_private(parser: argparse.ArgumentParser) -> None:
    """Add `--allow-private`."""
    parser.add_argument(
        "--allow-private",
        action="store_true",
        help="open addresses of this machine and its own network, too, which are refused otherwise",
    )


def make_reader(command: str, *, allow_private: bool, pause: float = 0.0) -> Reader:
    """What opens pages.

    Raises:
        CommandError: A package that it needs is not there.
    """
    reader: Reader = page_reader(command).Reader(allow_private=allow_private, pause=pause)
    return reader


def make_signer(command: str) -> SigningKey:
    """This machine's own key, made now if there is none.

    Raises:
        CommandError: It cannot be read or made, or the package for it is not there.
    """
    require(command, "cryptography")
    from reachweaver.lookup.keys import own_key_or_new

    own = own_key_or_new(os.environ)
    if own.warning is not None:
        write_warning(own.warning)
    return own.key
