"""Receipts beside a campaign in the editor: what the excerpt's receipt shows, now and when its file changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reachweaver.cli import main
from tests import receipt_files
from tests.lsp.asking import edited
from tests.lsp.process import Process
from tests.lsp.wire import Message, changed, position_of, range_of
from tests.receipt_files import campaign, stored

pytestmark = pytest.mark.e2e

GOOD, BAD = "takes 30% less time", "takes 40% less time"
WATCHES: Message = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}


def shows(uri: str, *codes: str) -> Callable[[Message], bool]:
    """Whether a message publishes exactly these findings."""

    def is_it(message: Message) -> bool:
        if message.get("method") != "textDocument/publishDiagnostics" or message["params"]["uri"] != uri:
            return False
        return [one["code"] for one in message["params"]["diagnostics"]] == list(codes)

    return is_it


def start(server: Process, folder: Path, **options: Any) -> None:
    server.initialize(rootUri=folder.as_uri(), capabilities=WATCHES, initializationOptions=options)


def text_of(excerpt: str, receipt: str = "receipts/a.json") -> str:
    return json.dumps(campaign({"excerpt": excerpt, "receipt": receipt}), indent=2)


def test_findings_stand_at_the_excerpt_and_at_the_receipt(tmp_path: Path) -> None:
    """The same as those of the command line, at the values that they are about."""
    content = campaign(
        {"excerpt": BAD, "receipt": "receipts/a.json"},
        {"excerpt": "🦀 Größe", "receipt": "receipts/none.json"},
        {"excerpt": "Die Größe zählt 🚀.", "receipt": "receipts/a.json"},
    )
    text = json.dumps(content, indent=2, ensure_ascii=True)
    path = tmp_path / "é 1.reachweaver.json"
    path.write_text(text, encoding="utf-8")
    receipt_files.write(tmp_path, "receipts/a.json", stored())
    with Process() as server:
        start(server, tmp_path, workspaceCheck=False)
        server.open(path.as_uri(), text)
        found = server.next(shows(path.as_uri(), "excerpt_not_in_source", "unusable_receipt"))["params"]["diagnostics"]
    for one, value in zip(found, (json.dumps(BAD), '"receipts/none.json"'), strict=True):
        at = text.index(value)
        assert one["range"] == range_of(position_of(text, at), position_of(text, at + len(value)))
        assert (one["severity"], one["source"]) == (2, "reachweaver")
        assert one["codeDescription"]["href"].endswith(f"docs/findings/{one['code']}.md")
    assert main(["claims-check", str(path)]) == 0


def test_the_command_line_says_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Message for message."""
    path = tmp_path / "c.reachweaver.json"
    path.write_text(text_of(BAD), encoding="utf-8")
    receipt_files.write(tmp_path, "receipts/a.json", stored())
    main(["campaign-check", "--file", str(path), "--json"])
    [finding] = json.loads(capsys.readouterr().out)["findings"]
    with Process() as server:
        start(server, tmp_path)
        [shown] = server.next(shows(path.as_uri(), "excerpt_not_in_source"))["params"]["diagnostics"]
    assert (shown["code"], shown["message"]) == (finding["code"], finding["message"])


@pytest.mark.parametrize("is_open", [True, False], ids=["open", "not open"])
def test_a_receipt_that_changes_on_disk_is_read_again(tmp_path: Path, *, is_open: bool) -> None:
    """Written, changed in place and deleted: each is noticed without the campaign being touched."""
    path = tmp_path / "c.reachweaver.json"
    uri = path.as_uri()
    path.write_text(text_of(GOOD), encoding="utf-8")
    event = {"changes": [{"uri": (tmp_path / "receipts" / "a.json").as_uri(), "type": 2}]}
    with Process() as server:
        start(server, tmp_path, workspaceCheck=not is_open)
        if is_open:
            server.open(uri, text_of(GOOD))
        server.next(shows(uri, "unusable_receipt"))
        receipt_files.write(tmp_path, "receipts/a.json", stored())
        server.notify("workspace/didChangeWatchedFiles", event)
        server.next(shows(uri))
        receipt_files.write(tmp_path, "receipts/a.json", stored(["Planner 2.0", "Saving a plan takes longer now."]))
        server.notify("workspace/didChangeWatchedFiles", event)
        server.next(shows(uri, "excerpt_not_in_source"))
        (tmp_path / "receipts" / "a.json").unlink()
        # Nobody says so: the server looks at the disk from time to time.
        server.next(shows(uri, "unusable_receipt"))


def test_typing_in_the_excerpt_is_checked_at_once(tmp_path: Path) -> None:
    """Once the receipt is known nothing has to be read again."""
    path, text = tmp_path / "c.reachweaver.json", text_of(BAD)
    receipt_files.write(tmp_path, "receipts/a.json", stored())
    with Process() as server:
        start(server, tmp_path)
        server.open(path.as_uri(), text)
        server.next(shows(path.as_uri(), "excerpt_not_in_source"))
        server.send(changed(path.as_uri(), 2, {"text": text_of(GOOD)}))
        answer = server.next(lambda one: one.get("method") == "textDocument/publishDiagnostics")
        assert (answer["params"]["version"], answer["params"]["diagnostics"]) == (2, [])
        server.send(changed(path.as_uri(), 3, {"text": text}))
        server.next(shows(path.as_uri(), "excerpt_not_in_source"))


