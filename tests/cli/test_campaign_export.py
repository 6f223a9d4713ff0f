from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from reachweaver import grounding
from reachweaver.checks import too_long
from tests.cli.running import CommandLine, campaign, run_process

NAME = "spring.reachweaver.json"
MIXED = {
    "campaign_id": "spring",
    "evidence": [{"id": "notes", "claim": "It has 3 parts.", "source_url": "https://example.org/notes"}],
    "variants": [
        {"variant_id": "good", "platform": "linkedin", "text": "It has 3 parts.", "evidence_ids": ["notes"]},
        {"variant_id": "bad", "platform": "linkedin", "text": "It has 4 parts."},
        {"variant_id": "long", "platform": "x", "text": "Words " * 60},
        {"variant_id": "fine", "platform": "x", "format": "thread", "parts": ["One.", "Two."]},
    ],
}


def exported(run: CommandLine, name: str) -> list[str]:
    """The ids of the variants in an exported JSON file."""
    content = json.loads((run.folder / name).read_text(encoding="utf-8"))
    return [variant["variant_id"] for variant in content["variants"]]


def test_everything_is_exported(run: CommandLine) -> None:
    """A campaign without errors is one line and status 0; the folder is made and holds the one file."""
    outcome = run("campaign-export", "--file", run.write(NAME, campaign("One.", "Two.")), "--out", "exports/today")
    assert outcome == (0, "Exported 2 variants to exports/today/spring.json.\n", "")
    assert exported(run, "exports/today/spring.json") == ["v1", "v2"]
    assert [path.name for path in (run.folder / "exports/today").iterdir()] == ["spring.json"]


def test_what_has_errors_is_refused_by_name_and_the_rest_exported(run: CommandLine) -> None:
    """Numbers without evidence and texts that are too long stay behind, each named with its reason; status 2."""
    outcome = run("campaign-export", "--file", run.write(NAME, MIXED), "--out", "out")
    assert (outcome.status, outcome.stderr) == (2, "")
    assert outcome.stdout == (
        "Exported 2 of 4 variants to out/spring.json.\n"
        "\n"
        "Refused: bad\n"
        '  unsupported_number: The number "4" is in no evidence that this variant cites: it cites none. Cite evidence that'
        " has it, put the exact figure into an excerpt, or take it out.\n"
        "\n"
        "Refused: long\n"
        "  too_long: The text has 360 characters as X counts them, and X takes at most 280. That is 80 too many.\n"
        "\n"
        "campaign-check shows where in the file each of these stands.\n"
    )
    assert exported(run, "out/spring.json") == ["good", "fine"]


def test_the_result_as_json(run: CommandLine) -> None:
    """--json prints one document that says what was exported where, and what was refused and why."""
    outcome = run("campaign-export", "--file", run.write(NAME, MIXED), "--out", "out", "--format", "csv", "--json")
    assert (outcome.status, outcome.stderr) == (2, "")
    report = outcome.report
    reasons = [[reason["code"] for reason in refusal.pop("reasons")] for refusal in report["refused"]]
    assert reasons == [["unsupported_number"], ["too_long"]]
    assert report == {
        "report": "export",
        "campaign_id": "spring",
        "file": str(Path("out", "spring.csv")),
        "format": "csv",
        "exported": ["good", "fine"],
        "refused": [{"index": 1, "variant_id": "bad"}, {"index": 2, "variant_id": "long"}],
        "findings": [],
    }


@pytest.mark.parametrize(("form", "file"), [("json", "spring.json"), ("csv", "spring.csv"), ("markdown", "spring.md")])
def test_each_format_has_its_file(run: CommandLine, form: str, file: str) -> None:
    """The three formats stand side by side in one folder, and each holds the text."""
    name = run.write(NAME, campaign("One & only one."))
    assert run("campaign-export", "--file", name, "--out", ".", "--format", form).status == 0
    assert "One & only one." in (run.folder / file).read_text(encoding="utf-8")


