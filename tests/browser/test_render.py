"""Pages that only a browser can read, on a web server of the tests' own, in the machine's Chromium."""

from __future__ import annotations

import os
import socket
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from reachweaver.lookup.failures import LookUpError
from reachweaver.lookup.fetch import Limits
from reachweaver.lookup.look_up import Read, Reader, extract, look_up
from reachweaver.lookup.receipts import read_receipt
from reachweaver.lookup.verification import verify, verify_live
from scripts import chromium as installed
from tests.lookup.receipt_data import KEY
from tests.lookup.web import Handler, Web, serving

pytestmark = pytest.mark.browser

TEXT = "Planner saves a plan in 30% less time than 1.9."
CLAIM = "Planner saves a plan in 30% less time"
EMPTY = "<!doctype html><title>Planner</title><div id=root></div><noscript>Please enable JavaScript</noscript>"


def page(script: str, body: str = EMPTY) -> str:
    """A page without text whose script does something; `show` writes a paragraph."""
    return f"{body}<script>const show = (t) => {{ root.innerHTML += '<p>' + t }};\n{script}</script>"


WRITES = page(
    f"fetch('/data').then((r) => r.text()).then((t) => {{ root.innerHTML = '<h1>New</h1><p>' + t + '{TEXT}' }})"
)


@pytest.fixture
def web() -> Iterator[Web]:
    with serving() as server:
        server.page("/data", "Said by the server. ", Content_Type="text/plain")
        yield server


@pytest.fixture(scope="module")
def environment() -> Mapping[str, str]:
    """That of the tests; without a sandbox where the machine has none to give, so that the rest is tried there, too."""
    assert installed.find(), "no Chromium: `make browser-test` installs one"
    given = {"PATH": os.environ["PATH"], "LANG": os.environ.get("LANG", "C.UTF-8")}
    with serving() as server:
        found = Reader(allow_private=True, environment=given).read(
            server.page("/", page("show('x')")), policy="browser"
        )
    if found.failure is not None and "REACHWEAVER_CHROMIUM_SANDBOX" in found.failure.message:
        return {**given, "REACHWEAVER_CHROMIUM_SANDBOX": "off"}
    return given


@pytest.fixture
def reader(environment: Mapping[str, str]) -> Reader:
    return Reader(allow_private=True, environment=environment)


def texts(read: Read) -> list[str]:
    assert read.failure is None, read.failure
    assert read.extract is not None
    return [block.text for block in read.extract.blocks]


def failure(read: Read) -> LookUpError:
    assert read.failure is not None
    return read.failure


def test_text_that_a_script_writes_is_found(web: Web, reader: Reader) -> None:
    """The claim is found in what a script fetched and wrote, and the receipt says that a browser read the page."""
    url = web.page("/", WRITES)
    found: dict[str, Any] = look_up(CLAIM, url, signer=KEY, reader=reader)
    assert (found["ok"], found["found"]) == (True, True)
    assert found["matches"][0]["text"] == f"Said by the server. {TEXT}"
    assert found["matches"][0]["source_selector"] == "#root > p:nth-of-type(1)"
    signed = found["receipt"]["signed"]
    assert (signed["backend"], signed["url"], signed["finalUrl"]) == ("browser", url, url)
    assert (signed["kind"], signed["leafSetComplete"]) == ("extraction", True)
    receipt = read_receipt(found["receipt"])
    assert verify(receipt, KEY.public).verdict == "verified"
    assert verify_live(receipt, KEY.public, lambda url: extract(url, reader=reader)).verdict == "verified"
    assert web.paths == ["/robots.txt", "/", "/data", "/", "/data"]


def test_which_policy_runs_a_page(web: Web, reader: Reader) -> None:
    """`http` never does, `browser` always, and the default only when there is no text without."""
    url = web.page("/", WRITES)
    assert failure(reader.read(url, policy="http")).code == "thin_extract"
    enough = web.page("/enough", page("show('More.')", f"{EMPTY}<p>{TEXT * 5}"))
    assert [reader.read(enough, policy=policy).backend for policy in ("http_then_browser", "browser")] == [
        "http",
        "browser",
    ]
    assert texts(reader.read(enough)) == [TEXT * 5]
    assert "More." in texts(reader.read(enough, policy="browser"))
    plain = reader.read(web.page("/plain", TEXT, Content_Type="text/plain"), policy="browser")
    assert texts(plain) == [TEXT]
    gone = reader.read(web.url("/gone"), policy="browser")
    assert (failure(gone).code, failure(gone).is_refusal) == ("http_404", True)


