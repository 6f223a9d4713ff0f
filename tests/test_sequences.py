"""What two versions of a sequence have in common."""

from __future__ import annotations

from hypothesis import given, strategies as st

from reachweaver.sequences import changed_places, common_ends

ITEMS = [object() for _ in range(4)]
VERSIONS = st.lists(st.sampled_from(ITEMS), max_size=8)


@given(before=VERSIONS, after=VERSIONS)
def test_the_common_ends_are_as_long_as_can_be(before: list[object], after: list[object]) -> None:
    """Both versions begin and end alike that far and no further, and the two ends do not overlap."""
    first, last = common_ends(before, after)
    assert first + last <= min(len(before), len(after))
    assert before[:first] == after[:first]
    assert before[len(before) - last :] == after[len(after) - last :]
    rest_before, rest_after = before[first : len(before) - last], after[first : len(after) - last]
    if rest_before and rest_after:
        assert rest_before[0] is not rest_after[0]
        assert rest_before[-1] is not rest_after[-1]


@given(before=VERSIONS, after=VERSIONS)
def test_every_changed_place_is_named(before: list[object], after: list[object]) -> None:
    """An index is named when the former version has another item there, or none."""
    assert list(changed_places(before, after)) == [
        index for index, item in enumerate(after) if index >= len(before) or before[index] is not item
    ]
