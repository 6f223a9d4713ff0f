from __future__ import annotations

from pathlib import Path

import pytest

from reachweaver.lookup.html_blocks import html_blocks
from tests.lookup import real_pages

PAGES = Path(__file__).parent / "pages"

CITED = {
    "documentation": [
        "It supports weighted round-robin since version\u00a01.8, and least-connections since 2.0.",
        "Weights are whole numbers from 1 to 256; a server of weight 0 gets no requests.",
        "at most 4,096 servers may stand in one.",
        "round-robin: each server in turn, the default.",
        "slow_start | 0s | time in which the weight grows",
        "    server 10.0.0.1 weight=3;\n    server 10.0.0.2;",
        "In tests a group of 12 servers answered 90,000 requests in a second.",
        "asked again after 10¹ seconds.",
    ],
    "release-notes": [
        "Planner 2.0 saves a plan in 30% less time than 1.9 and now exports to CSV & iCal.",
        "Released on March 1, 2026",
        "Shared calendars for teams of up to 500 people",
        "Guests see free and busy times only.",
        "Reminders arrive within 2 seconds (it was 9 in 1.9).",
        "Run planner migrate.",
        "2.0 | 588 ms | 1.4 s",
        "Support for Python 3.9 ends with this release.",
        "Printing a calendar of more than 52 weeks takes two attempts.",
    ],
    "news": [
        "Ferries go electric by 2028, says harbour board",
        "By Ada Lund | 14 May 2026",
        "The harbour board will replace all nine diesel ferries with electric ones by 2028, it said on Tuesday.",
        "“Each boat saves 1,200 tonnes of carbon dioxide a year,” said Ingrid Moe, who heads the board.",
        "Charging takes 8 minutes at the pier.",
        "The boats cost 61 million, of which the region pays a third.",
    ],
    "readme": [
        "It reads 2 GB a minute on one core and needs no memory but a buffer of 64\u00a0KB.",
        "pip install weft\nweft --version",
        "Runs on Linux, macOS and Windows (tested on all three)",
        "1 million | 0.8 s | 5.1 s",
        "Used by the national weather service. Licensed under the MIT licence.",
        "Star 1.3k",
    ],
}
NOT_CONTENT = {
    "documentation": [
        "genindex",
        "index",
        "Navigation",
        "Quick search",
        "Copyright",
        "Skip to",
        "¶",
        "in a script",
        "in a style",
    ],
    "release-notes": ["cookies", "Pricing", "Log in", "Home", "Share:", "spam", "Imprint", "©", "Draft", "3.0"],
    "news": ["Business", "partners", "bridge toll", "cruises", "Timetable", "briefing", "Terms", "9.00"],
    "readme": ["Pricing", "Sign in", "Pull requests", "Skip to", "cookies", "Do not share", "Copy", "build passing"],
}


@pytest.mark.parametrize("name", CITED)
def test_what_a_reader_would_cite_stands_in_one_block(name: str) -> None:
    """Sentences, items, rows and code of the content are whole, and what surrounds the content is not there."""
    texts = [block.text for block in html_blocks((PAGES / f"{name}.html").read_text(encoding="utf-8"))]
    assert [cited for cited in CITED[name] if not any(cited in text for text in texts)] == []
    assert [noise for noise in NOT_CONTENT[name] if any(noise in text for text in texts)] == []


@pytest.mark.parametrize("name", real_pages.CITED)
def test_what_a_reader_would_cite_of_real_pages(name: str) -> None:
    """The same of pages that people have published: manuals, release notes, news, a README."""
    texts = [block.text for block in html_blocks(real_pages.page(name))]
    assert [cited for cited in real_pages.CITED[name] if not any(cited in text for text in texts)] == []
    assert [noise for noise in real_pages.NOT_CONTENT[name] if any(noise in text for text in texts)] == []


def test_where_each_real_page_came_from() -> None:
    """Every page that is kept is tried, and the table beside them says whose it is."""
    kept = {path.stem for path in real_pages.PAGES.glob("*.html")}
    assert kept == set(real_pages.CITED) == set(real_pages.NOT_CONTENT)
    table = (real_pages.PAGES / "README.md").read_text(encoding="utf-8")
    assert [name for name in kept if f"| `{name}.html` |" not in table] == []


def blocks(page: str) -> list[tuple[str, str, str]]:
    return [(block.kind, block.text, block.selector) for block in html_blocks(page)]


