"""What a report about thousands of campaigns says about one of them.

Takes a checked campaign, gives text that is already in the report's format, so that the campaign itself can be let go:
made where the campaign was checked, in another process perhaps, and put together where the report is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

from reachweaver.data import dataclass
from reachweaver.output import github, json_text, sarif, terminal
from reachweaver.output.checked import CheckedFile, totals
from reachweaver.output.terminal import TerminalStyle
from reachweaver.report import Failure

Format = Literal["text", "json", "sarif", "github"]

FORMATS: Final[tuple[Format, ...]] = get_args(Format)


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One campaign's share of a report."""

    name: str
    """What the file is called."""
    is_clean: bool
    """Whether every check ran and none found an error."""
    counts: Mapping[str, int]
    """The report's `summary`, with the number of `reviewed` findings."""
    failures: tuple[Failure, ...]
    """Checks that could not finish."""
    body: str
    """Findings for people, annotations, a report in JSON, or results of SARIF: whole lines, or items of an array."""
    artifact: str = ""
    """In SARIF alone, the entry of the file."""


def piece_of(checked: CheckedFile, form: Format, style: TerminalStyle) -> Piece:
    """The campaign's share of a report in a format; `style` is that of the terminal, for text."""
    match form:
        case "json":
            body = json_text.to_item(checked.report.to_json())
        case "sarif":
            body = sarif.results(checked)
        case "github":
            body = github.lines(checked)
        case _:
            body = terminal.findings(checked, style)
    return Piece(
        name=checked.name,
        is_clean=checked.is_clean,
        counts=totals([checked.report]),
        failures=checked.report.failures,
        body=body,
        artifact=sarif.artifact(checked) if form == "sarif" else "",
    )
