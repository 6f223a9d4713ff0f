"""The checks of one variant, in one table.

Each is a plain function in a module named after its finding code. Near-duplicates, which need all variants at once,
are found by `reachweaver.claims`.
"""

from reachweaver.checks import (
    banned_phrase,
    missing_cta,
    missing_disclosure,
    needs_human_review,
    optout_mention,
    too_many_hashtags,
    unsupported_number,
    unsupported_release,
)
from reachweaver.checks.context import Check

CHECKS: tuple[tuple[str, Check], ...] = (
    ("unsupported_number", unsupported_number.check),
    ("needs_human_review", needs_human_review.check),
    ("unsupported_release", unsupported_release.check),
    ("banned_phrase", banned_phrase.check),
    ("missing_disclosure", missing_disclosure.check),
    ("too_many_hashtags", too_many_hashtags.check),
    ("missing_cta", missing_cta.check),
    ("optout_mention", optout_mention.check),
)
"""Finding code and check, in the order of the specification."""