def test_a_landing_page_that_a_script_fills_in(web: Web, reader: Reader) -> None:
    """All that it shows is read, its menu included."""
    assert reader.read_whole(web.page("/", page(f"root.innerHTML = '<nav>Menu</nav><p>{TEXT}'"))) == (
        "Planner",
        "Menu",
        TEXT,
    )


def test_private_addresses_are_refused_to_a_page(web: Web, environment: Mapping[str, str], monkeypatch: Any) -> None:
    """What a page asks for is checked like the page itself, redirects included; nobody there is asked."""
    monkeypatch.setattr("reachweaver.lookup.connections.is_public", lambda address: address != "10.0.0.1")
    secret = web.url("/secret", "private.example")
    web.page("/secret", TEXT, Access_Control_Allow_Origin="*")
    web.page("/to", b"", 302, Location=secret)
    web.page("/leads", page(f"location = '{secret}'"))
    web.page(
        "/",
        page(
            f"for (const u of ['{secret}', '/to', 'http://10.0.0.1:1/']) fetch(u).then(() => show('got ' + u), () => show('refused ' + u))"
        ),
    )
    addresses = {"public.example": ["127.0.0.1"], "private.example": ["10.0.0.1"], "10.0.0.1": ["10.0.0.1"]}
    reader = Reader(environment=environment, resolve=lambda host, _: addresses[host])
    found = texts(reader.read(web.url("/", "public.example")))
    assert sorted(found) == ["refused /to", "refused http://10.0.0.1:1/", f"refused {secret}"]
    assert "/secret" not in web.paths
    assert failure(reader.read(web.url("/leads", "public.example"))).code == "private_url_blocked"
    assert "/secret" not in web.paths


def test_a_page_that_never_ends_is_ended(web: Web, environment: Mapping[str, str]) -> None:
    """A script that never gives the browser back is a time-out; one that never comes to rest is taken as it is."""
    short = Reader(allow_private=True, environment=environment, limits=Limits(seconds=3))
    busy = short.read(web.page("/", page("setTimeout(() => { while (true) {} }, 50)")))
    assert (failure(busy).code, busy.backend) == ("timeout", "browser")
    assert not failure(busy).is_refusal
    restless = short.read(web.page("/", page(f"show('{TEXT}'); setInterval(() => show('again'), 100)")))
    assert texts(restless)[0] == TEXT
    assert restless.extract is not None
    assert not restless.extract.is_complete


def test_a_part_that_never_comes(web: Web, environment: Mapping[str, str]) -> None:
    """A page is not held up for ever by something that it asks for."""
    web.answers["/silent"] = lambda handler: handler.server.released.wait(30) and None
    short = Reader(allow_private=True, environment=environment, limits=Limits(seconds=3))
    read = short.read(web.page("/", page(f"show('{TEXT}'); fetch('/silent')")), policy="browser")
    assert texts(read) == [TEXT]
    assert read.extract is not None
    assert not read.extract.is_complete


def test_nothing_else_reaches_the_network(web: Web, reader: Reader) -> None:
    """Pictures, frames, sockets, workers, hints, forms and posts of a page open no connection, not even by name."""
    with listening() as (port, connections):
        other = f"http://127.0.0.1:{port}"
        body = f"""<link rel=preconnect href={other}><link rel=dns-prefetch href=//localhost:{port}>
            <link rel=prefetch href={other}/p><link rel=icon href={other}/i><img src={other}/img><iframe src={other}/f></iframe>
            <video src={other}/v autoplay></video><object data={other}/o></object><form id=form action={other}/s method=post></form>{EMPTY}"""
        script = f"""new WebSocket('ws://127.0.0.1:{port}/');
            new EventSource('{other}/e'); navigator.sendBeacon('{other}/b', 'x'); fetch('{other}/post', {{method: 'POST'}});
            new Worker(URL.createObjectURL(new Blob(["fetch('{other}/w', {{method: 'PUT'}})"])));
            const peer = new RTCPeerConnection({{iceServers: [{{urls: 'turn:127.0.0.1:{port}?transport=tcp', username: 'u', credential: 'c'}}]}});
            peer.createDataChannel('x'); peer.createOffer().then((o) => peer.setLocalDescription(o));
            open('{other}/window'); form.submit();
            navigator.serviceWorker?.register('/worker.js');
            navigator.geolocation.getCurrentPosition(() => show('located'), () => show('nowhere'));
            setTimeout(() => show('{TEXT}'), 300)"""
        read = reader.read(web.page("/", page(script, body)))
        assert TEXT in texts(read)
        assert "located" not in texts(read)
        assert connections == []
    assert web.paths == ["/robots.txt", "/"]


