from __future__ import annotations

import errno
import fcntl
import os
import stat
from pathlib import Path

import pytest

from reachweaver.errors import CommandError
from reachweaver.writing import make_folder, write_file, write_whole

TAKEN = "the file is there already; --force replaces it"


def names(folder: Path) -> list[str]:
    """What stands in a folder."""
    return sorted(path.name for path in folder.iterdir())


def leftover(folder: Path, name: str) -> Path:
    """Where a file of this name is prepared, as a killed run would leave it."""
    seen: list[str] = []

    def stop(_: int) -> None:
        seen.extend(entry for entry in names(folder) if entry.endswith(".tmp"))
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", stop)
        with pytest.raises(KeyboardInterrupt):
            write_file(folder / name, b"half")
    return folder / seen[0]


def test_a_new_file_has_the_content_and_nothing_stands_beside_it(tmp_path: Path) -> None:
    """The folder holds the file alone, with the permissions that any new file gets."""
    write_file(tmp_path / "a.json", b"one")
    (tmp_path / "usual").touch()
    assert names(tmp_path) == ["a.json", "usual"]
    assert (tmp_path / "a.json").read_bytes() == b"one"
    assert (tmp_path / "a.json").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize("kind", ["file", "empty file", "link", "dangling link", "folder"])
def test_nothing_is_overwritten(tmp_path: Path, kind: str) -> None:
    """Whatever has the name keeps it, and nothing is left beside it."""
    path, other = tmp_path / "a.json", tmp_path / "other"
    match kind:
        case "file":
            path.write_bytes(b"old")
        case "empty file":
            path.touch()
        case "link":
            other.write_bytes(b"old")
            path.symlink_to(other)
        case "dangling link":
            path.symlink_to(other)
        case _:
            path.mkdir()
    before = names(tmp_path), path.lstat()
    with pytest.raises(CommandError) as caught:
        write_file(path, b"new")
    assert str(caught.value) == f"{path}: {TAKEN}"
    assert (names(tmp_path), path.lstat()) == before


def test_force_replaces_the_file_and_keeps_its_permissions(tmp_path: Path) -> None:
    """With `overwrite` the content is new, a private file stays private, and a link is replaced, not followed."""
    path, target, link = tmp_path / "a.json", tmp_path / "target", tmp_path / "link"
    for old in (path, target):
        old.write_bytes(b"old")
        old.chmod(0o600)
    link.symlink_to(target)
    write_file(path, b"new", overwrite=True)
    write_file(link, b"new", overwrite=True)
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", 0o600)
    assert (link.read_bytes(), link.is_symlink(), target.read_bytes()) == (b"new", False, b"old")


@pytest.mark.parametrize("overwrite", [False, True])
def test_what_a_killed_run_left_is_removed(tmp_path: Path, overwrite: bool) -> None:
    """A half-written file beside the target is gone after the next run, also after one that is refused."""
    beside = leftover(tmp_path, "a.json")
    beside.write_bytes(b"half")
    write_file(tmp_path / "a.json", b"whole", overwrite=overwrite)
    assert names(tmp_path) == ["a.json"]
    beside.write_bytes(b"half")
    with pytest.raises(CommandError, match=TAKEN):
        write_file(tmp_path / "a.json", b"again")
    assert names(tmp_path) == ["a.json"]
    assert (tmp_path / "a.json").read_bytes() == b"whole"


def test_what_was_left_of_another_file_is_removed_too(tmp_path: Path) -> None:
    """Also when the file that was being written is never written again."""
    leftover(tmp_path, "a.json").write_bytes(b"half")
    write_file(tmp_path / "b.json", b"whole")
    assert names(tmp_path) == ["b.json"]


def test_a_run_killed_after_it_gave_the_name_loses_nothing(tmp_path: Path) -> None:
    """When the half-way file is the finished target under a second name, the target keeps its content."""
    path = tmp_path / "a.json"
    beside = leftover(tmp_path, "a.json")
    path.write_bytes(b"whole")
    beside.hardlink_to(path)
    with pytest.raises(CommandError, match=TAKEN):
        write_file(path, b"again")
    assert (names(tmp_path), path.read_bytes()) == (["a.json"], b"whole")


