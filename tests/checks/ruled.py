"""Variants under brand rules, an opt-out list and calls to action, for the tests of the checks that need no evidence."""

from __future__ import annotations

from reachweaver.brand import Account, Brand, Rules
from reachweaver.checks.context import Check, CheckContext, EvidencePool
from reachweaver.optout import OptOut
from reachweaver.report import Finding
from reachweaver.text.prose import Prose
from tests.checks.marked import unmarked


def context(
    body: str,
    *,
    rules: Rules | None = None,
    account: Rules | None = None,
    optout: OptOut | None = None,
    cta_url: str | None = None,
    cta_phrase: str | None = None,
) -> CheckContext:
    """A variant without evidence; `account` holds the rules of its account `shop`."""
    accounts = {} if account is None else {"shop": Account(rules=account)}
    brand = Brand(rules=rules or Rules(), accounts=accounts)
    return CheckContext(
        body=Prose(body),
        cited=(),
        declared=EvidencePool(),
        rules=brand.rules_for("shop"),
        optout=optout or OptOut(),
        cta_url=cta_url,
        cta_phrase=cta_phrase,
    )


def findings(check: Check, variant: CheckContext) -> list[Finding]:
    """The findings of a check, in the order of the report."""
    return sorted((one for one in check(variant) if isinstance(one, Finding)), key=Finding.sort_key)


def assert_spans(check: Check, marked: str, variant: CheckContext) -> None:
    """A check's findings have exactly the marked parts of the body as their spans."""
    _, spans = unmarked(marked)
    assert [(one.span, one.start, one.end) for one in findings(check, variant)] == spans
