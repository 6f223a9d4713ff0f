"""The server's state for one client, and what it asks of the client: settings, file watching, messages.

Everything that handlers need is here; what they answer is made elsewhere.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.lsp.server import LanguageServer

from reachweaver import __version__
from reachweaver.config import CONFIG_NAME, DEFAULT_OPTOUT
from reachweaver.json_spans.lines import Encoding
from reachweaver_lsp.analysis import Analysis
from reachweaver_lsp.checks import Checks
from reachweaver_lsp.documents import Documents
from reachweaver_lsp.protocol import ServerProtocol, tolerant_converter
from reachweaver_lsp.publisher import Publisher
from reachweaver_lsp.settings import SECTION
from reachweaver_lsp.transport import watch_parent
from reachweaver_lsp.uris import uri_of
from reachweaver_lsp.workspace import Workspace

logger = logging.getLogger(__name__)

NAME = "reachweaver-lsp"
POLL_SECONDS = 2.0
"""How often files are looked at: a client that watches files does so inside its folders, and many watch none."""
SETTINGS_SECONDS = 1.0
"""How long the first check waits for the client's settings."""

_WATCHED = ("**/*.reachweaver.json", f"**/{CONFIG_NAME}", f"**/{DEFAULT_OPTOUT.as_posix()}")
_ENCODINGS: dict[types.PositionEncodingKind, Encoding] = {
    types.PositionEncodingKind.Utf8: "utf-8",
    types.PositionEncodingKind.Utf16: "utf-16",
    types.PositionEncodingKind.Utf32: "utf-32",
}


class Session(LanguageServer):
    """A language server that knows its documents, its workspace and what has to be checked."""

    protocol: ServerProtocol

    def __init__(self) -> None:
        super().__init__(NAME, __version__, protocol_cls=ServerProtocol, converter_factory=tolerant_converter)
        self.documents = Documents()
        self.project = Workspace(self.documents, self.complain)
        publisher = Publisher(self.text_document_publish_diagnostics)
        self.checks = Checks(self.documents, self.project, publisher, self.after_this)

    @property
    def encoding(self) -> Encoding:
        """In what units the client counts columns."""
        return self.documents.encoding

    @property
    def hover_format(self) -> types.MarkupKind:
        """The first format of hovers that client and server both know."""
        known = (types.MarkupKind.Markdown, types.MarkupKind.PlainText)
        formats = get_capability(self.client_capabilities, "text_document.hover.content_format") or known
        return next((kind for kind in formats if kind in known), types.MarkupKind.PlainText)

    @property
    def takes_versioned_edits(self) -> bool:
        """Whether the client applies an edit to the version that it was made for and to no other."""
        return self.can("workspace.workspace_edit.document_changes")

    def analysis_of(self, uri: str) -> Analysis | None:
        """What is known about a document as it is now; None when it is not open or none of ours."""
        document = self.documents.get(uri)
        return self.checks.analysis_of(document) if document is not None else None

    def begin(self, params: types.InitializeParams) -> None:
        """Take in what the client says about itself."""
        self.documents.encoding = _ENCODINGS[types.PositionEncodingKind(self.workspace.position_encoding)]
        self.project.configure(initial=params.initialization_options)
        root = params.root_uri or (uri_of(Path(params.root_path)) if params.root_path else None)
        folders = [folder.uri for folder in params.workspace_folders or ()]
        for uri in folders or ([root] if root else []):
            self.project.add_folder(uri)
        watch_parent(params.process_id, asyncio.get_running_loop(), self.protocol)

    def begin_watching(self) -> None:
        """Have the client tell what changes, as far as it can, and look at the disk from time to time."""
        methods: dict[str, object] = {}
        if self.can("workspace.did_change_watched_files.dynamic_registration"):
            watchers = [types.FileSystemWatcher(glob_pattern=pattern) for pattern in _WATCHED]
            methods[types.WORKSPACE_DID_CHANGE_WATCHED_FILES] = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        if self.can("workspace.did_change_configuration.dynamic_registration"):
            options = types.DidChangeConfigurationRegistrationOptions(section=SECTION)
            methods[types.WORKSPACE_DID_CHANGE_CONFIGURATION] = options
        if methods:
            registrations = [types.Registration(method, method, options) for method, options in methods.items()]
            self.ask(types.CLIENT_REGISTER_CAPABILITY, types.RegistrationParams(registrations), lambda _: None)
        self._look_at_disk_again()

    def ask_for_settings(self, then: Callable[[], None]) -> None:
        """Ask for the settings of each folder, and go on when they are there; at once when the client has none."""
        if not self.can("workspace.configuration"):
            then()
            return
        scopes = [None, *self.project.folders]

        def take(answer: object) -> None:
            values = answer if isinstance(answer, list | tuple) else []
            self.project.configure(answered=dict(zip(scopes, values, strict=False)))
            then()

        items = [types.ConfigurationItem(scope_uri=scope, section=SECTION) for scope in scopes]
        self.ask(types.WORKSPACE_CONFIGURATION, types.ConfigurationParams(items), take)

    def check_once_settings_are_known(self) -> None:
        """Hold the first checks back until the settings are there, so that nothing wrong is shown in between."""
        self.checks.hold()
        release = asyncio.get_running_loop().call_later(SETTINGS_SECONDS, self.checks.release)

        def go_on() -> None:
            release.cancel()
            self.checks.release()

        self.ask_for_settings(go_on)

    def ask(self, method: str, params: object, answered: Callable[[Any], None]) -> None:
        """Send a request; `answered` gets the result, or None when the client refuses."""

        def finish(future: Future[Any]) -> None:
            refused = future.cancelled() or future.exception() is not None
            answered(None if refused else future.result())

        self.protocol.send_request(method, params).add_done_callback(finish)

    def can(self, capability: str) -> bool:
        """Whether the client declared a capability."""
        return bool(get_capability(self.client_capabilities, capability, False))

    def after_this(self, callback: Callable[[], None]) -> None:
        """Run something once the messages that are waiting have been handled."""
        asyncio.get_running_loop().call_soon(_logging_errors(callback))

    def rest(self) -> None:
        """Clean up behind larger work, once its results are out, so that the next keystroke meets no collection."""
        self.after_this(_freeze)

    def complain(self, message: str) -> None:
        """Show the person something that is wrong with their settings."""
        self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"ReachWeaver: {message}"))

    def describe(self, document: Any) -> str:
        """A document that a message was about, in words for the log."""
        known = self.documents.get(document.uri) if document is not None else None
        return f" on {known.uri}, version {known.version}" if known is not None else ""

    def report_server_error(self, error: Exception, source: object) -> None:
        """Nothing: the protocol has logged it, and nobody wants a message box for each keystroke."""

    def _look_at_disk_again(self) -> None:
        asyncio.get_running_loop().call_later(POLL_SECONDS, self._look_at_disk_again)
        _logging_errors(self.checks.look_at_disk)()


def _logging_errors(callback: Callable[[], None]) -> Callable[[], None]:
    def run() -> None:
        try:
            callback()
        except Exception:
            logger.exception("an error between two messages")

    return run


def _freeze() -> None:
    gc.collect()
    gc.freeze()
