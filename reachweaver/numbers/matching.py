"""Whether evidence has a number: takes numbers of a claim and of evidence, compares them by look-up.

The less exact is grounded by the more exact, never the reverse (contract, section 6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from reachweaver.numbers.model import Number, Reading


class NumberIndex:
    """The numbers of one evidence item, ready for look-up."""

    def __init__(self, numbers: Iterable[Number]) -> None:
        self.readings = frozenset(_offered(numbers))
        """Every value that the evidence grounds."""

    def grounds(self, number: Number) -> bool:
        """Whether the evidence has any value that the number may stand for, as the same kind of value."""
        return not self.readings.isdisjoint(number.readings)


def settle(number: Number, *grounds: Callable[[Number], bool]) -> tuple[Number, ...]:
    """The way of reading a number's characters that evidence bears out best, as the numbers that they then are.

    Each of `grounds` tells whether some evidence has a number, the evidence that counts most first. When none has all
    numbers of any reading, the number stays as it is.
    """
    if not number.alternatives:
        return (number,)
    ways = ((number,), *number.alternatives)
    borne_out = (numbers for has in grounds for numbers in ways if all(map(has, numbers)))
    return next(borne_out, (number,))


def _offered(numbers: Iterable[Number]) -> Iterator[Reading]:
    """Every reading that evidence with these numbers grounds, the less exact ones included."""
    for number in numbers:
        for reading in number.readings:
            yield reading
            yield from _less_exact(reading)
        for alternative in number.alternatives:
            yield from _offered(alternative)


def _less_exact(reading: Reading) -> Iterator[Reading]:
    if reading[0] == "date":
        _, year, month, day = reading
        if year:
            yield ("year", year)
        if year and day:
            yield ("date", "", month, day)
            yield ("date", year, month, "")
    elif reading[0] == "time" and reading[-1]:
        yield (*reading[:-1], "")
