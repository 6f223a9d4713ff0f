"""The threat model names tests that exist, and what it says of the code as a whole is so."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
PAGE = (ROOT / "docs" / "threat-model.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE)))
MODULES = sorted(path for package in ("reachweaver", "reachweaver_lsp") for path in (ROOT / package).rglob("*.py"))
SOURCES = ROOT / "editors" / "vscode" / "src"
RUNNING = {"subprocess", "pickle", "marshal", "shelve", "code", "codeop", "runpy", "ctypes", "pty", "webbrowser"}
"""Modules that start programs, or make code or objects of what they read."""
RUNNING_NAMES = {"eval", "exec", "compile", "__import__", "system", "popen", "startfile"}


def rows() -> Iterator[list[str]]:
    """The rows of the tables, their headings left out."""
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("|") and len(cells) == 3 and cells[2] != "tests" and "---" not in line:
            yield cells


@pytest.mark.parametrize(("file", "name"), NAMED, ids=str)
def test_a_test_that_is_named_exists(file: str, name: str) -> None:
    """Each test of the threat model is there under its name."""
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_row_names_a_test() -> None:
    """What is said to stop an attack is shown to do so."""
    assert len(list(rows())) > 35
    assert [row[0] for row in rows() if "`" not in row[2] or "::" not in row[2]] == []


def test_no_module_runs_what_it_reads() -> None:
    """Neither package starts a program, evaluates a text or unpickles anything; the browser of the look-up is Playwright's.

    What one module reads is code that Python has compiled, from where Python itself reads such.
    """
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in MODULES
        for name in _names(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert found == {"reachweaver/compiled.py: marshal"}


def _names(tree: ast.AST) -> Iterator[str]:
    """What a module imports or calls that runs something."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.partition(".")[0] in RUNNING)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in RUNNING and not node.level:
            yield node.module or ""
        elif isinstance(node, ast.Call):
            called = node.func
            if isinstance(called, ast.Name) and called.id in RUNNING_NAMES:
                yield called.id
            elif isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
                yield from {called.attr} & RUNNING_NAMES if called.value.id == "os" else ()


def test_the_extension_starts_python_without_the_workspace() -> None:
    """Python is told not to search the current folder for modules, which is the workspace's."""
    source = "".join(path.read_text(encoding="utf-8") for path in SOURCES.glob("*.ts"))
    starts = re.findall(r"\[[^\[\]]*'-(?:m|c)'[^\[\]]*\]|\[[^\[\]]*\blauncher\b[^\[\]]*\]", source)
    assert len(starts) >= 3
    assert [start for start in starts if not re.search(r"'-(?:I|P)'", start)] == []


def test_the_preview_panel_runs_nothing_but_its_own_script() -> None:
    """Its content security policy starts from nothing, names a nonce, and no link of it is a command."""
    source = (SOURCES / "page.ts").read_text(encoding="utf-8")
    (policy,) = re.findall(r"policy = `([^`]*)`", source)
    assert policy == (
        "default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'"
    )
    assert "localResourceRoots: [media]" in source
    assert [path.name for path in SOURCES.glob("*.ts") if "enableCommandUris" in path.read_text(encoding="utf-8")] == []


def test_exceptions_from_security_rules_have_a_reason() -> None:
    """Wherever a security rule is switched off for a line, the line says why."""
    silent = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in [*MODULES, *(ROOT / "scripts").glob("*.py")]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"# (?:noqa: [^#]*\bS\d{3}|nosec)", line) and not re.search(r"S\d{3}\b.*[-(] ?\w+ \w+", line)
    ]
    assert silent == []
