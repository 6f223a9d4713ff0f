from __future__ import annotations

import datetime as dt
import gzip
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reachweaver.lookup import look_up as module
from reachweaver.lookup.fetch import Limits
from reachweaver.lookup.look_up import Reader, answer, extract, look_up
from reachweaver.lookup.merkle import leaf, verify_proof
from reachweaver.lookup.receipts import read_proof, read_receipt
from reachweaver.lookup.verification import Block, RefetchError, verify, verify_citation, verify_live
from tests.lookup.receipt_data import KEY
from tests.lookup.web import Answer, Web

PAGE = (Path(__file__).parent / "pages" / "documentation.html").read_text(encoding="utf-8")
CLAIM = "Relay supports weighted round-robin load balancing"
NOW = dt.datetime(2027, 3, 1, 8, 30, tzinfo=dt.UTC)


def reader(**settings: Any) -> Reader:
    return Reader(
        **{"allow_private": True, "limits": Limits(seconds=5), "now": lambda: NOW, "environment": {}, **settings}
    )


def ask(url: str, claim: str = CLAIM, **settings: Any) -> dict[str, Any]:
    return look_up(claim, url, **{"signer": KEY, "reader": reader(), **settings})


def code(envelope: Mapping[str, Any]) -> str:
    assert envelope["ok"] is False
    return str(envelope["failure"]["code"])


def test_a_claim_is_found(web: Web) -> None:
    """The envelope has the specification's keys, and each match proves under the signed root."""
    found = ask(web.page("/", PAGE))
    assert list(found) == [
        *(
            "ok",
            "url",
            "claim",
            "found",
            "verdict",
            "proven",
            "blockMerkleRoot",
            "keyId",
            "matches",
            "receipt",
            "timestamp",
        )
    ]
    assert (found["ok"], found["found"], found["verdict"], found["proven"]) == (True, True, "not_evaluated", None)
    assert (found["url"], found["claim"], found["timestamp"]) == (web.url("/"), CLAIM, "2027-03-01T08:30:00Z")
    assert found["keyId"] == KEY.key_id
    assert "weighted round-robin" in found["matches"][0]["text"]
    receipt = read_receipt(json.loads(json.dumps(found["receipt"])))
    assert verify(receipt, KEY.public).verdict == "verified"
    for match in found["matches"]:
        assert match["leaf"] == leaf(match["text"], match["source_selector"])
        assert verify_proof(match["leaf"], read_proof(match["proof"]), found["blockMerkleRoot"])
        block = Block(text=match["text"], selector=match["source_selector"])
        assert verify_citation(receipt, KEY.public, block, read_proof(match["proof"])).ok


def test_what_the_receipt_says(web: Web) -> None:
    """Page, time and content are signed; the content is the Markdown that reading the page again gives."""
    web.page("/old", b"", 301, Location="/new")
    web.page("/new", PAGE)
    signed = ask(web.url("/old"))["receipt"]["signed"]
    assert (signed["kind"], signed["url"], signed["finalUrl"]) == ("extraction", web.url("/old"), web.url("/new"))
    assert (signed["backend"], signed["ts"], signed["leafSetComplete"]) == ("http", "2027-03-01T08:30:00Z", True)
    assert signed["toolchain"].startswith("reachweaver/")
    receipt = read_receipt({"signed": signed})
    again = extract(web.url("/new"), reader=reader())
    assert verify(receipt, KEY.public, again.markdown.encode()).content_hash_match is True


def test_nothing_is_found(web: Web) -> None:
    """Not found in all of the page is told from not found in what was read of it."""
    url = web.page("/", PAGE)
    missing = ask(url, "Bananas ripen quickly indoors")
    assert (missing["ok"], missing["found"], missing["proven"], missing["matches"]) == (True, False, True, [])
    read = reader().read(url)
    assert read.extract is not None
    part = replace(read, extract=replace(read.extract, is_complete=False))
    assert answer("Bananas ripen quickly indoors", part)["proven"] is False


@pytest.mark.parametrize(("wanted", "given"), [(-5, 1), (0, 1), (1, 1), (3, 3), (10, 10), (99, 10)])
def test_how_many_matches(web: Web, wanted: int, given: int) -> None:
    """The number is clamped to 1 to 10."""
    url = web.page("/", "".join(f"<p>planner number {number}</p>" for number in range(20)))
    assert len(ask(url, "planner number", max_matches=wanted)["matches"]) == given


