from __future__ import annotations

import importlib.util
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from reachweaver.lookup import chromium
from reachweaver.lookup.chromium import find_chromium, launcher
from reachweaver.lookup.failures import LookUpError
from reachweaver.lookup.look_up import Reader
from tests.lookup.web import Web

PLAYWRIGHT = "playwright"


@pytest.fixture
def drivers(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The packages that are said to be there, beside those that are."""
    there = {PLAYWRIGHT}
    real = importlib.util.find_spec

    def find(name: str) -> object:
        return (object() if name in there else None) if name == PLAYWRIGHT else real(name)

    monkeypatch.setattr("reachweaver.lookup.chromium.importlib.util.find_spec", find)
    return there


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder of programs."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("chromium", "google-chrome", "setpriv"):
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    return folder


def complaint(environment: Mapping[str, str]) -> str:
    with pytest.raises(LookUpError) as caught:
        find_chromium(environment)
    assert caught.value.code == "workers_unavailable"
    return caught.value.message


def test_the_first_that_is_there(drivers: set[str], programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Chromium on the path, another browser of its family, or the one that is named."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert find_chromium({"PATH": str(programs)}).path == str(programs / "chromium")
    (programs / "chromium").unlink()
    found = find_chromium({"PATH": str(programs), "AWS_SECRET": "s3cret", "LANG": "C"})
    assert (found.path, found.has_sandbox, found.setpriv) == (str(programs / "google-chrome"), True, None)
    assert found.environment == {"PATH": str(programs), "LANG": "C"}
    assert find_chromium({"REACHWEAVER_CHROMIUM": str(programs / "setpriv")}).path == str(programs / "setpriv")


def test_what_is_missing_is_said(drivers: set[str], programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No browser, a named one that is none, nothing to drive it with: each has its sentence."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(chromium, "_ELSEWHERE", ())
    assert complaint({}) == complaint({"PATH": "/nowhere"})
    assert complaint({}) == "There is no Chromium or Chrome; install one, or name it in REACHWEAVER_CHROMIUM."
    assert complaint({"REACHWEAVER_CHROMIUM": "/nowhere/x"}) == "REACHWEAVER_CHROMIUM names no program: /nowhere/x."
    drivers.clear()
    assert complaint({"PATH": str(programs)}) == (
        'What drives a browser is not installed: pip install "reachweaver[browser]".'
    )


@pytest.mark.skipif(os.name == "nt", reason="there is no root on Windows")
def test_roots_browser_is_nobodys(drivers: set[str], programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root's browser is started as nobody, so that it has its sandbox; where that cannot be, root must say so."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr("reachweaver.lookup.chromium.sys.platform", "linux")
    monkeypatch.setattr(os, "chown", lambda *_: None)
    found = find_chromium({"PATH": str(programs)})
    assert (found.has_sandbox, found.setpriv) == (True, str(programs / "setpriv"))
    with launcher(found) as (program, environment):
        home = Path(environment["HOME"])
        command = Path(program).read_text().splitlines()[1]
        assert command == (
            f"exec {programs}/setpriv --reuid=65534 --regid=65534 --clear-groups -- {programs}/chromium"
            f' "$@" --user-data-dir={home}/profile'
        )
        assert home.stat().st_mode & 0o777 == 0o700
    assert not home.parent.exists()
    (programs / "setpriv").unlink()
    assert "REACHWEAVER_CHROMIUM_SANDBOX=off" in complaint({"PATH": str(programs)})
    bare = find_chromium({"PATH": str(programs), "REACHWEAVER_CHROMIUM_SANDBOX": "off"})
    assert (bare.has_sandbox, bare.setpriv) == (False, None)


def test_a_page_without_a_browser(web: Web, drivers: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Under `browser` nothing is opened; by default the page is as thin as it was, and the message says what is missing."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(chromium, "_ELSEWHERE", ())
    reader = Reader(allow_private=True, environment={})
    url = web.page("/", "<div id=app></div><script>app()</script>")
    only = reader.read(url, policy="browser")
    assert only.failure is not None
    assert (only.failure.code, only.backend, web.asked) == ("workers_unavailable", "browser", [])
    read = reader.read(url)
    assert read.failure is not None
    assert (read.failure.code, read.failure.status, read.backend) == ("thin_extract", 200, "http")
    assert read.failure.message == (
        "There is no text on the page; a script may fill it in. There is no Chromium or Chrome; install one, or name it in"
        " REACHWEAVER_CHROMIUM."
    )
