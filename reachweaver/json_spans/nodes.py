"""The tree that `read` gives: what stands in a JSON text, and where.

All offsets are code points, 0-based and half-open. A *segment* is an object that is an item of an array directly under
the root object (a variant, an evidence item): spans inside it count from its own start, so that it stays the same node,
untouched, when text before it changes. Everything else counts from the start of the text.
Nodes are immutable by convention, compare by identity, and never point to their parent.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from copy import copy as shallow_copy
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from .bases import Bases
from .decoded import DecodedText, Escapes, escape_map


@dataclass(slots=True, eq=False)
class StringNode:
    """A string, quotes included in its span; `value` is decoded and keeps lone surrogates."""

    start: int
    end: int
    value: str
    closed: bool = True
    """False when the closing quote is missing: the string then ends at its line's end."""
    raw: str | None = None
    """The source between the quotes when it differs from `value` (it holds a backslash)."""
    _escapes: Escapes | None = field(default=None, init=False, repr=False)

    @property
    def decoded(self) -> DecodedText:
        """The decoded text that knows its way back to the source."""
        if self.raw is not None and self._escapes is None:
            self._escapes = escape_map(self.raw)
        # A key that is not even begun (`{[1]}`) has no quote to stand behind.
        return DecodedText(self.value, min(self.start + 1, self.end), self._escapes)


@dataclass(slots=True, eq=False)
class NumberNode:
    """A number as it is written; never converted, so its length does not matter."""

    start: int
    end: int
    literal: str


@dataclass(slots=True, eq=False)
class LiteralNode:
    """`true`, `false` or `null`."""

    start: int
    end: int
    value: bool | None


@dataclass(slots=True, eq=False)
class MissingNode:
    """Zero-width: the value of a key that has none, or a hole between two commas."""

    start: int
    end: int


@dataclass(slots=True, eq=False)
class ArrayNode:
    """An array; an unclosed one reaches to the character that ended it."""

    start: int
    end: int
    items: Sequence[Node] = ()
    bases: Sequence[int] = ()
    """For each item what to add to the spans inside it: its start when it is a segment, else 0."""
    closed: bool = True

    def last_at(self, offset: int) -> int:
        """The index of the last item that starts at or before an offset (counted as the array's own are); -1: none does."""
        items, bases = self.items, self.bases
        if isinstance(bases, Bases):
            return bases.last_at(offset)
        return bisect_right(range(len(items)), offset, key=lambda index: bases[index] + items[index].start) - 1


@dataclass(slots=True, eq=False)
class GrowingArray(ArrayNode):
    """An array that is still being read."""

    items: list[Node] = field(default_factory=list)
    bases: list[int] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Member:
    """A key and its value."""

    key: StringNode
    value: Node


@dataclass(slots=True, eq=False)
class ObjectNode:
    """An object; an unclosed one reaches to the character that ended it."""

    start: int
    end: int
    members: list[Member] = field(default_factory=list)
    closed: bool = True

    def get(self, key: str) -> Node | None:
        """The value of `key`; of several the last, as in `json.loads`; None when there is none."""
        found = self.member(key)
        return None if found is None else found.value

    def member(self, key: str) -> Member | None:
        """The member named `key`; of several the last; None when there is none."""
        for member in reversed(self.members):
            if member.key.value == key:
                return member
        return None


Node: TypeAlias = StringNode | NumberNode | LiteralNode | ArrayNode | ObjectNode | MissingNode
AnyNode = TypeVar("AnyNode", StringNode, NumberNode, LiteralNode, ArrayNode, ObjectNode, MissingNode, Node)


def moved(node: AnyNode, distance: int) -> AnyNode:
    """A copy of a node outside the segments, `distance` code points further on; segments inside it are shared."""
    copy = _moved_alone(node, distance)
    waiting: list[Node] = [copy]
    while waiting:
        outer = waiting.pop()
        if isinstance(outer, StringNode):
            continue  # most are
        if isinstance(outer, ObjectNode):
            outer.members = [
                Member(_moved_alone(member.key, distance), _moved_alone(member.value, distance))
                for member in outer.members
            ]
            waiting += [member.value for member in outer.members]
        elif isinstance(outer, ArrayNode) and not any(outer.bases):
            outer.items = items = [_moved_alone(item, distance) for item in outer.items]
            waiting += items
        elif isinstance(outer, ArrayNode):
            waiting += _move_segments(outer, distance)
    return copy


def moved_members(members: Sequence[Member], distance: int) -> list[Member]:
    """Copies of members, moved as `moved` moves their keys and values."""
    return [Member(_moved_alone(member.key, distance), moved(member.value, distance)) for member in members]


def _move_segments(array: ArrayNode, distance: int) -> list[Node]:
    """Move an array's segments, which are shared, and copy its other items; gives the copies."""
    segments = segments_only(array)
    if segments is not None:
        array.bases = segments.moved_from(0, distance)
        return []
    pairs = [*zip(array.items, array.bases, strict=True)]
    array.items = items = [item if base else _moved_alone(item, distance) for item, base in pairs]
    array.bases = [base and base + distance for _, base in pairs]
    return [item for item, (_, base) in zip(items, pairs, strict=True) if not base]


def segments_only(array: ArrayNode) -> Bases | None:
    """The bases of an array that holds segments and nothing else; None for any other."""
    if isinstance(array.bases, Bases):
        return array.bases
    return Bases.of(array.bases) if array.bases and all(array.bases) else None


def _moved_alone(node: AnyNode, distance: int) -> AnyNode:
    """The copy of one node; what an array or object holds is still the original's."""
    start, end = node.start + distance, node.end + distance
    # By name, which costs a fraction of what `copy` does: a keystroke moves all that stands behind it in its variant.
    if isinstance(node, StringNode):
        return StringNode(start, end, node.value, node.closed, node.raw)
    if isinstance(node, ArrayNode):
        return ArrayNode(start, end, node.items, node.bases, node.closed)
    copy = shallow_copy(node)
    copy.start, copy.end = start, end
    return copy
