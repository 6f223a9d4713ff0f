"""The `reachweaver` command: reads the arguments, runs one command, and turns what happened into an exit status.

Exit statuses (contract, section 4): 0 no error findings; 2 error findings, or the command could not do its work;
130 interrupted from the keyboard.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence

from reachweaver import __version__
from reachweaver.commands.arguments import Parser
from reachweaver.commands.console import write, write_error
from reachweaver.errors import CommandError

DESCRIPTION = """\
Checks social-media campaigns before they go out: every number, quote, superlative, release and feature claim of a
draft against the evidence that the campaign file itself declares, and every draft against the rules of the brand.

It works offline, needs no account and publishes nothing. It compares words and numbers with the evidence text; whether
a source is right, a person still has to judge.
"""

EPILOG = """\
start with:
  reachweaver claims-check spring.reachweaver.json     check one campaign
  reachweaver claims-check campaigns/                  check every campaign in a folder
  reachweaver claims-check --help                      see what can be set
  reachweaver explain unsupported_number               what a finding means and how to fix it
"""


COLLECT_EVERY = 50_000
"""Allocations between two garbage collections. A campaign leaves no garbage in cycles, and collecting as often as Python
does by itself takes a sixth of the time of checking a large one."""


def main(argv: list[str] | None = None) -> int:
    """Run the command that the arguments name (those of the process when None) and give its exit status.

    Never raises for what a person, a file or the system does: that is one line on standard error. With
    REACHWEAVER_DEBUG=1 in the environment an unexpected exception is raised all the same.
    """
    gc.set_threshold(COLLECT_EVERY)
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except CommandError as error:
        write_error(str(error))
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if os.environ.get("REACHWEAVER_DEBUG") == "1":
            raise
        write_error(f"unexpected {type(error).__name__}: {error} (REACHWEAVER_DEBUG=1 shows where; please report it)")
    return 2


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands; each command's `run` default does its work."""
    # Here and not above, so that Ctrl-C while they are loaded ends the command as quietly as it does later.
    from reachweaver.commands import (
        attest,
        campaign_check,
        campaign_export,
        campaign_preview,
        campaign_stage,
        claims_check,
        completion,
        explain,
        keys,
        landing_check,
        lsp,
        mcp,
        receipt_verify,
        signal_brief,
        source_check,
    )

    parser = Parser(prog="reachweaver", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("--version", action="version", version=f"reachweaver {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for command in (
        *(claims_check, campaign_check, campaign_preview, campaign_export, campaign_stage, landing_check),
        *(signal_brief, attest, source_check, receipt_verify, keys, explain, lsp, mcp),
    ):
        command.add_to(commands)
    completion.add_to(commands, parser)
    return parser


def _run(arguments: Sequence[str]) -> int:
    if arguments[:1] == ["lsp"]:
        from reachweaver.commands import lsp

        # The server reads its own arguments, so that every way of starting it understands the same ones.
        return lsp.run(arguments[1:])
    parser = build_parser()
    try:
        options = parser.parse_args(arguments)
    except SystemExit as done:
        # --help and --version have printed what they are for.
        return done.code if isinstance(done.code, int) else 0
    if options.command is None:
        write(parser.format_help())
        return 0
    from reachweaver.compiled_patterns import compiling_patterns_once, kept_at

    with compiling_patterns_once(kept_at()):
        status: int = options.run(options)
    return status
