from __future__ import annotations

import re

import pytest

from reachweaver.codes import CODES, FILE_CODES
from tests.cli.running import ROOT, CommandLine, campaign

CODE_NAMES = [entry.code for entry in (*CODES, *FILE_CODES)]


@pytest.mark.parametrize("code", CODE_NAMES)
def test_the_command_prints_the_documentations_page(run: CommandLine, code: str) -> None:
    """What `explain` prints, and where a report's link leads, is one text: the page under docs/findings."""
    page = (ROOT / "docs" / "findings" / f"{code}.md").read_bytes()
    assert run("explain", code, "--markdown") == (0, page.decode("utf-8"), "")
    entry = next(entry for entry in (*CODES, *FILE_CODES) if entry.code == code)
    assert entry.help_uri.endswith(f"/blob/main/docs/findings/{code}.md")


@pytest.mark.parametrize("code", CODE_NAMES)
def test_every_page_is_readable_on_a_terminal(run: CommandLine, code: str) -> None:
    """No mark of Markdown is left but the backticks around code, and no line of text is wider than a terminal."""
    outcome = run("explain", code)
    assert (outcome.status, outcome.stderr) == (0, "")
    assert outcome.stdout.startswith(f"{code}\n\n  ")
    text = [line for line in outcome.stdout.splitlines() if not line.startswith("    ")]
    assert not [line for line in text if re.search(r"\*\*|^#|\]\(|<!--|```", line)]
    assert max(map(len, text)) <= 88
    for heading in ("What it means", "Breaks", "Passes", "How to fix it"):
        assert f"\n\n{heading}\n\n" in outcome.stdout


def test_without_a_code_all_are_listed(run: CommandLine) -> None:
    """The list names every code with its title, the errors first, the reviews next."""
    outcome = run("explain")
    assert (outcome.status, outcome.stderr) == (0, "")
    listed = re.findall(r"^  (\w+) +(\S.*)$", outcome.stdout, re.MULTILINE)
    ranks = {"error": 0, "review": 1, "warning": 2}
    entries = sorted((*CODES, *FILE_CODES), key=lambda entry: ranks[entry.severity])
    assert listed == [(entry.code, entry.title) for entry in entries]


@pytest.mark.parametrize(
    "written", ["near_duplicate", "near-duplicate", "Near Duplicate", " near_duplicate ", "warning[near_duplicate]"]
)
def test_a_code_may_be_written_as_people_write(run: CommandLine, written: str) -> None:
    """Case, hyphens and a copied `warning[…]` around the code do not matter."""
    assert run("explain", written).stdout.startswith("near_duplicate\n")


def test_a_finding_can_be_copied_from_a_report(run: CommandLine) -> None:
    """The word that stands in brackets before a finding is what `explain` takes."""
    shown = run("claims-check", run.write("a.json", campaign("Up 40%"))).stdout
    label = shown.split()[1]
    assert label == "error[unsupported_number]"
    assert run("explain", label).status == 0


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("unsuported_numbr", "did you mean unsupported_number?"),
        ("duplicate", "did you mean near_duplicate?"),
        ("xyz", "all codes are listed by: reachweaver explain"),
        ("", "all codes are listed by: reachweaver explain"),
        ("../README", "all codes are listed by: reachweaver explain"),
        ("a\n\x1b[31m", "all codes are listed by: reachweaver explain"),
    ],
)
def test_an_unknown_code_is_one_line_with_the_nearest(run: CommandLine, written: str, hint: str) -> None:
    """A code that does not exist is an error that names the nearest one, or says where all are."""
    error = run.error("explain", written)
    assert error.startswith("no finding has the code ")
    assert error.endswith(f"; {hint}")


def test_the_list_is_not_a_page(run: CommandLine) -> None:
    """--markdown without a code is an error, because there is no page to print."""
    assert run.error("explain", "--markdown").startswith("--markdown needs a code")
