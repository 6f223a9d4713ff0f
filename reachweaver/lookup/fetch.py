"""Fetches a page: the one module that sends requests (contract, section 8).

Takes an http or https URL, gives the answer after redirects, decompressed. Every address is checked before it is
connected to, redirects included; bytes, redirects and time have limits. Nothing is stored, no cookie is kept, no proxy
or password of the environment is used, and only a session profile adds headers that say who asks.

It builds on httpcore rather than on httpx's client: addresses are checked where connections are opened, and bodies are
decompressed piece by piece.
"""

from __future__ import annotations

import contextlib
import ssl
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from functools import lru_cache
from typing import Final, NoReturn

import certifi
import httpcore
import httpx

from reachweaver import __version__
from reachweaver.data import dataclass
from reachweaver.lookup.connections import CheckedBackend, Deadline, Resolve, resolve_name
from reachweaver.lookup.decompression import LONGEST_PIECE, decompressed
from reachweaver.lookup.failures import LookUpError
from reachweaver.lookup.session_profiles import SessionProfile

USER_AGENT: Final = f"ReachWeaver/{__version__} (+https://github.com/MSKazemi/reachweaver)"
LONGEST_URL: Final = 8000
REDIRECTS: Final = (301, 302, 303, 307, 308)

_HEADERS: Final = (
    ("User-Agent", USER_AGENT),
    ("Accept", "text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8,*/*;q=0.1"),
    ("Accept-Language", "en,*;q=0.5"),
    ("Accept-Encoding", "gzip, deflate"),
    ("Connection", "close"),
)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a page may take."""

    seconds: float = 20.0
    """For all of it: names, connections, redirects, body."""
    wait: float = 10.0
    """Seconds without a single byte."""
    bytes: int = 5 * 1024 * 1024
    """Of the body, before and after decompression each."""
    redirects: int = 10


NORMAL_LIMITS: Final = Limits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """What a server answered."""

    url: str
    """After redirects."""
    status: int
    headers: Mapping[str, str]
    """By name in lower case."""
    content: bytes = field(repr=False)
    """Decompressed; only the beginning of it when the status is an error."""


def fetch(
    url: str,
    *,
    limits: Limits = NORMAL_LIMITS,
    allow_private: bool = False,
    profile: SessionProfile | None = None,
    resolve: Resolve = resolve_name,
    before: Callable[[str], float] | None = None,
    headers: tuple[tuple[str, str], ...] = (),
    authorities: str | None = None,
) -> Response:
    """Fetch a page.

    Args:
        url: Absolute, http or https; a fragment is left out.
        limits: How much it may take.
        allow_private: Whether private, loopback and link-local addresses may be connected to.
        profile: Headers for the hosts that it names; over https, or over http where private addresses are allowed.
        resolve: Gives the addresses of a host name.
        before: Called with each URL, redirects included, before it is asked for; gives how many seconds it waited on
            purpose, which do not count, and may raise `LookUpError`.
        headers: What is sent instead of the usual headers of these names, or beside them.
        authorities: Certificates in PEM of those whose signatures are trusted; None for the system's.

    Raises:
        LookUpError: There is no answer to give; a status from 400 up is one.
    """
    deadline = Deadline(limits.seconds)
    backend = CheckedBackend(deadline, allow_private=allow_private, resolve=resolve)
    target = read_url(url)
    for _ in range(limits.redirects + 1):
        if before is not None:
            deadline.extend(before(str(target)))
        extra = (*headers, *_extra_headers(target, profile, allow_private=allow_private))
        response = _ask(target, extra, backend, limits, _tls(authorities))
        location = response.headers.get("location") if response.status in REDIRECTS else None
        if location is None:
            return response
        target = _redirected(target, location)
    raise LookUpError(
        "network_error", f"The page leads from one address to the next, more than {limits.redirects} times."
    )


def read_url(url: str) -> httpx.URL:
    """An http or https URL without its fragment, as it is asked for.

    Raises:
        LookUpError: It is none (`invalid_arguments`).
    """
    try:
        target = httpx.URL(url) if len(url) <= LONGEST_URL else None
    except (httpx.InvalidURL, ValueError, TypeError):
        target = None
    if target is None or target.scheme not in ("http", "https") or not _is_place(target):
        raise LookUpError("invalid_arguments", "The URL must be an absolute http or https address.")
    if target.userinfo:
        raise LookUpError("invalid_arguments", "The URL holds a user name or password; use a session profile instead.")
    return target.copy_with(fragment=None)


def _is_place(url: httpx.URL) -> bool:
    # A space or the like in a host is escaped by now, and no host has an escape in it.
    return bool(url.host) and "%" not in url.host and (url.port or 0) <= 65535


def _redirected(source: httpx.URL, location: str) -> httpx.URL:
    try:
        return read_url(str(source.join(location)))
    except (LookUpError, httpx.InvalidURL, ValueError):
        raise LookUpError("network_error", "The page leads to something that is no http or https address.") from None


def _extra_headers(
    url: httpx.URL, profile: SessionProfile | None, *, allow_private: bool
) -> tuple[tuple[str, str], ...]:
    """What a profile adds; never sent where others on the way could read it."""
    is_safe = url.scheme == "https" or allow_private
    return profile.headers_for(url.host) if profile is not None and is_safe else ()


def _ask(
    url: httpx.URL,
    extra: tuple[tuple[str, str], ...],
    backend: CheckedBackend,
    limits: Limits,
    tls: ssl.SSLContext,
) -> Response:
    names = {name.lower() for name, _ in extra}
    headers = [("Host", url.netloc.decode("ascii")), *(one for one in _HEADERS if one[0].lower() not in names), *extra]
    try:
        with (
            httpcore.ConnectionPool(ssl_context=tls, network_backend=backend) as pool,
            pool.stream("GET", _target(url), headers=headers, extensions=_timeouts(limits)) as answer,
        ):
            received = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in answer.headers}
            content = b"" if answer.status in REDIRECTS else _content(answer, received, limits)
            return Response(url=str(url), status=answer.status, headers=received, content=content)
    except httpcore.TimeoutException as error:
        message = f"{url.host} did not answer in time ({limits.seconds:g} seconds)."
        raise LookUpError("timeout", message) from error
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.UnsupportedProtocol, ssl.SSLError) as error:
        _fail(url, error)


def _target(url: httpx.URL) -> httpcore.URL:
    return httpcore.URL(
        scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path.replace(b" ", b"%20") or b"/"
    )


def _timeouts(limits: Limits) -> dict[str, dict[str, float]]:
    return {"timeout": dict.fromkeys(("connect", "read", "write", "pool"), limits.wait)}


@lru_cache(maxsize=4)
def _tls(authorities: str | None) -> ssl.SSLContext:
    """Who is trusted: those named, else the system's authorities, and certifi's where the system has none."""
    context = ssl.create_default_context(cadata=authorities)
    if authorities is None and not context.get_ca_certs() and not ssl.get_default_verify_paths().capath:
        context.load_verify_locations(certifi.where())
    # A certificate's title is no name of a host, as for browsers.
    context.hostname_checks_common_name = False
    return context


def _fail(url: httpx.URL, error: Exception) -> NoReturn:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLError):
            why = getattr(cause, "verify_message", "") or cause.reason or "the handshake failed"
            raise LookUpError("tls_error", f"{url.host} cannot be trusted: {str(why).rstrip('.')}.") from error
        cause = cause.__cause__ or cause.__context__
    if isinstance(error, httpcore.RemoteProtocolError) and "complete message body" in str(error):
        raise LookUpError("response_truncated", f"{url.host} broke off in the middle of the page.") from error
    raise LookUpError("network_error", f"The connection to {url.host} failed.") from error


def _content(answer: httpcore.Response, headers: Mapping[str, str], limits: Limits) -> bytes:
    pieces = decompressed(_limited(answer.iter_stream(), limits.bytes), headers.get("content-encoding", ""))
    if answer.status >= 400:
        return _beginning(pieces)
    declared = headers.get("content-length", "")
    if declared.isdigit() and (len(declared) > 15 or int(declared) > limits.bytes):
        raise _too_large(limits.bytes)
    return b"".join(_limited(pieces, limits.bytes))


def _beginning(pieces: Iterator[bytes]) -> bytes:
    """As much of an error's body as tells what kind of error it is; whatever goes wrong, the status is known."""
    found = bytearray()
    with contextlib.suppress(LookUpError, httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError):
        for piece in pieces:
            found += piece
            if len(found) >= LONGEST_PIECE:
                break
    return bytes(found[:LONGEST_PIECE])


def _limited(pieces: Iterator[bytes], most: int) -> Iterator[bytes]:
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > most:
            raise _too_large(most)
        yield piece


def _too_large(most: int) -> LookUpError:
    return LookUpError("response_too_large", f"The page is larger than {most // 1024:,} KB.")
