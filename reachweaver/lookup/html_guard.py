"""What of a page is handed to the HTML parser, if it is a page at all: takes its text, gives it without the unseen.

Lexbor's time is quadratic in how deep elements are nested and in how many attributes a tag has, and browsers' rules let
formatting elements that nobody closed multiply. Pages don't do that; a text that does is refused before it is parsed.
Comments, scripts and styles are taken out here, so that the parser sees no other tags than those that were counted.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from reachweaver.lookup.failures import LookUpError

MOST_OPEN: Final = 400
"""Elements inside each other, and formatting elements that nobody closed."""
MOST_ATTRIBUTES: Final = 300
"""Of one tag."""

_VALUE: Final = r"""\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+)"""
_ATTRIBUTES: Final = rf"(?:[\s/=]++|[^\s/>=]++(?:{_VALUE})?+)*+"
_ATTRIBUTE: Final = re.compile(rf"[^\s/>=]++(?:{_VALUE})?+")
_UNSEEN: Final = "script|style|iframe|noembed|noframes|noscript|textarea|title|xmp|plaintext"
_MARKUP: Final = re.compile(
    rf"<(?:(?P<slash>/?)(?P<name>[a-zA-Z][^\s/>]*+)(?P<attributes>{_ATTRIBUTES})(?P<end>>|\Z)"
    r"|!--(?:>|->|.*?--!?>|.*)|[!?][^>]*+(?:>|\Z)|/(?![a-zA-Z])[^>]*+(?:>|\Z))",
    re.DOTALL,
)
_UNSEEN_END: Final = {
    name: re.compile(rf"</{name}(?=[\s/>])[^>]*+(?:>|\Z)", re.IGNORECASE) for name in _UNSEEN.split("|")
}
_VOID_NAMES: Final = "area base br col embed hr img input link meta param source track wbr keygen"
_VOID: Final = frozenset(_VOID_NAMES.split())
_SELF_CLOSING: Final = frozenset(
    ["path", "circle", "rect", "line", "g", "use", "polygon", "polyline", "ellipse", "stop", "image"]
)
"""Drawings' elements; of others a slash at the tag's end means nothing."""
_OPTIONAL_END_NAMES: Final = "html head body p li dt dd option optgroup rp rt rb rtc thead tbody tfoot tr colgroup"
_OPTIONAL_END: Final = frozenset(_OPTIONAL_END_NAMES.split())
"""Elements that others close, so that pages rightly leave their end tags out."""
_BARRIERS_NAMES: Final = "table td th caption select template svg math object marquee applet foreignobject"
_BARRIERS: Final = frozenset(_BARRIERS_NAMES.split())
"""Elements out of which an end tag does not close what was open before them."""
_HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
_CLOSED_BY: Final = {
    **dict.fromkeys(("td", "th"), ("td", "th")),
    **dict.fromkeys(_HEADINGS, _HEADINGS),
    **{name: (name,) for name in ("caption", "a", "button", "nobr")},
}
"""What closes an element of these names that nothing stands open in."""
_ONCE: Final = frozenset(("html", "body"))
_FORMATTING: Final = frozenset(
    ["b", "big", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"]
)


def seen_markup(page: str) -> str:
    """The page without comments, scripts, styles and the like.

    Raises:
        LookUpError: It is no page that anybody reads (`extraction_failed`).
    """
    nesting = _Nesting()
    kept: list[str] = []
    seen: set[str] = set()
    at = 0
    while (found := _MARKUP.search(page, at)) is not None:
        kept.append(page[at : found.start()])
        at = found.end()
        name = found["name"]
        if name is None:
            continue
        name = name.lower()
        if not found["end"]:
            break  # the page ends inside a tag
        if not found["slash"] and name in _UNSEEN_END:
            end = _UNSEEN_END[name].search(page, at)
            at = end.end() if end else len(page)
            continue
        if name in _ONCE and not found["slash"]:
            if name in seen:
                continue  # the parser would go on adding its attributes to those of the first
            seen.add(name)
        kept.append(found[0])
        if found["slash"]:
            nesting.end(name)
        else:
            nesting.start(name, found["attributes"])
    else:
        kept.append(page[at:])
    return "".join(kept)


class _Nesting:
    """Which elements stand open, roughly as browsers count."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._formatting: Counter[str] = Counter()

    def start(self, name: str, attributes: str) -> None:
        if len(attributes) > MOST_ATTRIBUTES:
            _require_few(attributes)
        if name in _VOID or name in _OPTIONAL_END or (name in _SELF_CLOSING and attributes.endswith("/")):
            return
        if name in _CLOSED_BY and self._open and self._open[-1] in _CLOSED_BY[name]:
            self._open.pop()
        self._open.append(name)
        if name in _FORMATTING:
            self._formatting[name] += 1
        if len(self._open) > MOST_OPEN or (name in _FORMATTING and self._formatting.total() > MOST_OPEN):
            raise LookUpError("extraction_failed", "The page's elements are nested deeper than those of any page.")

    def end(self, name: str) -> None:
        if not self._open or name in _OPTIONAL_END:
            return
        if self._open[-1] == name:
            self._open.pop()
        elif not self._close(name):
            return
        if self._formatting[name]:
            self._formatting[name] -= 1

    def _close(self, name: str) -> bool:
        """Close an element further out and all in it; False when its end tag does not reach it."""
        if name not in self._open:
            return True
        at = len(self._open) - 1
        while self._open[at] != name:
            if self._open[at] in _BARRIERS and name not in _BARRIERS:
                return False
            at -= 1
        del self._open[at:]
        return True


def _require_few(attributes: str) -> None:
    for count, _ in enumerate(_ATTRIBUTE.finditer(attributes), 1):
        if count > MOST_ATTRIBUTES:
            raise LookUpError("extraction_failed", "A tag of the page has more attributes than any page's.")
