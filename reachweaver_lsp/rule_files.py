"""Brand and opt-out files as they stand now: from the editor's buffer when they are open, else from disk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Generic, TypeVar

from reachweaver.brand import Brand, read_brand
from reachweaver.data import dataclass
from reachweaver.fields import FileProblem
from reachweaver.json_spans import Document, LineIndex, Span, read
from reachweaver.optout import OptOut, read_optout
from reachweaver_lsp.disk import Disk, DiskFile
from reachweaver_lsp.documents import Documents
from reachweaver_lsp.uris import uri_of

Content = TypeVar("Content", Brand, OptOut)
Read = Callable[[Document], tuple[Content, tuple[FileProblem, ...]]]


@dataclass(frozen=True, slots=True, eq=False)
class RuleFile(Generic[Content]):
    """One reading of a brand or opt-out file; the same object as long as the file is the same."""

    path: Path
    uri: str
    tree: Document
    lines: LineIndex
    content: Content
    """What it says; what it last said while its text is no JSON (it is being typed, or being written)."""
    problems: tuple[FileProblem, ...]

    @property
    def is_optout(self) -> bool:
        """Whether it is an opt-out list, not a brand."""
        return isinstance(self.content, OptOut)


AnyRuleFile = RuleFile[Brand] | RuleFile[OptOut]


class RuleFiles:
    """Reads brand and opt-out files, each once as long as it does not change."""

    def __init__(self, documents: Documents, disk: Disk) -> None:
        self._brands = _Cache(documents, disk, _brand)
        self._optouts = _Cache(documents, disk, _optout)

    def brand(self, path: Path) -> RuleFile[Brand] | None:
        """The brand file at a path; None when there is none."""
        return self._brands.get(path)

    def optout(self, path: Path) -> RuleFile[OptOut] | None:
        """The opt-out file at a path; None when there is none."""
        return self._optouts.get(path)


class _Cache(Generic[Content]):
    """The files of one kind."""

    def __init__(self, documents: Documents, disk: Disk, content_of: Read[Content]) -> None:
        self._documents = documents
        self._disk = disk
        self._content_of: Read[Content] = content_of
        self._known: dict[Path, tuple[object, RuleFile[Content]]] = {}
        self._last_good: dict[Path, Content] = {}

    def get(self, path: Path) -> RuleFile[Content] | None:
        """The file at a path, read again if it is not the one that was read before."""
        document = self._documents.at(path)
        if document is not None:
            return self._once(path, document.tree, lambda: self._file(path, document.uri, document.tree))
        on_disk = self._disk.read(path)
        return self._once(path, on_disk, lambda: self._from_disk(path, on_disk)) if on_disk is not None else None

    def _once(self, path: Path, source: object, make: Callable[[], RuleFile[Content]]) -> RuleFile[Content]:
        known = self._known.get(path)
        if known is None or known[0] is not source:
            known = self._known[path] = (source, make())
        return known[1]

    def _from_disk(self, path: Path, on_disk: DiskFile) -> RuleFile[Content]:
        file = self._file(path, uri_of(path), read(on_disk.text))
        if on_disk.trouble is None:
            return file
        return replace(file, problems=(FileProblem((), f"{on_disk.trouble}.", Span(0, 0)),))

    def _file(self, path: Path, uri: str, tree: Document) -> RuleFile[Content]:
        content, problems = self._content_of(tree)
        if tree.is_valid and tree.root is not None:
            self._last_good[path] = content
        else:
            content = self._last_good.get(path, content)
        return RuleFile(path, uri, tree, LineIndex(tree.text), content, problems)


def _brand(document: Document) -> tuple[Brand, tuple[FileProblem, ...]]:
    file = read_brand(document)
    return file.brand, file.problems


def _optout(document: Document) -> tuple[OptOut, tuple[FileProblem, ...]]:
    file = read_optout(document)
    return file.optout, file.problems
