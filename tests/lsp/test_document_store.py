"""The server's documents against a plain model: whatever clients send in whatever order, both hold the same texts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from lsprotocol import types

from reachweaver.json_spans import LineIndex, read
from reachweaver.json_spans.lines import Encoding
from reachweaver_lsp import text_store
from reachweaver_lsp.documents import Documents, Snapshot
from reachweaver_lsp.from_lsp import Change
from tests.json_spans.support import shape_of
from tests.lsp.wire import ENCODINGS

PIECES = st.lists(
    st.sampled_from(
        [
            *('{"variants": [', '{"text": "', '"}, ', "{}", "]}", '"', "\\ud83d", "\\n", "a", "xyz "),
            *("é", "語", "😀", "\ud83d", "\ude00", "\r", "\n", "\r\n", "\u2028", "\u0085", "\x0b", "\ufeff"),
        ]
    ),
    max_size=8,
).map("".join)
PLACES = st.tuples(st.integers(0, 5), st.integers(0, 40))
SPELLINGS = {
    "a": ("file:///w/a%20b.json", "file:///w/a b.json"),
    "c": ("file:///c%3A/c.json", "file:///C:/c.json"),
    "u": ("untitled:Untitled-1",),
}
"""Each document under all the names that a client may use for it."""
NAMES = st.sampled_from(sorted(SPELLINGS))


@dataclass
class Model:
    """A document as the client has it."""

    text: str
    version: int | None


@dataclass
class Copy:
    """A document as it was at one moment, with the model that it was taken of and its text then."""

    model: Model
    snapshot: Snapshot
    text: str


def joined(text: str) -> str:
    """A text in which halves of a surrogate pair that stand side by side are one character, as in the client."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def units(text: str, encoding: Encoding) -> int:
    """How many of the client's columns a text takes, by the encoding's own bytes."""
    width = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    return len(text.encode(f"{encoding}-le" if width > 1 else encoding, "surrogatepass")) // width


def offset_of(text: str, line: int, column: int, encoding: Encoding) -> int:
    """The offset of a position, found by walking: what lies past an end is that end, inside a character its start."""
    at = 0
    for _ in range(line):
        breaks = [end for end in (text.find("\n", at), text.find("\r", at)) if end >= 0]
        if not breaks:
            return len(text)
        at = min(breaks) + (2 if text[min(breaks) : min(breaks) + 2] == "\r\n" else 1)
    while at < len(text) and text[at] not in "\r\n" and column >= units(text[at], encoding):
        column -= units(text[at], encoding)
        at += 1
    return at


