"""The page: exact texts, marks that lead somewhere, nothing that runs or loads. A browser looks at it in tests/browser."""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from reachweaver.output.html import GENERATOR, render, stylesheet
from reachweaver.output.html.markup import Html, escape, join, tag
from reachweaver.output.html.notes import letters
from reachweaver.preview import Preview
from tests.preview.campaigns import preview

VOID = {"br", "hr", "input", "meta", "link", "path", "rect"}


@dataclass
class Element:
    """An element of a parsed page."""

    name: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What it says, as a browser's textContent."""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    def all(self, name: str | None = None, *classes: str) -> Iterator[Element]:
        """The elements below it of that name and with all these classes, in order."""
        for child in self.children:
            if isinstance(child, Element):
                own = child.attributes.get("class", "").split()
                if name in (None, child.name) and set(classes) <= set(own):
                    yield child
                yield from child.all(name, *classes)

    def one(self, name: str | None = None, *classes: str) -> Element:
        (found,) = self.all(name, *classes)
        return found


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop().name == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parsed(page: str) -> Element:
    """A page as elements; every one is closed in its place."""
    parser = _Parser()
    parser.feed(page)
    parser.close()
    assert len(parser.open) == 1
    return parser.open[0]


def page_of(*variants: dict[str, Any], **fields: Any) -> Element:
    return parsed(render(preview(*variants, **fields)))


POST = {
    "platform": "x",
    "account_id": "desk",
    "text": "Planner 2.0 saves 30% of 90%. The fastest: example.org @ana #calm",
    "evidence_ids": ["notes"],
}
THREAD = {"platform": "bluesky", "format": "thread", "parts": ["One", "Two 2.0", "Three"], "evidence_ids": ["notes"]}
CAROUSEL = {"platform": "instagram", "format": "carousel_outline", "caption": "Look", "slides": ["First", "Second"]}
EVIL = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&amp; </style></title> javascript:alert(3) ${x} {{x}}"


def everything() -> Preview:
    """A campaign with every kind of content, and with markup wherever a text can stand."""
    evidence = [
        {"id": EVIL, "kind": "release", "claim": EVIL, "source_url": "https://example.org/<b>", "excerpt": EVIL},
        {"id": "notes", "claim": "Planner 2.0 saves 30%.", "source_url": "javascript:alert(4)", "kind": EVIL},
    ]
    return preview(
        {**POST, "variant_id": EVIL, "account_id": EVIL, "rationale": EVIL, "text": f"{EVIL} 2.0 90% {EVIL}"},
        {**THREAD, "parts": [EVIL, EVIL], "scheduled_at": EVIL},
        {**CAROUSEL, "caption": EVIL, "slides": [EVIL, "two"], "evidence_ids": [EVIL]},
        {"platform": EVIL, "text": EVIL, "format": EVIL},
        {"platform": "reddit", "text": f"{EVIL}\n{EVIL}", "cta_phrase": EVIL, "reviewed": [{"code": EVIL}]},
        {"platform": "x"},
        evidence=evidence,
        title=EVIL,
        cta_url=EVIL,
        brand={"banned_phrases": ["alert"], "required_disclosure": EVIL, "accounts": {EVIL: {"max_hashtags": 0}}},
    )


def test_text_is_exact() -> None:
    """What a post's text element says is the text, with nothing between its characters."""
    page = page_of(POST, THREAD, CAROUSEL)
    assert [element.text for element in page.all("div", "text")] == [
        POST["text"],
        *THREAD["parts"],
        CAROUSEL["caption"],
        *CAROUSEL["slides"],
    ]


def test_claims_lead_to_evidence() -> None:
    """A grounded claim is a link to the evidence item in its card, and says where it stands in the body."""
    card = page_of(POST).one("article")
    marks = {mark.text: mark.attributes for mark in card.all("a", "mark")}
    sources = {source.attributes["id"]: source for source in card.all("li", "source")}
    assert marks["30%"] == {
        "class": "mark grounded",
        "id": "v0-t18",
        "href": "#v0-e1",
        "aria-describedby": "v0-e1",
        "data-start": "18",
        "data-end": "21",
        "data-kind": "percentage",
        "data-evidence": '["notes"]',
        "data-note": "1",
    }
    source = sources["v0-e1"]
    assert source.attributes["data-evidence-id"] == "notes"
    assert [quote.text for quote in source.all("blockquote")] == [
        "Planner 2.0 was released on 3 March 2026.",
        "Planner 2.0 adds queues.",
        "Saving takes 30% less time.",
    ]
    assert "30%" in [strong.text for strong in source.all("strong")]
    assert "#v0-t18" in [link.attributes["href"] for link in source.one("p", "uses").all("a")]


