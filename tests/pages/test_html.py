from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from reachweaver.pages import html_blocks


@pytest.mark.parametrize(
    ("page", "blocks"),
    [
        ("", []),
        ("plain words", ["plain words"]),
        ("<p>One</p><p>Two</p>", ["One", "Two"]),
        ("<p>One<p>Two", ["One", "Two"]),
        ("<h1>Head</h1>Loose<div>Box</div>tail", ["Head", "Loose", "Box", "tail"]),
        ("<ul><li>a<li>b</ul>", ["a", "b"]),
        ("<table><tr><td>40<td>%<tr><th>x</table>", ["40", "%", "x"]),
        ("<div>40<span>%</span> <b>qui</b>cker</div>", ["40% quicker"]),
        ("<p>one\n  two\t three</p>", ["one two three"]),
        ("<p>a<br>b<br/>c</p>", ["a\nb\nc"]),
        ("<p>a<br><br>b</p>", ["a", "b"]),
        ("<p>a<br> \n <br>b", ["a", "b"]),
        ("<pre>a  b\nc\n\nd</pre>", ["a b\nc", "d"]),
        ("<P CLASS=x>Up</P>", ["Up"]),
        ("<my-card>a</my-card><my-card>b</my-card>", ["a", "b"]),
        ("<select><option>a<option>b</select>", ["a", "b"]),
        ("<dl><dt>a<dd>b</dl>", ["a", "b"]),
        ("<title>The page</title><p>x", ["The page", "x"]),
        ("<title><b>bold</b> &amp; more</title>", ["<b>bold</b> & more"]),
        ("<textarea>a <p>b</textarea>c", ["a <p>b", "c"]),
        ("a<img alt='40% faster' src=x>b", ["a 40% faster b"]),
        ("<p>1<sup>st</sup> 10<sup>6</sup> H<sub>2</sub>O x<sup>12</sup>", ["1st 10⁶ H₂O x¹²"]),
        ("no\u00adbreak&nbsp;here&#8217;s &eacute;&#x1F680;", ["no\u00adbreak\xa0here’s é🚀"]),
    ],
)
def test_what_a_reader_sees(page: str, blocks: list[str]) -> None:
    """Blocks are parted where a reader sees them apart, inline elements are not, and white space is one space."""
    assert html_blocks(page) == tuple(blocks)


@pytest.mark.parametrize(
    "page",
    [
        "<script>40%</script>",
        "<script>if (a < b) '<p>40%</p>'</script>",
        "<SCRIPT type=x>40%</SCRIPT >",
        "<style>p::after { content: '40%' }</style>",
        "<!-- 40% -->",
        "<!-- <p>40%</p> -->",
        "<!doctype html '40%'>",
        "<?php echo '40%' ?>",
        "<template><p>40%</p></template>",
        "<noscript>40%</noscript>",
        "<iframe>40%</iframe>",
        "<video><p>40%</p></video>",
        "<p hidden>40%</p>",
        "<p><s>40%</s></p>",
        "<del><p>40%</p></del>",
        "<strike>40%</strike>",
        "<p hidden=''>40%</p>",
        '<div class="a" hidden="until-found"><p>40%</p></div>',
        "<div hidden><div>a</div>40%</div>",
        '<p style="color: red; display:none">40%</p>',
        '<p STYLE="Display : None !important">40%</p>',
        "<p style=visibility:hidden>40%</p>",
        "<p style=text-decoration:line-through>40%</p>",
        '<p><span style="color: red; text-decoration: red solid line-through">40%</span></p>',
        '<p><b style="Text-Decoration-Line : LINE-THROUGH">40%</b></p>',
        "<dialog>40%</dialog>",
        "<dialog class=x>40%</dialog>",
        "<img alt='40%' hidden>",
        "<p hidden><img alt='40%'></p>",
        "<p title='40%'></p>",
        "<p title='>40%'></p>",
        '<p title="a>b" data-x="40%">',
        "<input value=40%>",
        "<a href='40%'></a>",
        "</40%>",
        "<p 40%",
        "<script>40%",
        "<!-- 40%",
    ],
)
def test_what_a_reader_does_not_see(page: str) -> None:
    """Scripts, styles, comments, attributes, what is hidden by itself and what is struck out are no text."""
    assert html_blocks(f"before{page}") == ("before",)


