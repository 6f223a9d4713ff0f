"""Check 5: a phrase of the brand's `banned_phrases` stands in the text.

Whole words under the folding of the contract, section 6: any case, any white space but a blank line.
"""

from __future__ import annotations

from collections.abc import Iterator

from reachweaver.brand import Scoped
from reachweaver.checks.context import CheckContext
from reachweaver.checks.phrases import quoted
from reachweaver.checks.scope import asked_by
from reachweaver.report import Finding
from reachweaver.text.prose import fold_phrase


def check(context: CheckContext) -> Iterator[Finding]:
    """One error for each occurrence of each phrase."""
    for phrase in context.rules.banned_phrases:
        for start, end in context.body.find_phrase(fold_phrase(phrase.value)):
            yield _finding(phrase, *context.body.span_of_folded(start, end))


def _finding(phrase: Scoped[str], span: str, start: int, end: int) -> Finding:
    as_listed = "" if span == phrase.value else f" (listed as {quoted(phrase.value)})"
    return Finding(
        code="banned_phrase",
        severity="error",
        message=f"{quoted(span)} is a phrase that {asked_by(phrase.scope)} bans{as_listed}. Take it out or reword it.",
        span=span,
        start=start,
        end=end,
        scope=phrase.scope,
    )
