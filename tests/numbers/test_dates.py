"""Dates in their many forms, and which evidence is exact enough for them."""

from __future__ import annotations

import pytest

from tests.numbers.reading import assert_different, assert_reads, assert_same, read, ungrounded


@pytest.mark.parametrize(
    "marked",
    [
        "⟦2027-05-09⟧, ⟦2027/05/09⟧, ⟦2027/5/9⟧, ⟦09/05/2027⟧, ⟦9.5.2027⟧, ⟦09-05-2027⟧ and ⟦05/09/27⟧.",
        "⟦May 9, 2027⟧, ⟦MAY 9 2027⟧, ⟦may 9,2027⟧, ⟦May 9th, 2027⟧, ⟦9 May 2027⟧, ⟦9th of May, 2027⟧, ⟦9-May-2027⟧",
        "⟦Sep. 1st⟧, ⟦Sept 1⟧, ⟦September the 1st⟧, ⟦1st of September⟧, ⟦1 Sep⟧. ⟦1 Sep. 2027⟧",
        "⟦May 2027⟧, ⟦May, 2027⟧, ⟦May of 2027⟧, mid-⟦Oct. 2027⟧, ⟦2027-05⟧, ⟦05/2027⟧",
        "Budapest, ⟦2027. 05. 09⟧., ⟦2027. 5. 9⟧. Praha, ⟦9. 5. 2027⟧.",
        "⟦２０２７－０５－０９⟧ ⟦٩/٥/٢٠٢٧⟧ ⟦2027年5月9日⟧ ⟦5月9日⟧ ⟦2027년 5월 9일⟧ ⟦2027‑05‑09⟧",
        "Monday, ⟦May 3⟧. On ⟦5 may⟧ we start. ⟦29 February 2028⟧, ⟦Feb 29⟧. ⟦2027-05-01⟧/⟦2027-05-09⟧",
    ],
)
def test_spans(marked: str) -> None:
    """A date's span goes from its first to its last part, without a full stop behind it."""
    assert_reads(marked, "date")


@pytest.mark.parametrize(
    "texts",
    [
        (
            "2027-11-23",
            "November 23, 2027",
            "23 Nov 2027",
            "23rd of November 2027",
            "23/11/2027",
            "11/23/2027",
            "23.11.2027",
        ),
        (
            "2027-11-23",
            "2027/11/23",
            "NOV. 23RD, 2027",
            "23 november, 2027",
            "2027年11月23日",
            "23-11-2027",
            "23-Nov-2027",
        ),
        ("July 4", "4 July", "4th of July", "Jul. 4th", "the 4th July", "JULY 4", "7月4日"),
        ("June 2027", "Jun 2027", "06/2027", "2027-06", "june, 2027"),
    ],
)
def test_same_day(texts: tuple[str, ...]) -> None:
    """The same day or month written another way matches."""
    assert_same(*texts)


@pytest.mark.parametrize("written", ["04/07/2027", "4.7.2027", "04-07-2027", "4/7/2027"])
@pytest.mark.parametrize("meant", ["4 July 2027", "April 7, 2027"])
def test_both_orders(written: str, meant: str) -> None:
    """Day first and month first both hold when both are possible."""
    assert ungrounded(written, meant) == []
    assert ungrounded(meant, written) == []


@pytest.mark.parametrize(
    ("exact", "less_exact"),
    [
        ("23 November 2027", "November 23"),
        ("23 November 2027", "November 2027"),
        ("23 November 2027", "2027"),
        ("2027-11-23T08:00:00Z", "2027"),
        ("November 2027", "2027"),
        ("2027-11", "2027"),
    ],
)
def test_one_way(exact: str, less_exact: str) -> None:
    """The less exact is grounded by the more exact, never the reverse."""
    assert ungrounded(less_exact, exact) == []
    assert ungrounded(exact, less_exact)[0] == read(exact)[0][0]


def test_different_days() -> None:
    """Another day, month or year is another date."""
    assert_different("1 May 2027", "2 May 2027", "1 June 2027", "1 May 2028", "May 3", "July 2027")
    assert_different("12 seats", "12 May 2027", "the 12th")


@pytest.mark.parametrize("year", ["2,027", "2027.5", "2027%", "2027x"])
def test_a_year_has_four_digits(year: str) -> None:
    """A date grounds its year as four digits, not as a quantity."""
    assert ungrounded(year, "1 May 2027") == [read(year)[0][0]]


def test_a_year_month_may_be_two_numbers() -> None:
    """`2010-12` is December or two numbers, whichever evidence has."""
    assert ungrounded("2010-12", "December 2010") == []
    assert ungrounded("2010-12", "from 2010 to 12") == []
    assert ungrounded("2010-12", "in 2010") == ["2010-12"]


