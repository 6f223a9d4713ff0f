"""Check 1: every number, percentage, version, date, time, ordinal and multiplier must appear in cited evidence.

Specification, check 1 and *Numbers, locales and Unicode*; contract, section 6. What counts as the same value is decided
by `reachweaver.numbers`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from reachweaver.checks.context import CheckContext, ids
from reachweaver.checks.phrases import quoted
from reachweaver.numbers import Number
from reachweaver.report import Finding, Grounded
from reachweaver.values import listed


def check(context: CheckContext) -> Iterator[Finding | Grounded]:
    """Every number of the body, grounded or as an error."""
    return map(partial(_judge, context), context.settled_numbers)


def _judge(context: CheckContext, number: Number) -> Finding | Grounded:
    span, start, end = context.body.span_of_plain(number.start, number.end)
    cited = tuple([item.id for item in context.cited if item.numbers.grounds(number)])
    if cited:
        return Grounded(type=number.type, span=span, start=start, end=end, matched_evidence=cited)
    uncited = ids(context.uncited(context.declared.with_number(number)))
    return Finding(
        code="unsupported_number",
        severity="error",
        message=_message(number, span, uncited, cites_any=bool(context.cited)),
        span=span,
        start=start,
        end=end,
        matched_evidence=uncited,
    )


def _message(number: Number, span: str, uncited: tuple[str, ...], *, cites_any: bool) -> str:
    claim = f"The {number.type} {quoted(span)} is in no evidence that this variant cites"
    if uncited:
        return f"{claim}, but it is in {listed(uncited)}. Cite that evidence, or take the {number.type} out."
    reason = "." if cites_any else ": it cites none."
    return f"{claim}{reason} Cite evidence that has it, put the exact figure into an excerpt, or take it out."
