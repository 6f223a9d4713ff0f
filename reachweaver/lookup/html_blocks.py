"""The blocks of an HTML page's main content, in order: takes the page's text, gives each block's text and its place.

A block is a heading, a paragraph, a list item, a row of a table, a quotation or a piece of code, so that whatever a
reader would cite stands in one block. Text that stands loose beside other blocks is a paragraph of its own, at the place
of the element around both.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal

import regex

from reachweaver.data import dataclass
from reachweaver.lookup.html_tree import Element, parse_html, preorder
from reachweaver.lookup.main_content import MainContent, find_main_content
from reachweaver.lookup.visible_text import pieces, preformatted, raw_text, tidy

Kind = Literal["heading", "paragraph", "list_item", "table_row", "quote", "code"]

CELL_SEPARATOR: Final = " | "
"""Between the cells of a row."""

_HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_BLOCK_NAMES: Final = (
    "address article aside blockquote body caption center dd details dir div dl dt fieldset figcaption figure footer form"
    " h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary table tbody td tfoot th"
    " thead tr ul"
)
_BLOCK: Final = frozenset(_BLOCK_NAMES.split())
_IN_CELL: Final = frozenset(["table", "pre", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "dl"])
_SAID: Final = regex.compile(r"[\p{L}\p{N}\p{S}]")
"""A text without any letter, digit or symbol is an ornament."""
_LONGEST_CELL: Final = 1000
"""Code points; a longer one is part of a layout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One block of a page."""

    kind: Kind
    text: str
    """As a reader sees it, without line breaks but those of the page; never blank."""
    selector: str = ""
    """CSS that finds the element again; empty when the page is no HTML."""
    level: int = 0
    """Of a heading 1 to 6; of a list item how deep its list stands in others, from 1."""
    number: int | None = None
    """Of an item in a numbered list."""


def html_blocks(page: str) -> tuple[Block, ...]:
    """The blocks of a page.

    Raises:
        LookUpError: The page cannot be read (`extraction_failed`).
    """
    content = find_main_content(parse_html(page))
    collector = _Collector(content)
    if content.heading is not None:
        collector.block(content.heading, _Context(kind="heading", level=1))
    collector.collect(content.root)
    return tuple(collector.blocks)


@dataclass(frozen=True, slots=True)
class _Context:
    """What text is that stands here."""

    kind: Kind = "paragraph"
    level: int = 0
    number: int | None = None
    lists: int = 0
    """Lists around."""


class _Collector:
    """Walks the content and collects its blocks."""

    def __init__(self, content: MainContent) -> None:
        self.blocks: list[Block] = []
        self._holders = _holders_of_blocks(content.root)

    def collect(self, element: Element) -> None:
        self._visit(element, _Context())

    def block(self, element: Element, context: _Context) -> None:
        self._add(tidy(raw_text(element)), element, context)

    def _add(self, text: str, element: Element, context: _Context) -> None:
        if _SAID.search(text) is not None or (text and context.kind == "code"):
            block = Block(
                kind=context.kind, text=text, selector=element.selector, level=context.level, number=context.number
            )
            self.blocks.append(block)

    def _visit(self, element: Element, context: _Context) -> None:
        tag = element.tag
        if tag in _HEADINGS and id(element) not in self._holders:
            self.block(element, _Context(kind="heading", level=_HEADINGS[tag]))
        elif tag == "pre":
            self._add(preformatted(element), element, _Context(kind="code"))
        elif tag == "tr" and self._is_row(element):
            self._add_row(element)
        elif tag in ("ul", "ol", "menu", "dir"):
            self._visit_list(element, context)
        elif tag == "blockquote":
            self._visit_children(element, replace(context, kind="quote", number=None, level=0))
        else:
            self._visit_children(element, context)

    def _visit_list(self, element: Element, context: _Context) -> None:
        start = element.get("start")
        number = int(start) if start.isascii() and start.isdigit() and len(start) < 7 else 1
        depth = context.lists + 1
        for child in element.children:
            if isinstance(child, str) or not child.is_shown:
                continue
            counted = number if element.tag == "ol" else None
            self._visit(child, _Context(kind="list_item", level=depth, number=counted, lists=depth))
            number += child.tag == "li"

    def _visit_children(self, element: Element, context: _Context) -> None:
        loose: list[str] = []
        for child in element.children:
            if isinstance(child, str):
                loose.append(child)
            elif child.tag == "br":
                loose.append("\v")
            elif not child.is_shown:
                continue
            elif child.tag in _BLOCK or id(child) in self._holders:
                self._add(tidy("".join(loose)), element, context)
                loose.clear()
                self._visit(child, context)
            else:
                loose += pieces_of(child)
        self._add(tidy("".join(loose)), element, context)

    def _is_row(self, row: Element) -> bool:
        """Whether a row holds data, and is not there to lay things out."""
        cells = [cell for cell in row.elements if cell.tag in ("td", "th") and cell.is_shown]
        if len(cells) < 2:
            return False
        return not any(
            any(inner.tag in _IN_CELL for inner in preorder(cell)) or len(raw_text(cell)) > _LONGEST_CELL
            for cell in cells
        )

    def _add_row(self, row: Element) -> None:
        cells = [tidy(_cell_text(cell)) for cell in row.elements if cell.is_shown]
        if any(cells):
            text = CELL_SEPARATOR.join(cell.replace("\n", " ") for cell in cells)
            self._add(text, row, _Context(kind="table_row"))


def pieces_of(element: Element) -> list[str]:
    """The pieces of an inline element's text, the element itself considered."""
    return list(pieces(Element("", {}, None, 1, 1, [element])))


def _cell_text(cell: Element) -> str:
    """A cell's text; its paragraphs are parted by a space."""
    parts = []
    for child in cell.children:
        if isinstance(child, str):
            parts.append(child)
        else:
            parts += [" ", *pieces_of(child), " "] if child.tag in _BLOCK else pieces_of(child)
    return "".join(parts)


def _holders_of_blocks(root: Element) -> frozenset[int]:
    """The `id()` of each element that holds a block element, whatever it is itself."""
    found: set[int] = set()
    for element in preorder(root):
        if element.tag in _BLOCK:
            around = element.parent
            while around is not None and id(around) not in found:
                found.add(id(around))
                around = around.parent
    return frozenset(found)