@pytest.mark.parametrize(
    "text",
    [
        "31/02/2027",
        "2027-13-40",
        "32/13/2027",
        "30 February",
        "February 30",
        "Feb 29, 2027",
        "0/5/2027",
        "5/0/2027",
        "2027/00/10",
    ],
)
def test_impossible_dates(text: str) -> None:
    """What is no day is no date; its digits are numbers."""
    assert "date" not in {type_ for _, type_ in read(text)}


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Ends 32 Dec 10", [("32", "number"), ("10", "number")]),
        ("Ends 31 Feb 11", [("31", "number"), ("11", "number")]),
        ("You may invite 6, and teams of 5 may march along", [("6", "number"), ("5", "number")]),
        ("Only 3 may apply. At most 4 may.", [("3", "number"), ("4 may", "date")]),
        ("In May 10% more", [("10%", "percentage")]),
        ("In March 1,200 came", [("1,200", "number")]),
        ("In March 5 million came", [("5 million", "number")]),
        ("In May 1500 came", [("1500", "number")]),
        ("Since March 10x", [("10x", "multiplier")]),
        ("March 10:30 am", [("10:30 am", "time")]),
        ("March 10 am", [("10 am", "time")]),
        ("the March 3-day event", [("3", "number")]),
        ("COVID-19 March update", [("19", "number")]),
        ("We raised $5 March", [("5", "number")]),
        ("on 1 March 5 came", [("1 March", "date"), ("5", "number")]),
        ("Marching 5, mayor 6, decimal 7", [("5", "number"), ("6", "number"), ("7", "number")]),
        ("5 March. 2027 was better.", [("5 March", "date"), ("2027", "number")]),
        ("12 345/6/7", [("12 345", "number"), ("6", "number"), ("7", "number")]),
        ("2027-03-01-05", [("2027", "number"), ("03", "number"), ("01", "number"), ("05", "number")]),
        ("32.13.2027", [("32.13.2027", "version")]),
    ],
)
def test_what_is_no_date(text: str, numbers: list[tuple[str, str]]) -> None:
    """Verbs, kinds, magnitudes, compounds and longer rows of digits make no date."""
    assert read(text) == numbers


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Windows 11 March 3, 2027", [("11", "number"), ("March 3, 2027", "date")]),
        ("Top 40 Mar. 3rd 2027", [("40", "number"), ("Mar. 3rd 2027", "date")]),
        ("Top 10\nMarch 3, 2027", [("10", "number"), ("March 3, 2027", "date")]),
        ("GPT-4 March 3", [("4", "number"), ("March 3", "date")]),
        ("For $5 March 3", [("5", "number"), ("March 3", "date")]),
        ("Up to 5 million May 3", [("5 million", "number"), ("May 3", "date")]),
        ("We are 40\n\nMarch 3", [("40", "number"), ("March 3", "date")]),
        ("We are 40 (March 3)", [("40", "number"), ("March 3", "date")]),
        ("2 March 3 2027%", [("2 March", "date"), ("3", "number"), ("2027%", "percentage")]),
    ],
)
def test_a_number_before_a_month(text: str, numbers: list[tuple[str, str]]) -> None:
    """A number that is not written as the day of the month behind it leaves the date what it is."""
    assert read(text) == numbers


def test_a_year_does_not_reach_into_the_next_date() -> None:
    """The year of `2027-03-01` is that of no month's name before it."""
    assert read("On 3 March, 2027-03-05") == [("3 March", "date"), ("2027-03-05", "date")]
    assert read("May\n2027-05-01") == [("2027-05-01", "date")]
    assert read("March 2027-2028") == [("March 2027", "date"), ("2028", "number")]


def test_in_a_month() -> None:
    """After `in` a number behind a month need not be its day, and digits in groups are no day."""
    assert ungrounded("In March 5 teams came", "5 teams came") == []
    assert ungrounded("Check in March 5", "March 5, 2027") == []
    assert ungrounded("In March 5 teams came", "6 teams came") == ["March 5"]
    assert ungrounded("On March 5 teams came", "5 teams came") == ["March 5"]
    assert read("In March 12 500 came") == [("12 500", "number")]
    assert read("On March 12 500 came") == [("March 12", "date"), ("500", "number")]
    assert read("By March 20 000 came") == [("20 000", "number")]


def test_line_breaks() -> None:
    """A date may go over a line break; a number at a line's end before a month may be read either way."""
    assert read("on March\n14, 2027") == [("March\n14, 2027", "date")]
    assert read("in March\n14 talks") == [("14", "number")]
    assert ungrounded("Talks: 14\nMarch 2027: launch", "14 March 2027") == []
    assert ungrounded("Talks: 14\nMarch 2027: launch", "14 talks", "March 2027") == []
    assert read("March\n\n14, 2027") == [("14", "number"), ("2027", "number")]


def test_a_dotted_day_is_a_version_too() -> None:
    """`2027.03.01` has two dots, and may be a day."""
    assert read("2027.03.01") == [("2027.03.01", "version")]
    assert ungrounded("2027.03.01", "March 1, 2027") == []
    assert ungrounded("March 1, 2027", "2027.03.01") == []


def test_a_dotted_day_with_a_short_year_is_a_version_too() -> None:
    """`04.07.27` holds as a day in both orders and as a version; other digits, and what has a v, are versions alone."""
    assert ungrounded("04.07.27", "4 July 2027") == []
    assert ungrounded("04.07.27", "April 7, 2027") == []
    assert ungrounded("4 July", "bis 04.07.27") == []
    assert ungrounded("04.07.27", "Version 04.07.27") == []
    assert ungrounded("4.7.27", "4 July 2027") == ["4.7.27"]
    assert ungrounded("31.02.27", "31 March 2027") == ["31.02.27"]
    assert ungrounded("v04.07.27", "4 July 2027") == ["v04.07.27"]


def test_spaced_dots_are_a_date_or_numbers() -> None:
    """`2027. 5. 9` is the day, and holds as three numbers too; an impossible day or a decimal is none."""
    assert_same("2027. 5. 9", "9. 5. 2027.", "9 May 2027", "2027년 5월 9일")
    assert ungrounded("2027. 5. 9", "2027; 5; 9") == []
    assert ungrounded("2027. 5. 9", "2027-05-10") == ["2027. 5. 9"]
    assert read("2027. 13. 40 or 2027. 5. 9%") == [
        ("2027", "number"),
        ("13", "number"),
        ("40", "number"),
        ("2027", "number"),
        ("5", "number"),
        ("9%", "percentage"),
    ]
