from __future__ import annotations

import pytest

from reachweaver.lookup.failures import LookUpError
from reachweaver.lookup.html_blocks import html_blocks
from reachweaver.lookup.html_guard import MOST_ATTRIBUTES, MOST_OPEN, seen_markup

MANY = 10_000
HOSTILE = {
    "nested": "<div>" * MANY,
    "nested behind a table that hides the end tags": "<div><table></div></table>" * MANY,
    "nested behind a list of choices that does": "<div><select></div></select>" * MANY,
    "nested behind a drawing's style": "<div><svg><style></div></style></svg>" * MANY,
    "nested behind comments": "<div><!-- </div> -->" * MANY,
    "nested behind an attribute": '<div a="</div>">' * MANY,
    "nested behind scripts": "<div><script></div></script>" * MANY,
    "formatting that is never closed": "".join(f"<div><b a={number}></div>" for number in range(MANY)),
    "formatting whose end tags do not reach it": "".join(f"<b a={n}><table></b></table>" for n in range(MANY)),
    "attributes": "<p " + " ".join(f"a{number}" for number in range(MANY)) + ">",
}
HARMLESS = {
    "end tags that may be left out": "<ul>" + "<li>x" * MANY,
    "cells": "<table><tr>" + "<td>x" * MANY,
    "paragraphs": "<p>x" * MANY,
    "anchors that nobody closes": "<p><a name=x>y" * MANY,
    "body after body": "".join(f"<body a{number}=1>" for number in range(MANY)) + "x",
    "less-than signs": "<" * MANY,
    "half a tag": "<a " * MANY,
    "half a comment": "<!--" * MANY,
    "half a value": "<p a='" * MANY,
    "end tags": "</div>" * MANY,
    "text in a table": "<table>" + "x<tr>" * MANY,
    "choices": "<select>" + "<option>x" * MANY,
}


@pytest.mark.parametrize("page", HOSTILE.values(), ids=HOSTILE.keys())
def test_what_would_take_quadratic_time_is_refused(page: str) -> None:
    """However the nesting is hidden from a simple count, the parser never sees it."""
    with pytest.raises(LookUpError) as caught:
        html_blocks(page)
    assert caught.value.code == "extraction_failed"


@pytest.mark.parametrize("page", HARMLESS.values(), ids=HARMLESS.keys())
def test_what_pages_do_is_read(page: str) -> None:
    """Large and sloppy pages are read in time linear in their size."""
    assert isinstance(html_blocks(page), tuple)


def test_the_limits() -> None:
    """Nesting and attributes up to the limits are read."""
    page = "<div>" * MOST_OPEN + "<p " + " ".join(f"a{number}" for number in range(MOST_ATTRIBUTES)) + ">deep"
    assert [block.text for block in html_blocks(page)] == ["deep"]


@pytest.mark.parametrize(
    ("page", "seen"),
    [
        ("a<!-- b -->c", "ac"),
        ("a<!-->b", "ab"),
        ("a<SCRIPT x='>'>b</script >c", "ac"),
        ("<style>a", ""),
        ("a<?xml b?><!doctype html></ c>d", "ad"),
        ("<p title='<!--'>a", "<p title='<!--'>a"),
        ("<p>a<b", "<p>a"),
        ("<body a><body b>", "<body a>"),
    ],
)
def test_what_the_parser_gets(page: str, seen: str) -> None:
    """Comments, declarations, scripts and styles are taken out."""
    assert seen_markup(page) == seen
