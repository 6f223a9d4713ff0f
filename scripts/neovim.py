"""Print the path of a Neovim that knows `vim.lsp.config` (0.11 or newer), or fail saying that there is none.

The machine's own Neovim comes first, then the one that the extra `nvim` installs beside this Python.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (0, 11)


def find() -> str | None:
    """The path of the first Neovim that is new enough, or None."""
    candidates = (shutil.which("nvim"), shutil.which("nvim", path=str(Path(sys.executable).parent)))
    return next((path for path in candidates if path and version(path) >= OLDEST), None)


def version(path: str) -> tuple[int, int]:
    """The major and minor version that the program prints; (0, 0) when it prints none."""
    try:
        printed = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=30, check=False).stdout
    except OSError:
        return (0, 0)
    found = re.match(r"NVIM v(\d+)\.(\d+)", printed)
    return (int(found[1]), int(found[2])) if found else (0, 0)


if __name__ == "__main__":
    path = find()
    if path is None:
        sys.exit("no Neovim 0.11 or newer found")
    print(path)
