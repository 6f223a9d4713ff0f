"""The part of a page that it is there for: takes the body, gives the element that holds it, and marks what is none of it.

What a page says of itself (`main`, `article`, `role`) counts most; where it says nothing, the content is where the text
is that is no link. Navigation, cookie notices, share buttons and the like are left out wherever they stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

import regex

from reachweaver.data import dataclass
from reachweaver.lookup.element_names import (
    has_noise_role,
    is_for_comments,
    is_named_footer,
    is_named_noise,
    is_of_comment_service,
)
from reachweaver.lookup.html_tree import Element, preorder
from reachweaver.lookup.visible_text import is_seen, raw_text

_CONTAINERS_NAMES: Final = "div section aside ul ol dl header footer form table span p nav details menu figure center"
_CONTAINERS: Final = frozenset(_CONTAINERS_NAMES.split())
"""Only these are judged by their class: nobody names a word or a cell of a table after a menu."""
_MAIN_IDS: Final = frozenset(
    ("content", "main", "main-content", "maincontent", "bodycontent", "mw-content-text", "readme", "article")
)
_COOKIES: Final = regex.compile(r"\b(?:cookies?|consent)\b", regex.IGNORECASE)
_RIGHTS: Final = regex.compile(r"©|\(c\)|\bcopyright\b|\ball rights reserved\b", regex.IGNORECASE)
_SHORT_TEXT: Final = 300
"""Code points; what has fewer may be left out for less."""
_LONGEST_NOTICE: Final = 800
"""Code points of a cookie notice, and of a footer that says whose the page is."""
_MAIN_SHARE: Final = 0.25
"""Of the page's text has to stand in an element that calls itself the main one."""
_FEWEST_LINKS: Final = 3
"""Of a menu."""
_SHORTEST_LIST: Final = 80
"""Code points; a shorter list of links may be what a page says of itself, such as how many like it."""
_LEAST_OWN_TEXT: Final = 500
"""Code points outside links, that a page has to have beside what its visitors wrote."""
_LAYOUT: Final = frozenset(("div", "main", "article", "form", "center", "table", "tbody", "tr", "td"))
"""What holds parts of a page; a section that holds most of a text has its neighbours' rank."""
_BESIDE: Final = frozenset(("div", "aside", "ul", "ol", "dl", "section", "td", "p", "form", "nav", "header"))
"""What may be a list of links beside the content."""


@dataclass(frozen=True, slots=True)
class MainContent:
    """Where the content stands."""

    root: Element
    heading: Element | None
    """The page's title, when it stands outside the root."""


def find_main_content(body: Element) -> MainContent:
    """The main content of a page; elements that are hidden, or no content, are marked as not shown."""
    page = _Page(body)
    page.leave_out_discussion()
    root = page.declared()
    if root is None:
        page.leave_out_menus()
        root = body
    page.leave_out_beside(root)
    return MainContent(root, page.heading_outside(root))


def _share_of_links(element: Element) -> float:
    """How much of its text stands in links, from 0 to 1."""
    return element.link_length / element.text_length if element.text_length else 0.0


def _has_links(element: Element, fewest: int = _FEWEST_LINKS) -> bool:
    return sum(inner.tag == "a" for inner in preorder(element)) >= fewest


def _has_title(element: Element) -> bool:
    return any(inner.tag == "h1" for inner in preorder(element))


def _around(element: Element) -> Iterator[Element]:
    """The elements around one, the inner ones first."""
    while element.parent is not None:
        element = element.parent
        yield element


