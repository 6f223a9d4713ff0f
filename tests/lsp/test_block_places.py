"""Where blocks begin while they grow and shrink: what an addition from the beginning gives, whichever was edited before."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from hypothesis import given, strategies as st

from reachweaver_lsp.block_places import Offsets, Positions
from reachweaver_lsp.encoded import placed_at

LENGTHS = st.lists(st.integers(1, 9), min_size=1, max_size=7)
EDITS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 9)), max_size=8)
EXTENTS = st.lists(st.tuples(st.integers(0, 2), st.integers(1, 5)), min_size=2, max_size=7)
NEW_EXTENTS = st.lists(st.tuples(st.integers(0, 5), st.tuples(st.integers(0, 2), st.integers(1, 5))), max_size=8)


@given(LENGTHS, EDITS)
def test_offsets_are_sums_of_lengths(lengths: list[int], edits: list[tuple[int, int]]) -> None:
    """Each block begins where those before it end, and is found at every offset in it."""
    offsets = Offsets(lengths)
    for place, length in edits:
        block = place % len(lengths)
        offsets.grow(block, length + 1 - lengths[block])
        lengths[block] = length + 1
        starts = list(accumulate(lengths, initial=0))
        assert [offsets.of(number) for number in range(len(lengths))] == starts[:-1]
        assert offsets.end == starts[-1]
        last = len(lengths) - 1
        for offset in range(-1, starts[-1] + 2):
            assert offsets.block_at(offset) == min(max(bisect_right(starts, offset) - 1, 0), last)


@given(EXTENTS, NEW_EXTENTS)
def test_positions_are_sums_of_extents(
    extents: list[tuple[int, int]], edits: list[tuple[int, tuple[int, int]]]
) -> None:
    """The same in lines and columns, where a column counts on only as long as no line ends."""
    positions = Positions(_starts(extents))
    for place, extent in edits:
        block = place % (len(extents) - 1)
        extents[block] = extent
        starts = _starts(extents)
        positions.end(block, starts[block + 1])
        assert [positions.of(number) for number in range(len(extents))] == starts
        for line in range(-1, starts[-1][0] + 2):
            for column in range(starts[-1][1] + 9):
                assert positions.block_at((line, column)) == max(bisect_right(starts, (line, column)) - 1, 0)


def _starts(extents: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where blocks begin that reach so many lines further, and to such a column, or to one so much further right."""
    return list(accumulate(extents[:-1], placed_at, initial=(0, 0)))
