"""What was compiled once is read back as it was, or not at all."""

from __future__ import annotations

import marshal
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import regex
from hypothesis import given, strategies as st

import reachweaver.claims
from reachweaver.compiled import read_kept, write_kept
from reachweaver.compiled_patterns import compiling_patterns_once, keep_patterns, kept_at, load_patterns
from reachweaver.text import patterns
from reachweaver.text.patterns import Parts, Pattern

COUNT = """
import sys, regex
compiled, real = [], regex.compile
regex.compile = lambda source, *flags: compiled.append(source) or real(source, *flags)
from reachweaver.cli import main
assert main(["claims-check", *sys.argv[1:]]) == 2
from reachweaver.text import patterns
print(len({source for source, _ in patterns.known} & {*compiled}))
"""
VALUE = {("one", b"\0"): ("text", 1, None, [2.5, "ß"])}


@pytest.fixture(autouse=True)
def _writes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, int], Parts]:
    """The patterns that need not be compiled: none, to begin with."""
    patterns.take_new()
    known: dict[tuple[str, int], Parts] = {}
    monkeypatch.setattr(patterns, "known", known)
    return known


def all_patterns() -> Iterator[Pattern]:
    """Every pattern of the checks and of what they stand on."""
    assert reachweaver.claims
    modules = [module for name, module in sys.modules.items() if name.partition(".")[0] == "reachweaver"]
    for value in [value for module in modules for value in vars(module).values()]:
        pattern = getattr(value, "pattern", value)
        if isinstance(pattern, Pattern):
            yield pattern


def test_what_is_kept_is_read_back(tmp_path: Path) -> None:
    """Texts, numbers, bytes and collections; nothing where there is nothing."""
    path = tmp_path / "kept"
    assert read_kept(path) is None
    write_kept(path, VALUE)
    assert read_kept(path) == VALUE


@given(data=st.data())
def test_a_damaged_file_is_as_none(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Cut off or changed at any byte, what it holds is not read."""
    path = tmp_path_factory.mktemp("damaged") / "kept"
    write_kept(path, VALUE)
    content = bytearray(path.read_bytes())
    at = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans()):
        del content[at:]
    else:
        content[at] ^= data.draw(st.integers(1, 255))
    path.write_bytes(content)
    assert read_kept(path) is None


def test_nothing_is_written_where_python_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with compiled modules."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    write_kept(tmp_path / "kept", VALUE)
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_kept_is_done_without(tmp_path: Path) -> None:
    """A later version of a package may have parts of another kind: that costs time, and ends no command."""
    write_kept(tmp_path / "kept", {"one": object()})
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_to_is_done_without(tmp_path: Path) -> None:
    """So is one that cannot be read: a folder under its name, or a folder that is not there."""
    folder = tmp_path / "kept"
    folder.mkdir()
    for path in (folder, tmp_path / "nowhere" / "kept"):
        write_kept(path, VALUE)
        assert read_kept(path) is None
    assert list(tmp_path.rglob("*")) == [folder]


def test_every_pattern_is_put_together_as_it_was_compiled(known: dict[tuple[str, int], Parts]) -> None:
    """Also when its parts have been through a file."""
    every = list(all_patterns())
    assert len(every) > 80
    for pattern in every:
        known.clear()
        compiled = Pattern(pattern.source, pattern._flags).compiled
        known.update(marshal.loads(marshal.dumps(patterns.take_new())))  # noqa: S302 (of this very line)
        put_together = Pattern(pattern.source, pattern._flags).compiled
        assert patterns.take_new() == {}
        assert (put_together.pattern, put_together.flags) == (compiled.pattern, compiled.flags)
        assert patterns._taken_apart(put_together) == patterns._taken_apart(compiled)


def test_a_pattern_is_compiled_once(tmp_path: Path, known: dict[tuple[str, int], Parts]) -> None:
    """What the block compiled is put together in the next one, and does the same."""
    path, source = tmp_path / "patterns", r"(?<word>\p{Lu}+)7"
    for times in (1, 0):
        known.clear()
        with compiling_patterns_once(path):
            assert (Pattern(source).compiled.search("x AÄ7") or {})["word"] == "AÄ"
            assert len(patterns._new) == times
        assert [key for key, _ in known] == [source]


def test_patterns_are_kept_while_others_are_compiled() -> None:
    """A thread that compiles one after the other disturbs nobody who takes those that are there, and loses none."""
    sources = [f"a{number}" for number in range(300)]
    taken: dict[tuple[str, int], Parts] = {}
    thread = threading.Thread(target=lambda: [Pattern(source).compiled for source in sources])
    thread.start()
    while thread.is_alive():
        taken |= patterns.take_new()
    thread.join()
    taken |= patterns.take_new()
    assert {source for source, _ in taken} == {*sources}


def test_patterns_of_another_version_are_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another version of the package may put them together in another way."""
    path = tmp_path / "patterns"
    Pattern("a").compiled.search("a")
    keep_patterns(path)
    content = path.read_bytes()
    keep_patterns(path)
    assert path.read_bytes() == content
    patterns.known.clear()
    monkeypatch.setattr(regex, "__version__", "0")
    load_patterns(path)
    assert patterns.known == {}


def test_patterns_that_nobody_uses_any_more_do_not_pile_up(tmp_path: Path, known: dict[tuple[str, int], Parts]) -> None:
    """Beyond a thousand the file begins anew."""
    path = tmp_path / "patterns"
    write_kept(path, (regex.__version__, {(str(number), 0): () for number in range(1001)}))
    with compiling_patterns_once(path):
        Pattern("a").compiled.search("a")
    assert [source for source, _ in known] == ["a"]
    assert [source for source, _ in read_kept(path)[1]] == ["a"]


def test_a_command_compiles_its_patterns_once(tmp_path: Path, root: Path) -> None:
    """Of those that a check of the examples needs, the second run compiles none; its report is the first one's."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def run() -> tuple[str, int]:
        command = [sys.executable, "-c", COUNT, str(root / "examples" / "campaign.reachweaver.json")]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
        report, _, compiled = done.stdout.strip().rpartition("\n")
        return report, int(compiled)

    first, second = run(), run()
    assert first[1] > 20
    assert second == (first[0], 0)
    assert [path.name for path in tmp_path.rglob("patterns.*") if path.parent.name == "reachweaver"] == [kept_at().name]
