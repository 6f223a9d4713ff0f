"""Reads a file's style off its text and tree: what most of its arrays, objects and escapes look like."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import NamedTuple

from .document import Document
from .escapes import ESCAPE
from .lines import has_break, line_start
from .nodes import ArrayNode, Node, ObjectNode

_SAMPLE = 50
"""How many children of one array or object are looked at."""
_LARGEST_SAMPLE = 2_000
"""How many arrays and objects of a file are looked at, and how many of its escapes."""

_COLON = re.compile(r"[ \t]*:[ \t]*")
_COMMA = re.compile(r"[ \t]*,([ \t]*)")
_SPACE_ON_LINE = re.compile(r"[ \t]*")


class EscapeHabits(NamedTuple):
    """How a file writes what it need not, or need not in this way, write as an escape."""

    escapes_non_ascii: bool
    upper_case: bool
    escapes_slashes: bool


def escape_habits(text: str) -> EscapeHabits:
    """The habits of a text; escapes are judged by those that a file can do without."""
    escapes = ESCAPE.finditer(text) if "\\u" in text else iter(())
    found = (match[0] for match in escapes if match[1] is not None and match[1][0] == "u")
    unicode_escapes = list(islice(found, _LARGEST_SAMPLE))
    digits = "".join(escape.replace("\\u", "") for escape in unicode_escapes)
    needless = any(len(escape) == 12 or _could_be_raw(int(escape[2:6], 16)) for escape in unicode_escapes)
    return EscapeHabits(
        escapes_non_ascii=needless and text.removeprefix("\ufeff").isascii(),
        upper_case=digits != digits.lower() and digits == digits.upper(),
        escapes_slashes="\\/" in text and text.count("/") == text.count("\\/"),
    )


def _could_be_raw(code: int) -> bool:
    """Whether a character beyond ASCII may stand in a file as it is; half a surrogate pair may not."""
    return code > 0x7F and not 0xD800 <= code <= 0xDFFF


def newline_of(text: str) -> str:
    """The line break that most lines end with."""
    pairs = text.count("\r\n")
    counts = {"\n": text.count("\n") - pairs, "\r\n": pairs, "\r": text.count("\r") - pairs}
    return max(counts, key=lambda line_break: counts[line_break])


class _Child(NamedTuple):
    """An item, or a member from its key to its value; offsets are absolute."""

    start: int
    end: int
    value: Node
    base: int
    """What to add to the value's own offsets."""


@dataclass(slots=True)
class Layout:
    """Votes on how arrays and objects are laid out."""

    plain_arrays: Counter[bool] = field(default_factory=Counter)
    """By whether they stand on several lines, as in the next three."""
    other_arrays: Counter[bool] = field(default_factory=Counter)
    objects: Counter[bool] = field(default_factory=Counter)
    root: Counter[bool] = field(default_factory=Counter)
    indents: Counter[str] = field(default_factory=Counter)
    colons: Counter[str] = field(default_factory=Counter)
    gaps: Counter[str] = field(default_factory=Counter)
    array_paddings: Counter[str] = field(default_factory=Counter)
    object_paddings: Counter[str] = field(default_factory=Counter)


def layout_of(document: Document) -> Layout:
    """The votes of a document's arrays and objects, of the first ones where there are many."""
    layout = Layout()
    for node, base in islice(_containers(document), _LARGEST_SAMPLE):
        children = list(islice(_children(node, base), _SAMPLE))
        if children:
            _vote(layout, document, node, base + node.start, children)
    return layout


def line_indentation(text: str, offset: int) -> str:
    """The white space at the start of the line that holds `offset`."""
    match = _SPACE_ON_LINE.match(text, line_start(text, offset), offset)
    return match[0] if match else ""


def _vote(layout: Layout, document: Document, node: ArrayNode | ObjectNode, start: int, children: list[_Child]) -> None:
    text = document.text
    opening = text[start + 1 : children[0].start]
    wide = has_break(opening)
    is_object = isinstance(node, ObjectNode)
    if wide:
        outer, inner = line_indentation(text, start), line_indentation(text, children[0].start)
        if inner.startswith(outer):
            layout.indents[inner.removeprefix(outer)] += 1
    elif not opening.strip(" \t"):
        (layout.object_paddings if is_object else layout.array_paddings)[opening] += 1
    for child, following in pairwise(children):
        match = _COMMA.fullmatch(text, child.end, following.start)
        if match:
            layout.gaps[match[1]] += 1
    if isinstance(node, ObjectNode):
        _vote_on_colons(layout, text, node, start - node.start)
        (layout.root if node is document.root else layout.objects)[wide] += 1
    else:
        plain = not any(isinstance(child.value, ArrayNode | ObjectNode) for child in children)
        (layout.plain_arrays if plain else layout.other_arrays)[wide] += 1


def _vote_on_colons(layout: Layout, text: str, node: ObjectNode, base: int) -> None:
    for member in islice(node.members, _SAMPLE):
        match = _COLON.fullmatch(text, base + member.key.end, base + member.value.start)
        if match:
            layout.colons[match[0]] += 1


def _containers(document: Document) -> Iterator[tuple[ArrayNode | ObjectNode, int]]:
    """Arrays and objects with their bases, the outer ones first."""
    waiting: deque[tuple[Node | None, int]] = deque([(document.root, 0)])
    while waiting:
        node, base = waiting.popleft()
        if isinstance(node, ArrayNode | ObjectNode):
            yield node, base
            waiting.extend((child.value, child.base) for child in islice(_children(node, base), _SAMPLE))


def _children(node: ArrayNode | ObjectNode, base: int) -> Iterator[_Child]:
    if isinstance(node, ArrayNode):
        for item, own_base in zip(node.items, node.bases, strict=True):
            start = base + own_base
            yield _Child(start + item.start, start + item.end, item, start)
    else:
        for member in node.members:
            yield _Child(base + member.key.start, base + member.value.end, member.value, base)
