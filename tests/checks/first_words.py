"""Which words the matches of a regular expression can begin with, and how long they can be, read off the expression."""

from __future__ import annotations

import re
from collections.abc import Iterable
from re import _constants as code, _parser as parser  # type: ignore[attr-defined]
from typing import Any


def first_words(source: str) -> set[str]:
    """The runs of ASCII letters, and the single other characters, that a match may begin with.

    `source` is a pattern for lower-case text. Look-around is left out, so there may be a word too many. A character class
    beyond ASCII is taken for one letter of it: no run of ASCII letters goes on there.
    """
    words: set[str] = set()
    return words | _after(_parsed(source), "", words)


def longest_match(source: str) -> int:
    """The most characters that a match has; a very large number where nothing bounds it."""
    return int(_parsed(source).getwidth()[1])


def _parsed(source: str) -> Any:
    """The pattern as the standard library reads it, with one letter for the classes that it does not know."""
    return parser.parse(re.sub(r"\\p\{[^}]*\}", "é", source).replace("--", "").replace("[[", "[").replace("]]", "]"))


def _after(nodes: Iterable[tuple[Any, Any]], begun: str, words: set[str]) -> set[str]:
    """What may have been read, of a first word that goes on, behind some nodes; words that end in them go to `words`."""
    open_words = {begun}
    for kind, details in nodes:
        open_words = {after for word in open_words for after in _behind(kind, details, word, words)}
    return open_words


def _behind(kind: Any, details: Any, begun: str, words: set[str]) -> set[str]:
    if kind in (code.ASSERT, code.ASSERT_NOT, code.AT):
        return {begun}
    if kind is code.BRANCH:
        return {after for branch in details[1] for after in _after(branch, begun, words)}
    if kind is code.SUBPATTERN:
        return _after(details[3], begun, words)
    if kind in (code.MAX_REPEAT, code.MIN_REPEAT, code.POSSESSIVE_REPEAT):
        least, most, repeated = details
        return _repeated(repeated, least, min(int(most), 4), begun, words)
    return {after for char in _chars(kind, details) for after in _behind_char(char, begun, words)}


def _repeated(nodes: Any, least: int, most: int, begun: str, words: set[str]) -> set[str]:
    found, last = {begun} if least == 0 else set(), {begun}
    for times in range(1, most + 1):
        last = {after for word in last for after in _after(nodes, word, words)}
        if times >= least:
            found |= last
    return found


def _behind_char(char: str, begun: str, words: set[str]) -> set[str]:
    if "a" <= char <= "z":
        return {begun + char}
    words.add(begun or char)
    return set()


def _chars(kind: Any, details: Any) -> Iterable[str]:
    """The characters that one node stands for: of a class beyond ASCII one that is no ASCII letter."""
    if kind is code.LITERAL:
        return chr(details)
    if kind is code.IN and details[0][0] is not code.NEGATE:
        return [char for one, more in details for char in _chars(one, more)]
    if kind is code.RANGE:
        return [chr(at) for at in range(details[0], min(details[1], 0x7F) + 1)]
    return " "
