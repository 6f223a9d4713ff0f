"""Builds the tree of a JSON text: the open objects and arrays, the values put into them, the problems met on the way.

The builder knows nothing of tokens; `Reader` decides what each of them means and tells it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from .nodes import ArrayNode, Member, MissingNode, Node, ObjectNode, StringNode
from .problems import Problem, ProblemScope
from .span import Path, Span

KnownSegments: TypeAlias = Mapping[int, tuple[ObjectNode, Sequence[Problem]]]
"""Closed segments, and their problems, of a former reading of the same characters, by where they start now."""

AT_ROOT, AT_KEY, AT_COLON, AT_VALUE, AFTER_MEMBER, AT_ITEM, AFTER_ITEM = range(7)
"""What is expected next. `AT_KEY` and `AT_ITEM` also stand behind a comma, where a closing bracket is a problem."""

Container: TypeAlias = ArrayNode | ObjectNode


class TreeBuilder:
    """The state of one reading. Offsets count from the start of the text until a node or a problem is made."""

    def __init__(self, text: str, known: KnownSegments) -> None:
        self.text = text
        self.root: Node | None = None
        self.outside = ProblemScope(text)
        """The problems that belong to no segment."""
        self.troubled: list[tuple[int, int, Sequence[Problem]]] = []
        """The problems of each segment that has some: index of the root's member, index of the item, problems."""
        self.running = True
        self.state = AT_ROOT
        self.position = 1 if text.startswith("\ufeff") else 0
        """The end of the token at hand, where the next is looked for."""
        self.start = self.position
        self.previous_end = self.position
        self.comma = -1
        """Where the comma before the expected key or item stands; -1 when none does."""
        self.base = 0
        self.node: Container | None = None
        self.ancestors: list[Container] = []
        self.key = StringNode(0, 0, "", False)
        self.known = known
        self.scope = self.outside

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

    def open(self, node: Container, state: int) -> None:
        """Put an object or array where a value is expected, and go inside."""
        parent = self.node
        if parent is None:
            self.root = node
        else:
            self.attach(node)
            self.ancestors.append(parent)
        self.node = node
        self.state = state
        self.comma = -1

    def at_segment(self) -> bool:
        """Whether an object that starts here is a segment: an item of an array directly under the root object."""
        ancestors = self.ancestors
        return len(ancestors) == 1 and isinstance(self.node, ArrayNode) and isinstance(ancestors[0], ObjectNode)

    def open_segment(self) -> None:
        """Put a segment that starts at the token at hand where an item is expected, and go inside."""
        array = self.node
        assert isinstance(array, ArrayNode)
        self.open(ObjectNode(0, 0, closed=False), AT_KEY)
        array.bases[-1] = self.base = self.start
        self.scope = ProblemScope(self.text, self.base)

    def reuse_segment(self, node: ObjectNode, problems: Sequence[Problem]) -> None:
        """Put a segment that is known already where an item is expected, and go behind it."""
        array = self.node
        assert isinstance(array, ArrayNode)
        self.attach(node)
        array.bases[-1] = self.start
        self.position = self.start + node.end
        self._note_trouble(problems)

    def close(self, end: int, closed: bool) -> None:
        """Leave the innermost object or array, which ends at `end`."""
        node = self.node
        assert node is not None
        node.end = end - self.base
        node.closed = closed
        if isinstance(node, ObjectNode):
            self._report_duplicates(node)
        if not self.ancestors:
            self.node = None
            self.running = False
            return
        self.node = self.ancestors.pop()
        self.state = AFTER_MEMBER if isinstance(self.node, ObjectNode) else AFTER_ITEM
        if self.base and len(self.ancestors) == 1:
            self._leave_segment()

    def close_unfinished(self) -> None:
        """Leave the innermost object or array, whose bracket is missing before the token at hand."""
        bracket = "}" if isinstance(self.node, ObjectNode) else "]"
        self.problem_behind(f"A '{bracket}' is missing here")
        self.close(self.start, closed=False)

    def problem(self, message: str, start: int, end: int) -> None:
        """Note a syntax problem in the innermost open value."""
        if self.scope.wants_syntax(start):
            self.scope.add_syntax(message, start, end, self._path())

    def problem_behind(self, message: str) -> None:
        """Note that something is missing behind the token before the one at hand."""
        end = self.previous_end
        visible = self.start > end and self.text[end] not in "\n\r"
        self.problem(message, end, end + visible)

    def missing_value(self) -> None:
        """Give the key at hand, or the place between two commas, the value that is missing."""
        place = self.start
        gap = self.text[self.previous_end : place]
        for line_break in "\n\r":
            if line_break in gap:
                place = min(place, self.previous_end + gap.index(line_break))
        self.attach(MissingNode(place - self.base, place - self.base))

    def on_new_line(self) -> bool:
        """Whether a line break stands between the last token and the one at hand."""
        gap = self.text[self.previous_end : self.start]
        return "\n" in gap or "\r" in gap

    def _path(self) -> Path:
        """The way from the scope's root to the innermost open value."""
        chain = self.ancestors if self.scope is self.outside else self.ancestors[2:]
        return tuple(c.members[-1].key.value if isinstance(c, ObjectNode) else len(c.items) - 1 for c in chain)

    def _report_duplicates(self, node: ObjectNode) -> None:
        members = node.members
        if len(members) < 2 or len({member.key.value for member in members}) == len(members):
            return
        seen: set[str] = set()
        for member in members:
            key = member.key
            if key.value in seen and key.end > key.start:
                self.scope.add_duplicate(key.value, Span(key.start, key.end), (*self._path(), key.value))
            seen.add(key.value)

    def _leave_segment(self) -> None:
        self._note_trouble(self.scope.found)
        self.base = 0
        self.scope = self.outside

    def _note_trouble(self, problems: Sequence[Problem]) -> None:
        root, array = self.ancestors[0], self.node
        if problems and isinstance(root, ObjectNode) and isinstance(array, ArrayNode):
            self.troubled.append((len(root.members) - 1, len(array.items) - 1, problems))
