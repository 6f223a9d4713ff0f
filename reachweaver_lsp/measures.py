"""Lengths of a variant's texts against the platform's limits, in words: for hints and hovers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from reachweaver.campaign import Variant
from reachweaver.checks.too_long import Text
from reachweaver.counting import Length, length_of
from reachweaver.lengths import measured_texts
from reachweaver_lsp.descriptions import title_of


class Measured(NamedTuple):
    """A text that its platform limits, and how long it is."""

    text: Text
    length: Length


def measured(variant: Variant) -> Iterator[Measured]:
    """Each text of a variant that is measured by itself, in the order of the body; none for an unknown platform."""
    for text in measured_texts(variant):
        length = length_of(variant.platform, text.text)
        if length is not None:
            yield Measured(text, length)


def against_limit(length: Length) -> str:
    """`128/280`; without a limit, what was counted: `128 characters`."""
    return f"{length.used:,} {length.unit}" if length.limit is None else f"{length.used}/{length.limit}"


def room_in_words(length: Length, platform: str) -> str:
    """What was counted, by whose rule, and how much room is left."""
    counted = f"{length.used:,} {_unit(length)} as {title_of(platform)} counts them"
    if length.limit is None:
        return f"{counted}; there is no limit."
    room = f"{length.excess:,} too many" if length.excess else f"room for {length.limit - length.used:,} more"
    return f"{counted}, of at most {length.limit:,}: {room}."


def lengths_in_words(variant: Variant) -> str:
    """The lengths of all texts of a variant in one sentence; "" where nothing is measured."""
    found = list(measured(variant))
    if not found:
        return ""
    texts = ", ".join(f"{_name(one.text)}{against_limit(one.length)}" for one in found)
    unit = f" {_unit(found[0].length)}" if found[0].length.limit is not None else ""
    return f"Length: {texts}{unit} as {title_of(variant.platform or '')} counts them."


def _unit(length: Length) -> str:
    return length.unit if length.measures == "text" else f"{length.unit} in the {length.measures}"


def _name(text: Text) -> str:
    return {"text": "", "caption": "caption ", "part": f"part {text.number} "}[text.kind]
