"""A page of the documentation for a terminal: Markdown as the pages use it, laid out and without its marks."""

from __future__ import annotations

import re
import textwrap
from typing import Final

from reachweaver.output.terminal import TerminalStyle

_WIDEST: Final = 88
"""Columns beyond which running text is hard to read."""
_INDENT: Final = "  "

_BLOCK: Final = re.compile(
    r"^```\w*\n(?P<code>.*?)^```$"  # a fenced block
    r"|^(?P<heading>#{1,6} [^\n]+)$"
    r"|(?:^(?!```|#{1,6} )[^\n]+\n?)+",  # lines without an empty one between them
    re.MULTILINE | re.DOTALL,
)
_COMMENT: Final = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_WEB_LINK: Final = re.compile(r"\[([^\]]+)\]\((https?://[^)\s]+)\)")
_LINK: Final = re.compile(r"\[([^\]]+)\]\([^)\s]+\)")
_STRONG: Final = re.compile(r"\*\*([^*]+)\*\*")
_CODE: Final = re.compile(r"`([^`]+)`")


def render(page: str, style: TerminalStyle) -> str:
    """The page with bold headings, its text wrapped to the terminal and its examples set in, ending in a line break."""
    blocks = (_block(match, style) for match in _BLOCK.finditer(_COMMENT.sub("", page)))
    return "\n\n".join(blocks) + "\n"


def _block(match: re.Match[str], style: TerminalStyle) -> str:
    if match["code"] is not None:
        return textwrap.indent(match["code"].rstrip("\n"), _INDENT * 2)
    if match["heading"] is not None:
        return style.paint("strong", match["heading"].lstrip("# "))
    text = match[0].rstrip("\n")
    if text.startswith("|"):
        return textwrap.indent(text, _INDENT)  # a table is readable as it is
    return "\n".join(_painted(_wrapped(item, style), style) for item in re.split(r"\n(?=- )", text))


def _wrapped(text: str, style: TerminalStyle) -> str:
    """A paragraph or an item of a list on as many lines as it needs; links are their text, and the URL if it has one."""
    words = " ".join(text.split())
    return textwrap.fill(
        _LINK.sub(r"\1", _WEB_LINK.sub(r"\1 (\2)", words)),
        width=max(min(style.width, _WIDEST), 20),
        initial_indent=_INDENT,
        subsequent_indent=_INDENT * 2 if text.startswith("- ") else _INDENT,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _painted(text: str, style: TerminalStyle) -> str:
    """Strong words and code in colour; without colours code keeps its backticks, so that it can be told apart."""
    text = _STRONG.sub(lambda match: style.paint("strong", match[1]), text)
    return _CODE.sub(lambda match: style.paint("code", match[1]), text) if style.colour else text
