"""Every check over campaigns: none of them fails, what is found stands where it says, and a fix ends its finding.

Texts: the body (parts of a thread on lines of `--`), a claim, an excerpt, a claim that is not cited, the disclosure, a
banned phrase, who opted out, the call to action, platform, format, and how many hashtags the brand allows.
"""

from __future__ import annotations

import json
from typing import Any

from reachweaver.brand import Brand
from reachweaver.campaign import Campaign
from reachweaver.claims import CheckCache
from reachweaver.fixes import fix_all, fixes_for
from reachweaver.json_spans import apply_edits, read
from reachweaver.optout import OptOut
from reachweaver.passages import passages_of
from reachweaver.report import Finding, Report, VariantReport
from reachweaver.text.prose import Prose
from tests.fuzz.campaigns import brand_of, campaign_of, check_report, checked, optout_of
from tests.fuzz.reading import number_in, texts_of

PLATFORMS = ("x", "bluesky", "mastodon", "linkedin", "instagram", "hackernews", "reddit", "myspace")
FORMATS = ("post", "thread", "carousel_outline")


def check(data: bytes) -> None:
    """Everything that holds for a campaign, its brand and its opt-out list."""
    texts = texts_of(data, 11)
    content, rules = campaign_in(texts), {"required_disclosure": texts[4], "banned_phrases": [texts[5]]}
    source = json.dumps(content, ensure_ascii=bool(len(data) % 2), indent=len(data) % 3 or None)
    campaign = campaign_of(source)
    brand = brand_of(json.dumps({**rules, "max_hashtags": number_in(texts[10], 30)}))
    optout = optout_of(json.dumps([texts[6], *texts[6].split()]))
    cache = CheckCache()
    report = checked(campaign, brand, optout, cache)
    check_report(campaign, report)
    assert checked(campaign, brand, optout).to_json() == report.to_json(), "a second check says the same"
    check_passages(campaign, report)
    check_fixes(campaign, brand, optout, report)
    content["variants"][0]["text"] = content["variants"][0].get("text", "") + " 7"
    edited = campaign_of(json.dumps(content))
    assert checked(edited, brand, optout, cache).to_json() == checked(edited, brand, optout).to_json()


def campaign_in(texts: list[str]) -> dict[str, Any]:
    """A campaign of two variants with the same evidence; the second has half of the body."""
    body, claim, excerpt, other, _, _, _, cta, platform, form, _ = texts
    shared = {
        "platform": PLATFORMS[number_in(platform, len(PLATFORMS) - 1)],
        "format": FORMATS[number_in(form, len(FORMATS) - 1)],
        "evidence_ids": ["e1"],
        "cta_phrase": cta,
    }
    source = {"source_url": "https://example.org/releases/1", "kind": "release"}
    return {
        "campaign_id": "fuzzed",
        "cta_url": "https://example.org/" if cta else None,
        "evidence": [
            {"id": "e1", "claim": claim, "excerpt": excerpt, **source},
            {"id": "e2", "claim": other, "source_url": "https://example.org/"},
        ],
        "variants": [
            {"variant_id": "v1", **shared, **body_in(body)},
            {"variant_id": "v2", **shared, **body_in(body[: len(body) // 2])},
        ],
    }


def body_in(text: str) -> dict[str, Any]:
    """The text under the keys of all three formats; the format says which count."""
    parts = text.split("\n--\n")
    return {"text": text, "parts": parts, "slides": parts, "caption": parts[0]}


def check_passages(campaign: Campaign, report: Report) -> None:
    """The sentences shown for an entry are the evidence's own words."""
    for variant in report.variants:
        body = Prose(campaign.variants[variant.index].body.text)
        for entry in (*variant.findings, *variant.grounded):
            for id_ in entry.matched_evidence:
                evidence = campaign.evidence_by_id[id_]
                for passage in passages_of(evidence, entry, body):
                    words = "".join(piece.text for piece in passage).strip("…")
                    assert any(words in text for text in evidence.texts)


def check_fixes(campaign: Campaign, brand: Brand, optout: OptOut, report: Report) -> None:
    """Whatever fix is applied, the file stays JSON, and the finding is gone or reviewed."""
    document = campaign.document
    offered = [
        (variant, finding, fix)
        for variant in report.variants
        for finding in variant.findings
        for fix in fixes_for(campaign, variant.index, finding, brand=brand)
    ]
    # A different few for each input; all of them would leave time for fewer inputs.
    for variant, finding, fix in offered[len(document.text) % 3 :: 3][:3]:
        edited = campaign_of(apply_edits(document.text, fix.edits))
        assert edited.document.is_valid
        after = checked(edited, brand, optout).variants[variant.index]
        assert open_like(finding, after) < open_like(finding, variant), (finding, fix)
    assert read(apply_edits(document.text, fix_all(campaign, report))).is_valid


def open_like(finding: Finding, variant: VariantReport) -> int:
    """How many findings of a variant say the same and are not reviewed."""
    same = (
        one
        for one in variant.findings
        if (one.code, one.category, one.span) == (finding.code, finding.category, finding.span)
    )
    return sum(not one.reviewed for one in same)
