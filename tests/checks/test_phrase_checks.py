"""What holds for every check that looks for wordings, whatever the text: exact spans, and time linear in the text."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings, strategies as st

from reachweaver.checks import needs_human_review, unsupported_release
from reachweaver.checks.context import Check
from reachweaver.checks.needs_human_review import feature_claims, partnership, superlative, testimonial
from reachweaver.checks.phrases import LONGEST, Phrases, quoted
from reachweaver.report import Finding
from reachweaver.text.folding import is_invisible
from reachweaver.text.prose import Prose
from reachweaver.values import listed, quoted as quoted_value
from tests.checks.first_words import first_words, longest_match
from tests.checks.marked import context

CHECKS: list[Check] = [*(check for _, check in needs_human_review.CATEGORIES), unsupported_release.check]

KINDS: dict[str, Phrases] = {
    "superlatives": superlative._SUPERLATIVES,
    "testimonials": testimonial._TESTIMONIALS,
    "partnerships": partnership._PARTNERSHIPS,
    "features": feature_claims._TRIGGERS,
    "releases": unsupported_release._RELEASES,
}

WORDS = st.sampled_from(
    [
        "said According to",
        "told us",
        "trusted by",
        "used by",
        "in partnership with",
        "backed by",
        "best",
        "best practices",
        "our best",
        "the first",
        "#1",
        "the only",
        "do",
        "at",
        "released",
        "is live",
        "now",
        "finally",
        "can",
        "available",
        "adds",
        "added",
        "supports",
        "support for",
        "works with",
        "lamp",
        "lamps",
        "Mira’s",
        "not",
        "no longer",
        "doesn't",
        "never",
        "and",
        "that",
        "it",
        "v1.2",
        "Node.js",
        "3",
        "#lamp",
        "@mira",
        "https://example.org/best?a=1",
        "mira@example.org",
        "ｂｅｓｔ",
        "é",
        "ﬁle",
        "İ",
        "ß",
        "語",
        "กา",
        "😀",
    ]
)
JOINTS = st.sampled_from(
    [
        *(" ", "  ", "\n", "\r\n", "\n\n", "\u2029", "\xa0", "\u200b", "\xad", "", ". ", ", ", "? ", "! ", "; ", ": "),
        *(
            "-",
            "‑",
            " – ",
            "(",
            ")",
            '"',
            ' "',
            '" ',
            "“",
            "”",
            "„",
            "‘",
            "’",
            "'",
            "«",
            "»",
            "‹",
            "›",
            "「",
            "」",
            "…",
        ),
    ]
)
BODIES = st.lists(st.tuples(WORDS, JOINTS), max_size=14).map(lambda pairs: "".join(a + b for a, b in pairs))


@pytest.mark.parametrize("phrases", KINDS.values(), ids=KINDS)
def test_no_phrase_is_without_the_words_that_give_it_away(phrases: Phrases) -> None:
    """Of all pairs of words that a pattern is written with, each that is a phrase has one of the words looked for."""
    words = sorted(set(re.findall("[a-z]+", phrases.pattern.source)))
    text = ". ".join(f"{first}{gap}{second}" for first in words for second in words for gap in (" ", "-"))
    found = [match["claim"] for match in phrases.pattern.compiled.finditer(text) if match["claim"]]
    assert found
    assert [claim for claim in found if phrases.words.isdisjoint(re.findall("[a-z]+|#", claim))] == []


@pytest.mark.filterwarnings("ignore:Possible nested set:FutureWarning")
@pytest.mark.parametrize("phrases", KINDS.values(), ids=KINDS)
def test_no_match_begins_with_another_word(phrases: Phrases) -> None:
    """The words that matches are looked for at are those that the pattern can begin with, no more and no fewer."""
    assert phrases.starts == first_words(phrases.pattern.source)


@pytest.mark.filterwarnings("ignore:Possible nested set:FutureWarning")
@pytest.mark.parametrize("phrases", KINDS.values(), ids=KINDS)
def test_no_match_is_longer_than_what_is_looked_through(phrases: Phrases) -> None:
    """A match begins no further before the word that gives it away than it is looked for."""
    assert longest_match(phrases.pattern.source) <= LONGEST


@settings(max_examples=300)
@given(body=BODIES)
def test_phrases_are_found_as_the_patterns_alone_find_them(body: str) -> None:
    """Trying a pattern only at the words that it can begin with loses nothing and changes nothing."""
    prose = Prose(body)
    for phrases in KINDS.values():
        spans = [match.span("claim") for match in phrases.pattern.compiled.finditer(prose.lowered) if match["claim"]]
        assert list(phrases.find(prose)) == [span for span in spans if not prose.names.overlaps(*span)]


@given(body=BODIES, evidence=st.lists(BODIES, max_size=2))
def test_spans_are_exact(body: str, evidence: list[str]) -> None:
    """A span is the original text at its offsets, has a visible first and last character and no blank line inside."""
    variant = context(body, cited=evidence[:1], uncited=evidence[1:])
    for check in CHECKS:
        for result in check(variant):
            assert result.span is not None
            assert result.start is not None
            assert result.end is not None
            assert body[result.start : result.end] == result.span
            edges = result.span[0] + result.span[-1]
            assert not edges.isspace()
            assert not any(map(is_invisible, edges))
            assert "\n\n" not in result.span
            assert "\u2029" not in result.span


@given(body=BODIES.filter(lambda body: not set("‘‹›ก") & set(body)))
def test_a_body_grounds_its_own_phrases(body: str) -> None:
    """Evidence with the same text grounds everything but releases.

    Single marks are left out: between two letters, without a space, one reads as an apostrophe. So are Thai letters:
    written right after an English word, they are one word with it.
    """
    for check in CHECKS[:-1]:
        assert not [result for result in check(context(body, cited=[body])) if isinstance(result, Finding)]


@given(body=BODIES)
def test_each_category_finds_no_place_twice(body: str) -> None:
    """What one check reports does not overlap."""
    for check in CHECKS:
        spans = sorted((result.start or 0, result.end or 0) for result in check(context(body)))
        assert all(end <= start for (_, end), (start, _) in itertools.pairwise(spans))


COUNTS = st.sampled_from(
    [
        "1,204 users",
        "300 teams",
        "5 loyal developers",
        "hundreds of agencies",
        "10,000-user",
        "200 sign-ups",
        "no businesses",
    ]
)


@given(body=st.lists(COUNTS | BODIES, max_size=3).map(". ".join))
def test_a_category_that_is_left_out_would_have_found_nothing(body: str) -> None:
    """The check of all categories finds what each of them finds by itself, in their order."""
    each = [result for _, check in needs_human_review.CATEGORIES for result in check(context(body))]
    assert list(needs_human_review.check(context(body))) == each


@given(body=st.text())
def test_any_text_is_read(body: str) -> None:
    """No text is too odd to check."""
    for check in CHECKS:
        list(check(context(body)))


@given(text=st.text(alphabet=st.characters(exclude_categories=["Cs"])) | st.text("aAİß語\u0307"))
def test_lower_case_keeps_offsets(text: str) -> None:
    """The text in lower case is as long as the text."""
    prose = Prose(text)
    assert len(prose.lowered) == len(prose.plain.text)


WORST: dict[str, Callable[[int], str]] = {
    "opening marks": lambda size: '"a ' * (size // 3),
    "curly marks": lambda size: "“" * size,
    "marks that may be apostrophes": lambda size: "‘a" + "s’ b" * (size // 4),
    "quotations": lambda size: "".join(f"“one two {number}” " for number in range(size // 16)),
    "one long quotation": lambda size: f"“{'a ' * (size // 2)}”",
    "superlatives": lambda size: "best " * (size // 5),
    "beginnings of superlatives": lambda size: "the is to it " * (size // 13) + "best",
    "beginnings of idioms": lambda size: "best do our very " * (size // 17),
    "beginnings of testimonials": lambda size: "as a a a puts it " * (size // 17),
    "partnerships": lambda size: "backed by " * (size // 10),
    "releases": lambda size: "is now released " * (size // 16),
    "triggers": lambda size: "adds " * (size // 5),
    "claims": lambda size: "adds x; " * (size // 8) + "?",
    "claims without an end": lambda size: "adds x " + "a, " * (size // 3),
    "denials": lambda size: "not yet adds x; " * (size // 16),
    "claims and addresses": lambda size: "adds x http://a.bc/d é " * (size // 23),
    "claims and hashtags": lambda size: "adds x" + " #abc" * (size // 5),
    "brackets": lambda size: "adds (a " * (size // 8),
    "punctuation": lambda size: "adds *" + "*" * size + " x" + "." * size,
    "numbers": lambda size: "adds x" + " 1,1.1-rc" * (size // 9),
    "hyphens": lambda size: "adds " + "a-" * (size // 2),
}


def seconds(body: str) -> float:
    """The shorter of two times that all the checks take, folding and names left out."""
    evidence = ["a lamp " * 50] * 2
    shortest = float("inf")
    for _ in range(2):
        variant = context(body, cited=evidence, uncited=evidence)
        _ = (
            variant.body.searchable,
            variant.body.addresses.emails,
            variant.body.addresses.mentions,
            variant.body.addresses.hashtags,
        )
        start = time.process_time()
        for check in CHECKS:
            for _ in check(variant):
                pass
        shortest = min(shortest, time.process_time() - start)
    return shortest


@pytest.mark.parametrize("worst", WORST.values(), ids=WORST)
def test_time_grows_with_the_text(worst: Callable[[int], str]) -> None:
    """Eight times the text takes about eight times as long; a quadratic check would take 64 times as long."""
    seconds(worst(1_000))
    assert seconds(worst(32_000)) < 24 * max(seconds(worst(4_000)), 0.001)


def test_names_in_a_sentence() -> None:
    """Messages list names as sentences do, and quote spans on one line, without a space before what is cut off."""
    assert [listed(["a"]), listed(["a", "b"]), listed("abc")] == ["a", "a and b", "a, b and c"]
    assert quoted_value("planned for spring", 9) == '"planned…"'
    assert quoted("trusted\n  by") == '"trusted by"'
    assert quoted("a" * 81) == f'"{"a" * 79}…"'
