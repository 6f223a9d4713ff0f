"""GitHub Actions annotations: one workflow command a finding, which GitHub shows beside the line in a pull request."""

from __future__ import annotations

from collections.abc import Iterator

from reachweaver.codes import BY_CODE
from reachweaver.config import Level
from reachweaver.output.checked import CheckedFile, LocatedFinding, located_findings
from reachweaver.output.visible import visible

_COMMANDS: dict[Level, str] = {"error": "error", "warning": "warning", "information": "notice", "hint": "notice"}


def lines(checked: CheckedFile) -> str:
    """One line a finding of a campaign, in report order; an empty text when there is none."""
    return "".join(f"{line}\n" for line in _annotations(checked))


def _annotations(checked: CheckedFile) -> Iterator[str]:
    for located in located_findings(checked):
        finding = located.finding
        command = "notice" if finding.reviewed else _COMMANDS[checked.levels[finding.severity]]
        properties = ",".join(f"{key}={_escape_property(value)}" for key, value in _properties(checked, located))
        yield f"::{command} {properties}::{_escape_data(_message(located))}"


def _properties(checked: CheckedFile, located: LocatedFinding) -> Iterator[tuple[str, str]]:
    region = located.regions[0]
    yield "file", checked.relative or checked.name
    yield "line", str(region.line)
    yield "endLine", str(region.end_line)
    # GitHub rejects columns on an annotation that spans lines.
    if region.line == region.end_line:
        yield "col", str(region.column)
        yield "endColumn", str(region.end_column)
    yield "title", _title(located.finding.code)


def _title(code: str) -> str:
    entry = BY_CODE.get(code)
    return f"{entry.title} ({code})" if entry else code


def _message(located: LocatedFinding) -> str:
    lines = [located.finding.message]
    if located.variant is not None and located.variant.variant_id is not None:
        lines.append(f"Variant: {located.variant.variant_id}")
    return "\n".join(lines)


def _escape_data(text: str) -> str:
    parts = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "%0A".join(visible(part).replace("%", "%25") for part in parts)


def _escape_property(text: str) -> str:
    return visible(text).replace("%", "%25").replace(":", "%3A").replace(",", "%2C")
