"""How the platforms beside X count, each held to what the platform itself publishes."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given, strategies as st

from reachweaver.counting import Length, exceeded, length_of, limits_in_reach
from reachweaver.counting.length import _BOUNDS, _RULES
from reachweaver.counting.rules import graphemes, hashtags, mastodon_characters, threads_characters
from reachweaver.platforms import BY_NAME, PLATFORMS, CountingRule

FAMILY = "👨\u200d👩\u200d👧\u200d👧"

# https://github.com/mastodon/mastodon, spec/validators/status_length_validator_spec.rb: whether a text fits 500.
MASTODON = [
    ("adds an error when text is over 500 characters", "a" * 520, False),
    ("counts URLs as 23 characters flat", "a" * 476 + f" http://{'b' * 30}.com/example", True),
    ("does not count non-autolinkable URLs as 23 flat", "a" * 476 + f"http://{'b' * 30}.com/example", False),
    ("does not count overly long URLs as 23 flat", f"http://example.com/valid?{'#foo?' * 1000}", False),
    ("counts only the front part of remote usernames", "a" * 475 + f" @alice@{'b' * 30}.com", True),
    ("does count both parts for overly long domains", f"@alice@{'b' * 500}.com", False),
]


@pytest.mark.parametrize(("text", "fits"), [row[1:] for row in MASTODON], ids=[row[0] for row in MASTODON])
def test_mastodon_conformance(text: str, fits: bool) -> None:
    """A text fits Mastodon exactly when its own specification says so."""
    assert (mastodon_characters(text) <= 500) is fits
    assert (list(exceeded("mastodon", text)) == []) is fits


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://example.org/a/very/long/path?with=query#and-more", 23),
        ("http://a.co", 23),
        ("example.org/notes", 17),
        ("HTTPS://EXAMPLE.ORG/X, and more", 33),
        ("gemini://example.org/", 23),
        ("ftp://example.org/", 18),
        ("@alice@example.org hi", 9),
        ("@alice hi", 9),
        ("me@example.org", 14),
        ("@alice@example.org@x", 20),
        ("https://example.org/@alice@example.com", 23),
        ("https://example.org/@alice @bob@example.com", 28),
        (f"{FAMILY}🇩🇪e\u0301", 3),
        ("a\r\nb", 3),
    ],
)
def test_mastodon(text: str, expected: int) -> None:
    """A link with a scheme counts 23, a mention without its host, everything else by what a reader sees."""
    assert mastodon_characters(text) == expected


# https://github.com/bluesky-social/atproto, packages/api/tests/rich-text.test.ts ("calculates bytelength and grapheme
# length correctly"): text, bytes, graphemes. The limits are lexicons/app/bsky/feed/post.json's.
BLUESKY = [("Hello!", 6, 6), (FAMILY, 25, 1), (f"{FAMILY}🔥 good!✅", 38, 9)]


@pytest.mark.parametrize(("text", "size", "expected"), BLUESKY)
def test_bluesky_conformance(text: str, size: int, expected: int) -> None:
    """Bluesky counts graphemes, and bytes against its second limit."""
    assert len(text.encode()) == size
    assert length_of("bluesky", text) == Length(expected, 300, "characters")


@given(st.text(alphabet=st.sampled_from([*"a \r\n🇩🇪👨🏽क्가\u0301\u200d\ufe0f\u0600"]), max_size=12))
def test_graphemes_are_those_of_regex(text: str) -> None:
    r"""The count is the number of matches of `\X` of the `regex` package, runs of flags included."""
    assert graphemes(text) == len(regex.findall(r"\X", text))


def test_bluesky_has_a_second_limit() -> None:
    """Few graphemes of many bytes are too long for Bluesky all the same."""
    text = FAMILY * 130
    assert list(exceeded("bluesky", text)) == [Length(25 * 130, 3000, "bytes")]
    assert length_of("bluesky", text) == Length(130, 300, "characters")


# The rules' sources: Threads, https://developers.facebook.com/documentation/threads/posts ("limited to 500 characters.
# Emojis are counted as the number of UTF-8 bytes"); TikTok, https://developers.tiktok.com/doc/content-posting-api-
# reference-direct-post ("2200 in UTF-16 runes"); YouTube, https://developers.google.com/youtube/v3/docs/videos
# ("5000 bytes"); Discord, discord/discord-api-docs issue 1315 (code points); Telegram, 4,096 emoji are accepted by the
# Bot API and one more is refused (FerroxLabs/wayland issue 934); LinkedIn counts in Java, whose unit is UTF-16's;
# Reddit, reddit/reddit VTitle(max_length=300); Hacker News, news.arc title-limit* 80.
@pytest.mark.parametrize(
    ("platform", "text", "expected"),
    [
        ("threads", "a😀b", Length(6, 500, "characters")),
        ("threads", f"{FAMILY}", Length(25, 500, "characters")),
        ("threads", "Ünï 1 © ☺", Length(9, 500, "characters")),
        ("threads", "☺️", Length(6, 500, "characters")),
        ("linkedin", "a😀𝗯", Length(5, 3000, "characters")),
        ("facebook", "a😀", Length(2, 63_206, "characters")),
        ("instagram", "a😀 #b", Length(5, 2200, "characters")),
        ("reddit", "\n  A title 😀 \n\nThe body", Length(9, 300, "characters")),
        ("hackernews", "Show HN: X", Length(10, 80, "characters")),
        ("hackernews", "", Length(0, 80, "characters")),
        ("devto", "a😀", Length(2, None, "characters")),
        ("discord", "a😀", Length(2, 2000, "characters")),
        ("telegram", "a😀", Length(2, 4096, "characters")),
        ("youtube", "aé😀", Length(7, 5000, "bytes")),
        ("tiktok", "a😀", Length(3, 2200, "characters")),
        ("newsletter", "a😀", Length(2, None, "characters")),
    ],
)
def test_length(platform: str, text: str, expected: Length) -> None:
    """A text's length is what the platform counts, against the platform's limit."""
    length = length_of(platform, text)
    assert length is not None
    assert (length.used, length.limit, length.unit) == (expected.used, expected.limit, expected.unit)


@pytest.mark.parametrize("platform", [None, "", "myspace", "X"])
def test_unknown_platform(platform: str | None) -> None:
    """Nothing is known about the lengths of an unknown platform."""
    assert length_of(platform, "text") is None
    assert list(exceeded(platform, "text" * 10_000)) == []


@pytest.mark.parametrize("platform", [name for name in PLATFORMS if BY_NAME[name].limits])
def test_limits_are_inclusive(platform: str) -> None:
    """A text that fills a limit fits; one character more does not."""
    limit = BY_NAME[platform].limits[0].most
    assert list(exceeded(platform, "a" * limit)) == []
    assert [length.excess for length in exceeded(platform, "a" * (limit + 1))] == [1]


def test_instagram_hashtags() -> None:
    """Instagram takes 30 hashtags; those in a link don't count."""
    tags = " ".join(f"#tag{number}a" for number in range(30))
    assert hashtags(f"{tags} https://example.org/#more #42") == 30
    assert list(exceeded("instagram", tags)) == []
    assert list(exceeded("instagram", f"{tags} #more")) == [Length(31, 30, "hashtags")]


