from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st
from jsonschema import Draft202012Validator

from reachweaver.claims import check_campaign
from reachweaver.landing import check_landing
from reachweaver.pages import html_blocks
from reachweaver.report import Report
from reachweaver.schemas import load_schema
from tests.campaign.support import campaign_of


def looked(text: str, page: str, claim: str | None = None, **more: Any) -> Report:
    """The landing report of a campaign with one text, grounded by a claim (the text itself unless it says otherwise)."""
    evidence = {"id": "e", "claim": claim or text, "source_url": "https://example.org/e", "kind": "release"}
    variant = {"variant_id": "v", "platform": "newsletter", "text": text, "evidence_ids": ["e"], **more}
    campaign = campaign_of({"campaign_id": "c", "evidence": [evidence], "variants": [variant]})
    return check_landing(campaign, html_blocks(page), "page.html")


def missing(report: Report) -> list[str]:
    """The spans that the page lacks; each is what stands at its offsets."""
    return [str(finding.span) for finding in report.variants[0].findings if finding.code == "missing_on_landing"]


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("40% quicker", "<p>up to <b>40</b>% quicker"),
        ("40% quicker", "<p>40 percent"),
        ("1,000 pages", "<td>1000"),
        ("１２％ more", "<p>12%"),
        ("10k pages", "<p>10 thousand"),
        ("Out on 1 March", "<p>March 1, 2026"),
        ("In March 2026", "<p>2026-03-03"),
        ("At 10 AM", "<p>10:00 am"),
        ("It is 3x quicker", "<p>3×"),
        ("v2.0 of it", "<p>2.0"),
        ("It came 1st", "<p>1<sup>st</sup>"),
        ("the fastest one", "<p>The FASTEST one"),
        ("It is the first of all", "<p>the\n  first"),
        ("It is the first of all", "<p>the<br>first"),
        ("Trusted by teams", "<li>Trusted&nbsp;by many"),
        ("She said so", "<p>he said"),
        ("“We love it so much.”", "<blockquote>we love it so <em>much</em>, she wrote"),
        ("1,000 happy users", "<div>1 000</div><div>users</div>"),
        ("thousands of users", "<p>thousands of them: users"),
        ("It is now available", "<h1>Now available!"),
        ("It now supports Mastodon", "<p>nothing"),
        ("Nothing to look for", ""),
    ],
)
def test_what_the_page_has(text: str, page: str) -> None:
    """Spans are found on the page under the rules for evidence; features and plain words are not looked for."""
    assert missing(looked(text, page)) == []


@pytest.mark.parametrize(
    ("text", "page", "spans"),
    [
        ("40% quicker", "<p>40 quicker", ["40%"]),
        ("40% quicker", "<td>40</td><td>%</td>", ["40%"]),
        ("40% quicker", "<p hidden>40%</p>", ["40%"]),
        ("40% quicker", "<p title='40%'>", ["40%"]),
        ("40% quicker", "https://example.org/40%", ["40%"]),
        ("In March 2026", "<p>2026", ["March 2026"]),
        ("10^2: 12 things", "<p>10 and 1<sup>2</sup>", ["2", "12"]),
        ("the fastest one", "<p>fast", ["fastest"]),
        ("It is the first of all", "<p>the</p><p>first", ["the first"]),
        ("It is the first of all", "<p>the<br><br>first", ["the first"]),
        ("Trusted by teams", "<p>untrusted by", ["Trusted by"]),
        ("“We love it so much.”", "<p>We love it. So much!", ["We love it so much."]),
        ("1,000 happy users", "<p>1,000 things", ["1,000 happy users"]),
        ("1,000 happy users", "<p>many users", ["1,000 happy users", "1,000"]),
        ("thousands of users", "<p>hundreds of users", ["thousands of users"]),
        ("It is now available", "<p>Released", ["now available"]),
        ("40% here, 40% there", "", ["40%", "40%"]),
    ],
)
def test_what_the_page_lacks(text: str, page: str, spans: list[str]) -> None:
    """Each span that the page lacks is a finding at its own place, in text order."""
    report = looked(text, page)
    assert missing(report) == spans
    for finding in report.variants[0].findings:
        assert text[finding.start : finding.end] == finding.span
        assert (finding.severity, finding.matched_evidence) == ("warning", ())


def test_only_what_is_grounded_is_looked_for() -> None:
    """A number that no evidence has is not the landing page's business, and no finding of another check is reported."""
    report = looked("40% and 50%, the fastest, released", "<p>nothing", claim="It is 40% of all")
    assert missing(report) == ["40%", "released"]
    assert {finding.code for finding in report.all_findings()} == {"missing_on_landing"}
    assert report.landing == {"page": "page.html", "looked_for": 2, "found": 0, "missing": 2}


def test_a_finding_in_full() -> None:
    """What a finding and the summary look like in the report's JSON."""
    shape = looked("Up 40% and 30 ms", "<p>30</p>").to_json()
    assert shape["report"] == "landing"
    assert shape["landing"] == {"page": "page.html", "looked_for": 2, "found": 1, "missing": 1}
    assert shape["summary"] == {"error": 0, "review": 0, "warning": 1, "grounded": 2}
    (variant,) = shape["variants"]  # type: ignore[misc]
    assert variant["findings"] == [  # type: ignore[index, call-overload]
        {
            "code": "missing_on_landing",
            "severity": "warning",
            "message": '"40%" is not on the landing page, where readers will look for it. Put it there, or say here what'
            " the page says.",
            "span": "40%",
            "start": 3,
            "end": 6,
            "matched_evidence": [],
            "type": "percentage",
        }
    ]


