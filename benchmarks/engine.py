"""The checks alone, without files or a protocol: one variant as typing in an editor needs it, and a large campaign."""

from __future__ import annotations

import gc
import json
import random
import time
from collections.abc import Iterator
from typing import Any

from documents import BRAND, campaign_text
from figures import Row, at_least, at_most, milliseconds

from reachweaver.brand import Brand, read_brand
from reachweaver.campaign import Campaign, read_campaign
from reachweaver.claims import check_campaign
from reachweaver.cli import COLLECT_EVERY
from reachweaver.json_spans import read

WORDS = [
    *("queue", "calendar", "draft", "channel", "review", "schedule", "planner", "team", "campaign", "note", "source"),
    *("weekly", "quiet", "steady", "shared", "simple", "open", "local", "plain", "careful", "early", "late", "busy"),
    *("keeps", "shows", "groups", "sends", "checks", "holds", "moves", "marks", "lists", "counts", "compares", "finds"),
    *("export", "folder", "picture", "caption", "newsletter", "template", "comment", "report", "archive", "checklist"),
    *("account", "reminder", "headline", "thread", "survey", "summary", "glossary", "outline", "margin", "footnote"),
    *("morning", "evening", "season", "market", "garden", "harbour", "station", "letter", "window", "kitchen"),
    *("writer", "editor", "printer", "reader", "painter", "teacher", "baker", "sailor", "farmer", "doctor", "driver"),
    *("small", "heavy", "narrow", "bright", "gentle", "honest", "modest", "patient", "recent", "sturdy", "useful"),
    *("opens", "closes", "follows", "gathers", "mends", "plans", "reads", "saves", "shares", "sorts", "starts"),
    *("always", "often", "rarely", "slowly", "together", "twice", "under", "within", "beside", "before", "after"),
]
"""Enough of them that two posts have three in a row in common by chance about as rarely as people's do."""


def rows(*, quick: bool = False) -> list[Row]:
    """One row per campaign, with its target."""
    brand = read_brand(read(json.dumps(BRAND))).brand
    one = milliseconds(_timed(_campaign(variants=1, evidence=3), brand, times=10 if quick else 300))
    variants, evidence = (50, 10) if quick else (1000, 200)
    many = milliseconds(_timed(_campaign(variants=variants, evidence=evidence), brand, times=2 if quick else 5))
    campaign = read_campaign(read(campaign_text(20_000 if quick else 1_000_000)))
    megabytes = sum(len(variant.body.text) for variant in campaign.variants) / 1e6
    rates = [megabytes / seconds for seconds in _timed(campaign, brand, times=2 if quick else 10)]
    return [
        Row(
            what="check 1 variant of 280 characters, 3 evidence items",
            who="engine",
            samples=one,
            targets=(at_most(one, 2, "ms"),),
        ),
        Row(
            what=f"check {variants:,} variants, {evidence} evidence items",
            who="engine",
            samples=many,
            targets=(at_most(many, 2000, "ms"),),
        ),
        Row(
            what=f"post text checked in a second of one processor, {len(campaign.variants):,} variants",
            who="engine",
            samples=rates,
            unit="MB/s",
            targets=(at_least(rates, 5, "MB/s"),),
        ),
    ]


def _timed(campaign: Campaign, brand: Brand, *, times: int) -> Iterator[float]:
    """Seconds of the processor that each of so many checks took, after one that does not count."""
    gc.set_threshold(COLLECT_EVERY)  # as the commands do
    check_campaign(campaign, brand=brand)
    for _ in range(times):
        started = time.process_time()
        check_campaign(campaign, brand=brand)
        yield time.process_time() - started


def _campaign(*, variants: int, evidence: int) -> Campaign:
    return read_campaign(read(json.dumps(content(variants=variants, evidence=evidence))))


def content(*, variants: int, evidence: int, seed: int = 20260301) -> dict[str, Any]:
    """The same campaign on every run: figures, claims and features, and every tenth variant much like the one before."""
    chance = random.Random(seed)
    items = [_evidence(chance, number) for number in range(evidence)]
    texts: list[str] = []
    for number in range(variants):
        again = number % 10 == 9
        texts.append(f"{texts[-1].rsplit(' ', 1)[0]} {chance.choice(WORDS)}." if again else _text(chance))
    return {
        "campaign_id": "benchmark",
        "cta_url": "https://example.org/planner",
        "evidence": items,
        "variants": [_variant(chance, number, text, items) for number, text in enumerate(texts)],
    }


def _evidence(chance: random.Random, number: int) -> dict[str, Any]:
    return {
        "id": f"e-{number}",
        "claim": f"The {_words(chance, 6)} by {chance.randint(2, 90)}%.",
        "source_url": f"https://example.org/sources/{number}",
        "excerpt": f"{_words(chance, 30).capitalize()} {chance.randint(2, 5000)} {_words(chance, 20)}.",
    }


def _variant(chance: random.Random, number: int, text: str, items: list[dict[str, Any]]) -> dict[str, Any]:
    cited = chance.sample(items, k=3)
    return {
        "variant_id": f"v-{number}",
        "platform": "x",
        "text": text,
        "evidence_ids": [item["id"] for item in cited],
    }


def _text(chance: random.Random) -> str:
    """A post of 280 characters that gives every check something to do."""
    start = (
        f"Now supports {_words(chance, 3)}: {chance.randint(2, 90)}% of {chance.randint(1000, 9000):,} teams, the best "
    )
    return (start + _words(chance, 50))[:279] + "."


def _words(chance: random.Random, count: int) -> str:
    return " ".join(chance.choices(WORDS, k=count))
