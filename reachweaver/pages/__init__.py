"""What a page says to a reader: takes a saved HTML, Markdown or text file, gives its text block by block.

Knows nothing of campaigns. A paragraph, a heading, a list item and a cell of a table are a block each, so nothing that
merely stands next to each other is ever read as one.
"""

from __future__ import annotations

from typing import Final

import regex

from reachweaver.pages.encoding import decode_as, decode_page, is_other_format
from reachweaver.pages.html_text import html_blocks
from reachweaver.pages.markdown_text import markdown_blocks

__all__ = ["decode_as", "decode_page", "html_blocks", "is_other_format", "markdown_blocks", "page_blocks"]

_HTML_NAMES: Final = (".html", ".htm", ".xhtml")
_TEXT_NAMES: Final = (".md", ".markdown", ".txt", ".text")
_HTML_SIGN: Final = regex.compile(
    r"<(?:!doctype\s++html|/?(?:html|head|body|title|main|article|section|header|div|p|h[1-6]|span|ul|ol|table))[\s/>]",
    regex.IGNORECASE,
)


def page_blocks(content: bytes, name: str) -> tuple[str, ...]:
    """The blocks of a page, none of them blank.

    Args:
        content: The file, in whatever encoding it says or looks like.
        name: The file's name; its ending tells HTML from Markdown and text, and where it doesn't, the content does.
    """
    text = decode_page(content)
    if name.lower().endswith(_TEXT_NAMES):
        return markdown_blocks(text)
    is_html = name.lower().endswith(_HTML_NAMES) or _HTML_SIGN.search(text) is not None
    return html_blocks(text) if is_html else markdown_blocks(text)
