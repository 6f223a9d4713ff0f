"""The protocol's types are compiled once; the file with their code can be missing, old, damaged or out of reach."""

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
from hypothesis import given, strategies as st

from reachweaver_lsp.compiling import compiling_once, kept_at

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
@given(data=st.data())
def test_a_damaged_file_is_as_none(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Cut off or changed at any byte: what it held is compiled again, and the file is whole afterwards."""
    path = tmp_path_factory.mktemp("damaged") / "kept"
    result(path, "x = 1")
    content = bytearray(path.read_bytes())
    at = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans()):
        del content[at:]
    else:
        content[at] ^= data.draw(st.integers(1, 255))
    path.write_bytes(content)
    assert result(path, "x = 1") == (1, ["x = 1"])
    assert result(path, "x = 1") == (1, [])


def test_nothing_is_written_where_python_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with compiled modules."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    path = tmp_path / "kept"
    assert result(path, "x = 1") == (1, ["x = 1"])
    assert not path.exists()


@pytest.mark.usefixtures("_writes")
def test_a_place_that_cannot_be_written_to_is_done_without(tmp_path: Path) -> None:
    """So is one that cannot be read: a folder under its name, or a folder that is not there."""
    folder = tmp_path / "kept"
    folder.mkdir()
    assert result(folder, "x = 1") == (1, ["x = 1"])
    assert result(tmp_path / "nowhere" / "kept", "x = 1") == (1, ["x = 1"])
    assert list(tmp_path.rglob("*")) == [folder]


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
