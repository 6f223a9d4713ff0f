"""Folding (contract, section 6; specification, *Unicode*): takes a text, gives a folded one that knows its way back.

Offsets are code points, 0-based, end exclusive. Normalization works on segments: a character and everything
after it that could compose with it (UAX #15). A segment is the unit that an offset widens to.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from typing import Final

import regex

from reachweaver.data import dataclass
from reachweaver.text.characters import INVISIBLE, SPACE, WORD_BREAKING, CharacterTable, is_invisible, translated
from reachweaver.text.patterns import Pattern
from reachweaver.text.piecewise import Piecewise

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
    has_letters: bool = True
    """Whether it may have a letter, or anything else that words are made of, beyond ASCII; most texts have none."""

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Offsets into the original text of the folded characters start..end (code points, end exclusive).

        Never begins or ends with an invisible character. Half of an expansion or of a composition widens to all
        of it. An empty span maps to an empty span.
        """
        if self.text is self.original:  # there is nothing in it to widen to or to leave out
            return start, max(start, end)
        first = self.starts[start] if start < len(self.starts) else len(self.original)
        if start >= end:
            return first, first
        last = self.ends[end - 1]
        while first < last and self.original[first] > _LAST_OF_ASCII and is_invisible(self.original[first]):
            first += 1
        while first < last and self.original[last - 1] > _LAST_OF_ASCII and is_invisible(self.original[last - 1]):
            last -= 1
        return first, last

    def folded_span(self, start: int, end: int) -> tuple[int, int]:
        """Offsets of the folded characters that the original characters start..end had a part in."""
        return bisect_right(self.ends, start), bisect_left(self.starts, end)


_LAST_OF_ASCII: Final = "\x7f"


def fold_plain(original: str) -> FoldedText:
    """NFKC with single white space and without invisible characters; case and quote marks are kept.

    Digits of every script become ASCII digits. Superscripts, subscripts, vulgar fractions and everything else that
    would gain a digit stay as they are, and so do spacing accents, which would gain a space.
    """
    usual = _usual(original)
    if usual is not None:
        return usual
    text = _with_word_breaks(original)
    kinds = translated(text, _KINDS)
    return _fold_spots(text, kinds, original) if _SPOT.search(kinds) else _aligned(text, original)


def fold_case(plain: FoldedText) -> FoldedText:
    """The full case folding of `plain`, with quote marks straight and hyphens alike; same original offsets."""
    # Bytes are put in lower case four times as quickly: of marks alone, whose case is their own, those of ASCII.
    folded = _fold_each_case(plain.text) if plain.has_letters else _with_alike(plain.text.encode().lower().decode())
    if folded is not None:
        return FoldedText(folded, plain.original, plain.starts, plain.ends, plain.has_letters)
    relative = _fold_case(plain.text)
    plain_starts, plain_ends = tuple(plain.starts), tuple(plain.ends)
    starts = [plain_starts[at] for at in relative.starts]
    ends = [plain_ends[at - 1] for at in relative.ends]
    return FoldedText(relative.text, plain.original, starts, ends)


def fold_case_of(text: str) -> str:
    """`fold_case` for a text already under `fold_plain`, without the way back."""
    folded = _fold_each_case(text)
    return _fold_case(text).text if folded is None else folded


# Joins what stands before it under NFKC: combining marks, what the quick check of NFC says "maybe" to, and the
# compatibility characters that decompose to such a character first.
_JOINING: Final = (
    r"\P{ccc=0}\p{NFC_QC=Maybe}\u0F73\u0F75\u0F81\u3133\u3135\u3136\u313A-\u313F\u314F-\u3163"
    r"\uFF9E\uFF9F\uFFA3\uFFA5\uFFA6\uFFAA-\uFFAF\uFFC2-\uFFC7\uFFCA-\uFFCF\uFFD2-\uFFD7\uFFDA-\uFFDC"
)
_KIND = Pattern(
    rf"(?P<b>[ \n])|(?P<w>{SPACE})|(?P<i>[{INVISIBLE}])|(?P<j>[{_JOINING}])|(?P<x>[\p{{NFKC_QC=No}}[\p{{Nd}}--[0-9]]])",
)
# What has to be folded, in a text of kinds: b is a space or a line feed, w other white space, i invisible, j joining,
# x anything that is not its own normal form, s all the rest. The bound on joining characters is that of the
# Stream-Safe Text Format with room to spare: it keeps the reordering of marks, which is quadratic in a run, linear.
_TO_FOLD = Pattern(
    r"(?P<space>(?:w|b(?=[bwi]))(?:i*+[bw])*+)"
    r"|(?P<joined>(?:i*+j){1,63}+)"
    r"|(?P<invisible>i++)"
    r"|(?P<segment>x(?:i*+j){0,63}+)",
    regex.V0,
)
_SPOT = re.compile("w|b[bwi]|[ijx]")
"""Where a match of `_TO_FOLD` begins."""
_LINE_BREAK = Pattern(r"\r\n|[\n\r\x0B\x0C\x85\u2028]", regex.V0)
_INVISIBLE_RUN = Pattern(rf"[{INVISIBLE}]++")
_WORD_BREAKING = Pattern(rf"[{WORD_BREAKING}]")
_CASE_JOINING = Pattern(r"[\P{ccc=0}\p{NFC_QC=Maybe}]", regex.V0)
_CASE_SEGMENT = Pattern(r"xj{0,63}+|sj{1,63}+|j{1,64}+", regex.V0)

