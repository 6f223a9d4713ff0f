"""What counts as a source that states a claim, or its opposite; whatever is in doubt is neither."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from reachweaver.lookup.stance import STATUSES, Stance, stance


def status_of(claim: str, *blocks: str) -> str:
    return stance(claim, blocks, is_complete=True).status


@pytest.mark.parametrize(
    ("claim", "block"),
    [
        ("Planner is free", "Planner is free."),
        ("Planner is free.", "planner IS free"),
        ("Planner is a library", "Planner is a library to write plans with."),
        ("Planner is library", "Planner is a library for teams and for people."),
        ("Planner supports Linux", "Planner supports Linux and macOS."),
        ("Planner supports Linux", "Planner supports Linux, macOS and Windows."),
        ("Planner supports Linux", "Planner supports Linux. It is not a database."),
        ("Planner supports Linux", "Planner supports Linux. This is true of every release."),
        ("Planner supports Linux", "Planner supports Linux. This does not cost more."),
        ("Planner supports Linux", "It is small. Planner supports Linux! It is quick."),
        ("Planner supports Linux", "A heading\n\nPlanner supports Linux"),
        ("Planner supports Linux", "In 2027, Planner supports Linux."),
        ("Planner supports Linux", "New: Planner supports Linux (and more)."),
        ("Planner supports Linux", "Planner supports Linux; the rest comes later."),
        ("Planner supports Linux", "As of version 2.0, Planner supports Linux."),
        ("Planner supports Linux", "On March 1, 2026: Planner supports Linux."),
        ("Planner supports Linux", "✓ Planner supports Linux"),
        ("Planner supports Linux", "Planner supports Linux, too."),
        ("Planner supports Linux", "Planner supports Linux, several kinds of BSD, and macOS."),
        ("Planner supports Linux", "Planner supports Linux because people asked for it."),
        ("Planner handles 1,000 requests", "Planner handles 1000 requests."),
        ("Saving takes 30% less time", "Saving takes 30 percent less time, which is a lot."),
        ("Planner 2.0 was released in March 2026", "Planner 2.0 was released in March 2026."),
        ("Planner does not track people", "Planner does not track people."),
        ("Planner doesn't track people", "Planner never tracks people"),
        ("Planner isn't free", "Planner is not free."),
        ("Planner’s queue is fair", "Planner's queue is fair."),
        ("Planner’s queue is fair", "Planner’s queue is fair. It works on paper, too."),
        ("Planner supports Linux", "Planner supports Linux, macOS and long plans."),
        ("プランナー は 無料", "プランナー は 無料。"),
    ],
)
def test_a_source_that_says_it_supports_it(claim: str, block: str) -> None:
    """The claim's words, one after the other, as a clause of a sentence that says nothing against them."""
    assert stance(claim, ["Nothing here.", block], is_complete=False) == Stance("supported", "stated", 1)


@pytest.mark.parametrize(
    ("claim", "block", "reason"),
    [
        ("Planner is a database", "Planner is not a database; it is a library.", "negation_differs"),
        ("Planner is free", "Planner isn't free.", "negation_differs"),
        ("Planner is free", "Planner is no longer free.", "negation_differs"),
        ("Planner is not free", "Planner is free.", "negation_differs"),
        ("Planner supports Linux", "Planner does not support Linux.", "negation_differs"),
        ("Planner supports Linux", "Planner doesn’t support Linux, sorry.", "negation_differs"),
        ("Planner can run offline", "Planner cannot run offline.", "negation_differs"),
        ("Planner has limits", "Planner has no limits.", "negation_differs"),
        ("Planner handles 500 requests", "Planner handles 300 requests.", "number_differs"),
        ("Saving takes 40% less time", "Saving takes 30% less time.", "number_differs"),
        ("Planner costs $5 a month", "Planner costs $7 a month.", "number_differs"),
        ("Planner was released in March 2026", "Planner was released in March 2025.", "number_differs"),
    ],
)
def test_a_source_that_says_the_opposite_contradicts_it(claim: str, block: str, reason: str) -> None:
    """The same words, and one negation on one side only or one figure that is another."""
    found = stance(claim, ["Nothing here.", block], is_complete=False)
    assert (found.status, found.reason, found.block) == ("contradicted", reason, 1)


