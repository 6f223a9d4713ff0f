"""The text store against a plain string: whatever is edited, it is the same text with the same lines."""

from __future__ import annotations

import gc
import weakref

import pytest
from hypothesis import given, strategies as st

from reachweaver.json_spans import LineIndex
from reachweaver.json_spans.lines import Encoding
from reachweaver_lsp import text_store
from reachweaver_lsp.documents import TextDocument
from reachweaver_lsp.text_store import TextStore
from tests.lsp.wire import ENCODINGS

PIECES = st.lists(
    st.sampled_from(
        ["a", "é", "語", "😀", "\ud83d", "\ude00", "\r", "\n", "\r\n", "\u2028", "\u0085", "\x0b", "\x0c", "xyz"]
    ),
    max_size=12,
).map("".join)
EDITS = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60), PIECES), max_size=6)


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks so small that every text has several."""
    monkeypatch.setattr(text_store, "BLOCK_SIZE", 4)


def joined(text: str) -> str:
    """A text in which halves of a surrogate pair that stand side by side are one character."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


@given(PIECES.map(joined), EDITS)
def test_an_edited_store_is_the_edited_text(text: str, edits: list[tuple[int, int, str]]) -> None:
    """After any edits the store holds what the same edits make of a string."""
    store = TextStore(text)
    for one, other, new in edits:
        start, end = sorted((min(one, len(text)), min(other, len(text))))
        plain = text[:start] + new + text[end:]
        text = joined(plain)
        assert store.replace(start, end, new) is (len(text) == len(plain))
        assert store.text == text
        assert len(store) == len(text)


@given(PIECES.map(joined), EDITS)
def test_positions_are_those_of_the_whole_text(text: str, edits: list[tuple[int, int, str]]) -> None:
    """Every offset has the position, and every position the offset, that an index of the whole text gives."""
    store = TextStore(text)
    for one, other, new in edits:
        _ = store.position(one, "utf-16")  # the lines are known, and follow the edit
        store.replace(*sorted((min(one, len(store)), min(other, len(store)))), new)
    index = LineIndex(store.text)
    for encoding in ENCODINGS:
        for offset in range(-1, len(store) + 2):
            assert store.position(offset, encoding) == index.position(offset, encoding)
        for line in range(index.position(len(store), "utf-32")[0] + 3):
            for column in range(len(store) * 4 + 2):
                assert store.offset(line, column, encoding) == index.offset(line, column, encoding)


def test_a_line_break_is_never_cut_in_two() -> None:
    """CR and LF that come to stand side by side, wherever blocks end, are one line break."""
    store = TextStore("abc\r" + "defg" * 4)
    store.replace(4, 4, "\n")
    assert store.position(5, "utf-16") == (1, 0)
    store.replace(3, 5, "")
    assert store.position(5, "utf-16") == (0, 5)


def test_halves_of_a_character_typed_one_after_the_other_are_that_character() -> None:
    """A client may send an emoji's two UTF-16 units in two edits; then it is one character, as in the editor."""
    store = TextStore("ab\ud83d")
    assert store.replace(3, 3, "\ude00!") is False
    assert store.text == "ab😀!"
    assert store.position(3, "utf-16") == (0, 4)


def test_a_text_can_become_empty_and_grow_again() -> None:
    """Nothing is left over of a text that was deleted as a whole."""
    store = TextStore("one\ntwo\nthree")
    store.replace(0, 13, "")
    assert (store.text, len(store), store.offset(3, 7, "utf-8")) == ("", 0, 0)
    store.replace(0, 0, "four\n")
    assert store.position(5, "utf-8") == (1, 0)


