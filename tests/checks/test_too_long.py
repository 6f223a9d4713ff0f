"""What is too long for its platform: posts, captions, parts of threads; and what a report makes of it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from reachweaver.campaign import Campaign, read_campaign
from reachweaver.claims import check_campaign
from reachweaver.json_spans import read
from reachweaver.lengths import KnownLengths, check_lengths
from reachweaver.locate import spans_of
from reachweaver.report import Finding, Report
from reachweaver.sequences import PersistentList


def campaign_of(*variants: dict[str, Any]) -> Campaign:
    """A campaign of these variants, read from its text."""
    named = [{"variant_id": f"v{number}", **variant} for number, variant in enumerate(variants, 1)]
    return read_campaign(read(json.dumps({"campaign_id": "spring", "variants": named})))


def report_of(*variants: dict[str, Any]) -> Report:
    campaign = campaign_of(*variants)
    return check_campaign(campaign, more=check_lengths(campaign))


def found_in(*variants: dict[str, Any]) -> list[Finding]:
    return list(report_of(*variants).all_findings())


def test_post() -> None:
    """A post that is too long is one error about the whole variant."""
    text = "See https://example.org/a-very-long-path " + "x" * 253
    assert found_in({"platform": "x", "text": text}) == [
        Finding(
            code="too_long",
            severity="error",
            message="The text has 281 characters as X counts them, and X takes at most 280. That is 1 too many.",
            details={"length": 281, "limit": 280, "unit": "characters"},
        )
    ]
    assert found_in({"platform": "x", "text": text[:-1]}) == []


def test_post_in_json() -> None:
    """The report says what was counted, and gives no offsets."""
    (finding,) = found_in({"platform": "youtube", "text": "é" * 2501})
    assert finding.to_json() == {
        "code": "too_long",
        "severity": "error",
        "message": (
            "The text has 5,002 bytes as YouTube counts them, and YouTube takes at most 5,000. That is 2 too many."
        ),
        "span": None,
        "start": None,
        "end": None,
        "matched_evidence": [],
        "length": 5002,
        "limit": 5000,
        "unit": "bytes",
    }


def test_part_of_a_thread() -> None:
    """A part of a thread that is too long is a warning about that part; the others are not."""
    parts = ["One 🌱.", "é" * 281, "Three."]
    campaign = campaign_of({"platform": "x", "format": "thread", "parts": parts})
    (finding,) = check_campaign(campaign, more=check_lengths(campaign)).all_findings()
    assert finding == Finding(
        code="too_long",
        severity="warning",
        message="Part 2 of the thread has 281 characters as X counts them, and X takes at most 280. That is 1 too many.",
        span=parts[1],
        start=8,
        end=289,
        details={"part": 2, "length": 281, "limit": 280, "unit": "characters"},
    )
    (place,) = spans_of(campaign, 0, finding)
    assert json.loads(f'"{campaign.document.text[place.start : place.end]}"') == parts[1]


def test_long_thread_of_short_parts() -> None:
    """Only the parts count, not what they add up to."""
    assert found_in({"platform": "bluesky", "format": "thread", "parts": ["x" * 300] * 5}) == []


def test_carousel() -> None:
    """A carousel's caption is measured like a post; its slides are not measured."""
    slides = ["s" * 5000, "t" * 5000]
    variant = {"platform": "linkedin", "format": "carousel_outline", "slides": slides}
    assert found_in(variant) == []
    assert found_in({**variant, "caption": "c" * 3000}) == []
    (finding,) = found_in({**variant, "caption": "c" * 3001})
    assert (finding.severity, finding.span) == ("error", None)
    assert finding.message.startswith("The caption has 3,001 characters as LinkedIn counts them")


@pytest.mark.parametrize(("platform", "limit", "name"), [("reddit", 300, "Reddit"), ("hackernews", 80, "Hacker News")])
def test_title(platform: str, limit: int, name: str) -> None:
    """Where a title is what is limited, the first line is the title and the rest is free."""
    assert found_in({"platform": platform, "text": "t" * limit + "\n" + "b" * 1000}) == []
    (finding,) = found_in({"platform": platform, "text": "t" * (limit + 1) + "\n\nBody."})
    assert finding.message == (
        f"The first line, which is the title, has {limit + 1} characters as {name} counts them, and {name} takes at"
        f" most {limit}. That is 1 too many."
    )


