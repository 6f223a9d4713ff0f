from __future__ import annotations

import pytest

from reachweaver.text.prose import Prose
from reachweaver.text.urls import Address, address_of, canonical_host, find_host


def urls_in(text: str) -> list[str]:
    prose = Prose(text)
    return [prose.span_of_plain(url.start, url.end)[0] for url in prose.addresses.urls]


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("See https://example.org/a and HTTP://Example.ORG/B", ["https://example.org/a", "HTTP://Example.ORG/B"]),
        (
            "ftp://files.example.org/x git+ssh://git@example.org/x",
            ["ftp://files.example.org/x", "git+ssh://git@example.org/x"],
        ),
        ("http://localhost:3000/x http://[::1]:80/a", ["http://localhost:3000/x", "http://[::1]:80/a"]),
        ("www.example.unknown and example.org/x", ["www.example.unknown", "example.org/x"]),
        (
            "at example.org: example.org:8080/a, news.example.co.uk",
            ["example.org", "example.org:8080/a", "news.example.co.uk"],
        ),
        ("EXAMPLE.ORG Ink.Example.Org Example.org", ["EXAMPLE.ORG", "Ink.Example.Org", "Example.org"]),
        ("https://日本語.jp/パス пример.рф/путь пример.рф", ["https://日本語.jp/パス", "пример.рф/путь", "пример.рф"]),
        ("https://example.org/café/naïve?q=ü", ["https://example.org/café/naïve?q=ü"]),
        ("https://example.org/?a=1&b=2#c%20d", ["https://example.org/?a=1&b=2#c%20d"]),
        ("https://web.example.org/2020/https://example.net/x", ["https://web.example.org/2020/https://example.net/x"]),
        ("a,https://example.org/a,https://example.net/b", ["https://example.org/a", "https://example.net/b"]),
        (
            "ב-example.org וwww.example.org/a وexample.org דוגמה.co.il",
            ["example.org", "www.example.org/a", "example.org", "דוגמה.co.il"],
        ),
        ("git+https://example.org/a x-https://example.org/a", ["git+https://example.org/a", "x-https://example.org/a"]),
        ("ink.handmade/@mira Node.js/Express", ["ink.handmade/@mira"]),
        ("example.org.Next and https://example.org.Next", ["example.org", "https://example.org.Next"]),
        ("ｈｔｔｐｓ://example.org/a", ["ｈｔｔｐｓ://example.org/a"]),
        ("Follow us on x.com or X.com, not x.ai, X.COM or p.m.com", ["x.com", "X.com"]),
    ],
)
def test_urls_with_and_without_scheme(text: str, urls: list[str]) -> None:
    """Schemes, ports, user names, international hosts and bare host names are read as URLs."""
    assert urls_in(text) == urls


@pytest.mark.parametrize(
    "text",
    [
        "https://example.org/a.",
        "https://example.org/a?!",
        "https://example.org/a…",
        "(https://example.org/a)",
        "(see https://example.org/a).",
        "“https://example.org/a”",
        "'https://example.org/a'",
        "«https://example.org/a»",
        "「https://example.org/a」",
        "<https://example.org/a>",
        "**https://example.org/a**",
        "_https://example.org/a_",
        "`https://example.org/a`",
        "[read](https://example.org/a)",
        '[read](https://example.org/a "title")',
        "{https://example.org/a}]",
        "https://example.org/a— and",
        "https://example.org/a's",
        "詳細はhttps://example.org/aをご覧ください。",
        "详见https://example.org/a，谢谢",
        "자세히 https://example.org/a에서",
        "ดูhttps://example.org/aนะ",
        "‘https://example.org/a’를",
        "-https://example.org/a",
        "--https://example.org/a",
        "ב-https://example.org/a",
        "וhttps://example.org/a",
        "https://example.org/a🎉",
        "\u202ahttps://example.org/a\u202c",
        "https://example.org/a\u200b now",
        "https://example.org/a((((",
    ],
)
def test_what_stands_around_a_url_is_not_part_of_it(text: str) -> None:
    """Closing punctuation, brackets, quote marks, emoji and the next word of a script without spaces stay out."""
    assert urls_in(text) == ["https://example.org/a"]


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("https://example.org/Ink_(pen)", ["https://example.org/Ink_(pen)"]),
        ("(https://example.org/Ink_(pen).)", ["https://example.org/Ink_(pen)"]),
        ("[a](https://example.org/a),[b](https://example.org/b)", ["https://example.org/a", "https://example.org/b"]),
        ("https://example.org/a[0]", ["https://example.org/a[0]"]),
        ("https://example.org/ブログ へ", ["https://example.org/ブログ"]),
        ("https://example.org/をご覧", ["https://example.org/"]),
    ],
)
def test_brackets_and_foreign_paths(text: str, urls: list[str]) -> None:
    """Balanced brackets belong to a URL, and so do Japanese letters that begin a part of its path."""
    assert urls_in(text) == urls


