"""X's weighted characters, held to the conformance values that X publishes with twitter-text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, strategies as st

from reachweaver.counting.links import X, find_links
from reachweaver.counting.rules import weighted_characters

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
ENGLAND = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
POEM = (
    "故人西辞黄鹤楼，烟花三月下扬州。孤帆远影碧空尽，唯见长江天际流。朱雀桥边野草花，乌衣巷口夕阳斜。旧时王谢堂前燕，飞入寻常百姓家。"
    "朝辞白帝彩云间，千里江陵一日还。两岸猿声啼不住，轻舟已过万重山。泪湿罗巾梦不成，夜深前殿按歌声。红颜未老恩先断，斜倚薰笼坐到明。"
    "独在异乡为异客，每逢佳节倍思亲。遥知兄弟登高处，遍插茱萸少一人。"
)
KANA = "あいうえおかきくけこ"
PUNCTUATION = (
    "This is a tweet with general punctuation characters: "
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b"
    " ‐ ‑ ‒ – — ― ‖  ‗ ‘ ’ ‚ ‛ “ ” „ ‟ ′ ″ ‴ ‵ ‶ ‷"
)
LONG_HOST = f"https://{'somesuperlongurl' * 249}.com/foo"

# https://github.com/twitter/twitter-text, conformance/validate.yml: the tests of configuration version 3
# (WeightedTweetsWithDiscountedEmojiCounterTest, UnicodeDirectionalMarkerCounterTest) and, of the older section
# WeightedTweetsCounterTest, those that version 3 leaves as they are. Repeated texts are written as repetitions.
CONFORMANCE = [
    ("Regular Tweet with url", "Hi http://test.co", 26),
    ("Just url", "http://test.co", 23),
    ("Long tweet, overflow at char index 280", "285 chars-" + "xxxxxxxxxx-" * 25, 285),
    (
        "Long tweet with url in the middle",
        "285 chars- http://www.twitter.com/jack " + "xxxxxxxxxx-" * 24,
        299,
    ),
    ("Long tweet with url at the end", "xxxxxxxxxx-" * 24 + " http://www.twitter.com/jack ", 289),
    ("10 url string, no overflow", "https://www.twitter.com/aloha " * 10, 240),
    ("160 CJK char", POEM, 320),
    ("160 emoji char", "😷" * 160, 320),
    ("3 latin char + 160 CJK char", "the" + POEM, 323),
    ("'Á' is normalized into 1 char", "A\u0301B", 2),
    ("Shin with dagesh and shin dot is normalized into 3 chars", "A\ufb2c", 4),
    (
        "282 chars with a normalized character within valid range",
        "282 chars-" + "xxxxxxxxxx-" * 24 + "xxxxxA\u0301x",
        281,
    ),
    ("Single byte, and double word characters", f"H🐱☺{FAMILY}", 7),
    ("Unicode emoji chars", "😷👾😡🔥💩", 10),
    ("Emoji with skin tone modifiers", "🙋🏽👨\u200d🎤", 4),
    ("General Punctuation Characters with visible spaces", PUNCTUATION, 110),
    (
        "Long url with invalid domain labels and short url",
        f"Long url with invalid domain labels and a short url: {LONG_HOST} {LONG_HOST} {LONG_HOST} https://validurl.com",
        12079,
    ),
    ("64 character domain without protocol", "randomurl" * 7 + "s.com", 68),
    ("CJK chars greater than 63 punycode encoded chars in the host", KANA * 12 + f" http://{KANA * 5}あいう.com", 358),
    ("CJK chars less than 63 punycode encoded chars in the host", KANA * 12 + f" http://{KANA * 5}あい.com", 264),
    ("140 family emoji", FAMILY * 140, 280),
    ("Unicode 10.0 emoji", f"Unicode 10.0 emoji: 🤪; 🧕; 🧕🏾; {ENGLAND}", 34),
    ("Unicode 9.0 emoji", "Unicode 9.0 emoji: 🤠; 💃; 💃🏾", 29),
    ("Handle invalid characters", "ABC\u202a\uffffABC\ufffe", 12),
    ("Directional characters", "\u2066\u202ahttp://foobar.پاکستان/\u202c\u2069", 31),
    ("Count the number of characters", "This is a test.", 15),
    ("Count a URL starting with https:// as 23 characters", "https://test.com", 23),
    ("Count a URL without protocol as 23 characters", "test.com", 23),
    ("Count multiple URLs correctly", "Test https://test.com test https://test.com test.com test", 86),
]


@pytest.mark.parametrize(("text", "expected"), [(text, expected) for _, text, expected in CONFORMANCE], ids=[name for name, *_ in CONFORMANCE])  # fmt: skip
def test_conformance(text: str, expected: int) -> None:
    """A text counts what twitter-text's conformance suite says."""
    assert weighted_characters(text) == expected


