"""Logs: to standard error, and to the client once it listens; never to standard output."""

from __future__ import annotations

import contextlib
import logging
import os
import select
import sys
from typing import Protocol

from lsprotocol import types

PACKAGE = "reachweaver_lsp"
_STANDARD_ERROR = 2
_CERTAIN = 4096
"""Bytes that a pipe takes without blocking when it takes any (POSIX, `PIPE_BUF` on Linux)."""
_TYPES = {
    logging.ERROR: types.MessageType.Error,
    logging.WARNING: types.MessageType.Warning,
    logging.INFO: types.MessageType.Info,
}


class LogReceiver(Protocol):
    """A client that takes log messages."""

    def window_log_message(self, params: types.LogMessageParams) -> None:
        """Show one in the client's log."""


def to_standard_error() -> None:
    """Write the server's log to standard error from now on."""
    handler = _StandardErrorHandler() if hasattr(select, "poll") else logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("reachweaver-lsp: %(levelname)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    logging.getLogger(PACKAGE).setLevel(logging.INFO)
    # What goes wrong inside pygls is logged by protocol.py, once and with the document's version.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)


def to_client(client: LogReceiver) -> logging.Handler:
    """Send the server's log to the client as well; the handler, to be removed when the client is gone."""
    handler = _ClientHandler(client)
    logging.getLogger(PACKAGE).addHandler(handler)
    return handler


class _StandardErrorHandler(logging.Handler):
    """Drops what there is no room for: a client that never reads its server's log must not stop the server with it."""

    def emit(self, record: logging.LogRecord) -> None:
        line = f"{self.format(record)}\n".encode("utf-8", "backslashreplace")
        has_room = select.poll()
        has_room.register(_STANDARD_ERROR, select.POLLOUT)
        with contextlib.suppress(OSError):
            while line and has_room.poll(0):
                line = line[os.write(_STANDARD_ERROR, line[:_CERTAIN]) :]


class _ClientHandler(logging.Handler):
    def __init__(self, client: LogReceiver) -> None:
        super().__init__(logging.INFO)
        self._client = client

    def emit(self, record: logging.LogRecord) -> None:
        kind = _TYPES.get(record.levelno, types.MessageType.Error)
        self._client.window_log_message(types.LogMessageParams(type=kind, message=self.format(record)))
