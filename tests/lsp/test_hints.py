"""Hints: lengths against limits, and how many claims are grounded."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.lsp.asking import ask, slice_of
from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign
from tests.lsp.sample import TEXT, WHOLE
from tests.lsp.wire import ENCODINGS, Wire, range_of


def hints(wire: Wire, text: str = TEXT, within: dict[str, Any] = WHOLE) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask(wire, "inlayHint", text, range=within)
    return found


def behind(text: str, hint: dict[str, Any], encoding: str = "utf-16") -> str:
    """The end of what stands before a hint on its line."""
    line, character = hint["position"]["line"], hint["position"]["character"]
    return slice_of(text, range_of((line, 0), (line, character)), encoding)[-5:]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_hints_show_lengths_and_grounded_claims(connect: Connect, encoding: str) -> None:
    """Behind each text its length against the limit; at the body how many claims the evidence cited has."""
    wire = connect({"general": {"positionEncodings": [encoding]}})
    found = [(behind(TEXT, hint, encoding), hint["label"]) for hint in hints(wire)]
    assert found == [
        (' 50%"', "29/280"),
        (' 50%"', "1 of 2 claims grounded"),
        ('s": [', "1 claim grounded"),
        ('0% 🦀"'[-5:], "6/3000"),
        ('laim"', "8/3000"),
        ('s": [', "0 of 1 claim grounded"),
        (': "c"', "1/2200"),
    ]
    assert all(hint["paddingLeft"] for hint in hints(wire))


def test_a_hint_says_how_much_room_is_left(wire: Wire) -> None:
    """By whose rule, and what is too much; a platform without a limit has a length all the same."""
    texts = [
        (
            {"platform": "x", "text": "a" * 281},
            "281/280",
            "281 characters as X counts them, of at most 280: 1 too many.",
        ),
        (
            {"platform": "newsletter", "text": "abc"},
            "3 characters",
            "3 characters as Newsletter counts them; there is no limit.",
        ),
        (
            {"platform": "hackernews", "text": "Title\nmore"},
            "5/80",
            "5 characters in the title as Hacker News counts them, of at most 80: room for 75 more.",
        ),
    ]
    for variant, label, tooltip in texts:
        [hint] = hints(wire, campaign(variant))
        assert (hint["label"], hint["tooltip"]) == (label, tooltip)
    assert hints(wire, campaign({"platform": "nowhere", "text": "a"})) == []


@pytest.mark.parametrize("lines", [(0, 13), (13, 20), (18, 24), (24, 60), (21, 21), (0, 0)])
def test_only_hints_inside_the_range_are_given(wire: Wire, lines: tuple[int, int]) -> None:
    """Whatever part of the file the editor shows."""
    every = hints(wire)
    within = range_of((lines[0], 0), (lines[1], 0))
    expected = [hint for hint in every if lines[0] <= hint["position"]["line"] < lines[1]]
    found = hints(wire, TEXT, within)
    assert sorted(map(json.dumps, found)) == sorted(map(json.dumps, expected))
