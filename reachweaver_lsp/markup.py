"""Text for people, written as Markdown or as plain text, whatever characters it is made of.

Nothing from a campaign's text becomes a link, an image, HTML or a heading: only what is marked here as bold or as a
link is one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Literal
from urllib.parse import quote

from reachweaver.data import dataclass

# An underscore inside a word marks nothing, and editors that show Markdown as it is written would show the backslash.
_MARKS = r"[\\`*\[\]<~]|(?<![^\W_])_|_(?![^\W_])|&(?=[#\w])"
_SPECIAL_IN_LINK = re.compile(_MARKS)
_SPECIAL = re.compile(_MARKS + r"|(?<=[a-zA-Z]):(?=//)|(?<=\w)@|(?<=www)\.", re.IGNORECASE)
_BACKSLASH = r"\\\g<0>"
_LINE_START = re.compile(r"[-+=>]|#{1,6}(?=\s|$)|[0-9]{1,9}[.)](?=\s|$)")
_WHITE_SPACE = re.compile(r"\s+")
_SAFE_IN_URL = "!#$%&'()*+,-./:;=?@[]_~"


@dataclass(frozen=True, slots=True)
class Words:
    """A run of text of one look."""

    text: str
    bold: bool = False
    link: str | None = None
    """An http or https URL that a click opens."""


@dataclass(frozen=True, slots=True)
class Line:
    """One paragraph, or one quoted line."""

    words: Sequence[Words]
    kind: Literal["paragraph", "quotation"] = "paragraph"


Section = Sequence[Line]
"""Lines about one thing."""


def line(*parts: str | Words, kind: Literal["paragraph", "quotation"] = "paragraph") -> Line:
    """A line of these parts; a plain string is text as it is."""
    return Line([Words(part) if isinstance(part, str) else part for part in parts], kind)


def as_markdown(sections: Iterable[Section]) -> str:
    """The sections as Markdown, a rule between them."""
    return "\n\n---\n\n".join("\n\n".join(map(_markdown_line, section)) for section in sections)


def as_plain_text(sections: Iterable[Section]) -> str:
    """The sections as plain text, a blank line between them."""
    return "\n\n".join("\n".join(map(_plain_line, section)) for section in sections)


def escaped(text: str) -> str:
    """Text on one line that Markdown shows as it is; at the start of a line it still may begin a list."""
    return _SPECIAL.sub(_BACKSLASH, _WHITE_SPACE.sub(" ", text))


def as_message(text: str) -> str:
    """Text that an editor pops up: VS Code makes links of `[words](address)` there, and such a link may run a command."""
    return text.replace("](", "] (")


def _markdown_line(one: Line) -> str:
    texts = ["", *(_WHITE_SPACE.sub(" ", words.text) for words in one.words), ""]
    pieces = [
        _markdown_words(words, before[-1:], text, after[:1])
        for words, before, text, after in zip(one.words, texts, texts[1:], texts[2:], strict=False)
    ]
    text = "".join(pieces).strip()
    start = _LINE_START.match(text)
    if start is not None:
        text = f"{text[: start.end() - 1]}\\{text[start.end() - 1 :]}"
    return f"> {text}" if one.kind == "quotation" else text


def _markdown_words(words: Words, before: str, text: str, after: str) -> str:
    """A run of words, marked; `before` and `after` are the characters that it stands between."""
    if words.link is not None:
        # Half a surrogate pair has no place in UTF-8, which an address is written in.
        address = quote(words.link, _SAFE_IN_URL, errors="replace")
        return f"[{_SPECIAL_IN_LINK.sub(_BACKSLASH, text)}](<{address}>)"
    start, end = _markable(before, text, after) if words.bold else (0, 0)
    if start >= end:
        return escaped(text)
    return f"{escaped(text[:start])}**{escaped(text[start:end])}**{escaped(text[end:])}"


def _markable(before: str, text: str, after: str) -> tuple[int, int]:
    """The part of a run that can be made bold.

    Marks do not work beside white space inside them, nor between a letter outside and a symbol inside (`**40%**的`).
    """
    start, end = 0, len(text)
    while start < end and (text[start].isspace() or (_is_symbol(text[start]) and _is_letter(before))):
        before, start = text[start], start + 1
    while start < end and (text[end - 1].isspace() or (_is_symbol(text[end - 1]) and _is_letter(after))):
        after, end = text[end - 1], end - 1
    return start, end


def _is_symbol(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS"


def _is_letter(neighbour: str) -> bool:
    """Whether there is a neighbour, and it is neither white space nor a symbol."""
    return bool(neighbour) and not neighbour.isspace() and not _is_symbol(neighbour)


def _plain_line(one: Line) -> str:
    text = _WHITE_SPACE.sub(" ", "".join(words.text for words in one.words)).strip()
    return f"  {text}" if one.kind == "quotation" else text