def test_several_limits() -> None:
    """Each limit that is exceeded is an error of its own."""
    tags = " ".join(f"#{'t' * 70}{number}" for number in range(31))
    findings = found_in({"platform": "instagram", "text": tags})
    assert [(finding.code, finding.details["unit"]) for finding in findings] == [
        ("too_long", "characters"),
        ("too_long", "hashtags"),
    ]
    assert findings[1].message == (
        "The text has 31 hashtags as Instagram counts them, and Instagram takes at most 30. That is 1 too many."
    )


@pytest.mark.parametrize(
    "variant",
    [
        {"platform": "newsletter", "text": "x" * 100_000},
        {"platform": "devto", "text": "x" * 100_000},
    ],
)
def test_no_limit(variant: dict[str, Any]) -> None:
    """Where a platform has no limit, nothing is too long."""
    assert found_in(variant) == []


@pytest.mark.parametrize(
    "variant", [{"platform": "myspace", "text": "x" * 1000}, {"text": "x" * 1000}, {"platform": "x"}]
)
def test_broken_variants(variant: dict[str, Any]) -> None:
    """Without a known platform or a text there is nothing to measure, and the other variants are measured."""
    findings = found_in(variant, {"platform": "x", "text": "x" * 281})
    assert [finding.code for finding in findings if finding.code != "invalid_campaign"] == ["too_long"]


def test_left_out_of_claims_check() -> None:
    """The claims' own check says nothing about lengths, also not about reviews of them."""
    part = "x" * 281
    reviewed = [{"code": "too_long", "span": part}]
    campaign = campaign_of({"platform": "x", "format": "thread", "parts": [part], "reviewed": reviewed})
    assert list(check_campaign(campaign).all_findings()) == []
    (finding,) = check_campaign(campaign, more=check_lengths(campaign)).all_findings()
    assert (finding.code, finding.reviewed) == ("too_long", True)


def test_reviews() -> None:
    """A part's warning can be reviewed away, a post's error can't, and a review of what is gone is stale."""
    errors = found_in({"platform": "x", "text": "x" * 281, "reviewed": [{"code": "too_long"}]})
    assert {(finding.code, finding.severity) for finding in errors} == {
        ("too_long", "error"),
        ("invalid_campaign", "error"),
    }
    (stale,) = found_in({"platform": "x", "text": "short", "reviewed": [{"code": "too_long", "span": "shorter"}]})
    assert (stale.code, stale.severity) == ("stale_review", "warning")


def test_an_edit_measures_one_variant() -> None:
    """What is known about a variant is used again as long as it is the same variant."""
    campaign = campaign_of({"platform": "x", "text": "x" * 281}, {"platform": "x", "text": "y"})
    known = KnownLengths()
    first = check_lengths(campaign, known)
    assert known.variants == campaign.variants
    assert check_lengths(campaign, known).by_variant[0] is first.by_variant[0]
    check_lengths(campaign_of({"platform": "x", "text": "z"}), known)
    assert known.more.by_variant == {}


_POOL = campaign_of(
    *({"platform": "x", "text": "x" * length} for length in (10, 280, 281, 290)),
    {"platform": "x", "format": "thread", "parts": ["x" * 281, "x", "\u8a9e" * 141]},
    {"platform": "instagram", "text": "#x " * 31},
    {"platform": "reddit", "text": "x" * 301},
    {"platform": "nowhere", "text": "x" * 9999},
).variants
_INDEXES = st.lists(st.integers(0, len(_POOL) - 1), max_size=8)


@given(st.lists(_INDEXES, min_size=2, max_size=5))
def test_what_is_known_is_what_is_found_anew(versions: list[list[int]]) -> None:
    """However variants come, go and move, what is kept says what a first look says."""
    known, nothing = KnownLengths(), campaign_of()
    for version in versions:
        campaign = replace(nothing, variants=PersistentList(_POOL[index] for index in version))
        anew = {index: found for index, one in enumerate(version) if (found := _FOUND.by_variant.get(one))}
        assert check_lengths(campaign, known).by_variant == anew


_FOUND = check_lengths(replace(campaign_of(), variants=_POOL))