@pytest.mark.parametrize(
    ("claim", "block"),
    [
        # Words in common, however many.
        ("Planner is a database engine", "Planner includes helpers for database engines."),
        ("Planner is free", "Free is what Planner is."),
        ("Planner supports Linux", "Linux supports Planner."),
        ("Planner supports Linux", "Planner, which is free, supports Linux."),
        ("Planner supports Linux", "Our Planner supports Linux."),
        ("Planner supports Linux", "Planner"),
        # More is said than the claim says.
        ("Planner is free", "Planner is free for students."),
        ("Planner is free", "Planner is free to try."),
        ("Planner is free", "Planner is free of charge in May."),
        ("Planner supports Linux", "Planner supports Linux emulation."),
        ("Planner is fast", "Planner is faster."),
        # What else the sentence holds may turn it.
        ("Planner is free", "Planner is free, but only in May."),
        ("Planner is free", "If you ask nicely, Planner is free."),
        ("Planner is free", "Planner is free unless you use it."),
        ("Planner is free", "It is a myth that Planner is free."),
        ("Planner is free", "According to its critics, Planner is free."),
        ("Planner is free", "They say: Planner is free."),
        ("Planner is free", "“Planner is free”, the leaflet reads."),
        ("Planner is free", 'The leaflet reads: "Planner is free"'),
        ("Planner is free", "Is it true: Planner is free?"),
        ("Planner is free", "Planner is free until May."),
        ("Planner is free", "Soon, Planner is free."),
        ("Planner is free", "Nobody knows it, Planner is free."),
        ("Planner is free", "Not so, Planner is free."),
        ("Planner is free", "Planner is free, not."),
        ("Planner is free", "Planner is free. But only in May."),
        ("Planner is free", "Planner is free. Not for everybody, of course."),
        ("Planner is free", "Planner is free; not for everybody, of course."),
        ("Planner is free", "Planner is free, which is a lie."),
        ("Planner supports Linux", "Planner supports Linux (deprecated)."),
        ("Planner is free", "Planner is free, or so we hoped."),
        ("Planner is free", "Planner is free… just kidding."),
        ("Planner supports Linux", "Planner supports Linux, in part."),
        ("Planner supports Linux", "Planner supports Linux (coming in 2030)."),
        ("Planner supports Linux", "Planner supports Linux, mostly."),
        ("Planner supports Linux", "Planner supports Linux, for a fee and a smile."),
        ("Planner supports Linux", "Planner supports Linux, provided that you pay."),
        ("Planner supports Linux", "Planner supports Linux (excluding ARM)."),
        ("Planner supports Linux", "Planner supports Linux: in your dreams."),
        ("Planner supports Linux", "Planner supports Linux, macOS and Windows: in your dreams."),
        ("Planner supports Linux", "Here are two myths. Planner supports Linux."),
        # What stands before it may say of what, when, or that it is no statement at all.
        ("Planner supports Linux", "Feature request: Planner supports Linux."),
        ("Planner supports Linux", "Fixed: Planner supports Linux."),
        ("Planner supports Linux", "Before 2.0, Planner supports Linux."),
        ("Planner supports Linux", "With a plugin, Planner supports Linux."),
        ("Planner handles 500 requests", "On a phone, Planner handles 300 requests."),
        # A list of what is there and what is not.
        ("Planner supports Linux", "❌ Planner supports Linux"),
        ("Planner supports Linux", "[ ] Planner supports Linux"),
        ("Planner supports Linux", "Planner supports Linux: ✗"),
        # What follows says that it does not hold.
        ("Planner is free", "Planner is free. This is not true."),
        ("Planner is free", "Planner is free. That isn't so!"),
        ("Planner is free", "Planner is free. It is a myth."),
        ("Planner is free", "Planner is free. That has never been the case."),
        ("Planner is free", "Planner is free. This is no longer correct."),
        ("Planner supports Linux", "Planner supports Linux. It was removed in 3.0."),
        ("Planner supports Linux", "Planner supports Linux. That changed last year."),
        ("Planner supports Linux", "Planner supports Linux. Actually, it does not."),
        ("Planner supports Linux", "Planner supports Linux. It never did."),
        ("Planner supports Linux", "Planner supports Linux. The above is false."),
        ("Planner supports Linux", "Planner supports Linux. In theory."),
        ("Planner is free", "Planner is free. In fact it is not."),
        ("Planner is free", "Planner is free. Nope."),
        ("Planner is free", "Planner is free. The opposite is true."),
        ("Planner is free", "Planner is free. This is inaccurate."),
        ("Planner is free", "Planner is free. Is it true?"),
        ("Planner supports Linux", "Planner supports Linux. The feature was withdrawn."),
        ("Planner supports Linux", "Planner supports Linux. They stopped it in 3.0, and that support ended."),
        ("Planner supports Linux", "Planner supports Linux. It doesn't work."),
        ("Planner supports Linux", "The following is not true. Planner supports Linux."),
        ("Planner supports Linux", "Satire. Planner supports Linux."),
        # And so does what stands behind an "and".
        ("Planner supports Linux", "Planner supports Linux and macOS provided that you pay."),
        ("Planner supports Linux", "Planner supports Linux and macOS as long as you pay."),
        ("Planner supports Linux", "Planner supports Linux and macOS in the event of a storm."),
        ("Planner supports Linux", "Planner supports Linux and macOS depending on your plan."),
        ("Planner supports Linux", "Planner supports Linux and presumably macOS."),
        ("Planner supports Linux", "Planner supports Linux, macOS and is unconfirmed."),
        ("Planner supports Linux", "Planner supports Linux because we lied."),
        ("Planner supports Linux", "Planner supports Linux so they tell us."),
        # Quotation marks and question marks of every kind.
        ("Planner is free", "‘Planner is free’"),
        ("Planner is free", "‚Planner is free‘"),
        ("Planner is free", "‹Planner is free›"),
        ("Planner is free", "「Planner is free」"),
        ("Planner is free", "『Planner is free』"),
        ("Planner is free", "❝Planner is free❞"),
        ("Planner is free", "Planner is free؟"),
        ("Planner is free", "Planner is free‽"),
        ("Planner supports Linux", "⬜ Planner supports Linux"),
        ("Planner supports Linux", "Planner supports Linux 👎"),
        # Negations that are not the one difference.
        ("Planner is free", "Planner is not only free."),
        ("Planner is free", "Planner is not free of bugs."),
        ("Planner is free", "Not every Planner is free."),
        ("Planner is free", "No Planner is free."),
        ("Planner is not free", "Planner is never not free."),
        ("Planner is free and open", "Planner is not free and not open."),
        # Figures that need not exclude each other.
        ("Planner handles 500 requests", "Planner handles at least 300 requests."),
        ("Planner handles 500 requests", "Planner handles 300 plans."),
        ("Planner handles 500 requests", "Planner handles 300 requests, but only at night."),
        ("Planner handles 500 requests", "Planner handles 30% requests."),
        ("Planner handles 500 requests in 10 seconds", "Planner handles 300 requests in 20 seconds."),
        ("Planner handles 10k requests", "Planner handles 10,000 requests."),
        ("Planner handles 5 million requests", "Planner handles 5,000 thousand requests."),
        ("Planner handles 500 requests", "Planner handles 300 requests and 200 plans."),
        ("Planner handles 500 requests", "Planner handles 300 requests, or 500 at night."),
        ("Planner handles 500 requests", "Planner handles 300 requests and many more."),
        ("Planner 2.0 adds queues", "Planner 1.9 adds queues."),
        ("Planner Pro 3 handles plans", "Planner Pro 4 handles plans."),
        ("Planner runs on Python 3.11", "Planner runs on Python 3.12, v3.11 and more."),
        ("Planner runs on Python 3.11 today", "Planner runs on Python 3.12 today."),
        ("Saving takes 30ms less", "Saving takes 30s less."),
        ("Planner costs $5 now", "Planner costs €5 now."),
        ("Planner is made in C", "Planner is made in C#."),
        ("It fell to 5 degrees", "It fell to -5 degrees."),
        ("Planner is at https://example.org/a", "Planner is at https://example.org/b"),
    ],
)
def test_whatever_is_in_doubt_is_related(claim: str, block: str) -> None:
    """Blocks that were found and do not plainly say it, or its opposite, are only related."""
    assert stance(claim, [block], is_complete=True) == Stance("related", "words_in_common")


