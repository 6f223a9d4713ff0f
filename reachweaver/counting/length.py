"""A text's length on a platform: takes the platform's name and a text, gives what counts, and against which limit."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import Final, Literal

from reachweaver.counting import rules
from reachweaver.data import dataclass
from reachweaver.platforms import BY_NAME, CountingRule, Limit


@dataclass(frozen=True, slots=True)
class Length:
    """How long a text is, and how long it may be."""

    used: int
    limit: int | None
    """None where the platform has none."""
    unit: str
    """What `used` counts, as a plural noun."""
    measures: Literal["text", "title"] = "text"
    """Whether all of the text counts, or its first line alone."""

    @property
    def excess(self) -> int:
        """How many are too many; 0 when the text fits."""
        return 0 if self.limit is None else max(self.used - self.limit, 0)


def length_of(platform: str | None, text: str) -> Length | None:
    """The length of a text by the platform's first limit; None for a platform that is not known."""
    known = BY_NAME.get(platform or "")
    if known is None:
        return None
    if not known.limits:
        return Length(rules.code_points(text), None, "characters")
    return _measured(known.limits[0], text)


def exceeded(platform: str | None, text: str) -> Iterator[Length]:
    """Every limit of the platform that the text goes beyond."""
    for limit in limits_in_reach(platform, text):
        length = _measured(limit, text)
        if length.excess:
            yield length


def limits_in_reach(platform: str | None, text: str) -> list[Limit]:
    """The limits of the platform that a text, or a part of it, may go beyond: without counting, most are known to hold."""
    known = BY_NAME.get(platform or "")
    return [limit for limit in known.limits if _BOUNDS[limit.rule](text) > limit.most] if known is not None else []


_RULES: Final[dict[CountingRule, Callable[[str], int]]] = {
    "x": rules.weighted_characters,
    "mastodon": rules.mastodon_characters,
    "graphemes": rules.graphemes,
    "threads": rules.threads_characters,
    "utf-16": rules.utf16_units,
    "utf-8": rules.utf8_bytes,
    "code points": rules.code_points,
    "title": rules.title_characters,
    "hashtags": rules.hashtags,
}


# A link is at least one character, a dot and a top-level domain of two letters: they count 4 or more by themselves.
_DOT_IN_LINK = re.compile(r"\.\w")
_MORE_THAN_ITS_LETTERS: Final = rules.SHORT_LINK - 4


def _most_on_x(text: str) -> int:
    text = unicodedata.normalize("NFC", text)
    beyond_ascii = len(text) - len(text.encode("ascii", "ignore"))
    return len(text) + beyond_ascii + _MORE_THAN_ITS_LETTERS * len(_DOT_IN_LINK.findall(text))


_BOUNDS: Final[dict[CountingRule, Callable[[str], int]]] = {
    "x": _most_on_x,
    "mastodon": lambda text: len(text) + rules.SHORT_LINK * text.count("://"),
    "graphemes": len,
    "threads": rules.utf8_bytes,
    "utf-16": lambda text: 2 * len(text),
    "utf-8": rules.utf8_bytes,
    "code points": len,
    "title": len,
    "hashtags": lambda text: sum(map(text.count, "#\uff03\ufe5f")),
}
"""What the length of a text, and of every part of it, cannot exceed by a rule."""


def _measured(limit: Limit, text: str) -> Length:
    return Length(_RULES[limit.rule](text), limit.most, limit.unit, "title" if limit.rule == "title" else "text")
