"""Folding (contract, section 6; specification, *Unicode*): takes a text, gives a folded one that knows its way back.

Offsets are code points, 0-based, end exclusive. Normalization works on segments: a character and everything
after it that could compose with it (UAX #15). A segment is the unit that an offset widens to.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import regex

from reachweaver.text.characters import INVISIBLE, SPACE, WORD_BREAKING_SCRIPTS, is_invisible

BLANK_LINE: Final = "\u2029"
"""What a run of white space that holds a blank line becomes."""


@dataclass(frozen=True, slots=True, eq=False)
class FoldedText:
    """Folded characters that know where they came from.

    White space runs are ONE character each: a space, a line feed when the run holds one line break, a
    paragraph separator (U+2029) when it holds a blank line. Invisible format characters are dropped.
    """

    text: str
    original: str
    starts: Sequence[int]
    """Per folded character, where the original characters that made it begin; never decreasing."""
    ends: Sequence[int]
    """Per folded character, where they end; never decreasing."""

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Offsets into the original text of the folded characters start..end (code points, end exclusive).

        Never begins or ends with an invisible character. Half of an expansion or of a composition widens to all
        of it. An empty span maps to an empty span.
        """
        first = self.starts[start] if start < len(self.starts) else len(self.original)
        if start >= end:
            return first, first
        last = self.ends[end - 1]
        while first < last and is_invisible(self.original[first]):
            first += 1
        while first < last and is_invisible(self.original[last - 1]):
            last -= 1
        return first, last

    def folded_span(self, start: int, end: int) -> tuple[int, int]:
        """Offsets of the folded characters that the original characters start..end had a part in."""
        return bisect_right(self.ends, start), bisect_left(self.starts, end)


def fold_plain(original: str) -> FoldedText:
    """NFKC with single white space and without invisible characters; case and quote marks are kept.

    Digits of every script become ASCII digits. Superscripts, subscripts, vulgar fractions and everything else that
    would gain a digit stay as they are, and so do spacing accents, which would gain a space.
    """
    if original.isascii() and not _ASCII_TO_FOLD.search(original):
        return _identity(original)
    return _fold_tokens(original)


def fold_case(plain: FoldedText) -> FoldedText:
    """The full case folding of `plain`, with quote marks straight and hyphens alike; same original offsets."""
    relative = _fold_case(plain.text)
    if isinstance(relative.starts, range):
        return FoldedText(relative.text, plain.original, plain.starts, plain.ends)
    starts = [plain.starts[at] for at in relative.starts]
    ends = [plain.ends[at - 1] for at in relative.ends]
    return FoldedText(relative.text, plain.original, starts, ends)


def fold_case_of(text: str) -> str:
    """`fold_case` for a text already under `fold_plain`, without the way back."""
    return _fold_case(text).text


_ASCII_TO_FOLD = regex.compile(r"[\t\r\x0B\x0C\x1C-\x1F]|[ \n][ \n]")

# Joins what stands before it under NFKC: combining marks, what the quick check of NFC says "maybe" to, and the
# compatibility characters that decompose to such a character first.
_JOINING = (
    r"\P{ccc=0}\p{NFC_QC=Maybe}\u0F73\u0F75\u0F81\u3133\u3135\u3136\u313A-\u313F\u314F-\u3163"
    r"\uFF9E\uFF9F\uFFA3\uFFA5\uFFA6\uFFAA-\uFFAF\uFFC2-\uFFC7\uFFCA-\uFFCF\uFFD2-\uFFD7\uFFDA-\uFFDC"
)
_STABLE = rf"[[^{SPACE}{INVISIBLE}\p{{NFKC_QC=No}}{_JOINING}\p{{Nd}}]0-9]"
# The bound on joining characters is that of the Stream-Safe Text Format with room to spare: it keeps the
# reordering of marks, which is quadratic in a run of them, linear in the text.
_TOKENS = regex.compile(
    rf"""(?P<stable>{_STABLE}+(?![{_JOINING}{INVISIBLE}]))
       |(?P<space>{SPACE}(?:[{INVISIBLE}]*+{SPACE})*+)
       |(?P<invisible>[{INVISIBLE}]++)
       |(?P<segment>.(?:[{INVISIBLE}]*+[{_JOINING}]){{0,63}}+)""",
    regex.V1 | regex.DOTALL | regex.VERBOSE,
)
_LINE_BREAK = regex.compile(r"\r\n|[\n\r\x0B\x0C\x85\u2028]")
_INVISIBLE_RUN = regex.compile(rf"[{INVISIBLE}]++", regex.V1)
_WORD_BREAKING = regex.compile(rf"[{WORD_BREAKING_SCRIPTS}&&[\p{{L}}\p{{M}}]]", regex.V1)
_CASE_SEGMENT = regex.compile(r".[\P{ccc=0}\p{NFC_QC=Maybe}]{0,63}+", regex.V1 | regex.DOTALL)

