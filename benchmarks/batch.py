"""Folders of campaigns on the command line: how many a second, on how many processors, and in how much memory.

Each run is a process of its own over a folder that was made for it. The figures are the operating system's: the time
on the clock, the processor time of all its processes, and the memory of the largest of them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import engine
from documents import BRAND
from figures import aligned

MOST_GROWTH = 1.5
"""How much more memory the largest folder may need than the smallest, however many times larger it is."""

LIMIT = 240.0
"""Seconds that one run may take."""
_HAS_FINDINGS = 2
"""The status of a check that found errors, as it does in these campaigns."""
_KILOBYTE = 1 if sys.platform == "darwin" else 1024
"""The unit in which the system counts memory, in bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One folder, checked in so many processes."""

    campaigns: int
    jobs: int
    seconds: float
    processor_seconds: float
    memory: int
    """Bytes, at most, of the largest process."""

    @property
    def rate(self) -> float:
        """Campaigns a second."""
        return self.campaigns / self.seconds


def measure(sizes: Sequence[int]) -> list[Run]:
    """Each size in one process and in two, and in as many as there are processors."""
    runs = []
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            _write(Path(folder), size)
            runs += [_run(Path(folder), size, jobs) for jobs in sorted({1, 2, os.cpu_count() or 1})]
    return runs


def table(runs: Sequence[Run]) -> str:
    """The runs as a Markdown table; ratios are to one process, and to the smallest folder."""
    lines = [["campaigns", "jobs", "s", "campaigns/s", "ratio", "processors used", "memory MB", "ratio", "target", ""]]
    for run in runs:
        alone, smallest = _like(runs, campaigns=run.campaigns, jobs=1), _like(runs, jobs=run.jobs)
        grown = run.memory / smallest.memory
        verdict = ["", ""] if run is smallest else [f"≤ {MOST_GROWTH:g} ×", "missed" if grown > MOST_GROWTH else "met"]
        speed = [f"{run.seconds:.1f}", f"{run.rate:.0f}", f"{run.rate / alone.rate:.2f} ×"]
        use = [f"{run.processor_seconds / run.seconds:.2f}", f"{run.memory / 1e6:.0f}", f"{grown:.2f} ×"]
        lines.append([f"{run.campaigns:,}", str(run.jobs), *speed, *use, *verdict])
    return aligned(lines)


def missed(runs: Sequence[Run]) -> bool:
    """Whether memory grows with the folder."""
    return any(run.memory > MOST_GROWTH * _like(runs, jobs=run.jobs).memory for run in runs)


def _like(runs: Sequence[Run], *, jobs: int, campaigns: int | None = None) -> Run:
    return next(run for run in runs if run.jobs == jobs and campaigns in (None, run.campaigns))


def _write(folder: Path, campaigns: int) -> None:
    (folder / "brand.reachweaver.json").write_text(json.dumps(BRAND), encoding="utf-8")
    for number in range(campaigns):
        campaign = engine.content(variants=3, evidence=3, seed=number)
        place = folder / f"{number // 100:03}"
        place.mkdir(exist_ok=True)
        (place / f"{number:05}.reachweaver.json").write_text(json.dumps(campaign, indent=2), encoding="utf-8")


def _run(folder: Path, campaigns: int, jobs: int) -> Run:
    checking = [sys.executable, "-m", "reachweaver", "claims-check", str(folder), "--jobs", str(jobs)]
    usage = [sys.executable, str(Path(__file__).with_name("usage.py")), str(LIMIT), *checking]
    done = subprocess.run(usage, capture_output=True, text=True, check=True)
    status, seconds, processor_seconds, memory = json.loads(done.stdout)
    if status != _HAS_FINDINGS:
        raise RuntimeError(f"checking {campaigns:,} campaigns ended with status {status}")
    return Run(
        campaigns=campaigns,
        jobs=jobs,
        seconds=seconds,
        processor_seconds=processor_seconds,
        memory=memory * _KILOBYTE,
    )


if __name__ == "__main__":
    print(table(measure([int(size) for size in sys.argv[1:]] or [500, 2_500])))
