"""Pages that were read lately, on disk, so that a campaign that is looked up again does not open its sources again.

Takes what was read, gives it back with the time at which it was read, so that a receipt never says otherwise. Pages that
were read with a session profile, that a site asks nobody to keep, or that could not be read are not kept. Whatever is
wrong with a file or the folder, the page is merely read again: nothing here raises.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, get_args

from reachweaver import __version__
from reachweaver.data import dataclass
from reachweaver.lookup.folders import cache_folder
from reachweaver.lookup.html_blocks import Block, Kind
from reachweaver.lookup.page import make_extract
from reachweaver.lookup.reading import Read
from reachweaver.writing import write_whole

VARIABLE: Final = "REACHWEAVER_CACHE_ROOT"
MOST_SECONDS: Final = 24 * 60 * 60
"""That a page is kept."""
MOST_BYTES: Final = 100 * 1024 * 1024
"""Of all pages; the oldest go first."""
LARGEST: Final = 20 * 1024 * 1024
"""Bytes of one file."""

_ENDING: Final = ".page"
_HASH: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class DiskCache:
    """A folder of pages."""

    folder: Path
    most_seconds: float = MOST_SECONDS
    most_bytes: int = MOST_BYTES
    now: Callable[[], float] = time.time
    """Gives the time in seconds since 1970."""

    def get(self, key: str) -> Read | None:
        """What was kept under a key, if it is not too old."""
        path = self._path(key)
        try:
            since = self.now() - path.lstat().st_mtime
            if not 0 <= since <= self.most_seconds:
                return None
            return _read(_checked(_content(path)), key)
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None

    def put(self, key: str, read: Read) -> None:
        """Keep a page, if there is one to keep and a place for it."""
        if read.extract is None or not read.extract.may_be_kept:
            return
        content = json.dumps(_json(key, read)).encode("ascii")
        if len(content) > min(LARGEST, self.most_bytes):
            return
        with contextlib.suppress(OSError, ValueError):
            self._make_folder()
            path, moment = self._path(key), self.now()
            checked = hashlib.sha256(content).hexdigest().encode() + content
            write_whole(path, checked, overwrite=True, is_private=True)
            os.utime(path, (moment, moment))
            self._make_room()

    def _path(self, key: str) -> Path:
        name = hashlib.sha256(f"{__version__}\n{key}".encode("utf-8", "surrogatepass")).hexdigest()
        return self.folder / (name + _ENDING)

    def _make_folder(self) -> None:
        """Make the folder; what others can write to is not used."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if os.name != "nt":
            found = self.folder.stat()
            if found.st_uid != os.geteuid() or stat.S_IMODE(found.st_mode) & 0o022:
                raise PermissionError

    def _make_room(self) -> None:
        """Remove what is too old, and the oldest of what is too much."""
        kept = sorted(self._files(), reverse=True)
        size, now = 0, self.now()
        for moment, length, path in kept:
            size += length
            if now - moment > self.most_seconds or size > self.most_bytes:
                with contextlib.suppress(OSError):
                    path.unlink()
                    size -= length

    def _files(self) -> Iterator[tuple[float, int, Path]]:
        for path in self.folder.iterdir():
            if path.name.endswith(_ENDING):
                with contextlib.suppress(OSError):
                    found = path.lstat()
                    yield found.st_mtime, found.st_size, path


def pages_folder(environment: Mapping[str, str]) -> Path | None:
    """Where pages are kept: `REACHWEAVER_CACHE_ROOT`, else where the system keeps such things; None without a home."""
    named = environment.get(VARIABLE)
    try:
        return (Path(named) if named else cache_folder(environment)) / "pages"
    except RuntimeError:
        return None


def _content(path: Path) -> bytes:
    """The content of a file of one's own; a device or a pipe of that name is not waited for."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags), "rb") as file:
        found = os.fstat(file.fileno())
        is_own = os.name == "nt" or found.st_uid == os.geteuid()
        if not stat.S_ISREG(found.st_mode) or not is_own or found.st_size > LARGEST + _HASH:
            raise ValueError
        return file.read(LARGEST + _HASH)


def _checked(content: bytes) -> bytes:
    """The content, if all of it is as it was written."""
    if hashlib.sha256(content[_HASH:]).hexdigest().encode() != content[:_HASH]:
        raise ValueError
    return content[_HASH:]


def _json(key: str, read: Read) -> dict[str, object]:
    extract = read.extract
    assert extract is not None  # noqa: S101 (the caller has looked)
    return {
        "key": key,
        "url": read.url,
        "time": read.time,
        "backend": read.backend,
        "finalUrl": extract.url,
        "isComplete": extract.is_complete,
        "blocks": [[block.kind, block.text, block.selector, block.level, block.number] for block in extract.blocks],
    }


def _read(content: bytes, key: str) -> Read:
    value: dict[str, Any] = json.loads(content)
    if value["key"] != key:
        raise ValueError
    extract = make_extract(value["finalUrl"], tuple(_block(*one) for one in value["blocks"]))
    extract = replace(extract, is_complete=extract.is_complete and value["isComplete"] is True)
    return Read(url=value["url"], time=value["time"], backend=value["backend"], extract=extract, is_kept=True)


def _block(kind: Any, text: str, selector: str, level: int, number: int | None) -> Block:
    if kind not in get_args(Kind):
        raise ValueError
    return Block(kind=kind, text=text, selector=selector, level=level, number=number)
