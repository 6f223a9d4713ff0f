"""Percentages, multipliers, ordinals and magnitudes: what is written after digits and belongs to the value."""

from __future__ import annotations

import pytest

from tests.numbers.reading import assert_different, assert_reads, assert_same, read, ungrounded


@pytest.mark.parametrize(
    ("marked", "type_"),
    [
        (
            "⟦45%⟧ ⟦45 %⟧ ⟦45\u00a0%⟧ ⟦４５％⟧ ⟦45 percent⟧ ⟦45 per cent⟧ ⟦45 PCT⟧. ⟦45-percent⟧ ⟦45\u00a0per\u00a0cent⟧",
            "percentage",
        ),
        ("⟦٤٥٪⟧ ⟦٤٥ ٪⟧ ⟦१२%⟧ +⟦12.50%⟧ −⟦3%⟧ ~⟦7 %⟧ (⟦9%⟧) 上⟦40%⟧増 ⟦100%⟧-owned", "percentage"),
        ("⟦%45⟧ daha, (⟦٪٤٥⟧) و⟦٪٤٥⟧, ⟦100-%⟧-Garantie", "percentage"),
        ("⟦40 percent⟧를 ⟦40%⟧를 ⟦40pct⟧가", "percentage"),
        ("⟦3x⟧로 ⟦3-fold⟧로 ⟦3 times⟧는", "multiplier"),
        ("⟦1st⟧는", "ordinal"),
        ("⟦10k⟧명 ⟦5M⟧명이 ⟦2bn⟧원 ⟦5 million⟧을 ⟦30⟧ms를 ⟦2⟧FA를", "number"),
        (
            "⟦4x⟧ ⟦4X⟧ ⟦4×⟧ ⟦4 ×⟧, ⟦4 x⟧ faster ⟦4 times⟧ ⟦4-times⟧ ⟦4-fold⟧ ⟦4fold⟧ ⟦4‑fold⟧ ⟦2.5x⟧ ⟦1,000x⟧ ⟦3x⟧高速",
            "multiplier",
        ),
        ("⟦3rd⟧ ⟦21ST⟧ ⟦42nd⟧-best ⟦1,000th⟧ ⟦10 000th⟧ ⟦2nd⟧.", "ordinal"),
        (
            "⟦10k⟧ ⟦10K⟧ ⟦5M⟧ ⟦2bn⟧ ⟦2 bn⟧ ⟦5 million⟧ ⟦10 thousand⟧ ⟦3-billion⟧ ⟦7 Millions⟧ €⟦1,5M⟧ ⟦5 M⟧€ ⟦10k⟧+ ⟦4K⟧ ⟦9 trillion⟧",
            "number",
        ),
        (
            "⟦30⟧ms ⟦5⟧MB $⟦5⟧ ⟦5⟧ € ⟦2⟧FA ⟦5⟧G ⟦3⟧D ⟦25⟧mm ⟦3⟧km ⟦6⟧bit ⟦90⟧s ⟦5⟧°C ⟦1080⟧p ⟦24⟧-hour ⟦5⟧ K-pop ⟦3⟧ M&M",
            "number",
        ),
        ("⟦40⟧ percentage points, ⟦3⟧ X posts, ⟦3⟧xl, ⟦10⟧xers, ⟦2⟧ thousandths, ⟦5⟧‰", "number"),
        ("⟦1920⟧x⟦1080⟧ ⟦1920⟧ x ⟦1080⟧ ⟦1920⟧×⟦1080⟧ ⟦1920⟧ × ⟦1080⟧ ⟦3⟧x⟦4⟧x⟦5⟧", "number"),
    ],
)
def test_spans(marked: str, type_: str) -> None:
    """A span holds what makes the kind, and no sign, currency or unit."""
    assert_reads(marked, type_)


@pytest.mark.parametrize(
    ("text", "percentage", "number"),
    [("5 %6", "5 %", "6"), ("5 k %6", "5 k %", "6"), ("5 million ٪6", "5 million ٪", "6"), ("**5** %6", "5** %", "6")],
)
def test_a_percent_sign_between_two_numbers_is_that_of_the_first(text: str, percentage: str, number: str) -> None:
    """No character belongs to two numbers."""
    assert read(text) == [(percentage, "percentage"), (number, "number")]


@pytest.mark.parametrize(
    "texts",
    [
        ("18%", "18 %", "18 percent", "18 per cent", "18 pct", "18.0%", "١٨٪", "１８％", "18\u202f%", "18 Percent"),
        ("6x", "6×", "6 times", "6-fold", "6fold", "6X", "6.0x", "6‑fold", "6 TIMES"),
        ("22nd", "22ND", "022nd"),
        ("10k", "10K", "10 thousand", "10 k", "10.0k", "10-thousand", "10 THOUSAND"),
        ("5M", "5 million", "5.0M", "5 Million", "5-million", "5 millions"),
        ("2bn", "2 billion", "2 bn", "2.0bn", "2 Billion"),
    ],
)
def test_same_value(texts: tuple[str, ...]) -> None:
    """A kind is the same however it is written."""
    assert_same(*texts)


def test_kind_must_match() -> None:
    """A value of one kind is no evidence for the same value of another kind."""
    assert_different("30", "30%", "30x", "30th", "30k", "30 million", "30bn", "v30", "30 thousand times", "30k%")


