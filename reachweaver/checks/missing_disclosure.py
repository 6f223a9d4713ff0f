"""Check 5: a disclosure that the brand or the account requires is not in the text.

Contained under the folding of the contract, section 6, and not as a part of longer words: `#ad` is not in `#adventure`.
"""

from __future__ import annotations

from collections.abc import Iterator

from reachweaver.brand import Scoped
from reachweaver.checks.context import CheckContext
from reachweaver.checks.phrases import quoted
from reachweaver.checks.scope import asked_by
from reachweaver.report import Finding, Remedy
from reachweaver.text.prose import fold_phrase


def check(context: CheckContext) -> Iterator[Finding]:
    """One error for each distinct disclosure that is missing."""
    for disclosure in context.rules.required_disclosures:
        folded = fold_phrase(disclosure.value)
        if folded and not context.body.contains_phrase(folded):
            yield _finding(disclosure)


def _finding(disclosure: Scoped[str]) -> Finding:
    return Finding(
        code="missing_disclosure",
        severity="error",
        message=f"The text lacks the disclosure that {asked_by(disclosure.scope)} requires: {quoted(disclosure.value)}",
        scope=disclosure.scope,
        remedy=Remedy(text=disclosure.value, separator="\n\n"),
    )
