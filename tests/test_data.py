"""Classes of data: the same to whoever uses them, whether they are frozen when they run or not."""

from __future__ import annotations

import ast
import dataclasses
import subprocess
import sys
from pathlib import Path

import pytest

from reachweaver import data
from reachweaver.data import dataclass
from reachweaver.json_spans import Span

PACKAGES = ("reachweaver", "reachweaver_lsp")


def _made(*, freezes: bool, eq: bool = True) -> type:
    class Point:
        x: int
        y: int = 0

    data.freezes, before = freezes, data.freezes
    try:
        return dataclass(frozen=True, slots=True, eq=eq)(Point)
    finally:
        data.freezes = before


def test_in_these_tests_nobody_changes_what_is_frozen() -> None:
    """The tests run with classes that refuse it."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        Span(1, 2).start = 3  # type: ignore[misc]


@pytest.mark.parametrize("freezes", [True, False])
def test_equality_and_hash_do_not_depend_on_it(freezes: bool) -> None:
    """By value where a class says so, by identity where it does not."""
    by_value, by_identity = _made(freezes=freezes), _made(freezes=freezes, eq=False)
    assert by_value(1, 2) == by_value(1, 2) != by_value(2, 2)
    assert hash(by_value(1, 2)) == hash(by_value(1, 2))
    assert repr(by_value(1)).endswith("Point(x=1, y=0)")
    assert dataclasses.replace(by_value(1, 2), y=3) == by_value(1, 3)
    assert len({by_identity(1, 2), by_identity(1, 2)}) == 2


def test_as_they_are_delivered_they_are_equal_hashed_and_sent_elsewhere() -> None:
    """Outside these tests, too, instances can be members of sets and go to another process."""
    code = (
        "import pickle; from reachweaver.json_spans import Span; one, other = Span(1, 2), Span(1, 2);"
        "assert one == other and len({one, other}) == 1 and pickle.loads(pickle.dumps(one)) == one;"
        "one.start = 5; print(one)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "Span(start=5, end=2)\n"


@pytest.mark.parametrize("package", PACKAGES)
def test_all_frozen_classes_are_made_in_this_way(root: Path, package: str) -> None:
    """No module takes the decorator of the standard library for one."""
    taking = [path for path in (root / package).rglob("*.py") if path != root / "reachweaver" / "data.py"]
    named = {
        alias.name
        for path in taking
        if "frozen=True" in (text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and node.module == "dataclasses"
        for alias in node.names
    }
    assert named <= {"field", "replace"}
