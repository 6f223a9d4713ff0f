"""Reads a text, and after an edit re-reads no more of it than the edit calls for.

Four ways, the quickest that is certain to give what a full reading gives: an edit strictly inside one string of a
segment re-reads that string, one strictly inside a segment that segment, and what stands behind is shifted; any other
edit re-reads what stands outside the segments and takes over each closed segment that the edit does not touch; else
everything is read.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from operator import attrgetter, itemgetter
from typing import NamedTuple

from reachweaver.data import dataclass
from reachweaver.sequences import PersistentList

from . import tokens
from .bases import Bases
from .builder import KnownSegments, Trouble
from .document import Document, Succession, assembled
from .escapes import decode
from .lines import has_break
from .nodes import ArrayNode, Member, Node, ObjectNode, StringNode, moved, moved_members, segments_only
from .problems import Problem
from .reader import Reader
from .source import AnySource, piece, whole


@dataclass(frozen=True, slots=True)
class Edit:
    """The code points `[start, end)` of a text have been replaced by `inserted_length` others."""

    start: int
    end: int
    inserted_length: int

    @property
    def growth(self) -> int:
        """How far the text behind the edit has moved."""
        return self.inserted_length - (self.end - self.start)


def read(text: AnySource, previous: Document | None = None, edit: Edit | None = None) -> Document:
    """Read any text; never raises.

    With `previous`, the document of the text before `edit`, the result is the same in less time, and the closed segments
    that the edit does not touch are the same node objects. Outside the edit both texts must be equal.
    """
    if previous is None or edit is None or previous.looked_ahead or not _describes(edit, previous.source, text):
        return _read_all(text, {})
    return _reread_segment(text, previous, edit) or _read_all(text, _untouched_segments(previous, edit))


def _describes(edit: Edit, before: AnySource, after: AnySource) -> bool:
    inside = 0 <= edit.start <= edit.end <= len(before) and edit.inserted_length >= 0
    return inside and len(after) == len(before) + edit.growth


def _read_all(source: AnySource, known: KnownSegments) -> Document:
    reader = Reader(whole(source), known)
    reader.read_all()
    return assembled(source, reader.root, reader.outside.found, reader.troubled, looked_ahead=reader.looked_ahead)


def _untouched_segments(previous: Document, edit: Edit) -> KnownSegments:
    known: dict[int, tuple[ObjectNode, Sequence[Problem]]] = {}
    if not isinstance(previous.root, ObjectNode):
        return known
    problems = {(trouble.member, trouble.item): trouble.problems for trouble in previous.troubled}
    for position, member in enumerate(previous.root.members):
        if not isinstance(member.value, ArrayNode):
            continue
        for index, (node, base) in enumerate(zip(member.value.items, member.value.bases, strict=True)):
            if not base or not isinstance(node, ObjectNode) or not node.closed:
                continue
            found = (node, problems.get((position, index), ()))
            if base + node.end <= edit.start:
                known[base] = found
            elif base >= edit.end:
                known[base + edit.growth] = found
    return known


_KEY_START, _VALUE_START = attrgetter("key.start"), attrgetter("value.start")


class _Place(NamedTuple):
    """A segment of the former document."""

    root: ObjectNode
    member: int
    array: ArrayNode
    item: int
    node: ObjectNode
    start: int
    end: int


def _reread_segment(source: AnySource, previous: Document, edit: Edit) -> Document | None:
    """The new document when nothing but the inside of one segment has changed; None when that is not certain."""
    place = _segment_around(previous, edit)
    if place is None:
        return None
    if not previous.problems and (document := _with_string(source, place, edit)) is not None:
        return document
    if previous.outside_problems and _changes_lines(source, previous.source, edit):
        return None  # Which of the problems share a line may have changed.
    read = _clean_segment(source, place, edit) or _any_segment(source, place, edit)
    if read is None:
        return None
    node, problems = read
    outside = [
        problem.moved(edit.growth) if problem.span.start >= place.end else problem
        for problem in previous.outside_problems
    ]
    root, succession = _with_segment(place, node, edit.growth)
    return assembled(source, root, outside, _troubles(previous, place, problems), succession=succession)


def _with_string(source: AnySource, place: _Place, edit: Edit) -> Document | None:
    """The new document when an edit between the quotes of one string of a segment leaves it a sound one; else None.

    The text before had no problem: it was JSON, and stays so whatever is written inside a string.
    """
    members, start, growth = place.node.members, edit.start - place.start, edit.growth
    number = bisect_right(members, start, key=_VALUE_START) - 1
    former = members[number].value if number >= 0 else None
    if not isinstance(former, StringNode) or not former.start < start <= edit.end - place.start < former.end:
        return None
    string = _sound_string(piece(source, place.start + former.start, place.start + former.end + growth), former.start)
    if string is None:
        return None
    key = members[number].key
    changed = [*members[:number], Member(key, string), *moved_members(members[number + 1 :], growth)]
    node = ObjectNode(place.node.start, place.node.end + growth, changed)
    root, succession = _with_segment(place, node, growth, key.value)
    return Document(source, root, (), succession=succession)


def _sound_string(literal: str, start: int) -> StringNode | None:
    """The string that `literal`, quotes included, is from the first to the last character; None when it is none."""
    match = tokens.token_at(literal, 0)
    end = start + len(literal)
    if match.end() != len(literal):
        return None
    if match.lastindex == tokens.PLAIN:
        return StringNode(start, end, match[tokens.PLAIN])
    if match.lastindex == tokens.ESCAPED:
        value, is_sound = decode(match[tokens.ESCAPED])
        return StringNode(start, end, value, raw=match[tokens.ESCAPED]) if is_sound else None
    return None


def _clean_segment(source: AnySource, place: _Place, edit: Edit) -> tuple[ObjectNode, Sequence[Problem]] | None:
    """The segment when it is JSON without a problem: then what stands around it has no say in it, and is not looked at."""
    # One character before it as well: a segment never starts at 0.
    text = piece(source, place.start - 1, place.end + edit.growth)
    reader = Reader(text, {})
    node = reader.read_segment(1)
    is_clean = node is not None and not reader.inside and not reader.looked_ahead and 1 + node.end == len(text)
    return (node, ()) if node is not None and is_clean else None


def _any_segment(source: AnySource, place: _Place, edit: Edit) -> tuple[ObjectNode, Sequence[Problem]] | None:
    """The segment and the problems in it, which may depend on the lines that it begins and ends in."""
    reader = Reader(whole(source), {})
    node = reader.read_segment(place.start)
    if node is None or reader.looked_ahead or place.start + node.end != place.end + edit.growth:
        return None
    return node, reader.inside.found if reader.inside else ()


def _segment_around(previous: Document, edit: Edit) -> _Place | None:
    """The closed segment that holds the edit between its brackets."""
    root = previous.root
    if not isinstance(root, ObjectNode):
        return None
    member = bisect_right(root.members, edit.start, key=_KEY_START) - 1
    array = root.members[member].value if member >= 0 else None
    if not isinstance(array, ArrayNode):
        return None
    item = array.last_at(edit.start)
    node = array.items[item] if item >= 0 else None
    if not isinstance(node, ObjectNode) or not node.closed:
        return None
    start = array.bases[item]
    end = start + node.end
    inside = 0 < start < edit.start and edit.end < end
    return _Place(root, member, array, item, node, start, end) if inside else None


def _changes_lines(source: AnySource, before: AnySource, edit: Edit) -> bool:
    replaced = piece(before, edit.start, edit.end) + piece(source, edit.start, edit.start + edit.inserted_length)
    return has_break(replaced)


def _with_segment(
    place: _Place, node: ObjectNode, growth: int, key: str | None = None
) -> tuple[ObjectNode, Succession | None]:
    """The former root with one segment replaced and all behind it moved, and how it follows; the former stays as it is.

    `key` is that of the only string that differs in the segment, None when more may.
    """
    root = place.root
    array = _with_item(place.array, place.item, node, growth)
    before, behind = root.members[: place.member], root.members[place.member + 1 :]
    members = [*before, Member(root.members[place.member].key, array), *moved_members(behind, growth)]
    others_stay = isinstance(array.bases, Bases)
    succession = Succession(root, place.member, place.item, key) if others_stay else None
    return ObjectNode(root.start, root.end + growth, members, root.closed), succession


def _with_item(array: ArrayNode, item: int, node: ObjectNode, growth: int) -> ArrayNode:
    items: Sequence[Node]
    bases: Sequence[int]
    if (segments := segments_only(array)) is not None:
        items = array.items if isinstance(array.items, PersistentList) else PersistentList(array.items)
        items, bases = items.replaced(item, node), segments.moved_from(item + 1, growth)
    else:
        pairs = [*zip(array.items, array.bases, strict=True)][item + 1 :]
        items = [*array.items[:item], node, *(after if base else moved(after, growth) for after, base in pairs)]
        bases = [*array.bases[: item + 1], *(base and base + growth for _, base in pairs)]
    return ArrayNode(array.start, array.end + growth, items, bases, array.closed)


def _troubles(previous: Document, place: _Place, problems: Sequence[Problem]) -> list[Trouble]:
    others = [trouble for trouble in previous.troubled if trouble[:2] != (place.member, place.item)]
    return sorted([*others, Trouble(place.member, place.item, problems)], key=itemgetter(0, 1)) if problems else others
