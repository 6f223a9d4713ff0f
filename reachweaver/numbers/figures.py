"""Separators (contract, section 6): takes a run of digits and separators, gives the figures that it holds.

A separator joins a first group of one to three digits and groups of exactly three. Comma and dot may be either
mark; with exactly three digits after one of them both readings hold.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from typing import Final

import regex

from reachweaver.data import dataclass
from reachweaver.numbers.model import Figure
from reachweaver.text.patterns import Pattern
from reachweaver.text.remembering import remembered

SEPARATORS: Final = frozenset(".,٫٬'’‘ʼ")
"""What may stand between the digits of one number."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One figure in a text; offsets into it."""

    start: int
    end: int
    figure: Figure | None
    """None for two or more dots that part no thousands: a version, whatever stands around it."""


def pieces_at(text: str, start: int) -> list[Piece]:
    """The figures of the run of digits and separators that begins at `start`, which is a digit; spaces end it."""
    end = _end_of_run(text, start)
    if (digits := text[start:end]).isdecimal():
        return [Piece(start, end, whole(digits))]
    return [Piece(start + piece.start, start + piece.end, piece.figure) for piece in _pieces_of(digits)]


def groups_after_space(text: str, start: int) -> list[tuple[int, int]]:
    """Three-digit groups (start, end) that may continue the group at `start` with a space before each.

    The last one may have a decimal part. Empty when the group at `start` cannot begin a number of groups.
    """
    match = _SPACED.compiled.match(text, start)
    if match is None:
        return []
    groups = match.spans("group")
    if tail := _TAIL.compiled.match(text, match.end()):
        groups[-1] = (groups[-1][0], tail.end())
    elif _JOINED.compiled.match(text, match.end()):
        groups.pop()
    return groups


@remembered(64, most=1024)
def whole(digits: str) -> Figure:
    """The figure of digits alone."""
    return Figure((canonical(digits, ""),), digits)


def joined(groups: list[str]) -> Figure:
    """The figure of groups of digits with a space between; the last one may have a decimal part."""
    last = _DECIMAL_MARK.compiled.split(groups[-1])
    return Figure((canonical("".join((*groups[:-1], last[0])), "".join(last[1:])),), "")


def begins_thousands(digits: str) -> bool:
    """Whether digits can be the first group of a number with separators."""
    return len(digits) <= _GROUP and digits[0] != "0"


def canonical(integer: str, decimals: str) -> str:
    """A value without leading and closing zeros: `007` is 7, `1.50` is 1.5, `.5` is 0.5."""
    integer = integer.lstrip("0") or "0"
    decimals = decimals.rstrip("0")
    return f"{integer}.{decimals}" if decimals else integer


_GROUP: Final = 3
_APOSTROPHES: Final = dict.fromkeys("’‘ʼ", "'")
_DECIMAL_MARKS: Final = ".,٫"
_GROUPING_ONLY: Final = "'٬"

_DIGITS = Pattern(r"[0-9]++", regex.V0)
_RUN = re.compile(r"[0-9]++(?:[.,٫٬'’‘ʼ][0-9]++)*+")
_SPACED = Pattern(r"[1-9][0-9]{0,2}+(?: (?P<group>[0-9]{3})(?![0-9]))++", regex.V0)
_TAIL = Pattern(r"[.,٫][0-9]++(?![.,٫٬'’‘ʼ][0-9])", regex.V0)
_JOINED = Pattern(r"[.,٫٬'’‘ʼ][0-9]", regex.V0)
_DECIMAL_MARK = Pattern(r"[.,٫]", regex.V0)


@remembered(64, most=1024)
def _pieces_of(run: str) -> tuple[Piece, ...]:
    """The figures of a run; offsets into it."""
    groups = [match.span() for match in _DIGITS.compiled.finditer(run)]
    marks = [_APOSTROPHES.get(run[group_end], run[group_end]) for _, group_end in groups[:-1]]
    return tuple(_pieces(_Run(run, groups, marks)))


def _end_of_run(text: str, start: int) -> int:
    match = _RUN.match(text, start)
    assert match is not None  # noqa: S101 - callers stand on a digit
    return match.end()


@dataclass(frozen=True, slots=True)
class _Run:
    """Groups of digits (start, end) and the separator after each but the last."""

    text: str
    groups: list[tuple[int, int]]
    marks: list[str]

    def digits(self, index: int) -> str:
        start, end = self.groups[index]
        return self.text[start:end]

    def is_group(self, index: int) -> bool:
        start, end = self.groups[index]
        return end - start == _GROUP

    def last_alike(self, first: int) -> int:
        """The last group that is reached from `first` with one and the same separator."""
        last = first
        while last < len(self.marks) and self.marks[last] == self.marks[first]:
            last += 1
        return last

    def last_of_thousands(self, first: int, last: int) -> int:
        """The last group up to `last` that three-digit groups reach from `first`."""
        reached = first
        if begins_thousands(self.digits(first)):
            while reached < last and self.is_group(reached + 1):
                reached += 1
        return reached

    def has_decimals(self, last: int) -> bool:
        """Whether the separator after group `last` is a decimal mark that stands there alone."""
        marks = self.marks
        return (
            last < len(marks)
            and marks[last] in _DECIMAL_MARKS
            and (last + 1 == len(marks) or marks[last + 1] != marks[last])
        )


def _pieces(run: _Run) -> Iterator[Piece]:
    first = 0
    while first < len(run.groups):
        last = run.last_alike(first)
        thousands = last > first and _may_group(run, first) and run.last_of_thousands(first, last) == last
        if last == first:
            yield _piece(run, first, first)
        elif thousands and run.has_decimals(last):
            last += 1
            yield _piece(run, first, last, (_joined(run, first, last - 1, last),))
        elif thousands:
            yield _piece(run, first, last, _thousands(run, first, last))
        elif last == first + 1 and run.marks[first] in _DECIMAL_MARKS:
            yield _piece(run, first, last, (_joined(run, first, first, last),))
        elif run.marks[first] == ".":
            yield Piece(run.groups[first][0], run.groups[last][1], None)
        else:
            first = yield from _list(run, first, last)
            continue
        first = last + 1


def _list(run: _Run, first: int, last: int) -> Generator[Piece, None, int]:
    """The figures of `1,2,3`, a list without spaces; gives the group to go on with."""
    at = first
    while at < last:
        reached = run.last_of_thousands(at, last) if _may_group(run, at) else at
        if reached == last:
            return at
        yield _piece(run, at, reached, _thousands(run, at, reached)) if reached > at else _piece(run, at, at)
        at = reached + 1
    return at


def _may_group(run: _Run, first: int) -> bool:
    return run.marks[first] != "٫"


def _thousands(run: _Run, first: int, last: int) -> tuple[str, ...]:
    values = [_joined(run, first, last, last)]
    if last == first + 1 and run.marks[first] not in _GROUPING_ONLY:
        values.append(_joined(run, first, first, last))
    return tuple(values)


def _joined(run: _Run, first: int, last_whole: int, last: int) -> str:
    """The value whose integer part ends with group `last_whole`; the groups after it are decimals."""
    integer = "".join(map(run.digits, range(first, last_whole + 1)))
    return canonical(integer, "".join(map(run.digits, range(last_whole + 1, last + 1))))


def _piece(run: _Run, first: int, last: int, values: tuple[str, ...] = ()) -> Piece:
    start, end = run.groups[first][0], run.groups[last][1]
    dots_alone = all(mark == "." for mark in run.marks[first:last])
    figure = Figure(values, run.text[start:end] if dots_alone else "") if values else whole(run.text[start:end])
    return Piece(start, end, figure)
