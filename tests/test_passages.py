"""The sentences of evidence that are shown for a claim, and the words in them that count."""

from __future__ import annotations

from typing import Any

import pytest

from reachweaver.campaign import Evidence, read_campaign
from reachweaver.claims import check_campaign
from reachweaver.json_spans import ObjectNode, read
from reachweaver.passages import LONGEST_SENTENCE, passages_of
from reachweaver.report import Finding, Grounded
from reachweaver.text.prose import Prose
from tests.lsp.marked import campaign, evidence


def shown(text: str, claim: str, excerpt: str | None = None, *, cited: bool = True, **fields: Any) -> list[str]:
    """The passages for the first entry of the report that rests on the evidence, counting words in `⟦…⟧`."""
    item = evidence("e", claim, **fields, **({} if excerpt is None else {"excerpt": excerpt}))
    variant = {"text": text, "evidence_ids": ["e"] if cited else []}
    read_ = read_campaign(read(campaign(variant, evidence=[item])))
    report = check_campaign(read_).variants[0]
    entries: list[Grounded | Finding] = [*report.grounded, *report.findings]
    entry = next(entry for entry in entries if entry.matched_evidence)
    return [
        "".join(f"⟦{piece.text}⟧" if piece.counts else piece.text for piece in passage)
        for passage in passages_of(read_.evidence[0], entry, Prose(text))
    ]


@pytest.mark.parametrize(
    ("text", "claim", "expected"),
    [
        ("Up 40%", "First. It grew 40%, they say. Last.", ["It grew ⟦40%⟧, they say."]),
        ("Up 40 percent", "It grew 40 %", ["It grew ⟦40 %⟧"]),
        ("10–20% less", "Between 10% and 30%", ["Between ⟦10%⟧ and 30%"]),
        ("10k fans", "There are 10 thousand.", ["There are ⟦10 thousand⟧."]),
        ("On 1 March", "Released March 1, 2026.", ["Released ⟦March 1, 2026⟧."]),
        ("In 2026", "Released March 1, 2026.", ["Released ⟦March 1, 2026⟧."]),
        ("1.000 pages", "It has 1,000 pages! And 1000 more.", ["It has ⟦1,000⟧ pages!", "And ⟦1000⟧ more."]),
        ("Version 1.2.0", "See v1.2.0. Not v1.2.1.", ["See ⟦v1.2.0⟧."]),
        ("the fastest way", "It is The  FASTEST one", ["It is The  ⟦FASTEST⟧ one"]),
        ("“we like it a lot,” he", "She: «We like it a lot». True.", ["She: «⟦We like it a lot⟧»."]),
        ("partnered with Acme", "Acme Partnered with us. Good.", ["Acme ⟦Partnered with⟧ us."]),
        (
            "now supports offline queues",
            "It has a queue. It works offline. Fin.",
            ["It has a ⟦queue⟧.", "It works ⟦offline⟧."],
        ),
        ("1,000 active users", "We have 1,000 of them. All users.", ["We have ⟦1,000⟧ of them.", "All ⟦users⟧."]),
    ],
)
def test_the_words_that_ground_a_claim_are_found(text: str, claim: str, expected: list[str]) -> None:
    """Whatever the kind of claim, and however the evidence words it."""
    assert shown(text, claim) == expected


def test_the_excerpt_is_looked_at_as_well() -> None:
    """Claim and excerpt are read separately."""
    assert shown("Up 40%", "Nothing here", "It was 40% once") == ["It was ⟦40%⟧ once"]
    assert shown("Up 40%", "Now 40%", "Then 40%") == ["Now ⟦40%⟧", "Then ⟦40%⟧"]


def test_a_finding_shows_what_would_ground_it() -> None:
    """Evidence that is not cited has passages as well; of a feature the words that were missed."""
    assert shown("Up 40%", "It grew 40%", cited=False) == ["It grew ⟦40%⟧"]
    assert shown("now supports offline queues", "An offline queue", cited=False) == ["An ⟦offline⟧ ⟦queue⟧"]


def test_a_release_is_the_item_as_a_whole() -> None:
    """No word of its text counts; its first sentence says what it is."""
    assert shown("It is now available", "The build of May. More.", kind="release") == ["The build of May."]


def test_a_long_sentence_is_cut_around_its_words() -> None:
    """What is left out is marked, and the words are there."""
    [passage] = shown("Up 40%", "word " * 200 + "40% " + "word " * 200)
    assert passage.startswith("…")
    assert passage.endswith("…")
    assert "⟦40%⟧" in passage
    assert len(passage) <= LONGEST_SENTENCE + 4


def test_no_more_than_a_few_sentences_are_shown() -> None:
    """Evidence that repeats itself does not fill the screen."""
    assert len(shown("Up 40%", "It was 40%. " * 9)) == 3


@pytest.mark.parametrize("claim", ["", " \n ", "\u2028"])
def test_evidence_without_words_is_no_crash(claim: str) -> None:
    """There is nothing to show."""
    entry = Grounded(type="number", span="1", start=0, end=1, matched_evidence=("e",))
    item = Evidence(node=ObjectNode(0, 2), claim=claim)
    assert passages_of(item, entry, Prose("1")) == ()
