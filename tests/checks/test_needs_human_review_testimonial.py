"""Testimonial and quote language: who is made to speak."""

from __future__ import annotations

import pytest

from reachweaver.checks.needs_human_review.testimonial import check
from tests.checks.marked import assert_finds, assert_grounds, findings, grounded


@pytest.mark.parametrize(
    "marked",
    [
        "Mira Voss ⟦said⟧ the draft was late.",
        "Mira Voss ⟦says⟧ the draft is late.",
        "⟦According to⟧ the minutes, the draft was late.",
        "A reader ⟦told us⟧ that the draft was late, and ⟦told me⟧ twice.",
        "As Mira Voss ⟦puts it⟧, the draft was late.",
        "⟦In the words of⟧ Mira Voss, it was late; ⟦in their own words⟧, too.",
        "⟦Readers say⟧ that it is late. ⟦Customers say⟧ so, and ⟦listeners say⟧ so, too.",
        "⟦They tell us⟧ so, and ⟦customers tell us⟧ more.",
        '“Superb,” ⟦adds⟧ Mira. "Superb", ⟦added⟧ Ben. «Superb», she ⟦added⟧. „Superb!“ he ⟦adds⟧ with a smile.',
        "She ⟦highly recommends⟧ the desk, and so do we.",
        "The paper ⟦quoted⟧ nobody, and this is no ⟦testimonial⟧.",
        "Mira ⟦stated that⟧ it was late. Ben ⟦swears by⟧ it.",
        "MIRA ⟦SAID⟧ NO. Mira ⟦ｓａｉｄ⟧ no. Mira ⟦sa\u200bid⟧ no.",
        "⟦According\nto⟧ the minutes. ⟦According \t to⟧ them. ⟦According\u00a0to⟧ them.",
        "Ben never ⟦said⟧ so: a denial is wording, too.",
        "ミラは⟦said⟧と書いた。",
    ],
)
def test_phrases(marked: str) -> None:
    """Each phrase is found as whole words, in any case, width and white space; the span is the phrase alone."""
    assert_finds(check, marked)


@pytest.mark.parametrize(
    "body",
    [
        "That said, the draft was late.",
        "It was late. That said it was good.",
        "With that said, we go on; that being said, we stay.",
        "Having said that, we go on.",
        "Easier said than done, and enough said.",
        "When all is said and done, a draft is a draft.",
        "The said draft was late.",
        "Needless to say, the draft was late.",
        "They put it on the wall.",
        "Aforesaid and unsaid are words of their own, and so is unquoted.",
        "According\n\nto nobody.",
        "#said @said https://example.org/said said@example.org",
        "It goes without saying.",
        "Tell us in the comments! Please tell us why, or tell me.",
        "“Focus” adds a timer. “Superb!” Adds a timer.",
    ],
)
def test_what_is_no_testimonial(body: str) -> None:
    """Idioms in which nobody speaks, longer words, names and a blank line inside make no phrase."""
    assert_finds(check, body)


def test_a_relative_clause_speaks() -> None:
    """`that said` is an idiom only where a sentence starts or a comma follows."""
    assert_finds(check, "The note that ⟦said⟧ the draft was late is gone.")


def test_the_phrase_grounds() -> None:
    """Cited evidence grounds a phrase by containing the same phrase, whatever else it says."""
    assert_grounds(check, "⟦According to⟧ the minutes, it was late.", cited=["We go according  to plan."])
    (entry,) = grounded(check, "Mira said so.", cited=["Nobody spoke.", "Ben SAID no."])
    assert (entry.type, entry.span, entry.matched_evidence) == ("testimonial", "said", ("c2",))


def test_an_uncited_phrase_is_named() -> None:
    """A finding is for review, and names the uncited evidence that has the phrase."""
    (finding,) = findings(check, "Mira said so.", cited=["Mira says so."], uncited=["Mira said so."])
    assert (finding.code, finding.severity, finding.category) == ("needs_human_review", "review", "testimonial")
    assert finding.matched_evidence == ("u1",)
    assert finding.message == (
        '"said" lets somebody else speak, and no cited evidence has this word.'
        " It stands in u1, which the variant does not cite."
    )


def test_nothing_to_cite() -> None:
    """Without such evidence the message says what would settle it."""
    (finding,) = findings(check, "Mira said so.")
    assert finding.matched_evidence == ()
    assert finding.message == (
        '"said" lets somebody else speak, and no cited evidence has this word.'
        " Cite evidence whose claim or excerpt has it, or let a person review the wording."
    )
