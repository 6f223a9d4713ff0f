"""The machine and the versions that figures are from; nothing that names the machine or its owner."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGES = ("reachweaver", "regex", "pygls", "lsprotocol", "ruff", "matplotlib")


def described() -> str:
    """A Markdown list: processor, memory, system, Python, Node, packages, and how busy the machine is."""
    return "\n".join(f"- {what}: {value}" for what, value in _facts() if value)


def _facts() -> Iterator[tuple[str, str]]:
    yield "processor", f"{_processor()}, {os.cpu_count()} logical"
    yield "memory", _memory()
    yield "system", f"{platform.system()} {platform.release().partition('-')[0]}, {platform.machine()}"
    yield "Python", f"{platform.python_implementation()} {platform.python_version()}"
    yield "Node", _node()
    yield "packages", ", ".join(_python_packages())
    yield "npm packages", ", ".join(_npm_packages())
    if hasattr(os, "getloadavg"):
        yield "load at the start (1, 5, 15 minutes)", ", ".join(f"{load:.1f}" for load in os.getloadavg())


def _processor() -> str:
    return _line_of("/proc/cpuinfo", "model name") or platform.processor() or "unknown"


def _memory() -> str:
    line = _line_of("/proc/meminfo", "MemTotal")
    return f"{int(line.split()[0]) / 2**20:.0f} GiB" if line else ""


def _line_of(path: str, name: str) -> str:
    """What a file of `name: value` lines says first; empty when there is no such file or line."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(name)), "")


def _node() -> str:
    node = shutil.which("node")
    if node is None:
        return ""
    return subprocess.run([node, "--version"], capture_output=True, text=True, check=False, timeout=30).stdout.strip()


def _python_packages() -> Iterator[str]:
    for name in PACKAGES:
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            continue


def _npm_packages() -> Iterator[str]:
    wanted = json.loads((HERE / "package.json").read_text(encoding="utf-8"))["dependencies"]
    for name in wanted:
        manifest = HERE / "node_modules" / name / "package.json"
        if manifest.exists():
            yield f"{name} {json.loads(manifest.read_text(encoding='utf-8'))['version']}"
