"""`reachweaver completion`: a script with which a shell completes commands, flags, their values and file names.

The package shtab writes the script from the parser itself, so that no command has to be listed twice.
"""

from __future__ import annotations

import argparse
import functools
import importlib.util
from typing import Final

from reachweaver.commands.arguments import Commands
from reachweaver.commands.console import write
from reachweaver.commands.explain import ALL
from reachweaver.commands.gathering import SUFFIX
from reachweaver.errors import CommandError

SHELLS: Final = ("bash", "zsh", "fish")

DESCRIPTION = """\
Prints a script for your shell. Once it is in place, the Tab key completes commands, flags, finding codes and the names
of campaign files.

It needs one more package: pip install "reachweaver[completion]"
"""

EPILOG = """\
examples (once; mkdir -p makes a folder that is not there; then open a new terminal):
  reachweaver completion bash > ~/.local/share/bash-completion/completions/reachweaver
  reachweaver completion zsh > ~/.zfunc/_reachweaver       with  fpath+=~/.zfunc; autoload -U compinit; compinit
                                                           in ~/.zshrc
  reachweaver completion fish > ~/.config/fish/completions/reachweaver.fish
"""


def add_to(commands: Commands, whole: argparse.ArgumentParser) -> None:
    """Add the command to the command line, whose `whole` parser it completes."""
    parser = commands.add_parser(
        "completion",
        help="let the Tab key complete commands, flags and file names",
        description=DESCRIPTION,
        epilog=EPILOG,
    )
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help="bash, zsh or fish")
    parser.set_defaults(run=functools.partial(run, whole))


def run(whole: argparse.ArgumentParser, options: argparse.Namespace) -> int:
    """Print the script and give the exit status.

    Raises:
        CommandError: The package that writes the script is not installed.
    """
    if importlib.util.find_spec("shtab") is None:
        raise CommandError('completion needs one more package; install it with: pip install "reachweaver[completion]"')
    import shtab

    _say_what_completes(whole)
    write(shtab.complete(whole, options.shell))
    return 0


def _say_what_completes(parser: argparse.ArgumentParser) -> None:
    """Tell shtab, which looks at these attributes, what an argument can be; its name in the help says it."""
    import shtab

    for action in parser._actions:  # noqa: SLF001 (argparse has no other list of them)
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for command in action.choices.values():
                _say_what_completes(command)
        elif action.metavar == "CAMPAIGN":
            # In shtab's own `(*…)` zsh sees no pattern but a list of flags.
            action.complete = shtab.glob(f"*{SUFFIX}") | {"zsh": f"_files -g '*{SUFFIX}'"}  # type: ignore[attr-defined]
        elif action.metavar == "FILE":
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.metavar == "FOLDER":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        elif action.metavar == "CODE":
            action.choices = tuple(ALL)