def test_findings_lead_to_the_text_and_back() -> None:
    """A finding has a letter; the letter leads to the words, the words to the finding."""
    card = page_of(POST).one("article")
    mark = next(mark for mark in card.all("a", "mark", "error") if mark.text == "90%")
    finding = next(item for item in card.all("li", "finding") if f"#{item.attributes['id']}" == mark.attributes["href"])
    assert mark.attributes["data-note"] == finding.one(None, "ref").text
    assert finding.one("a", "ref").attributes["href"] == f"#{mark.attributes['id']}"
    assert finding.one("p", "label").text == "Error Number without evidence"
    assert finding.attributes["data-code"] == "unsupported_number"


def test_marks_that_overlap() -> None:
    """Each piece of text leads to the shortest entry that covers it, and no character is lost."""
    text = "“Planner is used by 1,200 people,” said Ana."
    card = page_of({"platform": "x", "text": text}).one("article")
    assert card.one("div", "text").text == text
    kinds = [(mark.text, mark.attributes["data-kind"]) for mark in card.all("a", "mark")]
    assert ("1,200", "unsupported_number") in kinds
    assert "".join(part for part, _ in kinds) in text.replace("“", "").replace("” ", "")


def test_a_span_over_two_parts() -> None:
    """A claim that runs into the next part is marked in both."""
    page = page_of({"platform": "x", "format": "thread", "parts": ["It was released", "now available for all"]})
    assert [part.text for part in page.all("div", "text")] == ["It was released", "now available for all"]


def test_links_mentions_and_hashtags_look_like_some() -> None:
    """Platforms colour links, mentions and hashtags, so the page does."""
    assert [entity.text for entity in page_of(POST).all("span", "entity")] == ["example.org", "@ana", "#calm"]


def test_thread_and_carousel_in_order() -> None:
    """Parts and slides are ordered lists, each item with its place."""
    page = page_of(THREAD, CAROUSEL)
    assert [item.one("small").text for item in page.one("ol", "thread").all("li", "part")] == [
        "Bluesky · 1 of 3",
        "Bluesky · 2 of 3",
        "Bluesky · 3 of 3",
    ]
    assert [(item.one("span", "place").text, item.one("div", "text").text) for item in page.all("li", "slide")] == [
        ("1 / 2", "First"),
        ("2 / 2", "Second"),
    ]


@pytest.mark.parametrize(
    ("variant", "length"),
    [
        ({"platform": "x", "text": "a" * 14}, "14 of 280 characters"),
        ({"platform": "x", "text": "a" * 281}, "281 of 280 characters1 too many"),
        ({"platform": "youtube", "text": "é"}, "2 of 5,000 bytes"),
        ({"platform": "hackernews", "text": "é\nx"}, "1 of 80 characters in the title"),
        ({"platform": "newsletter", "text": "é"}, "1 characters, no limit"),
    ],
)
def test_length(variant: dict[str, Any], length: str) -> None:
    """The length stands below the post in words; what is too much, too."""
    (shown,) = page_of(variant).all(None, "length")
    assert shown.text == length


def test_bar() -> None:
    """The bar is as full as the text is long, and never more than full."""
    rects = page_of({"platform": "x", "text": "a" * 70}, {"platform": "x", "text": "a" * 999}).all("rect", "used")
    assert [rect.attributes["width"] for rect in rects] == ["25.0%", "100.0%"]


def test_title_line() -> None:
    """Where the first line is the title, it looks like one."""
    page = page_of({"platform": "reddit", "text": "\n The title 2.0\n\nThe body"})
    assert page.one("span", "title").text == "The title 2.0"
    assert page.one("div", "text").text == "\n The title 2.0\n\nThe body"


