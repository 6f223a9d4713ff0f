"""The part of a page that it is there for: takes the body, gives the element that holds it, and marks what is none of it.

What a page says of itself (`main`, `article`, `role`) counts most; where it says nothing, the content is where the text
is that is no link. Navigation, cookie notices, share buttons and the like are left out wherever they stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import regex

from reachweaver.lookup.html_tree import Element, preorder
from reachweaver.lookup.visible_text import is_seen, raw_text

_CONTAINERS_NAMES: Final = "div section aside ul ol dl header footer form table span p nav details menu figure center"
_CONTAINERS: Final = frozenset(_CONTAINERS_NAMES.split())
"""Only these are judged by their class: nobody names a word or a cell of a table after a menu."""
_NOISE_NAMES: Final = (
    "cookie cookies cookiebar consent gdpr ccpa onetrust breadcrumb breadcrumbs navbar navbox navigation"
    " nav pagination pager skip skiplink sphinxsidebar sidebar headerlink editsection noprint toc"
    " tableofcontents toctree hatnote catlinks printfooter"
)
_NOISE: Final = frozenset(_NOISE_NAMES.split())
_SMALL_NOISE_NAMES: Final = (
    "newsletter share sharing social related advert advertisement ads ad promo sponsored popup modal"
    " subscribe signup menu footer masthead comments toolbar byline tags badges language languages"
)
_SMALL_NOISE: Final = frozenset(_SMALL_NOISE_NAMES.split())
"""Words that content has, too: what they name is left out when it is short or mostly links."""
_NOISE_ROLES: Final = frozenset(
    ("navigation", "banner", "contentinfo", "search", "dialog", "alertdialog", "menu", "menubar", "toolbar")
)
_MAIN_IDS: Final = frozenset(
    ("content", "main", "main-content", "maincontent", "bodycontent", "mw-content-text", "readme", "article")
)
_WORD: Final = regex.compile(r"[A-Z]?[a-z]+")
_COOKIES: Final = regex.compile(r"\b(?:cookies?|consent)\b", regex.IGNORECASE)
_SHORT: Final = 300
"""Code points."""
_NOTICE: Final = 800
"""The same of a cookie notice."""
_ENOUGH: Final = 0.25
"""Of the page's text has to stand in an element that calls itself the main one."""
_FEWEST_LINKS: Final = 3
"""Of a menu."""


@dataclass(frozen=True, slots=True)
class MainContent:
    """Where the content stands."""

    root: Element
    heading: Element | None
    """The page's title, when it stands outside the root."""


def find_main_content(body: Element) -> MainContent:
    """The main content of a page; elements that are hidden, or no content, are marked as not shown."""
    page = _Page(body)
    root = page.declared()
    if root is None:
        page.leave_out_menus()
        root = body
    return MainContent(root, page.heading_outside(root))


def _has_links(element: Element) -> bool:
    return sum(inner.tag == "a" for inner in preorder(element)) >= _FEWEST_LINKS


class _Page:
    """The amounts of text in a page, and what is left out of it."""

    def __init__(self, body: Element) -> None:
        self.body = body
        self._buttons: set[int] = set()
        """Of elements with a button or a field somewhere in them."""
        self._measure(self._visible(body))
        self._leave_out_noise(body.text)

    def _visible(self, body: Element) -> list[Element]:
        """All elements that are shown, in order; the others are left out."""
        found: list[Element] = []
        waiting = [body]
        while waiting:
            element = waiting.pop()
            found.append(element)
            for child in reversed(element.children):
                if isinstance(child, str):
                    continue
                if is_seen(child):
                    waiting.append(child)
                    continue
                child.is_shown = False
                if child.tag in ("button", "input"):
                    self._buttons.add(id(element))
        return found

    def _measure(self, elements: list[Element]) -> None:
        """Measure all elements, the inner ones first."""
        for element in reversed(elements):
            element.text += sum(len(child.strip()) for child in element.children if isinstance(child, str))
            if element.tag == "a":
                element.links = element.text
            around = element.parent
            if around is not None:
                around.text += element.text
                around.links += element.links
                if id(element) in self._buttons:
                    self._buttons.add(id(around))

    def _leave_out_noise(self, total: int) -> None:
        waiting = [self.body]
        while waiting:
            for child in waiting.pop().elements:
                if not child.is_shown:
                    continue
                if child.text * 2 <= total and self._is_noise(child):
                    self._leave_out(child)
                else:
                    waiting.append(child)

    def _leave_out(self, element: Element) -> None:
        element.is_shown = False
        text, links = element.text, element.links
        around = element.parent
        while around is not None:
            if around.tag == "a":
                links = text  # in a link everything is one
            around.text -= text
            around.links -= links
            around = around.parent

    def declared(self) -> Element | None:
        """The element that says that it is the main one, if there is enough in it."""
        total = self.body.good
        seen = [
            element for element in self._seen(self.body) if element.attributes or element.tag in ("main", "article")
        ]
        for candidates in (
            [element for element in seen if element.tag == "main" or element.attributes.get("role") == "main"],
            [element for element in seen if element.tag == "article"],
            [element for element in seen if "id" in element.attributes and element.get("id").lower() in _MAIN_IDS],
        ):
            best = max(candidates, key=lambda element: element.good, default=None)
            # All of a page may stand in a link, so that the total is nothing.
            if best is None or best.good < max(1, total * _ENOUGH):
                continue
            if best.tag != "article" or best.good * 2 > total:
                return best
        return None

    def leave_out_menus(self) -> None:
        """Leave out what is links and hardly anything else: on a page that does not say where its content is."""
        waiting = [self.body]
        while waiting:
            for child in waiting.pop().elements:
                if not child.is_shown:
                    continue
                if child.tag in _CONTAINERS and child.links * 10 > child.text * 7 and _has_links(child):
                    self._leave_out(child)
                else:
                    waiting.append(child)

    def heading_outside(self, root: Element) -> Element | None:
        inside = {id(element) for element in preorder(root)}
        headings = [element for element in self._seen(self.body) if element.tag == "h1" and element.text]
        return headings[0] if len(headings) == 1 and id(headings[0]) not in inside else None

    def _seen(self, root: Element) -> Iterator[Element]:
        waiting = [root]
        while waiting:
            element = waiting.pop()
            yield element
            waiting.extend(reversed([child for child in element.elements if child.is_shown]))

    def _is_noise(self, element: Element) -> bool:
        tag = element.tag
        if tag in ("nav", "footer"):
            return True
        if element.attributes and element.get("role").lower() in _NOISE_ROLES:
            return True
        if tag not in _CONTAINERS:
            return False
        if tag in ("header", "aside") and self._is_beside_content(element):
            return True
        if id(element) in self._buttons and element.text < _NOTICE and _COOKIES.search(raw_text(element)):
            return True
        return bool(element.attributes) and self._is_called_noise(element)

    def _is_beside_content(self, element: Element) -> bool:
        """Whether a header or an aside belongs to the site and not to the text."""
        around = element.parent
        while around is not None and around.tag not in ("main", "article") and around.get("role") != "main":
            around = around.parent
        if element.tag == "aside":
            return around is None or element.links * 2 > element.text
        return around is None and not any(one.tag == "h1" for one in preorder(element))

    def _is_called_noise(self, element: Element) -> bool:
        names = f"{element.get('class')} {element.get('id')}"
        if names == " ":
            return False
        words = {word.lower() for word in _WORD.findall(names)}
        if not words.isdisjoint(_NOISE):
            return True
        is_small = element.text < _SHORT or element.links * 5 > element.text * 2
        return is_small and not words.isdisjoint(_SMALL_NOISE)
