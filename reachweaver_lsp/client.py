"""The server as the protocol sees it: who the client is, what it can, and what it is asked and told.

Light on purpose: `initialize` is answered before anything of the engine is imported.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.lsp.server import LanguageServer

from reachweaver import __version__
from reachweaver_lsp.markup import as_message
from reachweaver_lsp.message_reading import tolerant_converter
from reachweaver_lsp.protocol import ServerProtocol, do_logging_errors
from reachweaver_lsp.transport import watch_parent

if TYPE_CHECKING:
    from reachweaver.json_spans.lines import Encoding
    from reachweaver_lsp.session import Session


NAME = "reachweaver-lsp"
FIX_ALL = "source.fixAll.reachweaver"
"""The kind of the code action that makes every safe fix of a file at once."""
LOOK_UP = "reachweaver.lookUp"
"""The kind of the one that opens a source: no fix, so that whoever asks for fixes does not get it."""

_ENCODINGS: dict[types.PositionEncodingKind, Encoding] = {
    types.PositionEncodingKind.Utf8: "utf-8",
    types.PositionEncodingKind.Utf16: "utf-16",
    types.PositionEncodingKind.Utf32: "utf-32",
}

_REFRESHED = {
    "code_lens": types.WORKSPACE_CODE_LENS_REFRESH,
    "inlay_hint": types.WORKSPACE_INLAY_HINT_REFRESH,
    "semantic_tokens": types.WORKSPACE_SEMANTIC_TOKENS_REFRESH,
    "diagnostics": types.WORKSPACE_DIAGNOSTIC_REFRESH,
}
"""The requests by which a server says that it would answer otherwise now, by the client's capability."""


