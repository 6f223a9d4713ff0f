"""Bytes into messages: however they arrive."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from reachweaver_lsp import standard_streams
from reachweaver_lsp.standard_streams import StandardStreams, unwritten
from reachweaver_lsp.transport import Framing, is_running
from tests.lsp.wire import frame

BODIES = st.lists(st.binary(min_size=1, max_size=30), max_size=5)


@given(BODIES, st.lists(st.integers(0, 200), max_size=8))
def test_messages_are_whole_however_the_bytes_arrive(bodies: list[bytes], cuts: list[int]) -> None:
    """Any cutting of the stream into pieces gives the same messages."""
    stream = b"".join(map(frame, bodies))
    places = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    framing = Framing()
    pieces = (stream[start:end] for start, end in pairwise(places))
    assert [body for piece in pieces for body in framing.feed(piece)] == bodies


@given(st.lists(st.binary(max_size=5), max_size=20), st.integers(0, 100))
def test_what_the_client_has_not_taken_yet_is_written_next(pieces: list[bytes], written: int) -> None:
    """However much of a message went out at once, the rest of it follows, and nothing twice."""
    whole = b"".join(pieces)
    written = min(written, len(whole))
    rest = unwritten(pieces, written)
    assert b"".join(rest) == whole[written:]
    assert bool(rest) == (written < len(whole))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody says how much a pipe is to hold")
def test_nothing_is_waited_for_that_was_taken_in_while_an_answer_waited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop has seen input; then an answer waits, takes it in and has it handed on: there is none left to read."""

    class Loop:
        def __init__(self) -> None:
            self.soon: list[Callable[[], None]] = []
            self.add_reader = lambda *_: None
            self.call_soon = self.soon.append

    class Room:
        """What the system says while an answer waits: first that there is input, then that there is room."""

        def __init__(self) -> None:
            self.answers = [[(source, select.POLLIN)], [(target, select.POLLOUT)]]

        def poll(self) -> list[tuple[int, int]]:
            if len(self.answers) == 1:
                os.read(client_source, 1 << 20)
            return self.answers.pop(0)

    def read(descriptor: int, size: int) -> bytes:
        assert select.select([descriptor], [], [], 0)[0], "it would wait for the next key"
        return read_now(descriptor, size)

    (source, client_target), (client_source, target), read_now = os.pipe(), os.pipe(), os.read
    monkeypatch.setattr(standard_streams, "_INPUT", source)
    monkeypatch.setattr(standard_streams, "_LARGE_PIPE", 4096)
    loop, received = Loop(), list[bytes]()
    streams = StandardStreams(target, loop)  # type: ignore[arg-type]
    monkeypatch.setattr(streams, "_may_go_on", Room())
    assert streams.begin(received.append, lambda: received.append(b"the end"))
    os.write(client_target, b"typed")
    streams.writelines([b"x" * 4096, b"y"])
    for callback in loop.soon:
        callback()
    assert received == [b"typed"]
    monkeypatch.setattr(standard_streams.os, "read", read)
    streams._read()
    os.write(client_target, b"more")
    streams._read()
    assert received == [b"typed", b"more"]
    for descriptor in (source, target, client_source, client_target):
        os.close(descriptor)


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Length: 2\r\n\r\n",
        b"content-length: 2\r\n\r\n",
        b"CONTENT-LENGTH:2\r\n\r\n",
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length:   2\r\n\r\n",
        b"Content-Length: 2\nX-Other: 1\n\n",
        b"X-Nothing: 1\r\n\r\nContent-Length: 2\r\n\r\n",
        b'{"half":Content-Length: 2\r\n\r\n',
        b"x" * 10_000 + b"Content-Length: 2\r\n\r\n",
    ],
)
def test_a_header_is_read_in_any_form(header: bytes) -> None:
    """Names in any case, in any order, line feeds alone, and whatever stands before a header."""
    assert list(Framing().feed(header + b"{}" + frame(b"[]"))) == [b"{}", b"[]"]


def test_a_process_that_has_ended_is_not_running() -> None:
    """The client's process is looked for by its id, without touching it."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    assert is_running(process.pid)
    process.wait()
    assert not is_running(process.pid)
    assert is_running(os.getpid())


@pytest.mark.parametrize("process_id", [0, -1, -5])
def test_no_other_number_is_taken_for_a_process(process_id: int) -> None:
    """Numbers that mean groups of processes to the system are never asked about."""
    assert is_running(process_id)
