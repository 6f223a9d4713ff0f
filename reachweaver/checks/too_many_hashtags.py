"""Check 5: the text has more hashtags than the lowest `max_hashtags` of brand and account allows."""

from __future__ import annotations

from collections.abc import Iterator

from reachweaver.checks.context import CheckContext
from reachweaver.checks.scope import asked_by
from reachweaver.report import Finding


def check(context: CheckContext) -> Iterator[Finding]:
    """At most one error, which lists all hashtags as written."""
    cap = context.rules.max_hashtags
    if cap is None or len(context.body.addresses.hashtags) <= cap.value:
        return
    hashtags = tuple(context.body.span_of_plain(start, end)[0] for start, end in context.body.addresses.hashtags)
    brand_cap = context.rules.brand_max_hashtags
    scope = cap.scope if brand_cap is None or len(hashtags) <= brand_cap else None
    allowed = f"at most {cap.value}" if cap.value else "none"
    counted = "1 hashtag" if len(hashtags) == 1 else f"{len(hashtags)} hashtags"
    yield Finding(
        code="too_many_hashtags",
        severity="error",
        message=f"The text has {counted}; {asked_by(cap.scope)} allows {allowed}: {' '.join(hashtags)}",
        scope=scope,
        hashtags=hashtags,
    )
