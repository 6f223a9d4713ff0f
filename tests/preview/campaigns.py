"""Campaigns to preview."""

from __future__ import annotations

import json
from typing import Any

from reachweaver.brand import Brand, read_brand
from reachweaver.campaign import Campaign, read_campaign
from reachweaver.claims import check_campaign
from reachweaver.json_spans import read
from reachweaver.lengths import check_lengths
from reachweaver.preview import Preview, preview_of

EVIDENCE = [
    {
        "id": "notes",
        "kind": "release",
        "claim": "Planner 2.0 was released on 3 March 2026.",
        "source_url": "https://example.org/releases/2.0",
        "excerpt": "Planner 2.0 adds queues. Saving takes 30% less time.",
    },
    {"id": "survey", "claim": "1,200 people use it every week.", "source_url": "https://example.org/survey"},
]


def campaign_of(*variants: dict[str, Any], evidence: object = EVIDENCE, **fields: object) -> Campaign:
    named = [{"variant_id": f"v{number}", **variant} for number, variant in enumerate(variants, 1)]
    shape = {"campaign_id": "spring", **fields, "evidence": evidence, "variants": named}
    return read_campaign(read(json.dumps(shape)))


def previewed(campaign: Campaign, brand: Brand | None = None) -> Preview:
    return preview_of(campaign, check_campaign(campaign, brand=brand, more=check_lengths(campaign)))


def preview(*variants: dict[str, Any], evidence: object = EVIDENCE, brand: object = None, **fields: object) -> Preview:
    """The preview of a campaign of these variants."""
    rules = None if brand is None else read_brand(read(json.dumps(brand))).brand
    return previewed(campaign_of(*variants, evidence=evidence, **fields), rules)
