"""Long documents: they are checked beside everything else, and end up as if they had been checked at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reachweaver_lsp import checks
from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign
from tests.lsp.process import Process
from tests.lsp.test_workspace import bans, put, uri_in
from tests.lsp.wire import Message, Wire, changed, position_of, replaced

URI = "untitled:long"
SHORT = "untitled:short"
LONG = campaign(*({"text": f"Up 9% with word{number} and other{number} words"} for number in range(1_100)))
assert len(LONG) > checks.LONG
SYMBOLS = ("textDocument/documentSymbol", {"textDocument": {"uri": URI}})


def opened(uri: str, text: str, version: int = 1) -> Message:
    item = {"uri": uri, "languageId": "json", "version": version, "text": text}
    return {"method": "textDocument/didOpen", "params": {"textDocument": item}}


def at(text: str, words: str) -> tuple[int, int]:
    return position_of(text, text.index(words))


def fresh(connect: Connect, text: str) -> list[Message]:
    """What a new session shows of a text."""
    return connect().open(URI, text)


def test_others_are_answered_meanwhile(bare: Wire) -> None:
    """A question about another document, and the findings of one, come before those of a long document."""
    bare.initialize()
    bare.send(opened(URI, LONG), opened(SHORT, campaign({"text": "Up 7%"})))
    order = [params["uri"] for params in bare.of("textDocument/publishDiagnostics")]
    assert order == [SHORT, URI]


def test_a_question_about_it_waits_for_its_check(wire: Wire) -> None:
    """It is answered in full, not with nothing; also when it comes in the same moment as the text."""
    wire.send(opened(URI, LONG), {"id": "a", "method": SYMBOLS[0], "params": SYMBOLS[1]})
    assert len(wire._answers.pop("a")["result"]) == 1_100 + 1
    assert len(wire.diagnostics(URI)) == 1_000


def test_edits_meanwhile_are_not_lost(wire: Wire, connect: Connect) -> None:
    """The version that is shown is the last one, with what a new session shows."""
    place = at(LONG, "word5 ")
    edits = [changed(URI, version, replaced(place, place, "1")) for version in range(2, 6)]
    wire.send(opened(URI, LONG), *edits)
    [params] = wire.published(URI)
    assert params["version"] == 5
    assert params["diagnostics"] == fresh(connect, LONG.replace("word5 ", "1111word5 "))


def test_a_text_that_is_replaced_meanwhile(wire: Wire, connect: Connect) -> None:
    """By another long one, which is checked as a whole, or by a short one, which waits for nothing."""
    other = LONG.replace("9%", "8%")
    wire.send(opened(URI, LONG), changed(URI, 2, {"text": other}))
    assert [params["version"] for params in wire.published(URI)] == [2]
    assert wire.diagnostics(URI) == fresh(connect, other)
    wire.send(changed(URI, 3, {"text": LONG}), changed(URI, 4, {"text": campaign({"text": "Calm"})}))
    assert [params["version"] for params in wire.published(URI)] == [2, 4]
    assert wire.diagnostics(URI) == []


def test_a_text_that_is_replaced_by_a_short_one_is_shown_at_once(wire: Wire) -> None:
    """The check that goes on is given up: its outcome is for nobody."""
    wire.send(opened(URI, LONG))
    wire._loop.run_until_complete(_deliver_only(wire, changed(URI, 2, {"text": LONG + " "})))
    wire._loop.run_until_complete(_deliver_only(wire, changed(URI, 3, {"text": campaign({"text": "Up 7%"})})))
    assert [params["version"] for params in wire.published(URI)] == [1, 3]
    wire.send()
    assert [params["version"] for params in wire.published(URI)] == [1, 3]
    assert wire.change(URI, 4, {"text": ""}) == []


async def _deliver_only(wire: Wire, message: Message) -> None:
    """Let the server have a message, and do not wait for what goes on beside it."""
    wire.server.protocol.receive(json.dumps({"jsonrpc": "2.0", **message}).encode())
    await wire._turn()


def test_a_document_that_is_closed_meanwhile(wire: Wire) -> None:
    """Nothing is shown of it, and it can be opened again."""
    wire.send(opened(URI, LONG), {"method": "textDocument/didClose", "params": {"textDocument": {"uri": URI}}})
    assert [params["diagnostics"] for params in wire.published(URI)] == []
    assert len(wire.open(URI, LONG)) == 1_000


def test_rules_that_change(connect: Connect, tmp_path: Path) -> None:
    """Of a brand, while it is being checked and afterwards."""
    uri, brand = uri_in(tmp_path), uri_in(tmp_path, "brand.reachweaver.json")
    wire = connect()
    wire.send(opened(brand, "{}"), opened(uri, LONG), changed(brand, 2, {"text": json.dumps(bans("word5"))}))
    assert [one["code"] for one in wire.diagnostics(uri)].count("banned_phrase") == 1
    wire.change(brand, 3, {"text": json.dumps(bans("word6", "word7"))})
    assert [one["code"] for one in wire.diagnostics(uri)].count("banned_phrase") == 2


def test_checking_on_save(connect: Connect) -> None:
    """What is asked in between is answered; nothing is published."""
    wire = connect(initializationOptions={"checkOn": "save"})
    wire.open(URI, LONG)
    other = campaign(*({"text": f"Up 9% by word{number} of other{number}"} for number in range(1_200)))
    wire.send(changed(URI, 2, {"text": other}), {"id": "a", "method": SYMBOLS[0], "params": SYMBOLS[1]})
    assert len(wire._answers.pop("a")["result"]) == 1_200 + 1
    assert [params["version"] for params in wire.published(URI)] == [1]
    wire.notify("textDocument/didSave", {"textDocument": {"uri": URI}})
    assert [params["version"] for params in wire.published(URI)] == [1, 2]


def test_a_closed_file_is_checked_as_it_is_on_disk(wire: Wire, tmp_path: Path) -> None:
    """Also one that is long."""
    path = put(tmp_path / "c.reachweaver.json", LONG)
    wire.open(path.as_uri(), campaign({"text": "Up 9%"}))
    wire.close_document(path.as_uri())
    assert len(wire.diagnostics(path.as_uri())) == 1_000


@pytest.mark.e2e
def test_the_process_ends_in_the_middle_of_it() -> None:
    """Whoever closes the editor does not wait for a check."""
    text = campaign(*({"text": f"Up 9% with {number} words"} for number in range(60_000)))
    with Process() as server:
        server.initialize()
        server.send(opened(URI, text))
        assert server.open(SHORT, campaign({"text": "Up 7%"})) != []
        server.close_input()
        assert server.wait() == 1
        assert URI.encode() not in server.output
        assert b"Traceback" not in server.errors


@pytest.mark.e2e
def test_a_person_goes_on_working() -> None:
    """Hovers, edits and fixes elsewhere are answered while 20,000 variants are being checked."""
    text = campaign(*({"text": f"Save 5% on seat {number}"} for number in range(20_000)))
    small = campaign({"text": "Up 7%"})
    line, column = at(small, "7%")
    hover: dict[str, Any] = {"textDocument": {"uri": SHORT}, "position": {"line": line, "character": column}}
    seen: list[object] = []
    with Process() as server:
        server.initialize()
        server.open(SHORT, small)
        server.send(opened(URI, text))
        for version in range(2, 12):
            assert "7%" in server.request("textDocument/hover", hover)["result"]["contents"]["value"]
            server.send(changed(SHORT, version, replaced((0, 1), (0, 1), " ")))
            seen.append(server.diagnostics(SHORT)[0]["range"]["start"]["line"])
        assert seen == [line] * 10
        assert URI.encode() not in server.output
