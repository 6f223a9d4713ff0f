"""What no client should send: the server survives it, answers what can be answered, and goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.lsp.asking import EVERYTHING
from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign
from tests.lsp.process import PATIENCE, Process
from tests.lsp.wire import Message, Wire, changed, frame, replaced

URI = "untitled:Untitled-1"
TEXT = campaign({"text": "Up 9%"})
DOCUMENT = {"textDocument": {"uri": URI}}
PLACE = {"line": 0, "character": 0}
RANGE = {"start": PLACE, "end": PLACE}
SHUTDOWN = b'{"jsonrpc":"2.0","id":1,"method":"shutdown"}'


def survives(server: Process, uri: str = URI) -> None:
    """It finds what there is in a document that is new to it."""
    assert [one["code"] for one in server.open(uri, TEXT)] == ["unsupported_number"]


NONSENSE = {
    "noise": b"\x00\xff\xfe GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a header without a length": b"Content-Type: application/json\r\n\r\n",
    "a negative length": b"Content-Length: -5\r\n\r\n",
    "a length of nothing": b"Content-Length: 0\r\n\r\n",
    "a length that is no number": b"Content-Length: many\r\n\r\n{}",
    "a length beyond all memory": b"Content-Length: 9999999999\r\n\r\n",
    "a length beyond all numbers": b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n",
    "a header of a megabyte": b"X-Padding: " + b"x" * 1_000_000 + b"\r\n\r\n",
    "many headers": b"X-Padding: y\r\n" * 10_000 + b"\r\n",
    "a length in a long header": b"X: " + b"x" * 9000 + b"\r\nContent-Length: 2\r\n\r\n{}",
    "a body that is no JSON": frame(b"{"),
    "a body that is no text": frame(b"\xff\xff\xff"),
    "a body of another kind": frame(b"[1, 2]"),
    "half a message": b"Content-Length: 300\r\n\r\n" + b'{"jsonrpc": "2.0", "method": "x"'.ljust(300),
    "a body nested without end": frame(b'{"jsonrpc":"2.0","id":9,"method":"shutdown","params":' + b"[" * 50_000),
    "a number of many digits": frame(b'{"jsonrpc":"2.0","id":' + b"9" * 5000 + b',"method":"shutdown"}'),
}


@pytest.fixture(scope="module")
def nonsensical() -> Iterator[Process]:
    """One server that is sent all of it, one after the other."""
    with Process() as server:
        server.initialize()
        yield server


@pytest.mark.e2e
@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_in_the_stream(nonsensical: Process, name: str) -> None:
    """Whatever it is, the next message is heard, and nothing dies."""
    nonsensical.write(NONSENSE[name])
    survives(nonsensical, f"untitled:{name}")
    assert b"Traceback" not in nonsensical.errors


@pytest.mark.e2e
def test_two_hundred_keystrokes_at_once() -> None:
    """However fast they come, the last version is shown, in order, and a question behind them is about it."""
    with Process() as server:
        server.initialize()
        survives(server)
        for version in range(2, 202):
            server.send(changed(URI, version, replaced((0, 1), (0, 1), "\n")))
        place = {**DOCUMENT, "position": {"line": 206, "character": 18}}
        assert "9%" in server.request("textDocument/hover", place)["result"]["contents"]["value"]
        server.notify("textDocument/didClose", DOCUMENT)
        server.request("shutdown")
        server.notify("exit")
        assert server.wait() == 0
        shown = [message["params"] for message in server.all_messages() if "version" in message.get("params", {})]
    versions = [params["version"] for params in shown]
    assert versions == sorted(versions)
    assert versions[-1] == 201


EARLY_AND_LATE: list[tuple[list[Message], list[int], int]] = [
    ([{"method": "exit"}], [], 1),
    ([{"id": 1, "method": "textDocument/hover", "params": {}}, {"method": "exit"}], [-32002], 1),
    ([{"id": 1, "method": "shutdown"}, {"method": "exit"}], [-32002], 1),
    (
        [
            {"id": 1, "method": "initialize", "params": {"capabilities": {}}},
            {"id": 2, "method": "initialize", "params": {"capabilities": {}}},
            {"id": 3, "method": "shutdown"},
            {"id": 4, "method": "textDocument/hover", "params": {}},
            {"id": 5, "method": "shutdown"},
            {"method": "textDocument/didOpen", "params": {}},
            {"method": "exit"},
        ],
        [-32600, -32600, -32600],
        0,
    ),
]


@pytest.mark.e2e
@pytest.mark.parametrize(("messages", "refusals", "status"), EARLY_AND_LATE)
def test_messages_too_early_and_too_late(messages: list[Message], refusals: list[int], status: int) -> None:
    """Requests are refused with the protocol's codes, and the exit status tells an orderly end from any other."""
    with Process() as server:
        for message in messages:
            server.send(message)
        assert server.wait() == status
        errors = [one["error"]["code"] for one in server.all_messages() if "error" in one]
        assert b"Traceback" not in server.errors
    assert errors == refusals


@pytest.mark.e2e
@pytest.mark.parametrize("rest", [b"Content-Len", b"Content-Length: 99\r\n\r\n", frame(SHUTDOWN)[:-5]])
def test_a_pipe_that_closes_in_a_message(rest: bytes) -> None:
    """The client is gone: status 1, and no word about it."""
    with Process() as server:
        server.initialize()
        server.write(rest)
        server.close_input()
        assert server.wait() == 1
        assert b"Traceback" not in server.errors


