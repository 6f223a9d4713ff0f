"""Superlatives, and the idioms that only look like some."""

from __future__ import annotations

import pytest

from reachweaver.checks.needs_human_review.superlative import check
from tests.checks.marked import assert_finds, assert_grounds, findings, grounded


@pytest.mark.parametrize(
    "marked",
    [
        "The ⟦best⟧ lamp on the desk.",
        "The ⟦fastest⟧ reader on the desk.",
        "⟦The first⟧ lamp on the desk, for ⟦the first⟧ time.",
        "⟦The only⟧ lamp on the desk.",
        "Our ⟦#1⟧ lamp. The ⟦＃１⟧ lamp (⟦#1⟧), and ⟦#1⟧.",
        "The ⟦number one⟧ lamp, the ⟦No. 1⟧ lamp.",
        "The ⟦largest⟧, ⟦smallest⟧, ⟦simplest⟧ and ⟦cheapest⟧ lamp.",
        "The ⟦most advanced⟧ and ⟦most popular⟧ lamp.",
        "⟦The very first⟧ lamp, the ⟦world's first⟧, the ⟦world’s leading⟧, a ⟦first-ever⟧, the ⟦UK’s first⟧, ⟦Asia's leading⟧.",
        "⟦Unrivalled⟧, ⟦second to none⟧, ⟦industry-leading⟧, ⟦market‑leading⟧.",
        "Not the ⟦fastest⟧, hardly ⟦the only⟧, and far from the ⟦best⟧.",
        "The ⟦greenest⟧, ⟦oldest⟧, ⟦tastiest⟧, ⟦most anticipated⟧, ⟦most sought-after⟧ and ⟦unmatched⟧ lamp.",
        "A ⟦bestselling⟧ lamp, the ⟦bestseller⟧, a ⟦top-rated⟧ one.",
        "⟦BEST⟧ of all. ⟦ｂｅｓｔ⟧ of all. ⟦be\u200bst⟧ of all. ⟦The\nfirst⟧ of all. ⟦The \t first⟧ of all.",
        "⟦best⟧-in-class and ⟦fastest⟧-growing",
        "The ⟦Best⟧. The ⟦best⟧! “⟦best⟧” '⟦best⟧'",
        "机の⟦best⟧なランプ",
        "_⟦best⟧_ and __the ⟦best⟧__ and _⟦the first⟧ lamp_ and *⟦best⟧*",
    ],
)
def test_superlatives(marked: str) -> None:
    """Each is found as whole words, in any case, width and white space, and negated as well."""
    assert_finds(check, marked)


@pytest.mark.parametrize(
    "body",
    [
        "Asbestos, bestow, forest, request, contest and breakfastest are no superlatives.",
        "At first we waited; first things first, and only then the rest.",
        "The firsthand report and the onlyness of it.",
        "#10 and #1.5 and #1,000 and #1st and C#1 are none.",
        "#best @best https://best.example/the/best best@example.org",
        "The\n\nfirst lamp and the\n \nonly one.",
        "best_lamp, the_best and my_best_lamp are names.",
        "At most 3 lamps; most of them; Most Valuable Lamp is a show.",
        "The latest draft, the nearest lamp.",
        "It happened on the first of March, and on the first Monday in May.",
    ],
)
def test_what_is_no_superlative(body: str) -> None:
    """Longer words, other numbers, names, dates and a blank line inside make no superlative."""
    assert_finds(check, body)


@pytest.mark.parametrize(
    "body",
    [
        "A best practice, two best practices, a list of Best\nPractices and a best-practice list.",
        "Best regards, and with best regards.",
        "Best wishes to the desk.",
        "Best of luck to you.",
        "At best, a guess. A guess at\nbest.",
        "All the best!",
        "All the best, Mira",
        "All the best\nMira",
        "All the very best to you, and all the best for the spring.",
        "We do our best. She did her very best. They are doing their best to read it.",
        "We try our best every day; he tried his level best; they keep trying their best.",
        "Try your best!",
        "They do their collective best, and try their usual best.",
        "You do the best you can.",
        "We stick to what we do best. Ferns do best in the shade.",
        "To the best of our knowledge it is gone.",
        "Thank you!\nBest,\nMira",
        "Thank you!\n\nBest,\n\nMira",
        "We’re best reached by mail, and tea is best served hot.",
    ],
)
def test_idioms(body: str) -> None:
    """Fixed idioms with best claim nothing."""
    assert_finds(check, body)


@pytest.mark.parametrize(
    "marked",
    [
        "Best practices are good, but our ⟦best⟧ lamp is better.",
        "All the ⟦best⟧ lamps. All the best to you and your ⟦best⟧ lamp.",
        "Try our ⟦best⟧ lamp. We did our yearly ⟦best⟧ list.",
        "We do lamps, and they are the ⟦best⟧.",
        "At the ⟦best⟧ price, with the ⟦best⟧ of breed.",
        "Do our best, get the ⟦best⟧.",
        "the ⟦best⟧\n\npractices",
        "The ⟦best⟧,\nthe ⟦fastest⟧.",
    ],
)
def test_beside_an_idiom(marked: str) -> None:
    """An idiom covers its own words only."""
    assert_finds(check, marked)


def test_the_phrase_grounds() -> None:
    """Cited evidence grounds a superlative by containing the same words."""
    assert_grounds(check, "Our ⟦fastest⟧ reader, ⟦#1⟧ on the desk.", cited=["The FASTEST of all.", "They are #1."])
    assert_finds(check, "Our ⟦fastest⟧ reader, ⟦#1⟧ on the desk.", cited=["Faster than all.", "They are #10."])
    (entry,) = grounded(check, "The only lamp.", cited=["Only the lamp.", "It is the  only lamp."])
    assert (entry.type, entry.span, entry.matched_evidence) == ("superlative", "The only", ("c2",))


def test_an_uncited_phrase_is_named() -> None:
    """A finding is for review, and names the uncited evidence that has the words."""
    (finding,) = findings(check, "The fastest lamp.", cited=["A fast lamp."], uncited=["The fastest.", "Fast."])
    assert (finding.code, finding.severity, finding.category) == ("needs_human_review", "review", "superlative")
    assert finding.matched_evidence == ("u1",)
    assert finding.message == (
        '"fastest" is a superlative, and no cited evidence has this word.'
        " It stands in u1, which the variant does not cite."
    )
