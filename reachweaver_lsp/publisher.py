"""Diagnostics on their way to the client: by URI, with the version that they are about."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lsprotocol import types

from reachweaver_lsp.uris import key_of

Send = Callable[[types.PublishDiagnosticsParams], None]


class Publisher:
    """Remembers what the client was sent, so that nothing stays behind under another spelling of a URI."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._sent: dict[str, str] = {}
        """The URIs, as they were sent, of what was published and not cleared, by key."""

    def publish(self, uri: str, version: int | None, diagnostics: Sequence[types.Diagnostic]) -> None:
        """Show these diagnostics of a document, and no others."""
        former = self._sent.get(key_of(uri), uri)
        if former != uri:
            self.clear(former)
        self._sent[key_of(uri)] = uri
        self._send(types.PublishDiagnosticsParams(uri=uri, version=version, diagnostics=diagnostics))

    def publish_file(self, uri: str, diagnostics: Sequence[types.Diagnostic]) -> None:
        """Show these diagnostics of a file that no editor has open; without any there is nothing to say."""
        if diagnostics:
            self.publish(uri, None, diagnostics)
        else:
            self.clear(uri)

    def clear(self, uri: str) -> None:
        """Show nothing for a document any more."""
        sent = self._sent.pop(key_of(uri), None)
        if sent is not None:
            self._send(types.PublishDiagnosticsParams(uri=sent, diagnostics=[]))
