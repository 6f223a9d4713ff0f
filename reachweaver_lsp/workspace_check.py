"""Campaigns of the workspace that no editor has open: checked in the background, shown as they are on disk.

Takes folders, gives diagnostics by URI. One file is checked at a time, beside the event loop, so that no answer waits;
a run that is overtaken by a newer one, or that the person cancels, ends after the file at hand.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from reachweaver.data import dataclass
from reachweaver.files import absolute
from reachweaver.json_spans.lines import Encoding
from reachweaver_lsp.analysis import Analyzer
from reachweaver_lsp.client import Server
from reachweaver_lsp.diagnostics import Diagnosis, diagnose
from reachweaver_lsp.disk import Stamp, read_once, stamp_of
from reachweaver_lsp.documents import Documents, TextDocument
from reachweaver_lsp.faults import FaultLog
from reachweaver_lsp.folder_watch import Place, files_below
from reachweaver_lsp.patterns import names_fitting
from reachweaver_lsp.progress import Progress
from reachweaver_lsp.publisher import Publisher
from reachweaver_lsp.rule_files import AnyRuleFile
from reachweaver_lsp.settings import DEFAULT_FILES
from reachweaver_lsp.shown import Shown
from reachweaver_lsp.text_store import TextStore
from reachweaver_lsp.uris import path_of, uri_of
from reachweaver_lsp.workspace import Rules, Workspace

logger = logging.getLogger(__name__)

_TITLE = "ReachWeaver: checking campaigns"


@dataclass(frozen=True, slots=True)
class _Result:
    """What a file was checked under, and what came of it."""

    stamp: Stamp | None
    rules: Rules
    shown: Sequence[Shown]
    is_campaign: bool
    """Whether the rules are for it at all."""


class WorkspaceCheck:
    """Checks the campaigns of the workspace's folders whenever they, or their rules, have changed."""

    def __init__(
        self,
        client: Server,
        documents: Documents,
        workspace: Workspace,
        publisher: Publisher,
        ended: Callable[[], object],
    ) -> None:
        self._ended = ended
        """Called after each run."""
        self._client = client
        self._documents = documents
        self._workspace = workspace
        self._publisher = publisher
        self._results: dict[str, _Result] = {}
        """By the file's URI."""
        self._faults = FaultLog()
        self._rule_files: Sequence[AnyRuleFile] = ()
        self._run: _Run | None = None

    @property
    def has_begun(self) -> bool:
        """Whether there was a run, or is one."""
        return self._run is not None

    @property
    def is_going_on(self) -> bool:
        """Whether files are still to be checked; also before the first run, which waits for the client's settings."""
        return self._run is None or not self._run.is_over

    def results(self) -> Iterator[tuple[str, Sequence[Shown]]]:
        """The URI of each file that was checked, and its diagnostics."""
        return ((uri, result.shown) for uri, result in self._results.items())

    def rule_files(self) -> Iterator[AnyRuleFile]:
        """The brand and opt-out files that hold for those files, as they stand now."""
        files = {file.path: file for file in self._rule_files}
        return (now for file in files.values() if (now := self._workspace.read_again(file)) is not None)

    def unwatched(self) -> list[Place]:
        """Where campaigns may change without the client's telling: what it is asked to watch are the default's files."""
        told = self._client.can("workspace.did_change_watched_files.dynamic_registration")
        folders = [absolute(folder) for folder in map(path_of, self._workspace.folders) if folder is not None]
        settings = [(folder, self._workspace.settings_for(folder)) for folder in folders]
        return [
            (folder, names_fitting(here.files))
            for folder, here in settings
            if (here.workspace_check or self._results) and not (told and here.files == DEFAULT_FILES)
        ]

    def start(self, done: Callable[[], object] | None = None, *, anew: bool = False) -> None:
        """Check what has changed since the last time, or everything anew; `done` is called when all of it has been."""
        if self._run is not None:
            # Somebody who asked for it is still waiting for all of it.
            waiting_for = self._run.cancel()
            done, anew = done or waiting_for, anew or waiting_for is not None
        found = dict(self._candidates(asked_for=anew))
        self._forget(self._results.keys() - found.keys())
        waiting = [uri for uri in found if anew or self._is_due(uri, found[uri])]
        self._run = _Run(self, waiting, done)
        self._run.go_on()

    def check(self, uri: str, then: Callable[[], None], is_wanted: Callable[[], bool]) -> None:
        """Check one file and show what was found, if it is still wanted, then go on, in any case and never at once."""
        try:
            is_under_way = self._check(uri, then, is_wanted)
        except Exception:
            logger.exception("checking %s failed", uri)
            is_under_way = False
        if not is_under_way:
            self._client.after_this(then)

    def _check(self, uri: str, then: Callable[[], None], is_wanted: Callable[[], bool]) -> bool:
        """Have a file checked beside the event loop; False when there is nothing to check."""
        path = path_of(uri)
        file = read_once(path) if path is not None else None
        if file is None or self._documents.get(uri) is not None:
            return False
        document = TextDocument(uri, TextStore(file.text))
        rules = self._workspace.rules_for(document)

        def take(diagnosis: Diagnosis | None) -> None:
            if diagnosis is not None and is_wanted():
                self._take(diagnosis, file.stamp)
            then()

        self._client.aside(partial(_diagnosis, document, rules, self._documents.encoding), take)
        return True

    def progress(self, total: int) -> Progress:
        """What the person sees of a run of so many files."""
        return Progress(self._client, _TITLE, total)

    def has_ended(self) -> None:
        """A run is over: a client that asks for the workspace's diagnostics has its answer, and may ask again."""
        campaigns = (result for result in self._results.values() if result.is_campaign)
        files = {id(file): file for campaign in campaigns for file in campaign.rules.files}
        self._rule_files = tuple(files.values())
        self._ended()
        self._client.protocol.resume()
        self._client.have_it_pull_again()

    def _take(self, diagnosis: Diagnosis, stamp: Stamp | None) -> None:
        """Keep what was found in a file, and show it unless an editor has opened the file meanwhile."""
        analysis = diagnosis.analysis
        self._faults.take(analysis)
        # A brand or an opt-out list is shown as such by those that use it.
        is_campaign = analysis.kind == "campaign"
        shown = diagnosis.shown if is_campaign or analysis.failures else ()
        uri = analysis.document.uri
        former = self._results.get(uri)
        self._results[uri] = _Result(stamp, analysis.rules, shown, is_campaign)
        has_been_shown = former is not None and former.shown
        if (shown or has_been_shown) and self._documents.get(uri) is None:
            self._publisher.publish_file(uri, shown)

    def _candidates(self, *, asked_for: bool) -> Iterator[tuple[str, Path]]:
        """The files to check; where the setting is off only those that a person has asked for before."""
        for folder in filter(None, map(path_of, self._workspace.folders)):
            settings = self._workspace.settings_for(absolute(folder))
            takes_all = asked_for or settings.workspace_check
            for path in files_below(absolute(folder), names_fitting(settings.files)):
                uri = uri_of(path)
                is_asked_for = takes_all or uri in self._results
                if is_asked_for and self._documents.get(uri) is None and self._workspace.names_campaign(path):
                    yield uri, path

    def _is_due(self, uri: str, path: Path) -> bool:
        known = self._results.get(uri)
        if known is None or known.stamp != stamp_of(path):
            return True
        return known.rules != self._workspace.rules_for(TextDocument(uri, TextStore("")))

    def _forget(self, uris: set[str]) -> None:
        for uri in uris:
            former = self._results.pop(uri)
            if former.shown and self._documents.get(uri) is None:
                self._publisher.clear(uri)


