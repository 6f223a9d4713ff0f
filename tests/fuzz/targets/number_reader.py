"""The number reader: numbers stand in the text, one behind the other, and every text bears out its own numbers.

Texts: the body, another text (evidence), and where the body's second part begins, in percent.
"""

from __future__ import annotations

from itertools import pairwise

from reachweaver.numbers import Number, NumberIndex, read_numbers, settle
from reachweaver.text.prose import Prose
from tests.fuzz.reading import number_in, texts_of


def check(data: bytes) -> None:
    """Everything that holds for a body and for evidence."""
    body, evidence, part = texts_of(data, 3)
    prose, other = Prose(body), Prose(evidence)
    numbers = read_numbers(prose, (len(body) * number_in(part, 100) // 100,) if part else ())
    check_numbers(prose, numbers)
    check_numbers(other, read_numbers(other))
    own = NumberIndex(numbers)
    assert all(own.grounds(number) for number in numbers), "a text bears out its own numbers"
    theirs = NumberIndex(read_numbers(other))
    for number in numbers:
        settled = settle(number, theirs.grounds)
        check_numbers(prose, settled)
        assert settled[0].start == number.start
        assert settled[-1].end <= number.end  # `3 May` may be a 3 alone
        assert settle(number, lambda _: False) == (number,)


def check_numbers(prose: Prose, numbers: tuple[Number, ...]) -> None:
    """Each has a digit, at least one value, and a place of its own in the text as it was written."""
    text = prose.plain.text
    assert all(one.end <= other.start for one, other in pairwise(numbers)), "numbers overlap"
    for number in numbers:
        assert 0 <= number.start < number.end <= len(text)
        assert any(character.isdecimal() for character in text[number.start : number.end])
        assert number.readings
        span, first, last = prose.span_of_plain(number.start, number.end)
        assert span
        assert span == prose.original[first:last]
        for alternative in number.alternatives:
            check_numbers(prose, alternative)
