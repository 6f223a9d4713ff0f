"""Which elements of a page its reader sees, and the text in them. Takes elements, gives texts.

Style sheets are not read, so what only they hide counts as seen. What is struck out does not: its page takes it back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from reachweaver.lookup.html_tree import Element
from reachweaver.pages.html_text import HIDING_STYLE, LOWERED, RAISED, TAKEN_BACK

_UNSEEN_NAMES: Final = (
    "script style noscript template iframe object embed canvas video audio svg select button input"
    " textarea datalist map dialog rp annotation annotation-xml head title img"
)
_UNSEEN: Final = frozenset(_UNSEEN_NAMES.split()) | TAKEN_BACK
_INLINE_MARKS: Final = frozenset(("a", "span", "i", "b", "button", "small", "sup"))
_ANCHOR_MARKS: Final = frozenset(("¶", "#", "§", "🔗", "[link]", "Permalink", "[edit]"))
_SPACE: Final = regex.compile(r"[ \t\n\f\r]++")
_LINE: Final = regex.compile(r" ?\v ?")
_REFERENCE: Final = regex.compile(
    r"\[(?:[0-9]{1,4}|[a-z]{1,2}|(?:note|nb|citation needed)\b[^\[\]]{0,12})\]", regex.IGNORECASE
)
"""What leads to a footnote stands in a sentence and is none of its words."""
_BREAK: Final = "\v"
"""Stands for `<br>` until white space is put in order."""


def is_seen(element: Element) -> bool:
    """Whether an element shows anything, as far as it says so itself."""
    tag = element.tag
    if tag in _UNSEEN:
        return tag == "dialog" and "open" in element.attributes
    attributes = element.attributes
    if not attributes:
        return True
    if "hidden" in attributes or ("style" in attributes and HIDING_STYLE.search(element.get("style"))):
        return False
    if tag in _INLINE_MARKS:
        # Icons, anchors beside headings, text that is repeated for the eye alone.
        return element.get("aria-hidden") != "true" and not (tag == "a" and _is_anchor_mark(element))
    return True


def raw_text(element: Element) -> str:
    """The text of what is shown of the element, white space as written; `tidy` puts that in order."""
    return "".join(pieces(element))


def pieces(element: Element) -> Iterator[str]:
    """The pieces of that text."""
    for child in element.children:
        if isinstance(child, str):
            yield child
        elif child.tag == "br":
            yield _BREAK
        elif child.is_shown:
            yield from _converted(child)


def tidy(text: str) -> str:
    """White space as a browser shows it: runs are one space, a line break stays one."""
    return _LINE.sub("\n", _SPACE.sub(" ", text)).strip(" \n")


def preformatted(element: Element) -> str:
    """The text of a `pre`, line by line, without blank lines before and behind it."""
    lines = raw_text(element).replace(_BREAK, "\n").replace("\r\n", "\n").split("\n")
    kept = [line.rstrip() for line in lines]
    while kept and not kept[-1]:
        kept.pop()
    while kept and not kept[0]:
        del kept[0]
    return "\n".join(kept)


def _converted(element: Element) -> Iterator[str]:
    """The pieces of an inline element: raised and lowered digits are told from those on the line."""
    if element.tag in ("sup", "sub"):
        text = raw_text(element)
        if not _REFERENCE.fullmatch(text.strip()):
            yield text.translate(RAISED if element.tag == "sup" else LOWERED)
    elif element.tag == "q":
        yield f"“{raw_text(element)}”"
    else:
        yield from pieces(element)


def _is_anchor_mark(element: Element) -> bool:
    if "headerlink" in element.get("class") or element.get("class") == "anchor":
        return not any(len(child.strip()) > 1 for child in element.children if isinstance(child, str))
    texts = [child for child in element.children if isinstance(child, str)]
    return len(texts) == len(element.children) == 1 and texts[0].strip() in _ANCHOR_MARKS
