"""A web server of the tests' own, on a real socket of this machine, that answers badly on purpose."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    server: Web

    def do_GET(self) -> None:
        self.server.asked.append((self.path, dict(self.headers.items())))
        answer = self.server.answers.get(self.path.partition("?")[0], missing)
        with contextlib.suppress(OSError):
            answer(self)
        self.close_connection = True

    def send(self, content: bytes, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        named = {"Content-Type": "text/html", "Content-Length": str(len(content))}
        for name, value in {**named, **{key.replace("_", "-"): text for key, text in headers.items()}}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002 (the base class's own name)
        """Say nothing."""


class Web(ThreadingHTTPServer):
    """The server."""

    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers: dict[str, Answer] = {}
        self.asked: list[tuple[str, Mapping[str, str]]] = []
        self.released = threading.Event()
        """Set when the test is over: what made the client wait may end."""

    @property
    def paths(self) -> list[str]:
        """What was asked for."""
        return [path for path, _ in self.asked]

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.server_port}{path}"

    def page(self, path: str, content: str | bytes, status: int = 200, **headers: str) -> str:
        """Answer a path with a page, and give its URL."""
        raw = content.encode() if isinstance(content, str) else content
        self.answers[path] = lambda handler: handler.send(raw, status, **headers)
        return self.url(path)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that go away are what these tests are about."""


def missing(handler: Handler) -> None:
    """What is not there."""
    handler.send(b"<p>Not found", 404)


@contextlib.contextmanager
def serving() -> Iterator[Web]:
    """A server that runs as long as the block does."""
    web = Web()
    thread = threading.Thread(target=web.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield web
    finally:
        web.released.set()
        web.shutdown()
        web.server_close()
        thread.join()
