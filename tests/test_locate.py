"""Findings stand where the contract says: on the exact source characters, on the body's key, on the value at a path."""

from __future__ import annotations

import json

import pytest

from reachweaver.campaign import Campaign
from reachweaver.locate import spans_of
from reachweaver.report import Finding, Grounded
from tests.campaign.support import campaign_of

TEXT = """\ufeff{
  "campaign_id": "c", "title": 7, "variants": [
    {"platform": "x", "text": "\\ud83c\\udf31 up 4\\u0030%"},
    {"format": "thread", "parts": ["one", "two"], "id": 7},
    {"caption": "c\\n\\"d", "format": "carousel_outline", "slides": ["e"]},
    {"caption": "c", "format": "carousel_outline"},
    7
  ]
}"""


def at(campaign: Campaign, variant: int | None, finding: Finding | Grounded) -> list[str]:
    """The source characters that a finding stands on."""
    spans = spans_of(campaign, variant, finding)
    return [campaign.document.text[span.start : span.end] for span in spans]


def finding(start: int | None = None, end: int | None = None, path: str | None = None) -> Finding:
    """A finding of any kind."""
    return Finding(code="c", severity="error", message="m", start=start, end=end, path=path)


@pytest.mark.parametrize(
    ("variant", "start", "end", "source"),
    [
        (0, 5, 8, ["4\\u0030%"]),
        (0, 0, 1, ["\\ud83c\\udf31"]),
        (1, 5, 8, ["two"]),
        (1, 2, 6, ["e", "t"]),
        (2, 1, 4, ['\\n\\"d']),
        (2, 0, 7, ['c\\n\\"d', "e"]),
        (2, 6, 7, ["e"]),
    ],
)
def test_spans_of_a_body(variant: int, start: int, end: int, source: list[str]) -> None:
    """A finding, or a grounded entry, with offsets stands on the characters that spell it, string by string."""
    campaign = campaign_of(TEXT)
    entry = Grounded(type="number", span="", start=start, end=end, matched_evidence=("e",))
    assert at(campaign, variant, finding(start, end)) == source
    assert at(campaign, variant, entry) == source


@pytest.mark.parametrize(
    ("variant", "source"), [(0, '"text"'), (1, '"parts"'), (2, '"slides"'), (3, "{"), (4, "7"), (None, "{")]
)
def test_whole_variant(variant: int | None, source: str) -> None:
    """A finding about the whole variant stands on the body's key, else on what begins the variant."""
    assert at(campaign_of(TEXT), variant, finding()) == [source]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("/title", "7"),
        ("/variants/1/id", "7"),
        ("/variants/1/parts/1", '"two"'),
        ("/variants/4", "7"),
        ("/variants/3", '{"caption": "c", "format": "carousel_outline"}'),
        ("/variants/0/variant_id", "{"),
        ("/variants/1/parts/2", "["),
        ("/evidence", "{"),
        ("/evidence/0/claim", "{"),
        ("", "{"),
    ],
)
def test_path(path: str, source: str) -> None:
    """A finding with a path stands on the value there, quotes included; what is missing, on its object's first character."""
    assert at(campaign_of(TEXT), None, finding(path=path)) == [source]


def test_missing_field_of_the_right_object() -> None:
    """The first character is that of the very object that lacks the field."""
    campaign = campaign_of(TEXT)
    [span] = spans_of(campaign, 1, finding(path="/variants/1/variant_id"))
    assert campaign.document.text[span.start :].startswith('{"format": "thread"')


@pytest.mark.parametrize("text", ["", "\ufeff", "[", "7", "null"])
def test_nothing_there(text: str) -> None:
    """A finding about a file without an object has a place, too."""
    campaign = campaign_of(text)
    [span] = spans_of(campaign, None, finding(path="/variants"))
    assert 0 <= span.start <= span.end <= len(text)


def test_strange_keys() -> None:
    """Pointers escape what keys may hold."""
    campaign = campaign_of(json.dumps({"a/b": {"~": [1, "x"]}, "variants": []}))
    assert at(campaign, None, finding(path="/a~1b/~0/1")) == ['"x"']
