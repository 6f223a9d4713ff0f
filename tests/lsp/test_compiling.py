"""The protocol's types are compiled once, whatever the file holds that their code is kept in."""

from __future__ import annotations

import ast
import builtins
import os
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import regex

from reachweaver.compiled import read_kept
from reachweaver_lsp.compiling import compiling_once, kept_at
from tests.lsp.process import Process

COUNT = """
import sys
names = []
sys.addaudithook(lambda event, told: names.append(str(told[1])) if event == "compile" else None)
from reachweaver_lsp.__main__ import main
try:
    status = main([])
finally:
    sys.stderr.write(f"{sum('<attrs generated methods lsprotocol' in name for name in names)} compiled")
"""


@pytest.fixture
def _writes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


def result(path: Path, source: str, name: str = "<one>") -> tuple[object, list[str]]:
    """What `x` is after a source, compiled within the block; and the sources that really were compiled."""
    compiled: list[str] = []
    real: Any = builtins.compile

    def counting(text: Any, *rest: Any) -> Any:
        compiled.append(text)
        return real(text, *rest)

    builtins.compile = counting
    try:
        with compiling_once(path):
            code = compile(source, name, "exec")
        assert builtins.compile is counting
    finally:
        builtins.compile = real
    values: dict[str, object] = {}
    exec(code, values)  # noqa: S102 (the code of the tests below)
    return values["x"], compiled


@pytest.mark.usefixtures("_writes")
def test_what_was_compiled_is_not_compiled_again(tmp_path: Path) -> None:
    """Its code is taken from the file, and does the same."""
    path = tmp_path / "kept"
    assert result(path, "x = 1") == (1, ["x = 1"])
    assert result(path, "x = 1") == (1, [])


@pytest.mark.usefixtures("_writes")
def test_another_source_under_the_same_name_is_compiled(tmp_path: Path) -> None:
    """As another version of a library has it; what nobody asks for any more is no longer kept."""
    path = tmp_path / "kept"
    result(path, "x = 1")
    assert result(path, "x = 2") == (2, ["x = 2"])
    assert result(path, "x = 1") == (1, ["x = 1"])
    assert result(path, "x = 1", "<other>") == (1, ["x = 1"])


@pytest.mark.usefixtures("_writes")
def test_a_few_sources_that_change_do_not_have_the_file_written(tmp_path: Path) -> None:
    """Some are different in each process; the others are kept all the same."""
    path, numbers = tmp_path / "kept", count(100)

    def start(changing: int) -> int:
        before = builtins.compile
        compiled = []
        builtins.compile = lambda *given: compiled.append(given) or before(*given)  # type: ignore[func-returns-value]
        try:
            with compiling_once(path):
                for number in range(40):
                    compile(f"x = {number if number >= changing else next(numbers)}", f"<{number}>", "exec")
        finally:
            builtins.compile = before
        return len(compiled)

    assert start(4) == 40
    content = path.read_bytes()
    assert start(4) == 4
    assert path.read_bytes() == content
    assert start(5) == 5
    assert path.read_bytes() != content


@pytest.mark.usefixtures("_writes")
def test_what_else_is_compiled_is_none_of_its_business(tmp_path: Path) -> None:
    """Expressions, trees, and sources with options are compiled as ever."""
    path = tmp_path / "kept"
    tree = ast.parse("x = 3")
    with compiling_once(path):
        assert compile("1 + 1", "<sum>", "eval").co_filename == "<sum>"
        assert compile(tree, "<tree>", "exec").co_filename == "<tree>"
        assert isinstance(compile("x = 3", "<only read>", "exec", ast.PyCF_ONLY_AST), ast.Module)
    assert not path.exists()


@pytest.mark.usefixtures("_writes")
def test_an_error_leaves_everything_as_it_was(tmp_path: Path) -> None:
    """A source that does not compile fails as ever, and nothing is kept of the rest."""
    path, before = tmp_path / "kept", builtins.compile

    def compile_both() -> None:
        with compiling_once(path):
            compile("x = 1", "<one>", "exec")
            compile("x = (", "<wrong>", "exec")

    with pytest.raises(SyntaxError, match=r"<wrong>, line 1"):
        compile_both()
    assert builtins.compile is before
    assert not path.exists()


def test_the_server_compiles_its_types_once(tmp_path: Path) -> None:
    """A server that is started for the second time compiles no method of them."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def started() -> str:
        command = [sys.executable, "-c", COUNT]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment, check=True
        )
        return done.stderr

    assert int(started().removesuffix(" compiled")) > 500
    assert started() == "0 compiled"
    assert [path.name for path in tmp_path.rglob("protocol_types.*")] == [kept_at().name]


def test_the_server_keeps_the_patterns_that_it_compiled(tmp_path: Path) -> None:
    """Those of the first findings are there for its next start."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    text = '{"campaign_id": "c", "evidence": [], "variants": [{"platform": "x", "text": "Simply the fastest."}]}'
    item = {"uri": "file:///nowhere/c.reachweaver.json", "languageId": "json", "version": 1, "text": text}
    with Process(env=environment) as server:
        server.initialize()
        server.notify("textDocument/didOpen", {"textDocument": item})
        server.next(lambda message: message.get("method") == "textDocument/publishDiagnostics")
        server.request("shutdown")
    (path,) = [path for path in tmp_path.rglob("patterns.*") if path.parent.name == "reachweaver"]
    version, kept = read_kept(path)
    assert version == regex.__version__
    assert [source for source, _ in kept if "fastest" in source]
