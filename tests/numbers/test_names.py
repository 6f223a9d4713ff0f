"""Digits that are no numbers: names, tags, addresses, list markers, keycaps, counters."""

from __future__ import annotations

import pytest

from tests.numbers.reading import assert_reads, read, ungrounded


@pytest.mark.parametrize(
    "text",
    [
        "K8s IPv6 web3 p95 p99.9 H2O Café24 Cafe\u030124 ES2015 R2D2 x86_64 GPT_4 user_2_b Q3 MP3 약3배 Ж7 אב3 α2",
        "#100DaysOfCode #5G #год2027 @web3dev @dev2@social.example jobs2027@acme.example 24h.desk@acme.example",
        "https://acme.example/2027/03 www.acme.example/v17 acme.example/42-notes?id=77#p4",
        "#1 and #1-rated, our #1.",
        "1️⃣ 2⃣ 1️⃣0️⃣ ①",
        "x3 a1b2 p95% UTC+2 (GMT-05:30) 0x1F",
        "K\u200b8s",
        "EUR1,250.50 Rs1,25,000 CHF1’250 p99,9 و٩٩٫٩٪ و١٬٢٥٠",
    ],
)
def test_no_numbers(text: str) -> None:
    """Digits after a letter inside a word, in tags and addresses, and marks are no numbers."""
    assert read(text) == []
    assert read(f"Also {text}.") == []


@pytest.mark.parametrize(
    "marked",
    [
        "GPT-⟦4⟧, COVID-⟦19⟧, UTF-⟦8⟧, ⟦2⟧FA, ⟦5⟧G, Claude-⟦3.5⟧, ISO ⟦27001⟧, Top ⟦10⟧s",
        "#⟦42⟧ #⟦10⟧ #⟦1,200⟧ C#⟦12⟧ @⟦100⟧ No. ⟦1⟧ №⟦5⟧ N°⟦5⟧ ™⟦7⟧",
        "サーバー⟦3⟧台、第⟦12⟧回 漢⟦4⟧ か⟦5⟧ カ⟦6⟧ ราคา⟦12⟧บาท ก่⟦7⟧ ລາຄາ⟦8⟧ តម្លៃ⟦9⟧ ဈေး⟦10⟧",
        '*⟦40⟧* _⟦41⟧_ (⟦42⟧) "⟦43⟧" ’⟦44⟧ 🎉⟦45⟧ …⟦46⟧',
        "5️⃣ rules, ⟦6⟧ lamps, و\u202a⟦٣٫٥⟧\u202c نقطة, a\u2066⟦7⟧\u2069",
        "Q1,⟦2027⟧ بـ⟦٢٥⟧ والـ⟦100⟧ عميل",
    ],
)
def test_numbers_beside_names(marked: str) -> None:
    """A number may stand after a hyphen, a symbol, or a letter of a script written without spaces."""
    assert_reads(marked, "number")


def test_names_in_evidence() -> None:
    """A name is no evidence for a number either."""
    evidence = "K8s, #100DaysOfCode, https://acme.example/120, jobs2027@acme.example, #1, 1️⃣"
    assert ungrounded("8, 100, 120, 2027 and 1", evidence) == ["8", "100", "120", "2027", "1"]


@pytest.mark.parametrize(
    "marked",
    [
        "1. Lamps\n2) Desks\n3. ⟦40%⟧ off\n 4. ⟦5⟧ seats\n(6) Beds\n7.) Rugs\n10. Done",
        "\ufeff1. Lamps\r\n2. ⟦500⟧ desks\r\n\r\n3) ⟦3⟧ beds",
        "1.新しい\n2、赤い\n３．青い",
        "⟦1.5⟧ seats\n⟦100%⟧ wool\n⟦2027⟧. That year\n⟦1.000⟧ desks\n⟦12⟧ lamps",
        "Two reasons: ⟦1⟧) speed, ⟦2⟧) cost",
    ],
)
def test_list_markers(marked: str) -> None:
    """A marker at a line start is no number; what follows it is."""
    assert [span for span, _ in read(marked.replace("⟦", "").replace("⟧", ""))] == _inside(marked)


@pytest.mark.parametrize(
    "marked",
    [
        "1/5 We read ⟦3⟧/⟦4⟧ of it",
        "We read ⟦3⟧/⟦4⟧ of it 1/5",
        "One 1/2‖Two 2/2",
        "1/ One‖2/ Two ⟦9⟧",
        "One (1/3)‖[2/3] Two‖🧵 3/3: Three",
        "1/n Threads‖more 2/",
        "Open ⟦24⟧/⟦7⟧\n\n⟦9⟧/⟦10⟧ of us agree\n\nin two paragraphs 1/2‖2/2 Two",
        "1/5\nWe read ⟦7⟧ notes\n5/5\n",
        "On ⟦3⟧/⟦14⟧ mid, scored ⟦9⟧/⟦10⟧.",
        "A ⟦1⟧/⟦2⟧-price ⟦1⟧/⟦3⟧ off",
        "We are open ⟦24⟧/⟦7⟧",
        "⟦24⟧/⟦7⟧ support, since ⟦9⟧/⟦8⟧ (⟦3⟧/⟦2⟧)",
        "One ⟦2⟧/⟦1⟧‖2/2 Two",
    ],
)
def test_counters(marked: str) -> None:
    """A bare counter at either end of a part (‖) is no number; elsewhere, paragraphs included, its two numbers are."""
    parts = marked.replace("⟦", "").replace("⟧", "").split("‖")
    starts = [len("\n\n".join(parts[:number])) + 2 for number in range(1, len(parts))]
    assert [span for span, _ in read("\n\n".join(parts), starts)] == _inside(marked)


def test_counters_in_evidence() -> None:
    """Evidence has no parts: what may be a rating at its start or end is read as numbers."""
    assert ungrounded("It was rated 4/5 by all.", "Rating: 4/5") == []
    assert ungrounded("It was rated 4/5 by all.", "4/5 stars") == []


def _inside(marked: str) -> list[str]:
    return [part.split("⟧")[0] for part in marked.split("⟦")[1:]]
