"""Looking a claim up in its source: only because a person asks, beside everything else, and nothing written unasked."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import pytest

from reachweaver.cli import main
from tests.lookup.web import Handler, Web, serving
from tests.lsp.asking import edited
from tests.lsp.process import Process
from tests.lsp.wire import Message, Wire
from tests.receipt_files import campaign

pytestmark = pytest.mark.e2e

PAGE = (Path(__file__).parent.parent / "lookup" / "pages" / "release-notes.html").read_text(encoding="utf-8")
CLAIM = "Planner saves a plan in 30% less time"
PASSAGE = "Planner 2.0 saves a plan in 30% less time than 1.9 and now exports to CSV & iCal."
CAPABLE: Message = {
    "workspace": {"applyEdit": True, "workspaceEdit": {"documentChanges": True}},
    "window": {"workDoneProgress": True},
}


@pytest.fixture
def web() -> Iterator[Web]:
    """A web server of the test's own."""
    with serving() as server:
        server.page("/notes", PAGE)
        yield server


class Editor:
    """A client with one campaign, `spring.reachweaver.json`, at a server that may open this machine's own addresses."""

    def __init__(
        self, folder: Path, content: Any, *arguments: str, capabilities: Message = CAPABLE, **options: Any
    ) -> None:
        self.path = folder / "spring.reachweaver.json"
        self.uri = self.path.as_uri()
        self.text = json.dumps(content, indent=4).replace("\n", "\r\n") + "\r\n"
        self.version = 1
        self.path.write_bytes(self.text.encode())
        environment = {**os.environ, "REACHWEAVER_KEYS_ROOT": str(folder / "keys"), **options.pop("env", {})}
        self.server = Process("--allow-private", *arguments, env=environment, **options)
        self.server.initialize(capabilities=capabilities, rootUri=folder.as_uri())
        self.server.open(self.uri, self.text)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.server.__exit__(None, None, None)

    def look_up(self, *more: Any, evidence_id: str = "e1") -> Message:
        """The answer to the command."""
        arguments = [self.uri, evidence_id, *more]
        return self.server.request(
            "workspace/executeCommand", {"command": "reachweaver.lookUpSource", "arguments": arguments}
        )

    def asked(self) -> Message:
        """The next question."""
        return self.server.next(lambda one: one.get("method") == "window/showMessageRequest")

    def told(self) -> Message:
        """The next message."""
        params: Message = self.server.next(lambda one: one.get("method") == "window/showMessage")["params"]
        return params

    def press(self, question: Message, title: str | None) -> None:
        self.server.send({"id": question["id"], "result": None if title is None else {"title": title}})

    def apply(self, *, is_applied: bool = True) -> Message:
        """Make the next edit that the server asks for, as an editor does."""
        request = self.server.next(lambda one: one.get("method") == "workspace/applyEdit")
        if is_applied:
            [change] = request["params"]["edit"]["documentChanges"]
            assert change["textDocument"] == {"uri": self.uri, "version": self.version}
            self.type(edited(self.text, change["edits"]))
        self.server.send({"id": request["id"], "result": {"applied": is_applied}})
        return request

    def type(self, text: str) -> None:
        self.text, self.version = text, self.version + 1
        about = {"uri": self.uri, "version": self.version}
        self.server.notify("textDocument/didChange", {"textDocument": about, "contentChanges": [{"text": text}]})


def titles(question: Message) -> list[str]:
    return [action["title"] for action in question["params"]["actions"]]


def item(web: Web, **fields: Any) -> dict[str, Any]:
    return {"claim": CLAIM, "source_url": web.url("/notes"), **fields}


