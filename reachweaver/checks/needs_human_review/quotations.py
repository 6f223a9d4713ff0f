"""Quotation marks in pairs: takes a text, gives what stands between them.

Knows straight and curly double marks, curly single ones, guillemets either way round, low-high pairs and corner
brackets (contract, section 6). An apostrophe, a straight single quote, an inch mark and a mark without its partner
open nothing. The marks are read once from left to right, so the time is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reachweaver.text.characters import WORD
from reachweaver.text.folding import BLANK_LINE
from reachweaver.text.patterns import Pattern


def find_quotations(text: str) -> list[tuple[int, int]]:
    """What stands between paired marks, without the marks and the white space beside them.

    `text` is a body's `plain` text, and so are the offsets (code points, end exclusive). A quotation inside another
    one is part of it. None runs across a blank line.
    """
    found: list[tuple[int, int]] = []
    if not ('"' in text if text.isascii() else _ANY_MARK.search(text)):
        return found
    covered = 0
    for opening, closing in sorted(_pairs(_read_marks(text))):
        if opening >= covered:
            covered = closing
            words = text[opening + 1 : closing]
            start = opening + 1 + len(words) - len(words.lstrip())
            found.append((start, start + len(words.strip())))
    return found


_FAMILIES = ('"“”„‟〝〞〟❝❞', "‘’‚‛", "«»", "‹›", "「」", "『』")
_FAMILY = {char: family for family in _FAMILIES for char in family}
_ALWAYS_OPENING = "„‟〝❝‚「『"
_ALWAYS_CLOSING = "〞〟❞」』"
_ARROWS_LEFT, _ARROWS_RIGHT = "«‹", "»›"

# Most texts have no mark: the standard library's expressions say so in a fraction of the time.
_ANY_MARK = re.compile(f"[{''.join(_FAMILIES)}]")
_MARK = Pattern(rf"[{''.join(_FAMILIES)}{BLANK_LINE}]")
# Korean particles are written right after the closing mark. An underscore around the marks is Markdown's emphasis.
_ENDS_WORD = Pattern(rf"(?<=[[{WORD}]--[\p{{Hangul}}_]]_{{0,3}})")
_BEGINS_WORD = Pattern(rf"_{{0,3}}[[{WORD}]--[\p{{Hangul}}_]]")
# What Arabic and Hebrew write right before the opening mark. In Hebrew a mark before the last letter makes an acronym.
_PREFIXED = Pattern(
    r"""(?<=(?<![\p{L}\p{M}\p{N}])(?:[\p{Arabic}\u0640]{1,4}|[ובהכלמש]{1,3}))"(?=\p{Arabic}|\p{Hebrew}{2})"""
)
_SUFFIXED = Pattern(r"""(?<=[\p{L}\p{M}]|[\p{L}\p{M}][.!?…])(?<!\p{Hebrew}\p{M}{0,3})"(?=\p{L})""")
"""A straight mark between two words, as Turkish and Finnish write their endings (`"…"ın`): it may close, but never opens."""
# An apostrophe that an editor turned round: ‘90s, rock ‘n’ roll, ‘tis.
_ELISION = Pattern(r"[0-9]{2}s?+(?![\p{L}\p{N}])|(?i:n|em|tis|twas|til|cause|round|bout)(?!\p{L})")


@dataclass(slots=True)
class _Mark:
    at: int
    char: str
    can_open: bool
    """A word follows, and none ends right before."""
    can_close: bool
    """Something stands right before, and no word follows but an ending of the quoted ones."""
    stands_apart: bool = False
    """White space or nothing on both sides, as French writers put it around guillemets."""
    follows_prefix: bool = False
    """Only a prefix of Arabic or Hebrew stands right before."""
    ends_apart: bool = False
    """White space before, and no word follows."""
    is_doubtful: bool = False
    """It would close, but it reads as an inch mark or as the apostrophe of a plural (`the writers’ desk`)."""


