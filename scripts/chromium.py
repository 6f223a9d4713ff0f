"""Print the path of a Chromium or Chrome; with --install, ask Debian's package manager for one when there is none.

The tests of the HTML preview drive it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")


def find() -> str | None:
    """The path of the first browser of the family, or None."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> None:
    """Install Debian's package, where that can be done without a question."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return
    for arguments in (("update",), ("install", "--yes", "--no-install-recommends", "chromium")):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run([apt, "--quiet", "--quiet", *arguments], env=quiet, stdout=sys.stderr, check=True)


if __name__ == "__main__":
    if "--install" in sys.argv[1:] and find() is None:
        install()
    path = find()
    if path is None:
        sys.exit("no Chromium found: install the package `chromium` of your system")
    print(path)
