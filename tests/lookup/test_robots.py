from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from reachweaver.lookup.robots import LONGEST_DELAY, read_robots

RULES = [
    ("", "/a", True),
    ("User-agent: *\nDisallow: /", "/a", False),
    ("User-agent: *\nDisallow:", "/a", True),
    ("user-AGENT: *\r\nDISALLOW: /a # why", "/ab", False),
    ("User-agent: *\nDisallow: /a", "/A", True),
    ("User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", True),
    ("User-agent: *\nAllow: /a\nDisallow: /a", "/a", True),
    ("User-agent: *\nDisallow: /*.pdf$", "/x/y.pdf", False),
    ("User-agent: *\nDisallow: /*.pdf$", "/x/y.pdf?z", True),
    ("User-agent: *\nDisallow: /a*c*e", "/abcde", False),
    ("User-agent: *\nDisallow: /a$", "/a", False),
    ("User-agent: *\nDisallow: /a*a$", "/a", True),
    ("User-agent: *\nDisallow: /?s=", "/?s=1", False),
    ("User-agent: *\nDisallow: /%7Ejoe", "/~joe", False),
    ("User-agent: *\nDisallow: /caf\u00e9", "/caf%C3%A9", False),
    ("User-agent: *\nDisallow: /a%2Fb", "/a/b", True),
    ("User-agent: other\nDisallow: /", "/a", True),
    ("User-agent: ReachWeaver\nDisallow: /\n\nUser-agent: *\nAllow: /", "/a", False),
    ("User-agent: *\nDisallow: /\n\nUser-agent: reachweaver\nAllow: /", "/a", True),
    ("User-agent: *\nDisallow: /\nUser-agent: reachweaver\nDisallow: /x", "/a", True),
    ("User-agent: a\nUser-agent: *\nDisallow: /", "/a", False),
    ("User-agent: *\nDisallow: /x\nUser-agent: *\nDisallow: /a", "/a", False),
    ("Disallow: /", "/a", True),
    ("<html>Not found", "/a", True),
    ("\ufeffUser-agent: *\nDisallow: /", "/a", False),
]


@pytest.mark.parametrize(("text", "path", "allowed"), RULES)
def test_rules(text: str, path: str, allowed: bool) -> None:
    """The longest rule of the group for ReachWeaver, else of that for everybody, decides."""
    assert read_robots(text).allows(path) is allowed


@pytest.mark.parametrize(
    ("written", "seconds"),
    [("2", 2.0), ("0.5", 0.5), ("9999", LONGEST_DELAY), ("x", 0.0), ("-1", 0.0), ("1" * 5000, LONGEST_DELAY)],
)
def test_the_delay_that_a_site_asks_for(written: str, seconds: float) -> None:
    """A delay is kept as far as it is within reason."""
    assert read_robots(f"User-agent: *\nCrawl-delay: {written}").delay == seconds


@given(st.text(st.sampled_from("User-agent: *\nDisallow: /ab*$%42é#")), st.text(st.sampled_from("/ab%42é*$?")))
def test_any_text_is_read(text: str, path: str) -> None:
    """Nothing that a site writes there, and no path, is an error."""
    assert read_robots(text).allows(path) in (True, False)
