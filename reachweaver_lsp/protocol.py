"""The language server protocol as pygls speaks it, with the faults of pygls 2.1 mended that a user would notice.

Takes message bodies, calls the server's handlers and writes the answers. What is different from pygls:

- a request always gets an answer: also with bad parameters, before `initialize` and after `shutdown`;
- an error inside a handler is logged once, with the document's version, and never pops up in the editor;
- enum values that this version of the protocol does not know are kept instead of failing the message;
- a finished notification leaves nothing behind;
- a request about a long document that is being checked waits for that, and holds up no other;
- the texts of documents are kept by `documents.py` and nowhere else;
- `exit` gives the process its status, and a lost client ends it.
"""

from __future__ import annotations

import asyncio
import contextvars
import json
import logging
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

import cattrs
from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import JsonRPCNotification, LanguageServerProtocol, lsp_method

from reachweaver_lsp.encoded import Encoded, in_utf8
from reachweaver_lsp.message_reading import STRUCTURE_ERRORS, decoded
from reachweaver_lsp.transport import Writer, framed

if TYPE_CHECKING:
    from reachweaver_lsp.from_lsp import DocumentChanges

logger = logging.getLogger(__name__)

Message = dict[str, Any]
"""A decoded JSON-RPC message."""

_DOCUMENT_SYNC = (types.TEXT_DOCUMENT_DID_OPEN, types.TEXT_DOCUMENT_DID_CHANGE, types.TEXT_DOCUMENT_DID_CLOSE)


def do_logging_errors(callback: Callable[[], object]) -> None:
    """Do something that no message waits for; an error is logged."""
    try:
        callback()
    except Exception:
        logger.exception("an error between two messages")


