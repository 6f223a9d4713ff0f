"""The project's `reachweaver.toml` (contract, sections 4 and 11): reading, checking and finding it.

The command line and the editor share it. Reading never fails: a file that is broken counts as empty and a bad setting
as absent, and each is a problem for the caller to report.
"""

from __future__ import annotations

import difflib
import math
import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import field
from pathlib import Path
from typing import Literal, get_args

from reachweaver.data import dataclass
from reachweaver.files import exists, is_file
from reachweaver.report import Severity

CONFIG_NAME = "reachweaver.toml"
BRAND_NAME = "brand.reachweaver.json"
DEFAULT_OPTOUT = Path("config", "optout.json")

Level = Literal["error", "warning", "information", "hint"]
"""How loudly an output or an editor shows a severity."""

DEFAULT_LEVELS: Mapping[Severity, Level] = {"error": "error", "review": "information", "warning": "warning"}

_LEVELS: tuple[Level, ...] = get_args(Level)
_TABLES = ("history", "severity")
_KEYS = ("brand", "optout", "duplicate_threshold", *_TABLES)
_HISTORY_LIMITS = {"days": 365, "window_days": 365, "max_posts": 1000}
_PLACE = re.compile(r" \(at (?:line (\d{1,9}), column (\d{1,9})|end of document)\)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class HistorySettings:
    """`[history]`: what `campaign-check` and `campaign-preview` compare with; None where the file is silent."""

    db: Path | None = None
    days: int | None = None
    window_days: int | None = None
    max_posts: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The settings of one `reachweaver.toml`; None where the file is silent. Paths are absolute if `folder` is."""

    folder: Path | None = None
    """Where the file stands; None when there is no file."""
    brand: Path | None = None
    optout: Path | None = None
    duplicate_threshold: float | None = None
    history: HistorySettings = HistorySettings()
    levels: Mapping[Severity, Level] = field(default_factory=lambda: dict(DEFAULT_LEVELS))
    """`[severity]` over the defaults, so every severity has its level."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigProblem:
    """Something wrong with the file: a `warning` for a setting nobody knows, an `error` for everything else."""

    kind: Literal["error", "warning"]
    message: str
    setting: str | None = None
    """The setting's dotted name; None when the file is no TOML at all."""
    line: int | None = None
    """1-based; None when only the setting's name is known."""
    column: int | None = None
    """1-based, in code points."""


def read_config(text: str, folder: Path) -> tuple[Config, tuple[ConfigProblem, ...]]:
    """The settings in a `reachweaver.toml` that stands in `folder`, and what is wrong with it. Never raises."""
    try:
        table = tomllib.loads(text)
    except RecursionError:
        return Config(folder=folder), (ConfigProblem(kind="error", message="nested too deeply"),)
    except ValueError as error:
        return Config(folder=folder), (_syntax_problem(str(error), text),)
    reader = _Reader(folder)
    return reader.config(table), tuple(reader.problems)


def find_config(folder: Path) -> Path | None:
    """The nearest `reachweaver.toml` from `folder` (absolute) upwards."""
    places = (above / CONFIG_NAME for above in (folder, *folder.parents))
    return next((place for place in places if is_file(place)), None)


def find_brand(folder: Path, unsaved: Collection[Path] = ()) -> Path | None:
    """The nearest `brand.reachweaver.json` from `folder` (absolute) upwards, within the project.

    The project ends at the folder that holds `.git` or `reachweaver.toml`; that folder is still looked at.

    Args:
        folder: Where the search begins.
        unsaved: Files that count as there though they may not be on disk: an editor holds them.
    """
    for above in (folder, *folder.parents):
        if above / BRAND_NAME in unsaved or is_file(above / BRAND_NAME):
            return above / BRAND_NAME
        if exists(above / ".git") or is_file(above / CONFIG_NAME):
            return None
    return None


def read_threshold(text: str) -> float | None:
    """A number from 0 to 1 written in plain decimal notation; None for anything else (`nan`, `1_0`, ` 1`, `١`)."""
    if not re.fullmatch(r"[+-]?(?:[0-9]{1,400}\.?[0-9]{0,400}|\.[0-9]{1,400})(?:[eE][+-]?[0-9]{1,9})?", text):
        return None
    value = float(text)
    # Adding zero turns a negative zero into the zero that people mean.
    return value + 0.0 if 0 <= value <= 1 else None


class _Reader:
    """One pass over the parsed file: what fits becomes a setting, what does not becomes a problem."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.problems: list[ConfigProblem] = []

    def config(self, table: dict[str, object]) -> Config:
        self._report_unknown(table, _KEYS, "")
        history = self._table(table, "history")
        severity = self._table(table, "severity")
        return Config(
            folder=self.folder,
            brand=self._path(table, "brand", ""),
            optout=self._path(table, "optout", ""),
            duplicate_threshold=self._threshold(table),
            history=self._history(history),
            levels=self._levels(severity),
        )

    def _history(self, table: dict[str, object]) -> HistorySettings:
        self._report_unknown(table, ("db", *_HISTORY_LIMITS), "history.")
        numbers = {key: self._count(table, key, most) for key, most in _HISTORY_LIMITS.items()}
        return HistorySettings(db=self._path(table, "db", "history."), **numbers)

    def _levels(self, table: dict[str, object]) -> Mapping[Severity, Level]:
        self._report_unknown(table, tuple(DEFAULT_LEVELS), "severity.")
        levels = dict(DEFAULT_LEVELS)
        for severity in DEFAULT_LEVELS:
            value = table.get(severity)
            if value is None:
                continue
            level = next((known for known in _LEVELS if known == value), None)
            if level is None:
                self._error(f"severity.{severity}", f"must be one of {', '.join(_LEVELS)}")
            else:
                levels[severity] = level
        return levels

    def _table(self, table: dict[str, object], key: str) -> dict[str, object]:
        value = table.get(key, {})
        if isinstance(value, dict):
            return value
        self._error(key, f"must be a table: [{key}]")
        return {}

    def _path(self, table: dict[str, object], key: str, prefix: str) -> Path | None:
        value = table.get(key)
        if isinstance(value, str) and value and "\0" not in value:
            return self.folder / value
        if value is not None:
            self._error(prefix + key, "must be a file name in quotation marks")
        return None

    def _threshold(self, table: dict[str, object]) -> float | None:
        value = table.get("duplicate_threshold")
        if isinstance(value, int | float) and not isinstance(value, bool) and _in_unit_interval(value):
            return float(value) + 0.0
        if value is not None:
            self._error("duplicate_threshold", "must be a number from 0 to 1")
        return None

    def _count(self, table: dict[str, object], key: str, most: int) -> int | None:
        value = table.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most:
            return value
        if value is not None:
            self._error(f"history.{key}", f"must be a whole number from 1 to {most}")
        return None

    def _error(self, setting: str, rule: str) -> None:
        self.problems.append(ConfigProblem(kind="error", message=f"{setting} {rule}", setting=setting))

    def _report_unknown(self, table: dict[str, object], known: tuple[str, ...], prefix: str) -> None:
        for key in table:
            if key in known:
                continue
            nearest = difflib.get_close_matches(key, known, n=1)
            hint = f"; did you mean {prefix}{nearest[0]}?" if nearest else ""
            message = f"unknown setting {prefix}{key}{hint}"
            self.problems.append(ConfigProblem(kind="warning", message=message, setting=prefix + key))


def _in_unit_interval(value: float) -> bool:
    return not math.isnan(value) and 0 <= value <= 1


def _syntax_problem(message: str, text: str) -> ConfigProblem:
    place = _PLACE.search(message)
    if place is None:
        return ConfigProblem(kind="error", message=f"not valid TOML: {message}")
    if place[1]:
        line, column = int(place[1]), int(place[2])
    else:
        line, column = text.count("\n") + 1, len(text) - text.rfind("\n")
    return ConfigProblem(kind="error", message=f"not valid TOML: {message[: place.start()]}", line=line, column=column)