def test_no_cookie_is_kept_or_sent(web: Web, reader: Reader) -> None:
    """Neither what the server nor what the page sets comes along."""
    web.page(
        "/",
        page(f"document.cookie = 'a=1'; fetch('/data', {{credentials: 'include'}}).then(() => show('{TEXT}'))"),
        Set_Cookie="b=2",
    )
    assert texts(reader.read(web.url("/"))) == [TEXT]
    assert all("Cookie" not in headers for _, headers in web.asked)
    assert web.paths == ["/robots.txt", "/", "/data"]


def test_a_profile_is_for_its_own_pages(web: Web, environment: Mapping[str, str], tmp_path: Path) -> None:
    """A page of a host that the profile names has its parts with it; another page cannot have them read with it."""
    profile = tmp_path / "work.json"
    profile.write_text('{"hosts": ["in.example"], "cookies": {"sid": "s3cret"}}')
    profile.chmod(0o600)
    named = {**environment, "REACHWEAVER_PROFILES_ROOT": str(tmp_path)}
    reader = Reader(allow_private=True, environment=named, resolve=lambda *_: ["127.0.0.1"])
    inside = web.url("/data", "in.example")
    web.page("/data", TEXT, Access_Control_Allow_Origin="*")
    web.page("/", page(f"fetch('{inside}').then((r) => r.text()).then(show)"))
    for host, cookie in (("in.example", "sid=s3cret"), ("out.example", None)):
        web.asked.clear()
        assert texts(reader.read(web.url("/", host), session_profile="work")) == [TEXT]
        ((_, headers),) = [asked for asked in web.asked if asked[0] == "/data"]
        assert headers.get("Cookie") == cookie


def test_sites_are_kept_apart(web: Web, environment: Mapping[str, str]) -> None:
    """A page sees another site's data only when that site lets it."""
    reader = Reader(allow_private=True, environment=environment, resolve=lambda *_: ["127.0.0.1"])
    other, own = web.url("", "other.example"), web.url("", "own.example")
    web.page("/shut", "shut", Content_Type="text/plain")
    web.page("/open", "open", Content_Type="text/plain", Access_Control_Allow_Origin="*")
    web.page("/ours", "ours", Content_Type="text/plain", Access_Control_Allow_Origin=own)
    web.page("/theirs", "theirs", Content_Type="text/plain", Access_Control_Allow_Origin=other)
    web.answers["/asked"] = lambda handler: handler.send(
        b"asked", Content_Type="text/plain", Access_Control_Allow_Origin=handler.headers.get("Origin", "nobody")
    )
    web.page("/away", b"", 302, Location=f"{other}/shut")
    urls = [f"{other}/{name}" for name in ("shut", "open", "ours", "theirs", "asked")] + ["/away", "/shut"]
    script = (
        f"for (const u of {urls}) fetch(u).then((r) => r.text()).then((t) => show(u + ' ' + t), () => show(u + ' no'))"
    )
    web.page("/", page(script))
    found = set(texts(reader.read(f"{own}/")))
    wanted = {
        "/shut shut",
        "/away no",
        f"{other}/open open",
        f"{other}/ours ours",
        f"{other}/shut no",
        f"{other}/theirs no",
        f"{other}/asked asked",
    }
    assert found == wanted


def test_where_scripts_lead(web: Web, reader: Reader) -> None:
    """The page to which a script leads is the one that is read and signed; robots.txt counts there, too."""
    web.page("/robots.txt", "User-agent: *\nDisallow: /private", Content_Type="text/plain")
    web.page("/there", page(f"show('{TEXT}'); history.pushState(null, '', '/elsewhere')"))
    read = reader.read(web.page("/", page("location.replace('/there')")))
    assert texts(read) == [TEXT]
    assert read.extract is not None
    assert read.extract.url == web.url("/there")
    assert failure(reader.read(web.page("/", page("location = '/private/x'")))).code == "robots_disallowed"
    assert failure(reader.read(web.page("/", page(f"show('{TEXT}'); location = '/gone'")))).code == "http_404"
    web.page("/file", b"PK", Content_Type="application/zip", Content_Disposition="attachment; filename=x.zip")
    stays = reader.read(web.page("/", page(f"show('{TEXT}'); location = '/file'")))
    assert (texts(stays), stays.extract and stays.extract.url) == ([TEXT], web.url("/"))
    assert failure(reader.read(web.page("/", page("location = '/?' + Math.random()")))).code == "network_error"
    assert not [path for path in web.paths if path.startswith("/private")]


