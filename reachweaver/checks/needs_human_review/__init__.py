"""Checks 2 and 2b: claims that a person has to compare with the source, unless cited evidence words them the same way.

One module for each category, each with a plain function `check`.
"""

from __future__ import annotations

from collections.abc import Iterator

from reachweaver.checks.context import Check, CheckContext
from reachweaver.checks.needs_human_review import customer_count, feature, partnership, quote, superlative, testimonial
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


def check(context: CheckContext) -> Iterator[Finding | Grounded]:
    """What the checks of all categories find."""
    for _, category in CATEGORIES:
        yield from category(context)