@pytest.mark.parametrize(
    ("page", "blocks"),
    [
        ("<p hidden>no<p>yes", ["yes"]),
        ("<p hidden>no<div>yes</div>", ["yes"]),
        ("<ul><li hidden>no<li>yes</ul>", ["yes"]),
        ("<ul><li hidden>no<ul><li>no</ul><li>yes</ul>", ["yes"]),
        ("<div><span hidden>no</div>yes", ["yes"]),
        ("<tr><td hidden>no<td>yes", ["yes"]),
        ("<div hidden>no</span></div>yes", ["yes"]),
        ("<br hidden>yes", ["yes"]),
        ("<div hidden=hidden><br></div>yes", ["yes"]),
        ("<dialog open>yes</dialog>", ["yes"]),
        ("<div data-hidden>yes</div>", ["yes"]),
        ('<div style="x-display:none">yes</div>', ["yes"]),
        ("<template>no</template>yes<!---->!", ["yes!"]),
        ("<!-->yes", ["yes"]),
        ("<!--a--!>yes", ["yes"]),
        ("</p>yes", ["yes"]),
        ("</unknown>yes", ["yes"]),
    ],
)
def test_what_ends_with_a_hidden_element(page: str, blocks: list[str]) -> None:
    """Only what stands in the hidden element is left out, also when its end tag is missing or another one is too many."""
    assert html_blocks(page) == tuple(blocks)


@pytest.mark.parametrize(
    ("page", "blocks"),
    [
        ("3 < 4 and 5 > 4", ["3 < 4 and 5 > 4"]),
        ("I <3 you & me &copy me &unknown;", ["I <3 you & me © me &unknown;"]),
        ("<p class=it's>yes", ["yes"]),
        ('<p class="a>yes', ["yes"]),
        ("<p a = 'x' b= c d>yes", ["yes"]),
        ("<p/>yes", ["yes"]),
        ("<a<b>yes", ["yes"]),
        ("<p =>yes", ["yes"]),
        (f"&#{'9' * 5000};&#x{'F' * 5000};!", ["\ufffd\ufffd!"]),
        ("&#0;&#xD800;", ["\ufffd\ufffd"]),
        ("\0\ud83d", ["\0\ud83d"]),
    ],
)
def test_broken_markup_is_read_as_browsers_read_it(page: str, blocks: list[str]) -> None:
    """Loose signs are text, and a tag ends where a browser ends it."""
    assert html_blocks(page) == tuple(blocks)


PIECES = st.sampled_from(
    (
        *(
            "<p>",
            "</p>",
            "<div hidden>",
            "</div>",
            "<br>",
            "<!--",
            "-->",
            "<script>",
            "</script>",
            "<a href='",
            "'",
            '"',
        ),
        *(
            ">",
            "&amp;",
            "&#",
            "<li>",
            "<b>",
            "</b>",
            "word ",
            "40%",
            "\n",
            "<",
            "=",
            "<title>",
            "</title>",
            "<sup>",
            "\0",
        ),
    )
)


@given(st.lists(PIECES).map("".join))
def test_any_page_has_blocks(page: str) -> None:
    """Whatever the page is, its blocks are trimmed, not blank, and hold no blank line."""
    for block in html_blocks(page):
        assert block == block.strip() != ""
        assert "\n\n" not in block


@given(st.lists(st.sampled_from(["alpha", "40%", "é", "x & y", "1 < 2"]), min_size=1))
def test_paragraphs_come_back_in_order(words: list[str]) -> None:
    """Each escaped paragraph is one block with the paragraph's text."""
    page = "".join(f"<p>{word.replace('&', '&amp;').replace('<', '&lt;')}</p>" for word in words)
    assert html_blocks(page) == tuple(words)


WORST = [
    *(
        "<!--",
        "<a ",
        "<a b='",
        '<a b="',
        "<p a=\"><p b='>",
        "<![CDATA[",
        "<script>",
        "<",
        "&#",
        "&#99999999999;",
        "<?x",
    ),
    *("<p>", "<b>", "</x>", "<li hidden>", "<ul><li>", "</b><i></p>", "<br>\n", "<title>", " ", "\n", "<p style=': '>"),
]


@pytest.mark.parametrize("unit", WORST)
def test_a_large_page_is_read_once(unit: str) -> None:
    """Two hundred kilobytes of the worst markup is read to its end; a quadratic reader would not come back."""
    html_blocks(unit * (200_000 // len(unit)))
