"""Processes as the operating system sees them: the memory of a whole tree, where the system tells (Linux)."""

from __future__ import annotations

from pathlib import Path


def memory(pid: int, field: str) -> float | None:
    """A line of /proc/PID/status, such as `VmHWM`, of a process and all below it, in megabytes; None without /proc."""
    known = [amount for one in _tree(pid) if (amount := _status(one, field)) is not None]
    return sum(known) / 1024 if known else None


def _status(pid: int, field: str) -> int | None:
    """The figure of one process, in kilobytes."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) for line in lines if line.startswith(f"{field}:")), None)


def _tree(pid: int) -> list[int]:
    """A process and all its descendants."""
    found = [pid]
    for one in found:
        for children in Path(f"/proc/{one}/task").glob("*/children"):
            try:
                found += map(int, children.read_text(encoding="utf-8").split())
            except OSError:
                continue
    return found
