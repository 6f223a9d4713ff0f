"""The server as editors start it: a process with pipes, or a socket."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

import pytest

from reachweaver import __version__
from reachweaver_lsp.__main__ import main
from reachweaver_lsp.transport import Framing
from tests.lsp.marked import campaign
from tests.lsp.process import COMMAND, PATIENCE, Process
from tests.lsp.wire import frame

pytestmark = pytest.mark.e2e

URI = "untitled:Untitled-1"
NOISY = {**os.environ, "PYTHONWARNINGS": "always"}


def test_a_whole_session() -> None:
    """Start, findings, an edit, a hover, an orderly end with status 0; nothing but messages on standard output."""
    text = campaign({"text": "🦀 Up 9%"})
    with Process(env=NOISY) as server:
        assert server.initialize()["result"]["serverInfo"]["name"] == "reachweaver-lsp"
        [finding] = server.open(URI, text)
        place = {"textDocument": {"uri": URI}, "position": finding["range"]["start"]}
        assert "9%" in server.request("textDocument/hover", place)["result"]["contents"]["value"]
        document = {"uri": URI, "version": 2}
        server.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": "{"}]})
        assert [one["code"] for one in server.diagnostics(URI)] == ["invalid_json"]
        assert server.request("shutdown")["result"] is None
        server.notify("exit")
        assert server.wait() == 0
        rest = server.output
    while rest:
        header = re.match(rb"Content-Length: ([0-9]+)\r\n\r\n", rest)
        assert header is not None
        json.loads(rest[header.end() : header.end() + int(header[1])])
        rest = rest[header.end() + int(header[1]) :]


def test_headers_in_small_letters() -> None:
    """A client may spell `content-length` as it likes."""
    with Process() as server:
        message = frame(b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}')
        server.write(message.lower().replace(b'"processid"', b'"processId"'))
        assert "result" in server.next(lambda message: message.get("id") == 1)


def test_exit_without_shutdown() -> None:
    """Status 1."""
    with Process() as server:
        server.initialize()
        server.notify("exit")
        assert server.wait() == 1


@pytest.mark.parametrize("greeted", [False, True])
def test_a_closed_pipe_ends_the_process(greeted: bool) -> None:
    """A client that is gone without a word leaves no server behind, and no traceback."""
    with Process() as server:
        if greeted:
            server.initialize()
        server.close_input()
        assert server.wait() == 1
        assert b"Traceback" not in server.errors


def test_a_client_that_reads_no_more_ends_the_process() -> None:
    """An answer that nobody takes is the end as well."""
    server = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdout.close()
    server.stdin.write(frame(b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'))
    server.stdin.flush()
    assert server.wait(PATIENCE) == 1
    server.communicate()


SAID_AT_ONCE = campaign(*({"text": f"Up {number}%, down {number + 1000}%"} for number in range(300)))
"""A campaign with more findings than any pipe holds."""


def test_a_client_that_says_all_it_has_to_say_before_it_reads() -> None:
    """More than any pipe holds, both ways: neither waits for the other for ever, and the last answer is about the end."""
    server = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert server.stdin is not None
    writing = threading.Thread(target=_written, args=(server.stdin, _all_at_once()), daemon=True)
    writing.start()
    writing.join(PATIENCE)
    try:
        assert not writing.is_alive()
        output, _ = server.communicate(timeout=PATIENCE)
    finally:
        server.kill()
    assert _answered(output) == [1, 2]
    assert server.returncode == 0


def test_a_session_that_stands_in_a_file(tmp_path: Path) -> None:
    """A file can be read at any time, and not waited for: the session is answered all the same."""
    session = tmp_path / "session"
    session.write_bytes(_all_at_once())
    with session.open("rb") as said:
        server = subprocess.Popen(COMMAND, stdin=said, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        output, _ = server.communicate(timeout=PATIENCE)
    assert _answered(output) == [1, 2]
    assert server.returncode == 0


def _all_at_once() -> bytes:
    """A session of a client that waits for nothing."""
    document = {"uri": URI, "languageId": "json", "version": 1, "text": SAID_AT_ONCE}
    told: list[dict[str, object]] = [
        {"id": 1, "method": "initialize", "params": {"capabilities": {}}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": document}},
    ]
    for version in range(2, 12):
        about = {"uri": URI, "version": version}
        change = {"textDocument": about, "contentChanges": [{"text": SAID_AT_ONCE + " " * version}]}
        told.append({"method": "textDocument/didChange", "params": change})
    told += [{"id": 2, "method": "shutdown"}, {"method": "exit"}]
    return b"".join(frame(json.dumps({"jsonrpc": "2.0", **message}).encode()) for message in told)


def _answered(output: bytes) -> list[object]:
    """The ids of the answers in what a server said, all of which must be whole."""
    messages = [json.loads(body) for body in Framing().feed(output)]
    return [message["id"] for message in messages if "id" in message]


@pytest.mark.skipif("os.name != 'posix'", reason="a process is looked for by its id on POSIX only")
def test_a_client_that_was_killed_ends_the_process() -> None:
    """Also when somebody else keeps the pipes open."""
    parent = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    with Process() as server:
        server.initialize(processId=parent.pid)
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        assert server.wait() == 1


def test_a_print_does_not_break_the_stream() -> None:
    """Whatever a library writes to standard output, in Python or below it, ends up on standard error."""
    code = (
        "import os, reachweaver_lsp.session as s; from reachweaver_lsp.__main__ import main;"
        "begin = s.Session.begin;"
        "s.Session.begin = lambda self: (print('printed'), os.write(1, b'written'), begin(self));"
        "raise SystemExit(main([]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        input=b"".join(
            frame(json.dumps({"jsonrpc": "2.0", **message}).encode())
            for message in (
                {"id": 1, "method": "initialize", "params": {"capabilities": {}}},
                {"method": "initialized", "params": {}},
                {"id": 2, "method": "shutdown"},
                {"method": "exit"},
            )
        ),
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
    assert run.returncode == 0
    assert len(list(Framing().feed(run.stdout))) == 2
    assert b"printed" in run.stderr
    assert b"written" in run.stderr
    assert b"printed" not in run.stdout


def test_a_file_that_changes_unwatched_is_noticed(tmp_path: Path) -> None:
    """A client that watches nothing still sees a brand that appears on disk."""
    uri = (tmp_path / "c.reachweaver.json").as_uri()
    with Process() as server:
        server.initialize(rootUri=tmp_path.as_uri())
        assert server.open(uri, campaign({"text": "alpha"})) == []
        (tmp_path / "brand.reachweaver.json").write_text('{"banned_phrases": ["alpha"]}', encoding="utf-8")
        assert [one["code"] for one in server.diagnostics(uri)] == ["banned_phrase"]


def test_a_client_that_never_answers_gets_its_findings() -> None:
    """Settings that do not come are not waited for."""
    with Process() as server:
        server.initialize(capabilities={"workspace": {"configuration": True}})
        assert len(server.open(URI, campaign({"text": "9%"}))) == 1


def test_a_socket() -> None:
    """`--tcp` serves one client at an address, then ends."""
    with Process("--tcp", "127.0.0.1:0") as server:
        assert server.complained.wait(PATIENCE)
        port = re.search(rb"listening at 127\.0\.0\.1:([0-9]+)", server.errors)
        assert port is not None
        with socket.create_connection(("127.0.0.1", int(port[1])), PATIENCE) as client:
            framing, bodies = Framing(), []
            client.sendall(frame(b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'))
            while not bodies:
                bodies += framing.feed(client.recv(65536))
            assert json.loads(bodies[0])["id"] == 1
            client.sendall(
                frame(b'{"jsonrpc":"2.0","id":2,"method":"shutdown"}') + frame(b'{"jsonrpc":"2.0","method":"exit"}')
            )
            assert server.wait() == 0
        assert server.output == b""


def test_the_same_server_by_another_name() -> None:
    """`reachweaver lsp` starts it too, with the same arguments."""
    run = subprocess.run(
        [sys.executable, "-m", "reachweaver", "lsp", "--version"], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout) == (0, f"reachweaver-lsp {__version__}\n")


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_it_says_what_it_is(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    """For people who start it by hand."""
    with pytest.raises(SystemExit) as ended:
        main([option])
    assert ended.value.code == 0
    assert "reachweaver-lsp" in capsys.readouterr().out


@pytest.mark.parametrize("address", ["7070", "host:", "host:x", "host:99999", ":7070", "host:-1", "host:٧"])
def test_an_address_that_is_none(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is refused with an example of one."""
    with pytest.raises(SystemExit) as ended:
        main(["--tcp", address])
    assert ended.value.code == 2
    assert "HOST:PORT is needed, such as 127.0.0.1:7070" in capsys.readouterr().err


def test_an_address_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    """One line says so, and the status is 2."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["--tcp", f"127.0.0.1:{port}"]) == 2
    assert capsys.readouterr().err.startswith(f"reachweaver-lsp: error: cannot listen at 127.0.0.1:{port}: ")


def _written(stream: IO[bytes], data: bytes) -> None:
    stream.write(data)
    stream.flush()


def test_the_engine_is_loaded_once_the_client_has_its_answer() -> None:
    """What takes longest to load does not delay `initialize`."""
    code = (
        "import sys, reachweaver_lsp.server; print([name for name in sys.modules if name.startswith('reachweaver.')])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=PATIENCE)
    assert shown.stdout == b"['reachweaver.data']\n"
