from __future__ import annotations

import pytest

from reachweaver.text.prose import Prose
from reachweaver.text.shingles import jaccard, shingles


def test_shingles_are_runs_of_three_words() -> None:
    """A text's shingles are its runs of three folded words, each once."""
    assert shingles(Prose("Check, check, check! Check. Now")) == {"check check check", "check check now"}


@pytest.mark.parametrize(
    ("text", "shingle"), [("Hi", "hi"), ("Big news!", "big news"), ("https://example.org/a", "://")]
)
def test_a_short_text_is_one_shingle(text: str, shingle: str) -> None:
    """Fewer than three words are one shingle of all of them."""
    assert shingles(Prose(text)) == {shingle}


@pytest.mark.parametrize(
    ("left", "right", "similarity"),
    [
        ("Read every source before you post.", "Read every source before you share.", 0.6),
        ("Draft day", "draft   DAY", 1.0),
        ("Draft day", "Draft", 0.0),
        ("one two three", "three four five", 0.0),
        ("", "", 0.0),
        ("🎉", "🎉", 0.0),
        ("", "Hi", 0.0),
        ("All notes at https://example.org/a today", "All notes at example.net/b today", 1.0),
        ("明天早上我们去看海", "明天早上我们去看山", 0.75),
        ("من می\u200cخوانم و می\u200cنویسم", "من میخوانم و مینویسم", 1.0),
    ],
)
def test_jaccard(left: str, right: str, similarity: float) -> None:
    """The share of common shingles; a text without words is like no other."""
    assert jaccard(left, right) == jaccard(right, left) == similarity
