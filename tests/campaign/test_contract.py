"""What breaks the rules of a campaign file, and where the finding about it points (contract, sections 1 and 7)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.campaign.support import REMOVED, breaches, campaign_of, changed

LONG = "é🖋" * 2500
REVIEWED = {"code": "needs_human_review", "span": "fastest", "note": "", "by": ""}


@pytest.mark.parametrize(
    "change",
    [
        ("x-owner", {"team": ["desk", None, {"a": 1}]}),
        ("$schema", "https://example.org/campaign.schema.json"),
        ("title", ""),
        ("title", REMOVED),
        ("cta_url", REMOVED),
        ("cta_url", "HTTPS://Example.ORG"),
        ("cta_url", "http://user@xn--bcher-kva.example.:8080/a/b?c=d#e"),
        ("cta_url", "https://bücher.example/ein%20buch"),
        ("cta_url", "https://[2001:db8::1]:443/x"),
        ("cta_url", "https://localhost"),
        ("evidence/1/excerpt", LONG),
        ("evidence/1/excerpt", ""),
        ("evidence/1/receipt", "receipts/e2.json"),
        ("evidence/1/note", 7),
        ("evidence/1/url", 7),
        ("variants/0/text", ""),
        ("variants/0/evidence_ids", []),
        ("variants/0/evidence_ids", ["e1", "e1"]),
        ("variants/0/evidence_ids", REMOVED),
        ("variants/0/account_id", "any"),
        ("variants/0/format", "post"),
        ("variants/0/parts", 7),
        ("variants/0/id", 7),
        ("variants/0/cta_phrase", "read on"),
        ("variants/0/rationale", ""),
        ("variants/1/parts", ["", "x"]),
        ("variants/1/caption", 7),
        ("variants/2/caption", REMOVED),
        ("variants/2/text", 7),
        ("variants/0/reviewed", []),
        ("variants/0/reviewed", [REVIEWED, {"code": "near_duplicate"}, {"code": "near_duplicate", "span": None}]),
        ("variants/0/scheduled_at", "2027-03-01T09:00:00Z"),
        ("variants/0/scheduled_at", "2027-03-01t09:00:00.123456789012345678901z"),
        ("variants/0/scheduled_at", "2028-02-29T23:59:59+14:00"),
        ("variants/0/scheduled_at", "2000-02-29T00:00:00-00:00"),
        ("variants/0/scheduled_at", "1998-12-31T23:59:60Z"),
        ("variants/0/scheduled_at", "1998-12-31T15:59:60.5-08:00"),
    ],
    ids=lambda change: f"{change[0]}={str(change[1])[:30]}",
)
def test_keeps_the_rules(change: tuple[str, Any]) -> None:
    """What the contract allows is no breach."""
    assert breaches(campaign_of(changed(change))) == []


URL_RULE = 'must be an absolute http or https URL, such as "https://example.org/page".'
TIME_RULE = 'must be a date and time with seconds and a zone (RFC 3339), such as "2027-03-01T09:00:00Z".'


@pytest.mark.parametrize(
    ("change", "path", "message"),
    [
        (("campaign_id", REMOVED), "/campaign_id", 'The campaign: "campaign_id" is missing. Give the campaign an id.'),
        (("campaign_id", ""), "/campaign_id", 'The campaign: "campaign_id" is empty. Give the campaign an id.'),
        (("campaign_id", " \t"), "/campaign_id", 'The campaign: "campaign_id" is empty. Give the campaign an id.'),
        (("campaign_id", 7), "/campaign_id", 'The campaign: "campaign_id" must be a string, not a number.'),
        (("campaign_id", None), "/campaign_id", 'The campaign: "campaign_id" must be a string, not null.'),
        (("title", 7), "/title", 'The campaign: "title" must be a string, not a number.'),
        (("title", None), "/title", 'The campaign: "title" must be a string, not null.'),
        (("$schema", []), "/$schema", 'The campaign: "$schema" must be a string, not an array.'),
        (("cta_url", True), "/cta_url", 'The campaign: "cta_url" must be a string, not true.'),
        (("cta_url", ""), "/cta_url", f'The campaign: "cta_url" {URL_RULE}'),
        (("cta_url", "/notes"), "/cta_url", f'The campaign: "cta_url" {URL_RULE}'),
        (("cta_url", "//example.org/notes"), "/cta_url", f'The campaign: "cta_url" {URL_RULE}'),
        (("cta_url", "example.org/notes"), "/cta_url", f'The campaign: "cta_url" {URL_RULE}'),
        (("cta_url", "https://"), "/cta_url", f'The campaign: "cta_url" {URL_RULE}'),
        (("cta_url", "https:///notes"), "/cta_url", f'The campaign: "cta_url" {URL_RULE}'),
        (("cta_url", "https://?q"), "/cta_url", f'The campaign: "cta_url" {URL_RULE}'),
        (("cta_url", "https:example.org"), "/cta_url", f'The campaign: "cta_url" {URL_RULE}'),
        (("cta_url", "https://a..b/"), "/cta_url", f'The campaign: "cta_url" {URL_RULE}'),
        (("cta_url", "https://a.b:70000/"), "/cta_url", f'The campaign: "cta_url" {URL_RULE}'),
        (("cta_url", "https://a.b:x/"), "/cta_url", f'The campaign: "cta_url" {URL_RULE}'),
        (("cta_url", "https://a.b/c d"), "/cta_url", f'The campaign: "cta_url" {URL_RULE}'),
        (("cta_url", "https://a.b/c\u00a0d"), "/cta_url", f'The campaign: "cta_url" {URL_RULE}'),
        (("cta_url", " https://a.b/"), "/cta_url", f'The campaign: "cta_url" {URL_RULE}'),
        (("cta_url", "https://a.b/\n"), "/cta_url", f'The campaign: "cta_url" {URL_RULE}'),
        (("cta_url", "javascript:alert(1)//https://a.b"), "/cta_url", f'The campaign: "cta_url" {URL_RULE}'),
        (("evidence/2", "e3"), "/evidence/2", "An evidence item must be an object, not a string."),
        (
            ("evidence/1/claim", REMOVED),
            "/evidence/1/claim",
            'Evidence "e2": "claim" is missing. Say what the source states.',
        ),
        (("evidence/1/claim", ""), "/evidence/1/claim", 'Evidence "e2": "claim" is empty. Say what the source states.'),
        (("evidence/1/claim", ["a"]), "/evidence/1/claim", 'Evidence "e2": "claim" must be a string, not an array.'),
        (
            ("evidence/1/source_url", REMOVED),
            "/evidence/1/source_url",
            'Evidence "e2": "source_url" is missing. Give the address of the source.',
        ),
        (("evidence/1/source_url", "ftp://a.b/c"), "/evidence/1/source_url", f'Evidence "e2": "source_url" {URL_RULE}'),
        (
            ("evidence/1/kind", "blog"),
            "/evidence/1/kind",
            'Evidence "e2": "kind" is "blog", which is not a known kind of evidence. Use one of: release, repository, documentation, paper, benchmark, announcement, testimonial, partnership, metric, other.',
        ),
        (
            ("evidence/1/kind", "Releases"),
            "/evidence/1/kind",
            'Evidence "e2": "kind" is "Releases", which is not a known kind of evidence. Did you mean "release"?',
        ),
        (
            ("evidence/1/excerpt", LONG + "x"),
            "/evidence/1/excerpt",
            'Evidence "e2": "excerpt" has 5,001 characters; at most 5,000 are allowed.',
        ),
        (("evidence/1/excerpt", None), "/evidence/1/excerpt", 'Evidence "e2": "excerpt" must be a string, not null.'),
        (
            ("evidence/1/receipt", {}),
            "/evidence/1/receipt",
            'Evidence "e2": "receipt" must be a string, not an object.',
        ),
        (
            ("evidence/2", {"id": "e1", "claim": "a", "source_url": "https://a.example"}),
            "/evidence/2/id",
            'Evidence "e1": another evidence item has this id already.',
        ),
        (("variants", {}), "/variants", 'The campaign: "variants" must be an array of objects, not an object.'),
        (
            ("variants", REMOVED),
            "/variants",
            'The campaign: "variants" is missing. A campaign has at least one variant.',
        ),
        (("variants", []), "/variants", 'The campaign: "variants" is empty. A campaign has at least one variant.'),
        (("variants/1", [7]), "/variants/1", "A variant must be an object, not an array."),
        (
            ("variants/0/variant_id", REMOVED),
            "/variants/0/variant_id",
            'The variant: "variant_id" is missing. Give the variant an id of its own.',
        ),
        (
            ("variants/0/variant_id", ""),
            "/variants/0/variant_id",
            'The variant: "variant_id" is empty. Give the variant an id of its own.',
        ),
        (
            ("variants/1/variant_id", "post"),
            "/variants/1/variant_id",
            'Variant "post": another variant has this id already.',
        ),
        (
            ("variants/0/platform", REMOVED),
            "/variants/0/platform",
            'Variant "post": "platform" is missing. Name the platform it is written for, such as "linkedin".',
        ),
        (
            ("variants/0/platform", "LinkedIn"),
            "/variants/0/platform",
            'Variant "post": "platform" is "LinkedIn", which is not a known platform. Did you mean "linkedin"?',
        ),
        (
            ("variants/0/platform", 7),
            "/variants/0/platform",
            'Variant "post": "platform" must be a string, not a number.',
        ),
        (
            ("variants/0/account_id", 7),
            "/variants/0/account_id",
            'Variant "post": "account_id" must be a string, not a number.',
        ),
        (
            ("variants/0/format", "story"),
            "/variants/0/format",
            'Variant "post": "format" is "story", which is not a known format. Use one of: post, thread, carousel_outline.',
        ),
        (("variants/0/format", None), "/variants/0/format", 'Variant "post": "format" must be a string, not null.'),
        (
            ("variants/0/text", REMOVED),
            "/variants/0/text",
            'Variant "post": "text" is missing. A post has its text there.',
        ),
        (("variants/0/text", ["a"]), "/variants/0/text", 'Variant "post": "text" must be a string, not an array.'),
        (
            ("variants/1/format", REMOVED),
            "/variants/1/text",
            'Variant "thread": "text" is missing. A post has its text there; write "format": "thread" if that is what it is.',
        ),
        (
            ("variants/1/parts", REMOVED),
            "/variants/1/parts",
            'Variant "thread": "parts" is missing. A thread has its text there.',
        ),
        (("variants/1/parts", []), "/variants/1/parts", 'Variant "thread": "parts" is empty. Write at least one.'),
        (
            ("variants/1/parts", "a"),
            "/variants/1/parts",
            'Variant "thread": "parts" must be an array of strings, not a string.',
        ),
        (
            ("variants/1/parts/1", 7),
            "/variants/1/parts/1",
            'Variant "thread": item 2 of "parts" must be a string, not a number.',
        ),
        (("variants/2/slides", []), "/variants/2/slides", 'Variant "deck": "slides" is empty. Write at least one.'),
        (
            ("variants/2/slides/0", None),
            "/variants/2/slides/0",
            'Variant "deck": item 1 of "slides" must be a string, not null.',
        ),
        (("variants/2/caption", 5), "/variants/2/caption", 'Variant "deck": "caption" must be a string, not a number.'),
        (
            ("variants/0/evidence_ids", "e1"),
            "/variants/0/evidence_ids",
            'Variant "post": "evidence_ids" must be an array of evidence ids, not a string.',
        ),
        (
            ("variants/0/evidence_ids/1", 2),
            "/variants/0/evidence_ids/1",
            'Variant "post": item 2 of "evidence_ids" must be a string, not a number.',
        ),
        (
            ("variants/0/evidence_ids/2", "e9"),
            "/variants/0/evidence_ids/2",
            'Variant "post": "evidence_ids" names "e9", which no evidence item declares. Use one of: e1, e2.',
        ),
        (
            ("variants/0/evidence_ids/2", "E2x"),
            "/variants/0/evidence_ids/2",
            'Variant "post": "evidence_ids" names "E2x", which no evidence item declares. Did you mean "e2"?',
        ),
        (("variants/0/cta_url", "notes"), "/variants/0/cta_url", f'Variant "post": "cta_url" {URL_RULE}'),
        (
            ("variants/0/cta_phrase", 7),
            "/variants/0/cta_phrase",
            'Variant "post": "cta_phrase" must be a string, not a number.',
        ),
        (
            ("variants/0/rationale", {}),
            "/variants/0/rationale",
            'Variant "post": "rationale" must be a string, not an object.',
        ),
        (
            ("variants/0/reviewed", {}),
            "/variants/0/reviewed",
            'Variant "post": "reviewed" must be an array of objects, not an object.',
        ),
        (
            ("variants/0/reviewed", [REVIEWED, "x"]),
            "/variants/0/reviewed/1",
            'Variant "post": item 2 of "reviewed" must be an object, not a string.',
        ),
        (
            ("variants/0/reviewed", [{"span": "x"}]),
            "/variants/0/reviewed/0/code",
            'Variant "post", item 1 of "reviewed": "code" is missing. Name the code of the finding, such as "needs_human_review".',
        ),
        (
            ("variants/0/reviewed", [{**REVIEWED, "by": 7}]),
            "/variants/0/reviewed/0/by",
            'Variant "post", item 1 of "reviewed": "by" must be a string, not a number.',
        ),
        (
            ("variants/0/scheduled_at", 7),
            "/variants/0/scheduled_at",
            'Variant "post": "scheduled_at" must be a string, not a number.',
        ),
        (("variants/0/scheduled_at", ""), "/variants/0/scheduled_at", f'Variant "post": "scheduled_at" {TIME_RULE}'),
        (
            ("variants/0/scheduled_at", "2027-03-01"),
            "/variants/0/scheduled_at",
            f'Variant "post": "scheduled_at" {TIME_RULE}',
        ),
        (
            ("variants/0/scheduled_at", "2027-03-01T09:00:00"),
            "/variants/0/scheduled_at",
            f'Variant "post": "scheduled_at" {TIME_RULE}',
        ),
        (
            ("variants/0/scheduled_at", "2027-03-01 09:00:00Z"),
            "/variants/0/scheduled_at",
            f'Variant "post": "scheduled_at" {TIME_RULE}',
        ),
        (
            ("variants/0/scheduled_at", "2027-03-01T09:00Z"),
            "/variants/0/scheduled_at",
            f'Variant "post": "scheduled_at" {TIME_RULE}',
        ),
        (
            ("variants/0/scheduled_at", "２027-03-01T09:00:00Z"),
            "/variants/0/scheduled_at",
            f'Variant "post": "scheduled_at" {TIME_RULE}',
        ),
        (
            ("variants/0/scheduled_at", "2027-02-29T09:00:00Z"),
            "/variants/0/scheduled_at",
            'Variant "post": "scheduled_at" names a day that is not in the calendar: 2027-02-29.',
        ),
        (
            ("variants/0/scheduled_at", "1900-02-29T09:00:00Z"),
            "/variants/0/scheduled_at",
            'Variant "post": "scheduled_at" names a day that is not in the calendar: 1900-02-29.',
        ),
        (
            ("variants/0/scheduled_at", "2027-13-01T09:00:00Z"),
            "/variants/0/scheduled_at",
            'Variant "post": "scheduled_at" names a day that is not in the calendar: 2027-13-01.',
        ),
        (
            ("variants/0/scheduled_at", "2027-03-00T09:00:00Z"),
            "/variants/0/scheduled_at",
            'Variant "post": "scheduled_at" names a day that is not in the calendar: 2027-03-00.',
        ),
        (
            ("variants/0/scheduled_at", "2027-03-01T24:00:00Z"),
            "/variants/0/scheduled_at",
            'Variant "post": "scheduled_at" names a time of day that does not exist: 24:00:00.',
        ),
        (
            ("variants/0/scheduled_at", "2027-03-01T22:59:60Z"),
            "/variants/0/scheduled_at",
            'Variant "post": "scheduled_at" names a time of day that does not exist: 22:59:60.',
        ),
        (
            ("variants/0/scheduled_at", "2027-03-01T09:00:00+25:00"),
            "/variants/0/scheduled_at",
            'Variant "post": "scheduled_at" names a time zone that does not exist: +25:00.',
        ),
    ],
    ids=lambda value: f"{value[0]}={str(value[1])[:30]}" if isinstance(value, tuple) else "",
)
def test_breach(change: tuple[str, Any], path: str, message: str) -> None:
    """Each breach is one finding that names the field and says what to do."""
    assert breaches(campaign_of(changed(change))) == [(path, message)]


@pytest.mark.parametrize("broken", [{}, "e1", None, 0])
def test_evidence_of_another_type(broken: object) -> None:
    """Evidence that is no array declares nothing, so every citation is unknown."""
    assert [path for path, _ in breaches(campaign_of(changed(("evidence", broken))))] == [
        "/evidence",
        "/variants/0/evidence_ids/0",
        "/variants/0/evidence_ids/1",
    ]


def test_evidence_without_id() -> None:
    """Evidence without a usable id cannot be cited, so the citation is unknown, too."""
    for broken in (REMOVED, 7, ""):
        paths = [path for path, _ in breaches(campaign_of(changed(("evidence/0/id", broken))))]
        assert paths == ["/evidence/0/id", "/variants/0/evidence_ids/0"]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ((("variants/2/variant_id", REMOVED), ("variants/2/id", "post")), "/variants/2/id"),
        ((("variants/2/id", "post"),), None),
        ((("variants/2/variant_id", REMOVED), ("variants/2/id", 7)), "/variants/2/id"),
        ((("variants/2/variant_id", 7), ("variants/2/id", "deck")), "/variants/2/variant_id"),
        ((("evidence/0/source_url", REMOVED), ("evidence/0/url", "x")), "/evidence/0/url"),
        ((("evidence/0/source_url", REMOVED), ("evidence/0/url", "https://example.org")), None),
        ((("evidence/0/source_url", 7), ("evidence/0/url", "https://example.org")), "/evidence/0/source_url"),
    ],
)
def test_alias(change: tuple[tuple[str, Any], ...], path: str | None) -> None:
    """An alias is read when the full name is not written; the finding points at the one that was read."""
    assert [found for found, _ in breaches(campaign_of(changed(*change)))] == ([] if path is None else [path])


def test_alias_gives_the_value() -> None:
    """The alias gives the id and the address when it stands alone; beside the full name it is an unknown key."""
    changes = (("variants/0/variant_id", REMOVED), ("variants/0/id", "short"), ("variants/1/id", "ignored"))
    aliased = campaign_of(
        changed(*changes, ("evidence/0/source_url", REMOVED), ("evidence/0/url", "https://a.example"))
    )
    assert [variant.variant_id for variant in aliased.variants] == ["short", "thread", "deck"]
    assert aliased.evidence[0].source_url == "https://a.example"


def test_duplicates_stand_on_the_later_one() -> None:
    """Each repeated id is reported on every later item, never on the first."""
    evidence = [{"id": "e", "claim": "a", "source_url": "https://example.org"}] * 3
    variants = [{"variant_id": "v", "platform": "x", "text": "a"}] * 3
    found = breaches(campaign_of({"campaign_id": "c", "evidence": evidence, "variants": variants}))
    assert [path for path, _ in found] == [
        "/evidence/1/id",
        "/evidence/2/id",
        "/variants/1/variant_id",
        "/variants/2/variant_id",
    ]


def test_duplicate_keys() -> None:
    """A key that stands twice in one object is reported once, in unknown objects, too, and where it belongs."""
    text = (
        '{"campaign_id": "a", "campaign_id": "b", "campaign_id": "c",'
        ' "x": {"y": [{"z": 1, "z": 2}]},'
        ' "evidence": [{"id": "e", "claim": "a", "claim": "b", "source_url": "https://example.org"}],'
        ' "variants": [{"variant_id": "v", "platform": "x", "text": "a"},'
        ' {"variant_id": "w", "platform": "x", "t\\u0065xt": "a", "text": "b", "n": {"a/b": 1, "a/b": 2}}]}'
    )
    campaign = campaign_of(text)
    assert breaches(campaign) == [
        ("/campaign_id", 'The key "campaign_id" stands twice in one object; only the last one counts.'),
        ("/x/y/0/z", 'The key "z" stands twice in one object; only the last one counts.'),
        ("/evidence/0/claim", 'The key "claim" stands twice in one object; only the last one counts.'),
        ("/variants/1/text", 'The key "text" stands twice in one object; only the last one counts.'),
        ("/variants/1/n/a~1b", 'The key "a/b" stands twice in one object; only the last one counts.'),
    ]
    assert (campaign.campaign_id, campaign.variants[1].body.text, campaign.evidence[0].claim) == ("c", "b", "b")


def test_only_the_last_variants_count() -> None:
    """Of two "variants" the last is the campaign's; a key that stands twice in the other is nobody's fault."""
    twice = '{"variant_id": "a", "platform": "x", "text": "b", "text": "b"}'
    once = '{"variant_id": "a", "platform": "x", "text": "b"}'
    second = 'The key "variants" stands twice in one object; only the last one counts.'
    for first, last, expected in (
        (
            twice,
            "",
            [
                ("/variants", 'The campaign: "variants" is empty. A campaign has at least one variant.'),
                ("/variants", second),
            ],
        ),
        (twice, once, [("/variants", second)]),
        (once, twice, [("/variants", second), ("/variants/0/text", second.replace("variants", "text"))]),
    ):
        text = f'{{"campaign_id": "c", "variants": [{first}], "variants": [{last}]}}'
        assert breaches(campaign_of(text)) == expected


def test_many_unknown_ids() -> None:
    """When hardly any id is declared, each citation is reported all the same, the first ones with the nearest id."""
    ids = [f"evidense-{number}" for number in range(50)]
    evidence = {"id": "evidence-1", "claim": "a", "source_url": "https://example.org"}
    found = breaches(campaign_of(changed(("evidence", [evidence]), ("variants/0/evidence_ids", ids))))
    assert [path for path, _ in found] == [f"/variants/0/evidence_ids/{place}" for place in range(50)]
    assert ['Did you mean "evidence-1"?' in message for _, message in found] == [place < 20 for place in range(50)]


def test_several_breaches_of_one_variant() -> None:
    """Every breach is reported, and another variant's fields are read all the same."""
    campaign = campaign_of(
        changed(("variants/0", {"text": 7, "platform": "myspace", "scheduled_at": "soon"}), ("evidence/0/kind", "blog"))
    )
    assert [path for path, _ in breaches(campaign)] == [
        "/evidence/0/kind",
        "/variants/0/variant_id",
        "/variants/0/platform",
        "/variants/0/text",
        "/variants/0/scheduled_at",
    ]
    assert campaign.variants[1].body.text == "One.\n\nTwo."