def test_the_report_keeps_the_schema() -> None:
    """The report of a campaign with errors, reviews and missing spans is one by the shipped schema."""
    report = looked(
        "Up 40%, the fastest", "<p>no", account_id=7, reviewed=[{"code": "missing_on_landing", "span": "40%"}]
    )
    shape = json.loads(json.dumps(report.to_json()))
    assert [error.message for error in Draft202012Validator(load_schema("report")).iter_errors(shape)] == []


def test_broken_files_are_still_looked_at() -> None:
    """Contract findings are told, and what can be read is looked for."""
    campaign = campaign_of(
        {"variants": [{"text": "Up 40%", "evidence_ids": ["e"]}, 7], "evidence": [{"id": "e", "claim": "40%"}]}
    )
    report = check_landing(campaign, ["nothing"], "page.html")
    codes = [[finding.code for finding in variant.findings] for variant in report.variants]
    assert codes == [["missing_on_landing", "invalid_campaign", "invalid_campaign"], ["invalid_campaign"]]
    assert [finding.path for finding in report.findings] == ["/campaign_id", "/evidence/0/source_url"]
    assert not report.valid


@pytest.mark.parametrize(
    ("entry", "reviewed", "others"),
    [
        ({"code": "missing_on_landing", "span": "40%"}, [True], []),
        ({"code": "missing_on_landing", "span": "41%"}, [False], ["stale_review"]),
        ({"code": "missing_on_landing"}, [False], ["stale_review"]),
        ({"code": "near_duplicate"}, [False], []),
        ({"code": "unknown"}, [False], []),
        ({"code": "unsupported_number", "span": "40%"}, [False], ["invalid_campaign"]),
    ],
)
def test_a_person_can_say_that_it_is_meant(entry: dict[str, str], reviewed: list[bool], others: list[str]) -> None:
    """A `reviewed` entry covers a finding of this code; entries about other checks are left to those."""
    findings = looked("Up 40%", "<p>no", reviewed=[entry]).variants[0].findings
    assert [finding.reviewed for finding in findings if finding.code == "missing_on_landing"] == reviewed
    assert [finding.code for finding in findings if finding.code != "missing_on_landing"] == others


def test_other_reports_say_nothing_about_the_landing_page() -> None:
    """Where no page was looked at, an entry about it is not stale, and the report has no landing key."""
    campaign = campaign_of(
        {
            "campaign_id": "c",
            "variants": [
                {
                    "variant_id": "v",
                    "platform": "x",
                    "text": "Hi",
                    "reviewed": [{"code": "missing_on_landing", "span": "4%"}],
                }
            ],
        }
    )
    report = check_campaign(campaign)
    assert list(report.all_findings()) == []
    assert "landing" not in report.to_json()
    assert report.to_json()["report"] == "claims"


def test_offsets_are_those_of_the_whole_body() -> None:
    """In a thread the offsets count the joined parts, as everywhere."""
    variant = {"format": "thread", "parts": ["🚀 One", "Up 40%"]}
    evidence = {"id": "e", "claim": "40%", "source_url": "https://example.org/e"}
    campaign = campaign_of(
        {
            "campaign_id": "c",
            "evidence": [evidence],
            "variants": [{"variant_id": "v", "platform": "x", "evidence_ids": ["e"], **variant}],
        }
    )
    (finding,) = check_landing(campaign, [], "p").variants[0].findings
    assert (finding.span, finding.start, finding.end) == ("40%", 10, 13)


CLAIMS = st.lists(
    st.sampled_from(
        [
            "40% more",
            "in March 2026",
            "the fastest",
            "1,000 users",
            "trusted by Ana",
            "10 000 things",
            "v1.2.0",
            "3x",
            "said",
        ]
    ),
    min_size=1,
    max_size=5,
)


@given(CLAIMS)
def test_a_page_that_says_the_same_lacks_nothing(claims: list[str]) -> None:
    """When the page repeats the text, word for word, every span is found."""
    text = ". ".join(claims)
    report = looked(text, f"<p>{text}</p>")
    assert missing(report) == []
    assert report.landing is not None
    assert report.landing["looked_for"] == report.landing["found"]


@given(CLAIMS, CLAIMS)
def test_a_page_that_is_the_evidence_lacks_nothing(parts: list[str], claims: list[str]) -> None:
    """What one text grounds as evidence, it grounds as a page: the rules are the same, thread counters included."""
    numbered = [f"{number}/{len(parts)} {part}" for number, part in enumerate(parts, 1)]
    claim = ". ".join(claims)
    evidence = {"id": "e", "claim": claim, "source_url": "https://example.org/e"}
    variant = {"variant_id": "v", "platform": "x", "format": "thread", "parts": numbered, "evidence_ids": ["e"]}
    campaign = campaign_of({"campaign_id": "c", "evidence": [evidence], "variants": [variant]})
    assert missing(check_landing(campaign, [claim], "p")) == []


@given(CLAIMS, CLAIMS)
def test_more_page_never_lacks_more(claims: list[str], others: list[str]) -> None:
    """Another paragraph on the page can only ground more."""
    text = ". ".join(claims)
    page = "".join(f"<p>{other}</p>" for other in others)
    assert set(missing(looked(text, page))) >= set(missing(looked(text, f"{page}<p>{claims[0]}</p>")))
