from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from reachweaver.config import Level
from reachweaver.output.checked import CheckedFile
from reachweaver.output.github import lines
from reachweaver.report import Finding
from tests.output.building import BASE, campaign_text, checked, number, variant_findings

TEXT = campaign_text({"text": "Up 40% 🚀"})
TITLE = "Number without evidence (unsupported_number)"


def test_an_annotation_names_the_place_of_its_finding() -> None:
    """One line a finding, with 1-based lines and columns, the end column just after the span."""
    assert lines(checked(TEXT, variant_findings(number("40%", 3)))) == (
        f"::error file=plans/spring.reachweaver.json,line=2,endLine=2,col=14,endColumn=17,title={TITLE}"
        "::no cited evidence has it%0AVariant: v1\n"
    )


def test_no_findings_are_no_output() -> None:
    """A clean campaign leaves the workflow's log alone."""
    assert lines(checked(TEXT, variant_findings(grounded=3))) == ""


def test_data_is_escaped_as_github_wants_it() -> None:
    """In a message %, carriage returns and line feeds are escaped; colons and commas are not."""
    finding = number("40%", 3, "100%: a,\r\nb\nc\rd \x1b[31m %0A")
    (line,) = lines(checked(TEXT, variant_findings(finding, variant_id=None))).splitlines()
    assert line.partition("::no")[0].rpartition("::")[2] == "100%25: a,%0Ab%0Ac%0Ad \\x1b[31m %250A"


def test_properties_are_escaped_as_github_wants_them() -> None:
    """In a file name %, colons, commas and line breaks are escaped."""
    path = BASE / "50%, a:b\nc.reachweaver.json"
    line = lines(checked(TEXT, variant_findings(number("40%", 3)), path=path))
    assert line.startswith("::error file=50%25%2C a%3Ab\\nc.reachweaver.json,line=2,")
    assert line.count("\n") == 1


def test_an_annotation_of_several_lines_has_no_columns() -> None:
    """GitHub refuses columns on an annotation that spans lines."""
    text = '{"campaign_id": "c",\n"variants": {\n}}'
    finding = Finding(code="invalid_campaign", severity="error", message="must be an array", path="/variants")
    line = lines(checked(text, file_findings=(finding,)))
    assert line.startswith("::error file=plans/spring.reachweaver.json,line=2,endLine=3,title=")


@pytest.mark.parametrize(
    ("severity", "reviewed", "level", "command"),
    [
        ("error", False, None, "error"),
        ("review", False, None, "notice"),
        ("warning", False, None, "warning"),
        ("review", True, "error", "notice"),
        ("review", False, "warning", "warning"),
        ("warning", False, "hint", "notice"),
    ],
)
def test_the_command_follows_the_severity(severity: str, reviewed: bool, level: Level | None, command: str) -> None:
    """Errors, reviews and warnings are errors, notices and warnings, unless reachweaver.toml says otherwise."""
    finding = replace(number("40%", 3), severity=severity, reviewed=reviewed)  # type: ignore[arg-type]
    campaign = checked(TEXT, variant_findings(finding))
    if level is not None:
        campaign = replace(campaign, levels={**campaign.levels, severity: level})
    assert lines(campaign).startswith(f"::{command} ")


@pytest.mark.parametrize(
    ("name", "path", "file"),
    [
        ("<stdin>", None, "<stdin>"),
        ("../other/x.json", Path("/work space/other/x.json"), "../other/x.json"),
        ("/work space/project/a/x.json", BASE / "a/x.json", "a/x.json"),
    ],
)
def test_files_are_named_from_the_current_folder(name: str, path: Path | None, file: str) -> None:
    """A file below the current folder is named from there, however it was given; others as they were given."""
    campaign: CheckedFile = checked(TEXT, variant_findings(number("40%", 3)), name=name, path=path)
    assert lines(campaign).startswith(f"::error file={file},line=2,")
