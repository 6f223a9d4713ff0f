"""Blocks as Markdown: the extract whose hash a receipt signs (Receipt v1). Takes blocks, gives one text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import regex

from reachweaver.lookup.html_blocks import CELL_SEPARATOR, Block

_MARK: Final = regex.compile(r"[\\`*\[\]<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])")
_LEAD: Final = regex.compile(r"(?m)^(?P<space>[ ]*+)(?:(?P<number>[0-9]{1,9})(?=[.)](?:[ ]|$))|(?=[#>+=~-]))")
_FENCE: Final = regex.compile(r"`{3,}+")


def to_markdown(blocks: Sequence[Block]) -> str:
    """The blocks in order, a blank line between them, none between items of a list or rows of a table."""
    parts: list[str] = []
    for index, block in enumerate(blocks):
        if index:
            parts.append("\n" if _goes_on(blocks[index - 1], block) else "\n\n")
        parts.append(_written(block))
        if block.kind == "table_row" and (not index or blocks[index - 1].kind != "table_row"):
            parts.append("\n" + "|" + " --- |" * (block.text.count(CELL_SEPARATOR) + 1))
    return "".join(parts) + "\n" if parts else ""


def _goes_on(before: Block, block: Block) -> bool:
    return before.kind == block.kind and block.kind in ("list_item", "table_row")


def _written(block: Block) -> str:
    match block.kind:
        case "heading":
            return f"{'#' * block.level} {_escaped(block.text).replace(chr(10), ' ')}"
        case "list_item":
            marker = "-" if block.number is None else f"{block.number}."
            indent = "  " * max(block.level - 1, 0)
            return f"{indent}{marker} {_escaped(block.text)}".replace("\n", f"\n{indent}  ")
        case "table_row":
            cells = block.text.split(CELL_SEPARATOR)
            return f"| {' | '.join(_escaped(cell).replace('|', chr(92) + '|') for cell in cells)} |"
        case "quote":
            return "> " + _escaped(block.text).replace("\n", "\n> ")
        case "code":
            fence = "`" * max(3, 1 + max((len(run) for run in _FENCE.findall(block.text)), default=0))
            return f"{fence}\n{block.text}\n{fence}"
        case "paragraph":
            return _escaped(block.text)


def _escaped(text: str) -> str:
    r"""The text so that it reads as itself: `\` before what would mean something."""
    return _LEAD.sub(lambda lead: f"{lead[0]}\\", _MARK.sub(lambda mark: f"\\{mark[0]}", text))
