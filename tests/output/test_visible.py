from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, strategies as st

from reachweaver.output.visible import cells, visible


@pytest.mark.parametrize(
    ("text", "shown", "width"),
    [
        ("plain \\u00e9 text", "plain \\u00e9 text", 17),
        ("\x1b[31mred\x07", "\\x1b[31mred\\x07", 15),
        ("a\tb\r\nc", "a\\tb\\r\\nc", 9),
        ("\x9b2J", "\\x9b2J", 6),
        ("\u202eevil\u2069", "\\u202eevil\\u2069", 16),
        ("zero\u200bwidth\u2060\ufeff\u00ad", "zero\\u200bwidth\\u2060\\ufeff\\xad", 31),
        ("\u2028\u2029", "\\u2028\\u2029", 12),
        ("half \ud83d", "half \\ud83d", 11),
        ("\U000e0041", "\\U000e0041", 10),
        ("日本語", "日本語", 6),
        ("１２％", "１２％", 6),
        ("e\u0301", "e\u0301", 1),
        ("🚀👍🏽", "🚀👍🏽", 4),
        ("👩‍👩‍👧", "👩‍👩‍👧", 2),
        ("❤️1️⃣", "❤️1️⃣", 4),
        ("🇩🇪", "🇩🇪", 2),
        ("क्षि", "क्षि", 2),
        ("", "", 0),
    ],
)
def test_text_is_shown_as_it_is_or_as_escapes(text: str, shown: str, width: int) -> None:
    """What a terminal would obey or hide becomes an escape; everything else stays, with its width in columns."""
    row = list(cells(text))
    assert "".join(cell.shown for cell in row) == shown == visible(text)
    assert sum(cell.width for cell in row) == width


@pytest.mark.parametrize(
    ("encoding", "shown"), [("ascii", "\\xe9\\u20ac\\U0001f680"), ("cp1252", "é€\\U0001f680"), ("utf-8", "é€🚀")]
)
def test_what_the_encoding_lacks_is_escaped(encoding: str, shown: str) -> None:
    """Characters that the stream cannot write become escapes here, so that the underline still fits."""
    assert visible("é€🚀", encoding) == shown


@given(st.text(st.characters(exclude_categories=[])))
def test_any_text_becomes_one_harmless_line(text: str) -> None:
    """No control character, line break or lone surrogate is left, and the cells cover the text without gaps."""
    row = list(cells(text))
    assert [cell.start for cell in row] == [0, *(cell.end for cell in row)][: len(row)]
    assert (row[-1].end if row else 0) == len(text)
    shown = visible(text)
    assert not any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in shown)
    shown.encode("utf-8")
    visible(text, "ascii").encode("ascii")