class Server(LanguageServer):
    """A language server with one client."""

    protocol: ServerProtocol
    introduction: types.InitializeParams
    """What the client said about itself."""

    def __init__(self) -> None:
        super().__init__(NAME, __version__, protocol_cls=ServerProtocol, converter_factory=tolerant_converter)
        self.allow_private = False
        """Whether a look-up may open addresses of this machine and its own network."""
        self.cancelled_progress: set[str | int] = set()
        """The tokens of work that the person has asked to stop."""

    def meet(self, introduction: types.InitializeParams) -> None:
        """Take in what the client says about itself, and get ready as soon as it has its answer."""
        self.introduction = introduction
        watch_parent(introduction.process_id, asyncio.get_running_loop(), self.protocol)
        self.after_this(lambda: self.session)

    @cached_property
    def session(self) -> Session:
        """Documents, workspace and checks."""
        from reachweaver_lsp.session import Session

        return Session(self)

    @property
    def encoding(self) -> Encoding:
        """In what units the client counts columns."""
        return _ENCODINGS[types.PositionEncodingKind(self.workspace.position_encoding)]

    @property
    def hover_format(self) -> types.MarkupKind:
        """The first format of hovers that client and server both know."""
        return self._format("text_document.hover.content_format")

    @property
    def completion_format(self) -> types.MarkupKind | None:
        """The same of what is to be read about a completion; None for a client that takes it without any format."""
        described = get_capability(self.client_capabilities, "text_document.completion.completion_item")
        if described is not None and not described.documentation_format:
            return None
        return self._format("text_document.completion.completion_item.documentation_format")

    @property
    def takes_versioned_edits(self) -> bool:
        """Whether the client applies an edit to the version that it was made for and to no other."""
        return self.can("workspace.workspace_edit.document_changes")

    @property
    def can_be_told_to_pull(self) -> bool:
        """Whether the client asks for diagnostics, and again when it is told that they have changed.

        One that cannot be told would keep what a change of the brand has made wrong, so it is not offered to ask.
        """
        return self.can("text_document.diagnostic") and self.can("workspace.diagnostics.refresh_support")

    @property
    def resolves_code_actions(self) -> bool:
        """Whether the client asks for an action's edit when the person has chosen it."""
        capability = get_capability(self.client_capabilities, "text_document.code_action.resolve_support")
        can_keep_data = self.can("text_document.code_action.data_support")
        return capability is not None and "edit" in capability.properties and can_keep_data

    def _format(self, capability: str) -> types.MarkupKind:
        known = (types.MarkupKind.Markdown, types.MarkupKind.PlainText)
        formats = get_capability(self.client_capabilities, capability) or known
        return next((kind for kind in formats if kind in known), types.MarkupKind.PlainText)

    def can(self, capability: str) -> bool:
        """Whether the client declared a capability."""
        return bool(get_capability(self.client_capabilities, capability, False))

    def ask(self, method: str, params: object, answered: Callable[[Any], None]) -> None:
        """Send a request; `answered` gets the result, or None when the client refuses."""

        def finish(future: Future[Any]) -> None:
            refused = future.cancelled() or future.exception() is not None
            answered(None if refused else future.result())

        self.protocol.send_request(method, params).add_done_callback(finish)

    def wants(self, message_id: str | int | None) -> bool:
        """Whether the client still waits for the answer to a request, and has not cancelled it."""
        return message_id in self.protocol._request_futures  # noqa: SLF001 (pygls has no other way to ask)

    def register(self, options: dict[str, object]) -> None:
        """Have the client send notifications of some methods, each with its options."""
        registrations = [types.Registration(method, method, given) for method, given in options.items()]
        if registrations:
            self.ask(types.CLIENT_REGISTER_CAPABILITY, types.RegistrationParams(registrations), lambda _: None)

    def publish(self, uri: str, version: int | None, diagnostics: Sequence[bytes]) -> None:
        """Show the diagnostics of one version of a document (pieces of JSON, commas go between), and no others."""
        about = b"" if version is None else b', "version": %d' % version
        separated = [piece for diagnostic in diagnostics for piece in (diagnostic, b",")][:-1]
        start = b'{"uri": %b%b,"diagnostics":[' % (_quoted(uri), about)
        self.protocol.send_encoded(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, start, *separated, b"]}")

    def have_it_ask_again(self) -> None:
        """Have the client ask again for what it shows in documents: that may be another now, and nothing was typed."""
        for capability, method in _REFRESHED.items():
            if self.can(f"workspace.{capability}.refresh_support"):
                self.ask(method, None, lambda _: None)

    def have_it_pull_again(self) -> None:
        """Have the client ask for diagnostics again, if that is how it gets them."""
        if self.can_be_told_to_pull:
            self.ask(types.WORKSPACE_DIAGNOSTIC_REFRESH, None, lambda _: None)

    def open_in_browser(self, uri: str, otherwise: str) -> None:
        """Have the client open a page outside the editor; where it cannot, show the person a message."""

        def opened(result: Any) -> None:
            if not getattr(result, "success", False):
                self.window_show_message(types.ShowMessageParams(types.MessageType.Info, _shown(otherwise)))

        if self.can("window.show_document.support"):
            self.ask(types.WINDOW_SHOW_DOCUMENT, types.ShowDocumentParams(uri=uri, external=True), opened)
        else:
            opened(None)

    def tell(self, message: str) -> None:
        """Show the person what came of something that they asked for."""
        self.window_show_message(types.ShowMessageParams(types.MessageType.Info, _shown(message)))

    def complain(self, message: str) -> None:
        """Show the person something that is wrong with their settings."""
        self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, _shown(message)))

    def choose(self, message: str, titles: Sequence[str], chosen: Callable[[str], object]) -> None:
        """Show the person a message with buttons; `chosen` gets the words on the one that was pressed, if one was."""

        def answered(item: Any) -> None:
            title: str = getattr(item, "title", "")
            if title in titles:
                chosen(title)

        buttons = [types.MessageActionItem(title) for title in titles]
        params = types.ShowMessageRequestParams(types.MessageType.Info, _shown(message), buttons)
        self.ask(types.WINDOW_SHOW_MESSAGE_REQUEST, params, answered)

    def apply(self, label: str, edit: types.WorkspaceEdit, then: Callable[[], object]) -> None:
        """Have the client make an edit, and go on when it has; the person is told when it has not."""

        def applied(result: Any) -> None:
            if getattr(result, "applied", False):
                then()
            else:
                why = getattr(result, "failure_reason", None) or "the document may have changed meanwhile"
                self.complain(f"The editor has not made the change: {why}.")

        self.ask(types.WORKSPACE_APPLY_EDIT, types.ApplyWorkspaceEditParams(edit, label), applied)

    def after_this(self, callback: Callable[[], object]) -> None:
        """Run something once the messages that are waiting have been handled."""
        asyncio.get_running_loop().call_soon(do_logging_errors, callback)

    def later(self, seconds: float, callback: Callable[[], object]) -> asyncio.TimerHandle:
        """Run something after a while."""
        return asyncio.get_running_loop().call_later(seconds, do_logging_errors, callback)

    def aside(self, work: Callable[[], Any], done: Callable[[Any], None]) -> None:
        """Do some work beside the event loop, so that it holds up no answer, and hand the result over in it."""
        loop = asyncio.get_running_loop()
        outcome: Future[Any] = Future()

        def run() -> None:
            try:
                outcome.set_result(work())
            except Exception as error:  # noqa: BLE001 (raised again, and logged, where it is handed over)
                outcome.set_exception(error)
            # A loop that is closed raises RuntimeError: the session is over and nobody wants the result.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(do_logging_errors, lambda: done(outcome.result()))

        # A daemon, so that a session can end in the middle of long work.
        threading.Thread(target=run, daemon=True).start()

    def has_to_wait(self, params: Any) -> bool:
        """Whether the answer to a request has to wait for a check: of its document, or of the workspace's campaigns."""
        if isinstance(params, types.WorkspaceDiagnosticParams):
            return self.session.is_checking_workspace
        uri = getattr(getattr(params, "text_document", None), "uri", None)
        return uri is not None and self.session.checks.is_busy_with(uri)

    def describe(self, document: Any) -> str:
        """A document that a message was about, in words for the log."""
        uri = getattr(document, "uri", None)
        known = self.session.documents.get(uri) if uri is not None else None
        return f" on {known.uri}, version {known.version}" if known is not None else ""

    def report_server_error(self, error: Exception, source: object) -> None:
        """Nothing: the protocol has logged it, and nobody wants a message box for each keystroke."""


@lru_cache(maxsize=256)
def _quoted(uri: str) -> bytes:
    """A URI as JSON."""
    return json.dumps(uri).encode()


def _shown(message: str) -> str:
    """A message for a person, under the program's name."""
    return f"ReachWeaver: {as_message(message)}"
