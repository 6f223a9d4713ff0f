"""Files as they are on disk, read again only when they have changed."""

from __future__ import annotations

from pathlib import Path

from reachweaver.data import dataclass
from reachweaver.errors import CommandError
from reachweaver.files import read_text

Stamp = tuple[int, int, int]
"""What changes whenever a file does: its time, size and identity."""


@dataclass(frozen=True, slots=True)
class DiskFile:
    """What was read from a file at one time."""

    stamp: Stamp
    text: str
    trouble: str | None = None
    """Why it could not be read, in plain words; its text is then empty."""


class Disk:
    """Reads files and remembers what it read."""

    def __init__(self) -> None:
        self._files: dict[Path, DiskFile] = {}

    def read(self, path: Path) -> DiskFile | None:
        """A file's text without a byte order mark; None when there is no such file.

        The same object as before when the file is still the same.
        """
        stamp = stamp_of(path)
        if stamp is None:
            self._files.pop(path, None)
            return None
        known = self._files.get(path)
        if known is None or known.stamp != stamp:
            known = self._files[path] = _read(path, stamp)
        return known


def read_once(path: Path) -> DiskFile | None:
    """A file's text, read and not remembered; None when there is no such file."""
    stamp = stamp_of(path)
    return _read(path, stamp) if stamp is not None else None


def stamp_of(path: Path) -> Stamp | None:
    """The stamp of an ordinary file; None when there is none."""
    try:
        status = path.stat()
        is_file = path.is_file()
    except (OSError, ValueError):
        return None
    return (status.st_mtime_ns, status.st_size, status.st_ino) if is_file else None


def _read(path: Path, stamp: Stamp) -> DiskFile:
    try:
        return DiskFile(stamp, read_text(path))
    except CommandError as error:
        return DiskFile(stamp, "", error.message)
