"""Documents: changes as clients send them, applied as editors mean them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, strategies as st
from lsprotocol import types

from reachweaver.json_spans import Edit, read
from reachweaver.json_spans.lines import Encoding
from reachweaver_lsp.documents import Documents, TextDocument, merged
from reachweaver_lsp.from_lsp import Change
from reachweaver_lsp.text_store import TextStore
from tests.lsp.wire import ENCODINGS

URI = "file:///w/a.reachweaver.json"


def document(text: str, uri: str = URI) -> TextDocument:
    return TextDocument(uri, TextStore(text), 1)


def change(start: tuple[int, int], end: tuple[int, int], text: str) -> Change:
    return Change(text, start, end)


@pytest.mark.parametrize(
    ("text", "changes", "expected"),
    [
        ("ab", [change((0, 1), (0, 1), "X"), change((0, 2), (0, 3), "Y")], "aXY"),
        ("ab", [change((0, 0), (0, 0), "1\n2\n"), change((2, 1), (2, 2), "")], "1\n2\na"),
        ("ab\ncd", [change((0, 99), (0, 99), "!")], "ab!\ncd"),
        ("ab\ncd", [change((0, 2), (99, 0), "")], "ab"),
        ("ab\r\ncd", [change((0, 99), (1, 0), " ")], "ab cd"),
        ("abcd", [change((0, 3), (0, 1), "-")], "a-d"),
        ("a\u2028b\u0085c\x0bd\x0ce", [change((0, 8), (0, 9), "E")], "a\u2028b\u0085c\x0bd\x0cE"),
        ("\ufeffab", [change((0, 1), (0, 2), "A")], "\ufeffAb"),
        ("😀b", [change((0, 1), (0, 2), "c")], "cb"),
        ("ab", [Change("new"), change((0, 3), (0, 3), "!")], "new!"),
    ],
    ids=[
        "one after the other",
        "a later one counts the lines of an earlier one",
        "a column past the line's end",
        "a line past the last",
        "a line break of two characters",
        "a range the wrong way round",
        "what only looks like a line break",
        "a byte order mark is a character",
        "inside a character",
        "the whole text, then a part",
    ],
)
def test_changes_are_applied_as_the_editor_means_them(text: str, changes: list[Change], expected: str) -> None:
    """Every kind of change that a client sends leads to the text that the client has."""
    edited = document(text)
    edited.change(2, changes, "utf-16")
    assert (edited.text.text, edited.version) == (expected, 2)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_columns_are_counted_in_the_encoding_that_was_agreed(encoding: Encoding) -> None:
    """The same edit behind an umlaut and an emoji has another column in each encoding."""
    column = {"utf-8": 6, "utf-16": 3, "utf-32": 2}[encoding]
    edited = document("ü😀b")
    edited.change(2, [change((0, column), (0, column + 1), "c")], encoding)
    assert edited.text.text == "ü😀c"


TEXTS = st.lists(
    st.sampled_from(['{"variants":[', '{"text":"', "a", '"},', "]}", "\n", "é", "\\u0041", "\r\n"]), max_size=8
)
CHANGES = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 9), st.integers(0, 3), st.integers(0, 9), TEXTS), max_size=5
)


@given(TEXTS.map("".join), CHANGES)
def test_the_tree_is_that_of_the_text(text: str, edits: list[tuple[int, int, int, int, list[str]]]) -> None:
    """However a text came about, its tree has the problems and values of the same text read at once."""
    edited = document(text)
    for one, column, other, end, new in edits:
        edited.change(2, [change((one, column), (other, end), "".join(new))], "utf-16")
        if column % 2:
            continue  # several changes between two readings
        assert edited.tree.text == edited.text.text
        assert edited.tree.problems == read(edited.text.text).problems


@given(st.text("abc", max_size=20), st.data())
def test_two_edits_merge_into_one(text: str, data: st.DataObject) -> None:
    """Outside the merged edit the texts before and after both edits are the same."""
    first, between = _edit(text, data, "XYZ")
    second, after = _edit(between, data, "123")
    one = merged(first, second)
    assert 0 <= one.start <= one.end <= len(text)
    assert len(after) == len(text) - (one.end - one.start) + one.inserted_length
    assert after[: one.start] == text[: one.start]
    assert after[one.start + one.inserted_length :] == text[one.end :]


def _edit(text: str, data: st.DataObject, letters: str) -> tuple[Edit, str]:
    start, end = sorted((data.draw(st.integers(0, len(text))), data.draw(st.integers(0, len(text)))))
    new = data.draw(st.text(letters, max_size=4))
    return Edit(start, end, len(new)), text[:start] + new + text[end:]


def test_a_document_is_found_by_any_spelling_of_its_uri() -> None:
    """Escapes and the case of a drive letter make no other document."""
    documents = Documents("utf-16")
    opened = documents.open(types.TextDocumentItem("file:///c%3A/Plan%20A.json", "json", 1, "{}"))
    assert documents.get("file:///C:/Plan A.json") is opened
    assert opened.uri == "file:///c%3A/Plan%20A.json"
    assert documents.get("file:///c:/plan a.json") is None


def test_a_file_is_found_through_a_link(tmp_path: Path) -> None:
    """An open document is the file, by whatever path somebody comes to it."""
    real = tmp_path / "real"
    real.mkdir()
    (tmp_path / "link").symlink_to(real)
    documents = Documents("utf-16")
    opened = documents.open(types.TextDocumentItem((real / "b.json").as_uri(), "json", 1, "{}"))
    assert documents.at(tmp_path / "link" / "b.json") is opened
    assert documents.at(tmp_path / "b.json") is None


def test_a_document_that_is_not_open_cannot_be_typed_in() -> None:
    """What was never opened, or is only kept in view, is refused."""
    documents = Documents("utf-16")
    documents.keep(URI, "{}")
    with pytest.raises(LookupError):
        documents.require(URI)


def test_links_are_followed_once_a_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many documents are open, looking for a file follows the file's links and those of no other."""
    documents = Documents("utf-16")
    for number in range(50):
        documents.open(types.TextDocumentItem((tmp_path / f"{number}.json").as_uri(), "json", 1, "{}"))
    assert documents.at(tmp_path / "absent") is None
    followed: list[object] = []
    monkeypatch.setattr("os.path.realpath", lambda path: followed.append(path) or str(path))
    last = documents.open(types.TextDocumentItem((tmp_path / "last").as_uri(), "json", 1, "{}"))
    assert documents.at(tmp_path / "absent") is None
    assert documents.at(tmp_path / "last") is last
    assert followed == [last.path, tmp_path / "absent"]
