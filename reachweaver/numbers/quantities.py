"""Numbers with a kind or magnitude behind their digits: takes figures in a text, gives them with every way to read them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Final

from reachweaver.numbers.figures import joined, pieces_at, whole
from reachweaver.numbers.model import Figure, Number, is_year, quantity
from reachweaver.numbers.suffixes import Suffix, suffixes_at


def number_of(text: str, figure: Figure, start: int, end: int) -> Number:
    """The number whose digits are start..end, with what follows them."""
    first, *others = suffixes_at(text, end, after_date=is_year(figure.digits) and figure.digits[:2] in _CENTURIES)
    number = quantity(figure, start, first.end, first.type, first.magnitude)
    return replace(number, alternatives=tuple((_with(other, figure, start),) for other in others)) if others else number


_CENTURIES: Final = ("18", "19", "20")


def spaced_number(text: str, groups: list[tuple[int, int]]) -> Number:
    """The number of digit groups (start, end) with a space between; its alternatives are several numbers."""
    suffixes = suffixes_at(text, groups[-1][1])
    splits = [cuts for cuts in _splits(len(groups)) if not _begins_with_zero(text, groups, cuts)]
    first, *ways = [_parted(text, groups, cuts, suffix) for suffix in suffixes for cuts in ((), *splits)]
    return replace(first[0], alternatives=tuple(ways))


_MOST_GROUPS_TO_SPLIT: Final = 4


def _with(suffix: Suffix, figure: Figure, start: int) -> Number:
    return quantity(figure, start, suffix.end, suffix.type, suffix.magnitude)


def _splits(count: int) -> Iterator[tuple[int, ...]]:
    """Where to part `count` groups, fewest parts first; many groups are parted everywhere or nowhere."""
    places = range(1, count)
    if count > _MOST_GROUPS_TO_SPLIT:
        yield tuple(places)
        return
    for parts in places:
        yield from combinations(places, parts)


def _begins_with_zero(text: str, groups: list[tuple[int, int]], cuts: tuple[int, ...]) -> bool:
    """Whether a part of several groups would begin with a zero, as no number of groups does."""
    return any(text[groups[first][0]] == "0" and last - first > 1 for first, last in pairwise((*cuts, len(groups))))


def _parted(text: str, groups: list[tuple[int, int]], cuts: tuple[int, ...], suffix: Suffix) -> tuple[Number, ...]:
    """The groups as one number for each part; the last one has the suffix."""
    numbers = []
    for first, last in pairwise((0, *cuts, len(groups))):
        part = groups[first:last]
        start, end = part[0][0], part[-1][1]
        figure = _figure(text, part)
        numbers.append(_with(suffix, figure, start) if last == len(groups) else quantity(figure, start, end))
    return tuple(numbers)


def _figure(text: str, part: list[tuple[int, int]]) -> Figure:
    if len(part) > 1:
        return joined([text[start:end] for start, end in part])
    ((start, end),) = part
    figure = pieces_at(text, start)[0].figure
    return figure if figure is not None else whole(text[start:end])
