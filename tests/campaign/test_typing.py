"""Typing in a campaign gives the campaign that reading the text afresh gives, every place in it included."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from hypothesis import example, given, settings, strategies as st

from reachweaver.campaign import Campaign, read_campaign
from reachweaver.json_spans import Edit, read

PIECES = ("x", "é", "🎉", "\\n", "\\u00e9", '\\"', "\\", '"', "\n", "100 %", "", "\\ud83d\\ude00", "]", "}, {")
TEXTS = st.sampled_from(["One.", "A \\ backslash", 'A "quote"', "Two\nlines", "", "Zoë 🎉", "It, then"])
VARIANTS = st.fixed_dictionaries(
    {"variant_id": st.sampled_from(["a", "b", "c"])},
    optional={
        "platform": st.just("linkedin"),
        "format": st.sampled_from(["post", "thread", "carousel_outline", "essay"]),
        "text": TEXTS,
        "parts": st.lists(TEXTS, max_size=2),
        "evidence_ids": st.lists(st.sampled_from(["e1", "e9"]), max_size=2),
        "cta_url": st.sampled_from(["https://a.example/x", "broken"]),
        "reviewed": st.just([{"code": "needs_human_review", "span": "One"}]),
        "rationale": TEXTS,
    },
)
ENTRIES = {
    "campaign_id": st.just("c"),
    "evidence": st.lists(
        st.fixed_dictionaries({"id": st.just("e1"), "kind": st.just("note"), "claim": TEXTS}), max_size=2
    ),
    "variants": st.lists(VARIANTS | st.just("no variant"), max_size=4),
    "title": TEXTS,
}


@st.composite
def campaign_texts(draw: st.DrawFn) -> str:
    """A campaign with its members in any order, indented or not, in ASCII or not."""
    order = draw(st.permutations([*ENTRIES]))
    content = {key: draw(ENTRIES[key]) for key in order}
    return json.dumps(content, indent=draw(st.sampled_from([None, 2])), ensure_ascii=draw(st.booleans()))


@example('{"variants": [{"id": "a", "text": "One."}, 7]}', [(0.8, 0, "x")])  # an item that is no segment moves
@example('{"variants": [{"id": "a", "text": "One."}], "evidence": [7]}', [(0.6, 0, "x")])
@settings(max_examples=200)
@given(
    text=campaign_texts(),
    edits=st.lists(
        st.tuples(st.floats(0, 1), st.sampled_from([0, 0, 0, 1, 2]), st.sampled_from(PIECES)), min_size=1, max_size=6
    ),
)
def test_typing_in_strings_is_reading_afresh(text: str, edits: list[tuple[float, int, str]]) -> None:
    """After edits at any places between quotes, fields, breaches and the places of all parts are those of a full reading."""
    campaign = read_campaign(read(text))
    for where, removed, inserted in edits:
        start = place_in_a_string(text, where)
        end = min(start + removed, len(text))
        text = text[:start] + inserted + text[end:]
        campaign = read_campaign(read(text, campaign.document, Edit(start, end, len(inserted))), campaign)
        assert described(campaign) == described(read_campaign(read(text)))


def place_in_a_string(text: str, where: float) -> int:
    """An offset that stands right behind some quote, or as far behind it as `where` says."""
    quotes = [offset + 1 for offset, character in enumerate(text) if character == '"']
    chosen = int(where * (len(quotes) - 1))
    return quotes[chosen] + int(where * 1000) % 3


def described(campaign: Campaign) -> dict[str, Any]:
    """All that a campaign says, nodes as the places where they stand."""
    shape: dict[str, Any] = {
        name: getattr(campaign, name) for name in ("campaign_id", "title", "cta_url", "breaches", "variant_breaches")
    }
    shape["evidence"] = [
        (base, item.node.start, item.node.end, item.id, item.texts)
        for item, base in zip(campaign.evidence, campaign.evidence_bases, strict=True)
    ]
    shape["variants"] = [
        [base, variant.node.start, variant.node.end]
        + [getattr(variant, field.name) for field in fields(variant) if field.name not in ("node", "body", "breaches")]
        + [(part.path, part.node.value, part.node.raw, part.start) for part in variant.body.parts]
        + [variant.body.source_spans(0, len(variant.body.text))]
        + [(breach.path, breach.message) for breach in variant.breaches]
        + [(key.start, key.end, key.value) for key in [variant.body.key] if key is not None]
        for variant, base in zip(campaign.variants, campaign.variant_bases, strict=True)
    ]
    return shape