class _Run:
    """One pass over the files that are due."""

    def __init__(self, check: WorkspaceCheck, waiting: Sequence[str], done: Callable[[], object] | None) -> None:
        self._check = check
        self._waiting = list(reversed(waiting))
        self._done = done
        self._is_cancelled = False
        self.is_over = False
        self._progress = check.progress(len(waiting)) if len(waiting) > 1 else None

    def cancel(self) -> Callable[[], object] | None:
        """Check no further file; what was to be called at the end, if that has not come yet."""
        self._is_cancelled = True
        return self._done

    def go_on(self) -> None:
        """Check the next file; end when there is none, or when somebody has had enough."""
        if self._is_cancelled or not self._waiting or (self._progress is not None and self._progress.is_cancelled):
            self._end()
            return
        uri = self._waiting.pop()
        if self._progress is not None:
            self._progress.report(len(self._waiting) + 1, uri)
        # What is under way when a newer run begins is left to that one: the file may be gone, or in no folder any more.
        self._check.check(uri, self.go_on, lambda: not self._is_cancelled)

    def _end(self) -> None:
        if self._progress is not None:
            self._progress.end()
        self.is_over = True
        if not self._is_cancelled:
            self._check.has_ended()
            done, self._done = self._done, None
            if done is not None:
                done()


def _diagnosis(document: TextDocument, rules: Rules, encoding: Encoding) -> Diagnosis | None:
    """What was found in a file; None when checking it failed, so that one file's fault doesn't end the run."""
    try:
        return diagnose(Analyzer(document).analyze(rules, waits=True), encoding)
    except Exception:
        logger.exception("checking %s failed", document.uri)
        return None
