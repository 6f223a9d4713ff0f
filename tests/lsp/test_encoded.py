"""Encoded answers: they follow their place in the text as if they had been made there."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from reachweaver_lsp.encoded import Movable
from reachweaver_lsp.text_store import BLOCK_SIZE, TextStore
from tests.lsp.asking import URI
from tests.lsp.wire import ENCODINGS, Wire

PLACES = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 50)), max_size=4)
STARTS = st.tuples(st.integers(0, 9), st.integers(0, 9))


def _made(start: tuple[int, int], places: list[tuple[int, int]], words: str) -> str:
    """Something about places that are counted from a start, in both shapes that positions have."""
    absolute = [(start[0] + line, column + (start[1] if line == 0 else 0)) for line, column in places]
    found: list[dict[str, Any]] = [{"line": line, "character": column, words: words} for line, column in absolute]
    found += [{"startLine": one, "startCharacter": two, "endLine": one} for one, two in absolute]
    return json.dumps(found, separators=(",", ":"), ensure_ascii=False)


@given(STARTS, STARTS, STARTS, PLACES, st.text() | st.sampled_from(['"line":1', "%d %s", '"line":1,"character":2']))
def test_json_moves_with_its_piece(
    one: tuple[int, int], two: tuple[int, int], three: tuple[int, int], places: list[tuple[int, int]], words: str
) -> None:
    """Lines, and on the first line columns, change by as much as the start does; words never do."""
    movable = Movable(_made(one, places, words), one)
    for start in (one, two, two, three, one):
        assert movable.at(start) == _made(start, places, words)


@pytest.mark.parametrize("id_", [7, "seven", 'a "quoted" é'])
def test_an_encoded_result_is_sent_with_the_requests_id(wire: Wire, id_: int | str) -> None:
    """Whatever kind of id that is."""
    wire.open(URI, '{"variants": []}')
    wire.send({"id": id_, "method": "textDocument/codeLens", "params": {"textDocument": {"uri": URI}}})
    assert wire._answers.pop(id_) == {"jsonrpc": "2.0", "id": id_, "result": []}


PIECES = st.lists(st.sampled_from(["a", "é", "🦀", "\n", "\r\n", "\r", "x" * BLOCK_SIZE, "\u2028"]), max_size=12)


@given(PIECES.map("".join), st.data(), st.sampled_from(ENCODINGS))
def test_many_positions_are_those_found_one_by_one(text: str, data: st.DataObject, encoding: Any) -> None:
    """In any text, before and after an edit, also when the same question is asked again."""
    store = TextStore(text)
    for _ in range(3):
        offsets = sorted(data.draw(st.lists(st.integers(0, len(store)), max_size=8)))
        for _ in range(2):
            assert store.positions(offsets, encoding) == [store.position(at, encoding) for at in offsets]
        start, end = sorted((data.draw(st.integers(0, len(store))), data.draw(st.integers(0, len(store)))))
        store.replace(start, min(end, start + 5), data.draw(st.sampled_from(["", "b", "\n", "🦀"])))
