"""Sequences that follow one another: what two versions have in common, and what an edit of one shares with it."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from reachweaver.sequences import STRETCH, PersistentList, changed_places, common_ends

ITEMS = [object() for _ in range(4)]
VERSIONS = st.lists(st.sampled_from(ITEMS), max_size=8)
LENGTHS = st.sampled_from([0, 1, 2, STRETCH - 1, STRETCH, STRETCH + 1, 3 * STRETCH, 3 * STRETCH + 5])
PLACES = st.integers(-4 * STRETCH, 4 * STRETCH)


@st.composite
def long_versions(draw: st.DrawFn) -> tuple[list[object], list[object]]:
    """A sequence over several stretches, and one in which a few items are others, new or gone."""
    before: list[object] = [draw(st.sampled_from(ITEMS)) for _ in range(draw(LENGTHS))]
    after = before.copy()
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(after)))
        after[place : place + draw(st.integers(0, 2))] = draw(VERSIONS)[:2]
    return before, after


@given(versions=st.one_of(st.tuples(VERSIONS, VERSIONS), long_versions()), persistent=st.booleans())
def test_the_common_ends_are_as_long_as_can_be(versions: tuple[list[object], list[object]], persistent: bool) -> None:
    """Both versions begin and end alike that far and no further, and the two ends do not overlap."""
    before, after = versions
    first, last = common_ends(PersistentList(before) if persistent else before, after)
    assert first + last <= min(len(before), len(after))
    assert before[:first] == after[:first]
    assert before[len(before) - last :] == after[len(after) - last :]
    rest_before, rest_after = before[first : len(before) - last], after[first : len(after) - last]
    if rest_before and rest_after:
        assert rest_before[0] is not rest_after[0]
        assert rest_before[-1] is not rest_after[-1]


@given(versions=st.one_of(st.tuples(VERSIONS, VERSIONS), long_versions()), persistent=st.booleans())
def test_every_changed_place_is_named(versions: tuple[list[object], list[object]], persistent: bool) -> None:
    """An index is named when the former version has another item there, or none."""
    before, after = versions
    assert list(changed_places(before, PersistentList(after) if persistent else after)) == [
        index for index, item in enumerate(after) if index >= len(before) or before[index] is not item
    ]


@given(
    length=LENGTHS, index=PLACES, start=st.none() | PLACES, stop=st.none() | PLACES, step=st.sampled_from([1, 2, -1])
)
def test_a_persistent_list_is_read_like_a_list(
    length: int, index: int, start: int | None, stop: int | None, step: int
) -> None:
    """Items, slices, length and order are a list's, and so is the error behind its end."""
    items = list(range(length))
    persistent = PersistentList(items)
    assert [*persistent] == items
    assert len(persistent) == length
    assert list(persistent[start:stop:step]) == items[start:stop:step]
    if -length <= index < length:
        assert persistent[index] == items[index]
    else:
        with pytest.raises(IndexError):
            persistent[index]


@given(data=st.data(), length=LENGTHS)
def test_a_spliced_list_is_what_an_edited_list_is(data: st.DataObject, length: int) -> None:
    """It holds the new items in place of the old ones, and the one it was made from stays as it is."""
    items = list(range(length))
    start = data.draw(st.integers(0, length))
    stop = data.draw(st.integers(start, length))
    new = data.draw(st.one_of(st.just([-1] * (stop - start)), st.lists(st.integers(), max_size=5)))
    before = PersistentList(items)
    after = before.spliced(start, stop, new)
    assert [*after] == [*items[:start], *new, *items[stop:]]
    assert after == PersistentList([*after])
    assert [*before] == items


@given(data=st.data(), length=LENGTHS, longer=st.integers(-3, 3))
def test_a_list_with_other_items_is_what_an_edited_list_is(data: st.DataObject, length: int, longer: int) -> None:
    """It has the new length, the new items at their indexes and the old ones elsewhere."""
    wanted = max(length + longer, 0)
    others = data.draw(st.lists(st.integers(0, max(wanted - 1, 0)), max_size=12)) if wanted else []
    items = {index: -1 - index for index in [*others, *range(length, wanted)]}
    made = PersistentList(range(length)).with_items(items, wanted)
    assert [*made] == [items.get(index, index) for index in range(wanted)]
    assert made == PersistentList([*made])


@given(length=LENGTHS.filter(bool), data=st.data())
def test_a_list_knows_what_it_was_made_from(length: int, data: st.DataObject) -> None:
    """Two edits in a row: of each version what it shares with any other is told as for lists that know nothing."""
    first = PersistentList([object() for _ in range(length)])
    index = data.draw(st.integers(0, length - 1))
    second = first.replaced(index, object())
    third = second.replaced(data.draw(st.integers(0, length - 1)), data.draw(st.sampled_from([*second])))
    versions = [first, second, third]
    assert second.only_change(first) == index
    for before in versions:
        for after in versions:
            assert common_ends(before, after) == common_ends([*before], [*after])
            assert [*changed_places(before, after)] == [*changed_places([*before], [*after])]


def test_one_item_replaced_leaves_all_other_stretches_shared() -> None:
    """A version with one other item holds the same objects for every stretch but that item's."""
    before = PersistentList(range(4 * STRETCH))
    after = before.spliced(STRETCH + 3, STRETCH + 4, [-1])
    shared = [here is there for here, there in zip(before.stretches, after.stretches, strict=True)]
    assert shared == [True, False, True, True]
