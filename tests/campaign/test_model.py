"""What a campaign declares: bodies that map back to the file, and objects that outlive an edit elsewhere."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from reachweaver.campaign import Body, Campaign, Variant, read_campaign
from reachweaver.json_spans import Edit, Span, read
from tests.campaign.support import REMOVED, campaign_of, changed


def text_of(campaign: Campaign, index: int, spans: tuple[Span, ...]) -> list[str]:
    """The source characters of spans inside a variant."""
    base = campaign.variant_bases[index]
    return [campaign.document.text[span.start + base : span.end + base] for span in spans]


def body_of(**fields: Any) -> Body:
    """The body of a variant with these fields."""
    return (
        campaign_of({"campaign_id": "c", "variants": [{"variant_id": "v", "platform": "x", **fields}]}).variants[0].body
    )


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"text": "a"}, "a"),
        ({"text": ""}, ""),
        ({"text": "a", "parts": ["b"], "slides": ["c"]}, "a"),
        ({"format": "thread", "parts": ["a", "", "b"], "text": "c", "caption": "d"}, "a\n\n\n\nb"),
        ({"format": "carousel_outline", "slides": ["a", "b"], "caption": "c"}, "c\n\na\n\nb"),
        ({"format": "carousel_outline", "slides": ["a"], "caption": ""}, "\n\na"),
        ({"format": "carousel_outline", "slides": ["a"]}, "a"),
        # What breaks a rule is left out, and what can still be checked is the body.
        ({"format": "thread", "parts": [1, "a", None, "b"]}, "a\n\nb"),
        ({"format": "carousel_outline", "slides": ["a", 7, "b"], "caption": 5}, "a\n\nb"),
        ({"format": "carousel_outline", "caption": "c"}, "c"),
        ({"format": "carousel_outline", "caption": "c", "slides": []}, "c"),
        ({"format": "thread", "text": "a"}, "a"),
        ({"parts": ["a", "b"]}, "a\n\nb"),
        ({"text": 7, "slides": ["a", "b"], "caption": "c"}, "c\n\na\n\nb"),
        ({"format": "story", "text": "a", "parts": ["b"]}, "a"),
        ({"format": "story", "parts": ["b"]}, "b"),
        ({"format": 7, "slides": ["a"]}, "a"),
    ],
)
def test_body(fields: dict[str, Any], text: str) -> None:
    """The body is what the format asks for, joined with blank lines."""
    body = body_of(**fields)
    assert (body.text, body.exists) == (text, True)


@pytest.mark.parametrize(
    "fields", [{}, {"text": 7}, {"format": "thread", "parts": []}, {"format": "thread", "parts": [7]}]
)
def test_no_body(fields: dict[str, Any]) -> None:
    """Where no string is, there is nothing to check."""
    body = body_of(**fields)
    assert (body.text, body.exists, body.source_spans(0, 0)) == ("", False, ())


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"text": "a"}, "text"),
        ({"format": "thread", "parts": ["a"]}, "parts"),
        ({"format": "carousel_outline", "caption": "a", "slides": ["a"]}, "slides"),
        ({"format": "carousel_outline", "caption": "a"}, None),
        ({"format": "thread", "text": "a"}, "text"),
        ({}, None),
    ],
)
def test_body_key(fields: dict[str, Any], key: str | None) -> None:
    """Findings about the whole variant stand on the key of the body."""
    found = body_of(**fields).key
    assert (found.value if found else None) == key


def test_source_spans() -> None:
    """A span over several strings maps to each of them, escapes whole, separators and quotes left out."""
    campaign = campaign_of(
        '{"variants": [{}, {"format": "thread", "parts": ["on\\u0065 \\ud83c\\udf31", "", "t\\"wo", "three"]}]}'
    )
    body = campaign.variants[1].body
    assert body.text == 'one 🌱\n\n\n\nt"wo\n\nthree'

    def spelled(start: int, end: int) -> list[str]:
        return text_of(campaign, 1, body.source_spans(start, end))

    assert spelled(2, 5) == ["\\u0065 \\ud83c\\udf31"]
    assert spelled(4, 11) == ["\\ud83c\\udf31", 't\\"']
    assert spelled(0, len(body.text)) == ["on\\u0065 \\ud83c\\udf31", 't\\"wo', "three"]
    assert spelled(5, 7) == []
    assert spelled(15, 15) == [""]
    assert spelled(7, 7) == [""]


STRINGS = st.text(max_size=12)


@given(parts=st.lists(STRINGS, min_size=1, max_size=4), ascii_only=st.booleans(), data=st.data())
def test_every_character_maps_to_its_spelling(parts: list[str], ascii_only: bool, data: st.DataObject) -> None:
    """Whatever the strings hold, the source of a body's range decodes to the range, separators aside."""
    variant = {"format": "thread", "parts": parts}
    campaign = campaign_of(json.dumps({"x": 1, "variants": [variant]}, ensure_ascii=ascii_only))
    body = campaign.variants[0].body
    assert body.text == "\n\n".join(parts)
    start = data.draw(st.integers(0, len(body.text)))
    end = data.draw(st.integers(start, len(body.text)))
    spelled = text_of(campaign, 0, body.source_spans(start, end))
    decoded = "".join(json.loads(f'"{source}"') for source in spelled)
    kept = [
        body.text[max(start, part.start) : min(end, part.end)]
        for part in body.parts
        if part.start < end and part.end > start
    ]
    assert decoded == "".join(kept)


