"""The report for people: each finding with its line of the file and the span underlined, then a closing count."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from reachweaver.data import dataclass
from reachweaver.output.checked import CheckedFile, LocatedFinding, Region, located_findings, totals
from reachweaver.output.snippet import snippet
from reachweaver.output.visible import visible
from reachweaver.values import counted

REMINDER: Final = (
    "Lexical grounding, not a verdict on truth: a person still has to open each source and confirm what it says."
)

DEFAULT_WIDTH: Final = 100
"""Columns to use where no terminal says how many it has."""

_CODES: Final[Mapping[str, str]] = {
    "error": "1;31",
    "review": "1;36",
    "warning": "1;33",
    "reviewed": "2",
    "path": "1",
    "strong": "1",
    "code": "36",
    "frame": "34",
    "good": "32",
    "dim": "2",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalStyle:
    """What the terminal can do."""

    width: int = DEFAULT_WIDTH
    """Columns; source lines are clipped to it, messages are not."""
    colour: bool = False
    encoding: str = "utf-8"

    def paint(self, role: str, text: str) -> str:
        """The text in the colour of its role, plain when there is no colour."""
        return f"\x1b[{_CODES[role]}m{text}\x1b[0m" if self.colour and text else text

    def safe(self, text: str) -> str:
        """Text from outside on one line, with nothing in it that a terminal would obey."""
        return visible(text, self.encoding)


def render(checked: Sequence[CheckedFile], style: TerminalStyle) -> str:
    """The whole report of one or more campaigns, ending in a line break."""
    lines = [count_line(campaign.name, totals([campaign.report]), style) for campaign in checked]
    counts = totals([campaign.report for campaign in checked])
    return "".join(findings(campaign, style) for campaign in checked) + closing(lines, counts, style)


def findings(checked: CheckedFile, style: TerminalStyle) -> str:
    """The findings of one campaign, each followed by an empty line; an empty text when there is none."""
    return "".join(f"{_block(checked, located, style)}\n\n" for located in located_findings(checked))


def count_line(name: str, counts: Mapping[str, int], style: TerminalStyle) -> str:
    """One campaign's line above the closing count of several."""
    return f"{style.safe(name)}: {_counts(counts, style)}"


def closing(lines: Sequence[str], counts: Mapping[str, int], style: TerminalStyle) -> str:
    """What ends a report: the `count_line` of each campaign if there are several, the sum of their `totals`, a reminder."""
    total = f"{_counts(counts, style, counted(len(lines), 'campaign'))}."
    reminder = style.paint("dim", REMINDER)
    return "\n".join([*(lines if len(lines) > 1 else ()), total, reminder]) + "\n"


def _block(checked: CheckedFile, located: LocatedFinding, style: TerminalStyle) -> str:
    gutter = len(str(max(region.line for region in located.regions)))
    lines = [_header(checked, located, style)]
    for region in located.regions:
        lines += _source(checked, region, gutter, located.finding.shown_as, style)
    lines += [f"{' ' * gutter} {style.paint('frame', '=')} {style.safe(note)}" for note in _notes(located)]
    return "\n".join(lines)


def _header(checked: CheckedFile, located: LocatedFinding, style: TerminalStyle) -> str:
    region, finding = located.regions[0], located.finding
    position = style.paint("path", f"{style.safe(checked.name)}:{region.line}:{region.column}:")
    label = style.paint(finding.shown_as, f"{finding.shown_as}[{finding.code}]")
    return f"{position} {label} {style.safe(finding.message)}"


def _source(checked: CheckedFile, region: Region, gutter: int, role: str, style: TerminalStyle) -> list[str]:
    room = max(style.width - gutter - 3, 20)
    part = snippet(checked, region, room, style.encoding)
    bar = style.paint("frame", "|")
    number = style.paint("frame", str(part.line).rjust(gutter))
    underline = style.paint(role, "^" * part.length)
    return [f"{number} {bar} {part.shown}", f"{' ' * gutter} {bar} {' ' * part.indent}{underline}"]


def _notes(located: LocatedFinding) -> Iterator[str]:
    variant, finding = located.variant, located.finding
    if variant is not None:
        name = variant.variant_id or f"number {variant.index + 1}"
        yield f"variant {name}" + (f" ({variant.platform})" if variant.platform else "")
    uncited = [evidence for evidence in finding.matched_evidence if not _names(finding.message, evidence)]
    if uncited:
        verbs = ("has", "is") if len(uncited) == 1 else ("have", "are")
        yield f"{' and '.join(uncited)} {verbs[0]} it but {verbs[1]} not cited"


def _names(message: str, evidence: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(evidence)}(?!\w)", message) is not None


def _counts(counts: Mapping[str, int], style: TerminalStyle, where: str | None = None) -> str:
    """`3 errors, 2 to review, 1 warning in 2 campaigns (14 claims grounded)`."""
    parts = [
        style.paint("error", counted(counts["error"], "error")) if counts["error"] else "",
        style.paint("review", f"{counts['review']:,} to review") if counts["review"] else "",
        style.paint("warning", counted(counts["warning"], "warning")) if counts["warning"] else "",
        f"{counts['reviewed']:,} reviewed" if counts["reviewed"] else "",
    ]
    found = ", ".join(part for part in parts if part) or style.paint("good", "No findings" if where else "no findings")
    return f"{found}{f' in {where}' if where else ''} ({counted(counts['grounded'], 'claim')} grounded)"
