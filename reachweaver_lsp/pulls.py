"""Diagnostics for clients that ask for them (contract, section 11, *Diagnostics*): of a document, of the workspace.

Takes the protocol's parameters, gives reports. A report carries a result id made of what it shows; who has that already
is told that nothing has changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from weakref import WeakKeyDictionary

from lsprotocol import types

from reachweaver_lsp.checks import Checks
from reachweaver_lsp.client import Server
from reachweaver_lsp.diagnostics import diagnose_file
from reachweaver_lsp.documents import Documents, TextDocument
from reachweaver_lsp.publisher import Publisher
from reachweaver_lsp.rule_files import AnyRuleFile
from reachweaver_lsp.shown import Shown
from reachweaver_lsp.uris import key_of
from reachweaver_lsp.workspace_check import WorkspaceCheck

Report = types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport
Full = types.FullDocumentDiagnosticReport
Part = Full | types.UnchangedDocumentDiagnosticReport


class Pulls:
    """Answers one client's questions for diagnostics; from the first one on nothing is pushed to it any more."""

    def __init__(
        self,
        client: Server,
        documents: Documents,
        checks: Checks,
        publisher: Publisher,
        workspace_check: WorkspaceCheck,
    ) -> None:
        self._client = client
        self._documents = documents
        self._checks = checks
        self._publisher = publisher
        self._workspace_check = workspace_check
        self._checked: WeakKeyDictionary[TextDocument, tuple[Full, int | None]] = WeakKeyDictionary()
        """What was found in documents that are checked when they are saved, and in which version."""

    def document(self, params: types.DocumentDiagnosticParams) -> Report:
        """The diagnostics of one document, and of the brand and opt-out files that it rests on; a file's as on disk."""
        self._stop_pushing()
        uri = params.text_document.uri
        document = self._documents.get(uri)
        previous = params.previous_result_id
        known = self._part_of(document, previous)[0] if document is not None else None
        report = known or _part(self._shown_in_file(uri), previous)
        related = self._related(document) if document is not None else {}
        if isinstance(report, types.UnchangedDocumentDiagnosticReport):
            return types.RelatedUnchangedDocumentDiagnosticReport(report.result_id, related_documents=related or None)
        return types.RelatedFullDocumentDiagnosticReport(
            report.items, result_id=report.result_id, related_documents=related or None
        )

    def workspace(self, params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
        """The diagnostics of every document and file that something is known about."""
        self._stop_pushing()
        known = {key_of(one.uri): one.value for one in params.previous_result_ids}
        reports: list[types.WorkspaceDocumentDiagnosticReport] = []
        for document in self._documents:
            part, version = self._part_of(document, known.pop(key_of(document.uri), None))
            reports.append(_workspace_part(part, document.uri, version))
        for uri, shown in self._files():
            reports.append(_workspace_part(_part(shown, known.pop(key_of(uri), None)), uri, None))
        # What the client still shows and nobody stands for any more is gone.
        gone = [one for one in params.previous_result_ids if key_of(one.uri) in known]
        reports += [_workspace_part(_part((), one.value), one.uri, None) for one in gone]
        return types.WorkspaceDiagnosticReport(reports)

    def _stop_pushing(self) -> None:
        # A client that cannot be told to ask again would keep what is out of date, so it is sent things all the same.
        if self._client.can_be_told_to_pull:
            self._publisher.stop()

    def _part_of(self, document: TextDocument, previous: str | None) -> tuple[Part, int | None]:
        """What is said about a document, and about which version: where typing checks nothing, the last that was checked."""
        if not self._checks.are_on_save(document):
            return _part(self._shown_in(document), previous), document.version
        checked = self._checked.get(document)
        if checked is None or not self._checks.waits_for_save(document):
            checked = self._checked[document] = _full(self._shown_in(document)), document.version
        full, version = checked
        if previous is not None and previous == full.result_id:
            return types.UnchangedDocumentDiagnosticReport(previous), version
        return full, version

    def _files(self) -> Iterator[tuple[str, Sequence[Shown]]]:
        """What is known about files that no editor has open."""
        for file in self._checks.rule_files():
            yield file.uri, diagnose_file(file, self._documents.encoding)
        for uri, shown in self._workspace_check.results():
            if self._documents.get(uri) is None:
                yield uri, shown

    def _shown_in_file(self, uri: str) -> Sequence[Shown]:
        return next((shown for other, shown in self._files() if key_of(other) == key_of(uri)), ())

    def _shown_in(self, document: TextDocument) -> Sequence[Shown]:
        analysis = self._checks.analysis_of(document)
        return self._checks.diagnosis_of(analysis).shown if analysis is not None else ()

    def _related(self, document: TextDocument) -> dict[str, Part]:
        if not self._client.can("text_document.diagnostic.related_document_support"):
            return {}
        files: list[AnyRuleFile] = list(self._checks.rule_files(document))
        reports: dict[str, Part] = {}
        for file in files:
            reports[file.uri] = _part(diagnose_file(file, self._documents.encoding), None)
        return reports


def _part(shown: Sequence[Shown], previous: str | None) -> Part:
    result_id = _result_id(shown)
    return types.UnchangedDocumentDiagnosticReport(result_id) if result_id == previous else _full(shown, result_id)


def _full(shown: Sequence[Shown], result_id: str | None = None) -> Full:
    return Full([one.diagnostic for one in shown], result_id=result_id or _result_id(shown))


def _result_id(shown: Sequence[Shown]) -> str:
    content = ",".join([one.to_json() for one in shown])
    return hashlib.blake2b(content.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _workspace_part(part: Part, uri: str, version: int | None) -> types.WorkspaceDocumentDiagnosticReport:
    if isinstance(part, types.UnchangedDocumentDiagnosticReport):
        return types.WorkspaceUnchangedDocumentDiagnosticReport(uri, part.result_id, version=version)
    return types.WorkspaceFullDocumentDiagnosticReport(uri, part.items, version=version, result_id=part.result_id)
