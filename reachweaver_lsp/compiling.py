"""Keeps what the protocol's types compile to, as Python keeps what modules compile to.

attrs writes the methods of lsprotocol's classes as source, and has it compiled whenever they are imported: half of what
that takes, and a quarter of the time from the start of the process to the first diagnostics. The same source always
gives the same code. So it is compiled once, and kept where Python keeps compiled modules.
"""

from __future__ import annotations

import builtins
import contextlib
import importlib.util
import marshal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

Kept = dict[tuple[str, bytes], CodeType]
"""Code by the name under which its source was compiled, and the source's hash."""

_HASH_SIZE = 8
_WORTH_WRITING = 10
"""One in so many sources has to be new for the file to be written: methods that hash are other source in each process."""


def kept_at() -> Path:
    """The file of the protocol's types: beside our own compiled modules, as who can write there runs code anyway."""
    return Path(importlib.util.cache_from_source(str(Path(__file__).with_name("protocol_types.py"))))


@contextlib.contextmanager
def compiling_once(path: Path) -> Iterator[None]:
    """Take the code of what is compiled in the block from a file; what is not in it is compiled, and put there.

    A file that is damaged, or of another version of Python, is as none, and it is written only where Python may write
    compiled modules. No other thread may compile anything meanwhile.
    """
    before = _read(path)
    now: Kept = {}
    compile_source: Any = builtins.compile

    def compile_once(source: Any, filename: Any, mode: str, *options: Any, **more: Any) -> Any:
        if mode != "exec" or options or more or not isinstance(source, str) or not isinstance(filename, str):
            return compile_source(source, filename, mode, *options, **more)
        name = filename, importlib.util.source_hash(source.encode())
        code = now[name] = before.get(name) or compile_source(source, filename, mode)
        return code

    builtins.compile = compile_once
    try:
        yield
    finally:
        builtins.compile = compile_source
    if len(now.keys() - before.keys()) * _WORTH_WRITING > len(now) and not sys.dont_write_bytecode:
        _write(path, now)


def _read(path: Path) -> Kept:
    try:
        content = path.read_bytes()
    except OSError:
        return {}
    # The hash is another one in each version of Python whose code is different.
    is_whole = content[:_HASH_SIZE] == importlib.util.source_hash(content[_HASH_SIZE:])
    kept: Kept = marshal.loads(content[_HASH_SIZE:]) if is_whole else {}  # noqa: S302 (as with modules) # nosec B302
    return kept


def _write(path: Path, kept: Kept) -> None:
    from reachweaver.writing import write_whole

    content = marshal.dumps(kept)
    with contextlib.suppress(OSError):
        write_whole(path, importlib.util.source_hash(content) + content, overwrite=True)
