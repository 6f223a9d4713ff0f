"""The browser that runs pages: finds an installed Chromium or Chrome, and says how it is started in its sandbox.

Takes environment variables, gives a `Chromium`; starts nothing. Chromium's sandbox keeps a page that takes a renderer
over from everything else. Root cannot have it, so root's browser runs as `nobody`; where there is no sandbox at all, as
in some containers, the browser is used only if `REACHWEAVER_CHROMIUM_SANDBOX` is `off`.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from reachweaver.data import dataclass
from reachweaver.lookup.failures import LookUpError

VARIABLE: Final = "REACHWEAVER_CHROMIUM"
"""Names the program, where it is not found by itself."""
SANDBOX_VARIABLE: Final = "REACHWEAVER_CHROMIUM_SANDBOX"

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "msedge")
_ELSEWHERE: Final = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
_PASSED_ON: Final = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "TEMP", "TMP", "LOCALAPPDATA", "PROGRAMFILES")
"""Variables that the browser gets; no other, because some hold secrets."""
_NOBODY: Final = 65534
"""On every Linux."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chromium:
    """A browser that can be started."""

    path: str
    has_sandbox: bool
    setpriv: str | None = None
    """The program through which it is started as `nobody`; None when it runs as whoever started ReachWeaver."""
    environment: Mapping[str, str]
    """Variables for it, without a home."""


def find_chromium(environment: Mapping[str, str]) -> Chromium:
    """The browser of this machine.

    Raises:
        LookUpError: There is none, or nothing to drive it with, or it would have no sandbox (`workers_unavailable`).
    """
    if importlib.util.find_spec("playwright") is None:
        raise _unavailable('What drives a browser is not installed: pip install "reachweaver[browser]".')
    path = _path(environment)
    passed_on = {name: environment[name] for name in _PASSED_ON if name in environment}
    if environment.get(SANDBOX_VARIABLE, "").lower() == "off":
        return Chromium(path=path, has_sandbox=False, environment=passed_on)
    return Chromium(path=path, has_sandbox=True, setpriv=_setpriv(environment), environment=passed_on)


@contextlib.contextmanager
def launcher(chromium: Chromium) -> Iterator[tuple[str, dict[str, str]]]:
    """What to start instead of the browser, and its variables; a home of its own is there as long as the block runs."""
    folder = Path(tempfile.mkdtemp(prefix="reachweaver-browser-"))
    try:
        home = folder / "home"
        home.mkdir(mode=0o700)
        program = chromium.path
        if chromium.setpriv is not None:
            folder.chmod(0o711)
            os.chown(home, _NOBODY, _NOBODY)
            program = str(_script(folder, home, chromium.setpriv, chromium.path))
        yield program, {**chromium.environment, "HOME": str(home)}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _path(environment: Mapping[str, str]) -> str:
    named = environment.get(VARIABLE)
    if named:
        if shutil.which(named) is None:
            raise _unavailable(f"{VARIABLE} names no program: {named}.")
        return named
    search = environment.get("PATH", "")
    found = (path for name in _NAMES if (path := shutil.which(name, path=search)))
    path = next(found, None) or next((place for place in _ELSEWHERE if search and Path(place).is_file()), None)
    if path is None:
        raise _unavailable(f"There is no Chromium or Chrome; install one, or name it in {VARIABLE}.")
    return path


def _setpriv(environment: Mapping[str, str]) -> str | None:
    """What makes a browser that root starts `nobody`'s; None for everybody else."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return None
    found = shutil.which("setpriv", path=environment.get("PATH", "")) if sys.platform == "linux" else None
    if found is None:
        raise _unavailable(no_sandbox("started by root"))
    return found


def no_sandbox(why: str) -> str:
    """The sentence for a browser that has no sandbox."""
    return f"Chromium has no sandbox here ({why}); {SANDBOX_VARIABLE}=off lets it run without one."


def _script(folder: Path, home: Path, setpriv: str, path: str) -> Path:
    """A program that takes the browser's place; of two profile folders the browser takes the last one."""
    script = folder / "chromium"
    start = [setpriv, f"--reuid={_NOBODY}", f"--regid={_NOBODY}", "--clear-groups", "--", path]
    words = f'exec {shlex.join(start)} "$@" {shlex.quote(f"--user-data-dir={home}/profile")}'
    script.write_text(f"#!/bin/sh\n{words}\n", encoding="utf-8")
    script.chmod(0o755)
    return script


def _unavailable(message: str) -> LookUpError:
    return LookUpError("workers_unavailable", message)
