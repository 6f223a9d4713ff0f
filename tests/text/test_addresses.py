"""Addresses are found in each run of characters between white space, and where it stands in the text."""

from __future__ import annotations

from hypothesis import example, given, strategies as st

from reachweaver.text.addresses import Addresses, find_addresses
from reachweaver.text.characters import shape
from reachweaver.text.mentions import Mention, find_emails, find_hashtags, find_mentions
from reachweaver.text.urls import Url, find_urls

WORDS = st.lists(
    st.sampled_from(
        ["example.org", "https://a.example/b", "@relay", "#tag", "me@a.example", "1.5", "_@a_", "#a@b.example"]
    )
    | st.text(st.sampled_from("ab1.@#:/_-ß語さ\u0301(")),
    max_size=4,
)
SPACES = st.sampled_from([" ", "\n", "\u2029"])


def test_each_kind_is_found_where_it_stands() -> None:
    """Offsets are those of the whole text, whatever stands before."""
    assert find_addresses("See it.example,\nask @me@b.example\u2029or c@d.example #now") == Addresses(
        urls=(Url(4, 14, is_bare_host=True),),
        emails=((37, 48),),
        mentions=(Mention(20, 33, "me", "b.example"),),
        hashtags=((49, 53),),
    )


@given(WORDS.map("".join), SPACES, WORDS.map("".join), SPACES)
@example("www.1.2", " ", "#x", " ")
@example("a.", "\n", "example.org", "\u2029")
def test_what_stands_behind_white_space_decides_nothing(word: str, space: str, other: str, end: str) -> None:
    """The addresses of two words are those of the first, and those of the second moved."""
    first, second = find_addresses(word), find_addresses(other)
    by = len(word) + 1
    assert find_addresses(word + space + other + end) == Addresses(
        urls=(*first.urls, *(Url(by + url.start, by + url.end, url.is_bare_host) for url in second.urls)),
        emails=(*first.emails, *((by + start, by + end) for start, end in second.emails)),
        mentions=(*first.mentions, *(Mention(by + at.start, by + at.end, at.name, at.host) for at in second.mentions)),
        hashtags=(*first.hashtags, *((by + start, by + end) for start, end in second.hashtags)),
    )


@given(
    st.sampled_from(["https://", "http://", "HTTPS://", "xhttps://", "https:/", ""]),
    st.text(st.sampled_from("abZ19./?=&%+-_~:;,'()[]#@!*ß語"), max_size=12),
)
@example("https://", "a")
@example("https://", "a.example/b_")
@example("https://", "a.example/it's")
def test_most_links_are_told_at_a_glance(scheme: str, rest: str) -> None:
    """What a glance says of a link is what reading it character by character says."""
    run = scheme + rest
    shaped = shape(run)
    urls = find_urls(run, shaped)
    spans = tuple((url.start, url.end) for url in urls)
    emails = find_emails(shaped, spans)
    mentions, hashtags = find_mentions(run, shaped, spans + emails), find_hashtags(shaped, spans)
    assert find_addresses(run) == Addresses(urls, emails, mentions, hashtags)
