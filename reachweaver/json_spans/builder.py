"""Builds the tree of a JSON text: the open objects and arrays, the values put into them, the problems met on the way.

The builder knows nothing of tokens; `Reader` decides what each of them means and tells it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from .lines import has_break
from .nodes import GrowingArray, Member, MissingNode, Node, ObjectNode, StringNode
from .problems import LineFinder, Problem, ProblemScope
from .span import Path, Span

AT_ROOT, AT_KEY, AT_COLON, AT_VALUE, AFTER_MEMBER, AT_ITEM, AFTER_ITEM = range(7)
"""What is expected next. `AT_KEY` and `AT_ITEM` also stand behind a comma, where a closing bracket is a problem."""

Container: TypeAlias = GrowingArray | ObjectNode

KnownSegments: TypeAlias = Mapping[int, tuple[ObjectNode, Sequence[Problem]]]
"""Closed segments, and their problems, of a former reading of the same characters, by where they start now."""


class Trouble(NamedTuple):
    """The problems inside one segment, their spans and paths relative to it."""

    member: int
    """Index of the root's member whose array holds the segment."""
    item: int
    """Index of the segment in that array."""
    problems: Sequence[Problem]


class TreeBuilder:
    """The state of one reading. Offsets count from the start of the text until a node or a problem is made."""

    def __init__(self, text: str, known: KnownSegments) -> None:
        self.text = text
        self.root: Node | None = None
        self.lines = LineFinder(text)
        self.outside = ProblemScope(self.lines)
        """The problems that belong to no segment."""
        self.troubled: list[Trouble] = []
        self.looked_ahead = False
        """Whether text far behind a token decided what it means."""
        self.known = known
        self.running = True
        self.state = AT_ROOT
        self.position = 1 if text.startswith("\ufeff") else 0
        """The end of the token at hand, where the next is looked for."""
        self.start = self.position
        self.previous_end = self.position
        """The end of the token before the one at hand."""
        self.comma = -1
        """Where the comma before the expected key or item stands; -1 when none does."""
        self.key = StringNode(0, 0, "", False)
        """The key whose value is expected."""
        self.node: Container | None = None
        """The innermost open object or array; `ancestors` holds those around it, the root first."""
        self.ancestors: list[Container] = []
        self.open_objects = 0
        self.base = 0
        """The start of the segment being read; 0 outside."""
        self.inside: ProblemScope | None = None
        """The problems of the segment being read, when it has some."""

    def attach(self, node: Node) -> None:
        """Put a finished value where one is expected."""
        parent = self.node
        if isinstance(parent, ObjectNode):
            parent.members.append(Member(self.key, node))
            self.state = AFTER_MEMBER
        elif parent is not None:
            parent.items.append(node)
            parent.bases.append(0)
            self.state = AFTER_ITEM
        else:
            self.root = node
            self.running = False

    def open(self, node: Container) -> None:
        """Put an object or array where a value is expected, and go inside."""
        parent = self.node
        if parent is None:
            self.root = node
        else:
            self.attach(node)
            self.ancestors.append(parent)
        self.node = node
        self.comma = -1
        if isinstance(node, ObjectNode):
            self.open_objects += 1
            self.state = AT_KEY
        else:
            self.state = AT_ITEM

    def array_of_segments(self) -> GrowingArray | None:
        """The innermost open value if an object in it is a segment: an array directly under the root object."""
        node, ancestors = self.node, self.ancestors
        if len(ancestors) == 1 and isinstance(node, GrowingArray) and isinstance(ancestors[0], ObjectNode):
            return node
        return None

    def open_segment(self, array: GrowingArray) -> None:
        """Put a segment that starts at the token at hand into `array`, and go inside."""
        self.open(ObjectNode(0, 0, closed=False))
        array.bases[-1] = self.base = self.start

    def reuse_segment(self, array: GrowingArray, node: ObjectNode, problems: Sequence[Problem]) -> None:
        """Put a segment that is known already into `array`, and go behind it."""
        self.attach(node)
        array.bases[-1] = self.start
        self.position = self.start + node.end
        self._note_trouble(problems)

    def close(self, end: int, *, closed: bool) -> None:
        """Leave the innermost object or array, which ends at `end`."""
        node = self.node
        if node is None:
            return
        node.end = end - self.base
        node.closed = closed
        if isinstance(node, ObjectNode):
            self.open_objects -= 1
            self._report_duplicates(node)
        if not self.ancestors:
            self.node = None
            self.running = False
            return
        self.node = self.ancestors.pop()
        self.state = AFTER_MEMBER if isinstance(self.node, ObjectNode) else AFTER_ITEM
        if self.base and len(self.ancestors) == 1:
            self.leave_segment()

    def leave_segment(self) -> None:
        """Go back to the text outside the segments."""
        if self.inside is not None:
            self._note_trouble(self.inside.found)
            self.inside = None
        self.base = 0

    def close_unfinished(self) -> None:
        """Leave the innermost object or array, whose bracket is missing before the token at hand."""
        bracket = "}" if isinstance(self.node, ObjectNode) else "]"
        self.problem_behind(f"A '{bracket}' is missing here")
        self.close(self.start, closed=False)

    def problem(self, message: str, start: int, end: int) -> None:
        """Note a syntax problem in the innermost open value."""
        scope = self._scope()
        if scope.wants_syntax(start):
            scope.add_syntax(message, start, end, self._path())

    def problem_behind(self, message: str) -> None:
        """Note that something is missing behind the token before the one at hand."""
        end = self.previous_end
        visible = self.start > end and self.text[end] not in "\n\r"
        self.problem(message, end, end + visible)

    def missing_value(self) -> None:
        """Put a missing value where one is expected: before the token at hand, or at the end of the line."""
        gap = self.text[self.previous_end : self.start]
        place = self.previous_end + min(len(gap.split("\n", 1)[0]), len(gap.split("\r", 1)[0])) - self.base
        self.attach(MissingNode(place, place))

    def on_new_line(self) -> bool:
        """Whether a line break stands between the last token and the one at hand."""
        return has_break(self.text[self.previous_end : self.start])

    def _scope(self) -> ProblemScope:
        if not self.base:
            return self.outside
        if self.inside is None:
            self.inside = ProblemScope(self.lines, self.base)
        return self.inside

    def _path(self) -> Path:
        """The way from the scope's root to the innermost open value."""
        chain = self.ancestors[2:] if self.base else self.ancestors
        return tuple(c.members[-1].key.value if isinstance(c, ObjectNode) else len(c.items) - 1 for c in chain)

    def _report_duplicates(self, node: ObjectNode) -> None:
        members = node.members
        if len(members) < 2 or len({member.key.value for member in members}) == len(members):
            return
        seen: set[str] = set()
        for member in members:
            key = member.key
            if key.value not in seen:
                seen.add(key.value)
            elif ":" in self.text[self.base + key.end : self.base + member.value.start]:
                self._scope().add_duplicate(key.value, Span(key.start, key.end), (*self._path(), key.value))

    def _note_trouble(self, problems: Sequence[Problem]) -> None:
        root, array = self.ancestors[0], self.node
        if problems and isinstance(root, ObjectNode) and isinstance(array, GrowingArray):
            self.troubled.append(Trouble(len(root.members) - 1, len(array.items) - 1, problems))