@given(PIECES.map(joined), EDITS, st.data())
def test_a_version_stays_as_it_is_whatever_comes_after_it(
    text: str, edits: list[tuple[int, int, str]], data: st.DataObject
) -> None:
    """Each former text can be had, whole or in pieces, in any order, and also when nobody asked for it at the time."""
    store = TextStore(text)
    versions = [(store.version, text)]
    for one, other, new in edits:
        start, end = sorted((min(one, len(text)), min(other, len(text))))
        store.replace(start, end, new)
        text = joined(text[:start] + new + text[end:])
        versions.append((store.version, text))
        if data.draw(st.booleans()):
            assert store.slice(0, len(text)) == text
    for version, expected in data.draw(st.permutations(versions)):
        start, end = sorted((data.draw(st.integers(0, len(expected))), data.draw(st.integers(0, len(expected)))))
        assert version.slice(start, end) == expected[start:end]
        if data.draw(st.booleans()):
            assert version.text == expected
        if data.draw(st.booleans()):
            version.let_go()
        assert len(version) == len(expected)


@given(PIECES.map(joined), EDITS, EDITS)
def test_a_copy_and_its_original_are_edited_apart(
    text: str, edits: list[tuple[int, int, str]], others: list[tuple[int, int, str]]
) -> None:
    """What is done to one, before or after, is not done to the other; each is as a new store with its text is."""
    store = TextStore(text)
    for one, other, new in edits:
        store.replace(*sorted((min(one, len(store)), min(other, len(store)))), new)
        _ = store.position(one, "utf-16")
    copy, before = store.copy(), store.text
    assert copy.text == before
    for one, other, new in others:
        copy.replace(*sorted((min(one, len(copy)), min(other, len(copy)))), new)
    assert store.text == before
    edited = copy.text
    for one, other, new in reversed(others):
        store.replace(*sorted((min(one, len(store)), min(other, len(store)))), new)
    assert copy.text == edited
    for one_of_them in (store, copy):
        index = LineIndex(one_of_them.text)
        for offset in range(len(one_of_them) + 1):
            assert one_of_them.position(offset, "utf-16") == index.position(offset, "utf-16")


def test_a_long_text_is_not_kept_in_one_piece_beside_its_blocks() -> None:
    """Once a document was read beside the event loop, what was put together for that is let go."""
    document = TextDocument("file:///c.json", TextStore('{"variants": []}'), 1)
    snapshot = document.snapshot()
    tree = snapshot.document.tree
    version = snapshot.document.text.version
    assert version.known is not None
    document.adopt(snapshot)
    assert version.known is None
    assert (document.tree, tree.text) == (tree, '{"variants": []}')


@given(PIECES.map(joined), EDITS, st.lists(st.integers(0, 40), min_size=1, max_size=6), st.sampled_from(ENCODINGS))
def test_remembered_positions_are_those_that_would_be_found_anew(
    text: str, edits: list[tuple[int, int, str]], places: list[int], encoding: Encoding
) -> None:
    """Whatever is edited, and whether or not the offsets have moved with it, an answer is that of a new store."""
    store = TextStore(text)
    offsets = sorted(min(place, len(text)) for place in places)
    for one, other, new in edits:
        assert store.positions(offsets, encoding) == [LineIndex(text).position(at, encoding) for at in offsets]
        start, end = sorted((min(one, len(text)), min(other, len(text))))
        store.replace(start, end, new)
        text = joined(text[:start] + new + text[end:])
        growth = len(new) - (end - start)
        offsets = [min(at + growth if at >= end > start or at > start else at, len(text)) for at in offsets]
    assert store.positions(offsets, encoding) == [LineIndex(text).position(at, encoding) for at in offsets]


def test_a_text_that_nobody_has_is_gone_at_once() -> None:
    """Nothing goes round in a circle: however long a text is, its memory waits for no garbage collection."""
    gc.disable()
    try:
        store = TextStore("ab\ncd")
        before = store.version
        store.replace(0, 1, "x")
        now, left = store.version, [weakref.ref(store), weakref.ref(before)]
        del store
        assert (before.text, now.text) == ("ab\ncd", "xb\ncd")
        left.append(weakref.ref(now))
        del before, now
        assert [thing() for thing in left] == [None, None, None]
    finally:
        gc.enable()
