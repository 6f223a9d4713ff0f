"""Checks 2 and 2b: claims that a person has to compare with the source, unless cited evidence words them the same way.

One module for each category, each with a plain function `check`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from reachweaver.checks.context import Check, CheckContext
from reachweaver.checks.needs_human_review import (
    customer_count,
    feature,
    feature_claims,
    partnership,
    quote,
    superlative,
    testimonial,
)
from reachweaver.report import Finding, Grounded

CATEGORIES: tuple[tuple[str, Check], ...] = (
    ("quote", quote.check),
    ("testimonial", testimonial.check),
    ("partnership", partnership.check),
    ("customer_count", customer_count.check),
    ("superlative", superlative.check),
    ("feature", feature.check),
)
"""Category and check, in the order of the specification."""

_WORDS: Final = {
    "testimonial": testimonial.WORDS,
    "partnership": partnership.WORDS,
    "customer_count": customer_count.WORDS,
    "superlative": superlative.WORDS,
    "feature": feature_claims.WORDS,
}
"""For a category, words (`Prose.ascii_words`) of which every claim has one."""
_ANY_WORDS: Final = frozenset[str]().union(*_WORDS.values())


def check(context: CheckContext) -> Iterator[Finding | Grounded]:
    """What the checks of all categories find."""
    words = _ANY_WORDS & context.body.ascii_words
    for name, category in CATEGORIES:
        if name not in _WORDS or not words.isdisjoint(_WORDS[name]):
            yield from category(context)
