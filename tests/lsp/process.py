"""The real server as a process of its own, and a client of a few lines at its pipes."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, BinaryIO, Self

from reachweaver_lsp.transport import Framing
from tests.lsp.wire import Message, frame

COMMAND = [sys.executable, "-m", "reachweaver_lsp"]
PATIENCE = 30.0
"""Seconds after which a test gives up; nothing takes nearly as long unless it never comes."""


class Process:
    """A server process; everything that it writes is read, byte for byte."""

    def __init__(self, *arguments: str, **options: Any) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([*COMMAND, *arguments], stdin=pipe, stdout=pipe, stderr=pipe, **options)
        self.output = b""
        self._messages: queue.Queue[Message] = queue.Queue()
        self._ids = 0
        self._threads = [threading.Thread(target=self._read), threading.Thread(target=self._drain)]
        self.errors = b""
        self.complained = threading.Event()
        """Set once there is something on standard error."""
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self.process.kill()
        self.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            _opened(pipe).close()

    def initialize(self, **params: Any) -> Message:
        """Say hello; the answer."""
        answer = self.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}, **params})
        self.notify("initialized", {})
        return answer

    def request(self, method: str, params: Any = None) -> Message:
        self._ids += 1
        number = self._ids
        self.send({"id": number, "method": method, "params": params})
        return self.next(lambda message: message.get("id") == number)

    def notify(self, method: str, params: Any = None) -> None:
        self.send({"method": method, "params": params})

    def send(self, message: Message) -> None:
        self.write(frame(json.dumps({"jsonrpc": "2.0", **message}).encode()))

    def write(self, data: bytes) -> None:
        stdin = _opened(self.process.stdin)
        stdin.write(data)
        stdin.flush()

    def open(self, uri: str, text: str) -> list[Message]:
        """Open a document; its diagnostics."""
        item = {"uri": uri, "languageId": "json", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return self.diagnostics(uri)

    def diagnostics(self, uri: str) -> list[Message]:
        """The next diagnostics of a document."""

        def is_it(message: Message) -> bool:
            return message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri

        diagnostics: list[Message] = self.next(is_it)["params"]["diagnostics"]
        return diagnostics

    def next(self, is_it: Callable[[Message], bool]) -> Message:
        """The next message of a kind; those before it are passed over."""
        while True:
            message = self._messages.get(timeout=PATIENCE)
            if is_it(message):
                return message

    def all_messages(self) -> list[Message]:
        """Everything that was written, in order."""
        return [json.loads(body) for body in Framing().feed(self.output)]

    def close_input(self) -> None:
        _opened(self.process.stdin).close()

    def wait(self) -> int:
        """The exit status, once the process has ended and its output is read."""
        status = self.process.wait(PATIENCE)
        for thread in self._threads:
            thread.join(PATIENCE)
        return status

    def _read(self) -> None:
        framing, stdout = Framing(), _opened(self.process.stdout)
        while data := stdout.read1():  # type: ignore[attr-defined]
            self.output += data
            for body in framing.feed(data):
                self._messages.put(json.loads(body))

    def _drain(self) -> None:
        while data := _opened(self.process.stderr).read1():  # type: ignore[attr-defined]
            self.errors += data
            self.complained.set()


def _opened(pipe: Any) -> BinaryIO:
    assert pipe is not None
    return pipe  # type: ignore[no-any-return]
