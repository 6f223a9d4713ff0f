from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from reachweaver.text.spans import Spans, merged

SPANS = st.lists(st.tuples(st.integers(0, 30), st.integers(1, 8)).map(lambda span: (span[0], span[0] + span[1])))


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([], []),
        ([(4, 6), (0, 2)], [(0, 2), (4, 6)]),
        ([(0, 2), (2, 4)], [(0, 2), (2, 4)]),
        ([(0, 3), (2, 4)], [(0, 4)]),
        ([(0, 9), (2, 4), (5, 7)], [(0, 9)]),
    ],
)
def test_merged_spans(spans: list[tuple[int, int]], expected: list[tuple[int, int]]) -> None:
    """Spans that overlap become one, in order; those that only touch stay two."""
    assert merged(spans) == expected


@given(SPANS, st.integers(0, 40), st.integers(1, 8))
def test_a_span_overlaps_merged_ones_where_it_overlaps_one_of_them(
    spans: list[tuple[int, int]], start: int, length: int
) -> None:
    """Merging adds and drops no character: a span meets the merged ones exactly where it meets one of those before."""
    end = start + length
    assert Spans(merged(spans)).overlaps(start, end) == any(first < end and start < last for first, last in spans)
