"""Which places of a text stand inside a question: a sentence that ends with a question mark.

A sentence ends at a full stop, an exclamation or question mark, or a line end that no lower-case word follows. What is
in brackets or quote marks ends none but its own. "It now supports drafts: what is next?" states first, then asks.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

import regex

from reachweaver.checks.needs_human_review.quotations import find_quotations
from reachweaver.text.folding import BLANK_LINE
from reachweaver.text.patterns import Pattern
from reachweaver.text.spans import Spans

FULL_STOP = r"\.(?![\p{L}\p{N}])"
"""A dot that is not inside a name or number (`Node.js`, `v2.1.0`) nor before one (`.NET`)."""
COLON = r"(?::(?![0-9])|(?<![0-9]):)"
"""A colon that is not inside a time."""
DASH = r"(?:[—―⸺⸻]|–(?![0-9])|(?<![0-9])–|-{2,}+|(?<= )[\-‐‑](?= ))"
"""A dash that is not inside a range of numbers; two hyphens, or one between spaces, are one."""


class Questions:
    """The questions of one text."""

    def __init__(self, text: str, urls: Spans) -> None:
        """Read a body's `plain` text; a question mark inside one of `urls` asks nothing."""
        self._text = text
        self._groups = (
            _Groups(match.span() for match in _BRACKETS.compiled.finditer(text)),
            _Groups(find_quotations(text)),
        )
        self._everywhere = _Sentences()
        self._outside = _Sentences()
        for mark in _MARK.compiled.finditer(text):
            if not urls.overlaps(*mark.span()):
                self._everywhere.add(mark)
                if self._group(mark.start()) is None:
                    self._outside.add(mark)

    def hold(self, at: int) -> bool:
        """Whether the word that begins at offset `at` stands inside a question."""
        group = self._group(at)
        sentences = self._outside
        end = sentences.end_after(at if group is None else group[1])
        begin = 0
        if group is not None and self._everywhere.end_after(at) < group[1]:
            sentences = self._everywhere
            end = sentences.end_after(at)
            begin = group[0]
        if not sentences.asks(end):
            return False
        if not sentences.pauses_between(at, end):
            return True
        return _ASKING.compiled.match(self._text, max(begin, sentences.clause_start(at))) is not None

    def _group(self, at: int) -> tuple[int, int] | None:
        found = [group for groups in self._groups if (group := groups.around(at)) is not None]
        return max(found, default=None)


class _Sentences:
    """Where sentences end and pause; each list in order."""

    def __init__(self) -> None:
        self._ends: list[int] = []
        self._asking: set[int] = set()
        self._pauses: list[int] = []

    def add(self, mark: regex.Match[str]) -> None:
        """Take note of a match of `_MARK`, the next one in the text."""
        if mark["pause"] is not None:
            self._pauses.append(mark.start())
        else:
            self._ends.append(mark.start())
            if "?" in mark[0]:
                self._asking.add(mark.start())

    def end_after(self, at: int) -> int:
        """Where the sentence at an offset ends."""
        index = bisect_left(self._ends, at)
        return self._ends[index] if index < len(self._ends) else _NO_END

    def asks(self, end: int) -> bool:
        """Whether a sentence end is a question mark."""
        return end in self._asking

    def pauses_between(self, at: int, end: int) -> bool:
        """Whether the sentence has a pause between an offset and its end."""
        index = bisect_left(self._pauses, at)
        return index < len(self._pauses) and self._pauses[index] < end

    def clause_start(self, at: int) -> int:
        """Where the part of a sentence begins that holds an offset: after the last end or pause."""
        starts = (marks[index - 1] for marks in (self._ends, self._pauses) if (index := bisect_right(marks, at)))
        return max(starts, default=0)


class _Groups:
    """What stands in brackets or quote marks: ranges that do not overlap."""

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        self._ranges = list(ranges)
        self._starts = [start for start, _ in self._ranges]

    def around(self, at: int) -> tuple[int, int] | None:
        """The range that holds an offset, or None."""
        index = bisect_right(self._starts, at) - 1
        return self._ranges[index] if index >= 0 and at < self._ranges[index][1] else None


_NO_END = 1 << 60

_MARK = Pattern(rf"(?P<end>(?:{FULL_STOP}|[!?。])++|{BLANK_LINE}|\n(?!\p{{Ll}}))|(?P<pause>;|{COLON}|{DASH})")
_BRACKETS = Pattern(rf"\([^()\n{BLANK_LINE}]*+\)|\[[^\[\]\n{BLANK_LINE}]*+\]")
_ASKING = Pattern(
    r"(?i:[^\p{L}\p{N}]*+(?:(?:and|but|or|so|now|then|well|hey|ok|okay),? )?"
    r"(?:am|are|is|was|were|do|does|did|has|have|had|can|could|will|would|should|shall|may|might|must"
    r"|(?:are|is|was|were|do|does|did|has|have|ca|could|wo|would|should)n['’ʼ]t"
    r"|who|whom|whose|what|which|when|where|why|how)(?![\p{L}\p{M}\p{N}]))"
)
