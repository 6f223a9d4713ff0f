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

    def __init__(self, command: list[str], root: Path, log: BinaryIO | None = None) -> None:
        self.root = root
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log or subprocess.DEVNULL, cwd=root
        )
        self.said: list[Message] = []
        """What the server logged in the client, or showed the person."""
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

    def ask(self, method: str, params: object) -> float:
        """Send a request; the seconds until its answer arrived."""
        sent = time.perf_counter()
        return self.request(method, params) - sent

    def burst(self, path: Path, first_version: int, edits: list[Message]) -> int:
        """Send many changes at once; how often diagnostics came until those of the last one did."""
        uri = path.as_uri()
        last = first_version + len(edits) - 1
        versions = range(first_version, last + 1)
        messages = [
            {"textDocument": {"uri": uri, "version": version}, "contentChanges": [edit]}
            for version, edit in zip(versions, edits, strict=True)
        ]
        self._write(b"".join(_framed("textDocument/didChange", params) for params in messages))
        published = 0
        is_last = _published(uri, last)

        def counted(message: Message) -> bool:
            nonlocal published
            published += message.get("method") == "textDocument/publishDiagnostics"
            return is_last(message)

        self._wait(counted)
        return published

    @property
    def memory(self) -> float | None:
        """The memory that the server uses now, in megabytes; None where the system does not say."""
        return self._status("VmRSS")

    @property
    def peak_memory(self) -> float | None:
        """The same at its most so far."""
        return self._status("VmHWM")

    def request(self, method: str, params: object) -> float:
        """Send a request; when its answer arrived."""
        self._requests += 1
        number = self._requests
        self._send({"id": number, "method": method, "params": params})
        return self._wait(lambda message: message.get("id") == number and "method" not in message)

    def notify(self, method: str, params: object) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def _status(self, name: str) -> float | None:
        status = Path(f"/proc/{self.process.pid}/status")
        if not status.exists():
            return None
        lines = dict(line.partition(":")[::2] for line in status.read_text().splitlines())
        return int(lines[name].split()[0]) / 1024

    def _timed(self, method: str, params: Message, expected: Callable[[Message], bool]) -> float:
        sent = time.perf_counter()
        self.notify(method, params)
        return self._wait(expected) - sent

    def _send(self, message: Message) -> None:
        self._write(_frame(message))

    def _write(self, data: bytes) -> None:
        pipe = _open(self.process.stdin)
        pipe.write(data)
        pipe.flush()

    def _wait(self, expected: Callable[[Message], bool]) -> float:
        """Read until a message is the expected one, answering what the server asks meanwhile."""
        while True:
            message, arrived = self._read()
            if expected(message):
                return arrived
            if message.get("method") in ("window/logMessage", "window/showMessage"):
                self.said.append(message["params"])
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


def _frame(message: Message) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, separators=(",", ":")).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def _framed(method: str, params: Message) -> bytes:
    return _frame({"method": method, "params": params})


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
