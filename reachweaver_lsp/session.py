"""One client's session: what each message means for documents, workspace and checks, and what is answered.

Takes the protocol's messages and gives its answers; every method looks up, calls and translates.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from pathlib import Path

from lsprotocol import types

from reachweaver.compiled_patterns import keep_patterns, kept_at, load_patterns
from reachweaver.config import CONFIG_NAME, DEFAULT_OPTOUT
from reachweaver.values import counted
from reachweaver_lsp import from_lsp, to_lsp
from reachweaver_lsp.analysis import Analysis
from reachweaver_lsp.answers import Answers
from reachweaver_lsp.checks import Checks
from reachweaver_lsp.client import Server
from reachweaver_lsp.code_actions import ActionMaker
from reachweaver_lsp.documents import Documents, TextDocument
from reachweaver_lsp.folder_watch import FolderWatch
from reachweaver_lsp.from_lsp import DocumentChanges
from reachweaver_lsp.histories import Histories
from reachweaver_lsp.hover import hover_at
from reachweaver_lsp.look_up_offers import Offers
from reachweaver_lsp.look_ups import LookUps
from reachweaver_lsp.overviews import Overviews
from reachweaver_lsp.previews import Previews
from reachweaver_lsp.publisher import Publisher
from reachweaver_lsp.pulls import Pulls
from reachweaver_lsp.receipts import Receipts
from reachweaver_lsp.settings import SECTION
from reachweaver_lsp.uris import uri_of
from reachweaver_lsp.workspace import Workspace
from reachweaver_lsp.workspace_check import WorkspaceCheck

POLL_SECONDS = 2.0
"""How often files are looked at: a client that watches files does so inside its folders, and many watch none."""
SETTINGS_SECONDS = 1.0
"""How long the first check waits for the client's settings."""
PAUSE_SECONDS = 0.5
"""After which pause in typing rules campaigns that nobody has opened follow them."""

_WATCHED = ("**/*.reachweaver.json", f"**/{CONFIG_NAME}", f"**/{DEFAULT_OPTOUT.as_posix()}")


