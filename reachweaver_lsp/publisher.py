"""Diagnostics on their way to the client: by URI, with the version that they are about."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reachweaver_lsp.shown import Shown, said
from reachweaver_lsp.uris import key_of

Send = Callable[[str, int | None, Sequence[bytes]], None]
"""Sends the diagnostics of a URI and a version: pieces of JSON in UTF-8, between which commas go."""


class Publisher:
    """Remembers what the client was sent, so that nothing stays behind under another spelling of a URI."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._sent: dict[str, str] = {}
        """The URIs, as they were sent, of what was published and not cleared, by key."""
        self._is_stopped = False

    def stop(self) -> None:
        """Publish nothing any more, and take back what was: from now on the client asks."""
        for uri in self._sent.values():
            self._send(uri, None, ())
        self._sent.clear()
        self._is_stopped = True

    def publish(self, uri: str, version: int | None, diagnostics: Sequence[bytes]) -> None:
        """Show these diagnostics of a document (pieces of JSON, between which commas go), and no others."""
        if self._is_stopped:
            return
        key = key_of(uri)
        former = self._sent.get(key, uri)
        if former != uri:
            self.clear(former)
        self._sent[key] = uri
        self._send(uri, version, diagnostics)

    def publish_file(self, uri: str, shown: Sequence[Shown]) -> None:
        """Show these diagnostics of a file that no editor has open; without any there is nothing to say."""
        if shown:
            self.publish(uri, None, [said(shown)])
        else:
            self.clear(uri)

    def clear(self, uri: str) -> None:
        """Show nothing for a document any more."""
        sent = self._sent.pop(key_of(uri), None)
        if sent is not None:
            self._send(sent, None, ())