_ALIKE = str.maketrans(
    dict.fromkeys("‘’‚‛′‵ʼʻʽʹ´`‹›՚׳", "'") | dict.fromkeys("“”„‟″‶«»〝〞〟״", '"') | dict.fromkeys("\u2010\u2011", "-")
)
_HAS_ALIKE = re.compile(f"[{''.join(map(chr, _ALIKE))}]")
_KEPT_PRIMES = "″‶"


# Of the characters that are their own folding, those that most texts are made of.
_USUAL_LETTERS: Final = (
    r"\xbf-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e\u0388-\u03ce\u0400-\u0482\u048a-\u052f"  # Latin, Greek, Cyrillic
    r"\u05d0-\u05ea\u0621-\u064a"  # Hebrew, Arabic
    r"\u3041-\u3096\u30a1-\u30fe\u4e00-\u9fff\uac00-\ud7a3"  # kana, Han, Hangul
)
_USUAL_MARKS: Final = (
    r"\xa1-\xa7\xa9\xab\xac\xae\xb0\xb1\xb6\xb7\xbb"
    r"\u2010\u2012-\u2015\u2018-\u2023\u2030\u2039\u203a"  # dashes, quotation marks, bullets
    r"\u20a9-\u20bf\u2190-\u21ff\u2500-\u2775"  # currencies, arrows, symbols
    r"\u3001-\u3003\u3008-\u301f\U0001f300-\U0001faff"  # East Asian punctuation, emoji
)
_JOINER: Final = "\u200d"  # it and the selector are invisible, and in most emoji of several characters
_SELECTOR: Final = "\ufe0f"
_MORE_THAN_MARKS = re.compile(rf"[^\n -~{_USUAL_MARKS}{_JOINER}{_SELECTOR}]")
_USUAL_ASCII: Final = f"\n{''.join(map(chr, range(ord(' '), ord('~') + 1)))}".encode()
_BREAK_WITH_MORE = re.compile(r"\n[ \n]")


@cache
def _unusual() -> re.Pattern[str]:
    # Such a large set takes milliseconds to compile.
    return re.compile(rf"[^\n -~{_USUAL_LETTERS}{_USUAL_MARKS}{_JOINER}{_SELECTOR}]")


def _usual(text: str) -> FoldedText | None:
    """The folding of a text, where a glance tells that there is nothing to do but to drop what joins emoji."""
    has_letters = _has_more_than_marks(text)
    if (
        (has_letters and _unusual().search(text))
        or "  " in text
        or ("\n" in text and (" \n" in text or _BREAK_WITH_MORE.search(text)))
    ):
        return None
    pieces = text.replace(_JOINER, _SELECTOR).split(_SELECTOR)
    if len(pieces) == 1:
        return _aligned(text, text, has_letters=has_letters)
    if any(piece.endswith((" ", "\n")) for piece in pieces[:-1]):
        return None
    return _joined(pieces, text, has_letters=has_letters)


def _has_more_than_marks(text: str) -> bool:
    if text.isascii():  # as most texts are: several times as quick
        return bool(text.encode().translate(None, _USUAL_ASCII))
    return _MORE_THAN_MARKS.search(text) is not None


def _aligned(folded: str, original: str, *, has_letters: bool = True) -> FoldedText:
    """Folded text with one character for each of `original`."""
    return FoldedText(folded, original, range(len(original)), range(1, len(original) + 1), has_letters)


class _Builder:
    """A folded text in the making."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._begins: list[int] = []
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._steps: list[int] = []
        self._length = 0

    def keep(self, piece: str, start: int) -> None:
        """Add one character for each of as many of the original's from `start` on."""
        self._add(piece, start, start + 1, 1)

    def replace(self, piece: str, start: int, end: int) -> None:
        """Add characters that the original's start..end make together."""
        self._add(piece, start, end, 0)

    def build(self, original: str) -> FoldedText:
        starts = Piecewise(self._begins, self._starts, self._steps, self._length)
        ends = Piecewise(self._begins, self._ends, self._steps, self._length)
        return FoldedText("".join(self._pieces), original, starts, ends)

    def _add(self, piece: str, start: int, end: int, step: int) -> None:
        """Add characters of which the first comes from start..end, the others from `step` characters further on each."""
        if piece:
            self._pieces.append(piece)
            self._begins.append(self._length)
            self._starts.append(start)
            self._ends.append(end)
            self._steps.append(step)
            self._length += len(piece)