@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_what_is_no_file_beside_the_target_is_not_opened(tmp_path: Path, kind: str) -> None:
    """A link or a pipe under the name of the half-way file is removed; nobody waits for it or writes through it."""
    beside, outside = leftover(tmp_path, "a.json"), tmp_path / "outside"
    if kind == "link":
        beside.symlink_to(outside)
    else:
        os.mkfifo(beside)
    write_file(tmp_path / "a.json", b"one")
    assert names(tmp_path) == ["a.json"]


def test_two_runs_do_not_mix(tmp_path: Path) -> None:
    """While another process writes the file the second one writes its own, and leaves the other's work alone."""
    beside = leftover(tmp_path, "a.json")
    with beside.open("xb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        write_file(tmp_path / "a.json", b"one")
    assert names(tmp_path) == [beside.name, "a.json"]
    assert (tmp_path / "a.json").read_bytes() == b"one"


def test_a_private_file_is_its_owners_alone(tmp_path: Path) -> None:
    """Whatever the process's mask is, and whoever could read what had the name before."""
    path, before = tmp_path / "a.json", os.umask(0)
    try:
        path.touch()
        write_whole(path, b"one", overwrite=True, is_private=True)
        write_whole(tmp_path / "b.json", b"one", is_private=True)
    finally:
        os.umask(before)
    assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in names(tmp_path)] == [0o600, 0o600]


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_disk_without_hard_links_or_locks_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, overwrite: bool
) -> None:
    """Where the file system knows neither, files are still written whole and never over another."""

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOTSUP, "Operation not supported")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    monkeypatch.setattr(fcntl, "flock", refuse)
    write_file(tmp_path / "a.json", b"one", overwrite=overwrite)
    with pytest.raises(CommandError, match=TAKEN):
        write_file(tmp_path / "a.json", b"two")
    assert (names(tmp_path), (tmp_path / "a.json").read_bytes()) == (["a.json"], b"one")


@pytest.mark.parametrize(
    ("function", "code"), [("fsync", errno.ENOSPC), ("fsync", errno.EIO), ("link", errno.EXDEV), ("replace", errno.EACCES)]
)  # fmt: skip
def test_a_disk_that_refuses_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str, code: int
) -> None:
    """A full or failing disk is one error, the old file stays, and the half-way file is gone."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    path = tmp_path / "a.json"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "replace" if function == "link" else function, refuse)
    with pytest.raises(CommandError) as caught:
        write_file(path, b"new", overwrite=True)
    assert str(caught.value) == f"{path}: cannot write the file: {os.strerror(code)}"
    assert (names(tmp_path), path.read_bytes()) == (["a.json"], b"old")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("absent/a.json", "cannot write the file: No such file or directory"),
        ("file/a.json", "cannot write the file: Not a directory"),
        ("a\0b", "this is not a file name"),
        ("n" * 300, "cannot write the file: File name too long"),
    ],
)
def test_a_place_that_cannot_be_written_to_is_named(tmp_path: Path, name: str, message: str) -> None:
    """A missing folder, a file in a folder's place and an impossible name are one line each."""
    (tmp_path / "file").touch()
    with pytest.raises(CommandError) as caught:
        write_file(tmp_path / name, b"one")
    assert str(caught.value) == f"{tmp_path / name}: {message}"
    assert names(tmp_path) == ["file"]


def test_the_root_is_no_file_name() -> None:
    """A path without a last name is refused."""
    with pytest.raises(CommandError, match="this is not a file name"):
        write_file(Path("/"), b"one")


def test_folders_are_made(tmp_path: Path) -> None:
    """A folder and those above it are made; one that is there is kept; a file in its place is named."""
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()
    (tmp_path / "file").touch()
    for name, message in {
        "file": "expected a folder, but this is none",
        "file/b": "cannot make the folder: Not a directory",
        "a\0b": "this is not a file name",
    }.items():
        with pytest.raises(CommandError) as caught:
            make_folder(tmp_path / name)
        assert str(caught.value) == f"{tmp_path / name}: {message}"