def test_a_source_that_says_both_is_related() -> None:
    """A page that holds the claim and its opposite does not decide, in whatever order."""
    both = ("Planner is free.", "Planner is not free.")
    assert stance("Planner is free", both, is_complete=True) == Stance("related", "statements_differ")
    assert stance("Planner is free", [" ".join(both)], is_complete=True) == Stance("related", "statements_differ")


def test_the_first_block_that_says_it_is_named() -> None:
    """Of several blocks the best one is named."""
    assert stance("Planner is free", ["x", "Planner is free.", "Planner is free!"], is_complete=True).block == 1


@pytest.mark.parametrize(
    "claim",
    [
        "",
        " ",
        "Planner",
        "Planner works",
        "the a an",
        "?!",
        "Is Planner free?",
        "Planner is free, isn't it?",
        "Planner may be free",
        "Perhaps Planner is free",
        "Planner is free if you ask",
        "Planner would be free",
        "Planner is presumably free",
        "Planner is free؟",
        "word " * 101,
        "x" * 5000,
    ],
)
@pytest.mark.parametrize("blocks", [(), ("Planner is free.",)])
def test_what_asserts_nothing_is_unknown(claim: str, blocks: tuple[str, ...]) -> None:
    """Questions, possibilities, and less than a statement are nothing that a source could decide."""
    assert stance(claim, (*blocks, claim), is_complete=True) == Stance("unknown", "unclear_claim")


