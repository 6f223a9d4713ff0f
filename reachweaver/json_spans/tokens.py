"""The tokens of JSON, and of what stands in its place in a half-typed text.

One compiled expression finds the next token behind white space; `lastindex` of the match is the token's kind. No
expression here takes more than linear time.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

_SPACE = r"[ \t\n\r]*"
_PLAIN = r'"([^"\\\x00-\x1f]*)"'
_ESCAPED = r'"([^"\\\x00-\x1f]*(?:\\[^\x00-\x1f][^"\\\x00-\x1f]*)+)"'
_ANY_STRING = r'"[^"\\\n\r]*(?:\\[^\n\r]?[^"\\\n\r]*)*"?'
_AFTER_WORD = r'(?=[ \t\n\r{}\[\],:"/]|\Z)'
_NUMBER = rf"(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?){_AFTER_WORD}"
_LITERAL = rf"(true|false|null){_AFTER_WORD}"

PLAIN, ESCAPED, OPEN_BRACE, OPEN_BRACKET, CLOSE_BRACE, CLOSE_BRACKET, COMMA, COLON = range(1, 9)
NUMBER, LITERAL, COMMENT, BROKEN_STRING, STRAY, END = range(9, 15)

_TOKEN = re.compile(
    rf"{_SPACE}(?:{_PLAIN}|{_ESCAPED}|(\{{)|(\[)|(\}})|(\])|(,)|(:)|{_NUMBER}|{_LITERAL}"
    r"|(//[^\n\r]*|/\*(?s:.*?)(?:\*/|\Z))"
    rf"|({_ANY_STRING})"
    r'|((?:[^ \t\n\r{}\[\],:"/]|/(?![/*]))+)'
    r"|(\Z))"
)
token_at = cast("Callable[[str, int], re.Match[str]]", _TOKEN.match)
"""The next token from an offset on: there always is one. A plain or escaped string's group is what stands between its
quotes, any other's the whole token."""

MEMBER = re.compile(
    rf"{_SPACE}{_PLAIN}{_SPACE}:{_SPACE}(?:{_PLAIN}|{_ESCAPED}|{_NUMBER}|{_LITERAL})"
    rf'{_SPACE}(?:,{_SPACE}(?=")|(?=\}}))'
)
"""A well-formed member with a plain key and no array or object for a value, and the comma before a next one."""
MEMBER_PLAIN, MEMBER_ESCAPED, MEMBER_NUMBER = 2, 3, 4
"""The groups of its value; the last one is a literal."""

STRING_ITEM = re.compile(rf'{_SPACE}{_PLAIN}{_SPACE}(?:,{_SPACE}(?=")|(?=\]))')
"""A well-formed item that is a plain string, and the comma before a next one."""

COLON_AHEAD = re.compile(rf"{_SPACE}:")
MEMBER_AHEAD = re.compile(rf"{_SPACE},{_SPACE}(?:{_PLAIN}|{_ESCAPED}){_SPACE}:")
NAKED_KEY_AHEAD = re.compile(rf'[^ \t\n\r{{}}\[\],:"\\][^\n\r{{}}\[\],:"\\]*"{_SPACE}:')
"""What follows a quote that was meant to open a key, not to close the string before it."""
WORD_AHEAD = re.compile(r'[^ \t\n\r{}\[\],:"]')
REST_IS_BLANK = re.compile(rf"{_SPACE}\Z")
CONTROL = re.compile(r"[\x00-\x1f]")

_BRACKETS = re.compile(rf"{_ANY_STRING}|([\[{{])|([\]}}])")
_NEXT_ITEM = re.compile(rf"{_SPACE}(?:,{_SPACE}\{{|\])")


def end_of_value(text: str, start: int) -> int:
    """Where the array or object that opens at `start` ends, whatever it holds; the end of the text when it does not."""
    depth = 0
    for match in _BRACKETS.finditer(text, start):
        if match.lastindex is not None:
            depth += 1 if match.lastindex == 1 else -1
            if depth == 0:
                return match.end()
    return len(text)


def ends_like_an_item(text: str, position: int) -> bool:
    """Whether the bracket that closes what surrounds `position` is the '}' of an array's item, by what follows it."""
    depth = 0
    for match in _BRACKETS.finditer(text, position):
        if match.lastindex is not None:
            depth += 1 if match.lastindex == 1 else -1
            if depth < 0:
                return match[0] == "}" and _NEXT_ITEM.match(text, match.end()) is not None
    return False
