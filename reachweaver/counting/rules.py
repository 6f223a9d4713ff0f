"""How each platform counts: every function takes a text and gives its length by one platform's rule."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

import regex

from reachweaver.counting.emoji import find_emoji
from reachweaver.counting.links import MASTODON, X, find_links
from reachweaver.text.patterns import Pattern
from reachweaver.text.prose import Prose

SHORT_LINK: Final = 23
"""What a link counts as on X and Mastodon, however long it is."""


def weighted_characters(text: str) -> int:
    """X: twitter-text, configuration version 3.

    The text is in NFC. A link counts 23, an emoji 2 whatever it is made of, other characters 1 or 2 by their place in
    Unicode: most alphabets 1, Chinese, Japanese and Korean 2.
    """
    text = unicodedata.normalize("NFC", text)
    total = at = 0
    for start, end in find_links(text, X):
        total += _weight(text[at:start]) + SHORT_LINK
        at = end
    return total + _weight(text[at:])


def mastodon_characters(text: str) -> int:
    """Mastodon's server (`StatusLengthValidator`): grapheme clusters; a link counts 23, `@name@host` as `@name`.

    A host name without a scheme is no link there.
    """
    shown: list[str] = []
    at = 0
    for start, end, stands_for in sorted([*_mastodon_links(text), *_mastodon_hosts(text)]):
        if start >= at:
            shown += [text[at:start], stands_for]
            at = end
    return graphemes("".join((*shown, text[at:])))


def graphemes(text: str) -> int:
    """Bluesky (`maxGraphemes` of the lexicon): extended grapheme clusters of Unicode, what a reader calls characters."""
    # Pairs of flag letters first: `\X` looks back over a whole run of them for each one.
    return sum(1 for _ in _GRAPHEME.compiled.finditer(_FLAG.compiled.sub("x", text)))


def threads_characters(text: str) -> int:
    """Threads: characters, but an emoji counts as many as it has UTF-8 bytes (Threads API, *Limitations*)."""
    emoji = list(find_emoji(text))
    inside = sum(end - start for start, end in emoji)
    return len(text) - inside + sum(utf8_bytes(text[start:end]) for start, end in emoji)


def utf16_units(text: str) -> int:
    """LinkedIn and TikTok: UTF-16 code units, so that most emoji and all bold letters count 2."""
    return len(text) + sum(char > "\uffff" for char in text)


def utf8_bytes(text: str) -> int:
    """YouTube (`snippet.description`), and Bluesky's second limit: UTF-8 bytes."""
    return len(text.encode("utf-8", "surrogatepass"))


def code_points(text: str) -> int:
    """Everywhere else: Unicode code points, as Python counts them."""
    return len(text)


def title_characters(text: str) -> int:
    """Reddit and Hacker News limit a submission's title: the first line of the text, without space around it."""
    lines = text.strip().splitlines()
    return len(lines[0].rstrip()) if lines else 0


def hashtags(text: str) -> int:
    """Instagram's second limit: how many hashtags there are."""
    return len(Prose(text).addresses.hashtags)


_GRAPHEME = Pattern(r"\X", regex.V0)
_FLAG = Pattern(r"\p{RI}{1,2}", regex.V0)
_LIGHT = Pattern(r"[\u0000-\u10FF\u2000-\u200D\u2010-\u201F\u2032-\u2037]++", regex.V0)

_USER: Final = r"[a-z0-9_]++(?:[.\-]++[a-z0-9_]++)*+"
_MENTION = Pattern(rf"(?<![=/\w])@(?i:{_USER})(?P<host>@\w++(?:[.\-]++\w++)*+)(?![@＠]|://)", regex.V0)
_LONGEST_HOST: Final = 253


def _mastodon_links(text: str) -> Iterator[tuple[int, int, str]]:
    return ((start, end, "x" * SHORT_LINK) for start, end in find_links(text, MASTODON))


def _mastodon_hosts(text: str) -> Iterator[tuple[int, int, str]]:
    """The hosts of mentions, which count nothing."""
    found = (mention.span("host") for mention in _MENTION.compiled.finditer(text))
    return ((start, end, "") for start, end in found if end - start - 1 <= _LONGEST_HOST)


def _weight(text: str) -> int:
    weight = at = 0
    for start, end in find_emoji(text):
        weight += _weight_of_characters(text[at:start]) + 2
        at = end
    return weight + _weight_of_characters(text[at:])


def _weight_of_characters(text: str) -> int:
    return 2 * len(text) - sum(len(light) for light in _LIGHT.compiled.findall(text))