class _Page:
    """The amounts of text in a page, and what is left out of it."""

    def __init__(self, body: Element) -> None:
        self.body = body
        self._buttons: set[int] = set()
        """Of elements with a button or a field somewhere in them."""
        self._for_comments: list[Element] = []
        """Elements that may hold what visitors wrote, the outer ones first."""
        self._measure(self._visible(body))
        self._leave_out_noise(body.text_length)

    def _visible(self, body: Element) -> list[Element]:
        """All elements that are shown, in order, each with how much text is directly in it; the others are left out."""
        found: list[Element] = []
        waiting = [body]
        while waiting:
            element = waiting.pop()
            found.append(element)
            for child in reversed(element.children):
                if isinstance(child, str):
                    element.text_length += len(child.strip())
                elif is_seen(child):
                    waiting.append(child)
                else:
                    child.is_shown = False
                    if child.tag in ("button", "input"):
                        self._buttons.add(id(element))
        return found

    def _measure(self, elements: list[Element]) -> None:
        """Add what is in the inner elements to what is in those around them."""
        for element in reversed(elements):
            if element.tag == "a":
                element.link_length = element.text_length
            around = element.parent
            if around is not None:
                around.text_length += element.text_length
                around.link_length += element.link_length
                if id(element) in self._buttons:
                    self._buttons.add(id(around))

    def _leave_out_noise(self, total: int) -> None:
        for element in islice(self._seen(), 1, None):
            if element.text_length * 2 <= total and self._is_noise(element):
                self._leave_out(element)
            elif element.attributes and is_for_comments(element):
                self._for_comments.append(element)

    def _leave_out(self, element: Element) -> None:
        element.is_shown = False
        text, links = element.text_length, element.link_length
        around = element.parent
        while around is not None:
            if around.tag == "a":
                links = text  # in a link everything is one
            around.text_length -= text
            around.link_length -= links
            around = around.parent

    def declared(self) -> Element | None:
        """The element that says that it is the main one, if there is enough in it."""
        seen = [element for element in self._seen() if element.attributes or element.tag in ("main", "article")]
        mains = [element for element in seen if element.tag == "main" or element.get("role") == "main"]
        if len(mains) == 1 and mains[0].text_length >= max(1, self.body.text_length * _MAIN_SHARE):
            return mains[0]
        for candidates in (
            mains,
            [element for element in seen if element.tag == "article"],
            [element for element in seen if "id" in element.attributes and element.get("id").lower() in _MAIN_IDS],
        ):
            best = max(candidates, key=lambda element: element.prose_length, default=None)
            if best is not None and self._is_enough(best):
                return self._with_its_equals(best, candidates)
        return None

    def _with_its_equals(self, article: Element, candidates: list[Element]) -> Element | None:
        """An article or, where others stand side by side with it, the element that holds them; None for the body."""
        around = article.parent
        has_equals = any(one is not article and one.parent is around and one.prose_length for one in candidates)
        if article.tag != "article" or around is None or not has_equals:
            return article
        return None if around is self.body else around

    def _is_enough(self, element: Element) -> bool:
        total = self.body.prose_length
        # All of a page may stand in a link, so that the total is nothing.
        is_much = element.prose_length >= max(1, total * _MAIN_SHARE)
        return is_much and (element.tag != "article" or element.prose_length * 2 > total)

    def leave_out_discussion(self) -> None:
        """Leave out what visitors wrote below the page's own text; where there is hardly any, theirs is the content."""
        found: dict[int, Element] = {}
        for element in self._for_comments:
            if not any(id(outer) in found for outer in _around(element)) and self._is_discussion(element):
                found[id(element)] = element
        if self.body.prose_length - sum(element.prose_length for element in found.values()) >= _LEAST_OWN_TEXT:
            for element in found.values():
                self._leave_out(element)

    def _is_discussion(self, element: Element) -> bool:
        """Whether an element named after comments is not merely about them: it has several, or a form for one."""
        if id(element) in self._buttons or is_of_comment_service(element):
            return True
        inner = [one for one in preorder(element) if one is not element and is_for_comments(one)]
        return len(inner) > 1

    def leave_out_menus(self) -> None:
        """Leave out what is links and hardly anything else: on a page that does not say where its content is."""
        menus: list[Element] = []
        waiting = [self.body]
        while waiting:
            for child in waiting.pop().elements:
                if not child.is_shown:
                    continue
                if self._is_menu(child) and not _has_title(child):
                    menus.append(child)
                else:
                    waiting.append(child)
        if self.body.text_length - sum(menu.text_length for menu in menus) < _SHORT_TEXT:
            return  # a page of links: they are what it says
        for menu in menus:
            self._leave_out(menu)

    def _is_menu(self, element: Element) -> bool:
        is_links = element.tag in _CONTAINERS and _share_of_links(element) > 0.7
        return is_links and element.prose_length < _SHORT_TEXT and _has_links(element)

    def leave_out_beside(self, root: Element) -> None:
        """Leave out lists of links beside the element that has most of the text."""
        element: Element | None = root
        while element is not None:
            main = self._main_part(element)
            if main is None or main.prose_length * 5 < root.prose_length * 3:
                return
            for child in element.elements:
                if child is not main and child.is_shown and child.tag in _BESIDE:
                    self._leave_out_links(child)
            element = main

    def _leave_out_links(self, element: Element) -> None:
        """Leave out a list of links, but not the page's title if that is in it."""
        if not self._is_list_of_links(element):
            return
        if not _has_title(element):
            self._leave_out(element)
            return
        for child in element.elements:
            if child.is_shown:
                self._leave_out_links(child)

    def _main_part(self, element: Element) -> Element | None:
        """The element inside that has most of the text, if it is there to lay the page out."""
        parts = [child for child in element.elements if child.is_shown and child.text_length]
        main = max(parts, key=lambda child: child.prose_length, default=None)
        return main if main is not None and (main.tag in _LAYOUT or len(parts) == 1) else None

    def _is_list_of_links(self, element: Element) -> bool:
        is_list = element.text_length >= _SHORTEST_LIST and _share_of_links(element) > 0.4
        return is_list and _has_links(element, fewest=2)

    def heading_outside(self, root: Element) -> Element | None:
        headings = [element for element in self._seen() if element.tag == "h1" and element.text_length]
        return headings[0] if len(headings) == 1 and root not in _around(headings[0]) else None

    def _seen(self) -> Iterator[Element]:
        """The body and what is shown in it, the outer elements first; what is left out meanwhile has nothing in it."""
        waiting = [self.body]
        while waiting:
            element = waiting.pop()
            yield element
            if element.is_shown:
                waiting.extend(reversed([child for child in element.elements if child.is_shown]))

    def _is_noise(self, element: Element) -> bool:
        tag = element.tag
        if tag in ("nav", "footer"):
            return True
        if has_noise_role(element):
            return True
        if tag not in _CONTAINERS:
            return False
        if tag in ("header", "aside") and self._is_beside_content(element):
            return True
        is_notice = element.text_length < _LONGEST_NOTICE
        if is_notice and id(element) in self._buttons and _COOKIES.search(raw_text(element)):
            return True
        if is_notice and is_named_footer(element) and _RIGHTS.search(raw_text(element)):
            return True
        return bool(element.attributes) and self._is_called_noise(element)

    def _is_beside_content(self, element: Element) -> bool:
        """Whether a header or an aside belongs to the site and not to the text."""
        around = element.parent
        while around is not None and around.tag not in ("main", "article") and around.get("role") != "main":
            around = around.parent
        if element.tag == "aside":
            return around is None or _share_of_links(element) > 0.5
        return around is None and not _has_title(element)

    def _is_called_noise(self, element: Element) -> bool:
        is_small = element.text_length < _SHORT_TEXT or _share_of_links(element) > 0.4
        return is_named_noise(element, is_small=is_small)
