"""Bytes on stdio or a socket, cut into the bodies of JSON-RPC messages, and messages put back into bytes.

Takes a server, gives the exit status of its process. Replaces the reading loop of pygls 2.1, which takes only
`Content-Length` in that very case, forgets the exit status, and hops between threads three times for each message.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import select
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import BinaryIO, Protocol, TextIO

from reachweaver_lsp.standard_streams import StandardStreams

_CONTENT_LENGTH = re.compile(rb"content-length:[ \t]*([0-9]{1,10})(?![0-9])", re.IGNORECASE)
_USUAL_HEADER = re.compile(rb"Content-Length: ([0-9]{1,9})\r\n\r\n")
_END_OF_HEADER = re.compile(rb"\r?\n\r?\n")
_LONGEST_HEADER = 4096
_LONGEST_BODY = 1 << 30
"""Bytes; whoever announces more sends nonsense, and waiting for it would be the end of the session."""
_CHUNK = 65_536
_PARENT_CHECK_SECONDS = 2.0


class Receiver(Protocol):
    """What the transport drives: it gets message bodies and says where answers go and when it is over."""

    def connect(self, writer: Writer, finished: asyncio.Future[int]) -> None:
        """Send to `writer` from now on, and set `finished` to the exit status at the end."""

    def receive(self, body: bytes) -> None:
        """Handle one message; never raises."""

    def receive_all(self, bodies: Iterable[bytes]) -> None:
        """Handle all messages that have come in, and do what they call for all together; never raises."""

    def input_ended(self) -> None:
        """The client will send nothing any more."""


class Writer(Protocol):
    """Where framed messages go."""

    def writelines(self, pieces: Sequence[bytes], /) -> None:
        """Write and flush all pieces, one behind the other."""

    def close(self) -> None:
        """Write no more."""


class Framing:
    """Cuts a stream of bytes into message bodies, wherever the pieces begin and end."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._expected: int | None = None

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The bodies that `data` completes.

        Header names are read in any case. Anything before a header is skipped, so that one broken message does not
        cost the rest of the session.
        """
        if not self._buffer and self._expected is None and (body := _only_body(data)) is not None:
            yield body
            return
        self._buffer += data
        while self._expected is not None or self._read_header():
            expected = self._expected or 0
            if len(self._buffer) < expected:
                return
            body = bytes(self._buffer[:expected])
            del self._buffer[:expected]
            self._expected = None
            yield body

    def _read_header(self) -> bool:
        while end := _END_OF_HEADER.search(self._buffer):
            lengths = _CONTENT_LENGTH.findall(self._buffer, 0, end.start())
            del self._buffer[: end.end()]
            if lengths and int(lengths[-1]) <= _LONGEST_BODY:
                self._expected = int(lengths[-1])
                return True
        if len(self._buffer) > _LONGEST_HEADER:
            del self._buffer[:-_LONGEST_HEADER]
        return False


def _only_body(data: bytes) -> bytes | None:
    """The body when `data` is one whole message, as nearly all come, under the header that nearly all clients write."""
    header = _USUAL_HEADER.match(data)
    return data[header.end() :] if header and len(data) == header.end() + int(header[1]) else None


def framed(*pieces: bytes) -> tuple[bytes, ...]:
    """A message, whose body is these pieces put together, with its header before them."""
    return b"Content-Length: %d\r\n\r\n" % sum(map(len, pieces)), *pieces


def serve_stdio(receiver: Receiver) -> int:
    """Serve the client at standard input and output; the exit status.

    From here on standard output carries the protocol and nothing else: prints go to standard error. Without a standard
    output the status is 2, after Ctrl-C 130.
    """
    _stand_in_for_closed_streams()
    stdout: TextIO | None = sys.stdout
    if stdout is None:
        sys.stderr.write("reachweaver-lsp: error: standard output is closed\n")
        return 2
    with contextlib.suppress(KeyboardInterrupt):
        return asyncio.run(_serve_stream(receiver, _protocol_output()))
    return 130


def serve_tcp(receiver: Receiver, host: str, port: int) -> int:
    """Serve the first client that connects; the exit status.

    Raises:
        OSError: The address cannot be listened at.
    """
    return asyncio.run(_serve_socket(receiver, host, port))


def is_running(process_id: int) -> bool:
    """Whether a process of that id exists (always, where the system gives no safe way to ask)."""
    if os.name != "posix" or process_id <= 0:
        return True
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def watch_parent(process_id: int | None, loop: asyncio.AbstractEventLoop, receiver: Receiver) -> None:
    """End the session when the client's process is gone, even if somebody keeps its pipes open."""
    # A client in a container or on another machine has an id that means nothing here.
    if process_id is not None and is_running(process_id):
        threading.Thread(target=_end_with_parent, args=(process_id, loop, receiver), daemon=True).start()