def test_limits_on_what_a_page_takes(web: Web, environment: Mapping[str, str]) -> None:
    """A page that grows without end is given up; one that asks for too much goes without, and says that it is not whole."""
    small = Reader(allow_private=True, environment=environment, limits=Limits(seconds=10, bytes=100_000))
    grown = small.read(web.page("/", page("for (let i = 0; i < 9; i++) show('x'.repeat(20000))")))
    assert failure(grown).code == "response_too_large"
    web.page("/large", "x" * 100_001)
    read = small.read(web.page("/", page(f"show('{TEXT}'); fetch('/large').catch(() => show('too large'))")))
    assert texts(read) == [TEXT, "too large"]
    many = small.read(
        web.page("/", page(f"show('{TEXT}'); for (let i = 0; i < 160; i++) fetch('/data?' + i).catch(() => 0)"))
    )
    assert texts(many) == [TEXT]
    assert many.extract is not None
    assert not many.extract.is_complete
    assert len([path for path in web.paths if path.startswith("/data?")]) == 150


def test_a_page_without_text_in_a_browser_either(web: Web, reader: Reader) -> None:
    """It is thin, and a challenge is a refusal that nobody works round."""
    assert failure(reader.read(web.page("/", page("1")))).code == "thin_extract"
    challenge = "<title>Just a moment...</title><script src=/cdn-cgi/challenge-platform/x></script><p>Checking"
    read = reader.read(web.page("/", challenge), policy="browser")
    assert (failure(read).code, failure(read).is_refusal) == ("captcha_or_challenge", True)


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="looks at processes as Linux shows them")
def test_it_runs_in_its_sandbox(web: Web, reader: Reader, environment: Mapping[str, str]) -> None:
    """No process of the browser is without its sandbox or root's, none sees other variables, and none is left."""
    if "REACHWEAVER_CHROMIUM_SANDBOX" in environment:
        pytest.skip("this machine gives Chromium no sandbox")
    seen: list[tuple[str, int]] = []

    def answer(handler: Handler) -> None:
        seen.extend(processes())
        handler.send(b"x")

    web.answers["/look"] = answer
    assert texts(reader.read(web.page("/", page(f"fetch('/look').then(() => show('{TEXT}'))")))) == [TEXT]
    assert seen
    assert not [line for line, _ in seen if "--no-sandbox" in line]
    assert 0 not in {owner for _, owner in seen}
    assert processes() == []


COMPLAINTS = [
    (
        "FATAL: No usable sandbox! See the documentation.",
        "Chromium has no sandbox here (the system gives it none); REACHWEAVER_CHROMIUM_SANDBOX=off lets it run without one.",
    ),
    ("chromium: cannot open display", "The browser did not start: chromium: cannot open display."),
]


@pytest.mark.parametrize(("complaint", "message"), COMPLAINTS)
def test_a_browser_that_says_why_it_does_not_start(
    web: Web, environment: Mapping[str, str], complaint: str, message: str
) -> None:
    """A Chromium without its sandbox is not started without one; the message says who could allow it, or what it said."""
    # Outside of the test's own folder, which nobody else may enter.
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        program = Path(folder) / "chromium"
        program.write_text(f"#!/bin/sh\necho '{complaint}' >&2\nexit 1\n")
        program.chmod(0o755)
        named = {**environment, "REACHWEAVER_CHROMIUM": str(program)}
        read = Reader(allow_private=True, environment=named).read(web.page("/", WRITES), policy="browser")
    assert (failure(read).code, failure(read).message) == ("workers_unavailable", message)


def processes() -> list[tuple[str, int]]:
    """Command line and owner of each browser that ReachWeaver started."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            line = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
            owner = process.stat().st_uid
        except OSError:
            continue
        if "--proxy-server=http://no-network.invalid" in line and "/node " not in line:
            found.append((line, owner))
    return found


def test_a_browser_that_does_not_start(web: Web, environment: Mapping[str, str]) -> None:
    """It is the code for that under `browser`, and changes nothing of what the page is otherwise."""
    broken = Reader(allow_private=True, environment={**environment, "REACHWEAVER_CHROMIUM": "/bin/false"})
    url = web.page("/", WRITES)
    assert failure(broken.read(url, policy="browser")).code == "workers_unavailable"
    read = broken.read(url)
    assert (failure(read).code, read.backend) == ("thin_extract", "http")
    assert "The browser did not start." in failure(read).message


@contextmanager
def listening() -> Iterator[tuple[int, list[str]]]:
    """A port of this machine that answers nobody, and who connected to it."""
    connections: list[str] = []
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()

        def accept() -> None:
            with suppress(OSError):
                while True:
                    connection, address = listener.accept()
                    connections.append(str(address))
                    connection.close()

        threading.Thread(target=accept, daemon=True).start()
        yield listener.getsockname()[1], connections