@given(st.text())
def test_any_text_has_a_length_everywhere(text: str) -> None:
    """No text, lone surrogates included, is beyond any platform's rule."""
    for platform in PLATFORMS:
        length = length_of(platform, text)
        assert length is not None
        assert length.used >= 0
    assert threads_characters(text) >= len(text) or not text.isascii()


def test_lone_surrogates() -> None:
    """Half of a surrogate pair, as JSON can spell it, counts like any other character."""
    text = "http://\ud800.com \udfff@a@\ud800.com"
    for platform in PLATFORMS:
        assert length_of(platform, text) is not None


LINKS = ("http://a.co", "b.de", "a.com.", "t.co/x", "@b@c.de ", "://", " a.de", "é.香港", ".", "co", "https://t.co/y")
CHARACTERS = ("a", ". ", FAMILY, "1\ufe0f\u20e3", "\ud83d", "é", "e\u0301", "\u0958", "\ufb2c", "\r\n", "🇩🇪", "語")
TAGS = ("#a", "\uff03b", "\ufe5fc", "#d#e")
PIECES = st.lists(st.sampled_from([*LINKS, *CHARACTERS, *TAGS])).map("".join)


@given(PIECES, PIECES, st.sampled_from(sorted(_RULES)))
def test_a_quick_bound_is_never_too_low(text: str, more: str, rule: CountingRule) -> None:
    """A text that is passed over without being counted is none that is too long, and has no part that is."""
    bound = _BOUNDS[rule](f"{text}\n\n{more}")
    assert max(_RULES[rule](part) for part in (text, more, f"{text}\n\n{more}")) <= bound


@pytest.mark.parametrize(
    "text",
    ["Ready. Steady. See example.org for more.", "An emoji 🎉, and letters é ü.", f"See a.co. {'x' * 240}", "é" * 140],
)
def test_short_posts_for_x_are_not_counted(text: str) -> None:
    """Where the code points and the dots of links cannot add up to the limit, the exact rule is not asked."""
    assert limits_in_reach("x", text) == []
    assert limits_in_reach("x", text + " a.b" * 60) == [*BY_NAME["x"].limits]