@pytest.mark.parametrize(
    ("body", "evidence"),
    [
        ("3x", "200%"),
        ("3x", "300%"),
        ("10k", "10,000"),
        ("10,000", "10k"),
        ("5M", "5 MB"),
        ("1,000k", "1M"),
        ("2x", "twice, 2"),
    ],
)
def test_no_arithmetic(body: str, evidence: str) -> None:
    """Nothing is calculated or converted."""
    assert ungrounded(body, evidence) == [read(body)[0][0]]


def test_lower_case_m_is_also_a_unit() -> None:
    """`5m` is five million or five of a unit; the span is that of the reading that evidence has."""
    assert ungrounded("5m", "5 million") == []
    assert ungrounded("5m", "5M") == []
    assert ungrounded("5m", "5 metres") == []
    assert ungrounded("5 metres", "5m") == []
    assert ungrounded("5 million", "5m") == []
    assert ungrounded("5m", "6 metres") == ["5m"]
    assert ungrounded("5 m", "6 metres") == ["5"]
    assert ungrounded("5M", "5 metres") == ["5M"]
    assert read("50 m² and 50m²") == [("50", "number"), ("50", "number")]


def test_b_and_t_are_also_units() -> None:
    """`2B` may be two billion or two bytes."""
    assert ungrounded("2B", "2 billion") == []
    assert ungrounded("2B", "2 bytes") == []
    assert ungrounded("2B", "2 million") == ["2B"]


@pytest.mark.parametrize("marks", ["_", "__", "___", "*", "**"])
@pytest.mark.parametrize(
    ("span", "type_"),
    [
        ("10k", "number"),
        ("5 million", "number"),
        ("40 percent", "percentage"),
        ("3x", "multiplier"),
        ("v2", "version"),
        ("v1.2.0-beta", "version"),
        ("1.2.0-rc.1", "version"),
        ("March 14, 2027", "date"),
        ("14 March", "date"),
        ("2027-03", "date"),
        ("10 a.m.", "time"),
        ("22nd", "ordinal"),
    ],
)
def test_emphasis(marks: str, span: str, type_: str) -> None:
    """Markdown's emphasis around a number leaves its kind as it is."""
    assert read(f"It is {marks}{span}{marks} now") == [(span, type_)]
    assert read(f"{marks}It is {span}{marks}, now") == [(span, type_)]
    assert read(f"{marks}{span} it is{marks}") == [(span, type_)]


def test_emphasis_of_the_figure_alone() -> None:
    """What makes a number's kind may stand behind Markdown's marks around its digits."""
    assert read("**40**% _5_ million ~~40~~ percent __3__ times") == [
        ("40**%", "percentage"),
        ("5_ million", "number"),
        ("40~~ percent", "percentage"),
        ("3__ times", "multiplier"),
    ]
    assert_same("**40** percent", "40%")
    assert read("**10** millionaires, **5** timestamps, 2**k") == [("10", "number"), ("5", "number"), ("2", "number")]


def test_words_on_the_next_line() -> None:
    """A line break before a word in lower case is white space; a line that begins with a capital is a new thought."""
    assert read("grew by 40\npercent") == [("40\npercent", "percentage")]
    assert read("Seats: 10\nTimes: now") == [("10", "number")]
    assert read("Talks: 10\n\ntimes") == [("10", "number")]
    assert read("Talks: 10\n% done") == [("10", "number")]


def test_magnitude_with_a_kind() -> None:
    """A magnitude and a kind may stand together."""
    assert_same("10 thousand times", "10k times", "10k×")
    assert_different("10k times", "10 times", "10k")


@pytest.mark.parametrize(
    "address",
    [
        "x.com",
        "x.com/lamp",
        "https://x.com",
        "m.example.com",
        "k.at/x",
        "million.org",
        "percent.example",
        "x@example.org",
    ],
)
def test_an_address_makes_no_kind(address: str) -> None:
    """What stands in an address is a name, not what digits before it mean."""
    assert read(f"Our top 10 {address}") == [("10", "number")]
    assert read(f"Our 1 200 {address}, 3x more") == [("1 200", "number"), ("3x", "multiplier")]
    assert read(f"On March 3, 2027 {address}") == [("March 3, 2027", "date")]


@pytest.mark.parametrize("address", ["am.example.org", "pm.me/lamp", "may.org", "March.com"])
def test_an_address_makes_no_time_and_no_date(address: str) -> None:
    """Neither does it make a moment of them."""
    assert read(f"Our top 10 {address}") == [("10", "number")]
    assert read(f"{address} 10") == [("10", "number")]


def test_a_vague_quantity_behind_a_date() -> None:
    """`thousands of` behind a year or a day is their magnitude only where evidence has it."""
    assert read("In 2027 thousands of teams") == [("2027", "number")]
    assert read("On March 3, 2027\nthousands of teams") == [("March 3, 2027", "date")]
    assert read("On March 3 thousands of teams") == [("March 3", "date")]
    assert ungrounded("2027 thousands of lamps", "2027 thousand lamps") == []
    assert ungrounded("5 thousands of lamps", "5 thousand lamps") == []
    assert ungrounded("5 thousands of lamps", "5 lamps") == ["5 thousands"]