@contextmanager
def small_blocks() -> Iterator[None]:
    """Blocks so small that every text has several."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_store, "BLOCK_SIZE", 4)
        yield


class DocumentStore(RuleBasedStateMachine):
    """Documents that are opened, edited, closed and opened again, in one of the three position encodings."""

    encoding: Encoding = "utf-16"

    def __init__(self) -> None:
        super().__init__()
        self._patched = small_blocks()
        self._patched.__enter__()
        self.documents = Documents(self.encoding)
        self.models: dict[str, Model] = {}
        self.copies: dict[str, Copy] = {}

    def teardown(self) -> None:
        """Give blocks their size back."""
        self._patched.__exit__(None, None, None)

    @rule(name=NAMES, spelling=st.integers(0, 1), text=PIECES.map(joined), version=st.integers(-1, 3))
    def open(self, name: str, spelling: int, text: str, version: int) -> None:
        """Open a document, also one that is open already or kept in view: the client's text counts."""
        document = self.documents.open(types.TextDocumentItem(self._uri(name, spelling), "json", version, text))
        assert document.uri == self._uri(name, spelling)
        self.models[name] = Model(text, version)

    @rule(name=NAMES, text=PIECES.map(joined))
    def keep(self, name: str, text: str) -> None:
        """Keep a file in view that is not open."""
        if name in self.models and self.models[name].version is not None:
            return
        self.documents.keep(self._uri(name), text)
        self.models[name] = Model(text, None)

    @precondition(lambda self: self.models)
    @rule(name=NAMES, spelling=st.integers(0, 1), changes=st.lists(st.tuples(PLACES, PLACES, PIECES), max_size=3))
    def edit(self, name: str, spelling: int, changes: list[tuple[tuple[int, int], tuple[int, int], str]]) -> None:
        """Send several changes in one message, each for the text that the one before left."""
        model = self._open_model(name, spelling)
        if model is None or model.version is None:
            return
        model.version += 1
        for start, end, new in changes:
            model.text = self._edited(model, start, end, new)
        sent = [Change(new, start, end) for start, end, new in changes]
        self.documents.require(self._uri(name, spelling)).change(model.version, sent, self.encoding)

    @rule(name=NAMES, text=PIECES.map(joined), start=PLACES, new=PIECES)
    def replace(self, name: str, text: str, start: tuple[int, int], new: str) -> None:
        """Send a whole text and then a change of it, in one message."""
        model = self._open_model(name, 0)
        if model is None or model.version is None:
            return
        model.version += 1
        model.text = text
        model.text = self._edited(model, start, start, new)
        sent = [Change(text), Change(new, start, start)]
        self.documents.require(self._uri(name)).change(model.version, sent, self.encoding)

    @rule(name=NAMES, spelling=st.integers(0, 1))
    def close(self, name: str, spelling: int) -> None:
        """Close a document; one that is not open is refused."""
        if self._open_model(name, spelling) is not None:
            self.documents.close(self._uri(name, spelling))
            del self.models[name]

    @rule(name=NAMES)
    def snapshot(self, name: str) -> None:
        """Take a copy, to be read while the document is edited; it takes the place of one that was taken before."""
        document = self.documents.get(self._uri(name))
        if document is not None:
            self.copies[name] = Copy(self.models[name], document.snapshot(), self.models[name].text)

    @rule(name=NAMES)
    def adopt(self, name: str) -> None:
        """Take over what was read of a copy; the copy has kept its text, whatever became of the document."""
        copy = self.copies.pop(name, None)
        if copy is None:
            return
        assert copy.snapshot.document.text.text == copy.text
        assert shape_of(copy.snapshot.document.tree.root) == shape_of(read(copy.text).root)
        document = self.documents.get(self._uri(name))
        if document is not None and self.models[name] is copy.model:
            document.adopt(copy.snapshot)

    @rule(name=NAMES)
    def read_tree(self, name: str) -> None:
        """Read the tree now; at other times several changes come between two readings."""
        document = self.documents.get(self._uri(name))
        if document is not None:
            assert document.tree.text == self.models[name].text
            assert shape_of(document.tree.root) == shape_of(read(self.models[name].text).root)
            assert document.tree.problems == read(self.models[name].text).problems

    @invariant()
    def texts_are_the_clients(self) -> None:
        """Both know the same documents, with the same versions, texts and lengths."""
        assert len(list(self.documents)) == len(self.models)
        for name, model in self.models.items():
            for uri in SPELLINGS[name]:
                document = self.documents.get(uri)
                assert document is not None
                assert (document.version, document.is_open) == (model.version, model.version is not None)
                assert (document.text.text, len(document.text)) == (model.text, len(model.text))

    @invariant()
    def positions_are_the_clients(self) -> None:
        """Offsets have the positions that an index of the whole text gives, and positions lead back to them."""
        for name, model in self.models.items():
            document = self.documents.get(self._uri(name))
            assert document is not None
            index = LineIndex(model.text)
            offsets = list(range(len(model.text) + 1))
            found = [index.position(offset, self.encoding) for offset in offsets]
            assert document.text.positions(offsets, self.encoding) == found
            for offset, place in zip(offsets, found, strict=True):
                behind = document.text.offset(*place, self.encoding)
                assert behind == offset or model.text[offset - 1 : offset + 1] == "\r\n"

    def _uri(self, name: str, spelling: int = 0) -> str:
        return SPELLINGS[name][spelling % len(SPELLINGS[name])]

    def _open_model(self, name: str, spelling: int) -> Model | None:
        """The model of a document that is open; what is not is refused as such."""
        model = self.models.get(name)
        if model is None or model.version is None:
            with pytest.raises(LookupError):
                self.documents.require(self._uri(name, spelling))
            return None
        return model

    def _edited(self, model: Model, start: tuple[int, int], end: tuple[int, int], new: str) -> str:
        one, other = (offset_of(model.text, *place, self.encoding) for place in (start, end))
        first, last = min(one, other), max(one, other)
        return joined(model.text[:first] + new + model.text[last:])


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_documents_are_those_of_the_client(encoding: Encoding) -> None:
    """Opened, edited, rewritten, closed and opened again in any order, every document is the one that the client has."""
    machine = type("Store", (DocumentStore,), {"encoding": encoding})
    steps = settings(max_examples=60, stateful_step_count=25, deadline=None)
    run_state_machine_as_test(machine, settings=steps)
