"""What takes long to compile, kept from one process to the next as Python keeps compiled modules, and in the same place.

The same source always gives the same result, so a file that is lost or damaged costs time and nothing else. Who can
write there runs code anyway: it is where Python itself reads code from.
"""

from __future__ import annotations

import contextlib
import importlib.util
import marshal
import sys
from pathlib import Path
from typing import Any

_HASH_SIZE = 8


def beside(module: str, name: str) -> Path:
    """The file of that name among the compiled modules beside a module, given by its `__file__`."""
    return Path(importlib.util.cache_from_source(str(Path(module).with_name(f"{name}.py"))))


def read_kept(path: Path) -> Any:
    """What `write_kept` wrote; None when that is not there, damaged, or of another version of Python."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    # The hash is another one in each version of Python whose compiled modules are different.
    is_whole = content[:_HASH_SIZE] == importlib.util.source_hash(content[_HASH_SIZE:])
    return marshal.loads(content[_HASH_SIZE:]) if is_whole else None  # noqa: S302 (see above) # nosec B302


def write_kept(path: Path, value: Any) -> None:
    """Keep code, numbers, texts and collections of them, if Python may write compiled modules there; nothing else."""
    if sys.dont_write_bytecode:
        return
    from reachweaver.writing import write_whole

    # A ValueError is a value of another kind: a later version of a package may have one.
    with contextlib.suppress(OSError, ValueError):
        content = marshal.dumps(value)
        write_whole(path, importlib.util.source_hash(content) + content, overwrite=True)