def _end_with_parent(process_id: int, loop: asyncio.AbstractEventLoop, receiver: Receiver) -> None:
    while is_running(process_id):
        time.sleep(_PARENT_CHECK_SECONDS)
    # A loop that is closed raises RuntimeError: the session is over.
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(receiver.input_ended)
        time.sleep(_PARENT_CHECK_SECONDS)
        if loop.is_running():
            # It waits for room in a pipe that somebody else holds open and nobody empties.
            os._exit(1)


class _BlockingWriter:
    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def writelines(self, pieces: Sequence[bytes], /) -> None:
        self._stream.writelines(pieces)
        self._stream.flush()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._stream.close()


def _stand_in_for_closed_streams() -> None:
    """Where standard input or error is closed, open one that leads nowhere, before anything else gets its number."""
    for number, mode in ((0, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            nowhere = os.open(os.devnull, mode)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 (open as long as the process runs)


def _protocol_output() -> int:
    """A descriptor of standard output, which others write to no more from now on."""
    sys.stdout.flush()
    output = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return output


async def _serve_stream(receiver: Receiver, output: int) -> int:
    loop = asyncio.get_running_loop()
    finished: asyncio.Future[int] = loop.create_future()
    framing = Framing()
    writer: Writer
    if hasattr(select, "poll") and (streams := StandardStreams(output, loop)).begin(
        lambda data: receiver.receive_all(framing.feed(data)), receiver.input_ended
    ):
        writer = streams
    else:
        writer, feed = _BlockingWriter(os.fdopen(output, "wb")), _feed(receiver)
        # A daemon, because a read that waits for the client cannot be called off.
        threading.Thread(target=_read_standard_input, args=(feed, receiver.input_ended, loop), daemon=True).start()
    receiver.connect(writer, finished)
    with contextlib.closing(writer):
        return await finished


def _feed(receiver: Receiver) -> Callable[[bytes], None]:
    """What hands on every message that some bytes complete."""
    framing = Framing()

    def feed(data: bytes) -> None:
        for body in framing.feed(data):
            receiver.receive(body)

    return feed


def _read_standard_input(
    feed: Callable[[bytes], None], ended: Callable[[], None], loop: asyncio.AbstractEventLoop
) -> None:
    # A loop that is closed raises RuntimeError: the session is over and nobody wants the rest.
    with contextlib.suppress(RuntimeError):
        with contextlib.suppress(OSError):
            # Read unbuffered: a thread that is killed inside a buffered reader brings the interpreter down with it.
            while data := os.read(0, _CHUNK):
                loop.call_soon_threadsafe(feed, data)
        loop.call_soon_threadsafe(ended)


async def _serve_socket(receiver: Receiver, host: str, port: int) -> int:
    finished: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        listener.close()
        receiver.connect(writer, finished)
        feed = _feed(receiver)
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(_CHUNK):
                feed(data)
        receiver.input_ended()
        writer.close()

    listener = await asyncio.start_server(talk, host, port)
    for socket in listener.sockets:
        address = socket.getsockname()
        sys.stderr.write(f"reachweaver-lsp: listening at {address[0]}:{address[1]}\n")
    sys.stderr.flush()
    return await finished