@pytest.mark.parametrize(
    "text",
    [
        "v1.2.0 and 1.2.0-rc.1",
        "e.g. this, i.e. that, at 10.30am p.m.in",
        "Node.js, Vue.js and ASP.NET",
        "the end.Next sentence.It goes on",
        "la fin.été, конец.начало",
        "1.5km, 3.5x, 2.5kg and 7.4gb",
        "README.md setup.py script.sh data.zip",
        "config.json index.html a.b",
        "https:// and :// and http://...",
        "#example.com #v2.0",
        "me@example.org @name.example @name@host.example",
        "..com .org",
        "St.Louis, B.Sc, Ph.D., U.S.A.",
    ],
)
def test_what_looks_like_a_url_and_is_none(text: str) -> None:
    """Versions, abbreviations, file names, units, sentences without a space, hashtags and addresses are no URLs."""
    assert urls_in(text) == []


def test_a_bare_host_is_marked() -> None:
    """A host name alone can be told from a URL that can only be one."""
    urls = Prose("example.org example.org/ https://example.org example.org?").addresses.urls
    assert [url.is_bare_host for url in urls] == [True, False, False, True]


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://Ink.Example.ORG/Notebooks", Address("ink.example.org", "/Notebooks")),
        ("http://ink.example.org:80/notebooks/?utm=1#x", Address("ink.example.org", "/notebooks")),
        ("ink.example.org", Address("ink.example.org", "")),
        ("https://ink.example.org/?", Address("ink.example.org", "")),
        ("https://ink.example.org//", Address("ink.example.org", "/")),
        ("https://user:secret@ink.example.org./a", Address("ink.example.org", "/a")),
        ("https://ink.example.org:8080/a", Address("ink.example.org", "/a", port="8080")),
        ("ftp://ink.example.org/a", Address("ink.example.org", "/a", scheme="ftp")),
        ("https://xn--bcher-kva.example/a", Address("bücher.example", "/a")),
        ("https://ink.example.org/caf%C3%A9%2Fx", Address("ink.example.org", "/café%2Fx")),
        ("https://[::1]:80/a", Address("[::1]", "/a")),
    ],
)
def test_the_address_of_a_url(url: str, address: Address) -> None:
    """Host and path are what a URL is compared by."""
    assert address_of(url) == address


@pytest.mark.parametrize("url", ["", "https://", "/path", "?a"])
def test_no_host_no_address(url: str) -> None:
    """What has no host names no page."""
    assert address_of(url) is None


def test_a_label_that_is_no_punycode_is_kept() -> None:
    """A host name that cannot be decoded is compared as it is."""
    assert canonical_host("XN--999999999999999.example.") == "xn--999999999999999.example"


def test_a_host_is_found_whatever_its_top_level_domain() -> None:
    """A host that is known by its name is found without a scheme, as a whole name only."""
    prose = Prose("Ink.Handmade/a? myink.handmade ink.handmade.org x@ink.handmade (ink.handmade), #ink.handmade")
    found = [prose.plain.text[url.start : url.end] for url in find_host(prose.plain.text, prose.shape, "ink.handmade")]
    assert found == ["Ink.Handmade/a", "ink.handmade"]
