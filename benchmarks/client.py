"""A blocking language client with a clock: it starts any server over stdio and tells when answers arrived.

Times are seconds of `time.perf_counter`, stamped when an answer's last byte was read and before it is parsed. A server
that outlives the session's time limit is killed, and what waits for it gets a `ServerGoneError`.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, Self

import processes

Message = dict[str, Any]

CAPABILITIES: Message = {
    "general": {"positionEncodings": ["utf-16"]},
    "workspace": {"configuration": True, "workspaceFolders": True, "applyEdit": True},
    "textDocument": {
        "synchronization": {"didSave": True},
        "publishDiagnostics": {"versionSupport": True, "relatedInformation": True, "codeDescriptionSupport": True},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "codeAction": {
            "isPreferredSupport": True,
            "dataSupport": True,
            "resolveSupport": {"properties": ["edit"]},
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "quickfix", "refactor", "source"]}},
        },
    },
}
PULLS: Message = {"diagnostic": {"dynamicRegistration": True}}
"""What a client adds to `textDocument` that asks for diagnostics; servers then send none by themselves."""


_HEADER = re.compile(rb"(?:[^\r\n]+\r\n)*?Content-Length: *(\d+)\r\n(?:[^\r\n]+\r\n)*\r\n", re.IGNORECASE)
_CHUNK = 1 << 20


class ServerGoneError(EOFError):
    """The server ended, or was ended because it took too long."""


class Client:
    """One session with one server, to be used as a context manager."""

    def __init__(
        self,
        command: list[str],
        root: Path,
        log: BinaryIO | None = None,
        *,
        settings: Message | None = None,
        pulls: bool = False,
        limit: float | None = None,
    ) -> None:
        """Start the server in the folder `root`; `limit` is how many seconds it may live."""
        self.root = root
        self.settings = settings
        self.pulls = pulls
        self.limit = limit
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log or subprocess.DEVNULL, cwd=root
        )
        self._watchdog = threading.Timer(limit, self.process.kill) if limit is not None else None
        if self._watchdog is not None:
            self._watchdog.start()
        self.offers: Message = {}
        """The capabilities that the server named."""
        self.said: list[Message] = []
        """What the server logged in the client, or showed the person."""
        self._requests = 0
        self._unread = bytearray()
        """What the server sent and nobody has asked for."""
        self._arrived = 0.0
        """When the last of that was read."""

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
        if self._watchdog is not None:
            self._watchdog.cancel()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                _open(pipe).close()

    def initialize(self) -> float:
        """Say hello; the seconds from the process's start to the answer."""
        uri = self.root.as_uri()
        folders = [{"uri": uri, "name": self.root.name}]
        documents = {**CAPABILITIES["textDocument"], **(PULLS if self.pulls else {})}
        capabilities = {**CAPABILITIES, "textDocument": documents}
        params = {"processId": None, "rootUri": uri, "workspaceFolders": folders, "capabilities": capabilities}
        answer, arrived = self._answered("initialize", params)
        self.offers = answer["result"]["capabilities"]
        self.notify("initialized", {})
        if self.settings is not None:
            self.notify("workspace/didChangeConfiguration", {"settings": self.settings})
        return arrived - self.started

    def open(self, path: Path, text: str, language: str = "json") -> float:
        """Open a document as version 1; the seconds until its diagnostics arrived."""
        document = {"uri": path.as_uri(), "languageId": language, "version": 1, "text": text}
        return self._until_diagnostics(path, 1, "textDocument/didOpen", {"textDocument": document})

    def edit(self, path: Path, version: int, edit: Message) -> float:
        """Send one incremental change; the seconds until the diagnostics of that version arrived."""
        document = {"uri": path.as_uri(), "version": version}
        params = {"textDocument": document, "contentChanges": [edit]}
        return self._until_diagnostics(path, version, "textDocument/didChange", params)

    def ask(self, method: str, params: object) -> float:
        """Send a request; the seconds until its answer arrived."""
        sent = time.perf_counter()
        return self.request(method, params) - sent

    def settle(self, seconds: float) -> None:
        """Let the server say so long what it has to say by itself, and read all of that."""
        time.sleep(seconds)
        self.request("$/settle", None)

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
        """The memory that the server and its children use now, in megabytes; None where the system does not say."""
        return processes.memory(self.process.pid, "VmRSS")

    @property
    def peak_memory(self) -> float | None:
        """The same at its most so far."""
        return processes.memory(self.process.pid, "VmHWM")

    def request(self, method: str, params: object) -> float:
        """Send a request; when its answer arrived."""
        return self._answered(method, params)[1]

    def notify(self, method: str, params: object) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def _answered(self, method: str, params: object) -> tuple[Message, float]:
        self._requests += 1
        number = self._requests
        self._send({"id": number, "method": method, "params": params})
        return self._wait(lambda message: message.get("id") == number and "method" not in message)

    def _until_diagnostics(self, path: Path, version: int, method: str, params: Message) -> float:
        """Send a notification and wait for what it makes of the diagnostics, sent by the server or asked for."""
        data = _framed(method, params)  # before the clock runs: what the client takes is not the server's
        sent = time.perf_counter()
        self._write(data)
        if self.pulls:
            return self.request("textDocument/diagnostic", {"textDocument": {"uri": path.as_uri()}}) - sent
        return self._wait(_published(path.as_uri(), version))[1] - sent

    def _send(self, message: Message) -> None:
        self._write(_frame(message))

    def _write(self, data: bytes) -> None:
        pipe = _open(self.process.stdin)
        try:
            pipe.write(data)
            pipe.flush()
        except OSError as error:
            raise self._gone() from error

    def _wait(self, expected: Callable[[Message], bool]) -> tuple[Message, float]:
        """Read until a message is the expected one, answering what the server asks meanwhile."""
        while True:
            message, arrived = self._read()
            if expected(message):
                return message, arrived
            if message.get("method") in ("window/logMessage", "window/showMessage"):
                self.said.append(message["params"])
            if "id" in message and "method" in message:
                self._send({"id": message["id"], "result": self._reply(message)})

    def _reply(self, message: Message) -> list[object] | None:
        if message["method"] != "workspace/configuration":
            return None
        known = self.settings or {}
        return [known.get(item.get("section")) for item in message["params"]["items"]]

    def _read(self) -> tuple[Message, float]:
        """The next message, and when the last bytes came of what was read for it: before anything was done with them."""
        while (message := self._taken()) is None:
            more = os.read(_open(self.process.stdout).fileno(), _CHUNK)
            self._arrived = time.perf_counter()
            if not more:
                raise self._gone()
            self._unread += more
        return json.loads(message), self._arrived

    def _taken(self) -> bytes | None:
        """The body of the first message that was read, if all of it is there."""
        if (header := _HEADER.match(self._unread)) is None:
            return None
        end = header.end() + int(header[1])
        if len(self._unread) < end:
            return None
        body = bytes(self._unread[header.end() : end])
        del self._unread[:end]
        return body

    def _gone(self) -> ServerGoneError:
        if self.limit is not None and time.perf_counter() - self.started >= self.limit:
            return ServerGoneError(f"not done after {self.limit:g} s")
        return ServerGoneError("the server closed its output")


def _frame(message: Message) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, separators=(",", ":")).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def _framed(method: str, params: Message) -> bytes:
    return _frame({"method": method, "params": params})


def _published(uri: str, version: int) -> Callable[[Message], bool]:
    """Diagnostics of a version; those without any are of what was sent last."""

    def expected(message: Message) -> bool:
        params = message.get("params")
        return (
            message.get("method") == "textDocument/publishDiagnostics"
            and params["uri"] == uri
            and params.get("version", version) in (version, None)
        )

    return expected


def _open(pipe: Any) -> BinaryIO:
    assert pipe is not None
    return pipe
