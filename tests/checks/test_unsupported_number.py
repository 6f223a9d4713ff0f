"""Check 1: each number of a body is grounded by cited evidence or an error that names uncited evidence."""

from __future__ import annotations

from reachweaver.checks.context import CheckContext, EvidencePool, EvidenceText
from reachweaver.checks.unsupported_number import check
from reachweaver.report import Finding, Grounded
from tests.checks.marked import context, findings, grounded


def test_every_type_is_grounded() -> None:
    """A grounded entry has the number's type, its span and the cited evidence that has it."""
    body = "On May 9, 2027 at 8:30 AM, 1,200 seats, 40% off, 3x faster, our 5th, in v2.0"
    evidence = "3× faster, 40 percent, 1200 seats; the 5th release is 2.0 (2027-05-09, 8:30 am)"
    assert [(one.type, one.span, one.start, one.end) for one in grounded(check, body, cited=["no", evidence])] == [
        ("date", "May 9, 2027", 3, 14),
        ("time", "8:30 AM", 18, 25),
        ("number", "1,200", 27, 32),
        ("percentage", "40%", 40, 43),
        ("multiplier", "3x", 49, 51),
        ("ordinal", "5th", 64, 67),
        ("version", "v2.0", 72, 76),
    ]
    assert {one.matched_evidence for one in grounded(check, body, cited=["no", evidence])} == {("c2",)}


def test_all_cited_evidence_that_has_it() -> None:
    """Matched evidence is every cited item that has the number, in order of declaration; uncited items are left out."""
    assert list(check(context("7 lamps", cited=["7 lamps", "8 lamps", "7"], uncited=["7"]))) == [
        Grounded(type="number", span="7", start=0, end=1, matched_evidence=("c1", "c3"))
    ]


def test_uncited_evidence_is_named() -> None:
    """A number that only uncited evidence has is an error whose message names that evidence."""
    (finding,) = check(context("It is 42% smaller", cited=["Smaller"], uncited=["42%", "42 desks", "42 percent"]))
    assert finding == Finding(
        code="unsupported_number",
        severity="error",
        message='The percentage "42%" is in no evidence that this variant cites, but it is in u1 and u3.'
        " Cite that evidence, or take the percentage out.",
        span="42%",
        start=6,
        end=9,
        matched_evidence=("u1", "u3"),
    )


def test_no_evidence_has_it() -> None:
    """A number that no evidence has is an error that says what to do."""
    (finding,) = findings(check, "It is 42% smaller", cited=["Smaller"])
    assert finding.matched_evidence == ()
    assert finding.message == (
        'The percentage "42%" is in no evidence that this variant cites. Cite evidence that has it, put the exact'
        " figure into an excerpt, or take it out."
    )
    (finding,) = findings(check, "It is 42% smaller")
    assert "cites: it cites none." in finding.message


def test_claim_and_excerpt_are_read_apart() -> None:
    """A number never begins in the claim and ends in the excerpt, and either has what it says."""
    item = EvidenceText("e", ("On desk 12", "500 lamps"))
    base = context("")
    for body, unfounded in (("12 lamps", []), ("500 lamps", []), ("12,500 lamps", ["12,500"])):
        variant = CheckContext(
            body=context(body).body, cited=(item,), declared=EvidencePool((item,)), rules=base.rules, optout=base.optout
        )
        assert [one.span for one in check(variant) if isinstance(one, Finding)] == unfounded


def test_each_place_is_reported() -> None:
    """The same number twice is two entries, in text order."""
    assert [(one.span, one.start) for one in findings(check, "24 lamps, 24 desks, 7 beds")] == [
        ("24", 0),
        ("24", 10),
        ("7", 20),
    ]


def test_spaced_digits() -> None:
    """Digits with spaces are reported as the numbers that evidence has, cited evidence before uncited."""
    body = "In week 12 500 came"
    assert [one.span for one in grounded(check, body, cited=["12,500 came"])] == ["12 500"]
    assert [one.span for one in grounded(check, body, cited=["week 12", "500 came"])] == ["12", "500"]
    assert [one.span for one in grounded(check, body, cited=["12 weeks, 500"], uncited=["12,500"])] == ["12", "500"]
    assert [(one.span, one.matched_evidence) for one in findings(check, body, uncited=["12,500"])] == [
        ("12 500", ("u1",))
    ]
    results = list(check(context(body, cited=["week 12"], uncited=["500"])))
    assert [(type(one), one.span) for one in results] == [(Grounded, "12"), (Finding, "500")]
    assert [one.span for one in findings(check, body, cited=["week 12"])] == ["12 500"]


def test_original_offsets() -> None:
    """Spans are the original characters, whatever folding did before and inside them."""
    body = "🎯 ﬁne: 𝟯𝟳% and 4\u200b8\u00a0% \u200b16\u200b"
    assert [(one.span, one.start, one.end) for one in findings(check, body)] == [
        ("𝟯𝟳%", 7, 10),
        ("4\u200b8\u00a0%", 15, 20),
        ("16", 22, 24),
    ]


def test_a_body_without_digits() -> None:
    """Numbers in words are not recognized."""
    assert list(check(context("Three lamps, half a desk, a dozen beds, the first"))) == []
