"""JSON for people and machines alike: readable, valid in any encoding, harmless on a terminal."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from reachweaver.report import JsonValue, Report

# Allowed raw in JSON, but a terminal obeys some of them and no encoding writes lone surrogates.
_UNSAFE = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_NON_ASCII = re.compile(r"[^\x00-\x7f]")

SEPARATOR: Final = ",\n"
"""What stands between two items of an array."""


def render(reports: Sequence[Report]) -> str:
    """The reports as one JSON document: an object for one campaign, an array for several (contract, section 4)."""
    shapes: list[JsonValue] = [report.to_json() for report in reports]
    return to_json(shapes[0] if len(shapes) == 1 else shapes)


def to_json(value: object) -> str:
    """Any JSON value, indented, ending in a line break; lone surrogates and control characters are escaped."""
    return _UNSAFE.sub(_escape, json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)) + "\n"


def to_item(value: object) -> str:
    """A JSON value as `to_json` writes it, to stand in an array: without the line break at its end."""
    return to_json(value).removesuffix("\n")


def items(texts: Iterable[str]) -> str:
    """Several items, or runs of items, as one run; empty ones are left out."""
    return SEPARATOR.join(filter(None, texts))


def array(blocks: Iterable[str], depth: int = 0) -> Iterator[str]:
    """The text of an array as `to_json` writes it, in blocks.

    Args:
        blocks: The items with `SEPARATOR` between, cut anywhere.
        depth: How many arrays and objects stand around it.
    """
    indent = "  " * (depth + 1)
    is_empty = True
    for block in filter(None, blocks):
        yield (f"[\n{indent}" if is_empty else "") + block.replace("\n", f"\n{indent}")
        is_empty = False
    yield "[]" if is_empty else f"\n{'  ' * depth}]"


def ascii_json(text: str) -> str:
    """The same JSON document in ASCII alone, for a stream in an encoding that cannot hold it."""
    return _NON_ASCII.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    return json.dumps(match[0])[1:-1]