def test_status_of_each_card() -> None:
    """Confidence and capability are said in words, in the card and at the top."""
    page = page_of(POST, {"platform": "x", "text": "Hi"}, {"platform": "myspace", "text": "Hi"})
    assert [[badge.text for badge in card.all("span", "badge")] for card in page.all("article")] == [
        ["Confidence: low", "Stageable"],
        ["Confidence: high", "Stageable"],
        ["Confidence: low", "Not supported"],
    ]
    assert page.one("p", "verdict").text == "2 of 3 texts can't go out like this."
    links = [(link.text, link.attributes["href"]) for link in page.one("nav").all("a")]
    assert links == [("Xv1, to correct", "#v0"), ("Xv2, ready", "#v1"), ("myspacev3, to correct", "#v2")]


@pytest.mark.parametrize(
    ("variants", "fields", "verdict"),
    [
        ([{"platform": "x", "text": "Hi"}], {}, "No errors, and nothing left to review."),
        ([{"platform": "x", "text": "The best"}], {}, "No errors. 1 of 1 text should be read by a person first."),
        ([{"platform": "x", "text": "x" * 281}], {}, "It can't go out like this."),
        ([{"platform": "x", "text": "Hi"}], {"title": 7}, "The campaign file has to be corrected first."),
        ([], {}, "The campaign file has to be corrected first."),
    ],
)
def test_verdict(variants: list[dict[str, Any]], fields: dict[str, Any], verdict: str) -> None:
    """One sentence says how the campaign stands."""
    assert page_of(*variants, **fields).one("p", "verdict").text == verdict


def test_findings_about_the_file() -> None:
    """What is wrong with the file itself stands above the channels."""
    page = page_of({"platform": "x", "text": "Hi"}, title=7)
    assert 'The campaign: "title" must be a string' in page.one("section", "file").text


def test_no_text() -> None:
    """A variant without a text says so."""
    assert page_of({"platform": "x"}).one("p", "nothing").text == "This variant has no text."


def test_sign_off() -> None:
    """Every text can be ticked and signed for."""
    page = page_of(POST, THREAD)
    boxes = [box.attributes["aria-label"] for box in page.one("section", "sign-off").all("input")]
    assert boxes == ["Approve v1", "Change v1", "Approve v2", "Change v2"]


def test_nothing_runs_and_nothing_loads() -> None:
    """Whatever the campaign holds, the page has no script, no handler, no style but its own, and loads nothing."""
    page = parsed(render(everything()))
    names = Counter(element.name for element in page.all())
    assert not names.keys() & {
        "script",
        "iframe",
        "object",
        "embed",
        "img",
        "link",
        "base",
        "form",
        "video",
        "audio",
        "source",
    }
    assert names["style"] == names["title"] == 1
    for element in page.all():
        assert not [name for name in element.attributes if name.startswith("on") or name in ("style", "src", "srcset")]
        href = element.attributes.get("href", "#")
        assert href.startswith(("#", "https://", "http://"))


def test_texts_are_escaped() -> None:
    """Markup in a campaign is shown as text: in posts, slides, ids, titles, evidence and messages."""
    page = parsed(render(everything()))
    assert page.one("h1").text == EVIL
    assert page.one("title").text == f"{EVIL} – preview"
    texts = [element.text for element in page.all("div", "text")]
    assert texts == [f"{EVIL} 2.0 90% {EVIL}", EVIL, EVIL, EVIL, EVIL, "two", EVIL, f"{EVIL}\n{EVIL}"]
    assert [heading.text for heading in page.all("h2")][1:2] == [EVIL]
    assert EVIL in [element.text for element in page.all("b")]
    assert any(EVIL[:20] in message.text for message in page.all("p", "message"))


