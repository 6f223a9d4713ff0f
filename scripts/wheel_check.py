"""Build the wheel, install it into an environment of its own, and run what it installed.

What works from the checkout can still miss a file or a dependency once it is packed; this is what a user gets.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "clean.reachweaver.json"


def main() -> None:
    """Fail with the command that failed; say so when all went well."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        _run(
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "--wheel-dir",
            str(folder),
            str(ROOT),
            cwd=folder,
        )
        wheel = next(folder.glob("reachweaver-*.whl"))
        venv.create(folder / "environment", with_pip=True)
        programs = folder / "environment" / "bin"
        _run(str(programs / "python"), "-m", "pip", "install", "--quiet", f"{wheel}[lsp]", cwd=folder)
        _run(str(programs / "reachweaver"), "claims-check", str(EXAMPLE), cwd=folder)
        page = folder / "preview.html"
        _run(str(programs / "reachweaver"), "campaign-preview", "--file", str(EXAMPLE), "--html", str(page), cwd=folder)
        _run(str(programs / "reachweaver-lsp"), "--version", cwd=folder)
        for document in sorted((ROOT / "docs" / "findings").glob("*.md")):
            command = [str(programs / "reachweaver"), "explain", document.stem, "--markdown"]
            if subprocess.run(command, cwd=folder, check=True, capture_output=True).stdout != document.read_bytes():
                sys.exit(f"wheel-check: reachweaver explain {document.stem} is not docs/findings/{document.name}")
    print(f"{wheel.name} installs and runs")


def _run(*command: str, cwd: Path) -> None:
    subprocess.run(command, cwd=cwd, check=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"wheel-check: {error}")
