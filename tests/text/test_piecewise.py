"""Numbers kept as pieces are read like the list that they stand for."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from reachweaver.text.piecewise import Piecewise

PIECES = st.lists(st.tuples(st.integers(1, 4), st.integers(0, 9), st.sampled_from([0, 1])), max_size=5)


@given(pieces=PIECES, index=st.integers(-25, 25), start=st.integers(-9, 25), stop=st.integers(-9, 25))
def test_pieces_are_read_like_a_list(pieces: list[tuple[int, int, int]], index: int, start: int, stop: int) -> None:
    """Each piece gives its first number and, as long as it is, that or the next ones."""
    expected = [first + step * place for length, first, step in pieces for place in range(length)]
    begins = [sum(length for length, _, _ in pieces[:number]) for number in range(len(pieces))]
    numbers = Piecewise(begins, [first for _, first, _ in pieces], [step for *_, step in pieces], len(expected))
    assert [*numbers] == expected
    assert len(numbers) == len(expected)
    assert numbers[start:stop] == tuple(expected[start:stop])
    if -len(expected) <= index < len(expected):
        assert numbers[index] == expected[index]
    else:
        with pytest.raises(IndexError):
            numbers[index]