def _joined(pieces: Sequence[str], original: str, *, has_letters: bool) -> FoldedText:
    """Folded text that is `original` but for one character between each piece and the next."""
    *starts, _ = accumulate((len(piece) + 1 for piece in pieces), initial=0)
    begins = [start - dropped for dropped, start in enumerate(starts)]
    length, rising = len(original) - len(pieces) + 1, [1] * len(pieces)
    original_starts = Piecewise(begins, starts, rising, length)
    original_ends = Piecewise(begins, [start + 1 for start in starts], rising, length)
    return FoldedText("".join(pieces), original, original_starts, original_ends, has_letters)


def _fold_spots(text: str, kinds: str, original: str) -> FoldedText:
    builder = _Builder()
    at = 0
    for spot in _spots(kinds):
        start, end = spot.span()
        if spot.lastgroup == "joined" and start > at and kinds[start - 1] == "s":
            start -= 1
        builder.keep(text[at:start], at)
        if spot.lastgroup == "space":
            builder.replace(_fold_space(text[start:end]), start, end)
        elif spot.lastgroup != "invisible":
            builder.replace(_fold_segment(text[start:end]), start, end)
        at = end
    builder.keep(text[at:], at)
    return builder.build(original)


def _spots(kinds: str) -> Iterator[regex.Match[str]]:
    """The matches of `_TO_FOLD`, which is only tried where one begins."""
    at = 0
    while begin := _SPOT.search(kinds, at):
        spot = _TO_FOLD.compiled.match(kinds, begin.start())
        assert spot is not None  # noqa: S101 - each begins with what `_SPOT` looks for, and needs no more
        yield spot
        at = spot.end()


def _kind(char: str) -> str:
    match = _KIND.compiled.match(char)
    return (match and match.lastgroup) or "s"


_KINDS: Final = CharacterTable(_kind)


def _with_word_breaks(text: str) -> str:
    """The text, as long as before, with a space for each U+200B that ends a Thai, Lao, Khmer or Myanmar word."""
    if "\u200b" not in text:
        return text

    def replace(run: regex.Match[str]) -> str:
        before = text[run.start() - 1 : run.start()] if run.start() else ""
        beside = before + text[run.end() : run.end() + 1]
        return run[0].replace("\u200b", " ") if _WORD_BREAKING.compiled.search(beside) else run[0]

    return _INVISIBLE_RUN.compiled.sub(replace, text)


def _fold_space(run: str) -> str:
    breaks = len(_LINE_BREAK.compiled.findall(_INVISIBLE_RUN.compiled.sub("", run)))
    if breaks > 1 or "\u2029" in run:
        return BLANK_LINE
    return "\n" if breaks else " "


@lru_cache(maxsize=8192)
def _fold_segment(segment: str) -> str:
    visible = _INVISIBLE_RUN.compiled.sub("", segment)
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


def _fold_each_case(text: str) -> str | None:
    """The text with its case folded, where that makes one character of each."""
    folded = text.casefold()
    if len(folded) != len(text):
        return None
    return _with_alike(folded) if folded.isascii() or unicodedata.is_normalized("NFC", folded) else None


def _with_alike(folded: str) -> str:
    if folded.isascii():
        return folded.replace("`", "'")  # the only one of `_ALIKE` there
    return folded.translate(_ALIKE) if _HAS_ALIKE.search(folded) else folded


def _fold_case(text: str) -> FoldedText:
    """The same for any text."""
    builder = _Builder()
    at = 0
    for segment in _CASE_SEGMENT.compiled.finditer(translated(text, _CASE_KINDS)):
        start, end = segment.span()
        builder.keep(text[at:start].casefold(), at)
        builder.replace(unicodedata.normalize("NFC", text[start:end].casefold()), start, end)
        at = end
    builder.keep(text[at:].casefold(), at)
    result = builder.build(text)
    return FoldedText(result.text.translate(_ALIKE), text, result.starts, result.ends)


def _case_kind(char: str) -> str:
    if _CASE_JOINING.compiled.match(char):
        return "j"
    folded = char.casefold()
    return "s" if len(folded) == 1 and unicodedata.is_normalized("NFC", folded) else "x"


_CASE_KINDS: Final = CharacterTable(_case_kind)
