"""Customer and usage counts: what is one, and which evidence has it."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, strategies as st

from reachweaver.checks.needs_human_review.customer_count import check
from reachweaver.report import Finding, Grounded
from tests.checks.marked import assert_finds, assert_grounds, context, findings


@pytest.mark.parametrize(
    "marked",
    [
        "⟦1,200 users⟧, ⟦40 customers⟧, ⟦10k developers⟧, ⟦3 teams⟧, ⟦5 million downloads⟧ and ⟦900 GitHub stars⟧.",
        "⟦12 companies⟧, ⟦8 businesses⟧, ⟦2 organisations⟧, ⟦2 organizations⟧, ⟦70 start-ups⟧, ⟦7 Agencies⟧; ⟦2M installs⟧.",
        "⟦1,200 very happy young developers⟧ and 1,200 a b c d developers",
        "⟦10k+ monthly active users⟧, ⟦1,000s of happy customers⟧, ⟦10 000 open-source users⟧, ⟦1'000 B2B companies⟧",
        "⟦Thousands of developers⟧, ⟦hundreds of our biggest teams⟧, ⟦DOZENS OF CUSTOMERS⟧, ⟦millions of downloads⟧",
        "⟦Tens of thousands of users⟧ and ⟦hundreds\nof millions  of\u00a0installs⟧",
        "⟦1 customer⟧, a ⟦1,000 user⟧ milestone, a ⟦10,000-user⟧ community",
        "From 10 to ⟦20 customers⟧, ⟦300\nteams⟧, ⟦１２０ users⟧, ⟦2027 users⟧, ⟦5m users⟧",
        "⟦2,000 customer teams⟧ at ⟦30 companies⟧",
        "**⟦1,200** users⟧, _⟦10k+_ happy __users⟧__, ⟦300 *teams⟧*, _⟦thousands of_ developers⟧, **⟦40 customers⟧**",
        "⟦1,200 of our users⟧, ⟦40 of the biggest teams⟧ and ⟦1,000s of operations teams⟧",
        "⟦1,204 backers⟧, ⟦310,000 learners⟧, ⟦2 million players⟧, ⟦hundreds of students⟧ and ⟦1,200+ guests⟧",
        "⟦9,000 readers⟧, ⟦dozens of viewers⟧, ⟦300 daily listeners⟧ and ⟦2k visitors⟧",
        "⟦1,200 happy, loyal customers⟧, ⟦dozens of small, curious companies⟧ and ⟦10,000-plus paying users⟧",
    ],
)
def test_counts(marked: str) -> None:
    """A quantity, no more than three words and a noun; the span runs from the quantity to the noun."""
    assert_finds(check, marked)


@pytest.mark.parametrize(
    "body",
    [
        "We read 300 pages of interview notes so that our users get shorter posts.",
        "Version 3. Users like it. Out of 12, users: 30\n\nusers; 7 (users)",
        "40% of users, 3x users, the 3rd customer, 10:30 users, v2 users",
        "In 2027 our users, since 2024 developers, by 2030 customers",
        "$5 per user, 300 requests per user, 5 € customers pay $30 users",
        "GPT-4 users, step 2 users, version 3 users, season 2 downloads",
        "5 user interviews, 24-hour customer support, 3 star rating, rated 4.5 stars, a 5-star app",
        "10 tips for developers, 7 habits of teams, 3 ways to reach customers, 5 things developers love",
        "Hundreds of lamps for users, 300 notes about teams, 20 letters from our customers",
        "4 players, 50 guests, 25 students, 120 guest rooms, 300 student tickets",
        "Web3 developers, #100users, @10users, 10 users.example.org, 20 https://users.example.org",
        "Users, developers and customers by the thousands",
        "Hundreds of lamps for all of our users",
        "We read 300 pages, users read 12, users wrote thousands of, users",
        "Thousands\n\nof users and thousands of\n\nusers",
    ],
)
def test_what_counts_nothing(body: str) -> None:
    """Other kinds of numbers, years, prices, names, ratings and too great a distance are no counts."""
    assert findings(check, body) == []


@pytest.mark.parametrize(
    ("marked", "evidence"),
    [
        ("⟦1,200 developers⟧", "Developers wrote 1200 lines"),
        ("⟦1,200 developers⟧", "Each developer: 1,200 lines"),
        ("⟦10k downloads⟧", "10 thousand downloads"),
        ("⟦Thousands of developers⟧", "A developer among thousands of lamps"),
        ("⟦thousands of teams⟧", "tens of thousands of teams"),
        ("⟦300 companies⟧", "One company of 300"),
        ("⟦40 organisations⟧", "40 organizations"),
        ("⟦10 000 users⟧", "10,000 users"),
    ],
)
def test_grounded(marked: str, evidence: str) -> None:
    """One cited item with the quantity and the noun, in singular or plural and anywhere in it, grounds the count."""
    assert_grounds(check, marked, cited=["nothing", evidence])


@pytest.mark.parametrize(
    ("body", "evidence"),
    [
        ("1,200 developers", ["1,200 lines", "Developers"]),
        ("10k downloads", ["10,000 downloads"]),
        ("Thousands of developers", ["3,000 developers"]),
        ("Hundreds of teams", ["Thousands of teams"]),
        ("40 teams", ["40% of teams"]),
        ("40 users", ["40 used it"]),
    ],
)
def test_not_grounded(body: str, evidence: list[str]) -> None:
    """Quantity and noun in different items, another magnitude or another kind do not ground a count."""
    assert [one.span for one in findings(check, body, cited=evidence)] == [body]


def test_results() -> None:
    """A count is for review and names the uncited evidence that has it, or is grounded by the cited evidence that has it."""
    body = "Join 1,200 developers."
    message = '"1,200 developers" is a customer or usage count, and no cited evidence item has both the quantity and the noun.'
    assert list(check(context(body, cited=["1,200 lines"], uncited=["1200 developers", "Developers"]))) == [
        Finding(
            code="needs_human_review",
            severity="review",
            message=f"{message} Both stand in u1, which the variant does not cite.",
            span="1,200 developers",
            start=5,
            end=21,
            matched_evidence=("u1",),
            category="customer_count",
        )
    ]
    assert list(check(context(body, cited=["Developers", "1,200 developers"], uncited=["1,200 developers"]))) == [
        Grounded(type="customer_count", span="1,200 developers", start=5, end=21, matched_evidence=("c2",))
    ]
    (finding,) = findings(check, body)
    assert (
        finding.message == f"{message} Cite one item whose claim or excerpt has both, or let a person review the count."
    )


def test_spaced_digits() -> None:
    """The quantity is the number that evidence bears out."""
    assert_finds(check, "In week ⟦12 500 users⟧ came")
    assert_grounds(check, "In week 12 ⟦500 users⟧ came", cited=["12 weeks, 500 users"])


def test_a_vague_quantity_behind_digits() -> None:
    """`thousands of` is a quantity of its own behind a year or a day, and else one with the digits before it."""
    assert_finds(check, "In May 2027 ⟦thousands of teams⟧ came, on May 3 ⟦hundreds of users⟧")
    assert_grounds(check, "In 2027 ⟦thousands of teams⟧ came", cited=["2027: thousands of teams"])
    assert_grounds(check, "⟦5 thousands of users⟧ came", cited=["5 thousand users"])


PIECES = st.sampled_from(
    [
        *(
            "1,200",
            "10 000",
            "12",
            "5m",
            "10k",
            "2027",
            "1",
            "4.5",
            "thousands of",
            "Tens of thousands of",
            "dozens\nof",
        ),
        *(
            "users",
            "customer",
            "companies",
            "stars",
            "happy",
            "open-source",
            "per",
            "in",
            "week",
            "teams’",
            "@users",
            "of",
        ),
        *("+", ",", ".", "\n\n", "-", "$", "%", "\u200b", "\u00a0", "s"),
    ]
)
BODIES = st.lists(st.tuples(PIECES, st.sampled_from([" ", "", "\n"])), max_size=10).map(
    lambda pairs: "".join(piece + gap for piece, gap in pairs)
)


@given(body=BODIES)
def test_a_body_grounds_its_own_counts(body: str) -> None:
    """Evidence with the body's own text has every count; spans are the body's text and none begins where another does."""
    results = list(check(context(body, cited=[body])))
    assert all(isinstance(result, Grounded) for result in results)
    assert all(body[result.start : result.end] == result.span for result in results)
    assert len({result.start for result in results}) == len(results)


@pytest.mark.parametrize("unit", ["1 user ", "1 a b c ", "users ", "thousands of ", "1 ", "1 a-a-", "1" + " é" * 9])
def test_linear(unit: str) -> None:
    """Four times the text takes about four times the time."""
    ratios = []
    for repeats in (1, 2, 4):
        short, long = (
            min(_seconds(f"user {unit * (size // len(unit))}") for _ in range(repeats)) for size in (6_000, 24_000)
        )
        ratios.append(long / max(short, 0.003))
        if ratios[-1] < 8:
            return
    pytest.fail(f"four times the text takes {min(ratios):.1f} times the time")


def _seconds(body: str) -> float:
    variant = context(body)
    _ = (variant.settled_numbers, variant.body.lowered, variant.body.names)
    started = time.process_time()
    list(check(variant))
    return time.process_time() - started
