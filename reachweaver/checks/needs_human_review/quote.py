"""Quotations of three or more words: cited evidence has to contain the quoted words.

Specification, check 2, and section 6 of the contract. The span is what stands between the marks.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from reachweaver.checks.context import CheckContext
from reachweaver.checks.needs_human_review.quotations import find_quotations
from reachweaver.checks.phrases import judge
from reachweaver.report import Finding, Grounded
from reachweaver.text.characters import IDEOGRAPH
from reachweaver.text.patterns import Pattern
from reachweaver.text.prose import fold_phrase

FEWEST_WORDS = 3
"""Fewer words between marks are a title or a term, not a quotation."""


def check(context: CheckContext) -> Iterable[Finding | Grounded]:
    """Every quotation of the body, grounded or for review."""
    text = context.body.plain.text
    if not (found := find_quotations(text)):
        return ()
    spans = [span for span in found if _is_long_enough(text, *span)]
    return judge(context, spans, category="quote", is_a="is a quotation", sought=_quoted_words)


# A hyphenated word, a number and a URL are one word each; a Han or kana character is one, as in near-duplicates.
_LETTER = rf"[[\p{{L}}\p{{M}}\p{{N}}]--{IDEOGRAPH}]"
_WORD = Pattern(
    rf"{IDEOGRAPH}|{_LETTER}++(?:(?:['’ʼ.\-‐‑/\\:@?=\&\#_%+\~]{{1,3}}|(?<=\p{{N}}),(?=\p{{N}})){_LETTER}++)*+"
)


def _is_long_enough(text: str, start: int, end: int) -> bool:
    return sum(1 for _ in islice(_WORD.compiled.finditer(text, start, end), FEWEST_WORDS)) == FEWEST_WORDS


def _quoted_words(span: str) -> str:
    """What evidence has to contain: the folded words without closing punctuation, dots of omission and emphasis."""
    return fold_phrase(span).lstrip(_OPENING).rstrip(_CLOSING)


_OPENING = ". *_~"
_CLOSING = ".,;:!?'\"。、 –—-*_~"
