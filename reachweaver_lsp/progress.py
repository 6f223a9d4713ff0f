"""Long work as the person sees it: how far it is, and a way to stop it, where the client can show that."""

from __future__ import annotations

import uuid
from urllib.parse import unquote

from lsprotocol import types

from reachweaver_lsp.client import Server


class Progress:
    """Reports the progress of work on a number of files; nothing is shown by a client that cannot.

    With a total of 0 it only shows that something goes on.
    """

    def __init__(self, client: Server, title: str, total: int) -> None:
        self._client = client
        self._total = total
        self._token = str(uuid.uuid4())
        self._is_shown = False
        self._has_ended = False
        if client.can("window.work_done_progress"):
            params = types.WorkDoneProgressCreateParams(self._token)
            client.ask(types.WINDOW_WORK_DONE_PROGRESS_CREATE, params, lambda _: self._begin(title))

    @property
    def is_cancelled(self) -> bool:
        """Whether the person has asked to stop."""
        return self._token in self._client.cancelled_progress

    def report(self, left: int, uri: str) -> None:
        """So many files are left, this one among them."""
        if self._is_shown:
            done = self._total - left
            message = f"{done + 1} of {self._total}: {unquote(uri.rsplit('/', 1)[-1])}"
            self._send(types.WorkDoneProgressReport(message=message, percentage=100 * done // self._total))

    def end(self) -> None:
        """The work is done, or was stopped."""
        self._has_ended = True
        if self._is_shown:
            self._send(types.WorkDoneProgressEnd())
        self._client.cancelled_progress.discard(self._token)

    def _begin(self, title: str) -> None:
        if not self._has_ended:
            self._is_shown = True
            percentage = 0 if self._total else None
            self._send(types.WorkDoneProgressBegin(title=title, cancellable=True, percentage=percentage))

    def _send(self, value: object) -> None:
        self._client.protocol.notify(types.PROGRESS, types.ProgressParams(self._token, value))
