"""Twice the text takes about twice the time, whatever the text: nothing in the text layer is quadratic."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from reachweaver.text.prose import Prose, fold_phrase
from reachweaver.text.sentences import sentences
from reachweaver.text.urls import address_of, canonical_host, find_host
from reachweaver.text.words import term_set, terms, tokens

SIZE = 100_000
"""Characters of the longer text."""
_FLOOR = 0.005
"""Seconds below which a time says nothing."""

REPEATED = {
    "letters": "a",
    "digits": "1",
    "spaces": " ",
    "line feeds": "\n",
    "wide spaces": "\u00a0\u200b",
    "ats": "@",
    "ats and letters": "a@",
    "names and hosts": "@a@b",
    "hashes": "#",
    "hashes and letters": "#a",
    "hashtags of digits": "#1",
    "dots": ".",
    "dots and letters": "a.",
    "hosts": "www.",
    "tlds": "a.com.",
    "hyphens": "a-",
    "many hyphens": "-",
    "underscores": "_",
    "slashes": "a/",
    "colons": ":",
    "schemes": "http://",
    "schemes of letters": "a+://",
    "urls": "http://a.b,",
    "urls in brackets": "(http://a.b)",
    "open brackets": "http://a(",
    "closed brackets": ")]}",
    "queries": "a.example?",
    "unknown hosts": "ink.handmade?",
    "fragments": "a.example#",
    "apostrophes": "a'",
    "quotes": "“’",
    "acute accents": "\u0301",
    "mixed marks": "\u0301\u0323\u0345",
    "jamo": "\u1161",
    "compatibility jamo": "\u3160",
    "zero-width spaces": "\u200b",
    "Thai with zero-width spaces": "ก\u200b",
    "joiners between marks": "\u200d\u0301",
    "emoji": "👩\u200d💻\ufe0f",
    "Japanese": "ブログ。",
    "expansions": "ﷺß",
    "emails": "a+b@c.de,",
}


def everything(text: str) -> None:
    """All that a check asks of one body."""
    prose = Prose(text)
    _ = (
        prose.searchable,
        prose.addresses.urls,
        prose.addresses.emails,
        prose.addresses.mentions,
        prose.addresses.hashtags,
    )
    for phrase in ("aaaa", "a a", "\u0301", "กก", "http://", "@a"):
        prose.contains_phrase(fold_phrase(phrase))
        list(prose.find_phrase(fold_phrase(phrase)))
    list(tokens(prose))
    terms(prose, 0, len(text))
    term_set(prose)
    list(sentences(text))
    list(find_host(prose.plain.text, prose.shape, "ink.handmade"))
    for start in range(0, len(prose.plain.text), 1000):
        prose.span_of_plain(start, start + 1)


def seconds(work: Callable[[str], object], text: str, repeats: int) -> float:
    """The least processor time of several runs: what else the machine does costs none of it."""
    best = float("inf")
    for _ in range(repeats):
        started = time.thread_time()
        work(text)
        best = min(best, time.thread_time() - started)
    return best


def assert_linear(work: Callable[[str], object], text: str) -> None:
    """Twice the text takes less than 3.5 times the time; a busy machine gets more tries."""
    short, long = text[: len(text) // 2], text
    ratios = []
    for repeats in (1, 2, 4):
        ratio = seconds(work, long, repeats) / max(seconds(work, short, repeats), _FLOOR)
        ratios.append(ratio)
        if ratio < 3.5:
            return
    pytest.fail(f"twice the text takes {min(ratios):.1f} times the time")


@pytest.mark.parametrize("unit", REPEATED.values(), ids=REPEATED.keys())
def test_repeated_text(unit: str) -> None:
    """One thing over and over, after a letter and before an end that fits nothing."""
    assert_linear(everything, ("a" + unit * (SIZE // len(unit)))[:SIZE])


@pytest.mark.parametrize("unit", ["www.", "a.", "xn--a.", "%41", "/", "@", ":", "[", "a@"])
def test_repeated_address(unit: str) -> None:
    """Taking a URL apart is linear too."""

    def work(text: str) -> None:
        address_of("https://" + text)
        canonical_host(text)

    assert_linear(work, unit * (SIZE // len(unit)))
