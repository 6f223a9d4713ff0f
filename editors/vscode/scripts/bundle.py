"""Lay out what the extension brings along: the server, its libraries, and compiled ones for each Python and system.

    python scripts/bundle.py [--local]

Fills bundled/libs: `common` with everything that is plain Python, and a folder such as `cp312-mac-arm64` with the one
compiled library for each Python and system that is supported; `--local` leaves out all but this machine's. What is
downloaded is pinned, by hash, in bundled/requirements.txt and bundled/compiled.txt, and kept in .vscode-test/wheels.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
PROJECT = HERE.parent.parent
BUNDLED = HERE / "bundled"
LIBS = BUNDLED / "libs"
WHEELS = HERE / ".vscode-test" / "wheels"

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = {
    "linux-x64": ("manylinux2014_x86_64",),
    "linux-arm64": ("manylinux2014_aarch64",),
    "mac-arm64": ("macosx_11_0_arm64",),
    "mac-x64": ("macosx_10_15_x86_64", "macosx_10_13_x86_64", "macosx_10_9_x86_64"),
    "windows-x64": ("win_amd64",),
    "windows-arm64": ("win_arm64",),
}
"""The systems, as launch.py names them, and how wheels name them."""


def main() -> None:
    """Fill bundled/libs anew."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--local", action="store_true", help="for this machine's Python and system alone")
    local = parser.parse_args().local
    shutil.rmtree(LIBS, ignore_errors=True)
    (LIBS / "common").mkdir(parents=True)
    targets = [(python, system) for python in PYTHONS for system in SYSTEMS]
    if local:
        targets = [target for target in targets if folder_of(*target) == local_folder()]
    with ThreadPoolExecutor(4) as several:
        jobs = [several.submit(compiled, *target) for target in targets]
        jobs += [several.submit(plain), several.submit(server)]
    for job in jobs:
        job.result()
    (BUNDLED / "LICENSES.txt").write_text(licences(), encoding="utf-8")
    print(f"bundled: {', '.join(sorted(path.name for path in LIBS.iterdir()))}")


def folder_of(python: str, system: str) -> str:
    """The folder of one Python and system, as launch.py looks for it."""
    return f"cp{python.replace('.', '')}-{system}"


def local_folder() -> str:
    """The folder for the Python that runs this script."""
    launch = ["-c", "import runpy; print(runpy.run_path('launch.py')['compiled_libraries']())"]
    answer = subprocess.run([sys.executable, *launch], cwd=BUNDLED, check=True, capture_output=True, text=True)
    return Path(answer.stdout.strip()).name


def compiled(python: str, system: str) -> None:
    """The compiled library for one Python and system."""
    platforms = [word for platform in SYSTEMS[system] for word in ("--platform", platform)]
    name = folder_of(python, system)
    download(BUNDLED / "compiled.txt", WHEELS / name, "--python-version", python, *platforms)
    unpack(WHEELS / name, LIBS / name)


def plain() -> None:
    """The libraries that are plain Python; the oldest Python needs most of them."""
    download(BUNDLED / "requirements.txt", WHEELS / "common", "--python-version", PYTHONS[0], "--platform", "any")
    unpack(WHEELS / "common", LIBS / "common")


def server() -> None:
    """ReachWeaver itself, as its wheel holds it."""
    folder = WHEELS / "own"
    shutil.rmtree(folder, ignore_errors=True)
    pip("wheel", "--no-deps", "--wheel-dir", str(folder), str(PROJECT))
    unpack(folder, LIBS / "common")


def download(requirements: Path, folder: Path, *target: str) -> None:
    """Wheels of pinned requirements, for a Python and system that need not be this one's."""
    stamp = folder / requirements.name
    if stamp.exists() and stamp.read_bytes() == requirements.read_bytes():
        return
    shutil.rmtree(folder, ignore_errors=True)
    options = ("--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", str(requirements))
    pip("download", "--dest", str(folder), *target, *options)
    shutil.copy(requirements, stamp)


def pip(*arguments: str) -> None:
    """Run pip, and show what it prints when it fails."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *arguments]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    if ended.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{ended.stdout}{ended.stderr}")


def unpack(wheels: Path, folder: Path) -> None:
    """Put the contents of wheels into a folder."""
    for wheel in sorted(wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)


def licences() -> str:
    """The licences of everything that is bundled, in one text."""
    texts: dict[str, str] = {}
    for info in sorted(LIBS.glob("*/*.dist-info")):
        name = re.sub(r"\.dist-info$", "", info.name)
        files = [path for path in sorted(info.rglob("*")) if re.match(r"(?i)licen|copying|notice", path.name)]
        texts[name] = "\n".join(path.read_text(encoding="utf-8") for path in files if path.is_file())
    return "\n\n".join(f"{name}\n{'=' * len(name)}\n\n{text.strip()}" for name, text in texts.items()) + "\n"


if __name__ == "__main__":
    main()
