"""Keeps what the protocol's types compile to.

attrs writes the methods of lsprotocol's classes as source, and has it compiled whenever they are imported: half of what
that takes, and a quarter of the time from the start of the process to the first diagnostics.
"""

from __future__ import annotations

import builtins
import contextlib
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

from reachweaver.compiled import beside, read_kept, write_kept

Kept = dict[tuple[str, bytes], CodeType]
"""Code by the name under which its source was compiled, and the source's hash."""

_WORTH_WRITING = 10
"""One in so many sources has to be new for the file to be written: methods that hash are other source in each process."""


def kept_at() -> Path:
    """The file of the protocol's types."""
    return beside(__file__, "protocol_types")


@contextlib.contextmanager
def compiling_once(path: Path) -> Iterator[None]:
    """Take the code of what is compiled in the block from a file; what is not in it is compiled, and put there.

    No other thread may compile anything meanwhile.
    """
    before: Kept = read_kept(path) or {}
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
    if len(now.keys() - before.keys()) * _WORTH_WRITING > len(now):
        write_kept(path, now)
