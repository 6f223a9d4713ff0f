"""Samples in seconds, turned into the rows of one Markdown table in milliseconds."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What was measured, how often, and what it should be at most: a time, or a multiple of another row's median."""

    what: str
    who: str
    samples: list[float]
    base: list[float] | None = None
    """The samples whose median this row's is compared with."""
    most_ratio: float | None = None
    most_seconds: float | None = None
    most_spread: float | None = None
    """What p95 should be at most, as a multiple of the median."""

    @property
    def median(self) -> float:
        """The middle sample, in seconds."""
        return statistics.median(self.samples)

    @property
    def p95(self) -> float:
        """The sample that 95 in 100 do not exceed, in seconds."""
        return sorted(self.samples)[math.ceil(0.95 * len(self.samples)) - 1]

    @property
    def ratio(self) -> float | None:
        """This median in units of the base's."""
        return self.median / statistics.median(self.base) if self.base else None

    @property
    def missed(self) -> bool:
        """Whether there is a target and it is not met."""
        too_slow = self.most_seconds is not None and self.median > self.most_seconds
        uneven = self.most_spread is not None and self.p95 > self.most_spread * self.median
        too_far = self.most_ratio is not None and self.ratio is not None and self.ratio > self.most_ratio
        return too_slow or uneven or too_far

    def cells(self) -> list[str]:
        """The row's cells as printed."""
        targets = [
            *([f"≤ {self.most_ratio:g} ×"] if self.most_ratio is not None else []),
            *([f"≤ {self.most_seconds * 1000:g} ms"] if self.most_seconds is not None else []),
            *([f"p95 ≤ {self.most_spread:g} × median"] if self.most_spread is not None else []),
        ]
        target = ", ".join(targets)
        verdict = "" if not target else "missed" if self.missed else "met"
        ratio = "" if self.ratio is None else f"{self.ratio:.2f} ×"
        times = [f"{self.median * 1000:.2f}", f"{self.p95 * 1000:.2f}"]
        return [self.what, self.who, str(len(self.samples)), *times, ratio, target, verdict]


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """Something that was counted, and what it should be at most."""

    what: str
    who: str
    samples: list[float]
    unit: str
    most: float | None = None

    @property
    def largest(self) -> float:
        """The largest sample."""
        return max(self.samples)

    @property
    def missed(self) -> bool:
        """Whether there is a target and it is not met."""
        return self.most is not None and self.largest > self.most

    def cells(self) -> list[str]:
        """The row's cells as printed; the largest sample stands in place of a time."""
        target = "" if self.most is None else f"≤ {self.most:g} {self.unit}"
        verdict = "" if not target else "missed" if self.missed else "met"
        shown = f"{self.largest:.0f} {self.unit}"
        return [self.what, self.who, str(len(self.samples)), shown, "", "", target, verdict]


HEAD = ["measured", "by", "n", "median ms", "p95 ms", "ratio", "target", ""]


def table(rows: Sequence[Row | Count]) -> str:
    """All rows as a Markdown table with aligned columns."""
    return aligned([HEAD, *(row.cells() for row in rows)])


def aligned(lines: list[list[str]]) -> str:
    """Lines of cells, the first of which is the head, as a Markdown table with aligned columns."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    head, *rest = lines
    return "\n".join(
        f"| {' | '.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))} |"
        for line in (head, ["-" * width for width in widths], *rest)
    )