@pytest.mark.parametrize("text", ["[]", "7", '"x"', "null", "true"])
def test_no_object(text: str) -> None:
    """A text whose top level is no object is no campaign."""
    campaign = campaign_of(text)
    assert [path for path, _ in breaches(campaign)] == [""]
    assert [*campaign.variants] == []


@pytest.mark.parametrize("text", ["", "  \n", "{", "[", '{"variants": [', '{"variants": [{"variant_id": "v', "{]"])
def test_unfinished_text(text: str) -> None:
    """What an unfinished text lacks is not held against it."""
    assert breaches(campaign_of(text)) == []


def test_unfinished_variant() -> None:
    """In a text that is no JSON, only the object with the fault is spared: the others' missing fields are reported."""
    text = (
        '{"campaign_id": "c", "evidence": [],\n'
        '"variants": [\n'
        '{"variant_id": "v1"},\n'
        '{"variant_id": "v2", "platform": "mispace", "te\n'
        "},\n"
        '{"variant_id": "v3", "platform": "x", "evidence_ids": ["e1"]}\n'
        "]}"
    )
    assert [path for path, _ in breaches(campaign_of(text))] == [
        "/variants/0/platform",
        "/variants/0/text",
        "/variants/1/platform",
        "/variants/2/text",
        "/variants/2/evidence_ids/0",
    ]


def test_unreadable_evidence() -> None:
    """Citations are not unknown as long as the evidence is being typed."""
    text = (
        '{"campaign_id": "c", "variants": [{"variant_id": "v", "platform": "x", "text": "a", "evidence_ids": ["e1"]}], '
    )
    for end in ("", '"evidence": ', '"evidence": [', '"evidence": [{"id": "e', '"evidence": [{"id" "e2"}]}'):
        assert breaches(campaign_of(text + end)) == []


def test_any_json_value_is_read() -> None:
    """No value of any type in any place makes the reader fail."""
    values: list[Any] = [None, True, 0, -1.5e300, "", "x", [], {}, [[]], [{}], {"a": []}]
    valid = changed()
    for key in valid:
        for value in values:
            campaign_of(changed((key, value)))
    for group, keys in (("evidence", valid["evidence"][0]), ("variants", {**valid["variants"][0], "reviewed": 0})):
        for key in keys:
            for value in values:
                campaign_of(changed((f"{group}/0/{key}", value), (f"{group}/1", value)))
    assert json.loads(json.dumps(valid)) == valid
