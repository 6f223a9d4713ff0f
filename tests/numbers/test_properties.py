"""What holds for the numbers of any text."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given, strategies as st

from reachweaver.checks import unsupported_number
from reachweaver.numbers import NumberIndex, read_numbers, suffixes, versions
from reachweaver.report import Finding, Grounded
from reachweaver.text.folding import is_invisible
from reachweaver.text.prose import Prose
from tests.checks.marked import context

PIECES = st.sampled_from(
    [
        *("0", "1", "3", "12", "31", "100", "500", "000", "007", "2027", "10,000", "1.5", "1.2.0", "٤٥", "７", "𝟱"),
        *(
            " ",
            "\u00a0",
            "\n",
            "\n\n",
            "\u200b",
            ",",
            ".",
            ":",
            "/",
            "-",
            "–",
            " – ",
            " to ",
            "'",
            "’",
            "٬",
            "٫",
            "#",
            "@",
            "$",
        ),
        *(
            "%",
            " %",
            "٪",
            " percent",
            "x",
            "×",
            " times",
            "-fold",
            "th",
            "k",
            "M",
            "m",
            " million",
            " m",
            "bn",
            "½",
            "²",
            "\u20e3",
        ),
        *(
            "v",
            "V",
            "version ",
            "-rc.1",
            "+b",
            "beta",
            "March ",
            " March",
            " may ",
            "Mar. ",
            ", ",
            "st",
            " of ",
            "T",
            "Z",
        ),
        *(
            " am",
            "pm",
            " a.m.",
            "UTC+",
            "a",
            "é",
            "語",
            "ー",
            "ก",
            "年",
            "月",
            "日",
            "(",
            ")",
            "…",
            "e\u0301",
            "\u200d",
            "1.",
            "2)",
        ),
    ]
)
TEXTS = st.lists(PIECES, max_size=12).map("".join)


@given(text=TEXTS)
def test_numbers_are_in_order_and_apart(text: str) -> None:
    """Numbers come in text order, do not overlap and hold a digit; so do the numbers of each other reading."""
    prose = Prose(text)
    numbers = read_numbers(prose, ())
    for row in (numbers, *(way for number in numbers for way in number.alternatives)):
        assert all(first.end <= second.start for first, second in itertools.pairwise(row))
        assert all(number.readings for number in row)
        assert all(any(map(str.isdecimal, prose.plain.text[number.start : number.end])) for number in row)
    for number in numbers:
        for way in number.alternatives:
            assert number.start <= way[0].start
            assert way[-1].end <= number.end or len(way) == 1


@given(text=TEXTS)
def test_spans_have_clean_edges(text: str) -> None:
    """A span is the original text at its offsets, and begins and ends with something visible."""
    for result in unsupported_number.check(context(text)):
        assert isinstance(result, Finding)
        assert result.span is not None
        assert text[result.start : result.end] == result.span
        edges = result.span[0] + result.span[-1]
        assert not edges.isspace()
        assert not any(map(is_invisible, edges))


@given(text=TEXTS, other=TEXTS)
def test_a_text_grounds_its_own_numbers(text: str, other: str) -> None:
    """Evidence with the body's own text has every number of the body; the check keeps text order."""
    results = list(unsupported_number.check(context(text, cited=[other, text], uncited=[other])))
    assert all(isinstance(result, Grounded) and "c2" in result.matched_evidence for result in results)
    starts = [result.start or 0 for result in results]
    assert starts == sorted(starts)


@given(text=TEXTS, other=TEXTS)
def test_more_evidence_never_grounds_less(text: str, other: str) -> None:
    """A number that evidence has is still there when more evidence is added."""
    numbers = read_numbers(Prose(text))
    evidence = read_numbers(Prose(other))
    index, larger = NumberIndex(evidence), NumberIndex((*evidence, *numbers))
    assert all(larger.grounds(number) for number in numbers)
    assert all(larger.grounds(number) for number in evidence if index.grounds(number))


@given(text=st.text())
def test_any_text_is_read(text: str) -> None:
    """No text is too odd to read."""
    list(unsupported_number.check(context(text, cited=[text])))


@given(digits=st.integers(min_value=0, max_value=10**15))
def test_separators_keep_the_value(digits: int) -> None:
    """A number is the same with and without separators."""
    plain = str(digits)
    for written in (f"{digits:,}", f"{digits:,}".replace(",", "."), f"{digits:,}".replace(",", " "), f"{digits:,}.50"):
        value = f"{plain}.5" if written.endswith(".50") else plain
        (number,) = read_numbers(Prose(f"about {written} of it"))
        assert ("number", "", value) in number.readings


AFTER_DIGITS = st.lists(
    st.sampled_from(
        [
            *(
                " ",
                "\n",
                "-",
                "\u2010",
                ".",
                "+",
                "*",
                "%",
                "٪",
                "×",
                "x",
                "X",
                "k",
                "K",
                "m",
                "M",
                "bn",
                "B",
                "T",
                "tn",
                "mn",
            ),
            *(
                "percent",
                "per cent",
                "per",
                "PCT",
                "times",
                "fold",
                "st",
                "nd",
                "rd",
                "th",
                "hundred",
                "Thousands",
                "million",
            ),
            *(
                "rc",
                "rc1",
                "beta",
                "x",
                "dev",
                "final",
                "release",
                "build",
                "1",
                "5",
                "a",
                "p",
                "_",
                "é",
                "ı",
                "İ",
                "語",
                "½",
                "’s",
            ),
        ]
    ),
    max_size=5,
).map("".join)


@given(after=AFTER_DIGITS)
def test_what_needs_no_closer_look_has_nothing_to_see(after: str) -> None:
    """What tells at a glance that digits have no suffix misses none that the patterns themselves find."""
    text = Prose(after).plain.text

    def found() -> tuple[list[suffixes.Suffix], list[int]]:
        return suffixes.suffixes_at(text, 0), [versions._end_of_suffix(text, 0, dots=dots) for dots in (0, 1, 2)]

    with pytest.MonkeyPatch.context() as patch:
        at_a_glance = found()
        patch.setattr(suffixes, "_MAY_BEGIN", re.compile(""))
        patch.setattr(versions, "_may_go_on", lambda _text, _at: True)
        assert found() == at_a_glance
