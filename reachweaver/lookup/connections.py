"""Connections that go where they were checked to go, and end when their time is up.

Takes a host name, resolves it, checks every address and connects to one that was checked: a name that resolves to
something else a moment later changes nothing. TLS and the `Host` header go by the name all the same.
"""

from __future__ import annotations

import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import httpcore

from reachweaver.lookup.addresses import is_public
from reachweaver.lookup.failures import LookUpError

Resolve = Callable[[str, int], Sequence[str]]
"""Gives the addresses of a host name and port; raises `OSError` when there are none."""

CONNECT_SECONDS: Final = 5.0
"""For one address, so that the next one still gets its turn."""
MOST_ADDRESSES: Final = 4


def resolve_name(host: str, port: int) -> Sequence[str]:
    """The addresses of a host name, as the system knows them."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


class Deadline:
    """A moment by which all has to be done."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._end = clock() + seconds

    @property
    def left(self) -> float:
        """Seconds left, 0 when there are none."""
        return max(0.0, self._end - self._clock())

    def extend(self, seconds: float) -> None:
        """Give more time."""
        self._end += seconds

    def within(self, timeout: float | None) -> float:
        """The shorter of a time-out and what is left.

        Raises:
            httpcore.ReadTimeout: Nothing is left.
        """
        left = self.left
        if not left:
            raise httpcore.ReadTimeout
        return left if timeout is None else min(timeout, left)


class CheckedBackend(httpcore.NetworkBackend):
    """Opens connections to addresses that were checked."""

    def __init__(self, deadline: Deadline, *, allow_private: bool, resolve: Resolve) -> None:
        self._deadline = deadline
        self._allow_private = allow_private
        self._resolve = resolve
        self._inner = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to one of the host's addresses.

        Raises:
            LookUpError: The name is unknown (`dns_error`), or one of its addresses is not public.
        """
        addresses = self._addresses(host, port)
        trouble: Exception = httpcore.ConnectError("no address")
        for address in addresses[:MOST_ADDRESSES]:
            seconds = self._deadline.within(min(timeout or CONNECT_SECONDS, CONNECT_SECONDS))
            try:
                stream = self._inner.connect_tcp(address, port, seconds, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                trouble = error
            else:
                return _TimedStream(stream, self._deadline)
        raise trouble

    def sleep(self, seconds: float) -> None:
        """Wait, which only a retried connection would do, and none is."""
        self._inner.sleep(self._deadline.within(seconds))

    def _addresses(self, host: str, port: int) -> Sequence[str]:
        addresses = _resolved(self._resolve, host, port, self._deadline)
        if not self._allow_private and not all(map(is_public, addresses)):
            # One private address is enough: nobody publishes such a mixture in good faith.
            raise LookUpError("private_url_blocked", f"{host} is not an address of the public internet.")
        return addresses


class _TimedStream(httpcore.NetworkStream):
    """A connection of which no read, write or handshake takes longer than what is left of the time."""

    def __init__(self, inner: httpcore.NetworkStream, deadline: Deadline) -> None:
        self._inner = inner
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._deadline.within(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._deadline.within(timeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        seconds = self._deadline.within(timeout)
        return _TimedStream(self._inner.start_tls(ssl_context, server_hostname, seconds), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


def _resolved(resolve: Resolve, host: str, port: int, deadline: Deadline) -> Sequence[str]:
    """The addresses, however long the system would take to find out: it knows no time-out of its own."""
    answers: queue.SimpleQueue[Sequence[str] | Exception] = queue.SimpleQueue()

    def ask() -> None:
        try:
            answers.put(resolve(host, port))
        except (OSError, ValueError) as error:
            # A label that is too long is a ValueError.
            answers.put(error)

    threading.Thread(target=ask, daemon=True, name="reachweaver-resolve").start()
    try:
        answer = answers.get(timeout=deadline.within(None))
    except queue.Empty:
        raise httpcore.ConnectTimeout from None
    if isinstance(answer, Exception) or not answer:
        raise LookUpError("dns_error", f"There is no address for the host {host}.")
    return answer
