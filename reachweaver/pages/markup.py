"""HTML as a row of tokens: takes a text, gives its tags and what stands between them.

Reads what browsers read, broken markup included, once from left to right: the standard library's parser takes quadratic
time for a page that opens comments or tags and never closes them.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Final

import regex

from reachweaver.data import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """What a reader sees, character references decoded."""

    text: str


@dataclass(frozen=True, slots=True)
class StartTag:
    """`<p class="x">`."""

    name: str
    """In lower case."""
    written_attributes: str

    def attributes(self) -> dict[str, str]:
        """Values by name in lower case; "" for an attribute without one. The first of two counts."""
        found: dict[str, str] = {}
        for match in _ATTRIBUTE.finditer(self.written_attributes):
            value = next((part for part in match.group("double", "single", "bare") if part is not None), "")
            found.setdefault(match["name"].lower(), unescape(value))
        return found


@dataclass(frozen=True, slots=True)
class EndTag:
    """`</p>`."""

    name: str
    """In lower case."""


Token = Text | StartTag | EndTag

_MARKUP: Final = regex.compile(r"<(?:(?P<comment>!--)|(?P<other>[!?]|/(?![a-zA-Z]))|/?[a-zA-Z])")
_NAME: Final = r"[^\s/>=]++"
_VALUE: Final = r"""\s*+=\s*+(?:"(?P<double>[^"]*+)"|'(?P<single>[^']*+)'|(?P<bare>[^\s>"'][^\s>]*+))"""
_UNNAMED_VALUE: Final = regex.sub(r"\?P<\w+>", "?:", _VALUE)
_TAG: Final = regex.compile(
    rf"<(?P<slash>/?)(?P<name>[a-zA-Z][^\s/>]*+)(?P<attributes>(?:[\s/=]++|{_NAME}(?:{_UNNAMED_VALUE})?+)*+)>"
)
_ATTRIBUTE: Final = regex.compile(rf"(?P<name>{_NAME})(?:{_VALUE})?+")
_COMMENT_END: Final = regex.compile(r"--!?>")
_LONG_REFERENCE: Final = regex.compile(r"&#(?:[0-9]{8,}+|[xX][0-9a-fA-F]{7,}+);?")

_UNSEEN_CONTENT: Final = frozenset(("script", "style", "iframe", "noembed", "noframes"))
_ONLY_TEXT: Final = frozenset(("title", "textarea"))
_CONTENT_END: Final = {
    name: regex.compile(rf"</{name}(?=[\s/>])", regex.IGNORECASE) for name in (*_UNSEEN_CONTENT, *_ONLY_TEXT)
}


def tokens(page: str) -> Iterator[Token]:
    """The tokens of a page in order. Comments, declarations and the content of scripts and styles are left out."""
    at = 0
    while (markup := _MARKUP.search(page, at)) is not None:
        if markup.start() > at:
            yield Text(unescape(page[at : markup.start()]))
        if markup["comment"] or markup["other"]:
            at = _end_of_comment(page, markup)
            continue
        tag = _TAG.match(page, markup.start())
        if tag is None:
            return  # the page ends inside a tag
        at = tag.end()
        name = tag["name"].lower()
        if tag["slash"]:
            yield EndTag(name)
            continue
        yield StartTag(name, tag["attributes"])
        if name in _CONTENT_END:
            end = _CONTENT_END[name].search(page, at)
            content_end = end.start() if end else len(page)
            if name in _ONLY_TEXT:
                yield Text(unescape(page[at:content_end]))
            at = content_end
    if at < len(page):
        yield Text(unescape(page[at:]))


def unescape(text: str) -> str:
    """The text with its character references decoded."""
    if "&" not in text:
        return text
    # No character has such a number, and `int` refuses the longest of them.
    return html.unescape(_LONG_REFERENCE.sub("\ufffd", text))


def _end_of_comment(page: str, markup: regex.Match[str]) -> int:
    """Where a comment or declaration ends; one without an end takes the rest of the page with it."""
    if markup["comment"]:
        end = _COMMENT_END.search(page, markup.start() + 2)
        return end.end() if end else len(page)
    closing = page.find(">", markup.end())
    return closing + 1 if closing >= 0 else len(page)
