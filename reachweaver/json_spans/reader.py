"""Reads JSON text, broken or not, into a tree with spans.

The reader is a loop over tokens with an explicit stack. What a token means depends on what the innermost open object
or array waits for. A text that is no JSON never stops it: each surprise is one problem, and the smallest repair that
lets the rest be read as its author meant it.
"""

from __future__ import annotations

from collections.abc import Callable

from . import tokens
from .builder import (
    AFTER_ITEM,
    AFTER_MEMBER,
    AT_COLON,
    AT_ITEM,
    AT_KEY,
    AT_ROOT,
    AT_VALUE,
    KnownSegments,
    TreeBuilder,
)
from .escapes import decode, invalid_escapes
from .nodes import ArrayNode, LiteralNode, Member, MissingNode, NumberNode, ObjectNode, StringNode
from .problems import shortened

NESTING_LIMIT = 256
"""Arrays and objects inside one another, the root included; what is nested deeper is skipped."""

_LITERALS: dict[str, bool | None] = {"true": True, "false": False, "null": None}


class Reader(TreeBuilder):
    """One reading of a text; `root`, `outside` and `troubled` hold the result when `run` has returned."""

    def run(self) -> None:
        """Read the whole text."""
        self._loop()
        self._read_what_follows()

    def _loop(self) -> None:
        find, handlers = tokens.TOKEN.match, _HANDLERS
        while self.running:
            if self.state == AT_KEY:
                self._clean_members()
            elif self.state == AT_ITEM:
                self._clean_strings()
            self.previous_end = self.position
            match = find(self.text, self.position)
            assert match is not None and match.lastindex is not None
            kind = match.lastindex
            self.start = match.start(kind) - (kind <= tokens.ESCAPED)
            self.position = match.end()
            handlers[kind](self, match[kind])

    def _clean_members(self) -> None:
        """Read well-formed members as long as they come: most of most files, at a fraction of the cost."""
        node, base, text = self.node, self.base, self.text
        assert isinstance(node, ObjectNode)
        find, append = tokens.MEMBER.match, node.members.append
        match = find(text, self.position)
        while match is not None:
            start, end = match.span(1)
            key = StringNode(start - 1 - base, end + 1 - base, match[1])
            kind = match.lastindex
            assert kind is not None
            start, end = match.span(kind)
            append(Member(key, self._clean_value(kind, match[kind], start - base, end - base)))
            self.position = position = match.end()
            self.comma = -1
            if text[position] == "}":
                self.state = AFTER_MEMBER
                return
            match = find(text, position)

    def _clean_value(self, kind: int, source: str, start: int, end: int) -> StringNode | NumberNode | LiteralNode:
        if kind == 2:
            return StringNode(start - 1, end + 1, source)
        if kind == 3:
            return self._escaped_string(source, start - 1, end + 1)
        if kind == 4:
            return NumberNode(start, end, source)
        return LiteralNode(start, end, _LITERALS[source])

    def _clean_strings(self) -> None:
        """Read well-formed items that are plain strings as long as they come."""
        node, base, text = self.node, self.base, self.text
        assert isinstance(node, ArrayNode)
        find = tokens.STRING_ITEM.match
        match = find(text, self.position)
        while match is not None:
            start, end = match.span(1)
            node.items.append(StringNode(start - 1 - base, end + 1 - base, match[1]))
            node.bases.append(0)
            self.position = position = match.end()
            self.comma = -1
            if text[position] == "]":
                self.state = AFTER_ITEM
                return
            match = find(text, position)

    def _plain(self, source: str) -> None:
        self._string(StringNode(self.start - self.base, self.position - self.base, source))

    def _escaped(self, source: str) -> None:
        self._string(self._escaped_string(source, self.start - self.base, self.position - self.base))

    def _escaped_string(self, source: str, start: int, end: int) -> StringNode:
        value, sound = decode(source)
        if not sound:
            for first, last in invalid_escapes(source):
                offset = self.base + start + 1
                message = f"The escape {shortened(source[first:last])} is not valid JSON"
                self.problem(message, offset + first, offset + last)
        return StringNode(start, end, value, True, source)

    def _broken_string(self, source: str) -> None:
        closed = tokens.CLOSED_STRING.match(source) is not None
        inner = source[1:-1] if closed else source[1:]
        if not closed:
            self.problem("This string is not closed", self.start, self.position)
        for match in tokens.CONTROL.finditer(inner):
            offset = self.start + 1 + match.start()
            self.problem("A control character must be written as an escape", offset, offset + 1)
            break
        node = StringNode(self.start - self.base, self.position - self.base, inner, closed)
        if "\\" in inner:
            node = self._escaped_string(inner, node.start, node.end)
            node.closed = closed
        self._string(node)

    def _string(self, node: StringNode) -> None:
        """A string is a key or a value: a colon behind it, or the lack of one before it, decides in doubt."""
        state = self.state
        if state == AT_KEY or state == AFTER_MEMBER:
            self._begin_key(node)
        elif node.closed and tokens.COLON_AHEAD.match(self.text, self.position) and self._make_room_for_key():
            self._begin_key(node)
        elif state == AT_COLON and self.on_new_line():
            self._value_missing()
            self._begin_key(node)
        else:
            self._expect_value()
            self.attach(node)

    def _make_room_for_key(self) -> bool:
        """End what can't hold the key at hand: a member without a value, an array without its bracket."""
        if isinstance(self.node, ObjectNode):
            self._value_missing()
            return True
        if self.node is not None and self.ancestors and isinstance(self.ancestors[-1], ObjectNode):
            self.close_unfinished()
            return True
        return False

    def _begin_key(self, node: StringNode) -> None:
        if self.state == AFTER_MEMBER:
            self.problem_behind("A ',' is missing here")
        self.key = node
        self.state = AT_COLON

    def _open_brace(self, _: str) -> None:
        if self._belongs_to_outer_array():
            if self.state == AT_COLON:
                self._value_missing()
            self.close_unfinished()
            self.state = AT_ITEM
        self._expect_value()
        if self.at_segment():
            self._segment()
        elif self._may_nest():
            self.open(ObjectNode(self.start - self.base, self.position - self.base, closed=False), AT_KEY)

    def _segment(self) -> None:
        known = self.known.get(self.start)
        if known is None:
            self.open_segment()
        else:
            self.reuse_segment(*known)

    def _belongs_to_outer_array(self) -> bool:
        """Whether a '{' at hand starts the next item of an array, so that the object at hand lacks its '}'."""
        if not self.ancestors or not isinstance(self.ancestors[-1], ArrayNode):
            return False
        if self.state == AT_COLON:
            return self.on_new_line() or not self.key.closed
        return self.state == AT_KEY or self.state == AFTER_MEMBER

    def _open_bracket(self, _: str) -> None:
        self._expect_value()
        if self._may_nest():
            self.open(ArrayNode(self.start - self.base, self.position - self.base, closed=False), AT_ITEM)

    def _expect_value(self) -> None:
        """Note what is missing before the value at hand."""
        state = self.state
        if state == AFTER_ITEM:
            self.problem_behind("A ',' is missing here")
        elif state == AT_COLON:
            self.problem_behind("A ':' is missing here")
        elif state == AT_KEY or state == AFTER_MEMBER:
            self.problem("This value has no key", self.start, self.position)
            self.key = StringNode(self.start - self.base, self.start - self.base, "", False)

    def _may_nest(self) -> bool:
        """Whether an array or object may open here; one that is nested too deep is skipped, with a problem."""
        if len(self.ancestors) < NESTING_LIMIT - 1:
            return True
        self.problem(f"This is nested deeper than {NESTING_LIMIT}", self.start, self.position)
        self.missing_value()
        self.position = tokens.end_of_value(self.text, self.start)
        return False

    def _close_brace(self, _: str) -> None:
        if isinstance(self.node, ObjectNode):
            if not self.ancestors and tokens.MEMBER_AHEAD.match(self.text, self.position):
                self.problem("This '}' closes the document too early", self.start, self.position)
                self._end_members()
            else:
                self._end_members()
                self.close(self.position, closed=True)
        elif self._closes_around_array():
            while isinstance(self.node, ArrayNode):
                self.close_unfinished()
            self.close(self.position, closed=True)
        else:
            self._stray("}")

    def _closes_around_array(self) -> bool:
        """Whether a '}' inside an array means that the array's ']' is missing; else the '}' is one too many."""
        node = self.node
        depth = next((i for i, c in reversed(list(enumerate(self.ancestors))) if isinstance(c, ObjectNode)), -1)
        if depth < 0 or not isinstance(node, ArrayNode):
            return False
        if depth == 0 and not tokens.REST_IS_BLANK.match(self.text, self.position):
            return False
        last = node.items[-1] if node.items else None
        return depth == 0 or self.state != AFTER_ITEM or not (isinstance(last, ObjectNode) and last.closed)

    def _close_bracket(self, _: str) -> None:
        if isinstance(self.node, ArrayNode):
            self._report_trailing_comma()
            self.close(self.position, closed=True)
        elif self._closes_around_object():
            self._end_members()
            while isinstance(self.node, ObjectNode):
                self.close_unfinished()
            self.close(self.position, closed=True)
        else:
            self._stray("]")

    def _closes_around_object(self) -> bool:
        """Whether a ']' inside an object means that the object's '}' is missing; else the ']' is one too many."""
        node = self.node
        if not isinstance(node, ObjectNode) or not any(isinstance(c, ArrayNode) for c in self.ancestors):
            return False
        last = node.members[-1].value if node.members else None
        doubled = isinstance(last, ArrayNode) and last.closed and self.state == AFTER_MEMBER
        return not doubled or self.on_new_line()

    def _end_members(self) -> None:
        """Tidy up before an object ends: the value that its last key lacks, the comma that is one too many."""
        if self.state == AT_COLON or self.state == AT_VALUE:
            self._value_missing()
        elif self.state == AT_KEY:
            self._report_trailing_comma()
            self.state = AFTER_MEMBER

    def _report_trailing_comma(self) -> None:
        if self.comma >= 0:
            self.problem("The last ',' is one too many", self.comma, self.comma + 1)

    def _value_missing(self) -> None:
        key = self.key
        self.problem(f"The key {shortened(key.value)} has no value", key.start + self.base, key.end + self.base)
        self.missing_value()

    def _comma(self, _: str) -> None:
        state = self.state
        if state == AT_COLON or state == AT_VALUE:
            self._value_missing()
        elif state == AT_ITEM:
            self.problem("A value is missing before this ','", self.start, self.position)
            self.missing_value()
        elif state == AT_KEY or state == AT_ROOT:
            self._stray(",")
            return
        self.comma = self.start
        self.state = AT_KEY if isinstance(self.node, ObjectNode) else AT_ITEM

    def _colon(self, _: str) -> None:
        if self.state == AT_COLON:
            self.state = AT_VALUE
        else:
            self._stray(":")

    def _number(self, literal: str) -> None:
        if self._expects_scalar(literal):
            self.attach(NumberNode(self.start - self.base, self.position - self.base, literal))

    def _literal(self, literal: str) -> None:
        if self._expects_scalar(literal):
            self.attach(LiteralNode(self.start - self.base, self.position - self.base, _LITERALS[literal]))

    def _expects_scalar(self, source: str) -> bool:
        if self.state == AT_KEY or self.state == AFTER_MEMBER:
            self._stray(source)
            return False
        self._expect_value()
        return True

    def _comment(self, _: str) -> None:
        self.problem("JSON has no comments", self.start, self.position)

    def _stray(self, source: str) -> None:
        """Skip what means nothing here; where a value is expected, the value is missing."""
        self.problem(f"{shortened(source)} is not expected here", self.start, self.position)
        if source not in _PUNCTUATION and (self.state == AT_VALUE or self.state == AT_ITEM):
            self.missing_value()

    def _end(self, _: str) -> None:
        if self.root is None:
            self._no_value()
        elif isinstance(self.node, ObjectNode):
            self._end_members()
        while self.node is not None:
            self.close_unfinished()
        self.running = False

    def _no_value(self) -> None:
        blank = not self.outside.found
        self.problem("The document is empty", self.start, self.start)
        if not blank:
            self.root = MissingNode(self.start, self.start)

    def _read_what_follows(self) -> None:
        """Nothing but white space may follow the root; the rest of the text is one problem."""
        if not tokens.REST_IS_BLANK.match(self.text, self.position):
            match = tokens.TOKEN.match(self.text, self.position)
            assert match is not None and match.lastindex is not None
            self.previous_end = self.position
            start = match.start(match.lastindex) - (match.lastindex <= tokens.ESCAPED)
            self.problem("Nothing may follow the end of the document", start, match.end())


_PUNCTUATION = frozenset("{}[],:")

_HANDLERS: tuple[Callable[[Reader, str], None], ...] = (
    Reader._end,  # No kind is 0: kinds are group numbers.
    Reader._plain,
    Reader._escaped,
    Reader._open_brace,
    Reader._open_bracket,
    Reader._close_brace,
    Reader._close_bracket,
    Reader._comma,
    Reader._colon,
    Reader._number,
    Reader._literal,
    Reader._comment,
    Reader._broken_string,
    Reader._stray,
    Reader._end,
)
"""By token kind."""
