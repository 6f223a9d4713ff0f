from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from reachweaver.text.sentences import sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t", []),
        ("One.", ["One."]),
        ("One. Two! Three? Four", ["One. ", "Two! ", "Three? ", "Four"]),
        ("Version 2.0 is out.", ["Version 2.0 is out."]),
        ("Wait... what?! Yes.", ["Wait... ", "what?! ", "Yes."]),
        ("He said “yes.” Then he left.", ["He said “yes.” ", "Then he left."]),
        ("A heading\n\nA paragraph", ["A heading\n\n", "A paragraph"]),
        ("早い。安い。", ["早い。", "安い。"]),
        ("  One.  Two.  ", ["One.  ", "Two.  "]),
    ],
)
def test_sentences_are_parted(text: str, expected: list[str]) -> None:
    """A mark before white space ends a sentence, and so does a line break; a dot inside a number does not."""
    assert [text[start:end] for start, end in sentences(text)] == expected


@given(st.text(alphabet="a. \n?”。", max_size=30))
def test_nothing_is_lost(text: str) -> None:
    """The sentences are the text without the white space before it, one after the other, none of them blank."""
    found = [text[start:end] for start, end in sentences(text)]
    assert "".join(found) == text.lstrip() if text.strip() else found == []
    assert all(sentence.strip() for sentence in found)
