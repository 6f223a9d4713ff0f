"""Ranges: what the first number takes from the second."""

from __future__ import annotations

import pytest

from tests.numbers.reading import read, ungrounded


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("15–25%", [("15", "percentage"), ("25%", "percentage")]),
        ("15-25 percent", [("15", "percentage"), ("25 percent", "percentage")]),
        ("15 to 25 %", [("15", "percentage"), ("25 %", "percentage")]),
        ("15%–25%", [("15%", "percentage"), ("25%", "percentage")]),
        ("15‑25%", [("15", "percentage"), ("25%", "percentage")]),
        ("15—25%", [("15", "percentage"), ("25%", "percentage")]),
        ("15〜25%", [("15", "percentage"), ("25%", "percentage")]),
        ("1.5–2.5%", [("1.5", "percentage"), ("2.5%", "percentage")]),
        ("5-15-25%", [("5", "percentage"), ("15", "percentage"), ("25%", "percentage")]),
        ("2–3x", [("2", "multiplier"), ("3x", "multiplier")]),
        ("2 to 3 times", [("2", "multiplier"), ("3 times", "multiplier")]),
        ("**15**–**25%**", [("15", "percentage"), ("25%", "percentage")]),
        ("_2_ to __3x__", [("2", "multiplier"), ("3x", "multiplier")]),
        ("2- to 3-fold", [("2", "multiplier"), ("3-fold", "multiplier")]),
        ("10- to 20-minute", [("10", "number"), ("20", "number")]),
        ("3–5th", [("3", "ordinal"), ("5th", "ordinal")]),
        ("7–9 am", [("7", "time"), ("9 am", "time")]),
        ("7:30–9:30 pm", [("7:30", "time"), ("9:30 pm", "time")]),
        ("7–9:30", [("7", "time"), ("9:30", "time")]),
        ("6–8 May 2027", [("6", "date"), ("8 May 2027", "date")]),
        ("6-8 May 2027", [("6", "date"), ("8 May 2027", "date")]),
        ("6th to 8th of May", [("6th", "date"), ("8th of May", "date")]),
        ("May 6–8, 2027", [("May 6", "date"), ("8, 2027", "date")]),
        ("May 6–8", [("May 6", "date"), ("8", "date")]),
        ("May 6th to 8th", [("May 6th", "date"), ("8th", "date")]),
        ("May 6 – June 8, 2027", [("May 6", "date"), ("June 8, 2027", "date")]),
        ("6 May to 8 June 2027", [("6 May", "date"), ("8 June 2027", "date")]),
        ("May 6-Jun 8", [("May 6", "date"), ("Jun 8", "date")]),
        ("2024–2026", [("2024", "number"), ("2026", "number")]),
        ("1.2–1.4.0", [("1.2", "version"), ("1.4.0", "version")]),
        ("$5–$10 million", [("5", "number"), ("10 million", "number")]),
        ("24-hour 3-step", [("24", "number"), ("3", "number")]),
        ("%15-%25", [("%15", "percentage"), ("%25", "percentage")]),
        ("%15-25", [("%15", "percentage"), ("25", "percentage")]),
        ("٪١٥–٢٥", [("٪١٥", "percentage"), ("٢٥", "percentage")]),
        ("%15-10:30", [("%15", "percentage"), ("10:30", "time")]),
    ],
)
def test_spans_and_types(text: str, numbers: list[tuple[str, str]]) -> None:
    """Each number of a range has its own span; the first takes the kind of the second."""
    assert read(text) == numbers


@pytest.mark.parametrize(
    ("body", "evidence"),
    [
        ("15–25%", "15%, 25%"),
        ("15% and 25 percent", "15-25%"),
        ("5-10k", "5k, 10 thousand"),
        ("$5–10 million", "5M, 10M"),
        ("€5–€10bn", "5bn, 10bn"),
        ("5 € to 10 million €", "5M, 10M"),
        ("7–9 am", "7:00 am, 9:00 am"),
        ("7 am, 9 am", "7–9 am"),
        ("May 6–8, 2027", "2027-05-06, 2027-05-08"),
        ("6–8 May 2027", "May 8, 2027 and May 6, 2027"),
        ("6 May to 8 June 2027", "2027-05-06 2027-06-08"),
        ("7.30–9.30 am", "7:30 am 9:30 am"),
        ("10 000–20 000%", "10,000%, 20,000%"),
        ("2–3x", "2x 3×"),
    ],
)
def test_values(body: str, evidence: str) -> None:
    """The first number takes magnitude, am or pm, month and year, too."""
    assert ungrounded(body, evidence) == []


@pytest.mark.parametrize(
    ("body", "evidence", "unfounded"),
    [
        ("15–25%", "15 sites, 25%", ["15"]),
        ("15 to 25%", "15 sites, 25%", ["15"]),
        ("5-10k", "5, 10k", ["5"]),
        ("7–9 am", "7 desks, 9 am", ["7"]),
        ("7–9 am", "7 pm, 9 am", ["7"]),
        ("6–8 May 2027", "6 desks, 8 May 2027", ["6"]),
        ("May 6–8, 2027", "May 6, May 8, 2027", ["May 6"]),
        ("15 sites", "15–25%", ["15"]),
        ("2025", "2024–2026", ["2025"]),
        ("15%–25", "15%, 25%", ["25"]),
    ],
)
def test_kinds_must_match_in_ranges(body: str, evidence: str, unfounded: list[str]) -> None:
    """A number in a range is no plain number."""
    assert ungrounded(body, evidence) == unfounded


@pytest.mark.parametrize("body", ["Desk 4 – 50% off", "Desk 4 - 50% off", "Desk 4 — 50% off", "Room 3 – 10:30"])
def test_a_spaced_dash_may_part_two_thoughts(body: str) -> None:
    """With spaces around it a dash joins a range or ends a thought: both readings hold."""
    assert ungrounded(body, "desk 4, 50%, room 3, 10:30") == []
    assert ungrounded(body, "4%, 50%, 3:00, 10:30") == []


def test_a_sign_before_both_numbers() -> None:
    """`%15-25` is 15% to 25%, or 15% and a 25; it is not 15% to 26%."""
    assert ungrounded("%15-25", "15% 25%") == []
    assert ungrounded("%15-25", "15–25%") == []
    assert ungrounded("%15-25", "15%, 25 desks") == []
    assert ungrounded("%15-26", "15–25%") == ["26"]


def test_lists_are_no_ranges() -> None:
    """A hyphen at the beginning of a line is a bullet."""
    assert read("Talks: 12\n- 20% off") == [("12", "number"), ("20%", "percentage")]
    assert read("12\n\nto 20%") == [("12", "number"), ("20%", "percentage")]


def test_a_greater_first_number_may_have_no_magnitude() -> None:
    """`from 200 to 3 million` says 200, or 200 million."""
    assert ungrounded("from 200 to 3 million", "200, 3M") == []
    assert ungrounded("from 200 to 3 million", "200M, 3M") == []
    assert ungrounded("from 2 to 3 million", "2, 3M") == ["2"]
