"""Standard input and output in the event loop itself: no thread has to be woken between a keystroke and its answer.

Takes a receiver and the descriptor that answers go to; drives the receiver and is its writer. Only where the system
can wait for both (`poll`); elsewhere `transport.py` reads in a thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import stat
import threading
from collections.abc import Callable, Sequence
from typing import Final

try:
    import fcntl
except ImportError:  # Windows, where this module is not used
    fcntl = None  # type: ignore[assignment]

_INPUT: Final = 0
_CHUNK: Final = 65_536
_MOST_CHUNKS: Final = 64
"""Reads after which other work of the event loop gets its turn."""
_LARGE_PIPE: Final = 1 << 20
"""Bytes: the most that Linux lets everybody ask for."""

_MOST_PIECES: Final = 16
"""Pieces that are written at once: what every system takes."""

Feed = Callable[[bytes], None]
"""Handles bytes as they come in; never raises."""


class StandardStreams:
    """Reads standard input whenever there is some, and never waits for a client that is itself waiting to write.

    While an answer waits for room, input is taken in: a client that first writes all it has to say is not kept from
    it by a server that does the same.
    """

    def __init__(self, output: int, loop: asyncio.AbstractEventLoop) -> None:
        self._output = output
        self._loop = loop
        self._thread = threading.get_ident()
        self._has_more = select.poll()
        self._has_more.register(_INPUT, select.POLLIN)
        self._may_go_on = select.poll()
        self._may_go_on.register(output, select.POLLOUT)
        self._may_go_on.register(_INPUT, select.POLLIN)
        self._taken_in: list[bytes] = []
        """Input that came while an answer waited, not handed on yet; an empty one is the end."""
        self._took_in_meanwhile = False
        """Whether any was taken in since the loop was last told of some."""

    def begin(self, feed: Feed, ended: Callable[[], None]) -> bool:
        """Hand on what comes in from now on; whether the loop can wait for it (for a regular file it cannot)."""
        self._feed, self._ended = feed, ended
        try:
            self._loop.add_reader(_INPUT, self._read)
        except (NotImplementedError, OSError):
            return False
        _prepare(self._output)
        return True

    def writelines(self, pieces: Sequence[bytes], /) -> None:
        """Write all pieces: at once in the loop's own thread, from any other one when the loop comes to it.

        Raises:
            OSError: The client is gone.
        """
        if threading.get_ident() != self._thread:
            self._loop.call_soon_threadsafe(self._write_if_possible, pieces)
            return
        rest: Sequence[bytes | memoryview] = pieces
        while rest:
            try:
                # As they are: a large campaign's diagnostics are not copied only to be put together.
                rest = unwritten(rest, os.writev(self._output, rest[:_MOST_PIECES]))
            except BlockingIOError:
                self._wait_for_room()

    def close(self) -> None:
        """Read and write no more."""
        self._loop.remove_reader(_INPUT)
        with contextlib.suppress(OSError):
            os.set_blocking(self._output, True)
            os.close(self._output)

    def _write_if_possible(self, pieces: Sequence[bytes]) -> None:
        with contextlib.suppress(OSError):  # The next answer, in the loop itself, meets the same and ends the session.
            self.writelines(pieces)

    def _read(self) -> None:
        # There is some, as the loop says, unless that was taken in since then, while an answer waited.
        has_more: object = not self._took_in_meanwhile or self._has_more.poll(0)
        self._took_in_meanwhile = False
        # All that is there is handed on together, so that a hundred keystrokes are checked once.
        for _ in range(_MOST_CHUNKS):
            if not has_more or len(self._take_in() or b"") < _CHUNK:
                break
            has_more = self._has_more.poll(0)
        self._hand_on_taken_in()

    def _take_in(self) -> bytes | None:
        """Take in what standard input holds, and say it; none at its end, None when there was nothing to read yet."""
        try:
            data = os.read(_INPUT, _CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            data = b""
        self._taken_in.append(data)
        return data

    def _hand_on_taken_in(self) -> None:
        taken_in, self._taken_in = self._taken_in, []
        if data := b"".join(taken_in):
            self._feed(data)
        if taken_in and not taken_in[-1]:
            self._loop.remove_reader(_INPUT)
            self._ended()

    def _wait_for_room(self) -> None:
        while not any(descriptor == self._output for descriptor, _ in self._may_go_on.poll()):
            self._took_in_meanwhile = True
            if self._take_in() == b"":
                self._may_go_on.unregister(_INPUT)
            self._loop.call_soon(self._hand_on_taken_in)


def unwritten(pieces: Sequence[bytes | memoryview], written: int) -> Sequence[bytes | memoryview]:
    """What is left of some pieces when so many of their bytes have been written."""
    for number, piece in enumerate(pieces):
        if written < len(piece):
            return [memoryview(piece)[written:], *pieces[number + 1 :]]
        written -= len(piece)
    return ()


def _prepare(output: int) -> None:
    """Have a pipe or socket take what it can and never wait. A terminal or a file stays as it is: others may share it."""
    kind = os.fstat(output).st_mode
    if stat.S_ISFIFO(kind) or stat.S_ISSOCK(kind):
        os.set_blocking(output, False)
    if stat.S_ISFIFO(kind) and hasattr(fcntl, "F_SETPIPE_SZ"):
        # All diagnostics of a large campaign then go out at once, and nobody waits for the other halfway.
        with contextlib.suppress(OSError):
            fcntl.fcntl(output, fcntl.F_SETPIPE_SZ, _LARGE_PIPE)
