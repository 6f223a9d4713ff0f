"""Changes to a JSON text as replacements of source ranges, written the way the file is written.

Whatever characters are put in, valid JSON stays valid JSON, and every character outside the range stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeAlias

from reachweaver.data import dataclass

from .document import Document, Located
from .habits import line_indentation
from .lines import has_break, line_start
from .nodes import ArrayNode, Node, ObjectNode, StringNode
from .span import Span
from .style import PlainValue, Style

_COMMA = re.compile(r"[ \t\n\r]*,")
_KEY_ALONE = re.compile(r'[ \t]*(?:"(?:[^"\\]|\\.)*"[ \t]*:[ \t]*)?')
_LAST_BREAK = re.compile(r"(?:\r\n|\n|\r)([ \t]*)\Z")
_SPACE = " \t\n\r"

Written: TypeAlias = Callable[[str | None], str]
"""Writes the new text for a line with the given indentation, or (None) so that it stays on one line."""


@dataclass(frozen=True, slots=True)
class TextEdit:
    """`[start, end)` is replaced by `new_text`; source offsets, absolute, in code points."""

    start: int
    end: int
    new_text: str


def apply_edits(text: str, edits: Iterable[TextEdit]) -> str:
    """The text after all edits, whose offsets all refer to `text`; those at one place go in in the order given.

    Raises ValueError when two edits overlap or one lies outside the text.
    """
    parts: list[str] = []
    position = 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if not position <= edit.start <= edit.end <= len(text):
            raise ValueError(f"the edit at {edit.start} overlaps another or lies outside the text")
        parts += (text[position : edit.start], edit.new_text)
        position = edit.end
    return "".join(parts) + text[position:]


def insert_in_string(document: Document, string: Located, at: int, text: str) -> TextEdit:
    """Put `text` before the string's decoded character number `at` (its length: at the end).

    Raises ValueError when `string` is no string.
    """
    return replace_in_string(document, string, at, at, text)


def replace_in_string(document: Document, string: Located, start: int, end: int, text: str) -> TextEdit:
    """Put `text` in place of the string's decoded characters `[start, end)`.

    Raises ValueError when `string` is no string.
    """
    if not isinstance(string.node, StringNode):
        raise ValueError("only a string has characters to replace")
    span = string.node.decoded.source_span(start, end)
    return TextEdit(string.base + span.start, string.base + span.end, Style.of(document).string(text))


def replace_value(document: Document, value: Located, new_value: PlainValue) -> TextEdit:
    """Put another value in place of one (or another name in place of a key).

    Raises ValueError when the new value holds a number that JSON can't write.
    """
    text, span = document.text, value.span
    kept_on_one_line = _holds_something(value.node) and not has_break(text[span.start : span.end])
    wide = _stands_alone(text, span.start) and not kept_on_one_line
    indentation = line_indentation(text, span.start) if wide else None
    return TextEdit(span.start, span.end, Style.of(document).value(new_value, indentation))


def append_item(document: Document, array: Located, item: PlainValue) -> TextEdit:
    """Put an item at an array's end, laid out like the items that are there.

    Raises ValueError when `array` is no array, or the item holds a number that JSON can't write.
    """
    node, base = array.node, array.base
    if not isinstance(node, ArrayNode):
        raise ValueError("only an array has items to append to")
    style = Style.of(document)

    def written(indentation: str | None) -> str:
        return style.value(item, indentation)

    if not node.items:
        return _fill(document, array, written, wide=style.multi_line_arrays, padding=style.array_padding)
    spans = [
        Span(base + item_base + old.start, base + item_base + old.end)
        for old, item_base in zip(node.items, node.bases, strict=True)
    ]
    return _insert_behind(document, spans, len(spans) - 1, written)


def insert_member(
    document: Document, place: Located, key: str, value: PlainValue, after_key: str | None = None
) -> TextEdit:
    """Put a member into an object, behind the member `after_key` or, when there is none, at the end.

    Raises ValueError when `place` is no object, or the value holds a number that JSON can't write.
    """
    node, base = place.node, place.base
    if not isinstance(node, ObjectNode):
        raise ValueError("only an object has members to insert between")
    style = Style.of(document)

    def written(indentation: str | None) -> str:
        return f'"{style.string(key)}"{style.colon}{style.value(value, indentation)}'

    if not node.members:
        return _fill(document, place, written, wide=style.multi_line_objects, padding=style.object_padding)
    spans = [Span(base + member.key.start, base + member.value.end) for member in node.members]
    named = [index for index, member in enumerate(node.members) if member.key.value == after_key]
    return _insert_behind(document, spans, named[-1] if named else len(spans) - 1, written)


def _insert_behind(document: Document, spans: list[Span], index: int, written: Written) -> TextEdit:
    """A new sibling behind the one number `index`, set off the way it, or else its neighbour, is set off."""
    text, end = document.text, spans[index].end
    gap = _space_before(text, spans[index or min(1, len(spans) - 1)].start)
    line_break = _LAST_BREAK.search(gap)
    if line_break is not None:
        gap = line_break[0]
    elif len(spans) == 1:
        gap = Style.of(document).gap
    new_text = gap + written(None if line_break is None else line_break[1])
    comma = _COMMA.match(text, end) if index == len(spans) - 1 else None
    if comma is not None:
        return TextEdit(comma.end(), comma.end(), new_text)
    return TextEdit(end, end, "," + new_text)


def _fill(document: Document, place: Located, written: Written, *, wide: bool, padding: str) -> TextEdit:
    """The first child of an array or object that has none."""
    text, span, style = document.text, place.span, Style.of(document)
    closed = text[span.start + 1 : span.end].endswith(("]", "}"))
    inside = text[span.start + 1 : span.end - 1] if closed else ""
    if has_break(inside) or (wide and _stands_alone(text, span.start)):
        indentation = line_indentation(text, span.start)
        content = style.around(written(indentation + style.indent), indentation)
    else:
        content = padding + written(None) + padding
    return TextEdit(span.start + 1, span.start + 1 + (0 if inside.strip(_SPACE) else len(inside)), content)


def _space_before(text: str, offset: int) -> str:
    start = offset
    while start and text[start - 1] in _SPACE:
        start -= 1
    return text[start:offset]


def _stands_alone(text: str, offset: int) -> bool:
    """Whether nothing but its key stands before a value on its line."""
    return _KEY_ALONE.fullmatch(text, line_start(text, offset), offset) is not None


def _holds_something(node: Node) -> bool:
    return bool(node.items) if isinstance(node, ArrayNode) else isinstance(node, ObjectNode) and bool(node.members)
