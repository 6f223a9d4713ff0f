"""The JSON Schemas (draft 2020-12) of the project's files and of its report, shipped with the package.

They describe what editors can show and check by shape alone; rules between fields (unique ids, evidence that is
declared) are the engine's.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Literal, get_args

SchemaName = Literal["campaign", "brand", "optout", "signal", "report"]

NAMES: tuple[SchemaName, ...] = get_args(SchemaName)


def schema_text(name: SchemaName) -> str:
    """The schema file, as it is shipped."""
    return files(__package__).joinpath(f"{name}.schema.json").read_text(encoding="utf-8")


def load_schema(name: SchemaName) -> dict[str, Any]:
    """The schema as a JSON value."""
    schema: dict[str, Any] = json.loads(schema_text(name))
    return schema