def test_a_document_that_is_no_file_has_no_receipts(tmp_path: Path) -> None:
    """There is no folder in which they could stand."""
    receipt_files.write(tmp_path, "receipts/a.json", stored())
    with Process(cwd=tmp_path) as server:
        start(server, tmp_path)
        assert server.open("untitled:a", text_of(BAD)) == []
        server.request(
            "textDocument/hover", {"textDocument": {"uri": "untitled:a"}, "position": {"line": 0, "character": 0}}
        )
        server.request("shutdown")
        assert server.errors == b""


def test_hover_says_what_the_receipt_shows(tmp_path: Path) -> None:
    """On the evidence item, on an id that cites it, and on a claim that it grounds; for an item without one, nothing."""
    content = campaign(
        {"claim": "Down 30%", "excerpt": GOOD, "receipt": "receipts/a.json"},
        {"excerpt": "not_there_*x*", "receipt": "receipts/a.json"},
        {"excerpt": "Without"},
    )
    content["variants"][0]["text"] = "Down 30%"
    text = json.dumps(content, indent=2)
    path = tmp_path / "c.reachweaver.json"
    receipt_files.write(tmp_path, "receipts/a.json", stored())
    signed = f"Read 2027-03-01 08:30:00 UTC, signed by {receipt_files.KEY.key_id}."
    good = f"**Receipt**: The excerpt stands on the page word for word. {signed}"
    bad = f"**Receipt**: The excerpt does not stand on the page word for word. {signed}"

    with Process() as server:
        start(server, tmp_path, workspaceCheck=False)
        server.open(path.as_uri(), text)
        server.next(shows(path.as_uri(), "excerpt_not_in_source"))

        def hover(words: str, after: str = "") -> str:
            line, character = position_of(text, text.index(words, text.index(after)) + 1)
            place = {"textDocument": {"uri": path.as_uri()}, "position": {"line": line, "character": character}}
            found = server.request("textDocument/hover", place)["result"]
            return "" if found is None else str(found["contents"]["value"])

        assert hover(f'"{GOOD}"') == good
        assert hover('"e1"') == good
        assert hover('"receipts/a.json"') == good
        assert hover("not_there").endswith(f"\n\n---\n\n{bad}")
        assert hover('"Without"') == ""
        assert good in hover('"e1"', '"evidence_ids"')
        assert bad in hover('"e2"', '"evidence_ids"')
        assert "Receipt" not in hover('"e3"', '"evidence_ids"')
        assert hover("30%", '"text"').endswith(good)


def test_the_pages_own_words_can_be_quoted(tmp_path: Path) -> None:
    """The nearest block of the receipt replaces the excerpt, offline; then the finding is gone and no other has come."""
    text = text_of(BAD)
    path = tmp_path / "c.reachweaver.json"
    receipt_files.write(tmp_path, "receipts/a.json", stored())
    versioned: Message = {"workspace": {"workspaceEdit": {"documentChanges": True}}}
    with Process() as server:
        server.initialize(rootUri=tmp_path.as_uri(), capabilities=versioned)
        server.open(path.as_uri(), text)
        [found] = server.next(shows(path.as_uri(), "excerpt_not_in_source"))["params"]["diagnostics"]
        params = {"textDocument": {"uri": path.as_uri()}, "range": found["range"], "context": {"diagnostics": []}}
        [fix, look_up] = server.request("textDocument/codeAction", params)["result"]
        assert (fix["title"], fix["kind"]) == (f"Quote the page: “{receipt_files.TEXTS[1]}”", "quickfix")
        assert (fix["diagnostics"], look_up["diagnostics"]) == ([found], [found])
        assert look_up["title"] == "Look up this claim in its source"
        [change] = fix["edit"]["documentChanges"]
        assert change["textDocument"] == {"uri": path.as_uri(), "version": 1}
        fixed = edited(text, change["edits"])
        assert fixed == text.replace(BAD, receipt_files.TEXTS[1])
        server.send(changed(path.as_uri(), 2, {"text": fixed}))
        server.next(shows(path.as_uri()))


def test_where_no_block_is_near_nothing_is_quoted(tmp_path: Path) -> None:
    """And a receipt that shows nothing has no words to quote."""
    content = campaign(
        {"claim": "Bananas", "excerpt": "Ripe fruit", "receipt": "receipts/a.json"},
        {"excerpt": BAD, "receipt": "receipts/none.json"},
    )
    path = tmp_path / "c.reachweaver.json"
    receipt_files.write(tmp_path, "receipts/a.json", stored())
    with Process() as server:
        start(server, tmp_path)
        server.open(path.as_uri(), json.dumps(content))
        found = server.next(shows(path.as_uri(), "excerpt_not_in_source", "unusable_receipt"))["params"]["diagnostics"]
        for one in found:
            params = {"textDocument": {"uri": path.as_uri()}, "range": one["range"], "context": {"diagnostics": []}}
            actions = server.request("textDocument/codeAction", params)["result"]
            assert [action["kind"] for action in actions] == ["reachweaver.lookUp"]
