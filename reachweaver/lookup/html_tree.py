"""An HTML page as a tree of plain elements, parsed as browsers parse it, with a CSS selector for each element.

Takes a text, gives the `body`. Lexbor (selectolax) builds the tree: it follows the HTML standard, so that a selector
finds in a browser what it finds here, and reads megabytes in hundredths of a second.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import regex
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from reachweaver.lookup.failures import LookUpError
from reachweaver.lookup.html_guard import seen_markup

DEEPEST: Final = 120
"""Levels of elements that are told apart; what stands deeper is text of the last one."""

_NAME: Final = regex.compile(r"[a-z][a-z0-9-]*+")
_ID: Final = regex.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,80}+")


@dataclass(slots=True, eq=False)
class Element:
    """An element of a page."""

    tag: str
    attributes: dict[str, str | None]
    parent: Element | None = field(repr=False)
    place: int
    """Among its parent's elements, 1-based."""
    place_of_type: int
    """Among those of the same tag, 1-based."""
    children: list[Element | str] = field(default_factory=list, repr=False)
    """Elements and texts, in order; comments are left out."""
    has_unique_id: bool = False
    is_shown: bool = True
    """Whether it is part of what the page is there for, as `main_content` finds."""
    text_length: int = 0
    """Code points of visible text in it, as `main_content` measures."""
    link_length: int = 0
    """Of them inside links."""
    _selector: str | None = field(default=None, repr=False)

    @property
    def elements(self) -> Iterator[Element]:
        """The elements directly inside it."""
        return (child for child in self.children if isinstance(child, Element))

    @property
    def selector(self) -> str:
        """A CSS selector that matches this element and no other of its page."""
        if self._selector is None:
            self._selector = self._make_selector()
        return self._selector

    @property
    def prose_length(self) -> int:
        """Code points of visible text that is no link."""
        return self.text_length - self.link_length

    def get(self, name: str) -> str:
        """The value of an attribute; empty when there is none."""
        return self.attributes.get(name) or ""

    def _make_selector(self) -> str:
        if self.has_unique_id:
            return f"#{self.get('id')}"
        # The body is the one of its page.
        return self.tag if self.parent is None else f"{self.parent.selector} > {self._step()}"

    def _step(self) -> str:
        if _NAME.fullmatch(self.tag) is None:
            return f":nth-child({self.place})"
        return f"{self.tag}:nth-of-type({self.place_of_type})"


def parse_html(text: str) -> Element:
    """The `body` of a page.

    Raises:
        LookUpError: It is nested so deep, or a tag has so many attributes, that it is no page to read.
    """
    seen = seen_markup(text)
    try:
        body = LexborHTMLParser(seen, options=LexborDocumentOptions.WO_EVENTS).body
    except Exception as error:
        raise LookUpError("extraction_failed", "The page cannot be read as HTML.") from error
    if body is None:
        return Element("body", {}, None, 1, 1)
    root = _build(body)
    _mark_unique_ids(root)
    return root


def preorder(root: Element) -> Iterator[Element]:
    """The element and all below it, in the order of the page."""
    waiting = [root]
    while waiting:
        element = waiting.pop()
        yield element
        waiting.extend(reversed([child for child in element.children if isinstance(child, Element)]))


def _build(body: LexborNode) -> Element:
    root = Element("body", dict(body.attributes), None, 1, 1)
    open_nodes: list[tuple[int, Element]] = [(body.mem_id, root)]
    counts: dict[tuple[int, str], int] = {}
    for node in body.traverse(include_text=True):
        parent = node.parent
        if parent is None or node.mem_id == body.mem_id:
            continue
        inside = parent.mem_id
        while open_nodes[-1][0] != inside:
            open_nodes.pop()
        owner = open_nodes[-1][1]
        tag = node.tag or ""
        if tag == "-text":
            owner.children.append((node.text_content or "").replace("\0", ""))
        elif not tag.startswith("-"):
            element = owner
            if len(open_nodes) < DEEPEST:
                place = counts[inside, ""] = counts.get((inside, ""), 0) + 1
                of_type = counts[inside, tag] = counts.get((inside, tag), 0) + 1
                element = Element(tag, node.attributes, owner, place, of_type)
                owner.children.append(element)
            open_nodes.append((node.mem_id, element))
    return root


def _mark_unique_ids(root: Element) -> None:
    """Case aside, because pages without a doctype are matched so."""
    elements = [
        element for element in preorder(root) if "id" in element.attributes and _ID.fullmatch(element.get("id"))
    ]
    counts = Counter(element.get("id").lower() for element in elements)
    for element in elements:
        element.has_unique_id = counts[element.get("id").lower()] == 1
