"""Folding: every array and object of several lines, in whole lines or from bracket to bracket."""

from __future__ import annotations

import pytest

from tests.lsp.asking import EVERYTHING, ask, slice_of
from tests.lsp.conftest import Connect
from tests.lsp.wire import ENCODINGS, range_of

FOLDED = """{
  "campaign_id": "c",
  "meta": {
    "a": [
      1
    ]
  },
  "evidence": [{"id": "e"}],
  "variants": [
    {
      "text": "a",
      "evidence_ids": [
        "e"]
    },
    {"text": "b"
    }
  ]
}"""


def test_whole_lines_are_folded_without_the_closing_bracket(connect: Connect) -> None:
    """Arrays and objects of several lines; those that would hide nothing are left out."""
    found = ask(connect(EVERYTHING), "foldingRange", FOLDED)
    lines = sorted((fold["startLine"], fold["endLine"]) for fold in found)
    assert lines == [(0, 16), (2, 5), (3, 4), (8, 15), (9, 12)]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_folds_reach_from_bracket_to_bracket(connect: Connect, encoding: str) -> None:
    """For clients that fold within lines: what is between the brackets."""
    text = '{"a": "🦀", "variants": [\r\n {"id": "🦀",\r\n "text": "b"}]}'
    wire = connect({"general": {"positionEncodings": [encoding]}})
    found = ask(wire, "foldingRange", text)
    hidden = [
        slice_of(text, range_of((f["startLine"], f["startCharacter"]), (f["endLine"], f["endCharacter"])), encoding)
        for f in found
    ]
    assert hidden == [text[1:-1], '\r\n {"id": "🦀",\r\n "text": "b"}', '"id": "🦀",\r\n "text": "b"']