def test_policy() -> None:
    """The page's own policy allows its one style sheet and nothing else."""
    page = page_of(POST)
    policy = next(
        meta.attributes["content"]
        for meta in page.all("meta")
        if meta.attributes.get("http-equiv") == "Content-Security-Policy"
    )
    digest = base64.b64encode(hashlib.sha256(page.one("style").text.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def test_every_fragment_is_there() -> None:
    """Ids are unique, and every link inside the page leads to one."""
    page = parsed(render(everything()))
    ids = [element.attributes["id"] for element in page.all() if "id" in element.attributes]
    assert [id_ for id_, count in Counter(ids).items() if count > 1] == []
    fragments = {element.attributes["href"] for element in page.all("a") if element.attributes["href"].startswith("#")}
    described = {
        element.attributes["aria-describedby"] for element in page.all() if "aria-describedby" in element.attributes
    }
    assert {fragment[1:] for fragment in fragments} | described <= set(ids)


def test_headings_and_landmarks() -> None:
    """One main heading, one `main`, a heading in every card that names it."""
    page = page_of(POST, THREAD)
    assert [element.name for element in page.all() if element.name in ("h1", "main", "nav", "footer")] == [
        "h1",
        "nav",
        "main",
        "footer",
    ]
    for card in page.all("article"):
        assert card.one("h2").attributes["id"] == card.attributes["aria-labelledby"]
    assert page.one("html").attributes["lang"] == "en"


def test_cards_say_what_they_are() -> None:
    """A host finds each card's variant, and each text's place in the body."""
    card = page_of(THREAD).one("article")
    assert {name: value for name, value in card.attributes.items() if name.startswith("data-")} == {
        "data-variant": "0",
        "data-variant-id": "v1",
        "data-platform": "bluesky",
        "data-confidence": "high",
    }
    places = [(text.attributes["data-start"], text.attributes["data-end"]) for text in card.all("div", "text")]
    assert places == [("0", "3"), ("5", "12"), ("14", "19")]


def test_embedded() -> None:
    """For an editor there is the style and the content, without a document around them."""
    shown = preview(POST)
    content = parsed(render(shown, embed=True))
    assert [child.name for child in content.children if isinstance(child, Element)] == ["style", "div"]
    whole = parsed(render(shown))
    assert content.one("div", "reachweaver").text == whole.one("div", "reachweaver").text


def test_the_same_every_time() -> None:
    """The page depends on the campaign alone: no clock, no chance."""
    assert render(everything()) == render(everything())
    assert GENERATOR in render(everything())[:2000]


def test_style_sheet_is_self_contained() -> None:
    """The style sheet loads nothing and can't end its element early."""
    style = stylesheet()
    assert not re.search(r"url\(|@import|expression|</", style)
    assert {"prefers-color-scheme: dark", "@media print", "forced-colors"} <= set(
        re.findall(r"prefers-color-scheme: dark|@media print|forced-colors", style)
    )


@given(st.text(alphabet=st.characters(exclude_categories=()), max_size=80))
@settings(max_examples=100)
def test_any_text_is_shown_exactly(text: str) -> None:
    """Whatever the text, its element says it again, but for characters that no page can hold; the page is UTF-8."""
    shown = preview({"platform": "x", "text": text, "evidence_ids": ["notes"]}, evidence=[])
    page = render(shown)
    page.encode("utf-8")
    (element,) = parsed(page).all("div", "text")
    assert len(element.text.replace("\r", "")) <= len(text)
    held = re.sub("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]", "", text)
    assert re.sub("[\u2400-\u2421\ufffd\n]", "", element.text) == re.sub("[\u2400-\u2421\ufffd\n]", "", held)


@given(
    st.lists(
        st.sampled_from(
            ["2.0", "30%", "90%", "The best", "@ana", "#a", "said", "“a b c”", " ", ",", "https://x.org/2", "\n\n"]
        ),
        max_size=14,
    )
)
@settings(max_examples=60)
def test_any_marks(words: list[str]) -> None:
    """However claims and links stand beside each other, the text is exact and every piece's id is its own."""
    text = " ".join(words)
    page = page_of({"platform": "x", "text": text, "evidence_ids": ["notes"]})
    assert page.one("div", "text").text == text
    ids = [mark.attributes["id"] for mark in page.all("a", "mark")]
    assert len(ids) == len(set(ids))


def test_markup() -> None:
    """Strings are escaped, markup is not; attributes are escaped and left out when there is nothing to say."""
    assert tag("p", "a<b", tag("b", "&"), None, class_='"x"', data_a=1, hidden=True, id=None, open=False) == (
        '<p class="&quot;x&quot;" data-a="1" hidden>a&lt;b<b>&amp;</b></p>'
    )
    assert tag("br") == "<br>"
    assert join("<", [Html("<b>"), None, ["'"]]) == "&lt;<b>&#x27;"
    assert escape("a\x00b\r\nc\x7fd\ud800") == "a\u2400b\nc\u2421d\ufffd"


@pytest.mark.parametrize(("number", "letter"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")])  # fmt: skip
def test_letters(number: int, letter: str) -> None:
    """Findings are lettered like a spreadsheet's columns."""
    assert letters(number) == letter
