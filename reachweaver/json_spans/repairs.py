"""How a text that is no JSON is read on: what is missing, what is one too many, and what was meant in its place.

Every decision is made from what is read already and the next few characters; those that look farther say so in
`looked_ahead`, because an edit behind them can change what stands before it. Valid JSON never meets a repair.
"""

from __future__ import annotations

from . import tokens
from .builder import AFTER_ITEM, AFTER_MEMBER, AT_COLON, AT_KEY, AT_VALUE, TreeBuilder
from .nodes import ArrayNode, ObjectNode, StringNode
from .problems import shortened

NESTING_LIMIT = 256
"""Arrays and objects inside one another, the root included; what is nested deeper is skipped."""

BEFORE_KEY = frozenset({AT_KEY, AFTER_MEMBER})
BEFORE_VALUE = frozenset({AT_COLON, AT_VALUE})

_AFTER_VALUE = frozenset({AFTER_MEMBER, AFTER_ITEM})

_MOST_LONG_LOOKS = 16
"""How often the whole rest of the text may be consulted, so that reading stays linear."""


class RepairingBuilder(TreeBuilder):
    """A tree builder that knows what a surprising token means."""

    _long_looks = 0

    def expect_value(self) -> None:
        """Note what is missing before the value at hand."""
        if self.state == AFTER_ITEM:
            self.problem_behind("A ',' is missing here")
        elif self.state == AT_COLON:
            self.problem_behind("A ':' is missing here")
        elif self.state in BEFORE_KEY:
            self.problem("This value has no key", self.start, self.position)
            self.key = StringNode(self.start - self.base, self.start - self.base, "", False)

    def value_missing(self) -> None:
        """Note that the key at hand has no value, and give it a missing one."""
        key = self.key
        self.problem(f"The key {shortened(key.value)} has no value", key.start + self.base, key.end + self.base)
        self.missing_value()

    def end_members(self) -> None:
        """Tidy up where an object ends: the value that its last key lacks, the comma that is one too many."""
        if self.state in BEFORE_VALUE:
            self.value_missing()
        elif self.state == AT_KEY:
            self.report_trailing_comma()
            self.state = AFTER_MEMBER

    def report_trailing_comma(self) -> None:
        """Note that the comma before a closing bracket is one too many, if there is one."""
        if self.state != AFTER_ITEM and self.comma >= 0:
            self.problem("This ',' is one too many", self.comma, self.comma + 1)

    def may_nest(self) -> bool:
        """Whether an array or object may open here; one that is nested too deep is skipped, with a problem."""
        if len(self.ancestors) < NESTING_LIMIT - 1:
            return True
        self.problem(f"This is nested deeper than {NESTING_LIMIT}", self.start, self.position)
        self.missing_value()
        self.position = tokens.end_of_value(self.text, self.start)
        return False

    def is_key_after_all(self, node: StringNode) -> bool:
        """Whether a string where a value is expected is a key; if so, end or begin what stands in its way."""
        if node.closed and tokens.COLON_AHEAD.match(self.text, self.position):
            return self._make_room_for_key(node)
        if self.state == AT_COLON and self.on_new_line():
            self.value_missing()
            return True
        return False

    def _make_room_for_key(self, key: StringNode) -> bool:
        if isinstance(self.node, ObjectNode):
            self.value_missing()
        elif self.node is None:
            self.problem("A '{' is missing here", self.start, self.start)
            self.open(ObjectNode(self.start, self.start, closed=False))
        elif (array := self.array_of_segments()) is not None and self._starts_naked_item():
            self.problem("A '{' is missing here", self.start, self.start)
            self.open_segment(array)
            # It was read before there was a segment to count from.
            key.start, key.end = key.start - self.base, key.end - self.base
        elif isinstance(self.ancestors[-1] if self.ancestors else None, ObjectNode):
            self.close_unfinished()
        else:
            return False
        return True

    def _starts_naked_item(self) -> bool:
        """Whether a key in an array is the first of an item without its '{'; else the array lacks its ']'."""
        self.looked_ahead = True
        self._long_looks += 1
        return self._long_looks <= _MOST_LONG_LOOKS and tokens.ends_like_an_item(self.text, self.position)

    def starts_next_item(self) -> bool:
        """Whether a '{' starts the next item of an array, so that the object at hand lacks its '}'."""
        if not self.ancestors or not isinstance(self.ancestors[-1], ArrayNode):
            return False
        if self.state == AT_COLON:
            return self.on_new_line() or not self.key.closed
        return self.state in BEFORE_KEY

    def array_lacks_bracket(self) -> bool:
        """Whether a '}' inside an array means that the array's ']' is missing; else the '}' is one too many."""
        node = self.node
        if not isinstance(node, ArrayNode) or not self.open_objects:
            return False
        if self.open_objects == 1 and isinstance(self.ancestors[0], ObjectNode):
            return tokens.REST_IS_BLANK.match(self.text, self.position) is not None
        last = node.items[-1] if node.items else None
        return self.state != AFTER_ITEM or not isinstance(last, ObjectNode) or not last.closed

    def object_lacks_brace(self) -> bool:
        """Whether a ']' inside an object means that the object's '}' is missing; else the ']' is one too many."""
        node = self.node
        if not isinstance(node, ObjectNode) or self.open_objects == len(self.ancestors) + 1:
            return False
        last = node.members[-1].value if node.members else None
        doubled = self.state == AFTER_MEMBER and isinstance(last, ArrayNode) and last.closed
        return not doubled or self.on_new_line()

    def meant_length(self, source: str) -> int | None:
        """How long a string was meant to be whose missing closing quote let it run on to a later opening quote.

        None when it seems to be meant as it is. A value has run on when it ends in a comma, with brackets about it,
        and a bare word, a quote and a colon follow; a key when it ends in a colon and a bare word follows.
        """
        if self.state in BEFORE_KEY:
            mark, brackets, expected = ":", "", tokens.WORD_AHEAD
        else:
            mark, brackets, expected = ",", "]}", tokens.NAKED_KEY_AHEAD
        meant = source.rstrip(" \t[{")
        if not meant.endswith(mark) or not expected.match(self.text, self.position):
            return None
        self.looked_ahead = True
        return len(meant[:-1].rstrip(" \t" + brackets)) or None

    def is_closing_quote(self, source: str) -> bool:
        """Whether a quote closes a string that was never opened: between it and the next stand only separators.

        If it opened a string, everything behind it would be read inside out.
        """
        if source.strip(" \t,:[]{}"):
            return False
        if self.state in _AFTER_VALUE and "," in source:
            expected = tokens.NAKED_KEY_AHEAD
        elif self.state in BEFORE_KEY and ":" in source:
            expected = tokens.WORD_AHEAD
        else:
            return False
        self.looked_ahead = True
        return expected.match(self.text, self.position) is not None
