"""Thousands separators and decimal marks of any locale."""

from __future__ import annotations

import pytest

from tests.numbers.reading import assert_different, assert_reads, assert_same, read, ungrounded


@pytest.mark.parametrize(
    "texts",
    [
        ("3200 notes", "3,200 notes", "3.200 notes", "3'200 notes", "3’200 notes", "3 200 notes", "3\u202f200 notes"),
        (
            "2750000",
            "2,750,000",
            "2.750.000",
            "2'750'000",
            "2’750’000",
            "2 750 000",
            "2\u00a0750\u00a0000",
            "٢٬٧٥٠٬٠٠٠",
        ),
        ("4321.5", "4,321.50", "4.321,5", "4'321.5", "4’321,50", "4 321,5", "4\u00a0321.50", "٤٬٣٢١٫٥", "4321,5"),
        ("6.25", "6,25", "6.250", "6,2500", "٦٫٢٥", "６．２５"),
        ("7", "7.0", "7.00", "007", "7,0", "７", "٧", "७"),
        ("0.5", ".5", "0,50", "00.5"),
        ("12345678.9", "12,345,678.900", "12.345.678,90", "12 345 678,9"),
        ("1'234’567", "1234567"),
    ],
)
def test_same_value(texts: tuple[str, ...]) -> None:
    """The same value is found however it is separated, in whatever digits."""
    assert_same(*texts)


@pytest.mark.parametrize("body", ["5.000", "5,000"])
@pytest.mark.parametrize("evidence", ["5000", "5", "5.0", "5,000", "5.000", "5 000"])
def test_both_readings(body: str, evidence: str) -> None:
    """A separator before exactly three digits is a thousands separator or a decimal mark."""
    assert ungrounded(body, evidence) == []
    assert ungrounded(evidence, body) == []


@pytest.mark.parametrize(
    ("body", "evidence"),
    [
        ("8.300", "83"),
        ("8.300", "830"),
        ("8.300", "830,000"),
        ("1,900", "19,000"),
        ("3.5", "13.5"),
        ("3.5", "3.55"),
        ("35", "3.5"),
        ("0.750", "750"),
        ("1234.567", "1234567"),
        ("1,234.567", "1234567"),
        ("1.250.000", "1.25"),
        ("5'000", "5"),
        ("٥٬٠٠٠", "5"),
        ("٥٫٠٠٠", "5000"),
        ("10", "1010"),
        ("40", "4"),
    ],
)
def test_different_values(body: str, evidence: str) -> None:
    """A value is no part of another one, and only a comma or a dot before three digits is read in two ways."""
    assert_different(body, evidence)


@pytest.mark.parametrize(
    "marked",
    [
        "We counted ⟦1⟧,⟦2⟧,⟦3⟧ and ⟦4.5⟧,⟦5.5⟧,⟦6.5⟧.",
        'Lists: ⟦10⟧, ⟦20⟧, ⟦300⟧. Feet: ⟦6⟧\'⟦1⟧", ⟦27⟧".',
        "⟦12,345⟧,⟦67⟧ and ⟦1.234⟧,⟦567,890⟧ and ⟦1⟧ ⟦234'567⟧ and ⟦12⟧ ⟦3456⟧ and ⟦1234⟧ ⟦567⟧",
        "⟦0⟧ ⟦800⟧ and ⟦1,2345⟧ and ⟦12,34⟧.",
        "Sold: CHF ⟦12'500⟧, ⟦2.400.000⟧ € and $⟦.99⟧, ⟦7⟧…⟦8⟧, v.⟦5⟧",
        "Of ⟦1⟧/⟦4⟧ of ⟦9⟧/⟦10⟧, open ⟦24⟧/⟦7⟧, ⟦2024⟧/⟦2025⟧, ⟦3⟧:⟦1⟧ and so on",
    ],
)
def test_what_is_joined(marked: str) -> None:
    """Groups of three with one separator are one number, what else stands between digits parts them."""
    assert_reads(marked, "number")


def test_line_breaks_never_join() -> None:
    """The last number of a line and the first of the next one stay apart."""
    assert read("cluster 12\n500 nodes\r\n\r\n700 desks") == [("12", "number"), ("500", "number"), ("700", "number")]


@pytest.mark.parametrize(
    ("body", "evidence"),
    [
        ("In week 12 500 people came.", "12500 people"),
        ("In week 12 500 people came.", "500 people, week 12"),
        ("12 500 000", "12 and 500,000"),
        ("12 500 000", "12,500 and 000"),
        ("100 200 300 lamps", "300, 200, 100"),
        ("100 200 300 lamps", "100200300"),
        ("100 200 300 400 500", "100, 200, 300, 400 and 500"),
        ("12 345,5", "12 and 345.5"),
        ("12500", "12 500"),
        ("12", "12 500"),
        ("500", "12 500"),
        ("700 lamps, 40 desks", "40 700"),
        ("Rows 3 200%", "3 rows, 200%"),
        ("3 200%", "3200%"),
    ],
)
def test_spaces_join_or_part(body: str, evidence: str) -> None:
    """Digits with a space between are one number or several, in a body and in evidence."""
    assert ungrounded(body, evidence) == []


@pytest.mark.parametrize(
    ("evidence", "unfounded"),
    [
        ("nothing here", ["12 500"]),
        ("12 desks", ["12 500"]),
        ("500 lamps", ["12 500"]),
        ("12,500 desks", []),
    ],
)
def test_span_of_spaced_number(evidence: str, unfounded: list[str]) -> None:
    """When no reading is borne out as a whole, the report is about the one number."""
    assert ungrounded("In week 12 500 came.", evidence) == unfounded


def test_zero_begins_no_group() -> None:
    """Two numbers are not joined to make evidence for a third."""
    assert ungrounded("500 desks", "10 000 500") == []
    assert ungrounded("10 500 desks", "10 000 500") == []
    assert ungrounded("12 desks", "0 012 7") == []


@pytest.mark.parametrize(
    ("marked", "type_"),
    [
        ("⟦5²⟧", "number"),
        ("⟦1½⟧", "number"),
    ],
)
def test_fractions_and_superscripts(marked: str, type_: str) -> None:
    """A digit run before a superscript or a vulgar fraction is read without it."""
    body = marked.strip("⟦⟧")
    assert read(body) == [(body[0], type_)]


def test_nothing_is_made_of_other_numerals() -> None:
    """Superscripts, subscripts, fractions, circled, parenthesized and Roman numerals hold no digits."""
    assert read("½ ¾ x² CO₂ ① ⑫ ➂ ⒊ ⑷ Ⅻ 五 ㈤ ㋄") == []
    assert read("10⁶ requests, ½ of them") == [("10", "number")]
