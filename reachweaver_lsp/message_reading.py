"""Messages as they come in: bytes into JSON, and JSON into the protocol's types."""

from __future__ import annotations

import enum
import json
from collections.abc import Callable

import cattrs
from lsprotocol import types
from pygls.protocol import default_converter

STRUCTURE_ERRORS = (
    cattrs.BaseValidationError,
    cattrs.StructureHandlerNotFoundError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""What is raised for a message that is not what the protocol says."""


def tolerant_converter() -> cattrs.Converter:
    """The converter of pygls, keeping enum values as they came when the protocol's types do not know them."""
    converter: cattrs.Converter = default_converter()  # type: ignore[no-untyped-call]
    for known in types.ALL_TYPES_MAP.values():
        if isinstance(known, type) and issubclass(known, enum.Enum):
            converter.register_structure_hook(known, _structure_enum)
    return converter


_decoder = json.JSONDecoder()


def decoded(body: bytes) -> object:
    """What a message says.

    Raises:
        ValueError, RecursionError: It is not JSON.
    """
    try:
        message, end = _decoder.raw_decode(text := body.decode())
        if end == len(text):
            return message
    except ValueError:
        pass
    # White space around it, another encoding, or no JSON at all.
    return json.loads(body)


def _structure_enum(value: object, known: Callable[[object], object]) -> object:
    try:
        return known(value)
    except ValueError:
        return value
