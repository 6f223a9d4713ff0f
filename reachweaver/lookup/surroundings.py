"""What stands around a block of a page and may turn what it says: takes the blocks in order, gives the texts beside one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from reachweaver.data import dataclass
from reachweaver.lookup.html_blocks import Block

SURROUNDINGS: Final = "surroundings"
"""The member of a match that holds them on their way to `attestation`; it is in no answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """The texts beside a block; empty where there is none."""

    headings: tuple[str, ...] = ()
    """Of the sections that it stands in, the nearest first."""
    intros: tuple[str, ...] = ()
    """What leads to it: a block before it, or before its list, that ends in a colon, and the items that its list is in."""
    before: str = ""
    """The block before it."""
    after: str = ""
    """The paragraph after it, if there is one next."""
    is_quotation: bool = False
    """Whether the page gives it as somebody else's words."""


def surroundings(blocks: Sequence[Block], index: int) -> Surroundings:
    """What stands around the block of that index, 0-based."""
    own = blocks[index]
    before = blocks[index - 1] if index else None
    after = blocks[index + 1] if index + 1 < len(blocks) else None
    return Surroundings(
        headings=tuple(_headings(blocks, index)),
        intros=tuple(_intros(blocks, index)),
        before="" if before is None or before.kind == "heading" else before.text,
        after=after.text if after is not None and after.kind == "paragraph" else "",
        is_quotation=own.kind == "quote",
    )


def _headings(blocks: Sequence[Block], index: int) -> Iterator[str]:
    own = blocks[index]
    level = own.level if own.kind == "heading" else 7
    for block in reversed(blocks[:index]):
        if block.kind == "heading" and block.level < level:
            level = block.level
            yield block.text
        if level == 1:
            return


def _intros(blocks: Sequence[Block], index: int) -> Iterator[str]:
    own = blocks[index]
    level = own.level if own.kind == "list_item" else 0
    for block in reversed(blocks[:index]):
        if level == 0 or block.kind != "list_item":
            if block.kind != "heading" and block.text.rstrip().endswith((":", "：")):
                yield block.text
            return
        if block.level < level:
            level = block.level
            yield block.text
