"""Print the path of an Emacs that has eglot; with --install, ask Debian's package manager for both when there is none.

The tests in tests/emacs drive it. Eglot belongs to Emacs from 29 on; for older ones it is a package of its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

EGLOT = "(progn (require 'package) (package-initialize) (require 'eglot))"


def find() -> str | None:
    """The path of Emacs, or None when there is none with eglot."""
    path = shutil.which("emacs")
    if path is None:
        return None
    asked = subprocess.run([path, "--batch", "-q", "--eval", EGLOT], capture_output=True, timeout=60, check=False)
    return path if asked.returncode == 0 else None


def install() -> None:
    """Install Debian's packages, where that can be done without a question."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return
    for arguments in (("update",), ("install", "--yes", "--no-install-recommends", "emacs-nox", "elpa-eglot")):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run([apt, "--quiet", "--quiet", *arguments], env=quiet, stdout=sys.stderr, check=True)


if __name__ == "__main__":
    if "--install" in sys.argv[1:] and find() is None:
        install()
    path = find()
    if path is None:
        sys.exit("no Emacs with eglot found: install Emacs 29 or newer, or the packages `emacs-nox` and `elpa-eglot`")
    print(path)
