"""What the commands of the look-up need beside ReachWeaver itself, and how they say so when it is missing."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

from reachweaver.errors import CommandError

_INSTALL = 'pip install "reachweaver[lookup]"'
_PAGES = "reachweaver.lookup.look_up"


def require(command: str, *packages: str) -> None:
    """Make sure that packages are there.

    Raises:
        CommandError: One of them is not; it says how to install all that the look-up needs.
    """
    missing = [package for package in packages if importlib.util.find_spec(package) is None]
    if missing:
        raise CommandError(f"{command} needs the package {missing[0]}; install it with: {_INSTALL}")


def page_reader(command: str) -> Any:
    """The one module that opens URLs, imported when a person asks for it.

    Raises:
        CommandError: It, or what it needs, is not there.
    """
    try:
        return importlib.import_module(_PAGES)
    except ModuleNotFoundError as error:
        if error.name == _PAGES:
            raise CommandError(f"{command} opens pages, and this installation of ReachWeaver cannot") from error
        package = (error.name or "").partition(".")[0]
        raise CommandError(f"{command} needs the package {package}; install it with: {_INSTALL}") from error