B = "body > "
SMALL = [
    ("<p>One<br>two  \n three", [("paragraph", "One\ntwo three", B + "p:nth-of-type(1)")]),
    ("plain <b>text</b>", [("paragraph", "plain text", "body")]),
    (
        "<div>a<p>b</p>c</div>",
        [
            ("paragraph", "a", B + "div:nth-of-type(1)"),
            ("paragraph", "b", B + "div:nth-of-type(1) > p:nth-of-type(1)"),
            ("paragraph", "c", B + "div:nth-of-type(1)"),
        ],
    ),
    ("<h2>T <a href=#t>#</a></h2>", [("heading", "T", B + "h2:nth-of-type(1)")]),
    (
        "<p id=x>a<p id=x>b<p id=y>c",
        [
            ("paragraph", "a", B + "p:nth-of-type(1)"),
            ("paragraph", "b", B + "p:nth-of-type(2)"),
            ("paragraph", "c", "#y"),
        ],
    ),
    ("<a href=/><div>whole card</div></a>", [("paragraph", "whole card", B + "a:nth-of-type(1) > div:nth-of-type(1)")]),
    ("<pre>\n\n  a\n   b  \n</pre>", [("code", "  a\n   b", B + "pre:nth-of-type(1)")]),
    ("<p>10<sup>6</sup> H<sub>2</sub>O <q>x</q>", [("paragraph", "10⁶ H₂O “x”", B + "p:nth-of-type(1)")]),
    (
        "<p>a<span hidden>b</span><span style='color:red; display: none'>c</span>d",
        [("paragraph", "ad", B + "p:nth-of-type(1)")],
    ),
    (
        "<table><tr><td>only one cell<p>x",
        [
            (
                "paragraph",
                "only one cell",
                B + "table:nth-of-type(1) > tbody:nth-of-type(1) > tr:nth-of-type(1) > td:nth-of-type(1)",
            ),
            (
                "paragraph",
                "x",
                B
                + "table:nth-of-type(1) > tbody:nth-of-type(1) > tr:nth-of-type(1) > td:nth-of-type(1) > p:nth-of-type(1)",
            ),
        ],
    ),
    (
        "<table><tr><td>a<br>b<td><p>c</p><p>d</p></table>",
        [("table_row", "a b | c d", B + "table:nth-of-type(1) > tbody:nth-of-type(1) > tr:nth-of-type(1)")],
    ),
    ("<x-a><x-b>custom</x-b></x-a>", [("paragraph", "custom", "body")]),
    ("<b><p>bad</b> nesting", [("paragraph", "bad nesting", B + "p:nth-of-type(1)")]),
    (
        "<a href=x><main><p>all is a link</p></main></a>",
        [("paragraph", "all is a link", B + "a:nth-of-type(1) > main:nth-of-type(1) > p:nth-of-type(1)")],
    ),
    (
        "<p>It costs <s>$30</s> <del>$25</del><ins>$20</ins>.<p><strike>Old</strike></p><del><p>Older</p></del>",
        [("paragraph", "It costs $20.", B + "p:nth-of-type(1)")],
    ),
    (
        "<p>It costs <span style='text-decoration:line-through'>$30</span> <span style='text-decoration:none'>$20</span>.",
        [("paragraph", "It costs $20.", B + "p:nth-of-type(1)")],
    ),
    ("<script>no</script><!-- no --><noscript>no</noscript><template>no</template><textarea>no</textarea>", []),
    ("", []),
]


@pytest.mark.parametrize(("page", "wanted"), SMALL)
def test_blocks_and_where_they_stand(page: str, wanted: list[tuple[str, str, str]]) -> None:
    """Text and selector of each block are those of a browser's tree."""
    assert blocks(page) == wanted


def test_what_is_left_out_of_a_link_counts_once() -> None:
    """Noise inside a link takes nothing from the text beside it: an article with less than half of it is not the page."""
    article, rest = "An article of few words. " * 4, "What stands beside it says more. " * 5
    page = f"<a href=x>more<div class=sidebar>{'noise ' * 20}</div></a><article><p>{article}</article><p>{rest}"
    assert [block.text for block in html_blocks(page)][-2:] == [article.strip(), rest.strip()]


