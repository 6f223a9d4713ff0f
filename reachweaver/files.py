"""Reading files that somebody named: whole, as UTF-8, and never waiting on one that is no ordinary file.

Takes paths, gives text; whatever goes wrong is a `CommandError` that names the file.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO

from reachweaver.errors import CommandError

MAX_BYTES = 64 * 1024 * 1024
"""No campaign, brand or list comes near this; a larger file is a mistake and would only fill the memory."""

_BOM = "\ufeff"
_BYTE_ORDER_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def read_text(path: Path, name: str | None = None) -> str:
    """The text of a UTF-8 file without its byte order mark.

    Args:
        path: The file.
        name: How errors call it; the path as given when left out.

    Raises:
        CommandError: The file is missing, unreadable, not an ordinary file, over `MAX_BYTES`, or not UTF-8.
    """
    shown = str(path) if name is None else name
    return decode(read_bytes(path, shown), shown)


def read_bytes(path: Path, name: str) -> bytes:
    """The content of a file in any encoding; `name` is what errors call it.

    Raises:
        CommandError: As for `read_text`, whatever the bytes are.
    """
    try:
        return _read_bytes(path, name)
    except OSError as error:
        raise CommandError(f"cannot read the file: {reason(error)}", path=name) from error
    except ValueError as error:
        # The operating system is never asked about a name that holds a NUL character.
        raise CommandError("this is not a file name", path=name) from error


def read_stream(stream: BinaryIO, name: str) -> str:
    """The text of an open stream (standard input), under the rules of `read_text`.

    Raises:
        CommandError: The stream cannot be read, holds over `MAX_BYTES`, or is not UTF-8.
    """
    try:
        content = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise CommandError(f"cannot read it: {reason(error)}", path=name) from error
    return decode(_within_limit(content, name), name)


def decode(content: bytes, name: str) -> str:
    """UTF-8 bytes as text, without a byte order mark.

    Raises:
        CommandError: The bytes are not UTF-8; it names the line, the column and the byte.
    """
    encoding = _other_encoding(content)
    if encoding is not None:
        raise CommandError(f"the file is {encoding} text; save it as UTF-8", path=name)
    try:
        return content.decode("utf-8").removeprefix(_BOM)
    except UnicodeDecodeError as error:
        line, column = _position(content[: error.start])
        byte = content[error.start]
        message = f"not UTF-8 text: byte 0x{byte:02x} at offset {error.start}; save the file as UTF-8"
        raise CommandError(message, path=name, line=line, column=column) from error


def is_file(path: Path) -> bool:
    """Whether an ordinary file is there; False, not an error, when that cannot be known."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def exists(path: Path) -> bool:
    """Whether anything is there; False, not an error, when that cannot be known."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def absolute(path: Path) -> Path:
    """The absolute path without `..`, symbolic links kept: what the person named, seen from the root."""
    return Path(os.path.abspath(path))  # noqa: PTH100 (Path.resolve would follow symbolic links)


def reason(error: OSError) -> str:
    """Why the operating system refused, in its own words."""
    return error.strerror or str(error) or type(error).__name__


def _read_bytes(path: Path, name: str) -> bytes:
    # Asked before opening, because opening a pipe or a device may wait forever or set something off …
    _require_ordinary(path.stat().st_mode, name)
    # … and again afterwards, because the name may meanwhile stand for something else.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags), "rb") as file:
        _require_ordinary(os.fstat(file.fileno()).st_mode, name)
        return _within_limit(file.read(MAX_BYTES + 1), name)


def _require_ordinary(mode: int, name: str) -> None:
    if stat.S_ISREG(mode):
        return
    kind = next((words for is_kind, words in _KINDS if is_kind(mode)), "not an ordinary file")
    raise CommandError(f"expected a file, but this is {kind}", path=name)


def _within_limit(content: bytes, name: str) -> bytes:
    if len(content) > MAX_BYTES:
        raise CommandError(f"too large: more than {MAX_BYTES // (1024 * 1024)} MB", path=name)
    return content


def _other_encoding(content: bytes) -> str | None:
    for mark, encoding in _BYTE_ORDER_MARKS:
        if content.startswith(mark):
            return encoding
    # JSON begins with an ASCII character; in UTF-16 the other half of its first unit is zero.
    return "UTF-16" if content[:2].count(0) == 1 else None


def _position(before: bytes) -> tuple[int, int]:
    """1-based line and column (code points) of what follows valid UTF-8."""
    text = before.decode("utf-8").removeprefix(_BOM).replace("\r\n", "\n").replace("\r", "\n")
    return text.count("\n") + 1, len(text) - text.rfind("\n")