def test_the_answer_is_that_of_the_command(
    web: Web, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Key for key, time and signature aside; nothing is opened before the command is given."""
    with Editor(tmp_path, campaign(item(web, excerpt="in 30% less time"))) as editor:
        assert web.asked == []
        found = editor.look_up({"ask": False})["result"]
    monkeypatch.setenv("REACHWEAVER_KEYS_ROOT", str(tmp_path / "keys"))
    capsys.readouterr()
    main(["source-check", "--file", str(editor.path), "--evidence", "e1", "--allow-private", "--json"])
    expected = json.loads(capsys.readouterr().out)
    for envelope in (found, expected):
        del envelope["timestamp"], envelope["receipt"]["signed"]["sig"], envelope["receipt"]["signed"]["ts"]
    assert found == expected
    assert found["excerpt"]["found"] is True
    assert not (tmp_path / "receipts").exists()


def test_a_passage_becomes_the_excerpt_and_the_receipt_is_stored(web: Web, tmp_path: Path) -> None:
    """In the file's own style, each when it is chosen; afterwards the excerpt is found in the receipt."""
    with Editor(tmp_path, campaign(item(web, excerpt="made up"))) as editor:
        editor.look_up()
        first = editor.asked()
        assert first["params"]["message"].splitlines()[:3] == [
            f"ReachWeaver: “{CLAIM}”: 3 passages of {web.url('/notes')} have its words.",
            "The excerpt is not on the page.",
            f"1. “{PASSAGE}”",
        ]
        assert titles(first) == ["Quote passage 1", "Quote passage 2", "Quote passage 3", "Store the receipt"]
        before = editor.text
        editor.press(first, "Quote passage 1")
        editor.apply()
        assert editor.text == before.replace('"made up"', json.dumps(PASSAGE))
        second = editor.asked()
        assert titles(second) == ["Store the receipt"]
        assert not (tmp_path / "receipts").exists()
        editor.press(second, "Store the receipt")
        editor.apply()
        quoted = f'"excerpt": {json.dumps(PASSAGE)}'
        named = before.replace('"excerpt": "made up"', f'{quoted},\r\n            "receipt": "receipts/e1.json"')
        assert editor.text == named
        assert editor.path.read_bytes() == before.encode()
        editor.path.write_bytes(editor.text.encode())
        stored = json.loads((tmp_path / "receipts" / "e1.json").read_text(encoding="utf-8"))
    assert list(stored) == ["signed", "blockLeaves", "blocks", "markdown", "publicKey"]
    assert main(["claims-check", str(editor.path)]) == 0


def test_the_receipt_alone(web: Web, tmp_path: Path) -> None:
    """A good excerpt stays as it is; the receipt is named and checked at once."""
    with Editor(tmp_path, campaign(item(web, excerpt=PASSAGE))) as editor:
        editor.look_up()
        question = editor.asked()
        assert titles(question) == ["Quote passage 2", "Quote passage 3", "Store the receipt"]
        assert "The excerpt stands there word for word." in question["params"]["message"]
        editor.press(question, "Store the receipt")
        editor.apply()
        editor.type(editor.text.replace("30%", "31%"))
        shown = editor.server.next(
            lambda one: one.get("method") == "textDocument/publishDiagnostics" and one["params"]["diagnostics"] != []
        )
        assert [one["code"] for one in shown["params"]["diagnostics"]] == ["excerpt_not_in_source"]


@pytest.mark.parametrize("answer", [None, "Something else"])
def test_nothing_is_done_unless_it_is_chosen(web: Web, tmp_path: Path, answer: str | None) -> None:
    """A message that is closed, or a button that nobody offered, does nothing."""
    with Editor(tmp_path, campaign(item(web))) as editor:
        editor.look_up()
        editor.press(editor.asked(), answer)
        editor.server.request("shutdown")
        methods = [message.get("method") for message in editor.server.all_messages()]
    assert "workspace/applyEdit" not in methods
    assert not (tmp_path / "receipts").exists()


def test_what_has_changed_meanwhile_is_not_overwritten(web: Web, tmp_path: Path) -> None:
    """An item that says something else by now is left alone; a document that only moved gets the edit where it belongs."""
    with Editor(tmp_path, campaign(item(web, excerpt="made up"))) as editor:
        editor.look_up()
        question = editor.asked()
        editor.type("\r\n\r\n" + editor.text)
        editor.press(question, "Quote passage 1")
        editor.apply()
        assert json.loads(editor.text)["evidence"][0]["excerpt"] == PASSAGE
        question = editor.asked()
        editor.type(editor.text.replace(CLAIM, "Another claim"))
        editor.press(question, "Store the receipt")
        assert editor.told()["message"] == "ReachWeaver: The evidence has changed meanwhile. Look it up again."


def test_an_editor_that_refuses_an_edit_is_believed(web: Web, tmp_path: Path) -> None:
    """The person is told, and nothing further is offered."""
    with Editor(tmp_path, campaign(item(web))) as editor:
        editor.look_up()
        editor.press(editor.asked(), "Quote passage 1")
        editor.apply(is_applied=False)
        assert editor.told()["message"] == (
            "ReachWeaver: The editor has not made the change: the document may have changed meanwhile."
        )


def test_an_editor_may_tell_of_its_edit_late(web: Web, tmp_path: Path) -> None:
    """Neovim says that it has made an edit before it says which: until then there is no further question, and no edit."""
    with Editor(tmp_path, campaign(item(web, excerpt="made up"))) as editor:
        editor.look_up()
        editor.press(editor.asked(), "Quote passage 1")
        request = editor.server.next(lambda one: one.get("method") == "workspace/applyEdit")
        editor.server.send({"id": request["id"], "result": {"applied": True}})
        editor.server.request("textDocument/foldingRange", {"textDocument": {"uri": editor.uri}})
        asked = [
            message for message in editor.server.all_messages() if message.get("method") == "window/showMessageRequest"
        ]
        assert len(asked) == 1
        [change] = request["params"]["edit"]["documentChanges"]
        editor.type(edited(editor.text, change["edits"]))
        editor.press(editor.asked(), "Store the receipt")
        editor.apply()
        assert [json.loads(editor.text)["evidence"][0][key] for key in ("excerpt", "receipt")] == [
            PASSAGE,
            "receipts/e1.json",
        ]


def test_an_editor_that_cannot_edit_shows_what_was_found(web: Web, tmp_path: Path) -> None:
    """A message without buttons."""
    with Editor(tmp_path, campaign(item(web)), capabilities={}) as editor:
        editor.look_up()
        assert editor.told()["message"].startswith(f"ReachWeaver: “{CLAIM}”: 3 passages of ")


def test_a_page_that_cannot_be_read(web: Web, tmp_path: Path) -> None:
    """The envelope says why, and so does a message; there is nothing to choose."""
    with Editor(tmp_path, campaign(item(web, source_url=web.url("/gone")))) as editor:
        answer = editor.look_up()["result"]
        assert (answer["ok"], answer["failure"]["code"]) == (False, "http_404")
        assert editor.told() == {
            "type": 2,
            "message": f"ReachWeaver: {web.url('/gone')} could not be read (http_404): The site answered with status 404.",
        }


def test_nothing_on_the_page(web: Web, tmp_path: Path) -> None:
    """That is an answer, too, and its receipt can be stored."""
    with Editor(tmp_path, campaign(item(web, claim="Bananas ripen quickly"))) as editor:
        assert editor.look_up()["result"]["found"] is False
        question = editor.asked()
        assert question["params"]["message"] == (
            f"ReachWeaver: “Bananas ripen quickly”: nothing on {web.url('/notes')} has enough of its words; all of the page was"
            " read."
        )
        assert titles(question) == ["Store the receipt"]


def test_hover_does_not_wait_and_the_person_can_stop_it(web: Web, tmp_path: Path) -> None:
    """While the page is being read other requests are answered; what is stopped answers null and asks nothing."""
    web.answers["/slow"] = lambda handler: _hang(web, handler)
    with Editor(tmp_path, campaign(item(web, source_url=web.url("/slow")))) as editor:
        server = editor.server
        arguments = {"command": "reachweaver.lookUpSource", "arguments": [editor.uri, "e1"]}
        server.send({"id": "look", "method": "workspace/executeCommand", "params": arguments})
        create = server.next(lambda one: one.get("method") == "window/workDoneProgress/create")
        server.send({"id": create["id"], "result": None})
        begin = server.next(lambda one: one.get("method") == "$/progress")["params"]
        assert begin["value"] == {
            "kind": "begin",
            "title": f"ReachWeaver: reading {web.url('/slow')}",
            "cancellable": True,
        }
        position = {"textDocument": {"uri": editor.uri}, "position": {"line": 0, "character": 0}}
        assert server.request("textDocument/hover", position)["result"] is None
        server.notify("window/workDoneProgress/cancel", {"token": begin["token"]})
        assert server.next(lambda one: one.get("id") == "look")["result"] is None
        server.request("shutdown")
        assert "window/showMessageRequest" not in [message.get("method") for message in server.all_messages()]


def test_nothing_that_is_shown_is_a_link(web: Web, tmp_path: Path) -> None:
    """A claim, a page or an address may hold what VS Code would make a link of, which runs a command."""
    link = "[saves a plan](command:quit)"
    web.page(
        "/evil", f"<main><h1>Planner</h1><p>Planner {link} in 30% less time.</p></main>" + "<p>More words.</p>" * 40
    )
    with Editor(tmp_path, campaign(item(web, claim=f"{CLAIM} {link}", source_url=web.url("/evil")))) as editor:
        editor.look_up()
        question = editor.asked()["params"]["message"]
        assert question.count("[saves a plan] (command:quit)") == 2
        assert "](" not in question
        editor.type(editor.text.replace(web.url("/evil"), link))
        assert editor.look_up()["result"]["failure"]["code"] == "invalid_arguments"
        assert "](command" not in editor.told()["message"]


def test_a_cancelled_request_asks_nothing(web: Web, tmp_path: Path) -> None:
    """The client has its answer, and the person is not bothered."""
    web.answers["/slow"] = lambda handler: _hang(web, handler)
    with Editor(tmp_path, campaign(item(web, source_url=web.url("/slow")))) as editor:
        server = editor.server
        arguments = {"command": "reachweaver.lookUpSource", "arguments": [editor.uri, "e1"]}
        server.send({"id": "look", "method": "workspace/executeCommand", "params": arguments})
        create = server.next(lambda one: one.get("method") == "window/workDoneProgress/create")
        server.send({"id": create["id"], "result": None})
        server.notify("$/cancelRequest", {"id": "look"})
        assert server.next(lambda one: one.get("id") == "look")["error"]["code"] == -32800
        end = server.next(lambda one: one.get("method") == "$/progress" and one["params"]["value"]["kind"] == "end")
        assert end["params"]["value"] == {"kind": "end"}
        web.released.set()
        server.request("shutdown")
        methods = {message.get("method") for message in server.all_messages()}
        assert methods.isdisjoint({"window/showMessageRequest", "window/showMessage"})
        assert server.errors == b""


def test_addresses_of_this_machine_are_refused_without_the_flag(web: Web, tmp_path: Path) -> None:
    """As on the command line."""
    path = tmp_path / "c.reachweaver.json"
    text = json.dumps(campaign(item(web)))
    with Process(env={**os.environ, "REACHWEAVER_KEYS_ROOT": str(tmp_path / "keys")}) as server:
        server.initialize()
        server.open(path.as_uri(), text)
        arguments = [path.as_uri(), "e1"]
        answer = server.request(
            "workspace/executeCommand", {"command": "reachweaver.lookUpSource", "arguments": arguments}
        )
    assert answer["result"]["failure"]["code"] == "private_url_blocked"
    assert web.asked == []


@pytest.mark.parametrize("package", ["cryptography", "httpx", "selectolax"])
def test_without_the_extra_packages_one_message_says_how_to_install_them(
    web: Web, tmp_path: Path, package: str
) -> None:
    """The answer is null, and everything else goes on."""
    (tmp_path / "blocked").mkdir()
    hook = f"import sys; sys.modules['{package}'] = None"
    (tmp_path / "blocked" / "sitecustomize.py").write_text(hook)
    root = str(Path(__file__).resolve().parents[2])
    paths = os.pathsep.join((str(tmp_path / "blocked"), root))
    with Editor(tmp_path, campaign(item(web)), env={"PYTHONPATH": paths}) as editor:
        number = "look"
        arguments = {"command": "reachweaver.lookUpSource", "arguments": [editor.uri, "e1"]}
        editor.server.send({"id": number, "method": "workspace/executeCommand", "params": arguments})
        assert editor.told() == {
            "type": 2,
            "message": f"ReachWeaver: Looking up a source needs the package {package}; install it with:"
            ' pip install "reachweaver[lookup]".',
        }
        assert editor.server.next(lambda one: one.get("id") == number)["result"] is None
        assert editor.server.errors == b""


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], -32602, "reachweaver.lookUpSource takes a document's URI, an evidence id and options"),
        (["untitled:1", 7], -32602, "reachweaver.lookUpSource takes a document's URI, an evidence id and options"),
        (["untitled:2", "e1"], -32803, "There is no campaign at untitled:2, or it is still being read."),
        (["untitled:1", "e9"], -32803, 'There is no evidence "e9" with a claim and a source.'),
        (["untitled:1", "e2"], -32803, 'There is no evidence "e2" with a claim and a source.'),
    ],
)
def test_what_cannot_be_looked_up_is_said(wire: Wire, arguments: list[Any], code: int, message: str) -> None:
    """An error in plain words, and no address is opened."""
    wire.open("untitled:1", json.dumps(campaign({}, {"source_url": ""})))
    params = {"command": "reachweaver.lookUpSource", "arguments": arguments}
    assert wire.request("workspace/executeCommand", params)["error"] == {"code": code, "message": message}


def _hang(web: Web, handler: Handler) -> None:
    """Answer when the test is over."""
    web.released.wait()
    handler.send(PAGE.encode())
