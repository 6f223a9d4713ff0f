"""The outline: evidence and variants, as a tree or as a list."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.lsp.asking import EVERYTHING, URI, ask, slice_of
from tests.lsp.conftest import Connect
from tests.lsp.sample import EVIDENCE, TEXT
from tests.lsp.wire import ENCODINGS, Wire


def symbols(wire: Wire, text: str = TEXT) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask(wire, "documentSymbol", text)
    return found


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_outline_is_a_tree(connect: Connect, encoding: str) -> None:
    """Evidence and variants under their arrays, each with its id to select and its whole object around that."""
    groups = symbols(connect({"general": {"positionEncodings": [encoding]}, **EVERYTHING}))
    assert [(group["name"], group["detail"]) for group in groups] == [("evidence", "2"), ("variants", "3")]
    for group, items in zip(groups, (EVIDENCE, json.loads(TEXT)["variants"]), strict=True):
        assert slice_of(TEXT, group["selectionRange"], encoding) == f'"{group["name"]}"'
        for child, item in zip(group["children"], items, strict=True):
            assert json.loads(slice_of(TEXT, child["range"], encoding)) == item
            id_ = item.get("variant_id", item.get("id"))
            assert json.loads(slice_of(TEXT, child["selectionRange"], encoding)) == id_
    names = [(child["name"], child.get("detail")) for group in groups for child in group["children"]]
    assert names == [
        ("notes", "release: Planner 2.0 is 40% smaller."),
        ("evidence number 2", "B."),
        ("v1", "x, 2 findings"),
        ("variant number 2", "linkedin, thread, 2 findings"),
        ("v3", "instagram, carousel_outline, 2 findings"),
    ]


def test_the_outline_is_a_list_for_clients_without_trees(wire: Wire) -> None:
    """The same symbols, each with its group's name."""
    found = symbols(wire)
    assert [(one["name"], one.get("containerName")) for one in found] == [
        ("evidence", None),
        ("variants", None),
        ("notes", "evidence"),
        ("evidence number 2", "evidence"),
        ("v1", "variants"),
        ("variant number 2", "variants"),
        ("v3", "variants"),
    ]
    assert all(one["location"]["uri"] == URI for one in found)


def test_what_is_no_object_has_no_symbol(connect: Connect) -> None:
    """Half a campaign has an outline of what is there; an id is not needed for it."""
    wire = connect(EVERYTHING)
    [group] = symbols(wire, '{"variants": [, 1, {"platform": "x"}, {')
    assert [child["name"] for child in group["children"]] == ["variant number 3", "variant number 4"]
    assert symbols(wire, '{"variants": 1}') == []
