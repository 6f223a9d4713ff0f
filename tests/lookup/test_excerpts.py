from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from reachweaver.lookup.excerpts import Passages, find_excerpt

PAGE = (
    "Planner 2.0",
    "Saving a plan takes 2.5% less time than in 1.9 – “really” so.",
    "2.0 | 588 ms | 1.4 s",
    "Die GRÖSSE zählt.\n\nAuch hier.",
    "売上は40%増えました",
)


@pytest.mark.parametrize(
    ("excerpt", "place"),
    [
        ("Planner 2.0", 0),
        ("saving a   plan\ttakes 2.5% less time", 1),
        ('"than in 1.9 – "really" so."', 1),
        ("2.0 588 ms 1.4 s", 2),
        ("2.0 | 588 ms", 2),
        ("größe zählt", 3),
        ("売上は40%", 4),
        ("Planner 2.0\n\nAuch hier.", 0),
        ("5% less time", None),
        ("2.0 588 ms 1", None),
        ("lanner 2.0", None),
        ("takes 2.5% les", None),
        ("Planner 2.0\n\nNowhere", None),
        ("Planner 2.0 Saving a plan", None),
        ("“”", None),
        ("", None),
    ],
)
def test_an_excerpt_stands_in_a_block_word_for_word(excerpt: str, place: int | None) -> None:
    """Case, white space, quotation marks and cells make no difference; a cut word or figure, or another block, does."""
    assert find_excerpt(excerpt, PAGE) == place


@given(st.text(), st.text(), st.lists(st.text(), max_size=3))
def test_one_page_answers_as_often_as_it_is_asked(one: str, other: str, texts: list[str]) -> None:
    """What was asked before changes no answer, and a whole block of words is found in itself."""
    page = Passages(texts)
    assert [page.find(one), page.find(other), page.find(one)] == [
        find_excerpt(text, texts) for text in (one, other, one)
    ]
    assert Passages([f"a {one} b"]).find(f"a {one} b") in (0, None)
