from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from reachweaver.lookup.failures import LookUpError
from reachweaver.lookup.fetch import Limits, Response, fetch
from reachweaver.lookup.look_up import Reader, look_up
from tests.lookup.certificates import DAY, NOW, Authority, new_authority, serving_securely, write_certificate
from tests.lookup.receipt_data import KEY
from tests.lookup.web import Web

HOST = "docs.example"


@pytest.fixture(scope="module")
def authority() -> Authority:
    """Who the clients of these tests trust."""
    return new_authority()


def here(host: str, port: int) -> Sequence[str]:
    """Whatever the name, it is this machine."""
    return ["127.0.0.1"]


def url_of(web: Web, host: str = HOST) -> str:
    return web.url("/", host).replace("http:", "https:")


def get(web: Web, authority: Authority, host: str = HOST) -> Response:
    return fetch(
        url_of(web, host), limits=Limits(seconds=5), allow_private=True, resolve=here, authorities=authority.pem
    )


ACCEPTED = [
    ((HOST,), HOST),
    (("other.example", HOST), HOST),
    ((f"*.{HOST}",), f"www.{HOST}"),
    ((HOST,), HOST.upper()),
    (("xn--bcher-kva.example",), "bücher.example"),
    (("127.0.0.1",), "127.0.0.1"),
]


@pytest.mark.parametrize(("names", "host"), ACCEPTED)
def test_the_right_name(tmp_path: Path, authority: Authority, names: Sequence[str], host: str) -> None:
    """A server that shows a trusted certificate for the name in the URL is read, at the address that was checked."""
    with serving_securely(write_certificate(tmp_path, names, authority)) as (web, wanted):
        web.page("/", "<p>Secret")
        assert get(web, authority, host).content == b"<p>Secret"
        asked = "xn--bcher-kva.example" if host == "bücher.example" else host.lower()
        assert wanted == [None if host == "127.0.0.1" else asked]
        assert web.asked[0][1]["Host"] == f"{asked}:{web.server_port}"


Wrong = tuple[Sequence[str], dict[str, Any], bool]
REFUSED: dict[str, Wrong] = {
    "another name": (("other.example",), {}, True),
    "a name that only begins the same": ((f"{HOST}.evil.example",), {}, True),
    "a star that stands for more": ((f"*.{HOST}",), {}, True),
    "the address instead of the name": (("127.0.0.1",), {}, True),
    "the name as a title alone": ((), {"title": HOST}, True),
    "over since yesterday": ((HOST,), {"since": NOW - 2 * DAY, "until": NOW - DAY}, True),
    "from tomorrow": ((HOST,), {"since": NOW + DAY, "until": NOW + 2 * DAY}, True),
    "signed by itself": ((HOST,), {}, False),
}


@pytest.mark.parametrize(("names", "settings", "is_signed"), REFUSED.values(), ids=REFUSED.keys())
def test_the_wrong_certificate(
    tmp_path: Path, authority: Authority, names: Sequence[str], settings: dict[str, Any], is_signed: bool
) -> None:
    """Each is refused with the code for that, before anything was asked."""
    certificate = write_certificate(tmp_path, names, authority if is_signed else None, **settings)
    with serving_securely(certificate) as (web, wanted):
        web.page("/", "<p>Secret")
        with pytest.raises(LookUpError) as caught:
            get(web, authority)
        assert caught.value.code == "tls_error"
        assert caught.value.message.startswith(f"{HOST} cannot be trusted: ")
        assert (wanted, web.asked) == ([HOST], [])


def test_an_authority_that_nobody_knows(tmp_path: Path, authority: Authority) -> None:
    """A certificate is worth as much as who signed it, also if that one has the same name."""
    with serving_securely(write_certificate(tmp_path, [HOST], new_authority())) as (web, _):
        with pytest.raises(LookUpError) as caught:
            get(web, authority)
        assert (caught.value.code, web.asked) == ("tls_error", [])


def test_the_systems_own_authorities(tmp_path: Path, authority: Authority) -> None:
    """Without a setting the tests' authority is nobody."""
    with serving_securely(write_certificate(tmp_path, [HOST], authority)) as (web, _):
        with pytest.raises(LookUpError) as caught:
            fetch(url_of(web), limits=Limits(seconds=5), allow_private=True, resolve=here)
        assert (caught.value.code, web.asked) == ("tls_error", [])


def test_no_tls_where_it_is_said(web: Web) -> None:
    """A server that speaks no TLS on a port for it is none to trust."""
    with pytest.raises(LookUpError) as caught:
        fetch(url_of(web), limits=Limits(seconds=5), allow_private=True, resolve=here)
    assert caught.value.code == "tls_error"


def test_from_http_to_https(tmp_path: Path, authority: Authority, web: Web) -> None:
    """The whole look-up: from a redirect over robots.txt to a signed receipt that names the https address."""
    with serving_securely(write_certificate(tmp_path, [HOST], authority)) as (secure, _):
        secure.page("/", "<p>Planner saves a plan in 30% less time.")
        web.page("/", b"", 301, Location=url_of(secure))
        reader = Reader(allow_private=True, resolve=here, authorities=authority.pem, environment={})
        found: dict[str, Any] = look_up("Planner saves 30%", web.url("/", HOST), signer=KEY, reader=reader)
        assert found["receipt"]["signed"]["finalUrl"] == url_of(secure)
        assert secure.paths == ["/robots.txt", "/"]
        untrusting = Reader(allow_private=True, resolve=here, environment={})
        refused: dict[str, Any] = look_up("Planner saves 30%", web.url("/", HOST), signer=KEY, reader=untrusting)
        assert (refused["failure"]["code"], "receipt" in refused) == ("tls_error", False)


def test_a_profile_over_https(tmp_path: Path, authority: Authority) -> None:
    """Headers of a profile go to its host over https, without leave for private addresses only there."""
    from reachweaver.lookup.session_profiles import SessionProfile

    profile = SessionProfile("p", frozenset({HOST}), (("Cookie", "a=1"),))
    with serving_securely(write_certificate(tmp_path, [HOST], authority)) as (web, _):
        web.page("/", "<p>x")
        fetch(url_of(web), allow_private=True, resolve=here, authorities=authority.pem, profile=profile)
        assert web.asked[0][1]["Cookie"] == "a=1"