def test_without_a_receipt(web: Web) -> None:
    """Nothing is signed, and the matches still prove under the root."""
    found = ask(web.page("/", PAGE), signer=None)
    assert not {"keyId", "receipt"} & set(found)
    assert verify_proof(found["matches"][0]["leaf"], read_proof(found["matches"][0]["proof"]), found["blockMerkleRoot"])


CHALLENGE = "<html><title>Just a moment...</title><script src=/cdn-cgi/challenge-platform/x></script><p>Checking"
Refusal = tuple[str, int, dict[str, str], str, bool]
REFUSED: list[Refusal] = [
    ("<p>Please log in", 401, {}, "http_401", True),
    ("<p>Forbidden", 403, {}, "http_403", True),
    ("<p>Not found", 404, {}, "http_404", True),
    ("<p>Gone", 410, {}, "http_410", True),
    ("<p>Slow down", 429, {}, "http_429", True),
    ("<p>Waited too long", 408, {}, "http_408", False),
    ("<p>Oops", 500, {}, "http_5xx", False),
    ("<p>Maintenance", 503, {}, "http_5xx", False),
    ("<p>Denied", 599, {}, "http_5xx", False),
    ("<p>Denied", 999, {}, "http_999", False),
    ("<p>Denied", 600, {}, "http_600", False),
    ("<p>Planner saves a plan in part", 206, {}, "response_truncated", False),
    (CHALLENGE, 403, {}, "captcha_or_challenge", True),
    (CHALLENGE, 503, {}, "captcha_or_challenge", True),
    (CHALLENGE, 200, {}, "captcha_or_challenge", True),
    ("<p>x", 403, {"cf_mitigated": "challenge"}, "captcha_or_challenge", True),
    ("<form><p>Log in<input type=password></form>", 200, {}, "requires_login", False),
    ("<div id=root></div><p>You need to enable JavaScript to run this app.", 200, {}, "thin_extract", False),
    ("", 200, {}, "thin_extract", False),
    ("<script>page()</script>", 200, {}, "thin_extract", False),
    ("%PDF-1.7", 200, {"Content_Type": "application/pdf"}, "unsupported_content_type", False),
    ("{}", 200, {"Content_Type": "application/json"}, "unsupported_content_type", False),
    ("", 204, {}, "unsupported_content_type", False),
    ("%PDF-1.7 saves a plan", 200, {}, "unsupported_content_type", False),
    ("GIF89a saves a plan", 200, {"Content_Type": "text/plain"}, "unsupported_content_type", False),
    ("<div>" * 9999, 200, {}, "extraction_failed", False),
    ("x" * 6_000_000, 200, {}, "response_too_large", False),
]


@pytest.mark.parametrize("refusal", REFUSED, ids=lambda refusal: f"{refusal[1]}-{refusal[3]}")
def test_what_is_no_page(web: Web, refusal: Refusal) -> None:
    """Each kind of refusal has its code; a definite one has a signed negative receipt."""
    content, status, headers, wanted, signed = refusal
    url = web.page("/", content, status, **headers)
    envelope = ask(url)
    assert code(envelope) == wanted
    assert envelope["failure"]["message"].endswith(".")
    assert ("receipt" in envelope) is signed
    if signed:
        receipt = read_receipt(envelope["receipt"])
        assert verify(receipt, KEY.public).verdict == "verified"
        told = receipt.signed
        assert (told["kind"], told["failureCode"], told["statusCode"]) == ("negative", wanted, status)
        assert (told["url"], told["finalUrl"]) == (url, url)
    assert "receipt" not in ask(url, signer=None)


def test_a_time_out_is_not_signed(web: Web) -> None:
    """A server that says nothing has refused nothing."""
    web.answers["/"] = lambda handler: handler.server.released.wait(10) and None
    envelope = ask(web.url("/"), reader=reader(limits=Limits(seconds=0.2)))
    assert (code(envelope), "receipt" in envelope) == ("timeout", False)


