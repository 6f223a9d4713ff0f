"""Samples as the rows of Markdown tables: medians, p95, ratios, targets, and the exponent that a time grows with."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


def median(samples: Sequence[float]) -> float:
    """The middle sample, or the mean of the two in the middle."""
    return statistics.median(samples)


def p95(samples: Sequence[float]) -> float:
    """The smallest sample that at least 95 in 100 do not exceed."""
    return sorted(samples)[math.ceil(0.95 * len(samples)) - 1]


def exponent(sizes: Sequence[float], times: Sequence[float]) -> float:
    """The slope of the least-squares line through the points on two logarithmic axes: 1 is linear, 2 is quadratic.

    Raises `statistics.StatisticsError` for fewer than two different sizes.
    """
    return statistics.linear_regression([*map(math.log, sizes)], [*map(math.log, times)]).slope


def milliseconds(seconds: Iterable[float]) -> list[float]:
    """The same samples in milliseconds."""
    return [sample * 1000 for sample in seconds]


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What one figure of a row should be at most."""

    says: str
    """The target in words: `≤ 5 ms`."""
    value: float
    most: float

    @property
    def is_met(self) -> bool:
        """Whether it holds."""
        return self.value <= self.most


def at_most(samples: Sequence[float], most: float, unit: str) -> Target:
    """The median is at most so much, in the samples' unit."""
    return Target(says=f"≤ {most:g} {unit}", value=median(samples), most=most)


def never_above(samples: Sequence[float], most: float, unit: str) -> Target:
    """No sample is above so much, in the samples' unit."""
    return Target(says=f"never > {most:g} {unit}", value=max(samples), most=most)


def at_least(samples: Sequence[float], least: float, unit: str) -> Target:
    """The median is at least so much, in the samples' unit."""
    return Target(says=f"≥ {least:g} {unit}", value=-median(samples), most=-least)


def beside(samples: Sequence[float], other: Sequence[float], ratio: float, name: str) -> Target:
    """The median is at most so many times that of another contestant."""
    return Target(says=f"≤ {ratio:g} × {name}", value=median(samples), most=ratio * median(other))


def even(samples: Sequence[float], ratio: float) -> Target:
    """The p95 is at most so many times the median."""
    return Target(says=f"p95 ≤ {ratio:g} × median", value=p95(samples), most=ratio * median(samples))


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What was measured of whom, and what it should be."""

    what: str
    who: str
    samples: Sequence[float]
    unit: str = "ms"
    base: Sequence[float] = ()
    """The samples whose median this row's is compared with."""
    targets: tuple[Target, ...] = ()

    @property
    def ratio(self) -> float | None:
        """This median in units of the base's."""
        return median(self.samples) / median(self.base) if self.base else None

    @property
    def missed(self) -> list[str]:
        """The targets that are not met, in words."""
        return [target.says for target in self.targets if not target.is_met]

    def cells(self) -> list[str]:
        """The row's cells as printed."""
        figures = [f"{shown(median(self.samples))} {self.unit}", f"{shown(p95(self.samples))} {self.unit}"]
        ratio = "" if self.ratio is None else f"{shown(self.ratio)} ×"
        verdict = "" if not self.targets else f"missed: {', '.join(self.missed)}" if self.missed else "met"
        wanted = ", ".join(target.says for target in self.targets)
        return [self.what, self.who, str(len(self.samples)), *figures, ratio, wanted, verdict]


@dataclass(frozen=True, slots=True, kw_only=True)
class Absent:
    """What could not be measured of whom, and why: a line of the table all the same."""

    what: str
    who: str
    why: str
    missed: tuple[str, ...] = ()

    def cells(self) -> list[str]:
        """The line's cells as printed."""
        return [self.what, self.who, "0", f"not measured: {self.why}", "", "", "", ""]


def table(rows: Iterable[Row | Absent]) -> str:
    """Rows as a Markdown table with aligned columns."""
    head = ["measured", "by", "n", "median", "p95", "ratio", "target", ""]
    return aligned([head, *(row.cells() for row in rows)])


def aligned(lines: list[list[str]]) -> str:
    """Lines of cells, the first of which is the head, as a Markdown table with aligned columns."""
    widths = [max(3, *(len(line[column]) for line in lines)) for column in range(len(lines[0]))]
    head, *rest = lines
    return "\n".join(
        f"| {' | '.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))} |"
        for line in (head, ["-" * width for width in widths], *rest)
    )


def shown(value: float) -> str:
    """A figure with three significant digits and no exponent: 0.00512, 1.25, 12.5, 1,250."""
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    return f"{value:,.{digits}f}"
