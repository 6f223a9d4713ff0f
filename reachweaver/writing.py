"""Writing files that somebody named: whole or not at all, and never over one that is there unless told to.

Takes a path and bytes. They go into a hidden file beside the target first, which gets the target's name when it is
complete; whatever goes wrong is a `CommandError` that names the target. What killed runs left in the folder is removed.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import sys
from pathlib import Path
from typing import BinaryIO

from reachweaver.errors import CommandError
from reachweaver.files import reason

if sys.platform != "win32":
    # On Windows a file that is open can be neither removed nor renamed, which does as well as a lock.
    import fcntl


def write_file(path: Path, content: bytes, *, overwrite: bool = False) -> None:
    """Write a file so that, whenever the process ends, its name stands for all of the content or for what was there.

    Raises:
        CommandError: It cannot be written, or it exists and `overwrite` is not set.
    """
    try:
        write_whole(path, content, overwrite=overwrite)
    except FileExistsError as error:
        raise CommandError("the file is there already; --force replaces it", path=str(path)) from error
    except OSError as error:
        raise CommandError(f"cannot write the file: {reason(error)}", path=str(path)) from error
    except ValueError as error:
        # An empty name, or one that holds a NUL character.
        raise CommandError("this is not a file name", path=str(path)) from error


def make_folder(path: Path) -> None:
    """Make a folder and those above it where they are missing.

    Raises:
        CommandError: It cannot be made, or something else has its name.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise CommandError("expected a folder, but this is none", path=str(path)) from error
    except OSError as error:
        raise CommandError(f"cannot make the folder: {reason(error)}", path=str(path)) from error
    except ValueError as error:
        raise CommandError("this is not a file name", path=str(path)) from error


def write_whole(path: Path, content: bytes, *, overwrite: bool = False, is_private: bool = False) -> None:
    """Write a file as `write_file` does, but say what went wrong as the system does.

    Args:
        path: The file.
        content: All of it.
        overwrite: Whether it replaces what has the name.
        is_private: Whether it is made for its owner alone, whatever had the name.

    Raises:
        FileExistsError: It exists and `overwrite` is not set.
        OSError: It cannot be written.
        ValueError: The path is no file name.
    """
    remove_leftovers(path.parent)
    beside, file = _open_beside(path, 0o600 if is_private else 0o666)
    with file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            if sys.platform == "win32":
                file.close()
            if overwrite and not is_private:
                with contextlib.suppress(OSError):
                    shutil.copymode(path, beside)
            _give_name(beside, path, overwrite=overwrite)
        finally:
            with contextlib.suppress(FileNotFoundError):
                beside.unlink()
    _settle(path.parent)


def remove_leftovers(folder: Path) -> None:
    """Remove what killed runs left, whichever file they were writing; what is being written right now is left alone."""
    for leftover in folder.glob(".reachweaver-*.tmp"):
        with contextlib.suppress(OSError):
            _remove_leftover(leftover)


def _open_beside(path: Path, mode: int) -> tuple[Path, BinaryIO]:
    """A new file that no other process takes for a leftover as long as it is open."""
    while True:
        beside = path.with_name(f".reachweaver-{os.urandom(8).hex()}.tmp")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        file = os.fdopen(os.open(beside, flags, mode), "wb")
        _lock(file, waits=True)
        # Between its creation and the lock somebody may have taken it for a leftover.
        if _is_at(beside, file):
            return beside, file
        file.close()


def _remove_leftover(path: Path) -> None:
    """Remove what a killed run left. It is never written to: it may be the finished target under a second name."""
    with contextlib.suppress(FileNotFoundError):
        if sys.platform == "win32" or not stat.S_ISREG(path.lstat().st_mode):
            path.unlink()
            return
        with path.open("rb") as file:
            if _lock(file, waits=False) and _is_at(path, file):
                path.unlink()


def _lock(file: BinaryIO, *, waits: bool) -> bool:
    """Whether no other process is writing the file."""
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            pass  # a file system without locks: of two runs at the same moment one may then end in an error
    return True


def _is_at(path: Path, file: BinaryIO) -> bool:
    with contextlib.suppress(FileNotFoundError):
        return os.path.samestat(path.lstat(), os.fstat(file.fileno()))
    return False


def _give_name(beside: Path, path: Path, *, overwrite: bool) -> None:
    """Let the finished file have its name, in one step.

    Raises:
        FileExistsError: The name is taken and `overwrite` is not set.
    """
    if overwrite:
        beside.replace(path)
    elif os.name == "nt":
        beside.rename(path)
    else:
        try:
            path.hardlink_to(beside)
        except FileExistsError:
            raise
        except OSError:
            # A file system without hard links: whoever makes the empty file is the first.
            path.open("xb").close()
            beside.replace(path)


def _settle(folder: Path) -> None:
    """Ask for the new name to be on disk, too, where the system can be asked."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
