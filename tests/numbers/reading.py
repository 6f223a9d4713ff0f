"""Texts for the tests of numbers: marked ones, and whether evidence has what a body says."""

from __future__ import annotations

from collections.abc import Sequence

from reachweaver.numbers import NumberIndex, read_numbers, settle
from reachweaver.text.prose import Prose
from tests.checks.marked import unmarked


def read(text: str, part_starts: Sequence[int] = ()) -> list[tuple[str, str]]:
    """(span in the original text, type) of each number of a body."""
    prose = Prose(text)
    numbers = read_numbers(prose, part_starts)
    return [(prose.span_of_plain(number.start, number.end)[0], number.type) for number in numbers]


def assert_reads(marked: str, type_: str) -> None:
    """The numbers of a body are exactly its marked parts, and all of one type."""
    body, spans = unmarked(marked)
    prose = Prose(body)
    numbers = read_numbers(prose, ())
    assert [prose.span_of_plain(number.start, number.end) for number in numbers] == spans
    assert {number.type for number in numbers} <= {type_}


def ungrounded(body: str, *evidence: str) -> list[str]:
    """The spans of a body's numbers that none of the evidence texts has."""
    prose = Prose(body)
    index = NumberIndex(number for text in evidence for number in read_numbers(Prose(text)))
    numbers = [number for written in read_numbers(prose, ()) for number in settle(written, index.grounds)]
    assert numbers, "the body has numbers"
    return [prose.span_of_plain(number.start, number.end)[0] for number in numbers if not index.grounds(number)]


def assert_same(*texts: str) -> None:
    """Each text grounds all numbers of each other text."""
    for body in texts:
        for evidence in texts:
            assert ungrounded(body, evidence) == [], f"{body!r} by {evidence!r}"


def assert_different(*texts: str) -> None:
    """No text grounds a number of another one."""
    for body in texts:
        for evidence in texts:
            if body is not evidence:
                assert ungrounded(body, evidence) == [span for span, _ in read(body)], f"{body!r} by {evidence!r}"