class Session:
    """The server's state for one client."""

    def __init__(self, client: Server) -> None:
        load_patterns(kept_at())
        self._client = client
        self.documents = Documents(client.encoding)
        histories = Histories(client.aside, client.complain, self._refresh)
        receipts = Receipts(client.aside, self._refresh)
        self.workspace = Workspace(self.documents, client.complain, histories, receipts)
        publisher = Publisher(client.publish)
        self._long_works = 0
        self._has_closed = False
        """Whether a document was closed since garbage was last collected."""
        self._has_begun = False
        self._pause: asyncio.TimerHandle | None = None
        self.checks = Checks(
            self.documents,
            self.workspace,
            publisher,
            schedule=client.protocol.after_messages,
            ask_again=client.have_it_ask_again,
            beside=self._beside,
            resume=client.protocol.resume,
        )
        ended = self.checks.publish_rule_files
        self.workspace_check = WorkspaceCheck(client, self.documents, self.workspace, publisher, ended)
        self.checks.files_of_others = self.workspace_check.rule_files
        self._folder_watch = FolderWatch(client.aside, self.workspace_check.start)
        self.pulls = Pulls(client, self.documents, self.checks, publisher, self.workspace_check)
        self.answers = Answers(client, self.documents, self.checks)
        self.overviews = Overviews(client, self.answers)
        self.previews = Previews(client, self.answers)
        self.look_ups = LookUps(client, self.answers, Offers(client, self.answers, self.checks.look_at_disk))
        self.workspace.configure(initial=client.introduction.initialization_options)
        for uri in _folders(client.introduction):
            self.workspace.add_folder(uri)

    @property
    def is_at_work(self) -> bool:
        """Whether something is being checked beside the event loop."""
        return self._long_works > 0

    def begin(self) -> None:
        """Have the client tell what changes, look at the disk from time to time, and check once settings are there."""
        client = self._client
        self._has_begun = True
        options: dict[str, object] = {}
        if client.can("workspace.did_change_watched_files.dynamic_registration"):
            watchers = [types.FileSystemWatcher(glob_pattern=pattern) for pattern in _WATCHED]
            options[types.WORKSPACE_DID_CHANGE_WATCHED_FILES] = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        if client.can("workspace.did_change_configuration.dynamic_registration"):
            section = types.DidChangeConfigurationRegistrationOptions(section=SECTION)
            options[types.WORKSPACE_DID_CHANGE_CONFIGURATION] = section
        client.register(options)
        client.later(POLL_SECONDS, self._poll)
        self._check_once_settings_are_known()

    @property
    def is_checking_workspace(self) -> bool:
        """Whether campaigns that nobody has opened are still to be checked; that begins now for a client who asks early.

        It may never say `initialized`, which all else waits for.
        """
        if not self._has_begun and not self.workspace_check.has_begun:
            self.workspace_check.start()
        return self.workspace_check.is_going_on

    def open(self, item: types.TextDocumentItem) -> None:
        """A document is in the editor; its text counts from now on."""
        document = self.documents.open(item)
        self.checks.opened(document)
        if not self.checks.is_held:
            self._client.protocol.after_messages(lambda: self._follow_rules_of(document))
            self._client.after_this(self._rest)

    def change(self, typed: DocumentChanges) -> None:
        """A document was typed in."""
        document = self.documents.require(typed.uri)
        document.change(typed.version, typed.changes, self.documents.encoding)
        if self.checks.edited(document):
            self._follow_rules()

    def save(self, uri: str) -> None:
        """A document was written to disk."""
        self.checks.saved(self.documents.require(uri))
        self.workspace_check.start()

    def close(self, uri: str) -> None:
        """A document is no longer in the editor; the file counts from now on."""
        document = self.documents.close(uri)
        self._follow_rules_of(document)
        self.checks.closed(document)
        self._has_closed = True

    def configure(self, settings: object) -> None:
        """The person has changed settings."""
        self.workspace.configure(pushed=settings)
        self.checks.refresh()
        self._ask_for_settings(self._refresh_all)

    def change_folders(self, event: types.WorkspaceFoldersChangeEvent) -> None:
        """Folders were added to the workspace or left it."""
        for folder in event.removed:
            self.workspace.remove_folder(folder.uri)
        for folder in event.added:
            self.workspace.add_folder(folder.uri)
        self.checks.folders_left([folder.uri for folder in event.removed])
        self._ask_for_settings(self._refresh_all)

    def files_changed(self) -> None:
        """Files have changed on disk."""
        self.checks.look_at_disk()
        self.workspace_check.start()

    def check_workspace(self) -> None:
        """Check every campaign again because the person asks, and say how many findings there are."""
        self.checks.refresh()
        self.workspace_check.start(self._tell_of_workspace, anew=True)

    def hover(self, uri: str, position: types.Position) -> types.Hover | None:
        """What is known about the place under the cursor."""
        analysis = self.answers.analysis_of(uri)
        if analysis is None:
            return None
        text, encoding = analysis.document.text, self.documents.encoding
        found = hover_at(analysis, from_lsp.offset(text, position, encoding))
        return None if found is None else to_lsp.hover(found, text, encoding, self._client.hover_format)

    def code_actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """Fixes for the findings at a range, or for the whole file."""
        maker = self._action_maker(params.text_document.uri)
        return [] if maker is None else list(maker.actions(params.range, params.context.only))

    def resolve_code_action(self, action: types.CodeAction) -> types.CodeAction:
        """An action that was given without its edit, with it; as it is when the document has changed since."""
        uri = action.data.get("uri") if isinstance(action.data, dict) else None
        maker = self._action_maker(uri) if isinstance(uri, str) else None
        action.edit = maker.edit(action.data) if maker is not None else None
        return action

    def _action_maker(self, uri: str) -> ActionMaker | None:
        analysis = self.answers.analysis_of(uri)
        if analysis is None:
            return None
        shown, client = self.checks.diagnosis_of(analysis).shown, self._client
        return ActionMaker(
            analysis,
            shown,
            self.documents.encoding,
            versioned=client.takes_versioned_edits,
            lazy=client.resolves_code_actions,
        )

    def _check_once_settings_are_known(self) -> None:
        """Hold the first checks back, so that nothing is shown that the settings would not have."""
        self.workspace.expects_settings = True
        self.checks.hold()
        waiting = self._client.later(SETTINGS_SECONDS, self._release)

        def go_on() -> None:
            waiting.cancel()
            self._release()

        self._ask_for_settings(go_on)

    def _ask_for_settings(self, then: Callable[[], None]) -> None:
        """Ask for the settings of each folder, and go on when they are there; at once when the client has none."""
        if not self._client.can("workspace.configuration"):
            then()
            return
        scopes = [None, *self.workspace.folders]

        def take(answer: object) -> None:
            values = answer if isinstance(answer, list | tuple) else []
            self.workspace.configure(answered=dict(zip(scopes, values, strict=False)))
            then()

        items = [types.ConfigurationItem(scope_uri=scope, section=SECTION) for scope in scopes]
        self._client.ask(types.WORKSPACE_CONFIGURATION, types.ConfigurationParams(items), take)

    def _follow_rules(self) -> None:
        """Soon check campaigns that nobody has opened under what brands and opt-out lists in the editor say now."""
        if not self.checks.is_held:
            if self._pause is not None:
                self._pause.cancel()
            self._pause = self._client.later(PAUSE_SECONDS, self.workspace_check.start)

    def _follow_rules_of(self, document: TextDocument) -> None:
        """The same, if a document is, or may be, a brand or an opt-out list."""
        if self.checks.may_set_rules(document):
            self._follow_rules()

    def _beside(self, work: Callable[[], Analysis], done: Callable[[Analysis], None]) -> None:
        """Do long work beside the event loop, with no collection of garbage in between that would hold up everything."""
        gc.disable()
        self._long_works += 1

        def finish(analysis: Analysis) -> None:
            self._long_works -= 1
            if not self._long_works:
                gc.freeze()
                gc.enable()
            done(analysis)

        self._client.aside(work, finish)

    def _tell_of_workspace(self) -> None:
        shown = [shown for _, shown in self.workspace_check.results()]
        shown += [self.checks.diagnosis_of(one).shown for one in map(self.checks.analysis_of, self.documents) if one]
        campaigns, findings = counted(len(shown), "campaign"), counted(sum(map(len, shown)), "finding")
        self._client.tell(f"{campaigns} checked, {findings}.")

    def _release(self) -> None:
        self.workspace.expects_settings = False
        self.checks.release()
        self._client.after_this(self._rest)
        self._client.after_this(self.workspace_check.start)

    def _rest(self) -> None:
        """Clean up behind larger work, once its results are out, so that the next keystroke meets no collection."""
        keep_patterns(kept_at())
        _collect_garbage(thoroughly=self._has_closed)
        self._has_closed = False
        if not self._long_works:
            gc.enable()  # It is off from the start of the process on.

    def _refresh(self) -> None:
        self.checks.refresh()

    def _refresh_all(self) -> None:
        self.checks.refresh()
        self.workspace_check.start()

    def _poll(self) -> None:
        self._client.later(POLL_SECONDS, self._poll)
        if self.checks.look_at_disk():
            self.workspace_check.start()
        self._folder_watch.look(self.workspace_check.unwatched())


def _folders(introduction: types.InitializeParams) -> list[str]:
    """The URIs of the client's folders; of its root, when it knows no folders."""
    folders = [folder.uri for folder in introduction.workspace_folders or ()]
    root = introduction.root_uri or (uri_of(Path(introduction.root_path)) if introduction.root_path else None)
    return folders or ([root] if root else [])


def _collect_garbage(*, thoroughly: bool) -> None:
    """Collect garbage, and keep what is none out of later collections but those that are to be thorough."""
    if thoroughly:
        gc.unfreeze()
    gc.collect()
    gc.freeze()