@pytest.mark.parametrize(
    ("text", "links"),
    [
        # As twitter-text 3.1.0 (npm) extracts them.
        ("Read example.org/notes.", ["example.org/notes"]),
        ("Read setup.py, not Node.js", ["setup.py"]),
        ("So ends it.It begins", ["it.It"]),
        ("(https://example.com/a_(b))", ["https://example.com/a_(b)"]),
        ("https://example.com/ü?x=1.", ["https://example.com/ü?x=1"]),
        ("foo.com/?x!", ["foo.com/?x"]),
        ("foo.com?x", ["foo.com"]),
        ("foo.com:80/x", ["foo.com:80/x"]),
        ("foo.com:80", ["foo.com"]),
        ("http://foo.com:80", ["http://foo.com:80"]),
        ("“example.com”", ["example.com"]),
        ("日本example.comです", ["example.com"]),
        ("日本.jp", []),
        ("https://日本.jp/x", ["https://日本.jp/x"]),
        ("http://例え.みんな/", ["http://例え.みんな/"]),
        ("example.xn--p1ai/x", ["example.xn--p1ai/x"]),
        ("https://foo.com/日本", ["https://foo.com/"]),
        ("https://t.co/abc/def", ["https://t.co/abc"]),
        (f"https://t.co/{'a' * 41}", []),
        ("test.com,test.com", ["test.com", "test.com"]),
        ("test.com_x", ["test.com"]),
        ("me@example.com, @user.com, #foo.com, $foo.com", []),
        ("-test.com /test.com _test.com", []),
        ("test.com-x test.com+x test.com@x", []),
        ("http://192.168.0.1/x https://localhost/x https://intranet.internal/x", []),
        ("http://exa_mple.com http://a_b.example.com", ["http://a_b.example.com"]),
        ("a.b.c.com", ["a.b.c.com"]),
        ("e.g. 3.14, v1.2.0, 1.5km", []),
        ("foo..com foo.c foo.corp", []),
        ("foo.com（foo.com）", ["foo.com", "foo.com"]),
        ("x.co_x.co", ["x.co"]),
        (f"https://example.com/{'a' * 4096}", []),
    ],
)  # fmt: skip
def test_links(text: str, links: list[str]) -> None:
    """X's links are those of twitter-text: known top-level domains, with or without a scheme, without closing marks."""
    assert [text[start:end] for start, end in find_links(text, X)] == links


@pytest.mark.parametrize(
    "emoji", ["🧑\u200d💻", "❤️\u200d🔥", "🐻\u200d❄️", "🫡", "🇩🇪", "1️⃣", "🏳️\u200d🌈", "👩🏽\u200d🚀"]
)
def test_every_emoji_counts_two(emoji: str) -> None:
    """An emoji counts 2, also when it is younger than the conformance suite."""
    assert weighted_characters(f"a{emoji}b") == 4


@pytest.mark.parametrize(("text", "expected"), [("©", 1), ("™", 2), ("1", 1), ("☺", 2), ("🇩", 2), ("☺\ufe0e", 4)])
def test_signs_that_are_text(text: str, expected: int) -> None:
    """A sign that is no emoji by itself has the weight of its place in Unicode."""
    assert weighted_characters(text) == expected


@given(st.text())
def test_any_text(text: str) -> None:
    """Any text has a length, between its characters in NFC and twice as many, links and emoji aside."""
    composed = unicodedata.normalize("NFC", text)
    count = weighted_characters(text)
    if not list(find_links(composed, X)):
        assert 0 <= count <= 2 * len(composed)
    assert weighted_characters(composed) == count


@given(st.text(alphabet="aZ0.-_/:@?=é日 🔥", max_size=40))
def test_links_are_in_order(text: str) -> None:
    """Links lie inside the text, in order, and none overlaps another."""
    edges = [edge for link in find_links(text, X) for edge in link]
    assert edges == sorted(edges)
    assert all(0 <= edge <= len(text) for edge in edges)
