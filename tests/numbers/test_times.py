"""Times of day, with and without am and pm."""

from __future__ import annotations

import pytest

from tests.numbers.reading import assert_different, assert_reads, assert_same, read, ungrounded


@pytest.mark.parametrize(
    "marked",
    [
        "⟦08:45⟧ ⟦8:45⟧ ⟦20:15:30⟧ ⟦8:45 AM⟧ ⟦8:45am⟧ ⟦8am⟧ ⟦8 a.m.⟧ ⟦8 A.M.⟧, ⟦8:45 p.m.⟧ ⟦8.45pm⟧ ⟦24:00⟧",
        "At ⟦8am⟧. At ⟦8 pm⟧! ⟦０８：４５⟧ ⟦8\u00a0PM⟧ ⟦8\u00a0㏘⟧ (⟦8 p.m⟧)",
        "⟦8am⟧에 ⟦8:45 PM⟧부터 ⟦8 p.m.⟧까지 ⟦20:45⟧에",
        "⟦18:00⟧ CET, ⟦10:30⟧Z, ⟦10:30⟧ UTC+2, ⟦10:30⟧+02:00, ⟦10:30 am⟧ (GMT-5), ⟦10:30⟧ +05:30, ⟦8:00⟧-⟦17:00⟧",
    ],
)
def test_spans(marked: str) -> None:
    """A span holds am or pm, and no zone."""
    assert_reads(marked, "time")


def test_date_with_time() -> None:
    """An ISO date before a T stands beside its time."""
    assert read("2027-03-01T10:30:00Z, 2027-03-01T08:15:30.250-05:00 and 2027-03-01 10:30") == [
        ("2027-03-01", "date"),
        ("10:30:00", "time"),
        ("2027-03-01", "date"),
        ("08:15:30.250", "time"),
        ("2027-03-01", "date"),
        ("10:30", "time"),
    ]


@pytest.mark.parametrize(
    "texts",
    [
        ("7 PM", "7pm", "7:00 pm", "07:00 p.m.", "7 P.M.", "7.00 pm", "7:00:00 PM"),
        ("9:05", "09:05", "09:05:00", "９：０５"),
    ],
)
def test_same_time(texts: tuple[str, ...]) -> None:
    """Leading zeros and minutes or seconds of zero make no difference."""
    assert_same(*texts)


def test_different_times() -> None:
    """Nothing is converted, and a time is no number."""
    assert_different("2:30 PM", "14:30", "2:30 AM", "2:31 PM", "2", "2:30:01 pm", "30", "3 PM")


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("10–1 pm", "10 am to 1 pm"),
        ("10-1pm", "10 am, 1 pm"),
        ("11:30–1 pm", "11:30 am, 1 pm"),
        ("9–12 pm", "9 am, 12 pm"),
        ("9–9 pm", "9 am, 9 pm"),
        ("10 to 2 am", "10 pm, 2 am"),
        ("10 am", "10–1 pm"),
        ("9–5 pm", "9 pm, 5 pm"),
    ],
)
def test_a_range_over_noon(text: str, evidence: str) -> None:
    """Where the second time comes no later on the dial, the first may be of the other half of the day."""
    assert ungrounded(text, evidence) == []


def test_a_range_within_half_a_day() -> None:
    """Where it comes later, the first is of the same half, and neither is of another hour."""
    assert ungrounded("12–5 pm", "12 am, 5 pm") == ["12"]
    assert ungrounded("3–5 pm", "3 am, 5 pm") == ["3"]
    assert ungrounded("10–1 pm", "11 am, 1 pm") == ["10"]


def test_am_and_pm_one_way() -> None:
    """A time without am or pm is grounded by the same digits with it, not the reverse."""
    assert ungrounded("8:30", "8:30 PM") == []
    assert ungrounded("8:00", "8 am") == []
    assert ungrounded("8:30 PM", "8:30") == ["8:30 PM"]


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("16:9 and 3:1", ["16", "9", "3", "1"]),
        ("25:00, 10:60, 24:30", ["25", "00", "10", "60", "24", "30"]),
        ("13 am, 7.4 grams, 3.5am", ["13", "7.4", "3.5"]),
        ("100:30 and 4:30:2", ["100", "30", "4", "30", "2"]),
        ("I am 10, am I?", ["10"]),
    ],
)
def test_what_is_no_time(text: str, spans: list[str]) -> None:
    """What no clock shows is read as numbers."""
    assert read(text) == [(span, "number") for span in spans]
