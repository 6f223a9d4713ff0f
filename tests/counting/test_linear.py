"""Counting takes twice the time for twice the text, whatever the text."""

from __future__ import annotations

import pytest

from reachweaver.counting.rules import graphemes, mastodon_characters, threads_characters, weighted_characters
from tests.text.test_linear import SIZE, assert_linear

REPEATED = {
    "labels": "a.",
    "hosts": "a.com ",
    "hosts and underscores": "x.co_",
    "hosts and commas": "x.co,",
    "hosts between kana": "日.com日_",
    "Japanese hosts": "日本.jp、",
    "kana": "日",
    "kana and underscores": "日_",
    "dots and underscores": ".a_",
    "schemes": "http://",
    "paths": "x.co/(a",
    "open brackets": "(",
    "queries": "x.co/?",
    "punycode": "xn--a.",
    "mentions": "@a@a.",
    "ats": "@",
    "half flags": "🇩",
    "joiners": "👨\u200d",
    "marks": "\u0301",
    "conjuncts": "क्",
}


@pytest.mark.parametrize("unit", REPEATED.values(), ids=REPEATED.keys())
def test_repeated_text(unit: str) -> None:
    """One thing over and over, before an end that a link could have."""

    def work(text: str) -> None:
        for rule in (weighted_characters, mastodon_characters, graphemes, threads_characters):
            rule(text + ".com")

    assert_linear(work, (unit * (SIZE // len(unit)))[: SIZE // 2])