def test_nothing_is_overwritten_unless_forced(run: CommandLine) -> None:
    """A file that is there stays to the byte, even when it says the same; --force replaces it."""
    name = run.write(NAME, campaign("One."))
    arguments = ("campaign-export", "--file", name, "--out", "out")
    assert run(*arguments).status == 0
    assert run.error(*arguments) == "out/spring.json: the file is there already; --force replaces it"
    run.write("out/spring.json", "mine")
    assert run.error(*arguments, "--json") == "out/spring.json: the file is there already; --force replaces it"
    assert (run.folder / "out/spring.json").read_text(encoding="utf-8") == "mine"
    assert run(*arguments, "--force").status == 0
    assert exported(run, "out/spring.json") == ["v1"]


def test_with_errors_everywhere_no_file_is_written(run: CommandLine) -> None:
    """When nothing may go out there is no file and no folder."""
    outcome = run("campaign-export", "--file", run.write(NAME, campaign("Up 40%")), "--out", "out")
    assert outcome.status == 2
    assert outcome.stdout.startswith("Nothing was exported: no variant may go out.\n\nRefused: v1\n")
    assert not (run.folder / "out").exists()


def test_brand_and_optout_rules_decide_too(run: CommandLine) -> None:
    """The brand beside the campaign, the one that is named, and the opt-out list keep variants back."""
    name = run.write(NAME, campaign("A game-changer.", "Hi @nobots.", "Calm words."))
    run.write("brand.reachweaver.json", {"banned_phrases": ["game-changer"]})
    run.write("optout.json", ["@nobots"])
    run.write("loose.json", {"name": "no rules"})
    arguments = ("campaign-export", "--file", name, "--json", "--force", "--out")
    assert run(*arguments, "a").report["exported"] == ["v2", "v3"]
    assert run(*arguments, "b", "--optout", "optout.json").report["exported"] == ["v3"]
    assert run(*arguments, "c", "--brand", "loose.json").report["exported"] == ["v1", "v2", "v3"]


def test_reviews_and_warnings_do_not_keep_anything_back(run: CommandLine) -> None:
    """A superlative and a missing link are the person's decision: exported, status 0, and written down."""
    name = run.write(NAME, campaign("The fastest.", cta_url="https://example.org"))
    assert run("campaign-export", "--file", name, "--out", ".").status == 0
    (variant,) = json.loads((run.folder / "spring.json").read_text(encoding="utf-8"))["variants"]
    assert [(finding["code"], finding["severity"]) for finding in variant["to_review"]] == [
        ("needs_human_review", "review"),
        ("missing_cta", "warning"),
    ]


def test_what_is_wrong_with_the_file_is_said_and_holds_up_nothing(run: CommandLine) -> None:
    """An error outside the variants is told, and the status is 2; variants without errors are exported all the same."""
    name = run.write(NAME, campaign("One.", cta_url="nope"))
    outcome = run("campaign-export", "--file", name, "--out", ".")
    assert outcome.status == 2
    assert outcome.stdout.startswith(
        "Exported 1 variant to spring.json.\n\nWrong with the file itself:\n  invalid_campaign: The campaign: "
    )


@pytest.mark.parametrize(("campaign_id", "stem"), [(None, "spring"), ("../up", "up~"), ("Con", "campaign-con~")])
def test_the_file_is_named_after_the_campaign(run: CommandLine, campaign_id: str | None, stem: str) -> None:
    """The id makes the name, never a path; a campaign without an id is named after its own file."""
    content = campaign("One.", campaign_id=campaign_id) if campaign_id else {"variants": campaign("One.")["variants"]}
    run("campaign-export", "--file", run.write(NAME, content), "--out", "out")
    (written,) = (run.folder / "out").iterdir()
    assert written.name.startswith(stem)
    assert written.suffix == ".json"


def test_the_campaign_may_come_from_standard_input(tmp_path: Path) -> None:
    """`-` is read, and what has no id is called `campaign`."""
    content = json.dumps({"variants": campaign("One.")["variants"]}).encode()
    done = run_process("campaign-export", "--file", "-", "--out", "out", folder=tmp_path, stdin=content)
    assert (done.returncode, done.stderr) == (2, b"")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["campaign.json"]


