"""The texts that the server knows: documents that are open in the editor, and files that were closed but stay in view.

The only store of texts; pygls keeps no copy. A document is found by any spelling of its URI and published under the
one that the client used.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import field
from pathlib import Path

from lsprotocol import types

from reachweaver.data import dataclass
from reachweaver.json_spans import Document, Edit, read
from reachweaver.json_spans.lines import Encoding
from reachweaver_lsp import from_lsp
from reachweaver_lsp.from_lsp import Change
from reachweaver_lsp.text_store import TextStore
from reachweaver_lsp.uris import key_of, path_of, uri_of

_MOST_EDITS = 256
"""Edits that are known one by one."""


@dataclass(eq=False)
class TextDocument:
    """One text with its version, and the JSON tree that is read from it when somebody asks."""

    uri: str
    """As the client spells it."""
    text: TextStore
    version: int | None = None
    """The client's number of this text; None for a file as it is on disk."""
    path: Path | None = field(init=False)
    """The file that the URI names, if it names one."""
    _tree: Document | None = field(default=None, repr=False)
    _edit: Edit | None = field(default=None, init=False, repr=False)
    """What was replaced since the tree was read, in one piece."""
    edits: int = field(default=0, init=False)
    """How often something was replaced in it."""
    _latest_edits: deque[Edit] = field(default_factory=lambda: deque(maxlen=_MOST_EDITS), init=False, repr=False)
    """The last ones of them, as far back as nothing else has changed the text."""
    _rewritings: int = field(default=0, init=False, repr=False)
    """How often the text became another one by something else than an edit in one place."""

    def __post_init__(self) -> None:
        self.path = path_of(self.uri)

    @property
    def is_open(self) -> bool:
        """Whether the editor holds it; else it is a file as it is on disk."""
        return self.version is not None

    @property
    def is_unread(self) -> bool:
        """Whether the whole text has yet to be read."""
        return self._tree is None

    @property
    def tree(self) -> Document:
        """The JSON tree of the current text; only what was edited is read anew."""
        if self._tree is None:
            self._tree = read(self.text.version)
        elif self._edit is not None:
            self._tree = read(self.text.version, self._tree, self._edit)
        self._edit = None
        return self._tree

    def edits_since(self, number: int) -> Sequence[Edit] | None:
        """The edits that came after the first `number` of them, in order; None when they are not known any more."""
        count = self.edits - number
        return [self._latest_edits[-at] for at in range(count, 0, -1)] if count <= len(self._latest_edits) else None

    def snapshot(self) -> Snapshot:
        """The document as it is now, to be read beside the event loop while this one is edited."""
        tree = self.tree if self._tree is not None else None
        self._edit = None
        return Snapshot(TextDocument(self.uri, self.text.copy(), self.version, tree), self._rewritings)

    def adopt(self, snapshot: Snapshot) -> None:
        """Take over the tree of a snapshot, unless there is one already or the text is wholly another one by now."""
        if self._tree is None and not self.has_left(snapshot):
            self._tree = snapshot.document.tree
            snapshot.document.text.version.let_go()

    def has_left(self, snapshot: Snapshot) -> bool:
        """Whether the text has become another one altogether since."""
        return self._rewritings != snapshot.rewritings

    def change(self, version: int, changes: Sequence[Change], encoding: Encoding) -> None:
        """Apply changes one after the other, each to the text that the one before left."""
        for change in changes:
            if change.start is not None and change.end is not None:
                self._replace(*from_lsp.offsets_between(self.text, change.start, change.end, encoding), change.text)
            else:
                self.text = TextStore(change.text)
                self._forget_tree()
        self.version = version

    def _replace(self, start: int, end: int, text: str) -> None:
        edit = Edit(start, end, len(text))
        if self.text.replace(start, end, text):
            self._edit = edit if self._edit is None else merged(self._edit, edit)
            self.edits += 1
            self._latest_edits.append(edit)
        else:
            self._forget_tree()

    def _forget_tree(self) -> None:
        self._tree = None
        self.edits += 1
        self._latest_edits.clear()
        self._rewritings += 1


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """A document as it was at one moment."""

    document: TextDocument
    """A copy that nobody edits."""
    rewritings: int


class Documents:
    """Every text that the server knows, by URI."""

    def __init__(self, encoding: Encoding) -> None:
        self.encoding: Encoding = encoding
        """In what units the client counts columns."""
        self._by_key: dict[str, TextDocument] = {}
        self._open_files: dict[str, TextDocument] | None = None
        """Open documents by their files' names with links followed, once a document; None to be found again."""

    def __iter__(self) -> Iterator[TextDocument]:
        return iter(tuple(self._by_key.values()))

    def get(self, uri: str) -> TextDocument | None:
        """The document that any spelling of its URI names."""
        return self._by_key.get(key_of(uri))

    def require(self, uri: str) -> TextDocument:
        """The same, for a message about a document that must be open.

        Raises:
            LookupError: The client never opened it.
        """
        document = self.get(uri)
        if document is None or not document.is_open:
            raise LookupError(f"{uri} is not open")
        return document

    def at(self, path: Path) -> TextDocument | None:
        """The open document that holds a file, under this or, through links, another name."""
        document = self._by_key.get(key_of(uri_of(path)))
        if document is not None and document.is_open:
            return document
        if self._open_files is None:
            self._open_files = {}
            for document in self:
                _add(document, self._open_files)
        return self._open_files.get(os.path.realpath(path))

    def open(self, item: types.TextDocumentItem) -> TextDocument:
        """Take a document over from the client; its text counts from now on, whatever is on disk."""
        return self._keep(TextDocument(item.uri, TextStore(item.text), item.version))

    def keep(self, uri: str, text: str) -> TextDocument:
        """Keep a file in view as it is on disk."""
        return self._keep(TextDocument(uri, TextStore(text)))

    def close(self, uri: str) -> TextDocument:
        """Forget a document that was open.

        Raises:
            LookupError: The client never opened it.
        """
        document = self.require(uri)
        self.forget(document)
        return document

    def forget(self, document: TextDocument) -> None:
        """Keep a document in view no longer."""
        self._by_key.pop(key_of(document.uri), None)
        self._open_files = None

    def _keep(self, document: TextDocument) -> TextDocument:
        before = self._by_key.get(key_of(document.uri))
        self._by_key[key_of(document.uri)] = document
        if before is not None:
            self._open_files = None
        elif self._open_files is not None:
            _add(document, self._open_files)
        return document


def _add(document: TextDocument, open_files: dict[str, TextDocument]) -> None:
    if document.is_open and document.path is not None:
        open_files.setdefault(os.path.realpath(document.path), document)


def merged(first: Edit, second: Edit) -> Edit:
    """One edit that does what two do; `second` counts in the text that `first` left."""
    grown = first.inserted_length - (first.end - first.start)
    end_between = max(first.start + first.inserted_length, second.end)
    start = min(first.start, second.start)
    end_after = end_between - (second.end - second.start) + second.inserted_length
    return Edit(start, end_between - grown, end_after - start)
