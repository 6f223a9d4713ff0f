"""The protocol's rules, and each fault of pygls that is worked round."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

import pytest

from tests.lsp.conftest import Connect
from tests.lsp.wire import Wire, changed, replaced

URI = "untitled:Untitled-1"
CAMPAIGN = '{"campaign_id": "c", "variants": [{"variant_id": "a", "platform": "x", "text": "Up 9%"}]}'
HOVER = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}


def error_of(answer: dict[str, Any]) -> tuple[Any, int]:
    return answer["id"], answer["error"]["code"]


def test_the_server_says_who_it_is(bare: Wire) -> None:
    """Its name, and a version."""
    info = bare.initialize()["result"]["serverInfo"]
    assert info["name"] == "reachweaver-lsp"
    assert info["version"]


def test_nothing_is_answered_before_initialize(bare: Wire) -> None:
    """A request that comes too early is refused with the protocol's code, and notifications are dropped."""
    bare.notify("textDocument/didOpen", {"textDocument": {}})
    assert error_of(bare.request("textDocument/hover", HOVER)) == (1, -32002)
    assert error_of(bare.request("shutdown")) == (2, -32002)
    assert error_of(bare.request("no/such")) == (3, -32002)
    assert "result" in bare.initialize()


def test_a_second_initialize_is_refused(wire: Wire) -> None:
    """There is one beginning."""
    assert error_of(wire.request("initialize", {"capabilities": {}}))[1] == -32600


def test_nothing_is_answered_after_shutdown(wire: Wire) -> None:
    """A request that comes too late is refused, one that is unknown as well; only exit is heeded."""
    assert wire.request("shutdown")["result"] is None
    assert error_of(wire.request("textDocument/hover", HOVER))[1] == -32600
    assert error_of(wire.request("no/such"))[1] == -32600
    wire.notify(
        "textDocument/didOpen", {"textDocument": {"uri": URI, "languageId": "json", "version": 1, "text": CAMPAIGN}}
    )
    assert wire.published(URI) == []


@pytest.mark.parametrize(("shut_down", "status"), [(True, 0), (False, 1)])
@pytest.mark.parametrize("ended_by", ["exit", "input"])
def test_the_exit_status_tells_an_orderly_end(wire: Wire, shut_down: bool, status: int, ended_by: str) -> None:
    """0 after shutdown, 1 without, whether the client says exit or is simply gone."""
    if shut_down:
        wire.request("shutdown")
    if ended_by == "exit":
        wire.notify("exit")
    else:
        wire.server.protocol.input_ended()
    assert wire.finished.result() == status


@pytest.mark.parametrize("method", ["no/such", "$/noSuch", "textDocument/definitelyNot"])
def test_an_unknown_request_is_refused(wire: Wire, method: str) -> None:
    """With the protocol's code, with and without parameters."""
    assert error_of(wire.request(method, {"a": 1}))[1] == -32601
    wire.send({"id": "x", "method": method})
    assert wire._answers["x"]["error"]["code"] == -32601


@pytest.mark.parametrize(
    "params",
    [
        None,
        [],
        "text",
        {},
        {"textDocument": {"uri": URI}},
        {"textDocument": {"uri": URI}, "position": {"line": -1, "character": 0}},
        {"textDocument": {"uri": URI}, "position": {"line": "a", "character": 0}},
        {"textDocument": None, "position": None},
    ],
)
def test_bad_parameters_get_an_answer(wire: Wire, params: object) -> None:
    """An error that says what is wrong; and the next request is answered as ever."""
    assert error_of(wire.request("textDocument/hover", params))[1] == -32602
    assert wire.result("textDocument/hover", HOVER) is None


