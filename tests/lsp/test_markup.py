"""Hover text: what a campaign says is shown as it is, whatever it says."""

from __future__ import annotations

import re

import pytest

from reachweaver_lsp.markup import Words, as_markdown, as_plain_text, line


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("Grew 9% in 2026-03-01 (1.5x), ok!", "Grew 9% in 2026-03-01 (1.5x), ok!"),
        ("*snake_case_mode* `y`", "\\*snake_case_mode\\* \\`y\\`"),
        ("<b>x</b> a > b", "\\<b>x\\</b> a > b"),
        ("[link](https://example.com)", "\\[link\\](https\\://example.com)"),
        ("![image](x)", "!\\[image\\](x)"),
        ("see www.example.com or a@example.com", "see www\\.example.com or a\\@example.com"),
        ("AT&amp;T &#40; a & b", "AT\\&amp;T \\&#40; a & b"),
        ("C:\\path ~~gone~~", "C:\\\\path \\~\\~gone\\~\\~"),
        ("# no heading", "\\# no heading"),
        ("#hashtag", "#hashtag"),
        ("- no list", "\\- no list"),
        ("12. no list", "12\\. no list"),
        ("1.5 is a number", "1.5 is a number"),
        ("> no quotation", "\\> no quotation"),
        ("===", "\\==="),
        ("two\n\nlines\r\nand\ttabs", "two lines and tabs"),
        ("    no code", "no code"),
    ],
)
def test_markdown_shows_text_as_it_is(text: str, markdown: str) -> None:
    """Nothing in a text becomes markup, a link or HTML, and little of it is escaped needlessly."""
    assert as_markdown([[line(text)]]) == markdown
    assert as_markdown([[line(text, kind="quotation")]]) == f"> {markdown}"


@pytest.mark.parametrize(
    ("before", "bold", "after", "markdown"),
    [
        ("grew ", "40%", " since", "grew **40%** since"),
        ("grew ", "40%", "的", "grew **40**%的"),
        ("a", "(40)", "b", "a(**40**)b"),
        ("a ", " 40 ", " b", "a  **40**  b"),
        ("", "3×", "", "**3×**"),
        ("a ", "%", "b", "a %b"),
        ("a", "", "b", "ab"),
        ("是", "40", "個", "是**40**個"),
        ("so ", "\u201cbest*\u201d", ".", "so **\u201cbest\\*\u201d**."),
    ],
)
def test_bold_words_are_bold_wherever_they_stand(before: str, bold: str, after: str, markdown: str) -> None:
    """Marks that Markdown would not take for marks are not written."""
    assert as_markdown([[line(before, Words(bold, bold=True), after)]]) == markdown


def test_a_link_goes_where_it_says() -> None:
    """No character of an address ends the link."""
    words = Words("https://example.org/a_(b)>c d", link="https://example.org/a_(b)>c d\u00fc%20")
    assert (
        as_markdown([[line(words)]])
        == "[https://example.org/a\\_(b)>c d](<https://example.org/a_(b)%3Ec%20d%C3%BC%20>)"
    )


def test_half_a_surrogate_pair_in_an_address_is_replaced() -> None:
    """It cannot be written in an address; the words stay as they are."""
    words = Words("https://example.org/\ud83d", link="https://example.org/\ud83d")
    assert as_markdown([[line(words)]]) == "[https://example.org/\ud83d](<https://example.org/?>)"


def test_sections_are_told_apart() -> None:
    """Paragraphs by an empty line, sections by a rule."""
    sections = [[line("one"), line("two", kind="quotation")], [line("three")]]
    assert as_markdown(sections) == "one\n\n> two\n\n---\n\nthree"
    assert as_plain_text(sections) == "one\n  two\n\nthree"


def test_plain_text_has_no_marks() -> None:
    """A client that shows plain text gets the words and nothing else."""
    assert (
        as_plain_text([[line("*a* ", Words("b", bold=True), " ", Words("c", link="https://example.org"))]]) == "*a* b c"
    )


def test_half_a_character_is_no_crash() -> None:
    """A lone surrogate can be shown, whatever becomes of it on the way."""
    assert re.search("a.b", as_markdown([[line("a\ud83db", Words("\ud83d", bold=True))]]))
