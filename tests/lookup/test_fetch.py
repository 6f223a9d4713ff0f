from __future__ import annotations

import gzip
import socket
import threading
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from reachweaver.lookup.failures import LookUpError
from reachweaver.lookup.fetch import Limits, Response, fetch
from reachweaver.lookup.session_profiles import SessionProfile
from tests.lookup.web import Handler, Web

LIMITS = Limits(seconds=5, wait=5, bytes=100_000, redirects=4)


def get(url: str, limits: Limits = LIMITS, **settings: Any) -> Response:
    return fetch(url, limits=limits, allow_private=True, **settings)


def failure(url: str, limits: Limits = LIMITS, *, allow_private: bool = True, **settings: Any) -> str:
    """The code with which a fetch fails."""
    with pytest.raises(LookUpError) as caught:
        fetch(url, limits=limits, allow_private=allow_private, **settings)
    return caught.value.code


def test_a_page_is_fetched(web: Web) -> None:
    """The answer has the status, the content and the headers, and the request says who asks, and nothing else."""
    response = get(web.page("/a", "<p>Hello", X_Test="1") + "?q=1#part")
    assert (response.status, response.content, response.headers["x-test"]) == (200, b"<p>Hello", "1")
    assert response.url == web.url("/a?q=1")
    ((path, headers),) = web.asked
    assert path == "/a?q=1"
    assert headers["User-Agent"].startswith("ReachWeaver/")
    assert not {"Cookie", "Authorization", "Referer"} & set(headers)


def test_redirects_are_followed(web: Web) -> None:
    """The answer is that of the last address, also where it is named relatively, and no cookie comes along."""
    web.page("/one", b"", 302, Location="two?x=1", Set_Cookie="a=1")
    web.page("/two", b"", 307, Location=web.url("/three"))
    web.page("/three", "<p>There")
    assert get(web.url("/one")).url == web.url("/three")
    assert all("Cookie" not in headers for _, headers in web.asked)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 429, 500, 503])
def test_an_error_status_is_an_answer(web: Web, status: int) -> None:
    """What an error status means is for others to say."""
    assert get(web.page("/", "<p>No", status)).status == status


def loop(web: Web) -> None:
    web.page("/", b"", 302, Location="/")


def endless(web: Web) -> None:
    def answer(handler: Handler) -> None:
        handler.send(b"", 302, Location=f"/?{len(web.asked)}")

    web.answers["/"] = answer


def to_a_file(web: Web) -> None:
    web.page("/", b"", 302, Location="file:///etc/passwd")


def with_a_password(web: Web) -> None:
    web.page("/", b"", 302, Location="http://user:secret@127.0.0.1/")


def silent(web: Web) -> None:
    web.answers["/"] = lambda handler: handler.server.released.wait(10) and None


def dripping(start: bytes) -> Callable[[Web], None]:
    """Sends a byte now and then, each well within the time-out for one."""

    def prepare(web: Web) -> None:
        def answer(handler: Handler) -> None:
            handler.wfile.write(start)
            while not handler.server.released.wait(0.02):
                handler.wfile.write(b"x")

        web.answers["/"] = answer

    return prepare


def sends(raw: bytes) -> Callable[[Web], None]:
    def prepare(web: Web) -> None:
        web.answers["/"] = lambda handler: (handler.wfile.write(raw) and None) or None

    return prepare


def page(content: bytes, **headers: str) -> Callable[[Web], None]:
    def prepare(web: Web) -> None:
        web.page("/", content, **headers)

    return prepare


def chunked(content: bytes) -> bytes:
    return b"".join(
        b"%x\r\n%s\r\n" % (len(one), one) for one in (content[i : i + 999] for i in range(0, len(content), 999))
    )


def continuing(web: Web) -> None:
    def answer(handler: Handler) -> None:
        while not handler.server.released.wait(0.01):
            handler.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")

    web.answers["/"] = answer


