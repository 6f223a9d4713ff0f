from __future__ import annotations

import json

from hypothesis import given, strategies as st

from reachweaver.output.json_text import ascii_json, render, to_json
from reachweaver.report import Report

ANY_TEXT = st.text(st.characters(exclude_categories=[]))


def report(campaign_id: str) -> Report:
    return Report(campaign_id=campaign_id, duplicate_threshold=0.6, variants=())


def test_one_campaign_is_an_object_and_several_are_an_array() -> None:
    """The report of one campaign stands alone; those of several are an array in the order given."""
    assert json.loads(render([report("a")])) == report("a").to_json()
    assert json.loads(render([report("b"), report("a")])) == [report("b").to_json(), report("a").to_json()]


def test_text_stays_readable_and_ends_in_a_line_break() -> None:
    """Letters and emoji are written as they are; what a terminal would obey, or no encoding holds, is escaped."""
    assert to_json(["é 🚀"]) == '[\n  "é 🚀"\n]\n'
    assert to_json(["\x1b\x9b\u202e\u2028\ud83d"]) == '[\n  "\\u001b\\u009b\\u202e\\u2028\\ud83d"\n]\n'


@given(ANY_TEXT)
def test_every_text_survives(text: str) -> None:
    """Whatever a campaign holds reads back the same, from UTF-8 and from ASCII."""
    written = to_json({text: [text]})
    assert json.loads(written.encode("utf-8")) == {text: [text]}
    assert json.loads(ascii_json(written).encode("ascii")) == {text: [text]}