def test_bad_parameters_of_initialize_get_an_answer(bare: Wire) -> None:
    """The client can correct itself."""
    assert error_of(bare.request("initialize", {"processId": "x", "capabilities": 3}))[1] == -32602
    assert "result" in bare.initialize()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", -32700),
        (b"\xff\xfe", -32700),
        (b"", -32700),
        (b"[" * 100_000, -32700),
        (b"[]", -32600),
        (b'[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]', -32600),
        (b'"text"', -32600),
        (b"null", -32600),
        (b'{"jsonrpc":"2.0","id":null,"method":"shutdown"}', -32600),
        (b'{"jsonrpc":"2.0","id":{},"method":"shutdown"}', -32600),
        (b'{"jsonrpc":"2.0","id":true,"method":"shutdown"}', -32600),
        (b'{"jsonrpc":"2.0","id":4,"method":7}', -32600),
    ],
)
def test_what_is_no_message_gets_an_answer(wire: Wire, body: bytes, code: int) -> None:
    """An error without an id, and the session goes on."""
    wire.send(body)
    assert error_of(wire._answers.pop(None)) == (None, code)  # type: ignore[call-overload]
    assert wire.result("textDocument/hover", HOVER) is None


@pytest.mark.parametrize(
    "message",
    [
        {"id": 77, "result": None},
        {"id": "never-asked", "error": {"code": 1, "message": "no"}},
        {"id": []},
        {"method": "no/such", "params": {}},
        {"method": "$/setTrace", "params": {"value": "loud"}},
        {"method": "$/cancelRequest", "params": {"id": 99}},
        {"method": "textDocument/didOpen", "params": {"textDocument": {"uri": URI}}},
        {"method": "textDocument/didOpen"},
        {"method": 3},
        {"method": []},
        {
            "method": "textDocument/didChange",
            "params": {"textDocument": {"uri": URI, "version": 1}, "contentChanges": {}},
        },
        {},
    ],
)
def test_what_cannot_be_answered_is_survived(wire: Wire, message: dict[str, Any]) -> None:
    """No message box, no crash."""
    wire.send(message)
    assert wire.result("textDocument/hover", HOVER) is None
    assert wire.messages() == []


@pytest.mark.parametrize(
    "capabilities",
    [
        {"textDocument": {"completion": {"completionItem": {"tagSupport": {"valueSet": [1, 99]}}}}},
        {"textDocument": {"hover": {"contentFormat": ["html", "markdown"]}}},
        {"textDocument": {"documentSymbol": {"symbolKind": {"valueSet": [1, 400]}}}},
        {
            "textDocument": {
                "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "new.kind"]}}}
            }
        },
        {"workspace": {"workspaceEdit": {"resourceOperations": ["create", "teleport"], "failureHandling": "pray"}}},
        {"general": {"positionEncodings": ["utf-7", "utf-32"]}},
        {"unheardOf": {"dynamicRegistration": True}},
    ],
)
def test_values_that_nobody_knows_yet_are_no_obstacle(bare: Wire, capabilities: dict[str, Any]) -> None:
    """A client may be newer than the server."""
    bare.capabilities = capabilities
    assert "result" in bare.initialize()


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (["utf-8", "utf-16"], "utf-8"),
        (["utf-16", "utf-8"], "utf-16"),
        (["utf-32"], "utf-32"),
        (["utf-8"], "utf-8"),
        (["utf-7", "utf-32", "utf-8"], "utf-32"),
        (["utf-7"], "utf-16"),
        ([], "utf-16"),
        (None, "utf-16"),
    ],
)
def test_the_first_encoding_that_is_known_is_taken(bare: Wire, offered: list[str] | None, chosen: str) -> None:
    """The client's order counts; without an offer it is UTF-16."""
    bare.capabilities = {} if offered is None else {"general": {"positionEncodings": offered}}
    assert bare.initialize()["result"]["capabilities"]["positionEncoding"] == chosen


def test_an_error_in_a_notification_is_logged_and_not_shown(wire: Wire, caplog: pytest.LogCaptureFixture) -> None:
    """A change for a document that was never opened is a line in the log, not a message box a keystroke."""
    wire.send(changed(URI, 2, replaced((0, 0), (0, 0), "x")), changed(URI, 3, replaced((0, 0), (0, 0), "x")))
    assert wire.messages() == []
    assert [record.levelname for record in caplog.records] == ["ERROR", "ERROR"]
    assert [params["type"] for params in wire.of("window/logMessage")] == [1, 1]


