"""A campaign with its report, ready to be shown: every finding with its regions of the file.

The one module of the outputs that knows how a campaign, a report and a file hang together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from pathlib import Path

from reachweaver.campaign import Campaign
from reachweaver.config import DEFAULT_LEVELS, Level
from reachweaver.data import dataclass
from reachweaver.json_spans import LineIndex, Span
from reachweaver.locate import spans_of
from reachweaver.report import Finding, Report, Severity, VariantReport


@dataclass(frozen=True, kw_only=True)
class CheckedFile:
    """One campaign file and what the checks say about it."""

    name: str
    """What outputs call the file: the path as it was named, or `<stdin>`."""
    path: Path | None
    """The absolute path; None for standard input."""
    base: Path
    """The absolute folder that machine-readable outputs name files from."""
    campaign: Campaign
    report: Report
    levels: Mapping[Severity, Level] = field(default_factory=lambda: dict(DEFAULT_LEVELS))

    @property
    def is_clean(self) -> bool:
        """Whether every check ran and none found an error."""
        return self.report.valid and not self.report.failures

    @property
    def text(self) -> str:
        """The file's text; every offset here counts its code points."""
        return self.campaign.document.text

    @cached_property
    def lines(self) -> LineIndex:
        """Lines and columns of `text`."""
        return LineIndex(self.text)

    @property
    def relative(self) -> str | None:
        """The path below `base` with forward slashes; None when the file is elsewhere or has no path."""
        if self.path is None or not self.path.is_relative_to(self.base):
            return None
        return self.path.relative_to(self.base).as_posix()


@dataclass(frozen=True, slots=True)
class Region:
    """A range of the file: offsets 0-based and half-open, lines and columns 1-based, all in code points."""

    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int
    """The column just after the range's last character."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocatedFinding:
    """A finding and where it stands."""

    finding: Finding
    variant: VariantReport | None
    """The variant that it is about; None for a finding about the file."""
    regions: tuple[Region, ...]
    """At least one; several when the span runs over several strings (thread parts)."""


def located_findings(checked: CheckedFile) -> Iterator[LocatedFinding]:
    """Every finding in report order, the file's own first."""
    for finding in checked.report.findings:
        yield _located(checked, finding, None)
    for variant in checked.report.variants:
        for finding in variant.findings:
            yield _located(checked, finding, variant)


def totals(reports: Sequence[Report]) -> dict[str, int]:
    """`summary` added up over several reports, with the number of `reviewed` findings."""
    counts = {"error": 0, "review": 0, "warning": 0, "grounded": 0, "reviewed": 0}
    for report in reports:
        for key, count in report.summary().items():
            counts[key] += count
        counts["reviewed"] += sum(finding.reviewed for finding in report.all_findings())
    return counts


def _located(checked: CheckedFile, finding: Finding, variant: VariantReport | None) -> LocatedFinding:
    spans = spans_of(checked.campaign, None if variant is None else variant.index, finding)
    return LocatedFinding(finding=finding, variant=variant, regions=tuple(_region(checked, span) for span in spans))


def _region(checked: CheckedFile, span: Span) -> Region:
    line, column = checked.lines.position(span.start, "utf-32")
    end_line, end_column = checked.lines.position(span.end, "utf-32")
    return Region(span.start, span.end, line + 1, column + 1, end_line + 1, end_column + 1)
