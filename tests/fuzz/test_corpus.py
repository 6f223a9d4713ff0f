"""Every input that fuzzing taught us something with keeps its promises; `make fuzz` looks for further ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.run import check_of, targets

CORPUS = Path(__file__).parent / "corpus"
INPUTS = sorted(path for path in CORPUS.rglob("*") if path.is_file())


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_input(path: Path) -> None:
    """What holds for any input of a target holds for this one."""
    check_of(path.parent.name)(path.read_bytes())


@pytest.mark.parametrize("target", targets())
def test_nothing_at_all(target: str) -> None:
    """An empty input is one as well."""
    check_of(target)(b"")


def test_every_target_has_a_corpus() -> None:
    """Fuzzing begins with inputs that get somewhere, and no folder belongs to a target that is gone."""
    assert sorted({path.parent.name for path in INPUTS}) == targets()
