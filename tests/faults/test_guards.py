"""The list of guards is about the code as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.guards import GUARDS


@pytest.mark.parametrize("name", GUARDS)
def test_every_guard_stands_where_the_list_says(root: Path, name: str) -> None:
    """Its text is in its file once, and the tests that are to miss it exist; `make faults` takes it away."""
    guard = GUARDS[name]
    assert (root / guard.file).read_text(encoding="utf-8").count(guard.text) == 1
    path, _, test = guard.tests.partition("::")
    assert f"def {test.partition('[')[0]}(" in (root / path).read_text(encoding="utf-8")


def test_every_guard_is_in_the_table(root: Path) -> None:
    """The page about reliability names each guard that was taken away to see it missed."""
    page = (root / "docs" / "reliability.md").read_text(encoding="utf-8")
    assert [name for name in GUARDS if f"*{name}*" not in page] == []
