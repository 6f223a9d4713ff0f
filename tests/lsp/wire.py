"""A session with a server in the test's own process: real messages, no pipes, no waiting."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from reachweaver_lsp.server import create_server
from reachweaver_lsp.transport import Framing, framed

Message = dict[str, Any]

ENCODINGS = ("utf-8", "utf-16", "utf-32")


def frame(body: bytes) -> bytes:
    """A message with its header, as it goes over the wire."""
    return b"".join(framed(body))


class Wire:
    """The client's end of a session; `received` holds every message of the server that was not asked for."""

    def __init__(self, capabilities: Message | None = None, *, answer: Callable[[Message], Any] | None = None) -> None:
        self.capabilities = capabilities or {}
        self.received: list[Message] = []
        self.server = create_server()
        self._answer = answer or (lambda _: None)
        self._answers: dict[int | str, Message] = {}
        self._ids = 0
        self._framing = Framing()
        self._loop = asyncio.new_event_loop()
        self.finished: asyncio.Future[int] = self._loop.create_future()
        self.server.protocol.connect(self, self.finished)

    # What the server writes to.

    def writelines(self, pieces: Sequence[bytes], /) -> None:
        for body in self._framing.feed(b"".join(pieces)):
            self._take(json.loads(body))

    def close(self) -> None:
        self._loop.close()

    # What a client does.

    def initialize(self, root: Path | None = None, **params: Any) -> Message:
        """Say hello; the server's answer."""
        folders = [] if root is None else [{"uri": root.as_uri(), "name": root.name}]
        given = {"processId": None, "rootUri": None, "workspaceFolders": folders, "capabilities": self.capabilities}
        answer = self.request("initialize", {**given, **params})
        self.notify("initialized", {})
        return answer

    def request(self, method: str, params: Any = None) -> Any:
        """Ask for something; the whole answer."""
        self._ids += 1
        self.send({"id": self._ids, "method": method, "params": params})
        return self._answers.pop(self._ids)

    def result(self, method: str, params: Any = None) -> Any:
        """Ask for something; the result, which there must be."""
        return self.request(method, params)["result"]

    def notify(self, method: str, params: Any = None) -> None:
        self.send({"method": method, "params": params})

    def send(self, *messages: Message | bytes) -> None:
        """Send messages that arrive together, and let the server do what they call for."""
        bodies = [one if isinstance(one, bytes) else json.dumps({"jsonrpc": "2.0", **one}).encode() for one in messages]
        self._loop.run_until_complete(self._deliver(bodies))

    def open(self, uri: str, text: str, version: int = 1) -> list[Message]:
        """Open a document; the diagnostics that come of it."""
        self.notify("textDocument/didOpen", {"textDocument": _item(uri, text, version)})
        return self.diagnostics(uri)

    def change(self, uri: str, version: int, *changes: Message) -> list[Message]:
        """Type in a document; the diagnostics that come of it."""
        self.send(changed(uri, version, *changes))
        return self.diagnostics(uri)

    def close_document(self, uri: str) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    # What a client sees.

    def of(self, method: str) -> list[Any]:
        """The parameters of every notification of a method, in the order in which they came."""
        return [message["params"] for message in self.received if message["method"] == method]

    def published(self, uri: str) -> list[Message]:
        """Every set of diagnostics that was published for a document."""
        return [params for params in self.of("textDocument/publishDiagnostics") if params["uri"] == uri]

    def diagnostics(self, uri: str) -> list[Message]:
        """What is shown for a document now."""
        diagnostics: list[Message] = self.published(uri)[-1]["diagnostics"]
        return diagnostics

    def messages(self) -> list[str]:
        """The texts of all message boxes."""
        return [params["message"] for params in self.of("window/showMessage")]

    def _take(self, message: Message) -> None:
        if "method" not in message:
            self._answers[message["id"]] = message
            return
        self.received.append(message)
        if "id" in message:
            answer = {"jsonrpc": "2.0", "id": message["id"], "result": self._answer(message)}
            self._loop.call_soon(self.server.protocol.receive, json.dumps(answer).encode())

    async def _deliver(self, bodies: list[bytes]) -> None:
        for body in bodies:
            asyncio.get_running_loop().call_soon(self.server.protocol.receive, body)
        await self._turn()
        while self._is_at_work():
            await self._turn()
        await self._turn()

    async def _turn(self) -> None:
        for _ in range(8):
            await asyncio.sleep(0)

    def _is_at_work(self) -> bool:
        """Whether a long document is being checked beside the event loop."""
        session = self.server.__dict__.get("session")
        return session is not None and session.is_at_work


def changed(uri: str, version: int, *changes: Message) -> Message:
    """The message that says what was typed."""
    params = {"textDocument": {"uri": uri, "version": version}, "contentChanges": list(changes)}
    return {"method": "textDocument/didChange", "params": params}


def replaced(start: tuple[int, int], end: tuple[int, int], text: str) -> Message:
    """One incremental change."""
    return {"range": range_of(start, end), "text": text}


def range_of(start: tuple[int, int], end: tuple[int, int]) -> Message:
    return {
        "start": {"line": start[0], "character": start[1]},
        "end": {"line": end[0], "character": end[1]},
    }


def position_of(text: str, offset: int, encoding: str = "utf-16") -> tuple[int, int]:
    """Line and column of an offset, counted the slow way: by what an editor does with the text before it."""
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    line = before.count("\n")
    column = before[before.rfind("\n") + 1 :]
    codec = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding]
    width = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    return line, len(column.encode(codec, "surrogatepass")) // width


def _item(uri: str, text: str, version: int) -> Message:
    return {"uri": uri, "languageId": "json", "version": version, "text": text}