@pytest.mark.e2e
@pytest.mark.skipif("os.name != 'posix'", reason="signals are POSIX's")
def test_a_signal_ends_the_process() -> None:
    """At once, also in the middle of a check, without a traceback."""
    text = campaign(*({"text": f"Up 9% with {number} words"} for number in range(60_000)))
    with Process() as server:
        server.initialize()
        item = {"uri": "untitled:long", "languageId": "json", "version": 1, "text": text}
        server.notify("textDocument/didOpen", {"textDocument": item})
        survives(server)
        server.process.send_signal(signal.SIGTERM)
        assert server.wait() == -signal.SIGTERM
        assert b"Traceback" not in server.errors


@pytest.mark.e2e
@pytest.mark.skipif("os.name != 'posix'", reason="a process is looked for by its id on POSIX only")
def test_a_client_that_is_killed_in_the_middle_of_a_check() -> None:
    """The process is gone soon after, though somebody keeps its pipes open and a long check goes on."""
    text = campaign(*({"text": f"Up 9% with {number} words"} for number in range(120_000)))
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    with Process() as server:
        server.initialize(processId=parent.pid)
        item = {"uri": "untitled:long", "languageId": "json", "version": 1, "text": text}
        server.notify("textDocument/didOpen", {"textDocument": item})
        survives(server)
        os.kill(parent.pid, signal.SIGKILL)
        parent.communicate()
        assert server.process.wait(PATIENCE) == 1
        assert b"untitled:long" not in server.output


STRANGE: list[tuple[str, dict[str, Any]]] = [
    ("textDocument/completion", {**DOCUMENT, "position": PLACE, "context": {"triggerKind": 99}}),
    ("textDocument/codeAction", {**DOCUMENT, "range": RANGE, "context": {"diagnostics": [], "triggerKind": 99}}),
    (
        "textDocument/codeAction",
        {
            **DOCUMENT,
            "range": RANGE,
            "context": {"diagnostics": [{"range": RANGE, "message": "m", "severity": 99, "tags": [77], "code": -1}]},
        },
    ),
    ("textDocument/codeAction", {**DOCUMENT, "range": RANGE, "context": {"diagnostics": [], "only": ["", "new.kind"]}}),
    ("textDocument/documentSymbol", {**DOCUMENT, "workDoneToken": -1, "partialResultToken": "x", "later": True}),
    ("textDocument/hover", {**DOCUMENT, "position": {"line": 2**31 - 1, "character": 2**31 - 1}}),
    ("textDocument/inlayHint", {**DOCUMENT, "range": {"start": {"line": 99, "character": 0}, "end": PLACE}}),
    ("textDocument/semanticTokens/full/delta", {**DOCUMENT, "previousResultId": "nobody's"}),
]


@pytest.mark.parametrize(("method", "params"), STRANGE)
def test_values_that_nobody_knows_are_answered(connect: Connect, method: str, params: dict[str, Any]) -> None:
    """A newer client's values, and places outside the text, are no error."""
    wire = connect(EVERYTHING)
    wire.open(URI, TEXT)
    assert "result" in wire.request(method, params)


@pytest.mark.parametrize("uri", ["file:///w/a%00b.reachweaver.json", "file:///w/%ZZ.reachweaver.json", "file://%00/a"])
def test_a_uri_that_names_no_possible_file(wire: Wire, uri: str) -> None:
    """Its text is checked, questions about it are answered, and other documents do not notice it."""
    for each in (uri, URI):
        [found] = wire.open(each, TEXT)
        place = {"textDocument": {"uri": each}, "position": found["range"]["start"]}
        assert wire.result("textDocument/hover", place)["range"] == found["range"]


@pytest.mark.parametrize(
    "message",
    [
        {"method": "workspace/didChangeWatchedFiles", "params": {"changes": [{"uri": "file:///a", "type": 99}]}},
        {"method": "textDocument/didSave", "params": {**DOCUMENT, "text": 7}},
        {"method": "textDocument/didClose", "params": {"textDocument": {"uri": "untitled:never"}}},
        {"method": "window/workDoneProgress/cancel", "params": {"token": "nobody's"}},
        {"method": "workspace/didChangeConfiguration", "params": {"settings": {"other": [[]]}}},
        {
            "method": "workspace/didChangeWorkspaceFolders",
            "params": {"event": {"added": [], "removed": [{"uri": "x:"}]}},
        },
        {"method": "$/setTrace", "params": {"value": "deafening"}},
        {"method": "initialized", "params": {}},
        changed(URI, -7, replaced((9, 9), (0, 0), "")),
    ],
    ids=lambda message: message["method"],
)
def test_notifications_that_make_no_sense(wire: Wire, message: Message) -> None:
    """No message box, and the next edit works."""
    wire.open(URI, TEXT)
    wire.send({"jsonrpc": "2.0", **message})
    assert wire.messages() == []
    assert [one["code"] for one in wire.change(URI, 2, {"text": TEXT})] == ["unsupported_number"]


def test_an_id_of_any_kind_comes_back(wire: Wire) -> None:
    """As it was sent."""
    wire.open(URI, TEXT)
    for id_ in ("", "é", 0, -1, 2**53):
        wire.send({"id": id_, "method": "textDocument/documentSymbol", "params": DOCUMENT})
        assert "result" in wire._answers.pop(id_)


def test_requests_that_are_called_off(wire: Wire) -> None:
    """A call that comes too late, twice, or for nothing, is heard without a word."""
    wire.open(URI, TEXT)
    cancel = {"method": "$/cancelRequest", "params": {"id": 1}}
    wire.send(cancel, {"id": 1, "method": "textDocument/documentSymbol", "params": DOCUMENT}, cancel, cancel)
    assert json.dumps(wire._answers.pop(1))
    assert wire.messages() == []
