"""A JSON text that has been read: its tree, its problems, and how to find one's way in it by path or by offset."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import field

from reachweaver.data import dataclass

from .builder import Trouble
from .nodes import ArrayNode, Member, MissingNode, Node, ObjectNode, StringNode
from .problems import Problem, merged
from .source import AnySource, whole
from .span import Path, Span


@dataclass(frozen=True, slots=True)
class Located:
    """A node and where it stands."""

    node: Node
    base: int
    """What to add to the node's offsets."""
    step: str | int | None = None
    """The key or index that leads to the node from the one around it; None for the root."""
    is_key: bool = False
    """Whether the node is itself a key."""

    @property
    def span(self) -> Span:
        """The node's absolute span."""
        return Span(self.base + self.node.start, self.base + self.node.end)


@dataclass(frozen=True, slots=True, eq=False)
class Succession:
    """How a tree follows on a former one: one segment is another, all else is as it was but for where it stands.

    All items of the segment's array are segments, and those but the one are the same nodes.
    """

    former: ObjectNode
    """The root of the former tree."""
    member: int
    """Index of the root's member whose array holds the segment."""
    item: int
    """Index of the segment in that array."""
    key: str | None
    """What the segment calls the string that alone differs in it; None when more of it may differ."""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Document:
    """One version of a text. All its offsets are absolute code points, 0-based, half-open."""

    source: AnySource = field(repr=False)
    root: Node | None = field(repr=False)
    """None when the text is empty or blank."""
    problems: tuple[Problem, ...]
    """In the order of the text; of the syntax problems one a line and 50 in all, and every duplicate key."""
    outside_problems: Sequence[Problem] = field(default=(), repr=False)
    """For re-reading: the problems that belong to no segment."""
    troubled: Sequence[Trouble] = field(default=(), repr=False)
    """For re-reading: the problems of each segment that has some."""
    looked_ahead: bool = field(default=False, repr=False)
    """For re-reading: whether the text behind a place decided what stands there."""
    succession: Succession | None = field(default=None, repr=False)
    """How it follows on the version before, when that is known."""

    @property
    def text(self) -> str:
        """The whole text."""
        return whole(self.source)

    @property
    def is_valid(self) -> bool:
        """Whether the text is JSON: `json.loads` reads it (a BOM, NaN and infinities aside)."""
        return self.first_error is None

    @property
    def first_error(self) -> Problem | None:
        """The first syntax problem; duplicate keys are none."""
        return next((problem for problem in self.problems if problem.kind == "syntax"), None)

    def locate(self, path: Path) -> Located | None:
        """The value at a path; of several members with one name the last; None when there is none."""
        found = None if self.root is None else Located(self.root, 0)
        for step in path:
            if found is None:
                return None
            found = _child(found, step)
        return found

    def path_at(self, offset: int) -> tuple[Located, ...]:
        """The nodes that hold the character at `offset`, from the root to the innermost, which may be a key.

        An unclosed node, and a missing one, also holds the place directly behind it: what is typed there belongs to it.
        """
        found: list[Located] = []
        inner = None if self.root is None else Located(self.root, 0)
        while inner is not None and _holds(inner, offset):
            found.append(inner)
            inner = _child_at(inner, offset)
        return tuple(found)


def assembled(
    source: AnySource,
    root: Node | None,
    outside: Sequence[Problem],
    troubled: Sequence[Trouble],
    *,
    looked_ahead: bool = False,
    succession: Succession | None = None,
) -> Document:
    """The document of a finished reading: its scopes' problems put together."""
    problems: tuple[Problem, ...] = ()
    if outside or troubled:
        problems = merged(whole(source), [*(_absolute(root, trouble) for trouble in troubled), outside])
    return Document(source, root, problems, outside, troubled, looked_ahead, succession)


def pointer(path: Path) -> str:
    """A path as a JSON Pointer (RFC 6901)."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def parse_pointer(text: str) -> Path:
    """The path of a JSON Pointer (RFC 6901); a step that can be an index is an int, and `locate` takes it as a key too.

    Raises ValueError when the text is no pointer.
    """
    if (text and not text.startswith("/")) or re.search(r"~(?![01])", text):
        raise ValueError(f"not a JSON Pointer: {text!r}")
    steps = (step.replace("~1", "/").replace("~0", "~") for step in text.split("/")[1:])
    return tuple(int(step) if re.fullmatch(r"0|[1-9][0-9]{0,17}", step) else step for step in steps)


def _absolute(root: Node | None, trouble: Trouble) -> list[Problem]:
    member = root.members[trouble.member] if isinstance(root, ObjectNode) else None
    if member is None or not isinstance(member.value, ArrayNode):
        return []
    base = member.value.bases[trouble.item]
    return [problem.moved(base, (member.key.value, trouble.item)) for problem in trouble.problems]


def _child(outer: Located, step: str | int) -> Located | None:
    node = outer.node
    if isinstance(node, ObjectNode):
        value = node.get(str(step))
        return None if value is None else Located(value, outer.base, str(step))
    if isinstance(node, ArrayNode) and isinstance(step, int) and 0 <= step < len(node.items):
        return Located(node.items[step], outer.base + node.bases[step], step)
    return None


def _child_at(outer: Located, offset: int) -> Located | None:
    node, base = outer.node, outer.base
    if isinstance(node, ArrayNode):
        index = node.last_at(offset - base)
        return None if index < 0 else Located(node.items[index], base + node.bases[index], index)
    if not isinstance(node, ObjectNode):
        return None
    index = bisect_right(node.members, offset - base, key=lambda member: member.key.start) - 1
    return None if index < 0 else _key_or_value(node.members[index], base, offset)


def _key_or_value(member: Member, base: int, offset: int) -> Located:
    name = member.key.value
    key = Located(member.key, base, name, is_key=True)
    return key if _holds(key, offset) else Located(member.value, base, name)


def _holds(located: Located, offset: int) -> bool:
    node = located.node
    offset -= located.base
    if isinstance(node, MissingNode):
        return offset <= node.start
    closed = not isinstance(node, StringNode | ArrayNode | ObjectNode) or node.closed
    return node.start <= offset < node.end or (not closed and offset == node.end)
