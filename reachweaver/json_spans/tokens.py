"""The tokens of JSON, and of what stands in its place in a half-typed text.

One compiled expression finds the next token behind white space; `lastindex` of the match is the token's kind. Nothing
here depends on how the text goes on behind the token, and every expression is linear.
"""

from __future__ import annotations

import re

_SPACE = r"[ \t\n\r]*"
_PLAIN = r'"([^"\\\x00-\x1f]*)"'
_ESCAPED = r'"([^"\\\x00-\x1f]*(?:\\[^\x00-\x1f][^"\\\x00-\x1f]*)+)"'
_AFTER_WORD = r'(?=[ \t\n\r{}\[\],:"/]|\Z)'
_NUMBER = rf"(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?){_AFTER_WORD}"
_LITERAL = rf"(true|false|null){_AFTER_WORD}"

PLAIN, ESCAPED, OPEN_BRACE, OPEN_BRACKET, CLOSE_BRACE, CLOSE_BRACKET, COMMA, COLON = range(1, 9)
NUMBER, LITERAL, COMMENT, BROKEN_STRING, STRAY, END = range(9, 15)

TOKEN = re.compile(
    rf"{_SPACE}(?:{_PLAIN}|{_ESCAPED}|(\{{)|(\[)|(\}})|(\])|(,)|(:)|{_NUMBER}|{_LITERAL}"
    r"|(//[^\n\r]*|/\*(?s:.*?)(?:\*/|\Z))"
    r'|("[^"\\\n\r]*(?:\\[^\n\r]?[^"\\\n\r]*)*"?)'
    r'|((?:[^ \t\n\r{}\[\],:"/]|/(?![/*]))+)'
    r"|(\Z))"
)
"""A plain or escaped string's group is what stands between its quotes, any other's the whole token."""

MEMBER = re.compile(
    rf"{_SPACE}{_PLAIN}{_SPACE}:{_SPACE}(?:{_PLAIN}|{_ESCAPED}|{_NUMBER}|{_LITERAL})"
    rf'{_SPACE}(?:,{_SPACE}(?=")|(?=\}}))'
)
"""A well-formed member with a plain key and no array or object for a value, and the comma before a next one."""

STRING_ITEM = re.compile(rf'{_SPACE}{_PLAIN}{_SPACE}(?:,{_SPACE}(?=")|(?=\]))')
"""A well-formed item that is a plain string, and the comma before a next one."""

COLON_AHEAD = re.compile(rf"{_SPACE}:")
MEMBER_AHEAD = re.compile(rf"{_SPACE},{_SPACE}(?:{_PLAIN}|{_ESCAPED}){_SPACE}:")
CONTROL = re.compile(r"[\x00-\x1f]")
BRACKETS = re.compile(r'"[^"\\\n\r]*(?:\\[^\n\r]?[^"\\\n\r]*)*"?|([\[{])|([\]}])')
"""Strings, opening and closing brackets: enough to skip a value."""
CLOSED_STRING = re.compile(r'"[^"\\\n\r]*(?:\\[^\n\r]?[^"\\\n\r]*)*"\Z')
REST_IS_BLANK = re.compile(rf"{_SPACE}\Z")


def end_of_value(text: str, start: int) -> int:
    """Where the array or object that opens at `start` ends, whatever it holds; the end of the text when it does not."""
    depth = 0
    for match in BRACKETS.finditer(text, start):
        if match.lastindex is not None:
            depth += 1 if match.lastindex == 1 else -1
            if depth == 0:
                return match.end()
    return len(text)
