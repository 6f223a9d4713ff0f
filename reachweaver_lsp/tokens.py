"""Grounded words as semantic tokens, so that a writer sees at a glance which claims cited evidence has.

Takes the places of grounded words in the client's units, gives token data as the protocol encodes it: five numbers for
each token, its line and column counted from the token before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from reachweaver.json_spans import Span
from reachweaver.locate import spans_of
from reachweaver_lsp.analysis import CheckedCampaign
from reachweaver_lsp.encoded import Encoded, Start

Token = tuple[int, int, int]
"""Line, column and length in the client's units."""

_TYPE_AND_MODIFIERS = "0,1"
"""Of every token: the legend's first type, and the bit of its first modifier."""
_NUMBERS = 5


def grounded_spans(checked: CheckedCampaign, index: int) -> list[Span]:
    """The grounded words of a variant, in the order of the text; what overlaps or touches is one span."""
    variant = checked.report.variants[index]
    spans = (span for entry in variant.grounded for span in spans_of(checked.campaign, index, entry))
    merged: list[Span] = []
    for span in sorted(spans, key=lambda span: span.start):
        if merged and span.start <= merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(span.end, merged[-1].end))
        elif span.start < span.end:
            merged.append(span)
    return merged


class TokenRun:
    """The tokens of one piece of a document; only the first depends on where the piece and the token before stand."""

    __slots__ = ("_first", "_following", "_last", "length")

    def __init__(self, tokens: Sequence[Token], start: Start) -> None:
        self.length = len(tokens)
        self._first = _relative(tokens[0], start) if tokens else (0, 0, 0)
        self._last = _relative(tokens[-1], start) if tokens else (0, 0, 0)
        self._following = "".join(f",{_step(former, token)}" for former, token in pairwise(tokens))

    def data(self, start: Start, before: Start) -> tuple[str, Start]:
        """The numbers of the run, and where its last token stands.

        Args:
            start: Where the piece starts.
            before: Where the last token before the piece stands; the start of the document when there is none.
        """
        if not self.length:
            return "", before
        first, last = _absolute(self._first, start), _absolute(self._last, start)
        return _step((*before, 0), first) + self._following, last[:2]


class TokenHistory:
    """What was said about one document last, so that the next time only what differs has to be said."""

    def __init__(self) -> None:
        self._number = 0
        self._runs: list[tuple[str, int]] = []
        """The numbers of each run that has tokens, and how many tokens those are."""

    def full(self, runs: Iterable[TokenRun], starts: Iterable[Start]) -> Encoded:
        """All tokens of a document, run after run."""
        self._runs, self._number = _placed(runs, starts), self._number + 1
        return Encoded(f'{{"resultId":"{self._number}","data":[{_joined(self._runs)}]}}')

    def delta(self, runs: Iterable[TokenRun], starts: Iterable[Start], previous: str) -> Encoded:
        """What has changed since the answer whose id is `previous`; everything when that was not the last one."""
        if previous != str(self._number) or not self._number:
            return self.full(runs, starts)
        former, now = self._runs, _placed(runs, starts)
        head = _common(former, now)
        tail = _common(former[head:][::-1], now[head:][::-1])
        replaced, new = former[head : len(former) - tail], now[head : len(now) - tail]
        self._runs, self._number = now, self._number + 1
        edits = ""
        if replaced or new:
            start, deleted = _count(former[:head]), _count(replaced)
            edits = f'{{"start":{start},"deleteCount":{deleted},"data":[{_joined(new)}]}}'
        return Encoded(f'{{"resultId":"{self._number}","edits":[{edits}]}}')


def encoded(tokens: Sequence[Token]) -> Encoded:
    """Tokens in the order of the text, as an answer that nobody refers to later."""
    return Encoded(f'{{"data":[{TokenRun(tokens, (0, 0)).data((0, 0), (0, 0))[0]}]}}')


def _placed(runs: Iterable[TokenRun], starts: Iterable[Start]) -> list[tuple[str, int]]:
    placed: list[tuple[str, int]] = []
    before: Start = (0, 0)
    for run, start in zip(runs, starts, strict=True):
        if run.length:
            data, before = run.data(start, before)
            placed.append((data, run.length))
    return placed


def _joined(runs: Iterable[tuple[str, int]]) -> str:
    return ",".join([data for data, _ in runs])


def _count(runs: Iterable[tuple[str, int]]) -> int:
    """How many numbers runs have."""
    return _NUMBERS * sum(length for _, length in runs)


def _common(one: Sequence[object], other: Sequence[object]) -> int:
    """How many items at the start are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (left, right) in pairs if left != right), min(len(one), len(other)))


def _relative(token: Token, start: Start) -> Token:
    """The token with its line counted from a piece's start, and on the piece's first line its column, too."""
    line, column, length = token
    return line - start[0], column - start[1] if line == start[0] else column, length


def _absolute(token: Token, start: Start) -> Token:
    line, column, length = token
    return line + start[0], column + start[1] if line == 0 else column, length


def _step(before: Token, token: Token) -> str:
    line, column, length = token
    return f"{line - before[0]},{column - before[1] if line == before[0] else column},{length},{_TYPE_AND_MODIFIERS}"
