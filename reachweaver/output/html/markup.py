"""HTML elements as safe strings: every text is escaped on its way in, so that no campaign can write markup.

Takes texts and other elements, gives `Html`. A plain string is a text; only what this module made is markup.
"""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import Final

import regex


class Html(str):
    """Markup that may stand in a page as it is."""

    __slots__ = ()


Child = str | None
"""A text or markup; None for nothing."""
Attribute = str | int | bool | None
"""None and False leave the attribute out, True writes its name alone."""


def tag(name: str, /, *children: Child | Iterable[Child], **attributes: Attribute) -> Html:
    """An element. `class_` and `data_start` are written `class` and `data-start`."""
    opening = f"<{name}{''.join(_attribute(*pair) for pair in attributes.items())}>"
    return Html(opening) if name in _VOID else Html(f"{opening}{join(*children)}</{name}>")


def join(*children: Child | Iterable[Child]) -> Html:
    """Texts and markup, one after the other."""
    return Html("".join(_content(child) for child in children))


def escape(text: str) -> Html:
    """A text as markup that shows it, characters that no page may hold included."""
    return Html(html.escape(_UNSHOWABLE.sub(_picture, text)))


_VOID: Final = frozenset({"br", "hr", "input", "meta", "link"})
# Control characters have no place in HTML, lone surrogates none in UTF-8, and a page would drop a CR or a NUL.
_UNSHOWABLE = regex.compile(r"\r\n?+|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def _picture(found: regex.Match[str]) -> str:
    char = found[0]
    if char[0] == "\r":
        return "\n"
    if char < "\x20":
        return chr(0x2400 + ord(char))
    return "\u2421" if char == "\x7f" else "\ufffd"


def _content(child: Child | Iterable[Child]) -> str:
    if child is None:
        return ""
    if isinstance(child, Html):
        return child
    return escape(child) if isinstance(child, str) else join(*child)


def _attribute(name: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    written = name.rstrip("_").replace("_", "-")
    return f" {written}" if value is True else f' {written}="{escape(str(value))}"'
