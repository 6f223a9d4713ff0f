"""Reads JSON text, broken or not, into a tree with spans.

The reader is a loop over tokens with an explicit stack. What a token means depends on what the innermost open object
or array waits for. A text that is no JSON never stops it: each surprise is one problem, and the smallest repair that
lets the rest be read as its author meant it. Valid JSON never meets a repair.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from . import tokens
from .builder import AFTER_ITEM, AFTER_MEMBER, AT_COLON, AT_ITEM, AT_KEY, AT_ROOT, AT_VALUE
from .escapes import decode, invalid_escapes
from .nodes import GrowingArray, LiteralNode, Member, MissingNode, NumberNode, ObjectNode, StringNode
from .problems import shortened
from .repairs import BEFORE_KEY, BEFORE_VALUE, RepairingBuilder

_LITERALS: dict[str, bool | None] = {"true": True, "false": False, "null": None}


class Reader(RepairingBuilder):
    """One reading of a text; `root`, `outside` and `troubled` hold the result when `read_all` has returned."""

    _stops_behind_segment = False

    def read_all(self) -> None:
        """Read the whole text."""
        self._run()
        if not tokens.REST_IS_BLANK.match(self.text, self.position):
            self._next_token()
            self.problem("Nothing may follow the end of the document", self.start, self.position)

    def read_segment(self, start: int) -> ObjectNode | None:
        """Read only the segment that opens at `start`; None when it is no closed one. `inside` holds its problems."""
        self.position = self.previous_end = start
        self._stops_behind_segment = True
        array = GrowingArray(0, 0)
        self.open(ObjectNode(0, 0))
        self.open(array)
        self._run()
        node = array.items[0] if array.items else None
        return node if isinstance(node, ObjectNode) and node.closed else None

    def leave_segment(self) -> None:
        """Go back to the text outside the segments, or stop there."""
        if self._stops_behind_segment:
            self.running = False
        else:
            super().leave_segment()

    def _run(self) -> None:
        handlers = self._handlers
        while self.running:
            if self.state == AT_KEY:
                self._read_clean_members()
            elif self.state == AT_ITEM:
                self._read_clean_strings()
            kind, source = self._next_token()
            handlers[kind](self, source)

    def _next_token(self) -> tuple[int, str]:
        self.previous_end = self.position
        match = tokens.token_at(self.text, self.position)
        kind = match.lastindex or tokens.END
        self.start = match.start(kind) - (kind <= tokens.ESCAPED)
        self.position = match.end()
        return kind, match[kind]

    def _read_clean_members(self) -> None:
        """Read well-formed members as long as they come: most of most files, at a fraction of the cost."""
        node, base, text = self.node, self.base, self.text
        if not isinstance(node, ObjectNode):
            return
        match = tokens.MEMBER.match(text, self.position)
        while match is not None:
            start, end = match.span(1)
            key = StringNode(start - 1 - base, end + 1 - base, match[1])
            kind = match.lastindex or tokens.MEMBER_PLAIN
            start, end = match.span(kind)
            node.members.append(Member(key, self._clean_value(kind, match[kind], start - base, end - base)))
            self.comma = -1
            self.position = position = match.end()
            if text[position] == "}":
                self.state = AFTER_MEMBER
                return
            match = tokens.MEMBER.match(text, position)

    def _clean_value(self, kind: int, source: str, start: int, end: int) -> StringNode | NumberNode | LiteralNode:
        if kind == tokens.MEMBER_PLAIN:
            return StringNode(start - 1, end + 1, source)
        if kind == tokens.MEMBER_ESCAPED:
            return self._escaped_string(source, start - 1, end + 1)
        if kind == tokens.MEMBER_NUMBER:
            return NumberNode(start, end, source)
        return LiteralNode(start, end, _LITERALS[source])

    def _read_clean_strings(self) -> None:
        """Read well-formed items that are plain strings as long as they come."""
        node, base, text = self.node, self.base, self.text
        if not isinstance(node, GrowingArray):
            return
        match = tokens.STRING_ITEM.match(text, self.position)
        while match is not None:
            start, end = match.span(1)
            node.items.append(StringNode(start - 1 - base, end + 1 - base, match[1]))
            node.bases.append(0)
            self.comma = -1
            self.position = position = match.end()
            if text[position] == "]":
                self.state = AFTER_ITEM
                return
            match = tokens.STRING_ITEM.match(text, position)

    def _plain(self, source: str) -> None:
        if not self._reads_otherwise(source):
            self._string(StringNode(self.start - self.base, self.position - self.base, source))

    def _escaped(self, source: str) -> None:
        if not self._reads_otherwise(source):
            self._string(self._escaped_string(source, self.start - self.base, self.position - self.base))

    def _broken_string(self, source: str) -> None:
        """A string without its closing quote, which ends at the line's end, or one with raw control characters."""
        inner = source[1:-1]
        closed = len(source) > 1 and source[-1] == '"' and (len(inner) - len(inner.rstrip("\\"))) % 2 == 0
        if not closed:
            self._unclosed_string(source[1:])
        elif not self._reads_otherwise(inner):
            self._report_control_character(inner)
            self._string(self._salvaged_string(inner, closed=True))

    def _reads_otherwise(self, source: str) -> bool:
        """Read what seems to be a closed string as what it was meant to be, if that is something else."""
        if self.is_closing_quote(source):
            self.position = self.start + 1
            self._stray('"')
            return True
        length = self.meant_length(source)
        if length is not None:
            self.position = self.start + 1 + length
            self._unclosed_string(source[:length])
        return length is not None

    def _unclosed_string(self, source: str) -> None:
        self.problem("This string is not closed", self.start, self.position)
        self._string(self._salvaged_string(source, closed=False))

    def _salvaged_string(self, inner: str, *, closed: bool) -> StringNode:
        start, end = self.start - self.base, self.position - self.base
        node = self._escaped_string(inner, start, end) if "\\" in inner else StringNode(start, end, inner)
        node.closed = closed
        return node

    def _escaped_string(self, source: str, start: int, end: int) -> StringNode:
        value, sound = decode(source)
        if not sound:
            first = self.base + start + 1
            for opening, closing in invalid_escapes(source):
                message = f"The escape {shortened(source[opening:closing])} is not valid JSON"
                self.problem(message, first + opening, first + closing)
        return StringNode(start, end, value, True, source)

    def _report_control_character(self, source: str) -> None:
        match = tokens.CONTROL.search(source)
        if match is not None:
            offset = self.start + 1 + match.start()
            name = shortened(match[0])
            self.problem(f"A control character must be written as an escape, this one as {name}", offset, offset + 1)

    def _string(self, node: StringNode) -> None:
        """A string is a key or a value: a colon behind it, or the lack of one before it, decides in doubt."""
        if self.state in BEFORE_KEY or self.is_key_after_all(node):
            if self.state == AFTER_MEMBER:
                self.problem_behind("A ',' is missing here")
            self.key = node
            self.state = AT_COLON
        else:
            self.expect_value()
            self.attach(node)

    def _open_brace(self, _: str) -> None:
        if self.starts_next_item():
            if self.state == AT_COLON:
                self.value_missing()
            self.close_unfinished()
            self.state = AT_ITEM
        self.expect_value()
        array = self.array_of_segments()
        if array is None:
            if self.may_nest():
                self.open(ObjectNode(self.start - self.base, self.position - self.base, closed=False))
        elif (known := self.known.get(self.start)) is None:
            self.open_segment(array)
        else:
            self.reuse_segment(array, *known)

    def _open_bracket(self, _: str) -> None:
        self.expect_value()
        if self.may_nest():
            self.open(GrowingArray(self.start - self.base, self.position - self.base, closed=False))

    def _close_brace(self, _: str) -> None:
        if isinstance(self.node, ObjectNode):
            self.end_members()
            if not self.ancestors and tokens.MEMBER_AHEAD.match(self.text, self.position):
                self.problem("This '}' ends the document too early", self.start, self.position)
            else:
                self.close(self.position, closed=True)
        elif self.array_lacks_bracket():
            while isinstance(self.node, GrowingArray):
                self.close_unfinished()
            self.close(self.position, closed=True)
        else:
            self._stray("}")

    def _close_bracket(self, _: str) -> None:
        if isinstance(self.node, GrowingArray):
            self.report_trailing_comma()
            self.close(self.position, closed=True)
        elif self.object_lacks_brace():
            self.end_members()
            while isinstance(self.node, ObjectNode):
                self.close_unfinished()
            self.close(self.position, closed=True)
        else:
            self._stray("]")

    def _comma(self, _: str) -> None:
        if self.state in BEFORE_VALUE:
            self.value_missing()
        elif self.state == AT_ITEM:
            self.problem("A value is missing before this ','", self.start, self.position)
            self.missing_value()
        elif self.state in (AT_KEY, AT_ROOT):
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
        if self._expect_scalar(literal):
            self.attach(NumberNode(self.start - self.base, self.position - self.base, literal))

    def _literal(self, literal: str) -> None:
        if self._expect_scalar(literal):
            self.attach(LiteralNode(self.start - self.base, self.position - self.base, _LITERALS[literal]))

    def _expect_scalar(self, source: str) -> bool:
        if self.state in BEFORE_KEY:
            self._stray(source)
            return False
        self.expect_value()
        return True

    def _comment(self, _: str) -> None:
        self.problem("JSON has no comments", self.start, self.position)

    def _stray(self, source: str) -> None:
        """Skip what means nothing here; a word in place of a value leaves the value missing."""
        self.problem(f"{shortened(source)} is not expected here", self.start, self.position)
        if source not in "]}:," and self.state in (AT_VALUE, AT_ITEM):
            self.missing_value()

    def _end(self, _: str) -> None:
        if self.root is None:
            self._no_value()
        elif isinstance(self.node, ObjectNode):
            self.end_members()
        while self.node is not None:
            self.close_unfinished()
        self.running = False

    def _no_value(self) -> None:
        if self.outside.found:
            self.root = MissingNode(self.start, self.start)
        else:
            self.problem("The document is empty", self.start, self.start)

    # By token kind; there is no kind 0.
    _handlers: ClassVar[tuple[Callable[[Reader, str], None], ...]] = (
        _end, _plain, _escaped, _open_brace, _open_bracket, _close_brace, _close_bracket, _comma, _colon,
        _number, _literal, _comment, _broken_string, _stray, _end,
    )  # fmt: skip
