"""The package exports what it documents."""

from __future__ import annotations

import types

from reachweaver import json_spans


def test_all_is_exact() -> None:
    """`__all__` names every public name of the package and nothing else."""
    public = {
        name
        for name, value in vars(json_spans).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }
    assert public == set(json_spans.__all__)
    assert list(json_spans.__all__) == sorted(json_spans.__all__)