class ServerProtocol(LanguageServerProtocol):
    """One session with one client."""

    def __init__(self, server: Any, converter: cattrs.Converter) -> None:
        super().__init__(server, converter)
        self._describe: Callable[[object], str] = server.describe
        self._has_to_wait: Callable[[object], bool] = server.has_to_wait
        self._put_off: list[Message] = []
        """Requests that wait until a document, or the workspace, has been checked."""
        self._client: Any = server
        for method in _DOCUMENT_SYNC:
            del self.fm.builtin_features[method]
        self._encoder = json.JSONEncoder(default=self._serialize_message, ensure_ascii=False, separators=(",", ":"))
        self._output: Writer | None = None
        self._finished: asyncio.Future[int] | None = None
        self._own_handlers: dict[str, Callable[..., Any]] = {}
        """What the server handles and pygls does not, by method."""
        self._read_changes: Callable[[Any], DocumentChanges] | None = None
        self._afterwards: list[Callable[[], object]] | None = None
        """What is to be done once the messages that came in together have been handled; None while there are none."""

    def connect(self, writer: Writer, finished: asyncio.Future[int]) -> None:
        """Send to `writer` from now on; `finished` gets the exit status when the session is over."""
        self._output = writer
        self._finished = finished
        features, builtin = self.fm.features, self.fm.builtin_features
        self._own_handlers = {name: handler for name, handler in features.items() if name not in builtin}

    def receive(self, body: bytes) -> None:
        """Handle one message; never raises."""
        try:
            message = decoded(body)
        except (ValueError, RecursionError) as error:
            logger.error("a message is not JSON: %s", error)
            self._refuse(None, JsonRpcParseError())
            return
        self._dispatch(message)

    def receive_all(self, bodies: Iterable[bytes]) -> None:
        """Handle messages that came in together, then what was to be done after them; never raises."""
        afterwards = self._afterwards = []
        try:
            for body in bodies:
                self.receive(body)
        finally:
            self._afterwards = None
        for callback in afterwards:
            do_logging_errors(callback)

    def after_messages(self, callback: Callable[[], object]) -> None:
        """Do something once the messages that are there have been handled, before any others are read."""
        if self._afterwards is not None:
            self._afterwards.append(callback)
        else:
            asyncio.get_running_loop().call_soon(do_logging_errors, callback)

    def resume(self) -> None:
        """Answer the requests that had to wait, but those that still have to."""
        waiting, self._put_off = self._put_off, []
        for message in waiting:
            contextvars.copy_context().run(self._receive_request, message)

    def input_ended(self) -> None:
        """End the session: status 0 after `shutdown`, else 1."""
        if self._finished is not None and not self._finished.done():
            self._finished.set_result(0 if self._shutdown else 1)

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Generator[Any, Any, types.InitializeResult]:
        """Say what the server can; diagnostics are offered for the asking only to those who can be told to ask again."""
        result: types.InitializeResult = yield from super().lsp_initialize(params)
        if not self._client.can_be_told_to_pull:
            result.capabilities.diagnostic_provider = None
        return result

    @lsp_method(types.WINDOW_WORK_DONE_PROGRESS_CANCEL)
    def lsp_work_done_progress_cancel(self, params: types.WorkDoneProgressCancelParams) -> Generator[Any, Any, None]:
        """Note what the person wants stopped."""
        self._client.cancelled_progress.add(params.token)
        yield from ()

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: object) -> Generator[Any, Any, None]:
        """End the session as the client asks."""
        self.input_ended()
        yield from ()

    def _dispatch(self, message: object) -> None:
        if not isinstance(message, dict):
            self._refuse(None, JsonRpcInvalidRequest("a message must be one object"))
        elif "method" not in message:
            self._receive_response(message)
        elif "id" in message:
            # pygls keeps the current request's id in the context.
            contextvars.copy_context().run(self._receive_request, message)
        else:
            self._receive_notification(message)

    def _receive_request(self, message: Message) -> None:
        message_id, method = message["id"], message["method"]
        if isinstance(message_id, bool) or not isinstance(message_id, int | str) or not isinstance(method, str):
            self._refuse(None, JsonRpcInvalidRequest("a request needs an id and a method"))
            return
        try:
            self._require_readiness(method)
            request = self._structured(message)
        except JsonRpcException as error:
            logger.warning("%s refused: %s", method, error)
            self._refuse(message_id, error)
            return
        if self._is_put_off(request.params):
            self._put_off.append(message)
        else:
            self._handle_request(message_id, method, request.params)

    def _is_put_off(self, params: object) -> bool:
        try:
            return self._has_to_wait(params)
        except Exception as error:  # noqa: BLE001 (logged; whoever asked still gets an answer)
            self._log_error(error, self._has_to_wait, (params,))
            return False

    def _receive_notification(self, message: Message) -> None:
        method = message["method"]
        handler = self._own_handlers.get(method) if isinstance(method, str) else None
        ready = self._workspace is not None and not self._shutdown
        if method != types.EXIT and not (ready and (handler is not None or self._knows(method))):
            logger.debug("%s ignored", method)
            return
        try:
            params = self._structured_params(message)
        except JsonRpcException as error:
            logger.error("%s ignored: %s", method, error)
            return
        if handler is None:
            self._handle_notification(method, params)
            return
        # The server's own are plain functions, and come at every keystroke: no future is made for them.
        try:
            handler(params)
        except Exception as error:  # noqa: BLE001 (logged, with the document's version)
            self._log_error(error, handler, (params,))

    def _receive_response(self, message: Message) -> None:
        message_id = message.get("id")
        if not isinstance(message_id, int | str) or message_id not in self._request_futures:
            logger.warning("a response to nothing that was asked: id %r", message_id)
            return
        try:
            response = self.structure_message(message)
        except JsonRpcException as error:
            self._request_futures.pop(message_id).set_exception(error)
            return
        self._handle_response(message_id, getattr(response, "result", None), getattr(response, "error", None))

    def _require_readiness(self, method: str) -> None:
        """Raise what the protocol asks for when a request comes at the wrong time or is unknown."""
        if self._shutdown:
            raise JsonRpcInvalidRequest("the server is shut down")
        if self._workspace is None and method != types.INITIALIZE:
            raise JsonRpcServerNotInitialized("initialize comes first")
        if self._workspace is not None and method == types.INITIALIZE:
            raise JsonRpcInvalidRequest("the server is initialized")
        if not self._knows(method):
            raise JsonRpcMethodNotFound.of(method)

    def _knows(self, method: object) -> bool:
        if not isinstance(method, str):
            return False
        return method in self.fm.features or method in self.fm.builtin_features or method == types.CANCEL_REQUEST

    def _structured_params(self, message: Message) -> Any:
        """The parameters of a notification; those that come at every keystroke are put together by hand."""
        if message["method"] != types.TEXT_DOCUMENT_DID_CHANGE:
            return self._structured(message).params
        if self._read_changes is None:
            # Loaded when a document is open: what it stands on would delay the answer to `initialize`.
            from reachweaver_lsp.from_lsp import document_changes

            self._read_changes = document_changes
        try:
            return self._read_changes(message["params"])
        except STRUCTURE_ERRORS as error:
            raise JsonRpcInvalidParams("; ".join(cattrs.transform_error(error))) from error

    def _structured(self, message: Message) -> Any:
        message_type: type[Any] = self.get_message_type(message["method"]) or JsonRPCNotification
        try:
            return self._converter.structure({"jsonrpc": self.VERSION, **message}, message_type)
        except STRUCTURE_ERRORS as error:
            raise JsonRpcInvalidParams("; ".join(cattrs.transform_error(error))) from error

    def _execute_handler(
        self,
        msg_id: str | int,
        handler: Callable[..., Any],
        callback: Callable[[Future[Any]], None],
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
    ) -> None:
        def finished(future: Future[Any]) -> None:
            # pygls keeps the futures of notifications for ever.
            self._request_futures.pop(msg_id, None)
            error = None if future.cancelled() else future.exception()
            if error is not None and not isinstance(error, JsonRpcException):
                self._log_error(error, handler, args or ())
            callback(future)

        super()._execute_handler(msg_id, handler, finished, args, kwargs)

    def _log_error(self, error: BaseException, handler: Callable[..., Any], args: Iterable[Any]) -> None:
        document = next((getattr(arg, "text_document", arg) for arg in args), None)
        name = getattr(getattr(handler, "func", handler), "__name__", "a handler")
        logger.error("%s failed%s", name, self._describe(document), exc_info=error)

    def _refuse(self, message_id: str | int | None, error: JsonRpcException) -> None:
        # Not _send_response, whose type for the answer does not allow the missing id of an unreadable request.
        answer = {"code": error.code, "message": error.message}
        self._send_data({"jsonrpc": self.VERSION, "id": message_id, "error": answer})

    def _send_response(
        self, msg_id: str | int, result: Any | None = None, error: types.ResponseError | None = None
    ) -> None:
        # What was encoded before, piece by piece, is not encoded again.
        if error is None and isinstance(result, Encoded):
            self._result_types.pop(msg_id, None)
            answer = f'{{"jsonrpc":"{self.VERSION}","id":{json.dumps(msg_id)},"result":{result}}}'
            self._write(in_utf8(answer))
        else:
            super()._send_response(msg_id, result, error)

    def encode(self, value: object) -> str:
        """A value of the protocol as JSON."""
        return self._encoder.encode(value)

    def send_encoded(self, method: str, *params: bytes) -> None:
        """Send a notification whose parameters are JSON in UTF-8 already, in pieces."""
        self._write(b'{"jsonrpc":"2.0","method":"%b","params":' % method.encode(), *params, b"}")

    def _send_data(self, data: Any) -> None:
        self._write(in_utf8(self.encode(data)))

    def _write(self, *pieces: bytes) -> None:
        """Write one message, which is these pieces put together; a client that is gone ends the session."""
        try:
            if self._output is not None:
                self._output.writelines(framed(*pieces))
        except (OSError, ValueError):
            self.input_ended()