BOMB = gzip.compress(bytes(50_000_000))
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
FAILURES = {
    "a loop": (loop, "network_error"),
    "a loop whose address changes": (endless, "network_error"),
    "a redirect to a file": (to_a_file, "network_error"),
    "a redirect with a password": (with_a_password, "network_error"),
    "no answer at all": (silent, "timeout"),
    "headers byte by byte": (dripping(b"HTTP/1.1 200 OK\r\nX-Slow: "), "timeout"),
    "a status line byte by byte": (dripping(b""), "timeout"),
    "a body byte by byte": (dripping(HEAD + b"Content-Length: 99999\r\n\r\n"), "timeout"),
    "chunks byte by byte": (dripping(HEAD + b"Transfer-Encoding: chunked\r\n\r\n"), "timeout"),
    "more than is read": (page(b"x" * 100_001), "response_too_large"),
    "a length that cannot be": (sends(HEAD + b"Content-Length: 99999999999999999\r\n\r\n"), "response_too_large"),
    "more than is read, of unknown length": (sends(HEAD + b"\r\n" + b"x" * 100_001), "response_too_large"),
    "a gzip bomb": (page(BOMB[:90_000], Content_Encoding="gzip"), "response_too_large"),
    "a deflate bomb": (page(zlib.compress(bytes(50_000_000)), Content_Encoding="deflate"), "response_too_large"),
    "a bomb of many members": (page(gzip.compress(bytes(1000)) * 2000, Content_Encoding="gzip"), "response_too_large"),
    "broken gzip": (page(gzip.compress(b"")[:10] + b"\xff" * 20, Content_Encoding="gzip"), "extraction_failed"),
    "half a gzip": (page(gzip.compress(b"abc" * 999)[:-12], Content_Encoding="gzip"), "response_truncated"),
    "brotli unasked": (page(b"abc", Content_Encoding="br"), "extraction_failed"),
    "zstd unasked": (page(b"(\xb5/\xfd\x04\x00", Content_Encoding="zstd"), "extraction_failed"),
    "gzip in gzip": (page(gzip.compress(BOMB), Content_Encoding="gzip, gzip"), "extraction_failed"),
    "a length below nothing": (sends(HEAD + b"Content-Length: -1\r\n\r\nabc"), "network_error"),
    "two lengths": (sends(HEAD + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"), "network_error"),
    "a bomb in chunks": (
        sends(HEAD + b"Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked(BOMB)),
        "response_too_large",
    ),
    "go on, for ever": (continuing, "timeout"),
    "half a body": (sends(HEAD + b"Content-Length: 100\r\n\r\nabc"), "response_truncated"),
    "half a chunk": (sends(HEAD + b"Transfer-Encoding: chunked\r\n\r\n64\r\nabc"), "response_truncated"),
    "no HTTP": (sends(b"SSH-2.0-OpenSSH\r\n"), "network_error"),
    "nothing": (sends(b""), "network_error"),
    "headers without end": (sends(b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 100_000), "network_error"),
}


@pytest.mark.parametrize(("prepare", "code"), FAILURES.values(), ids=FAILURES.keys())
def test_what_a_server_does_wrong_has_its_code(web: Web, prepare: Callable[[Web], None], code: str) -> None:
    """Whatever the server does, the fetch ends, with the code that says what happened."""
    prepare(web)
    limits = replace(LIMITS, seconds=0.3) if code == "timeout" else LIMITS
    assert failure(web.url("/"), limits) == code


@pytest.mark.parametrize("encoding", ["gzip", "x-gzip", "deflate", "raw deflate", "GZIP"])
def test_a_compressed_page_is_decompressed(web: Web, encoding: str) -> None:
    """Gzip in any number of members, and deflate with and without its wrapper, are read."""
    content = b"<p>" + b"word " * 15_000
    raw = zlib.compressobj(wbits=-15)
    packed = {
        "deflate": zlib.compress(content),
        "raw deflate": raw.compress(content) + raw.flush(),
    }.get(encoding, gzip.compress(content[:99]) + gzip.compress(content[99:]))
    assert get(web.page("/", packed, Content_Encoding=encoding.removeprefix("raw "))).content == content


def test_what_comes_with_a_redirect_is_not_read(web: Web) -> None:
    """However much it is; the next address counts."""
    web.page("/", b"x" * 5_000_000, 302, Location="/there")
    web.page("/there", "<p>There")
    assert get(web.url("/")).content == b"<p>There"


def test_the_environment_names_no_proxy(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy would connect to addresses that nobody checked, so none is asked."""
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
        monkeypatch.setenv(name.upper(), "http://127.0.0.1:9")
    assert get(web.page("/", "<p>Here")).content == b"<p>Here"


def test_the_connection_is_refused(web: Web) -> None:
    """Nobody listens there."""
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        assert failure(f"http://127.0.0.1:{unused.getsockname()[1]}/") == "network_error"


def test_an_unknown_name() -> None:
    """A name without an address is no network error."""

    def unknown(host: str, port: int) -> Sequence[str]:
        raise socket.gaierror(-2, "Name or service not known")

    assert failure("http://nowhere.invalid/", resolve=unknown) == "dns_error"
    assert failure("http://nowhere.invalid/", resolve=lambda *_: []) == "dns_error"


def test_a_name_server_that_does_not_answer() -> None:
    """The time for names counts."""
    release = threading.Event()

    def slow(host: str, port: int) -> Sequence[str]:
        release.wait(10)
        return ["127.0.0.1"]

    assert failure("http://slow.example/", replace(LIMITS, seconds=0.2), resolve=slow) == "timeout"
    release.set()


@pytest.mark.parametrize(
    "url",
    [
        *("ftp://example.org/", "file:///etc/passwd", "javascript:alert(1)", "example.org", "", "http://", "http:///x"),
        *("http://user:secret@example.org/", "http://user@example.org", "http://[::1", "http://exa mple.org/"),
        *("gopher://example.org", "http://example.org:99999/", "http://" + "a" * 9000, "\ud800"),
    ],
)
def test_what_is_no_web_address(url: str) -> None:
    """Only http and https addresses without a password in them are asked for."""
    assert failure(url) == "invalid_arguments"


PRIVATE = [
    "127.0.0.1",
    "10.0.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "::1",
    "fd00::1",
    "::ffff:127.0.0.1",
    "64:ff9b::7f00:1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_a_private_address_is_not_connected_to(web: Web, address: str) -> None:
    """Neither as it is written nor as what a name resolves to, alone or beside a public one; nobody is asked."""
    host = f"[{address}]" if ":" in address else address
    assert failure(f"http://{host}:{web.server_port}/", allow_private=False) == "private_url_blocked"
    for addresses in ([address], ["93.184.216.34", address]):
        code = failure(web.url("/", "public.example"), allow_private=False, resolve=lambda *_, found=addresses: found)
        assert code == "private_url_blocked"
    assert not web.asked


@pytest.mark.parametrize("host", ["localhost", "2130706433", "0x7f.1", "127.1", "0"])
def test_other_ways_to_write_this_machine(web: Web, host: str) -> None:
    """What the system makes of the host is what is checked."""
    assert failure(web.url("/", host), allow_private=False) in ("private_url_blocked", "invalid_arguments")
    assert not web.asked


def test_a_redirect_to_a_private_address(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each address on the way is checked."""
    web.page("/", b"", 302, Location=web.url("/secret", "private.example"))
    addresses = {"public.example": "127.0.0.1", "private.example": "10.0.0.1"}
    monkeypatch.setattr("reachweaver.lookup.connections.is_public", lambda address: address != "10.0.0.1")
    code = failure(web.url("/", "public.example"), allow_private=False, resolve=lambda host, _: [addresses[host]])
    assert code == "private_url_blocked"
    assert web.paths == ["/"]


def test_a_name_that_changes_its_address(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    """The address that was checked is connected to: a second answer of the name server is never asked for."""
    asked: list[str] = []

    def rebinding(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["10.0.0.1"]

    connected: list[tuple[str, int]] = []
    original = socket.create_connection

    def connect(address: tuple[str, int], *arguments: Any, **settings: Any) -> socket.socket:
        connected.append(address)
        return original(address, *arguments, **settings)

    monkeypatch.setattr(socket, "create_connection", connect)
    web.page("/", "<p>Once")
    assert get(web.url("/", "rebind.example"), resolve=rebinding).content == b"<p>Once"
    assert (asked, connected) == (["rebind.example"], [("127.0.0.1", web.server_port)])
    assert web.asked[0][1]["Host"] == f"rebind.example:{web.server_port}"


def test_the_next_address_is_tried(web: Web) -> None:
    """When nobody listens at a host's first address, its second one may do."""
    web.page("/", "<p>Here")
    assert get(web.url("/", "two.example"), resolve=lambda *_: ["127.0.0.2", "127.0.0.1"]).status == 200


def test_an_untrusted_certificate() -> None:
    """A server that is not who it says has a code of its own."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()

        def answer() -> None:
            connection, _ = listener.accept()
            connection.recv(1000)
            connection.sendall(b"\x15\x03\x03\x00\x02\x02\x28")  # a fatal alert
            connection.close()

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        assert failure(f"https://127.0.0.1:{listener.getsockname()[1]}/") == "tls_error"
        thread.join()


def test_a_profile_is_for_its_hosts_alone(web: Web) -> None:
    """Headers and cookies go to the hosts that the profile names, not to where they redirect."""
    profile = SessionProfile("p", frozenset({"in.example"}), (("Cookie", "a=1"), ("X-Key", "k")))
    web.page("/", b"", 302, Location=web.url("/next", "out.example"))
    web.page("/next", "<p>x")
    get(web.url("/", "in.example"), profile=profile, resolve=lambda *_: ["127.0.0.1"])
    (_, first), (_, second) = web.asked
    assert (first["Cookie"], first["X-Key"]) == ("a=1", "k")
    assert not {"Cookie", "X-Key"} & set(second)


def test_waiting_on_purpose_does_not_count(web: Web) -> None:
    """What is called before each request may wait, and the page still has its time."""
    seen: list[str] = []

    def before(url: str) -> float:
        seen.append(url)
        start = time.monotonic()
        threading.Event().wait(0.3)
        return time.monotonic() - start

    web.page("/", "<p>x")
    assert get(web.url("/"), replace(LIMITS, seconds=0.25), before=before).status == 200
    assert seen == [web.url("/")]
