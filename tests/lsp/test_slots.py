"""Places for values: found in finished and in half-typed JSON, and what a value put there leaves is what was meant."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, strategies as st

from reachweaver.json_spans import read
from reachweaver_lsp.slots import Slot, slot_at

NEW = '"new"'


def written(marked: str) -> str | None:
    """The text after a value was written at the cursor; None where there is no place for one."""
    offset = marked.index("‸")
    text = marked.replace("‸", "")
    slot = slot_at(read(text), offset)
    return None if slot is None else filled(text, slot)


def filled(text: str, slot: Slot) -> str:
    before, after = text[: slot.span.start], text[slot.span.end :]
    if slot.comma_before is not None:
        before = f"{before[: slot.comma_before]},{before[slot.comma_before :]}"
    return before + NEW + slot.after + after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{"ids": [‸]}', '{"ids": ["new"]}'),
        ('{"ids": ["‸"]}', '{"ids": ["new"]}'),
        ('{"ids": ["no‸t"]}', '{"ids": ["new"]}'),
        ('{"ids": ["two w‸ords, one id"]}', '{"ids": ["new"]}'),
        ('{"ids": [no‸t]}', '{"ids": ["new"]}'),
        ('{"ids": ["a", ‸]}', '{"ids": ["a", "new"]}'),
        ('{"ids": ["a",‸]}', '{"ids": ["a","new"]}'),
        ('{"ids": ["a" ‸]}', '{"ids": ["a", "new"]}'),
        ('{"ids": ["a"\n  ‸\n]}', '{"ids": ["a",\n  "new"\n]}'),
        ('{"ids": ["a"\n  "‸"\n]}', '{"ids": ["a",\n  "new"\n]}'),
        ('{"ids": [‸"a"]}', '{"ids": ["new", "a"]}'),
        ('{"ids": [\n  ‸\n  "a"\n]}', '{"ids": [\n  "new",\n  "a"\n]}'),
        ('{"ids": ["a", ‸ "b"]}', '{"ids": ["a", "new", "b"]}'),
        ('{"ids": ["a", ‸, "b"]}', '{"ids": ["a", "new", "b"]}'),
        ('{"ids": [["‸"]]}', '{"ids": [["new"]]}'),
        ('{"ids": ‸}', '{"ids": "new"}'),
        ('{"ids": "‸"}', '{"ids": "new"}'),
        ('{"ids": ‸"old"}', '{"ids": "new"}'),
        ('{"ids": nu‸ll}', '{"ids": "new"}'),
        ('{"ids": 12‸}', '{"ids": "new"}'),
        ('{"ids":‸\n"b": 1}', '{"ids":"new",\n"b": 1}'),
        ('{"ids":\n\n  wor‸d}', '{"ids":\n\n  "new"}'),
        ('{"ids": "ol‸d"\n"b": 1}', '{"ids": "new",\n"b": 1}'),
        ('{"ids": "ol‸\n, "b": 1}', '{"ids": "new"\n, "b": 1}'),
    ],
)
def test_a_value_finds_its_place(before: str, after: str) -> None:
    """What is typed already is replaced, quotes included, and the commas are seen to: the result is JSON."""
    assert written(before) == after
    json.loads(after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('{"ids": ["no‸]}', '{"ids": ["new"]}'),
        ('{"ids": ["‸], "b": 1}', '{"ids": ["new"], "b": 1}'),
        ('{"ids": ["no‸, "b"], "c": 1}', '{"ids": ["new", "b"], "c": 1}'),
        ('{"ids": ["no‸\n], "b": 1}', '{"ids": ["new"\n], "b": 1}'),
        ('{"ids": ["a", "‸\n}', '{"ids": ["a", "new"\n}'),
        ('{"ids": ["a",\n  ‸\n  "b": 1}', '{"ids": ["a",\n  "new"\n  "b": 1}'),
        ('{"id": "‸, "b": 1}', '{"id": "new", "b": 1}'),
        ('{"id": "no‸t, "b": 1}', '{"id": "new", "b": 1}'),
        ('{"id":"‸,"b":1}', '{"id":"new","b":1}'),
        ('{"id": "‸}', '{"id": "new"}'),
        ('{"id": "‸,\n  "b": 1}', '{"id": "new",\n  "b": 1}'),
        ('{"ids": ["‸', '{"ids": ["new"'),
        ('{"ids": [‸', '{"ids": ["new"'),
        ('{"ids": ‸', '{"ids": "new"'),
        ('{"ids": ["a\n  ‸', '{"ids": ["a\n  "new"'),
    ],
)
def test_a_missing_quote_swallows_nothing(before: str, after: str) -> None:
    """In a text that breaks off, what stands behind the half-typed value stays."""
    assert written(before) == after


@pytest.mark.parametrize(
    "marked",
    [
        *("‸", "{‸", "{‸}", "[‸", ' ‸{"a": 1}', '{"a": 1}‸', '{"a": ["b"]‸}', '{"a": ["b"‸]}', '{"a": "b"‸}'),
        *('{"k‸ey": 1}', '{"key" ‸: 1}', '{"key"‸ 1}', '{"a": 1, ‸}', '{"a": 1 ‸}', '{"a": ‸{}}', '{"a": ‸[]}'),
        *('{"a": {‸}}', '{"a": "b" "‸": 1}'),
        *('{"a":‸ "b"}', '{"a":‸\n  "b", "c": 1}', '{"a": ‸ ["b"]}', '{"a":‸ 1}', '{"a":‸ "b"\n"c": 1'),
    ],
)
def test_elsewhere_is_no_place_for_a_value(marked: str) -> None:
    """Keys, what stands behind a finished value or before the one that there is, objects, and the top level."""
    slot = slot_at(read(marked.replace("‸", "")), marked.index("‸"))
    assert slot is None or slot.path == ()


PIECES = st.lists(
    st.sampled_from(['{"ids":', "[", "]", "}", '"', ",", ":", " ", "\n", '"a"', "word", "1", "null", "\\", "é😀"]),
    max_size=12,
)


@given(PIECES.map("".join), st.data())
def test_any_text_has_slots_that_lie_around_the_cursor(text: str, data: st.DataObject) -> None:
    """Whatever the text, a slot holds the cursor, stays on its line, and what it replaces is one value at most."""
    offset = data.draw(st.integers(0, len(text)))
    slot = slot_at(read(text), offset)
    if slot is not None:
        assert slot.span.start <= offset <= slot.span.end
        assert "\n" not in text[slot.span.start : slot.span.end]
        assert slot.comma_before is None or 0 < slot.comma_before <= slot.span.start
