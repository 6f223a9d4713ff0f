"""Twice the text takes about twice the time to read, whatever the text; numbers may have any length."""

from __future__ import annotations

import time

import pytest

from reachweaver.numbers import NumberIndex, read_numbers
from reachweaver.text.prose import Prose
from tests.numbers.reading import ungrounded

SIZE = 24_000
_FLOOR = 0.005
"""Seconds below which a time says nothing."""

UNITS = [
    *(
        "1",
        "12 ",
        "1,",
        "1.",
        "1 000 ",
        "000 ",
        "1-",
        "1–2% ",
        "1 to 2% ",
        "v1.",
        "v1-a.",
        "1.1.1-a1.",
        "1.1.1-a-",
        "1'",
    ),
    *("March 1 ", "March ", "1 March ", "1/", "1/1/", "#1", "a1", "1a", "1x", "10:30", "1:", "e\u03011", "1\n", "1.\n"),
    *(
        "(1) ",
        "UTC+1 ",
        "0x1",
        "1\u20e3",
        "5 million ",
        "2026-",
        "2026-03-",
        "versions 1.1, ",
        "1²",
        "%1",
        " .1",
        "年1月",
    ),
    *(
        "1 000,",
        "1 000.5 ",
        "\u20291/2",
        "12:30+02:00",
        "2026-03-01T",
        "🧵1/ ",
        "1m ",
        "v",
        "vv1 ",
        "March 3–5–",
        "5 may ",
    ),
]


@pytest.mark.parametrize("unit", UNITS)
def test_linear(unit: str) -> None:
    """One thing over and over is read in linear time."""
    text = unit * (SIZE // len(unit))
    ratios = []
    for repeats in (1, 2, 4):
        short, long = (min(_seconds(part) for _ in range(repeats)) for part in (text[: len(text) // 2], text))
        ratios.append(long / max(short, _FLOOR))
        if ratios[-1] < 3.5:
            return
    pytest.fail(f"twice the text takes {min(ratios):.1f} times the time")


def _seconds(text: str) -> float:
    prose = Prose(text)
    _ = (prose.plain, prose.addresses.urls, prose.addresses.emails, prose.addresses.mentions, prose.addresses.hashtags)
    started = time.process_time()
    NumberIndex(read_numbers(prose))
    return time.process_time() - started


@pytest.mark.parametrize("unit", ["7", "1.", "7,777", " 777"])
def test_long_numbers(unit: str) -> None:
    """A number of many thousand digits is read and compared."""
    digits = (unit * 20_000).strip(" .,")
    body = f"It has {digits} of them"
    assert ungrounded(body, body) == []
    assert ungrounded(body, "It has 7 of them") != []
