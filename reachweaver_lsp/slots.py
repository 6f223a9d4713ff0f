"""Where a value can be written in a JSON text, finished or half-typed: takes a document and an offset, gives a slot.

Offsets are code points, 0-based. Nothing here knows what a campaign is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from reachweaver.data import dataclass
from reachweaver.json_spans import ArrayNode, Document, Located, MissingNode, ObjectNode, Path, Span, StringNode

_SPACE = " \t\n\r"
_WORD_BEFORE = re.compile(r'[^\s{}\[\],:"]*\Z')
_WORD = re.compile(r'[^\s{}\[\],:"]*')
_LONGEST_WORD = 200
_VALUE_ENDS = ('"', "]", "}")
_VALUE_AHEAD = re.compile(r"[ \t\n\r]*[^ \t\n\r,}\]:]")
_KEY_AHEAD = re.compile(r'[ \t\n\r]*"(?:[^"\\\n\r]|\\.)*"[ \t\n\r]*:')
_REST = re.compile(r"([^,\]}\s]*)")
_REST_AND_SEPARATORS = re.compile(r"([^,\]}\s]*)[,\]}][,:\[\]{}\s]*\Z")


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a value."""

    path: Path
    """Of the array that the value is an item of, or of the member that it is the value of."""
    in_array: bool
    span: Span
    """What the value replaces: a string with its quotes, a half-typed word, or nothing."""
    comma_before: int | None
    """Where a comma is missing before the value."""
    after: str
    """What has to follow the value: a comma when another item or member comes behind it and there is none."""
    is_quoted: bool
    """Whether the opening quote is there already."""


def slot_at(document: Document, offset: int) -> Slot | None:
    """The place for a value at an offset: in a string, at a word, or where there is nothing yet; None for no such place.

    A key is no value, nor is what stands right behind a finished one, or before the one that a member has.
    """
    path = document.path_at(offset)
    inner = path[-1] if path else None
    if inner is not None and isinstance(inner.node, StringNode) and inner.span.start < offset:
        return None if inner.is_key else _around(document, path, _replaced(document, inner, inner.node, offset))
    start = offset - len(_word_before(document.text, offset))
    return _around(document, document.path_at(start), Span(start, _word_end(document.text, offset)))


def _replaced(document: Document, string: Located, node: StringNode, offset: int) -> Span:
    """A string's span; of one that has swallowed what follows, because a quote is missing, only what was typed."""
    span = string.span
    if document.is_valid:
        return span
    rest = (_REST_AND_SEPARATORS if node.closed else _REST).match(document.text, offset, span.end - node.closed)
    return Span(span.start, rest.end(1)) if rest else span


def _around(document: Document, path: Sequence[Located], span: Span) -> Slot | None:
    """The slot of what is replaced, in the innermost array or object that holds it."""
    for depth in range(len(path) - 1, -1, -1):
        container = path[depth]
        if not isinstance(container.node, ArrayNode | ObjectNode) or container.span.start >= span.start:
            continue
        steps = tuple(located.step for located in path[1 : depth + 1] if located.step is not None)
        if isinstance(container.node, ArrayNode):
            return _item(document.text, steps, span)
        return _member_value(document.text, container.node, container.base, steps, span)
    return None


def _item(text: str, steps: Path, span: Span) -> Slot | None:
    before = _end_before(text, span.start)
    is_missing = text[before - 1 : before] in _VALUE_ENDS
    if is_missing and before == span.start:
        return None
    comma = before if is_missing else None
    behind = _KEY_AHEAD.match(text, span.end)
    return Slot(steps, True, span, comma, "" if behind else _comma_after(text, span.end), _is_quoted(text, span))


def _member_value(text: str, node: ObjectNode, base: int, steps: Path, span: Span) -> Slot | None:
    members = [member for member in node.members if base + member.key.end <= span.start]
    if not members:
        return None
    key, value = members[-1].key, members[-1].value
    if text[base + key.end : span.start].strip(_SPACE) != ":":
        return None
    start, end = base + value.start, base + value.end
    if start == span.start and isinstance(value, StringNode) and not _is_quoted(text, span):  # the cursor is before it
        span = Span(start, max(end, span.end))
    elif start == span.start and isinstance(value, ArrayNode | ObjectNode):
        return None
    elif start > span.end and not isinstance(value, MissingNode) and not _KEY_AHEAD.match(text, span.end):
        return None  # the member has its value, further on
    return Slot((*steps, key.value), False, span, None, _comma_after(text, span.end), _is_quoted(text, span))


def _is_quoted(text: str, span: Span) -> bool:
    return text[span.start : span.end].startswith('"')


def _comma_after(text: str, offset: int) -> str:
    if not _VALUE_AHEAD.match(text, offset):
        return ""
    return "," if text[offset] in _SPACE else ", "


def _end_before(text: str, offset: int) -> int:
    """Where the last character that is no white space before an offset ends."""
    while offset and text[offset - 1] in _SPACE:
        offset -= 1
    return offset


def _word_before(text: str, offset: int) -> str:
    found = _WORD_BEFORE.search(text[max(offset - _LONGEST_WORD, 0) : offset])
    return found[0] if found else ""


def _word_end(text: str, offset: int) -> int:
    found = _WORD.match(text, offset, offset + _LONGEST_WORD)
    return found.end() if found else offset
