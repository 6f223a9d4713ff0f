from __future__ import annotations

import math

import pytest
from hypothesis import given, strategies as st

from reachweaver.lookup.ranking import Ranked, fewest_terms, rank, terms_of

TEXTS = st.lists(st.text(st.sampled_from("abcd1 É\n"), max_size=30), max_size=12)


def test_terms() -> None:
    """Runs of three or more letters a to z and digits, lower-cased, each once."""
    assert terms_of("Nginx 1.25 does HTTP/2 and http3, nginx does 100%!") == (
        "nginx",
        "does",
        "http",
        "and",
        "http3",
        "100",
    )


@pytest.mark.parametrize(("terms", "fewest"), [(0, 1), (1, 1), (2, 1), (3, 2), (5, 2), (6, 3), (10, 4), (11, 5)])
def test_the_floor(terms: int, fewest: int) -> None:
    """40 percent of the terms, rounded up, and one at least."""
    assert fewest_terms(terms) == fewest


@pytest.mark.parametrize(
    ("term", "text", "matches"),
    [
        ("weight", "weighted", True),
        ("weighted", "weight", True),
        ("web", "website", True),
        ("website", "web", False),
        ("port", "supported", True),
        ("supported", "port", False),
        ("load", "LOAD", True),
        ("cat", "dog", False),
        ("supports", "it sup\u00adports", True),
        ("sup\u200bports", "it supports", True),
        ("sup\u00adports", "ports", False),
    ],
)
def test_a_block_matches_a_term(term: str, text: str, matches: bool) -> None:
    """Equal, one a prefix of four or more characters of the other, or inside the block's text."""
    assert bool(rank(term, [text])) is matches


def test_the_score() -> None:
    """BM25 with k1 = 1.2 and b = 0.75, rounded to 4 places."""
    texts = ["weighted round robin", "round tables round here and there", "nothing"]
    lengths, average = [3, 6, 1], 10 / 3
    idf = math.log(1 + (3 - 2 + 0.5) / 2.5)
    wanted = [
        round(idf * f * 2.2 / (f + 1.2 * (0.25 + 0.75 * length / average)), 4)
        for f, length in zip([1, 2], lengths, strict=False)
    ]
    assert sorted(rank("round", texts), key=lambda one: one.index) == [Ranked(0, wanted[0]), Ranked(1, wanted[1])]


def test_blocks_below_the_floor_are_left_out() -> None:
    """One word of three is too few, and ties stand in the order of the page."""
    texts = ["alpha other words", "alpha beta words", "alpha beta words"]
    assert [one.index for one in rank("alpha beta gamma", texts)] == [1, 2]


@given(st.text(st.sampled_from("abcd1 "), max_size=20), TEXTS)
def test_ranking_is_what_counting_gives(claim: str, texts: list[str]) -> None:
    """Each block found matches enough terms, no other does, and scores fall."""

    def matches(term: str, text: str) -> bool:
        tokens = terms_of(text)
        return (
            any(
                token == term
                or (token.startswith(term) and len(term) > 3)
                or (term.startswith(token) and len(token) > 3)
                for token in tokens
            )
            or term in text.lower()
        )

    terms = terms_of(claim)
    wanted = {
        place
        for place, text in enumerate(texts)
        if sum(matches(term, text) for term in terms) >= fewest_terms(len(terms))
    }
    found = rank(claim, texts)
    assert {one.index for one in found} == wanted
    assert list(found) == sorted(found, key=lambda one: (-one.score, one.index))
