from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from markdown_it import MarkdownIt

from reachweaver.lookup.html_blocks import Block
from reachweaver.lookup.markdown import to_markdown


def test_each_kind_of_block() -> None:
    """Headings, paragraphs, lists, rows, quotations and code are written as Markdown has them."""
    blocks = [
        Block(kind="heading", text="Title", level=2),
        Block(kind="paragraph", text="One\ntwo"),
        Block(kind="list_item", text="a", level=1),
        Block(kind="list_item", text="b", level=2, number=3),
        Block(kind="table_row", text="H | I"),
        Block(kind="table_row", text="1 | 2"),
        Block(kind="quote", text="q"),
        Block(kind="code", text="x = '```'"),
    ]
    assert to_markdown(blocks) == (
        "## Title\n\nOne\ntwo\n\n- a\n  3. b\n\n| H | I |\n| --- | --- |\n| 1 | 2 |\n\n> q\n\n````\nx = '```'\n````\n"
    )
    assert to_markdown([]) == ""


MEANINGFUL = [
    "# a",
    "- a",
    "+ a",
    "1. a",
    "1) a",
    "> a",
    "*a*",
    "_a_",
    "`a`",
    "[a](b)",
    "<b>",
    "=== ",
    "---",
    "~~~",
    "a\n# b",
    "\\*",
]


@pytest.mark.parametrize("text", MEANINGFUL)
def test_marks_of_a_text_mean_themselves(text: str) -> None:
    """What a page says never becomes a heading, a list or a link of the extract."""
    (token,) = [one for one in MarkdownIt().parse(to_markdown([Block(kind="paragraph", text=text)])) if one.content]
    assert token.type == "inline"
    assert "".join(child.content or "\n" for child in token.children or ()).strip() == text.strip()


@given(st.text(st.sampled_from("ab1 #*_-+.)>`[]<~=\\"), min_size=1, max_size=20).filter(str.strip))
def test_any_line_reads_as_itself(text: str) -> None:
    """A Markdown reader gets the paragraph's own characters back."""
    line = " ".join(text.split())
    tokens = [one for one in MarkdownIt().parse(to_markdown([Block(kind="paragraph", text=line)])) if one.content]
    assert ["".join(child.content for child in one.children or ()) for one in tokens] == [line]


def test_names_stay_readable() -> None:
    """An underscore inside a word needs no escape."""
    assert to_markdown([Block(kind="paragraph", text="max_fails is 1")]) == "max_fails is 1\n"
