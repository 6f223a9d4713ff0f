"""The text of a Markdown or plain-text page, block by block. Takes a text, gives texts; never raises.

Marks that a reader does not see are taken out: emphasis, code marks, headings, link targets. A plain text has few of
them and stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

from reachweaver.pages.markup import unescape

_LINE_BREAK: Final = regex.compile(r"\r\n|[\r\n\f\u2028\u2029\x85]")
_LEAD: Final = regex.compile(r"(?:[ \t]*+(?:#{1,6}(?=[ \t]|$)|[-+*](?=[ \t])|[0-9]{1,9}[.)](?=[ \t])|>)[ \t]*+){1,6}+")
"""What begins a heading, a list item or a quotation."""
_RULE: Final = regex.compile(r"[ \t]*+(?:```+|~~~+|[-=*_:|][-=*_:| \t]*+$)")
"""A fence, a rule, the underline of a heading, the line between a table's head and its rows."""
_LINK: Final = regex.compile(r"!?\[(?P<words>[^\[\]]*+)\](?:\([^()\s]*+(?:\s++\"[^\"]*+\")?+\)|\[[^\[\]]*+\])")
_STRUCK: Final = regex.compile(
    r"(?<![\\~])~~(?=[^\s~])[^~]++(?<=\S)~~(?!~)|<(?P<tag>del|s|strike)(?:\s[^<>]*+)?>[^<]*+</(?P=tag)\s*+>",
    regex.IGNORECASE,
)
"""What the page takes back."""
_TAG: Final = regex.compile(r"</?[a-zA-Z][^<>]*+>|<!--[^<>]*+>")
_EMPHASIS: Final = regex.compile(
    r"(?<!\\)(?:\*++(?=\S)|(?<=\S)\*++|(?<![\p{L}\p{N}])_++(?=\S)|(?<=\S)_++(?![\p{L}\p{N}])|`++|~~)"
)
_ESCAPE: Final = regex.compile(r"\\([!-/:-@\[-`{-~])")


def markdown_blocks(page: str) -> tuple[str, ...]:
    """The page's blocks in order, none of them blank; lines of one paragraph stay lines."""
    return tuple(_blocks(_LINE_BREAK.split(page)))


def _blocks(lines: list[str]) -> Iterator[str]:
    paragraph: list[str] = []
    for line in lines:
        lead = _LEAD.match(line)
        is_row = line.lstrip().startswith("|")
        if lead or is_row or not line.strip() or _RULE.match(line):
            yield from _finished(paragraph)
            paragraph = []
        if _RULE.match(line):
            continue
        if is_row:
            yield from (text for cell in line.split("|") for text in _finished([cell]))
        elif lead and "#" in lead[0]:
            yield from _finished([line[lead.end() :]])
        else:
            paragraph.append(line[lead.end() :] if lead else line)
    yield from _finished(paragraph)


def _finished(lines: list[str]) -> Iterator[str]:
    text = _seen("\n".join(lines)).strip()
    if text:
        yield text


def _seen(text: str) -> str:
    """The text without what a reader of the page does not see, or sees struck out."""
    words = _EMPHASIS.sub("", _LINK.sub(r"\g<words>", unescape(_TAG.sub("", _STRUCK.sub("", text)))))
    return _ESCAPE.sub(r"\g<1>", words)
