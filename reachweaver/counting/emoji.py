"""Emoji in a text, each as one unit: flags, keycaps, skin tones and families joined by U+200D included."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from reachweaver.text.patterns import Pattern

_ELEMENT = r"(?:\p{Emoji_Modifier_Base}\p{Emoji_Modifier}|\p{Extended_Pictographic}\uFE0F?+)"
_TAGGED = r"\U0001F3F4[\U000E0020-\U000E007E]++\U000E007F"
_FLAG = r"\p{RI}{2}"
_KEYCAP = r"[0-9#*]\uFE0F?+\u20E3"
_EMOJI = Pattern(rf"{_FLAG}|{_TAGGED}|{_KEYCAP}|{_ELEMENT}(?:\u200D{_ELEMENT})*+(?!\uFE0E)", regex.V0)


def find_emoji(text: str) -> Iterator[tuple[int, int]]:
    """Where the emoji of a text stand (code points, 0-based, end exclusive).

    A sign that is text unless U+FE0F follows (`©`) is none by itself.
    """
    for found in _EMOJI.compiled.finditer(text):
        if not _is_text(found[0]):
            yield found.span()


_TEXT = Pattern(r"\P{Emoji_Presentation}", regex.V0)


def _is_text(unit: str) -> bool:
    return len(unit) == 1 and _TEXT.compiled.match(unit) is not None
