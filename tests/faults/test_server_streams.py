"""The server's pipes: closed, full, never read, or held open by somebody else when the client has died."""

from __future__ import annotations

import array
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reachweaver_lsp.transport import Framing
from tests.faults.waiting import PATIENCE, until
from tests.lsp.marked import campaign
from tests.lsp.process import COMMAND, Process
from tests.lsp.wire import frame

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(os.name != "posix", reason="pipes and signals are POSIX's")]

URI = "untitled:Untitled-1"
INITIALIZE = {"id": 1, "method": "initialize", "params": {"capabilities": {}}}
SHUTDOWN = {"id": 2, "method": "shutdown"}


def framed(*messages: dict[str, Any]) -> bytes:
    return b"".join(frame(json.dumps({"jsonrpc": "2.0", **message}).encode()) for message in messages)


SESSION = framed(INITIALIZE, {"method": "initialized", "params": {}}, SHUTDOWN, {"method": "exit"})


@pytest.mark.parametrize(
    ("redirection", "status", "answers", "said"),
    [
        ("2>&-", 0, 2, b""),
        ("2>/dev/full", 0, 2, b""),
        ("<&-", 1, 0, b""),
        ("<&- 2>&-", 1, 0, b""),
        ("</dev/null", 1, 0, b""),
        (">&-", 2, 0, b"reachweaver-lsp: error: standard output is closed\n"),
        (">&- 2>&-", 2, 0, b""),
        (">&- <&- 2>&-", 2, 0, b""),
        (">/dev/full", 1, 0, b""),
    ],
)
def test_streams_that_are_closed_or_full_at_the_start(redirection: str, status: int, answers: int, said: bytes) -> None:
    """The session goes on where it can, else the process ends at once; never a traceback, never a wait."""
    line = f"exec {sys.executable} -m reachweaver_lsp {redirection}"
    done = subprocess.run(
        ["bash", "-c", line], input=SESSION, capture_output=True, check=False, timeout=PATIENCE, cwd=os.curdir
    )
    assert (done.returncode, len(list(Framing().feed(done.stdout))), done.stderr) == (status, answers, said)


def test_what_is_written_to_standard_error_never_gets_into_the_protocol() -> None:
    """With standard error closed nothing else takes its number: what a library writes there goes nowhere."""
    code = (
        "import os, reachweaver_lsp.session as s; from reachweaver_lsp.__main__ import main;"
        "begin = s.Session.begin;"
        "s.Session.begin = lambda self: (os.write(2, b'noise'), os.write(1, b'noise'), print('noise'), begin(self));"
        "raise SystemExit(main([]))"
    )
    line = f'exec {sys.executable} -c "$CODE" 2>&-'
    done = subprocess.run(
        ["bash", "-c", line], input=SESSION, capture_output=True, check=False, env={**os.environ, "CODE": code}
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"".join(frame(body) for body in Framing().feed(done.stdout))
    assert b"noise" not in done.stdout


class _Unread:
    """A server whose output nobody reads, though it is open."""

    def __init__(self, **options: Any) -> None:
        self.process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **options
        )

    def send(self, *messages: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(framed(*messages))
        self.process.stdin.flush()

    def fill(self) -> None:
        """Ask until the pipe is full and the server waits for room in it."""
        import fcntl
        import termios

        output, waiting, before = self.process.stdout, array.array("i", [0]), -1
        assert output is not None

        def is_full() -> bool:
            nonlocal before
            fcntl.ioctl(output, termios.FIONREAD, waiting)
            is_still, before = waiting[0] == before, waiting[0]
            return is_still and before > 0.9 * fcntl.fcntl(output, getattr(fcntl, "F_GETPIPE_SZ", fcntl.F_GETFD))

        # The names come back in the answers, which are more than the largest pipe holds.
        self.send(*({"id": number, "method": "none/such" * 100} for number in range(2, 3000)))
        until(is_full)


@pytest.fixture
def unread() -> Iterator[_Unread]:
    server = _Unread()
    yield server
    server.process.kill()
    server.process.wait()
    for pipe in (server.process.stdin, server.process.stdout):
        assert pipe is not None
        pipe.close()


def test_a_client_that_never_reads_and_then_goes(unread: _Unread) -> None:
    """The server waits for room, hears what is sent meanwhile, and ends with its client."""
    unread.send(INITIALIZE)
    unread.fill()
    unread.fill()
    stdin, stdout = unread.process.stdin, unread.process.stdout
    assert stdin is not None
    assert stdout is not None
    stdin.close()
    stdout.close()
    assert unread.process.wait(PATIENCE) == 1


def test_a_client_that_never_reads_and_is_killed(unread: _Unread) -> None:
    """Also when somebody else keeps the full pipe open for ever."""
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    unread.send({**INITIALIZE, "params": {"processId": parent.pid, "capabilities": {}}})
    unread.fill()
    parent.send_signal(signal.SIGKILL)
    parent.communicate()
    assert unread.process.wait(PATIENCE) == 1


def test_a_client_that_never_reads_the_servers_log() -> None:
    """What there is no room for in a full standard error is dropped, and every request is answered."""
    reader, writer = os.pipe()
    options = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": writer}
    with subprocess.Popen(COMMAND, **options) as server:  # type: ignore[call-overload]
        os.close(writer)
        requests = [{"id": number, "method": "none/such" * 20} for number in range(3, 3000)]
        stdout, _ = server.communicate(framed(INITIALIZE, *requests, SHUTDOWN, {"method": "exit"}), PATIENCE)
        assert server.returncode == 0
    assert [json.loads(body)["id"] for body in Framing().feed(stdout)] == [1, *range(3, 3000), 2]
    assert len(os.read(reader, 1 << 20)) > 40_000
    os.close(reader)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_asks_it_to_end(number: signal.Signals) -> None:
    """The process ends at once, without a word."""
    with Process() as server:
        server.initialize()
        server.open(URI, campaign({"text": "9%"}))
        server.process.send_signal(number)
        assert server.wait() == (130 if number == signal.SIGINT else -number)
        assert b"Traceback" not in server.errors


@pytest.mark.parametrize("cut", [1, 15, 40, -1])
def test_a_client_that_is_killed_in_the_middle_of_a_message(tmp_path: Path, cut: int) -> None:
    """The server ends with status 1, quietly; what came before was answered."""
    code = "import os, sys;os.write(1, bytes.fromhex(sys.argv[1])); sys.stdin.readline(); os.kill(os.getpid(), 9)"
    message = framed({"id": 2, "method": "shutdown"})
    sent = (framed(INITIALIZE) + message[:cut]).hex()
    reader, writer = os.pipe()
    with subprocess.Popen([sys.executable, "-c", code, sent], stdin=subprocess.PIPE, stdout=writer) as client:
        os.close(writer)
        with subprocess.Popen(COMMAND, stdin=reader, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
            os.close(reader)
            assert server.stdout is not None
            framing, bodies = Framing(), list[bytes]()
            while not bodies:
                bodies += framing.feed(os.read(server.stdout.fileno(), 65536))
            client.communicate(b"go\n")
            assert client.returncode == -signal.SIGKILL
            stdout, stderr = server.communicate(timeout=PATIENCE)
    assert (server.returncode, json.loads(bodies[0])["id"], stdout, stderr) == (1, 1, b"", b"")
