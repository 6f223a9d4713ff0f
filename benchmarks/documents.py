"""Files of any size to edit, the same on every run: campaigns, some of their claims grounded, and Python modules."""

from __future__ import annotations

import json
import random
from typing import Any

BRAND = {
    "banned_phrases": ["game changer", "revolutionary", "to the moon"],
    "required_disclosure": "Written by the team that makes it.",
    "max_hashtags": 3,
}
"""A brand whose rules are checked as well."""

WORDS = tuple(
    f"{start}{middle}{end}"
    for start in ("bal", "cor", "den", "fal", "gor", "hin", "lam", "mer", "nol", "pan", "ros", "ven")
    for middle in ("a", "e", "i", "o", "u")
    for end in ("ble", "der", "ful", "ing", "ket", "low", "ment", "n", "per", "ry", "s", "tion")
)
"""As many words as a product's posts have in common, no two texts alike."""


def campaign_text(size: int, *, one_line: bool = False) -> str:
    """A campaign of at least `size` characters, and not much more; 1,000,000 are about 1,250 variants.

    One variant in ten has a figure that no evidence has, one in twenty a superlative; half have an emoji or a dash.
    """
    chance = random.Random(20260301)
    content: dict[str, Any] = {
        "campaign_id": "benchmark",
        "cta_url": "https://example.org/planner",
        "evidence": [_evidence(chance, number) for number in range(max(3, min(100, size // 10_000)))],
        "variants": [],
    }
    length = len(_written(content, one_line=one_line))
    while length < size:
        variant = _variant(chance, len(content["variants"]), content["evidence"])
        content["variants"].append(variant)
        length += len(_written(variant, one_line=one_line)) + (2 if one_line else 12 * 4)
    return _written(content, one_line=one_line)


def python_text(size: int, *, one_line: bool = False) -> str:
    """A Python module of at least `size` characters, and not much more, that holds posts: one line in ten has a fault."""
    chance = random.Random(20260301)
    lines = ["posts = []" if one_line else "import json"]
    length = len(lines[0])
    while length < size:
        number = len(lines)
        text = f"post_{number} = {{'text': '{_words(chance, 70)}', 'number': {number}}}"
        lines.append(f"{text} if undefined_{number} else None" if number % 10 == 0 else text)
        length += len(lines[-1]) + 2
    return ("; " if one_line else "\n").join(lines) + "\n"


def _written(value: dict[str, Any], *, one_line: bool) -> str:
    return json.dumps(value, ensure_ascii=False, indent=None if one_line else 2) + "\n"


def _evidence(chance: random.Random, number: int) -> dict[str, Any]:
    return {
        "id": f"source-{number}",
        "claim": f"{_words(chance, 6).capitalize()} by {_figure(number)}%.",
        "source_url": f"https://example.org/sources/{number}",
        "excerpt": f"{_words(chance, 30).capitalize()} {chance.randint(1000, 9000):,} {_words(chance, 20)}.",
    }


def _variant(chance: random.Random, number: int, evidence: list[dict[str, Any]]) -> dict[str, Any]:
    cited = chance.randrange(len(evidence))
    figure = _figure(cited) if number % 10 else 97
    praise = "the fastest one" if number % 20 == 0 else "a quicker one"
    sign = (" 🗓️", " — really", "", "")[number % 4]
    start = f"{_words(chance, 4).capitalize()}: {figure}% fewer {_words(chance, 2)}{sign}, {praise}. "
    return {
        "variant_id": f"post-{number}",
        "platform": ("linkedin", "telegram", "discord", "newsletter")[number % 4],
        "account_id": "planner",
        "text": f"{start}{_words(chance, 60).capitalize()}. https://example.org/planner?via={number} {BRAND['required_disclosure']}",
        "evidence_ids": [evidence[cited]["id"]],
    }


def _figure(number: int) -> int:
    """The percentage that the evidence of that number states."""
    return 2 + number % 90


def _words(chance: random.Random, count: int) -> str:
    return " ".join(chance.choices(WORDS, k=count))
