from __future__ import annotations

from hypothesis import given, settings, strategies as st
from selectolax.lexbor import LexborHTMLParser

from reachweaver.lookup.failures import LookUpError
from reachweaver.lookup.html_blocks import html_blocks
from reachweaver.lookup.markdown import to_markdown
from reachweaver.lookup.merkle import leaf, verify_proof
from reachweaver.lookup.page import make_extract

TAGS = [
    "p",
    "div",
    "ul",
    "ol",
    "li",
    "table",
    "tr",
    "td",
    "th",
    "pre",
    "code",
    "a",
    "b",
    "span",
    "h1",
    "h2",
    "blockquote",
    "main",
    "article",
    "nav",
    "section",
    "br",
    "sup",
    "svg",
    "button",
    "select",
    "dl",
    "dt",
    "x-y",
]
ATTRIBUTES = st.sampled_from(
    ["", "", "", " id=a", " id=b", " id='A'", " class='note'", " class=sidebar", " hidden", " role=main", " start=7"]
)
TEXT = st.text(st.sampled_from("ab1 \n\t\u00a0é😀<>&\"'`*_#|\\-.\0\ud800"), max_size=12)


@st.composite
def pages(draw: st.DrawFn) -> str:
    """Well-formed and broken pages."""
    pieces = st.one_of(
        TEXT,
        st.builds("<{}{}>".format, st.sampled_from(TAGS), ATTRIBUTES),
        st.builds("</{}>".format, st.sampled_from(TAGS)),
        st.builds("<{0}{1}>{2}</{0}>".format, st.sampled_from(TAGS), ATTRIBUTES, TEXT),
        st.sampled_from(
            ["<!-- x", "-->", "<!doctype html>", "<script>", "</script>", "<p", "&amp;", "&#0;", "</", "<"]
        ),
    )
    return "".join(draw(st.lists(pieces, max_size=25)))


@settings(max_examples=200)
@given(pages())
def test_every_block_of_every_page_has_a_proof(page: str) -> None:
    """Each block's leaf stands under the root, by a proof that verifies; no two leaves are the same."""
    extract = make_extract("https://example.org/", html_blocks(page))
    assert len(set(extract.leaves)) == len(extract.leaves) == len(extract.blocks)
    assert not extract.tree.is_ambiguous
    for index, block in enumerate(extract.blocks):
        root = extract.tree.root
        assert root is not None
        assert block.text.strip()
        assert verify_proof(leaf(block.text, block.selector), extract.tree.proof(index), root)


@settings(max_examples=200)
@given(pages())
def test_every_selector_finds_one_element_again(page: str) -> None:
    """In the page as a browser reads it, a block's selector matches exactly one element, and the block's words are in it."""
    page = page.encode("utf-8", "replace").decode()
    tree = LexborHTMLParser(page)
    for block in html_blocks(page):
        found = tree.css(block.selector)
        assert len(found) == 1
        inside = "".join(found[0].text(deep=True).split()).translate(str.maketrans("", "", "\0\ufffd"))
        words = [
            word
            for word in block.text.replace("|", " ").replace("\ufffd", " ").split()
            if word.isalnum() and word.isascii()
        ]
        assert all(word in inside for word in words)


@given(st.text(max_size=300))
def test_any_text_is_read(page: str) -> None:
    """No text is an error but of its own kind, and its Markdown is text."""
    try:
        blocks = html_blocks(page)
    except LookUpError as error:
        assert error.code == "extraction_failed"  # noqa: PT017
        return
    assert isinstance(to_markdown(blocks), str)
