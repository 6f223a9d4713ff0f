from __future__ import annotations

import pytest

from reachweaver.brand import Rules
from reachweaver.checks.missing_disclosure import check
from reachweaver.report import Finding, Remedy
from tests.checks.ruled import context, findings

OURS = "Disclosure: we sell what we post about."


@pytest.mark.parametrize(
    ("disclosure", "body"),
    [
        (OURS, "Ink. DISCLOSURE: we\nsell  what we post about."),
        (OURS, "Ink.\n\nDisclosure:\n\nwe sell what we post about."),
        ("We don't pay.", "We don’t pay."),
        ("Paid-for post", "paid‑for post"),
        ("#ad", "Ink day. #AD"),
        ("#ad", "(#ad)"),
        ("Ad\n", "An ad."),
        ("広告", "これは広告です"),
        ("café", "Cafe\u0301"),
        ("Werbung: Größe", "WERBUNG: GRÖSSE"),
        ("\u200b", "A disclosure that nobody could see is not asked for."),
    ],
)
def test_a_disclosure_is_contained_under_the_folding(disclosure: str, body: str) -> None:
    """Case, white space, quote marks, hyphens and Unicode forms make no difference."""
    assert findings(check, context(body, rules=Rules(required_disclosure=disclosure))) == []


@pytest.mark.parametrize(
    ("disclosure", "body"),
    [
        (OURS, "Disclosure: we sell what we like."),
        ("#ad", "#adventure is out there"),
        ("Ad", "Made by us"),
        ("We sell ink.", "We sell ink"),
        ("Ad", ""),
    ],
)
def test_a_disclosure_that_is_missing(disclosure: str, body: str) -> None:
    """A part of it, or longer words that begin as it does, will not do."""
    found = findings(check, context(body, rules=Rules(required_disclosure=disclosure)))
    assert [(one.code, one.severity, one.start) for one in found] == [("missing_disclosure", "error", None)]


def test_a_finding_carries_its_remedy() -> None:
    """The words to insert stand after a blank line."""
    assert findings(check, context("Ink", rules=Rules(required_disclosure=OURS))) == [
        Finding(
            code="missing_disclosure",
            severity="error",
            message=f'The text lacks the disclosure that the brand requires: "{OURS}"',
            remedy=Remedy(text=OURS, separator="\n\n"),
        )
    ]


def test_every_distinct_disclosure_is_required() -> None:
    """Brand and account each may ask for one; asked for twice, it is one."""
    brand = Rules(required_disclosure="We sell ink.")
    different = context("Ink", rules=brand, account=Rules(required_disclosure="#ad"))
    same = context("Ink", rules=brand, account=Rules(required_disclosure="WE SELL  INK."))
    assert [one.scope for one in findings(check, different)] == [None, "account:shop"]
    assert [one.scope for one in findings(check, same)] == [None]