def test_numbered_lists_go_on_where_they_say() -> None:
    """An item's number and depth are those that a reader sees."""
    found = html_blocks("<ol start=3><li>a<ul><li>b</ul><li>c</ol>")
    assert [(one.text, one.level, one.number) for one in found] == [("a", 1, 3), ("b", 2, None), ("c", 1, 4)]


TEXT = "This is what the page says, and it is said at some length. "
COMMENT = "<li class=comment><p>So a visitor says.<a href=/reply>Reply</a></li>"
LINKS = "<ul><li><a href=/a>Another story of the day</a><li><a href=/b>One more story</a><li><a href=/c>And another</a></ul>"
AROUND = [
    (
        f"<header><a href=/>Home</a></header><article><p>{TEXT * 9}</article><article><p>An answer.</article>",
        ["Home"],
        ["An answer."],
    ),
    (f"<div><article><p>{TEXT * 9}</article><article><p>An answer.</article></div><p>Else.", ["Else."], ["An answer."]),
    (f"<article><p>{TEXT * 9}</article><div><article><p>A teaser.</article></div>", ["A teaser."], []),
    (f"<div class=post><p>{TEXT * 9}</div><ol class=comment-list>{COMMENT * 3}</ol>", ["So a visitor says."], []),
    (f"<div class=post><p>{TEXT * 9}</div><div id=comments>{COMMENT * 99}</div>", ["So a visitor says."], []),
    (f"<h1>A question</h1><ol class=comment-list>{COMMENT * 9}</ol>", [], ["So a visitor says."]),
    (f"<p>{TEXT * 9}<section id=comments><h2>Comments</h2><p>A # begins one.</section>", [], ["A # begins one."]),
    (
        f"<p>{TEXT * 9}<div class=section id=cookies><h2>Cookies<a class=headerlink href=#c>¶</a></h2><p>To set cookies, call it.</div>",
        [],
        ["To set cookies"],
    ),
    (f"<p>{TEXT * 9}<div id=cookies><h2>Cookies</h2><p>We set cookies.</div>", ["We set cookies"], []),
    (f"<p>{TEXT * 9}<pre><div class=comment># One.</div><div class=comment># Two.</div></pre>", [], ["# One."]),
    (f"<div><div>{LINKS}</div><div><p>{TEXT * 9}</div></div>", ["Another story"], []),
    (f"<main><div><p>{TEXT * 9}</div><aside><h3>More</h3>{LINKS}</aside></main>", ["Another story"], []),
    (f"<div><div><h1>Title</h1>{LINKS}</div><div><p>{TEXT * 9}</div></div>", ["Another story"], ["Title"]),
    (
        f"<p>{TEXT * 9}<div class=footer>© 2027 Planner. This page is licensed under a licence. {TEXT * 5}</div>",
        ["©"],
        [],
    ),
    (f"<section id=copyright><h1>Copyright</h1><p>© 2027 Planner. {TEXT}</section>", [], ["© 2027"]),
    (f"<div role=main><h1>Parts</h1>{LINKS}</div><div><p>{TEXT}</div>", [TEXT], ["Another story"]),
    (f"<h1>Links</h1>{LINKS * 9}", [], ["Another story"]),
    (f"<p>{TEXT * 9}<h2>See also</h2>{LINKS}", ["Another story"], ["See also"]),
    (f"<main><p>{TEXT * 9}<h2>See also</h2>{LINKS}</main>", [], ["Another story"]),
    (f"<p>{TEXT}<p>»<p>• • •<p>3 €<p>→", ["»", "•"], ["3 €", "→"]),
    ("<p>Saves 30%<sup><a href=#1>[3]</a></sup> of 10<sup>6</sup><sup>[a]</sup>.", ["["], ["Saves 30% of 10⁶."]),
]


@pytest.mark.parametrize(("page", "noise", "said"), AROUND)
def test_what_stands_around_a_text(page: str, noise: list[str], said: list[str]) -> None:
    """Visitors' comments, lists of links and ornaments are left out where there is a text, and are it where there is none."""
    texts = [block.text for block in html_blocks(page)]
    assert [one for one in noise if any(one in text for text in texts)] == []
    assert [one for one in said if not any(one in text for text in texts)] == []


def test_a_page_that_calls_everything_noise_is_read() -> None:
    """What holds most of the text is content, whatever its class says."""
    text = "This is all that the page says, and it is said at some length. " * 5
    assert [block.text for block in html_blocks(f"<div class='sidebar cookie'><p>{text}</div>")] == [text.strip()]