def _read_marks(text: str) -> list[_Mark]:
    marks = [_mark(text, match.start()) for match in _MARK.compiled.finditer(text)]
    follows = dict.fromkeys('"’', False)
    for mark in reversed(marks):
        if mark.char == BLANK_LINE:
            follows = dict.fromkeys('"’', False)
        elif mark.char in "‘‚‛":
            follows["’"] = False
        elif mark.char in follows:
            follows[mark.char] = _settle(mark, follows[mark.char])
    return marks


def _settle(mark: _Mark, closing_follows: bool) -> bool:
    """Keep a doubt only where a later mark can close instead; whether there is one for the marks before this."""
    if mark.is_doubtful:
        mark.is_doubtful = closing_follows
        return closing_follows
    if mark.char == '"' and mark.can_open:
        return False
    return mark.can_close or closing_follows


def _mark(text: str, at: int) -> _Mark:
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    space_before, space_after = not before.strip(), not after.strip()
    char = text[at]
    word_before, word_after = _ENDS_WORD.compiled.match(text, at), _BEGINS_WORD.compiled.match(text, at + 1)
    return _Mark(
        at,
        char,
        can_open=not (space_after or word_before or _is_elision(text, at)),
        can_close=not space_before and (not word_after or _SUFFIXED.compiled.match(text, at) is not None),
        stands_apart=space_before and space_after and not (text[at - 2 : at - 1].isdigit() and before == " "),
        follows_prefix=_PREFIXED.compiled.match(text, at) is not None,
        ends_apart=space_before and not word_after,
        is_doubtful=before.isdigit() if char == '"' else before in ("s", "S") and text[at + 2 : at + 3].isalpha(),
    )


def _is_elision(text: str, at: int) -> bool:
    return text[at] == "‘" and _ELISION.compiled.match(text, at + 1) is not None


def _pairs(marks: list[_Mark]) -> Iterator[tuple[int, int]]:
    """Positions of opening and closing marks; pairs are nested or apart, never crossed."""
    opened: list[_Mark] = []
    for mark in marks:
        if mark.char == BLANK_LINE:
            opened.clear()
            continue
        family = _FAMILY[mark.char]
        partner = next((other for other in reversed(opened[-_NESTING:]) if other.char in family), None)
        if _closes(mark, partner, opened):
            while opened and opened[-1] is not partner:
                opened.pop()
            yield opened.pop().at, mark.at
        elif _opens(mark, partner):
            opened.append(mark)


_NESTING = 8
"""How many open marks a closing one looks back over."""


def _closes(mark: _Mark, partner: _Mark | None, opened: list[_Mark]) -> bool:
    if partner is None or mark.char in _ALWAYS_OPENING:
        return False
    only_opens = mark.can_open and not mark.can_close
    match mark.char:
        case '"':
            return mark.ends_apart if partner.stands_apart else mark.can_close and not mark.is_doubtful
        case "’":
            return mark.can_close and not mark.is_doubtful and partner is opened[-1]
        case "“" | "‘":
            turned = partner.char in "„‚"
            return (turned and not only_opens) or (mark.can_close and not mark.can_open)
        case "«" | "‹":
            return partner.char in _ARROWS_RIGHT and not only_opens
        case "»" | "›":
            return partner.char in _ARROWS_LEFT or mark.can_close
        case _:
            return mark.char in _ALWAYS_CLOSING or not only_opens


def _opens(mark: _Mark, partner: _Mark | None) -> bool:
    if mark.char in _ALWAYS_OPENING:
        return True
    only_closes = mark.can_close and not mark.can_open
    match mark.char:
        case '"':
            return mark.can_open or (partner is None and (mark.stands_apart or mark.follows_prefix))
        case "“" | "«" | "‹":
            return not only_closes
        case "‘" | "‛" | "”" | "»" | "›":
            return mark.can_open
        case _:
            return False
