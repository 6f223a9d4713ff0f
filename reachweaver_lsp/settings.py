"""What the person has set in the editor (contract, section 11, *Settings*): JSON values in, checked settings out.

Every source is read alike: `initializationOptions`, `didChangeConfiguration` and answers to `workspace/configuration`,
nested (`{"severity": {"error": …}}`) or dotted (`{"severity.error": …}`), with or without `reachweaver` around it.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import Any, Literal, cast, get_args

from reachweaver.config import Level
from reachweaver.data import dataclass
from reachweaver.report import Severity
from reachweaver_lsp.uris import can_name_a_file

SECTION = "reachweaver"
DEFAULT_FILES = ("**/*.reachweaver.json",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings that hold for one folder; None where the person set nothing and something else decides."""

    brand: str | None = None
    optout: str | None = None
    duplicate_threshold: float | None = None
    history_db: str | None = None
    history_days: int | None = None
    levels: Mapping[Severity, Level] = field(default_factory=dict)
    """Only those that the person set."""
    check_on: Literal["type", "save"] = "type"
    workspace_check: bool = True
    files: tuple[str, ...] = DEFAULT_FILES
    report_syntax_errors: bool = True


@dataclass(frozen=True, slots=True)
class BadSetting:
    """A setting that cannot be used; its default is used instead."""

    name: str
    message: str
    """What is wrong with it, in one sentence that begins with the name."""


def read_settings(layers: Iterable[object]) -> tuple[Settings, tuple[BadSetting, ...]]:
    """The settings that the layers add up to, later ones over earlier, and those that cannot be used.

    Each layer is a JSON value; what is null in it, or is no setting, leaves the layers below in force.
    """
    merged: dict[str, object] = {}
    bad: list[BadSetting] = []
    for layer in layers:
        values = _unwrapped(layer)
        if isinstance(values, Mapping):
            merged.update(_flat(values))
        elif values is not None:
            bad.append(_refused(SECTION, "must be an object", values))
    fields: dict[str, Any] = {}
    for name, value in merged.items():
        reader = READERS.get(name)
        if reader is None:
            bad += _misspelt(name, value)
            continue
        try:
            fields[name] = reader(value)
        except ValueError as error:
            bad.append(_refused(f"{SECTION}.{name}", str(error), value))
    return _settings(fields), tuple(dict.fromkeys(bad))


def _settings(fields: Mapping[str, Any]) -> Settings:
    levels = {severity: fields[f"severity.{severity}"] for severity in _SEVERITIES if f"severity.{severity}" in fields}
    plain = {_FIELDS[name]: value for name, value in fields.items() if name in _FIELDS}
    return Settings(levels=levels, **plain)


def _unwrapped(layer: object) -> object:
    """What stands under the section's name, if that is there."""
    return layer.get(SECTION) if isinstance(layer, Mapping) and SECTION in layer else layer


def _flat(values: Mapping[str, object]) -> dict[str, object]:
    """Settings by dotted name, without the nulls."""
    flat: dict[str, object] = {}
    for key, value in values.items():
        name = key.removeprefix(f"{SECTION}.")
        if isinstance(value, Mapping) and name in _GROUPS:
            flat.update((f"{name}.{inner}", deep) for inner, deep in value.items() if deep is not None)
        elif value is not None:
            flat[name] = value
    return flat


def _misspelt(name: str, value: object) -> list[BadSetting]:
    """A complaint when the name looks like a setting's; any other name is the editor's own business."""
    if name in _GROUPS:
        return [_refused(f"{SECTION}.{name}", "must be an object", value)]
    close = difflib.get_close_matches(name, READERS, n=1, cutoff=0.8) if len(name) <= 100 else []
    full = f"{SECTION}.{name}"
    return [BadSetting(full, f"{full} is no setting; did you mean {SECTION}.{close[0]}?")] if close else []


def _refused(name: str, rule: str, value: object) -> BadSetting:
    shown = json.dumps(value, ensure_ascii=False)
    shown = shown if len(shown) <= 60 else f"{shown[:59]}…"
    return BadSetting(name, f"{name} {rule}, not {shown}. The default is used.")


def _text(value: object) -> str | None:
    if not isinstance(value, str) or not can_name_a_file(value):
        raise ValueError("must be a file name")
    return value or None


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueError("must be a number from 0 to 1")
    return float(value)


def _days(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 365:
        raise ValueError("must be a whole number from 1 to 365")
    return value


def _switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def _patterns(value: object) -> tuple[str, ...]:
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(item, str) for item in listed):
        raise ValueError("must be a file pattern or a list of them")
    return tuple(item for item in listed if item) or DEFAULT_FILES


def _one_of(*known: str) -> Callable[[object], str]:
    def reader(value: object) -> str:
        if not isinstance(value, str) or value not in known:
            raise ValueError(f"must be one of {', '.join(known)}")
        return value

    return reader


_SEVERITIES = cast("tuple[Severity, ...]", get_args(Severity))
_GROUPS = ("history", "severity")
_FIELDS = {
    "brand": "brand",
    "optout": "optout",
    "duplicateThreshold": "duplicate_threshold",
    "history.db": "history_db",
    "history.days": "history_days",
    "checkOn": "check_on",
    "workspaceCheck": "workspace_check",
    "files": "files",
    "reportSyntaxErrors": "report_syntax_errors",
}
READERS: dict[str, Callable[[object], object]] = {
    "brand": _text,
    "optout": _text,
    "duplicateThreshold": _number,
    "history.db": _text,
    "history.days": _days,
    "checkOn": _one_of("type", "save"),
    "workspaceCheck": _switch,
    "files": _patterns,
    "reportSyntaxErrors": _switch,
    **{f"severity.{severity}": _one_of(*get_args(Level)) for severity in _SEVERITIES},
}
"""Every setting and how its value is read; a reader raises `ValueError` with what the value must be."""