_ALIKE = str.maketrans(
    dict.fromkeys("‘’‚‛′‵ʼʻʽʹ´`‹›՚׳", "'") | dict.fromkeys("“”„‟″‶«»〝〞〟״", '"') | dict.fromkeys("\u2010\u2011", "-")
)
_KEPT_PRIMES = "″‶"


def _identity(text: str) -> FoldedText:
    return FoldedText(text, text, range(len(text)), range(1, len(text) + 1))


def _fold_tokens(original: str) -> FoldedText:
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for token in _TOKENS.finditer(_with_word_breaks(original)):
        start, end = token.span()
        kind = token.lastgroup
        if kind == "stable":
            pieces.append(token[0])
            starts.extend(range(start, end))
            ends.extend(range(start + 1, end + 1))
        elif kind != "invisible":
            piece = _fold_space(token[0]) if kind == "space" else _fold_segment(token[0])
            pieces.append(piece)
            starts.extend([start] * len(piece))
            ends.extend([end] * len(piece))
    return FoldedText("".join(pieces), original, starts, ends)


def _with_word_breaks(text: str) -> str:
    """The text, as long as before, with a space for each U+200B that ends a Thai, Lao, Khmer or Myanmar word."""
    if "\u200b" not in text:
        return text

    def replace(run: regex.Match[str]) -> str:
        before = text[run.start() - 1 : run.start()] if run.start() else ""
        beside = before + text[run.end() : run.end() + 1]
        return run[0].replace("\u200b", " ") if _WORD_BREAKING.search(beside) else run[0]

    return _INVISIBLE_RUN.sub(replace, text)


def _fold_space(run: str) -> str:
    if run == " ":
        return run
    breaks = len(_LINE_BREAK.findall(_INVISIBLE_RUN.sub("", run)))
    if breaks > 1 or "\u2029" in run:
        return BLANK_LINE
    return "\n" if breaks else " "


@lru_cache(maxsize=8192)
def _fold_segment(segment: str) -> str:
    visible = _INVISIBLE_RUN.sub("", segment)
    kept = 1 if _stays(visible[0]) else 0
    return visible[:kept] + "".join(map(_ascii_digit, unicodedata.normalize("NFKC", visible[kept:])))


def _ascii_digit(char: str) -> str:
    return char if char.isascii() else str(unicodedata.decimal(char, char))


def _stays(char: str) -> bool:
    """Whether NFKC would invent a digit or a space, or is excepted by the contract."""
    category = unicodedata.category(char)
    if category == "Nd":
        return False
    tag = unicodedata.decomposition(char).partition(" ")[0]
    if category == "No" or char in _KEPT_PRIMES or tag in ("<super>", "<sub>", "<fraction>"):
        return True
    decomposed = unicodedata.normalize("NFKC", char)
    return decomposed[0] == " " or any(part.isdecimal() for part in decomposed)


def _fold_case(text: str) -> FoldedText:
    folded = text.casefold()
    if len(folded) == len(text) and (folded.isascii() or unicodedata.is_normalized("NFC", folded)):
        return _aligned(folded, text)
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for segment in _CASE_SEGMENT.finditer(text):
        piece = unicodedata.normalize("NFC", segment[0].casefold())
        pieces.append(piece)
        if len(piece) == len(segment[0]):
            starts.extend(range(segment.start(), segment.end()))
            ends.extend(range(segment.start() + 1, segment.end() + 1))
        else:
            starts.extend([segment.start()] * len(piece))
            ends.extend([segment.end()] * len(piece))
    return FoldedText("".join(pieces).translate(_ALIKE), text, starts, ends)


def _aligned(folded: str, text: str) -> FoldedText:
    """Folded text with a character for each of `text`."""
    alike = folded if folded.isascii() and "`" not in folded else folded.translate(_ALIKE)
    return FoldedText(alike, text, range(len(text)), range(1, len(text) + 1))
