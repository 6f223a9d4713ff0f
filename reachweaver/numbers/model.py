"""What a number is: where it stands, what kind it is, and every value that it may stand for.

Values are strings of ASCII digits throughout. Nothing is ever converted to an `int`, so a number may have any length.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal, TypeAlias

from reachweaver.data import dataclass

NumberType = Literal["number", "percentage", "version", "date", "time", "ordinal", "multiplier"]

Reading: TypeAlias = tuple[str, ...]
"""One value that a number may stand for, as a key to look up. The first item tells its shape:

- a type, its magnitude (`""`, `k`, `M` …) and its value: `("percentage", "", "12.5")`;
- `("digits", "2.0")`, a plain number with dots, or a version, digit for digit;
- `("version", "1.2.0", "-rc.1")`, digits and suffix;
- `("year", "2026")`;
- `("date", "2026", "3", "14")`, where year or day may be `""`;
- `("time", "10", "30", "", "a")`, where seconds and meridiem may be `""`.
"""


@dataclass(frozen=True, slots=True)
class Figure:
    """The digits of a number, without its kind."""

    values: tuple[str, ...]
    """Every value that its separators allow, leading and closing zeros left out: `1,000` is 1000 or 1."""
    digits: str
    """As written, when it is made of digits and dots alone; else `""`."""


@dataclass(frozen=True, slots=True)
class Number:
    """One number of a text. `start` and `end` are offsets into `Prose.plain.text`."""

    type: NumberType
    start: int
    end: int
    readings: frozenset[Reading]
    """Every plausible value; evidence that has any of them grounds the number."""
    alternatives: tuple[tuple[Number, ...], ...] = ()
    """Other ways to read the same characters, best first: `10 000` also holds as 10 and 000."""
    figure: Figure | None = None
    """None for dates, times and versions."""
    magnitude: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether nothing is written with its digits that tells a kind or a magnitude."""
        return self.type == "number" and not self.magnitude and self.figure is not None


def quantity(figure: Figure, start: int, end: int, type_: NumberType = "number", magnitude: str = "") -> Number:
    """A number with a figure: of any type but version, date and time."""
    readings: list[Reading] = [(type_, magnitude, value) for value in figure.values]
    if type_ == "number" and not magnitude:
        if "." in figure.digits:
            readings.append(("digits", figure.digits))
        elif is_year(figure.digits):
            readings.append(("year", figure.digits))
    return Number(type_, start, end, frozenset(readings), (), figure, magnitude)


def version(digits: str, suffix: str, start: int, end: int) -> Number:
    """A version; one with a dot and no suffix is also what a plain number of the same digits says."""
    readings: set[Reading] = {("version", digits, suffix)}
    if "." in digits and not suffix:
        readings.add(("digits", digits))
    return Number("version", start, end, frozenset(readings))


def is_year(digits: str) -> bool:
    """Whether digits as written are a four-digit year."""
    return len(digits) == _YEAR_LENGTH and digits[0] != "0" and digits.isdecimal()


def with_kind(number: Number, type_: NumberType, magnitude: str) -> Number:
    """The same digits with another kind; of an alternative's numbers the last gets it."""
    if number.figure is None:
        return number
    changed = quantity(number.figure, number.start, number.end, type_, magnitude)
    alternatives = tuple((*numbers[:-1], with_kind(numbers[-1], type_, magnitude)) for numbers in number.alternatives)
    return replace(changed, alternatives=alternatives)


_YEAR_LENGTH: Final = 4