ARGUMENTS: list[dict[str, Any]] = [
    {"claim": ""},
    {"claim": " \n"},
    {"claim": "é ü 12"},
    {"claim": "word " * 500},
    {"url": "ftp://example.org"},
    {"url": "http://a:b@example.org"},
    {"backend_policy": "curl"},
]


@pytest.mark.parametrize("changed", ARGUMENTS)
def test_arguments_that_make_no_sense(web: Web, changed: dict[str, Any]) -> None:
    """Nothing is opened for them."""
    assert code(ask(**{"url": web.url("/"), **changed})) == "invalid_arguments"
    assert not web.asked


def test_private_addresses_are_refused(web: Web) -> None:
    """Without leave no address of this machine or its network is opened, nor is its robots.txt."""
    envelope = ask(web.url("/"), reader=reader(allow_private=False))
    assert (code(envelope), web.asked) == ("private_url_blocked", [])


def test_a_name_that_changes_its_address(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between robots.txt and the page the name may come to mean another machine; that one is checked as well."""
    monkeypatch.setattr("reachweaver.lookup.connections.is_public", lambda address: address == "127.0.0.1")
    addresses = iter(["127.0.0.1", "10.0.0.1"])
    web.page("/", PAGE)
    rebinding = reader(allow_private=False, resolve=lambda *_: [next(addresses)])
    envelope = ask(web.url("/", "rebind.example"), reader=rebinding)
    assert (code(envelope), web.paths) == ("private_url_blocked", ["/robots.txt"])


def test_profiles(web: Web, tmp_path: Path) -> None:
    """A profile is looked for where the environment says, and its cookie is sent."""
    url = web.page("/", PAGE)
    profiles = reader(environment={"REACHWEAVER_PROFILES_ROOT": str(tmp_path)})
    assert code(ask(url, session_profile="work", reader=profiles)) == "session_profile_not_found"
    (tmp_path / "work.json").write_text('{"hosts": ["127.0.0.1"], "cookies": {"sid": "s3cret"}}')
    (tmp_path / "work.json").chmod(0o600)
    envelope = ask(url, session_profile="work", reader=profiles)
    assert web.asked[-1][1]["Cookie"] == "sid=s3cret"
    assert "s3cret" not in json.dumps(envelope)
    assert "Cookie" not in web.asked[0][1]  # of robots.txt


def test_robots(web: Web) -> None:
    """What a site keeps from programs is not read, and its rules are asked for once."""
    web.page("/robots.txt", "User-agent: *\nDisallow: /private", Content_Type="text/plain")
    web.page("/", PAGE)
    web.page("/to", b"", 302, Location="/private/x")
    one = reader()
    assert ask(web.url("/"), reader=one)["ok"] is True
    assert code(ask(web.url("/private/x"), reader=one)) == "robots_disallowed"
    assert code(ask(web.url("/to"), reader=one)) == "robots_disallowed"
    assert web.paths == ["/robots.txt", "/", "/to"]


@pytest.mark.parametrize("status", [403, 404, 500])
def test_a_site_without_rules(web: Web, status: int) -> None:
    """A site whose robots.txt cannot be read has not said no."""
    web.page("/robots.txt", "User-agent: *\nDisallow: /", status)
    assert ask(web.page("/", PAGE))["ok"] is True


BROKEN_ROBOTS: list[Answer] = [
    lambda handler: handler.send(gzip.compress(bytes(50_000_000)), Content_Encoding="gzip"),
    lambda handler: handler.send(b"", 302, Location="/robots.txt"),
    lambda handler: handler.send(b"\xff" * 9999),
    lambda handler: (handler.wfile.write(b"\0" * 99) and None) or None,
]


@pytest.mark.parametrize("answer", BROKEN_ROBOTS)
def test_rules_that_cannot_be_read(web: Web, answer: Answer) -> None:
    """Whatever a site answers for its robots.txt, the page that was asked for is read."""
    web.answers["/robots.txt"] = answer
    assert ask(web.page("/", PAGE))["ok"] is True


def test_rules_that_never_come(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are not waited for longer than for a page."""
    monkeypatch.setattr("reachweaver.lookup.reading._ROBOTS_LIMITS", Limits(seconds=0.2))
    web.answers["/robots.txt"] = lambda handler: handler.server.released.wait(10) and None
    assert ask(web.page("/", PAGE))["ok"] is True


def test_requests_to_a_site_are_apart(web: Web) -> None:
    """As far as it was asked for, and as far as the site asks."""
    web.page("/robots.txt", "User-agent: *\nCrawl-delay: 7", Content_Type="text/plain")
    url = web.page("/", PAGE)
    waited: list[float] = []
    one = reader(pause=2.0, sleep=waited.append, monotonic=lambda: 100.0)
    for _ in range(3):
        ask(url, reader=one)
    assert waited == [7.0, 7.0]


ENCODINGS: list[tuple[bytes, str]] = [
    ("<p>Größe über alles".encode(), "text/html; charset=utf-8"),
    ("<p>Größe über alles".encode("latin-1"), "text/html; charset=ISO-8859-1"),
    ("<p>Größe über alles".encode("latin-1"), "text/html; charset=utf-8"),
    ("<p>Größe über alles".encode(), "text/html; charset=nonsense"),
    ("<p>Größe über alles".encode(), 'text/html; charset="utf-8"; x=y'),
    ("<p>Größe über alles".encode("utf-16"), "text/html; charset=latin-1"),
    ("<p>Größe über alles".encode("utf-16-le"), "text/html; charset=utf-16le"),
    ("<p>Größe über alles".encode("utf-16-le"), "text/html; charset=UTF-16"),
    ("<p>Größe über alles".encode("utf-16-be"), "text/html; charset=utf-16be"),
    ("<p>Größe über alles".encode(), "text/html; charset=utf-16le"),
    ("<p>Größe über alles".encode(), "text/html, text/html; charset=utf-8"),
    ("<p>Größe über alles".encode(), "TEXT/HTML , text/plain"),
    ("<p>Größe über alles".encode(), "text/html/x"),
    ("<meta charset=latin-1><p>Größe über alles".encode("latin-1"), "text/html"),
    ("<p>Größe über alles".encode("latin-1"), "text/html"),
    ("<p>Größe über alles".encode(), "text/html; charset=idna"),
    ("<p>Größe über alles".encode(), "text/html; charset=zip"),
    ("Größe über alles".encode(), "text/plain"),
    ("# Größe über alles\n".encode(), "text/markdown; charset=utf-8"),
    ("<html><p>Größe über alles".encode(), ""),
]


@pytest.mark.parametrize(("content", "content_type"), ENCODINGS)
def test_encodings(web: Web, content: bytes, content_type: str) -> None:
    """The text is right, also where what the server says of its encoding is wrong."""
    read = reader().read(web.page("/", content, Content_Type=content_type))
    assert read.extract is not None
    assert [block.text for block in read.extract.blocks] == ["Größe über alles"]


def test_the_browser_is_not_there(web: Web) -> None:
    """A page that only a browser may read is not read otherwise."""
    assert code(ask(web.page("/", PAGE), backend_policy="browser")) == "workers_unavailable"
    assert not web.asked


def test_reading_again(web: Web) -> None:
    """A receipt's page is compared with what it says now."""
    url = web.page("/", PAGE)
    receipt = read_receipt(ask(url)["receipt"])

    def again(url: str) -> Any:
        return extract(url, reader=reader())

    assert verify_live(receipt, KEY.public, again).verdict == "verified"
    web.page("/", PAGE.replace("4,096", "8,192"))
    assert verify_live(receipt, KEY.public, again).verdict == "drifted"
    web.page("/", "", 404)
    with pytest.raises(RefetchError, match=r"status 404$"):
        again(url)


def test_too_many_blocks(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    """An extract that leaves blocks out says so, under the signature too."""
    monkeypatch.setattr("reachweaver.lookup.page.MOST_BLOCKS", 5)
    url = web.page("/", "".join(f"<p>paragraph number {number}" for number in range(9)))
    missing = ask(url, "Bananas ripen quickly indoors")
    assert (missing["proven"], missing["receipt"]["signed"]["leafSetComplete"]) == (False, False)
    assert len(missing["receipt"]["blockLeaves"]) == 5


def test_the_defaults_are_the_specifications() -> None:
    """Three matches, and http before the browser."""
    assert (module.DEFAULT_MATCHES, module.MOST_MATCHES, module.DEFAULT_POLICY) == (3, 10, "http_then_browser")
