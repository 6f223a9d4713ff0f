"""The table of public reports names tests that exist, and every report that a test cites."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
README = (TESTS / "README.md").read_text(encoding="utf-8")
REPORT = re.compile(r"[\w.-]+/[\w.-]+#[0-9]+")


def rows() -> Iterator[list[str]]:
    for line in README.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if len(cells) == 3 and REPORT.fullmatch(cells[0]):
            yield cells


def names_in(path: Path) -> set[str]:
    """The names of a file's tests, those of a class behind its name."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found |= {f"{node.name}::{inner.name}" for inner in node.body if isinstance(inner, ast.FunctionDef)}
    return found


def test_every_test_in_the_table_exists() -> None:
    """And no row is without one."""
    known: dict[str, set[str]] = {}
    for report, _, tests in rows():
        named = re.findall(r"`([^`:]+)::([^`]+)`", tests)
        assert named, report
        for file, name in named:
            if file not in known:
                known[file] = names_in(TESTS / file)
            assert name in known[file], f"{report}: {file}::{name}"


def test_every_report_stands_in_the_table_once() -> None:
    """Those of the data file and those that a docstring cites."""
    listed = [row[0] for row in rows()]
    assert len(listed) == len(set(listed))
    cases = json.loads((TESTS / "regressions" / "texts.json").read_text(encoding="utf-8"))
    cited = {case["report"] for case in cases}
    for path in (TESTS / "regressions").glob("test_*.py"):
        cited |= set(REPORT.findall(path.read_text(encoding="utf-8")))
    assert cited - set(listed) == set()


def test_a_report_whose_text_is_tested_names_that_test() -> None:
    """A row that points to the table of texts has an entry there, and the reverse."""
    cases = json.loads((TESTS / "regressions" / "texts.json").read_text(encoding="utf-8"))
    pointing = {report for report, _, tests in rows() if "test_texts.py" in tests}
    assert pointing == {case["report"] for case in cases}