def test_nothing_found_is_told_from_not_all_looked_at() -> None:
    """Only a page that was read in full can be said not to support a claim."""
    assert stance("Planner is free", [], is_complete=True) == Stance("unsupported", "no_matching_block")
    assert stance("Planner is free", [], is_complete=False) == Stance("unknown", "incomplete_extract")


VOCABULARY = "Planner is free not the a 5 6 30% if and , . ; ? never no isn't doesn't does longer $ “ 日 \n"
WORDS = st.lists(st.sampled_from(VOCABULARY.split(" ")), max_size=12).map(" ".join)
CLAIM = "Planner handles many large plans quickly"


@given(WORDS, st.lists(WORDS, max_size=3), st.booleans())
@settings(max_examples=200)
def test_any_text_has_a_status(claim: str, blocks: list[str], is_complete: bool) -> None:
    """Whatever the words are there is one status, and a block that decides is one of those given."""
    found = stance(claim, blocks, is_complete=is_complete)
    assert found.status in STATUSES
    assert (found.block is not None) == (found.status in ("supported", "contradicted"))
    assert found.block is None or 0 <= found.block < len(blocks)


@given(st.permutations(CLAIM.split()))
def test_the_same_words_in_another_order_never_support(words: list[str]) -> None:
    """All words of a claim, in any order but its own, are no more than words in common."""
    expected = "supported" if " ".join(words) == CLAIM else "related"
    assert status_of(CLAIM, " ".join(words) + ".") == expected


@pytest.mark.parametrize("unit", ["a ", "planner is ", "1 ", "not ", "$", "https://a.b ", "x; ", "word. ", "…", "a-"])
def test_long_blocks_decide_nothing(unit: str) -> None:
    """What is longer than a sentence is passed over, and so is a block that is longer than any paragraph."""
    assert status_of("Planner is free", unit * (20_000 // len(unit))) == "related"
    assert status_of("Planner is free", "Planner is free. " * 2_000) == "related"
