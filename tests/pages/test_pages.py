from __future__ import annotations

import codecs

import pytest
from hypothesis import given, strategies as st

from reachweaver.pages import decode_page, markdown_blocks, page_blocks


@pytest.mark.parametrize(
    ("page", "blocks"),
    [
        ("", []),
        ("One\nline\n\nTwo\r\n\r\nThree", ["One\nline", "Two", "Three"]),
        ("# Head\nText\n## Next ##", ["Head", "Text", "Next ##"]),
        ("Head\n====\nText\n---\nMore", ["Head", "Text", "More"]),
        ("- a\n- b\n* c\n1. d\n2) e", ["a", "b", "c", "d", "e"]),
        ("> said **she**", ["said she"]),
        ("> - 40%", ["40%"]),
        ("trusted **by** _many_ `teams`", ["trusted by many teams"]),
        ("It costs ~~$30~~ <s>$25</s> $20.", ["It costs   $20."]),
        ("<del class=old>a\nb</del> c", ["c"]),
        (r"a \~~b~~ ~~ c ~~ d", ["a ~~b  c  d"]),
        ("snake_case 5 * 3 __dunder__", ["snake_case 5 * 3 dunder"]),
        (
            '[40% faster](https://example.org "why") and ![a 3x chart](x.png) [ref][1]',
            ["40% faster and a 3x chart ref"],
        ),
        ("| a | b |\n|---|:-:|\n| 40 | % |", ["a", "b", "40", "%"]),
        ("```python\nx = 40\n```\nafter", ["x = 40", "after"]),
        ("<b>40</b>% &amp; more <!-- hidden -->", ["40% & more"]),
        ("a < b and <3", ["a < b and <3"]),
        (r"1\. \*not\* bold", ["1. *not* bold"]),
        ("#1 choice", ["#1 choice"]),
        ("2 + 2\n+ 3", ["2 + 2", "3"]),
        ("* * *", []),
    ],
)
def test_markdown_is_read_as_its_reader_sees_it(page: str, blocks: list[str]) -> None:
    """Paragraphs, headings, items and cells are blocks; marks of emphasis, links and code are not text."""
    assert markdown_blocks(page) == tuple(blocks)


@pytest.mark.parametrize(
    ("name", "content", "blocks"),
    [
        ("page.html", "one\n\ntwo", ["one two"]),
        ("PAGE.HTM", "a<b>b</b>", ["ab"]),
        ("page.md", "a<b>b</b>\n\nc", ["ab", "c"]),
        ("page.txt", "<p>one</p>\n\ntwo", ["one", "two"]),
        ("page", "<!DOCTYPE html><p>one\n\ntwo", ["one two"]),
        ("page", "# one\n\ntwo", ["one", "two"]),
        ("page.php", "<div class='x'>one</div>", ["one"]),
        ("page", "a <- b, x<y", ["a <- b, x<y"]),
    ],
)
def test_the_name_says_what_a_page_is_and_else_the_content(name: str, content: str, blocks: list[str]) -> None:
    """Known endings decide; without one, markup makes HTML of it."""
    assert page_blocks(content.encode(), name) == tuple(blocks)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("é 🚀".encode(), "é 🚀"),
        (codecs.BOM_UTF8 + "é".encode(), "é"),
        (codecs.BOM_UTF16_LE + "é🚀".encode("utf-16-le"), "é🚀"),
        (codecs.BOM_UTF16_BE + "é".encode("utf-16-be"), "é"),
        (b"caf\xe9 \x93x\x94", "café “x”"),
        (b'<meta charset="iso-8859-1">\x80', '<meta charset="iso-8859-1">€'),
        (b"<META CHARSET=latin1>\xe9", "<META CHARSET=latin1>é"),
        (b"<meta charset='windows-1251'>\xcf", "<meta charset='windows-1251'>П"),
        (
            b'<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">\x82\xa0',
            '<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">あ',
        ),
        (b'<?xml version="1.0" encoding="koi8-r"?>\xc1', '<?xml version="1.0" encoding="koi8-r"?>а'),
        (b"<meta charset=tis-620>\xe4\xb7\xc2", "<meta charset=tis-620>ไทย"),
        (b"<meta charset=utf-8>\xff", "<meta charset=utf-8>\ufffd"),
        (b"<meta charset=utf-16>\xc3\xa9", "<meta charset=utf-16>é"),
        (b"<meta charset=zlib>\xc3\xa9", "<meta charset=zlib>é"),
        (b"<meta charset=idna>\xc3\xa9", "<meta charset=idna>é"),
        (b"<meta charset=nonsense>\xc3\xa9", "<meta charset=nonsense>é"),
        (b"<p>charset=koi8-r</p>\xc3\xa9", "<p>charset=koi8-r</p>é"),
        (b"", ""),
    ],
)
def test_a_page_is_decoded_as_browsers_do(content: bytes, text: str) -> None:
    """The mark at the beginning, the page's own word, UTF-8, Windows-1252: the first that fits."""
    assert decode_page(content) == text


@given(st.binary(), st.sampled_from(["x.html", "x.md", "x"]))
def test_any_bytes_are_a_page(content: bytes, name: str) -> None:
    """Nothing that a file may hold makes the reader fail, and no block is blank."""
    assert all(block.strip() for block in page_blocks(content, name))


@pytest.mark.parametrize(
    "unit",
    [
        "~~a",
        "~~a~",
        "<s>",
        "<s ",
        "[",
        '[a](b "',
        "*",
        "_a",
        "`",
        "> ",
        "- ",
        "|a",
        "\n",
        "<a",
        "<!--",
        "\\",
        " ",
        "[][",
    ],
)
def test_a_large_text_is_read_once(unit: str) -> None:
    """Two hundred kilobytes of the worst Markdown is read to its end; a quadratic reader would not come back."""
    markdown_blocks(unit * (200_000 // len(unit)))
