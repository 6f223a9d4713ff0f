from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from reachweaver.checks.missing_cta import check
from reachweaver.report import Finding, Remedy
from tests.checks.ruled import context, findings

URL = "https://ink.example.org/notebooks"


@pytest.mark.parametrize(
    ("url", "body"),
    [
        (URL, "New: https://ink.example.org/notebooks"),
        (URL, "New: HTTP://Ink.Example.ORG/notebooks/?utm_source=x&utm_medium=y#top"),
        (URL, "New (see https://ink.example.org/notebooks)."),
        (URL, "Have you seen https://ink.example.org/notebooks?"),
        (URL, "“https://ink.example.org/notebooks”"),
        (URL, "[notebooks](https://ink.example.org/notebooks)"),
        (URL, "New: ink.example.org/notebooks, in blue"),
        (URL, "New: Ink.Example.Org/notebooks."),
        (URL, "New: https://ink.example.org:443/notebooks"),
        (URL, "New: https://ink.example.org/%6Eotebooks"),
        (URL, "New:\u202ahttps://ink.example.org/note\u200bbooks\u202c"),
        (URL, "詳細はhttps://ink.example.org/notebooksをご覧ください"),
        (URL, "https://example.net/,https://ink.example.org/notebooks"),
        (URL, "https://ink.example.org/notebooks's cover"),
        ("http://ink.example.org/notebooks/", "https://ink.example.org/notebooks"),
        ("https://ink.example.org/pens/?utm=1#blue", "https://ink.example.org/pens?utm=2"),
        ("https://ink.example.org", "Go to ink.example.org."),
        ("https://ink.example.org/", "Go to https://ink.example.org?x"),
        ("https://ink.example.org", "Go to Ink.example.org!"),
        ("https://example.org", "Example.Org it is"),
        ("https://ink.handmade/a", "Go to ink.handmade/a."),
        ("https://ink.handmade", "Go to Ink.Handmade."),
        ("https://ink.example.org:8080/a", "ink.example.org:8080/a"),
        ("https://ink.example.org/Ink_(pen)", "(https://ink.example.org/Ink_(pen))"),
        ("https://example.org/ブログ", "https://example.org/ブログ へ"),
        ("https://example.org/caf%C3%A9", "https://example.org/cafe\u0301"),
        ("https://bücher.example/a", "https://xn--bcher-kva.example/a"),
        ("https://xn--bcher-kva.example/a", "bücher.example/a"),
        ("https://ink.example.org/a.", "https://ink.example.org/a."),
        ("no link at all", "What is no URL is not looked for."),
    ],
)
def test_a_url_that_is_there(url: str, body: str) -> None:
    """Scheme, case of the host, query, fragment, one slash at the end and what stands around make no difference."""
    assert findings(check, context(body, cta_url=url)) == []


@pytest.mark.parametrize(
    ("url", "body"),
    [
        (URL, "New notebooks in the shop."),
        (URL, "https://ink.example.org/notebooks/blue"),
        (URL, "https://ink.example.org/Notebooks"),
        (URL, "https://ink.example.org/notebooks//"),
        (URL, "https://ink.example.org/"),
        (URL, "https://ink.example.net/notebooks"),
        (URL, "https://blog.ink.example.org/notebooks"),
        (URL, "https://myink.example.org/notebooks, ink.example.org.uk/notebooks"),
        (URL, "https://ink.example.org:8080/notebooks"),
        (URL, "ftp://ink.example.org/notebooks"),
        (URL, "https://example.org/?to=ink.example.org/notebooks"),
        (URL, "me@ink.example.org/notebooks"),
        ("https://ink.handmade", "me@ink.handmade, @ink.handmade, myink.handmade, ink.handmade.org"),
        ("https://ink.handmade/a", "https://example.org/ink.handmade/a, https://example.org?to=ink.handmade/a"),
    ],
)
def test_a_url_that_is_missing(url: str, body: str) -> None:
    """Another host, port or path is another page, and an address inside another one is none."""
    found = findings(check, context(body, cta_url=url))
    assert [(one.code, one.severity, one.start) for one in found] == [("missing_cta", "warning", None)]


@pytest.mark.parametrize(
    ("phrase", "body", "missing"),
    [
        ("review the notebook", "Please REVIEW\nthe notebook with us.", False),
        ("review the notebook", "Please review a notebook with us.", True),
        ("see what's new", "See what’s new!", False),
        ("sign up", "sign upstream", True),
        ("today →", "Today → here", False),
        ("\u200b", "Hello", False),
    ],
)
def test_a_phrase(phrase: str, body: str, missing: bool) -> None:
    """A phrase is contained under the folding, as a disclosure is."""
    assert bool(findings(check, context(body, cta_phrase=phrase))) == missing


def test_url_and_phrase_are_a_finding_each() -> None:
    """Each carries what to insert, after one space."""
    assert findings(check, context("Ink", cta_url=URL, cta_phrase="Read on")) == [
        Finding(
            code="missing_cta",
            severity="warning",
            message=f'The declared call to action is not in the text: the link "{URL}"',
            remedy=Remedy(text=URL, separator=" "),
        ),
        Finding(
            code="missing_cta",
            severity="warning",
            message='The declared call to action is not in the text: the phrase "Read on"',
            remedy=Remedy(text="Read on", separator=" "),
        ),
    ]


@settings(max_examples=200)
@given(
    body=st.text(st.sampled_from("ab .,:;()[]{}/\\@#?!'\"“”_*-\n\u200b。ブ売กé1") | st.characters(), max_size=12),
    path=st.text(st.sampled_from("ab/.,;:()[]_*-~'!%41ブé&=+"), max_size=12),
    host=st.sampled_from(["ink.example.org", "ink.handmade", "localhost", "bücher.example", "INK.example.org:8080"]),
)
def test_inserting_the_remedy_answers_the_finding(body: str, path: str, host: str) -> None:
    """Whatever the text and the URL, the finding is gone when the URL stands at the text's end after a space."""
    url = f"https://{host}/{path}"
    assert findings(check, context(f"{body} {url}", cta_url=url)) == []
