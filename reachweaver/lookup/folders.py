"""ReachWeaver's own folders among a person's files. Takes environment variables, gives paths; looks at no file.

Raises RuntimeError, as `Path.home` does, where there is no home folder and one is needed.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path


def data_folder(environment: Mapping[str, str]) -> Path:
    """For what must not be lost, where the system keeps such things."""
    if sys.platform == "win32":
        return _local(environment)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "ReachWeaver"
    return _by_variable(environment, "XDG_DATA_HOME", ".local/share")


def cache_folder(environment: Mapping[str, str]) -> Path:
    """For what can be had again, where the system keeps such things."""
    if sys.platform == "win32":
        return _local(environment) / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ReachWeaver"
    return _by_variable(environment, "XDG_CACHE_HOME", ".cache")


def settings_folder(environment: Mapping[str, str]) -> Path:
    """For what the person writes; the same on every system."""
    return _by_variable(environment, "XDG_CONFIG_HOME", ".config")


def _local(environment: Mapping[str, str]) -> Path:
    local = environment.get("LOCALAPPDATA")
    return (Path(local) if local else Path.home() / "AppData" / "Local") / "ReachWeaver"


def _by_variable(environment: Mapping[str, str], variable: str, usual: str) -> Path:
    """As the desktop's rules have it: a variable counts when it holds an absolute path."""
    named = environment.get(variable)
    return (Path(named) if named and Path(named).is_absolute() else Path.home() / usual) / "reachweaver"