def test_fields() -> None:
    """What the file declares is there under its own names."""
    campaign = campaign_of(
        changed(
            ("variants/0/account_id", "desk"),
            ("variants/0/cta_url", "https://a.example"),
            ("variants/0/cta_phrase", "read on"),
            ("variants/0/rationale", "calm"),
            ("variants/0/scheduled_at", "2027-03-01T09:00:00Z"),
            ("variants/0/evidence_ids", ["e2", 7, "e9", "e1", "e2"]),
            ("variants/0/reviewed", [7, {"code": "a", "span": "b", "note": "c", "by": "d"}, {"code": "e"}]),
            ("evidence/0/receipt", "r.json"),
        )
    )
    variant = campaign.variants[0]
    assert (campaign.campaign_id, campaign.title, campaign.cta_url) == (
        "spring",
        "Spring notes",
        "https://example.org/notes",
    )
    assert (variant.variant_id, variant.platform, variant.account_id, variant.format) == (
        "post",
        "linkedin",
        "desk",
        "post",
    )
    assert (variant.cta_url, variant.replaces_cta_url, variant.cta_phrase) == ("https://a.example", True, "read on")
    assert (variant.rationale, variant.scheduled_at) == ("calm", "2027-03-01T09:00:00Z")
    assert variant.evidence_ids == ("e2", "e9", "e1", "e2")
    assert [citation.index for citation in variant.citations] == [0, 2, 3, 4]
    reviews = [(review.index, review.code, review.span, review.note, review.by) for review in variant.reviewed]
    assert reviews == [(1, "a", "b", "c", "d"), (2, "e", None, None, None)]
    evidence = campaign.evidence[0]
    assert (evidence.id, evidence.claim, evidence.source_url) == ("e1", "Paper lasts.", "https://example.org/paper")
    assert (evidence.kind, evidence.excerpt, evidence.receipt) == ("paper", None, "r.json")
    assert (evidence.texts, campaign.evidence[1].texts) == (("Paper lasts.",), ("Ink dries in 3 minutes.", "3 min"))


def test_bad_url_still_replaces() -> None:
    """A variant's own URL replaces the campaign's even when it is none."""
    variant = campaign_of(changed(("variants/0/cta_url", "notes"))).variants[0]
    assert (variant.cta_url, variant.replaces_cta_url) == (None, True)


def test_first_of_two_ids_counts() -> None:
    """Of two evidence items with one id the first is the one that is cited."""
    campaign = campaign_of(changed(("evidence/1/id", "e1")))
    assert campaign.evidence_by_id == {"e1": campaign.evidence[0]}


def test_items_of_any_type_keep_their_place() -> None:
    """Items that are no objects are there, empty, so that indexes are those of the file."""
    campaign = campaign_of(changed(("variants/1", 7), ("evidence/0", None)))
    assert [variant.variant_id for variant in campaign.variants] == ["post", None, "deck"]
    assert [item.id for item in campaign.evidence] == [None, "e2"]


def test_an_edit_keeps_the_other_objects() -> None:
    """After an edit inside one variant all others, and the evidence, are the same objects."""
    text = json.dumps(changed())
    before = read_campaign(read(text))
    at = text.index("One.")
    after = read_campaign(read(text[:at] + "Number " + text[at:], before.document, Edit(at, at, 7)), before)
    assert [new is old for new, old in zip(after.variants, before.variants, strict=True)] == [True, False, True]
    assert [new is old for new, old in zip(after.evidence, before.evidence, strict=True)] == [True, True]
    assert after.variants[1].body.text == "Number One.\n\nTwo."
    deck = after.variants[2].body
    assert text_of(after, 2, deck.source_spans(0, 5)) == ["Look."]


def test_reading_again_changes_nothing() -> None:
    """With a former campaign to take over from, the result is that of reading afresh."""
    former = campaign_of(changed(("variants/0", REMOVED)))
    document = read(json.dumps(changed(("variants/0/variant_id", "deck"))))
    fresh, again = read_campaign(document), read_campaign(document, former)
    assert again.variant_breaches == fresh.variant_breaches
    assert [describe(variant) for variant in again.variants] == [describe(variant) for variant in fresh.variants]


def describe(variant: Variant) -> tuple[object, ...]:
    """What tells variants apart."""
    return (variant.variant_id, variant.platform, variant.body.text, variant.evidence_ids, variant.breaches)
