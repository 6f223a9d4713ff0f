"""Where segments start, before and after the ones behind an edit have moved."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

import pytest
from hypothesis import given, strategies as st

from reachweaver.json_spans.bases import Bases

GAPS = st.lists(st.integers(2, 50), max_size=150)
EDITS = st.lists(st.tuples(st.integers(0, 200), st.integers(-1, 9)), max_size=6)


@given(gaps=GAPS, edits=EDITS, offset=st.integers(0, 9000))
def test_moving_all_from_one_on_is_what_adding_to_each_is(
    gaps: list[int], edits: list[tuple[int, int]], offset: int
) -> None:
    """After any edits, bases are those of a list to which each edit's growth was added, item by item."""
    expected = list(accumulate(gaps))
    bases = Bases.of(expected)
    for index, growth in edits:
        if index <= len(expected):
            former = [*bases]
            moved = bases.moved_from(index, growth)
            assert [*bases] == former
            expected[index:] = [base + growth for base in expected[index:]]
            bases = moved
    assert [*bases] == expected
    assert [bases[index] for index in range(-len(expected), len(expected))] == [*expected, *expected]
    assert bases[1:-1] == tuple(expected[1:-1])
    assert len(bases) == len(expected)
    if expected == sorted(expected):
        assert bases.last_at(offset) == bisect_right(expected, offset) - 1


def test_there_is_no_base_behind_the_last() -> None:
    """An index outside raises as a list's does."""
    bases = Bases.of([3, 9])
    for index in (2, -3):
        with pytest.raises(IndexError):
            bases[index]
