"""Places in a text, written as a piece of it with ⟦⟧ around the place, found as Neovim counts them."""

from __future__ import annotations

from typing import NamedTuple


class Mark(NamedTuple):
    """A range: 0-based lines, columns in UTF-8 bytes, end exclusive."""

    start: tuple[int, ...]
    stop: tuple[int, ...]


def marked(text: str, mark: str) -> Mark:
    """The range of what stands between ⟦ and ⟧, where the whole piece occurs exactly once in the text."""
    before, inside, after = mark.replace("⟧", "⟦").split("⟦")
    piece = before + inside + after
    assert text.count(piece) == 1, f"{piece!r} occurs {text.count(piece)} times"
    start = text.index(piece) + len(before)
    return Mark(_position(text, start), _position(text, start + len(inside)))


def _position(text: str, offset: int) -> tuple[int, int]:
    line_start = text.rfind("\n", 0, offset) + 1
    return text.count("\n", 0, offset), len(text[line_start:offset].encode())