def test_an_error_in_a_request_is_answered_and_logged_with_the_version(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The client gets an error, the log the document and its version, and the next edit works."""
    wire.open(URI, CAMPAIGN, 7)
    monkeypatch.setattr("reachweaver_lsp.session.hover_at", lambda *_: 1 / 0)
    assert error_of(wire.request("textDocument/hover", HOVER))[1] == -32603
    assert f"on {URI}, version 7" in caplog.text
    assert wire.messages() == []
    assert wire.change(URI, 8, {"text": ""}) == []


def test_a_request_is_answered_also_when_nobody_can_say_whether_it_must_wait(
    bare: Wire, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The error is logged with the document's version, and the handler is asked at once."""
    monkeypatch.setattr(bare.server.protocol, "_has_to_wait", lambda _: 1 / 0)
    bare.initialize()
    bare.open(URI, CAMPAIGN, 7)
    assert bare.request("textDocument/hover", HOVER)["result"] is None
    assert f"on {URI}, version 7" in caplog.text


def test_notifications_leave_nothing_behind(wire: Wire) -> None:
    """A thousand keystrokes cost no memory for ever."""
    wire.open(URI, CAMPAIGN)
    for version in range(2, 30):
        wire.change(URI, version, replaced((0, 0), (0, 0), " "))
    wire.notify("$/setTrace", {"value": "off"})
    wire.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": []}})
    assert wire.server.protocol._request_futures == {}


def test_no_second_copy_of_a_text_is_kept(wire: Wire) -> None:
    """Documents are the server's own; pygls knows none."""
    wire.open(URI, CAMPAIGN)
    assert wire.server.workspace.text_documents == {}


def test_half_a_character_is_sent_as_a_replacement(wire: Wire) -> None:
    """A lone surrogate out of a campaign's text never makes a message that a client cannot read."""
    text = CAMPAIGN.replace("9%", "9% \\ud83d").replace('"a"', '"a\\udc4d"')
    [diagnostic] = [one for one in wire.open(URI, text) if one["code"] == "unsupported_number"]
    assert diagnostic["data"]["variant_id"] == "a\ufffd"


def test_texts_beyond_ascii_are_sent_as_they_are(wire: Wire) -> None:
    """UTF-8, with a length in bytes."""
    [diagnostic] = [
        one for one in wire.open(URI, CAMPAIGN.replace("9%", "٤٢٪ 🚀")) if one["code"] == "unsupported_number"
    ]
    assert "٤٢٪" in diagnostic["message"]


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: text.encode(),
        lambda text: f"\r\n {text}\n".encode(),
        lambda text: text.encode("utf-8-sig"),
        lambda text: text.encode("utf-16"),
        lambda text: text.encode("utf-32-be"),
    ],
    ids=["plain", "white space", "byte order mark", "UTF-16", "UTF-32"],
)
def test_a_message_is_read_however_its_text_is_written(wire: Wire, encode: Callable[[str], bytes]) -> None:
    """White space around it, and an encoding that JSON can be told by, are no obstacle."""
    item = {"uri": URI, "languageId": "json", "version": 3, "text": CAMPAIGN}
    message = {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": item}}
    wire.send(encode(json.dumps(message)))
    assert [(one["version"], len(one["diagnostics"])) for one in wire.published(URI)] == [(3, 1)]


def test_a_message_inside_a_message_is_data(connect: Connect) -> None:
    """Settings may hold anything, also something that looks like a message."""
    wire = connect(initializationOptions={"jsonrpc": "2.0", "id": 1, "method": "exit", "checkOn": "save"})
    assert wire.messages() == []
    assert not wire.finished.done()


def test_the_log_reaches_the_client_and_nothing_else_does(wire: Wire) -> None:
    """What the server logs is in the client's log, not in a box and not twice."""
    logging.getLogger("reachweaver_lsp.test").warning("something to know")
    assert wire.of("window/logMessage") == [{"type": 2, "message": "something to know"}]
    assert wire.messages() == []
