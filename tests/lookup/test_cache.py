from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from reachweaver.lookup.cache import PageCache
from reachweaver.lookup.disk_cache import DiskCache, pages_folder
from reachweaver.lookup.html_blocks import html_blocks
from reachweaver.lookup.look_up import Read, Reader, receipt_of
from reachweaver.lookup.page import make_extract
from reachweaver.lookup.receipts import read_receipt
from reachweaver.lookup.verification import verify
from tests.lookup.receipt_data import KEY
from tests.lookup.web import Web

PAGE = """<main><h1>Planner &amp; 2.0</h1><p>It saves 30% – “really” 🚀.<ol start=3><li>One<li>Two</ol>
<table><tr><td>a<td>b</table><pre>x = 1
y = 2</pre><blockquote>Said.</blockquote></main>"""
DAY = 24 * 60 * 60


class Clock:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.time = 1_800_000_000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


def cache(folder: Path, clock: Clock, **settings: Any) -> DiskCache:
    return DiskCache(folder=folder / "pages", now=clock, **settings)


def pages(disk: DiskCache | None, **settings: Any) -> PageCache:
    return PageCache(Reader(**{"allow_private": True, "environment": {}, **settings}), disk)


def files(disk: DiskCache) -> list[Path]:
    return sorted(disk.folder.iterdir())


def test_a_page_is_opened_once(web: Web, tmp_path: Path, clock: Clock) -> None:
    """The next run has the page as it was read, to the letter, with the time of then, and signs that."""
    disk, url = cache(tmp_path, clock), web.page("/", PAGE)
    first = pages(disk).read(url)
    second = pages(disk).read(url)
    assert web.paths == ["/robots.txt", "/"]
    assert (first.is_kept, second.is_kept) == (False, True)
    assert (second.url, second.time, second.backend) == (first.url, first.time, "http")
    assert second.extract == first.extract
    signed = read_receipt(receipt_of(second, KEY))
    assert verify(signed, KEY.public).verdict == "verified"
    assert signed.text("ts") == first.time


def test_within_a_run_nothing_is_opened_twice(web: Web) -> None:
    """Not even what could not be read, and without a disk, too."""
    one = pages(None)
    assert [one.read(web.url("/gone")).failure is None for _ in range(2)] == [False, False]
    assert web.paths == ["/robots.txt", "/gone"]


def test_what_is_not_kept(web: Web, tmp_path: Path, clock: Clock) -> None:
    """Failures, what a site asks nobody to keep, and what was read with a session profile."""
    disk = cache(tmp_path, clock)
    pages(disk).read(web.url("/gone"))
    pages(disk).read(web.page("/secret", PAGE, Cache_Control="private, no-store"))
    (tmp_path / "work.json").write_text('{"hosts": ["127.0.0.1"], "cookies": {"sid": "s"}}')
    (tmp_path / "work.json").chmod(0o600)
    named = pages(disk, environment={"REACHWEAVER_PROFILES_ROOT": str(tmp_path)})
    assert named.read(web.page("/", PAGE), session_profile="work").extract is not None
    assert not disk.folder.exists()


def test_each_way_of_reading_has_its_own(web: Web, tmp_path: Path, clock: Clock) -> None:
    """Another policy, or another leave to open private addresses, is another page."""
    disk, url = cache(tmp_path, clock), web.page("/", PAGE)
    pages(disk).read(url)
    assert pages(disk).read(url, policy="http").is_kept is False
    refused = pages(disk, allow_private=False).read(url)
    assert refused.failure is not None
    assert refused.failure.code == "private_url_blocked"


def test_how_long_it_is_kept(web: Web, tmp_path: Path, clock: Clock) -> None:
    """A day, by a clock that may be set back: what is from the future is nothing."""
    disk, url = cache(tmp_path, clock), web.page("/", PAGE)
    pages(disk).read(url)
    clock.time += DAY
    assert pages(disk).read(url).is_kept
    clock.time += 1
    assert not pages(disk).read(url).is_kept
    clock.time -= 2
    assert not pages(disk).read(url).is_kept


def read_of(size: int, name: str = "x") -> Read:
    page = f"<p>{name} {'y' * size}"
    return Read(url=name, time="2027-03-01T08:30:00Z", extract=make_extract(name, html_blocks(page)))