@pytest.mark.parametrize(
    ("variant", "code"),
    [
        ({"text": " \n"}, "empty_text"),
        ({"text": "Half \ud83d"}, "broken_character"),
        ({"text": "Half", "account_id": "\udc00"}, "broken_character"),
    ],
)
@pytest.mark.parametrize("form", ["json", "csv", "markdown"])
def test_what_no_post_can_be_is_refused(run: CommandLine, variant: dict[str, str], code: str, form: str) -> None:
    """An empty text, and one with half of a character, have no error finding and still cannot go out."""
    content = campaign("One.")
    content["variants"] += [{"variant_id": "odd", "platform": "linkedin", **variant}]
    outcome = run("campaign-export", "--file", run.write(NAME, content), "--out", ".", "--format", form, "--json")
    assert outcome.status == 2
    assert [[reason["code"] for reason in refusal["reasons"]] for refusal in outcome.report["refused"]] == [[code]]


def test_a_check_that_failed_lets_nothing_out(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a check could not finish nobody knows what it would have found."""
    monkeypatch.setattr(grounding, "raise_check_errors", False)
    monkeypatch.setattr(grounding, "CHECKS", (("odd", lambda _: 1 / 0),))
    outcome = run("campaign-export", "--file", run.write(NAME, campaign("One.")), "--out", "out")
    assert outcome.status == 2
    assert "odd: This check could not finish: " in outcome.stdout
    assert "please report it" in outcome.stderr
    assert not (run.folder / "out").exists()


def test_a_text_whose_length_could_not_be_counted_stays_behind(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault in counting is a check that could not finish, like a fault in any other check."""
    monkeypatch.setattr(grounding, "raise_check_errors", False)
    monkeypatch.setattr(too_long, "check", lambda *_: 1 / 0)
    outcome = run("campaign-export", "--file", run.write(NAME, campaign("One.")), "--out", "out", "--json")
    assert [[reason["code"] for reason in refusal["reasons"]] for refusal in outcome.report["refused"]] == [
        ["too_long"]
    ]
    assert "the check too_long failed on The campaign: ZeroDivisionError" in outcome.stderr


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("--out", "file"), "file: expected a folder, but this is none"),
        (("--out", "file/deeper"), "file/deeper: cannot make the folder: Not a directory"),
        (("--out", "a\0b"), "a\\x00b: this is not a file name"),
        (("--out", "out", "--format", "xml"), "argument --format: invalid choice: 'xml'"),
        ((), "the following arguments are required: --out"),
    ],
)
def test_what_cannot_be_done_is_one_line(run: CommandLine, arguments: tuple[str, ...], error: str) -> None:
    """A file in the folder's place, an impossible name, an unknown format and a missing flag."""
    run.write("file", "")
    assert run.error("campaign-export", "--file", run.write(NAME, campaign("One.")), *arguments).startswith(error)


def test_a_hostile_name_stays_on_its_line(run: CommandLine) -> None:
    """An id with a line break or a terminal's control sequence is printed as text."""
    content = campaign("Up 40%")
    content["variants"][0]["variant_id"] = "v\n\x1b[31m"
    outcome = run("campaign-export", "--file", run.write(NAME, content), "--out", "out")
    assert "Refused: v\\n\\x1b[31m\n" in outcome.stdout


def test_a_spreadsheet_gets_texts_it_cannot_run(run: CommandLine) -> None:
    """A text that begins like a formula begins with an apostrophe in the CSV file, and as it is in JSON."""
    name = run.write(NAME, campaign('=HYPERLINK("https://example.org")', "@someone hi"))
    for form in ("csv", "json"):
        assert run("campaign-export", "--file", name, "--out", ".", "--format", form).status == 0
    with (run.folder / "spring.csv").open(encoding="utf-8-sig", newline="") as file:
        assert [row["text"] for row in csv.DictReader(file)] == ['\'=HYPERLINK("https://example.org")', "'@someone hi"]
    variants = json.loads((run.folder / "spring.json").read_text(encoding="utf-8"))["variants"]
    assert [variant["text"] for variant in variants] == ['=HYPERLINK("https://example.org")', "@someone hi"]
