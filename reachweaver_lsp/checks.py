"""What has to be checked, when, and where the results go.

Handlers only say what has changed. All changes that are waiting are then checked together, once, in the same turn of
the event loop: a single keystroke is not delayed, and a hundred queued ones cost one check.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from reachweaver.config import BRAND_NAME
from reachweaver.files import absolute
from reachweaver_lsp.analysis import Analysis, Analyzer, Kind
from reachweaver_lsp.diagnostics import Diagnosis, diagnose, diagnose_file
from reachweaver_lsp.documents import Documents, Snapshot, TextDocument
from reachweaver_lsp.faults import FaultLog
from reachweaver_lsp.publisher import Publisher
from reachweaver_lsp.rule_files import AnyRuleFile
from reachweaver_lsp.uris import key_of, path_of
from reachweaver_lsp.workspace import Rules, Workspace

logger = logging.getLogger(__name__)

Schedule = Callable[[Callable[[], None]], object]
"""Runs something once everything that is waiting already has been handled."""

Beside = Callable[[Callable[[], Analysis], Callable[[Analysis], None]], object]
"""Does some work beside the event loop, then hands its result over in it."""
LONG = 100_000
"""Code points of a text from which on a check of all of it would hold up the answers about other documents."""


@dataclass(slots=True, eq=False)
class _Entry:
    """What is kept about one document from check to check."""

    analyzer: Analyzer
    rules: Rules
    is_ours: bool
    role: Kind | None = None
    analysis: Analysis | None = None
    diagnosis: Diagnosis | None = None
    beside: Snapshot | None = None
    """What the analyzer is at work on beside the event loop; until that is done nobody else may use it."""
    is_due: bool = False
    """Whether the document is to be published when that is done."""
    waits_for_save: bool = False
    """Whether it was typed in since it was last checked, which is done again when it is saved."""


class Checks:
    """Checks documents when something that they depend on has changed, and publishes what was found."""

    def __init__(
        self,
        documents: Documents,
        workspace: Workspace,
        publisher: Publisher,
        *,
        schedule: Schedule,
        ask_again: Callable[[], object],
        beside: Beside,
        resume: Callable[[], object],
    ) -> None:
        self._documents = documents
        self._workspace = workspace
        self._publisher = publisher
        self._schedule = schedule
        self._ask_again = ask_again
        """Has the client ask again for what it shows in documents beside diagnostics."""
        self._beside = beside
        self._resume = resume
        """Answers what had to wait, as far as it has to no more."""
        self._entries: dict[TextDocument, _Entry] = {}
        self._waiting: dict[TextDocument, None] = {}
        self._rules_may_differ = False
        self._is_scheduled = False
        self._is_held = False
        self._faults = FaultLog()
        self._shown_files: dict[str, AnyRuleFile] = {}
        """Brand and opt-out files that are published though they are no documents, by key."""
        self.files_of_others: Callable[[], Iterable[AnyRuleFile]] = tuple
        """The brand and opt-out files that campaigns rest on which are no documents either."""

    @property
    def is_held(self) -> bool:
        """Whether `release` is still to come."""
        return self._is_held

    def hold(self) -> None:
        """Check nothing until `release`: what the checks depend on is on its way."""
        self._is_held = True

    def release(self) -> None:
        """Check what has been waiting."""
        self._is_held = False
        self.refresh()

    def opened(self, document: TextDocument) -> None:
        """A document was opened; from now on its text counts, not the file's."""
        self._waiting[document] = None
        self.refresh()

    def edited(self, document: TextDocument) -> bool:
        """A document was typed in; whether others follow: it is checked, and may be a brand or an opt-out list."""
        entry = self._entry(document)
        if entry.rules.settings.check_on != "type":
            entry.waits_for_save = True
            return False
        self._changed(document, entry)
        return entry.role is not None or not entry.is_ours

    def saved(self, document: TextDocument) -> None:
        """A document was saved."""
        entry = self._entry(document)
        if entry.rules.settings.check_on == "save":
            self._changed(document, entry)
        self.look_at_disk()

    def closed(self, document: TextDocument) -> None:
        """A document was closed: what is shown for it from now on is the file as it is on disk."""
        file = self._workspace.file_at(document.path) if document.path is not None else None
        if file is not None and self._entry(document).is_ours:
            self._waiting[self._documents.keep(document.uri, file.text)] = None
        else:
            self._publisher.clear(document.uri)
        self.refresh()

    def folders_left(self, uris: Sequence[str]) -> None:
        """Folders are in the workspace no more, and neither are the files in them that no editor holds."""
        folders = [absolute(folder) for folder in map(path_of, uris) if folder is not None]
        for document in self._documents:
            path = document.path
            if document.is_open or path is None or self._workspace.holds(path):
                continue
            if any(path.is_relative_to(folder) for folder in folders):
                self._documents.forget(document)
                self._publisher.clear(document.uri)

    def look_at_disk(self) -> bool:
        """Check again what rests on files that have changed; whether any has."""
        has_changed = self._workspace.has_changed_on_disk()
        if has_changed:
            self.refresh()
        return has_changed

    def refresh(self) -> None:
        """Find out what holds for each document now, and check those for which that is something else than before."""
        self._rules_may_differ = True
        self._run_soon()

    def analysis_of(self, document: TextDocument) -> Analysis | None:
        """What is known about a document as it is now; None when it is none of ours, or being checked."""
        return self._analysis_of(self._entry(document))

    def _analysis_of(self, entry: _Entry) -> Analysis | None:
        if entry.beside is not None or (not entry.is_ours and entry.role is None):
            return None
        analysis = entry.analysis
        if analysis is None or not analysis.is_current or analysis.rules is not entry.rules:
            entry.analysis = analysis = entry.analyzer.analyze(entry.rules, entry.role)
            self._faults.take(analysis)
        return analysis

    def may_set_rules(self, document: TextDocument) -> bool:
        """Whether a document is, or may be, a brand or an opt-out list."""
        entry = self._entry(document)
        return entry.role is not None or not entry.is_ours

    def are_on_save(self, document: TextDocument) -> bool:
        """Whether typing in a document checks nothing (`checkOn`)."""
        return self._entry(document).rules.settings.check_on == "save"

    def waits_for_save(self, document: TextDocument) -> bool:
        """Whether what was last found in a document holds until it is saved, whatever was typed since."""
        return self._entry(document).waits_for_save

    def is_busy_with(self, uri: str) -> bool:
        """Whether a document is long and what holds for it is still being found out, so that an answer has to wait."""
        document = self._documents.get(uri)
        if document is None:
            return False
        entry = self._entry(document)
        if _is_busy(document, entry):
            return True
        if not _takes_long(document, entry):
            return False
        if document not in self._waiting:  # it is only looked at because somebody asks
            self._check_beside(document, entry)
        return True

    def diagnosis_of(self, analysis: Analysis) -> Diagnosis:
        """The diagnostics of a document as it was analysed, made once."""
        return self._diagnosis_of(self._entry(analysis.document), analysis)

    def _diagnosis_of(self, entry: _Entry, analysis: Analysis) -> Diagnosis:
        if entry.diagnosis is None or entry.diagnosis.analysis is not analysis:
            # While the next one is made of it, the former one is nobody's.
            former, entry.diagnosis = entry.diagnosis, None
            entry.diagnosis = diagnose(analysis, self._documents.encoding, former)
        return entry.diagnosis

    def rule_files(self, document: TextDocument | None = None) -> tuple[AnyRuleFile, ...]:
        """The brand and opt-out files that a document, or any campaign, rests on and that are no documents themselves."""
        entries = self._entries.values() if document is None else (self._entry(document),)
        others = self.files_of_others() if document is None else ()
        own = (file for entry in entries for file in entry.rules.files)
        files = {key_of(file.uri): file for file in (*others, *own)}
        return tuple(file for file in files.values() if self._documents.get(file.uri) is None)

    def publish_rule_files(self) -> None:
        """Show what is wrong with the brand and opt-out files in use that are no documents themselves."""
        used = {key_of(file.uri): file for file in self.rule_files()}
        for key, file in self._shown_files.items():
            if key not in used and self._documents.get(file.uri) is None:
                self._publisher.clear(file.uri)
        for key, file in used.items():
            if self._shown_files.get(key) is not file:
                self._publisher.publish_file(file.uri, diagnose_file(file, self._documents.encoding))
        self._shown_files = used

    def _changed(self, document: TextDocument, entry: _Entry) -> None:
        self._waiting[document] = None
        if entry.role in ("brand", "optout"):
            self.refresh()
        self._run_soon()

    def _run_soon(self) -> None:
        if not self._is_scheduled and not self._is_held:
            self._is_scheduled = True
            self._schedule(self._run)

    def _run(self) -> None:
        self._is_scheduled = False
        rules_differ = False
        if self._rules_may_differ:
            self._rules_may_differ = False
            self._reread_closed()
            rules_differ = self._look_again()
            self.publish_rule_files()
        waiting, self._waiting = self._waiting, {}
        for document in waiting:
            if self._documents.get(document.uri) is document:
                self._publish(document)
        if rules_differ:
            self._ask_again()

    def _publish(self, document: TextDocument) -> None:
        entry = self._entry(document)
        entry.waits_for_save = False
        is_busy = _is_busy(document, entry)
        if is_busy or _takes_long(document, entry):
            entry.is_due = True
            if not is_busy:
                self._check_beside(document, entry)
            return
        try:
            analysis = self._analysis_of(entry)
            said = self._diagnosis_of(entry, analysis).said if analysis is not None else None
        except Exception:
            logger.exception("checking %s failed at version %s", document.uri, document.version)
            return
        if said is not None:
            self._publisher.publish(document.uri, document.version, said)
            if entry.diagnosis is not None and not entry.diagnosis.groups.is_ready:
                self._schedule(entry.diagnosis.groups.get_ready)
        else:
            self._publisher.clear(document.uri)

    def _check_beside(self, document: TextDocument, entry: _Entry) -> None:
        """Check a long document beside the event loop, which goes on answering; what is due is published afterwards."""
        snapshot, analyzer, rules, role = document.snapshot(), entry.analyzer, entry.rules, entry.role
        entry.beside = snapshot
        analyzer.follow(snapshot.document)

        def take(analysis: Analysis) -> None:
            if entry.beside is snapshot:
                entry.beside = None
                document.adopt(snapshot)
                analyzer.follow(document)
                found = replace(analysis, document=document)
                entry.analysis = found if entry.role == role else None
                self._faults.take(found)
                if entry.is_due:
                    entry.is_due = False
                    self._waiting[document] = None
                    self._run_soon()
            self._resume()

        self._beside(lambda: analyzer.analyze(rules, role, waits=True), take)

    def _entry(self, document: TextDocument, rules_for: Callable[[TextDocument], Rules] | None = None) -> _Entry:
        entry = self._entries.get(document)
        if entry is None:
            rules = (rules_for or self._workspace.rules_for)(document)
            entry = self._entries[document] = _Entry(Analyzer(document), rules, self._workspace.is_ours(document))
            entry.role = _role_of(document, self._roles())
        return entry

    def _reread_closed(self) -> None:
        for document in self._documents:
            if document.is_open or document.path is None:
                continue
            file = self._workspace.file_at(document.path)
            if file is None:
                self._documents.forget(document)
                self._publisher.clear(document.uri)
            elif file.text != document.text.text:
                self._waiting[self._documents.keep(document.uri, file.text)] = None

    def _look_again(self) -> bool:
        """Find out which rules hold for each document; whether they are others than before for one that is open."""
        rules_for = self._workspace.rules_by_folder()
        self._entries = {document: self._entry(document, rules_for) for document in self._documents}
        rules_differ = False
        for document, entry in self._entries.items():
            rules = rules_for(document)
            if rules != entry.rules:
                entry.rules, entry.is_ours = rules, self._workspace.is_ours(document)
                self._waiting[document] = None
                rules_differ |= document.is_open
        roles = self._roles()
        for document, entry in self._entries.items():
            role = _role_of(document, roles)
            if role != entry.role:
                entry.role, entry.analysis = role, None
                self._waiting[document] = None
        return rules_differ

    def _roles(self) -> dict[str, Kind]:
        """What documents make of one another, by key."""
        roles: dict[str, Kind] = {}
        for rules in {id(entry.rules): entry.rules for entry in self._entries.values()}.values():
            if rules.brand is not None:
                roles.setdefault(key_of(rules.brand.uri), "brand")
            if rules.optout is not None:
                roles.setdefault(key_of(rules.optout.uri), "optout")
        return roles


def _role_of(document: TextDocument, roles: Mapping[str, Kind]) -> Kind | None:
    """What other documents, or its name, make of a document."""
    named: Kind | None = "brand" if document.path is not None and document.path.name == BRAND_NAME else None
    return roles.get(key_of(document.uri), named)


def _takes_long(document: TextDocument, entry: _Entry) -> bool:
    """Whether all of a long document has to be checked: for the first time, or under other rules."""
    if entry.analysis is not None and entry.analysis.rules is entry.rules and not document.is_unread:
        return False
    return len(document.text) >= LONG and (entry.is_ours or entry.role is not None)


def _is_busy(document: TextDocument, entry: _Entry) -> bool:
    """Whether a check of a document goes on; one of a text that has become another, short one is given up."""
    if entry.beside is not None and len(document.text) < LONG and document.has_left(entry.beside):
        entry.beside, entry.analyzer = None, Analyzer(document)
    return entry.beside is not None