def test_how_much_is_kept(tmp_path: Path, clock: Clock) -> None:
    """The oldest go first, with what is too old and what killed runs left; too large a page is not kept at all."""
    disk = cache(tmp_path, clock, most_bytes=5000)
    for name in "abcd":
        disk.put(name, read_of(1000, name))
        clock.time += 1
    assert [disk.get(name) is not None for name in "abcd"] == [True] * 4
    disk.put("e", read_of(1000, "e"))
    assert [disk.get(name) is not None for name in "abcde"] == [False, True, True, True, True]
    (disk.folder / ".reachweaver-0.tmp").write_bytes(b"")
    (disk.folder / "somebody-elses").write_bytes(b"")
    disk.put("f", read_of(6000, "f"))
    assert disk.get("f") is None
    clock.time += DAY + 1
    disk.put("g", read_of(10, "g"))
    assert [path.name for path in files(disk) if not path.name.endswith(".page")] == ["somebody-elses"]
    assert len(files(disk)) == 2


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps the folders of users apart by itself")
def test_it_is_private(web: Web, tmp_path: Path, clock: Clock) -> None:
    """Folder and files are their owner's alone, whatever the mask; a folder that others can write to is not used."""
    disk, url = cache(tmp_path, clock), web.page("/", PAGE)
    before = os.umask(0)
    try:
        pages(disk).read(url)
    finally:
        os.umask(before)
    assert stat.S_IMODE(disk.folder.stat().st_mode) == 0o700
    assert [stat.S_IMODE(path.stat().st_mode) for path in files(disk)] == [0o600]
    disk.folder.chmod(0o777)
    pages(disk).read(web.page("/other", PAGE))
    assert len(files(disk)) == 1


def replaced(content: bytes) -> Any:
    return lambda path: path.write_bytes(content)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def changed(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"30%", b"90%"))


def another(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.parent.parent / "elsewhere")
    (path.parent.parent / "elsewhere").write_bytes(b"x")


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


BROKEN = [replaced(b""), replaced(b"\xff" * 99), replaced(b"{}"), replaced(b"[" * 100_000), cut, changed, folder]
BROKEN += [] if sys.platform == "win32" else [another, pipe]


@pytest.mark.parametrize("breaks", BROKEN)
def test_what_is_broken_is_read_again(web: Web, tmp_path: Path, clock: Clock, breaks: Any) -> None:
    """A file that is not as it was written, or no file, is no page; the page is opened, and nothing is raised."""
    disk, url = cache(tmp_path, clock), web.page("/", PAGE)
    pages(disk).read(url)
    (path,) = files(disk)
    breaks(path)
    os.utime(path, (clock.time, clock.time), follow_symlinks=False)
    again = pages(disk).read(url)
    assert (again.is_kept, again.extract is not None) == (False, True)


def test_a_place_that_cannot_be_used(web: Web, tmp_path: Path, clock: Clock) -> None:
    """A file where the folder belongs, or a name that is none: pages are read all the same."""
    (tmp_path / "pages").write_text("")
    url = web.page("/", PAGE)
    for disk in (cache(tmp_path, clock), DiskCache(folder=Path("nul\0"), now=clock)):
        assert [pages(disk).read(url).is_kept for _ in range(2)] == [False, False]


def test_pages_of_another_version_are_read_again(
    web: Web, tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another version may take pages apart in another way."""
    disk, url = cache(tmp_path, clock), web.page("/", PAGE)
    pages(disk).read(url)
    monkeypatch.setattr("reachweaver.lookup.disk_cache.__version__", "9.9.9")
    assert not pages(disk).read(url).is_kept


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="these systems have places of their own")
def test_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the folder that is named, else in that of the desktop's rules, else in the home."""
    monkeypatch.setenv("HOME", "/home/ada")
    assert pages_folder({"REACHWEAVER_CACHE_ROOT": "/r", "XDG_CACHE_HOME": "/x"}) == Path("/r/pages")
    assert pages_folder({"XDG_CACHE_HOME": "/x"}) == Path("/x/reachweaver/pages")
    assert pages_folder({"XDG_CACHE_HOME": "x"}) == Path("/home/ada/.cache/reachweaver/pages")
    assert pages_folder({}) == Path("/home/ada/.cache/reachweaver/pages")

    def no_home() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", no_home)
    assert pages_folder({}) is None
