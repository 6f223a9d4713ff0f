"""A blocking language client with a clock: it starts any server over stdio and tells when answers arrived.

Times are seconds of `time.perf_counter`, stamped when an answer's last byte was read and before it is parsed.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, Self

Message = dict[str, Any]

CAPABILITIES: Message = {
    "general": {"positionEncodings": ["utf-16"]},
    "workspace": {"configuration": True, "workspaceFolders": True, "applyEdit": True},
    "textDocument": {
        "synchronization": {"didSave": True},
        "publishDiagnostics": {"versionSupport": True, "relatedInformation": True, "codeDescriptionSupport": True},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
    },
}


class Client:
    """One session with one server, to be used as a context manager."""

    def __init__(self, command: list[str], root: Path) -> None:
        self.root = root
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=root
        )
        self._requests = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Ask the server to leave, and make it leave when it does not."""
        try:
            self.request("shutdown", None)
            self.notify("exit", None)
            self.process.wait(5)
        except (OSError, EOFError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                _open(pipe).close()

    def initialize(self) -> float:
        """Say hello; the seconds from the process's start to the answer."""
        uri = self.root.as_uri()
        folders = [{"uri": uri, "name": self.root.name}]
        params = {"processId": None, "rootUri": uri, "workspaceFolders": folders, "capabilities": CAPABILITIES}
        arrived = self.request("initialize", params)
        self.notify("initialized", {})
        return arrived - self.started

    def open(self, path: Path, text: str) -> float:
        """Open a document as version 1; the seconds until its diagnostics arrived."""
        document = {"uri": path.as_uri(), "languageId": "json", "version": 1, "text": text}
        return self._timed("textDocument/didOpen", {"textDocument": document}, _published(path.as_uri(), 1))

    def edit(self, path: Path, version: int, edit: Message) -> float:
        """Send one incremental change; the seconds until the diagnostics of that version arrived."""
        document = {"uri": path.as_uri(), "version": version}
        params = {"textDocument": document, "contentChanges": [edit]}
        return self._timed("textDocument/didChange", params, _published(path.as_uri(), version))

    def request(self, method: str, params: object) -> float:
        """Send a request; when its answer arrived."""
        self._requests += 1
        number = self._requests
        self._send({"id": number, "method": method, "params": params})
        return self._wait(lambda message: message.get("id") == number and "method" not in message)

    def notify(self, method: str, params: object) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def _timed(self, method: str, params: Message, expected: Callable[[Message], bool]) -> float:
        sent = time.perf_counter()
        self.notify(method, params)
        return self._wait(expected) - sent

    def _send(self, message: Message) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, separators=(",", ":")).encode()
        pipe = _open(self.process.stdin)
        pipe.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        pipe.flush()

    def _wait(self, expected: Callable[[Message], bool]) -> float:
        """Read until a message is the expected one, answering what the server asks meanwhile."""
        while True:
            message, arrived = self._read()
            if expected(message):
                return arrived
            if "id" in message and "method" in message:
                asked = message["params"].get("items", []) if message["method"] == "workspace/configuration" else None
                self._send({"id": message["id"], "result": None if asked is None else [None] * len(asked)})

    def _read(self) -> tuple[Message, float]:
        pipe, length = _open(self.process.stdout), 0
        while (line := pipe.readline()).strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if not line:
            raise EOFError("the server closed its output")
        body = pipe.read(length)
        arrived = time.perf_counter()
        return json.loads(body), arrived


def _published(uri: str, version: int) -> Callable[[Message], bool]:
    def expected(message: Message) -> bool:
        params = message.get("params")
        return (
            message.get("method") == "textDocument/publishDiagnostics"
            and params["uri"] == uri
            and params.get("version") == version
        )

    return expected


def _open(pipe: Any) -> BinaryIO:
    assert pipe is not None
    return pipe
