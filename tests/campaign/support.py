"""A valid campaign to start from, and the ways to break it that the tests of campaigns share."""

from __future__ import annotations

import copy
import json
from typing import Any

from reachweaver.campaign import Campaign, read_campaign
from reachweaver.json_spans import pointer, read

VALID: dict[str, Any] = {
    "campaign_id": "spring",
    "title": "Spring notes",
    "cta_url": "https://example.org/notes",
    "evidence": [
        {"id": "e1", "claim": "Paper lasts.", "source_url": "https://example.org/paper", "kind": "paper"},
        {"id": "e2", "claim": "Ink dries in 3 minutes.", "source_url": "https://example.org/ink", "excerpt": "3 min"},
    ],
    "variants": [
        {"variant_id": "post", "platform": "linkedin", "text": "Ink dries.", "evidence_ids": ["e1", "e2"]},
        {"variant_id": "thread", "platform": "x", "format": "thread", "parts": ["One.", "Two."]},
        {
            "variant_id": "deck",
            "platform": "instagram",
            "format": "carousel_outline",
            "caption": "Look.",
            "slides": ["First.", "Second."],
        },
    ],
}
REMOVED = object()
"""In place of a value: take the key or item out."""


def changed(*changes: tuple[str, Any]) -> dict[str, Any]:
    """The valid campaign with values set, added or removed at paths such as `variants/0/platform`."""
    campaign = copy.deepcopy(VALID)
    for path, value in changes:
        *outer, last = [int(step) if step.isdecimal() else step for step in path.split("/")]
        target: Any = campaign
        for step in outer:
            target = target[step]
        if value is REMOVED:
            del target[last]
        elif isinstance(target, list) and last == len(target):
            target.append(value)
        else:
            target[last] = value
    return campaign


def campaign_of(content: object) -> Campaign:
    """A JSON value, or the text itself, read as a campaign."""
    return read_campaign(read(content if isinstance(content, str) else json.dumps(content)))


def breaches(campaign: Campaign) -> list[tuple[str, str]]:
    """Path from the root and message of everything that breaks a rule, the file's own first."""
    found = [(pointer(breach.path), breach.message) for breach in campaign.breaches]
    for index, own in sorted(campaign.variant_breaches.items()):
        found += [(pointer(("variants", index, *breach.path)), breach.message) for breach in own]
    return found
