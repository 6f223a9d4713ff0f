"""The shipped JSON Schemas: sound, in step with the engine, and true of the files and reports that it takes and makes."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from reachweaver import grounding
from reachweaver.brand import MAX_DISCLOSURE, MAX_HASHTAG_CAP, read_brand
from reachweaver.campaign import FORMATS, KINDS, MAX_EXCERPT
from reachweaver.claims import check_campaign
from reachweaver.json_spans import read
from reachweaver.optout import OptOut
from reachweaver.platforms import PLATFORMS
from reachweaver.report import ExcerptStatus, ReceiptReport, Report
from reachweaver.schemas import NAMES, SchemaName, load_schema, schema_text
from tests.campaign.support import REMOVED, VALID, breaches, campaign_of, changed


def accepts(name: SchemaName, value: object) -> bool:
    """Whether a schema accepts a JSON value."""
    return Draft202012Validator(load_schema(name)).is_valid(value)


@pytest.mark.parametrize("name", NAMES)
def test_sound(name: SchemaName) -> None:
    """Each schema keeps its draft's rules, is named after its file, and describes every field that a person writes."""
    schema = load_schema(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"].endswith(f"/reachweaver/schemas/{name}.schema.json")
    assert schema_text(name) == json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
    objects = [schema, *schema.get("oneOf", []), *schema.get("$defs", {}).values()]
    if name != "report":
        for part in objects:
            assert [key for key, field in part.get("properties", {}).items() if not field.get("description")] == []


def test_names_and_limits_are_the_engines() -> None:
    """What the engine knows by name or number, the schemas say, too."""
    campaign, brand = load_schema("campaign"), load_schema("brand")
    evidence, variant = (campaign["$defs"][name]["properties"] for name in ("evidence", "variant"))
    assert variant["platform"]["enum"] == brand["$defs"]["account"]["properties"]["platform"]["enum"] == list(PLATFORMS)
    assert variant["format"]["enum"] == list(FORMATS)
    assert evidence["kind"]["enum"] == list(KINDS)
    assert evidence["excerpt"]["maxLength"] == MAX_EXCERPT
    for rules in (brand["properties"], brand["$defs"]["account"]["properties"]):
        assert rules["required_disclosure"]["maxLength"] == MAX_DISCLOSURE
        assert (rules["max_hashtags"]["minimum"], rules["max_hashtags"]["maximum"]) == (0, MAX_HASHTAG_CAP)


CHANGES: list[tuple[str, Any]] = [
    ("campaign_id", REMOVED),
    ("campaign_id", " "),
    ("title", 7),
    ("cta_url", "notes"),
    ("cta_url", "HTTP://example.org"),
    ("evidence", REMOVED),
    ("evidence/0/kind", "blog"),
    ("evidence/0/claim", ""),
    ("evidence/0/excerpt", "x" * 5001),
    ("evidence/0/excerpt", "🖋" * 5000),
    ("evidence/0/source_url", REMOVED),
    ("variants", []),
    ("variants/0", 7),
    ("variants/0/variant_id", REMOVED),
    ("variants/0/platform", "myspace"),
    ("variants/0/text", REMOVED),
    ("variants/0/text", ""),
    ("variants/0/format", "story"),
    ("variants/0/evidence_ids", "e1"),
    ("variants/0/note", {"any": "thing"}),
    ("variants/1/parts", []),
    ("variants/1/parts", REMOVED),
    ("variants/1/parts/0", 7),
    ("variants/1/text", "unused"),
    ("variants/2/caption", REMOVED),
    ("variants/2/caption", 7),
    ("variants/2/slides", REMOVED),
    ("variants/0/reviewed", [{"code": "near_duplicate", "span": None}]),
    ("variants/0/reviewed", [{"span": "x"}]),
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: f"{change[0]}={str(change[1])[:20]}")
def test_campaign_schema_agrees_with_the_reader(change: tuple[str, Any]) -> None:
    """What can be told from one value's shape, the schema and the engine tell alike."""
    campaign = changed(change)
    own = [path for path, _ in breaches(campaign_of(campaign)) if "evidence_ids/" not in path]
    assert accepts("campaign", campaign) == (not own)


def test_valid_campaign() -> None:
    """The schema accepts a campaign, also with aliases."""
    aliased = changed(
        ("variants/0/variant_id", REMOVED),
        ("variants/0/id", "a"),
        ("evidence/0/source_url", REMOVED),
        ("evidence/0/url", "https://example.org"),
    )
    assert accepts("campaign", VALID)
    assert accepts("campaign", aliased)


@pytest.mark.parametrize(
    ("value", "valid"),
    [
        ({}, True),
        ({"tone": "calm", "banned_phrases": ["a"], "required_disclosure": "b", "max_hashtags": 0, "accounts": {"a": {}}}, True),
        ({"accounts": {"a": {"platform": "x", "max_hashtags": 30}}}, True),
        ({"variants": []}, False),
        ({"banned_phrases": [" "]}, False),
        ({"banned_phrases": "a"}, False),
        ({"required_disclosure": ""}, False),
        ({"required_disclosure": "y" * 281}, False),
        ({"max_hashtags": 31}, False),
        ({"max_hashtags": True}, False),
        ({"accounts": {"a": {"max_hashtags": -1}}}, False),
        ({"accounts": {"a": {"platform": "myspace"}}}, False),
        ({"accounts": {" ": {}}}, False),
        ([], False),
    ],
)  # fmt: skip
def test_brand_schema(value: object, valid: bool) -> None:
    """The brand schema takes what the contract allows and nothing else."""
    assert accepts("brand", value) is valid


@pytest.mark.parametrize(
    ("value", "valid"),
    [
        ({}, True),
        ({"handles": ["@a", "b@c.example"], "domains": ["d.example"]}, True),
        (["@a", "b.example"], True),
        ({"handles": "@a"}, False),
        ({"handles": ["@"]}, False),
        ([" "], False),
        ([7], False),
        (7, False),
    ],
)
def test_optout_schema(value: object, valid: bool) -> None:
    """The opt-out schema takes an object or an array of names."""
    assert accepts("optout", value) is valid


def report_problems(report: Report) -> list[str]:
    """What the report schema holds against a report, after a round through its text."""
    shape = json.loads(json.dumps(report.to_json()))
    return [error.message for error in Draft202012Validator(load_schema("report")).iter_errors(shape)]


EVERY_FINDING = changed(
    ("title", 7),
    ("evidence/2", {"id": "e3", "claim": "The fastest: 40%", "source_url": "https://example.org/releases/1"}),
    (
        "variants/0",
        {
            "variant_id": "loud",
            "platform": "linkedin",
            "account_id": "desk",
            "text": "“We love it so much,” said Ana of @nobots. We partnered with Bo. 1,000 users. The fastest, 40%, viral,"
            " released. It now supports Mastodon. #a #b",
            "cta_phrase": "Read on",
            "reviewed": [{"code": "missing_cta"}, {"code": "x"}, {"code": "banned_phrase"}],
        },
    ),
    ("variants/3", {"platform": "x", "text": "One.\n\nTwo."}),
    ("variants/4", 7),
)
BRAND = {
    "banned_phrases": ["viral"],
    "required_disclosure": "Ad.",
    "accounts": {"desk": {"max_hashtags": 1}, "other": {}},
}


def test_report_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports with every kind of finding, with grounded entries, and with failures keep the schema."""
    brand, optout = read_brand(read(json.dumps(BRAND))).brand, OptOut(handles=("@nobots",))
    report = check_campaign(campaign_of(EVERY_FINDING), brand=brand, optout=optout)
    codes = {finding.code for finding in report.all_findings()}
    assert codes >= {code for code, _ in grounding.CHECKS} | {"invalid_campaign", "near_duplicate", "stale_review"}
    assert report_problems(report) == []

    grounded = check_campaign(campaign_of(changed(("variants/0/text", "Ink dries in 3 minutes."))))
    assert [entry.span for entry in grounded.variants[0].grounded] == ["3"]
    assert report_problems(grounded) == []

    kinds: list[ExcerptStatus] = ["in_source", "not_in_source", "no_excerpt", "unusable"]
    shown = {"url": "https://example.org/", "taken": "2027-03-01T08:30:00Z", "key_id": "k1:0", "why_unusable": "No."}
    receipts = tuple(ReceiptReport(evidence_id="e1", receipt="r.json", excerpt=kind, **shown) for kind in kinds)
    assert report_problems(replace(grounded, receipts=receipts)) == []
    unchecked = ReceiptReport(evidence_id=None, receipt="", excerpt="in_source", unchecked="no key", **shown)
    assert report_problems(replace(grounded, receipts=(unchecked,))) == []

    monkeypatch.setattr(grounding, "raise_check_errors", False)
    monkeypatch.setattr(grounding, "CHECKS", (("odd", lambda _: 1 / 0),))
    failed = check_campaign(campaign_of(VALID))
    assert len(failed.failures) == 3
    assert report_problems(failed) == []
    assert report_problems(check_campaign(campaign_of("{}"))) == []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("method", "semantic"),
        ("summary", {"error": 0}),
        ("findings", [{"code": "x"}]),
        ("duplicate_threshold", 2),
        ("variants", [{"index": 0}]),
    ],
)
def test_report_schema_refuses(key: str, value: object) -> None:
    """What is no report, the schema refuses."""
    assert accepts("report", check_campaign(campaign_of(VALID)).to_json())
    assert not accepts("report", {**check_campaign(campaign_of(VALID)).to_json(), key: value})
