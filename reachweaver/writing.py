"""Writing files that somebody named: whole or not at all, and never over one that is there unless told to.

Takes a path and bytes. They go into a hidden file beside the target first, which gets the target's name when it is
complete; whatever goes wrong is a `CommandError` that names the target. What killed runs left in the folder is removed.
"""

from __future__ import annotations

import contextlib
import hashlib
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
        CommandError: It cannot be written, another process is writing it, or it exists and `overwrite` is not set.
    """
    try:
        _write(path, content, overwrite=overwrite)
    except FileExistsError as error:
        raise CommandError("the file is there already; --force replaces it", path=str(path)) from error
    except BlockingIOError as error:
        raise CommandError("another reachweaver is writing this file right now", path=str(path)) from error
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


def _write(path: Path, content: bytes, *, overwrite: bool) -> None:
    beside = path.with_name(f".reachweaver-{hashlib.sha256(os.fsencode(path.name)).hexdigest()[:16]}.tmp")
    _remove_leftovers(path.parent)
    with _open_alone(beside) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            if sys.platform == "win32":
                file.close()
            _give_name(beside, path, overwrite=overwrite)
        finally:
            with contextlib.suppress(FileNotFoundError):
                beside.unlink()
    _settle(path.parent)


def _open_alone(path: Path) -> BinaryIO:
    """A new file that no other process takes for a leftover as long as it is open.

    Raises:
        BlockingIOError: Another process has such a file open.
    """
    while True:
        try:
            file = path.open("xb")
        except FileExistsError:
            _remove_leftover(path)
            continue
        _lock(file)
        # Between its creation and the lock somebody may have taken it for a leftover.
        if _is_at(path, file):
            return file
        file.close()


def _remove_leftovers(folder: Path) -> None:
    """Remove what killed runs left, whichever file they were writing; what is being written right now is left alone."""
    for leftover in folder.glob(".reachweaver-*.tmp"):
        with contextlib.suppress(OSError):
            _remove_leftover(leftover)


def _remove_leftover(path: Path) -> None:
    """Remove what a killed run left. It is never written to: it may be the finished target under a second name."""
    with contextlib.suppress(FileNotFoundError):
        if sys.platform == "win32" or not stat.S_ISREG(path.lstat().st_mode):
            path.unlink()
            return
        with path.open("rb") as file:
            _lock(file)
            if _is_at(path, file):
                path.unlink()


def _lock(file: BinaryIO) -> None:
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise
        except OSError:
            pass  # a file system without locks: two runs at the same moment then end in an error of the later one


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
        with contextlib.suppress(OSError):
            shutil.copymode(path, beside)
        beside.replace(path)
    elif os.name == "nt":
        beside.rename(path)
    else:
        try:
            path.hardlink_to(beside)
        except FileExistsError:
            raise
        except OSError:
            # A file system without hard links.
            if os.path.lexists(path):
                raise FileExistsError from None
            beside.replace(path)


def _settle(folder: Path) -> None:
    """Ask for the new name to be on disk, too, where the system can be asked."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
