"""JSON for people and machines alike: readable, valid in any encoding, harmless on a terminal."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from reachweaver.report import JsonValue, Report

# Allowed raw in JSON, but a terminal obeys some of them and no encoding writes lone surrogates.
_UNSAFE = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_NON_ASCII = re.compile(r"[^\x00-\x7f]")


def render(reports: Sequence[Report]) -> str:
    """The reports as one JSON document: an object for one campaign, an array for several (contract, section 4)."""
    shapes: list[JsonValue] = [report.to_json() for report in reports]
    return to_json(shapes[0] if len(shapes) == 1 else shapes)


def to_json(value: object) -> str:
    """Any JSON value, indented, ending in a line break; lone surrogates and control characters are escaped."""
    return _UNSAFE.sub(_escape, json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)) + "\n"


def ascii_json(text: str) -> str:
    """The same JSON document in ASCII alone, for a stream in an encoding that cannot hold it."""
    return _NON_ASCII.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1]
