"""Looks a claim up at a URL (specification, *Check a claim*): fetch, extract, rank, sign, answer.

Takes a claim and a URL, gives the specification's envelope. It finds passages with words in common, each with the proof
that it was part of the signed extract; whether they bear the claim out, a person has to judge.
"""

from __future__ import annotations

import datetime as dt
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol
from urllib.parse import urlsplit

from reachweaver import __version__
from reachweaver.lookup.failures import LookUpError
from reachweaver.lookup.fetch import NORMAL_LIMITS, Limits, Response, fetch, read_url
from reachweaver.lookup.merkle import content_hash
from reachweaver.lookup.page import Extract, extract_page, whole_text
from reachweaver.lookup.ranking import rank, terms_of
from reachweaver.lookup.receipts import Signer, sign_receipt
from reachweaver.lookup.robots import Robots, read_robots
from reachweaver.lookup.session_profiles import load_profile, profiles_folder
from reachweaver.lookup.verification import RefetchError

BACKEND_POLICIES: Final = ("http", "browser", "http_then_browser")
DEFAULT_POLICY: Final = "http_then_browser"
DEFAULT_MATCHES: Final = 3
MOST_MATCHES: Final = 10
LONGEST_CLAIM: Final = 2000
"""Code points."""
TOOLCHAIN: Final = f"reachweaver/{__version__}"
CHARACTERS_PER_TOKEN: Final = 4
"""How the number of tokens of an extract is estimated."""

_ROBOTS_LIMITS: Final = Limits(seconds=5.0, wait=5.0, bytes=512 * 1024, redirects=5)
_MOST_SITES: Final = 256

Clock = Callable[[], dt.datetime]
"""Gives the time in UTC."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A page that was read, or why it could not be."""

    url: str
    """As it was asked for."""
    time: str
    """UTC, `YYYY-MM-DDTHH:MM:SSZ`."""
    extract: Extract | None = None
    failure: LookUpError | None = None


class Pages(Protocol):
    """What reads pages: a `Reader`, or what remembers those that it read."""

    def read(self, url: str, *, policy: str = DEFAULT_POLICY, session_profile: str | None = None) -> Read:
        """A page, or why it could not be read."""


def utc_now() -> dt.datetime:
    """The time."""
    return dt.datetime.now(dt.UTC)


def timestamp(moment: dt.datetime) -> str:
    """A time in UTC as receipts write it."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(slots=True, kw_only=True)
class Reader:
    """Reads pages: each site's robots.txt once, no two requests to a site within the time that it asks for."""

    allow_private: bool = False
    limits: Limits = NORMAL_LIMITS
    pause: float = 0.0
    """Seconds between two requests to the same site, at least."""
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ), repr=False)
    now: Clock = utc_now
    sleep: Callable[[float], None] = time.sleep
    monotonic: Callable[[], float] = time.monotonic
    _robots: dict[str, Robots] = field(default_factory=dict, repr=False)
    _last: dict[str, float] = field(default_factory=dict, repr=False)

    def read(self, url: str, *, policy: str = DEFAULT_POLICY, session_profile: str | None = None) -> Read:
        """Read a page. Never raises for what a page, a server or the network does."""
        try:
            if policy == "browser":
                raise LookUpError(
                    "workers_unavailable", "This version of ReachWeaver has no browser to read pages with."
                )
            response = self._fetch(url, session_profile)
            return Read(url=url, time=self._time(), extract=extract_page(response))
        except LookUpError as failure:
            return Read(url=url, time=self._time(), failure=failure)

    def read_whole(self, url: str) -> tuple[str, ...]:
        """All that a page shows, block by block, navigation included.

        Raises:
            LookUpError: It could not be read.
        """
        return whole_text(self._fetch(url, None))

    def _fetch(self, url: str, session_profile: str | None) -> Response:
        read_url(url)
        profile = None if session_profile is None else load_profile(session_profile, profiles_folder(self.environment))
        return fetch(
            url, limits=self.limits, allow_private=self.allow_private, profile=profile, before=self._require_allowed
        )

    def _require_allowed(self, url: str) -> float:
        """Seconds that were waited for politeness' sake, once it is clear that the page may be read."""
        parts = urlsplit(url)
        site = f"{parts.scheme}://{parts.netloc}"
        robots = self._robots_of(site)
        if not robots.allows(parts.path + (f"?{parts.query}" if parts.query else "") or "/"):
            raise LookUpError("robots_disallowed", f"{parts.netloc} asks programs not to read this page (robots.txt).")
        return self._wait(site, max(self.pause, robots.delay))

    def _robots_of(self, site: str) -> Robots:
        if site not in self._robots:
            if len(self._robots) == _MOST_SITES:
                self._robots.clear()
            self._robots[site] = self._read_robots(f"{site}/robots.txt")
        return self._robots[site]

    def _read_robots(self, url: str) -> Robots:
        try:
            response = fetch(url, limits=_ROBOTS_LIMITS, allow_private=self.allow_private)
        except LookUpError as failure:
            if failure.code == "private_url_blocked":
                raise
            # One page that a person asked for is no crawl: a site that cannot say no has not said no.
            return Robots()
        return read_robots(response.content.decode("utf-8", "replace")) if response.status == 200 else Robots()

    def _wait(self, site: str, seconds: float) -> float:
        last = self._last.get(site)
        left = 0.0 if last is None else max(0.0, last + seconds - self.monotonic())
        if left:
            self.sleep(left)
        self._last[site] = self.monotonic()
        return left

    def _time(self) -> str:
        return timestamp(self.now())


def look_up(
    claim: str,
    url: str,
    *,
    max_matches: int = DEFAULT_MATCHES,
    backend_policy: str = DEFAULT_POLICY,
    session_profile: str | None = None,
    signer: Signer | None = None,
    reader: Pages | None = None,
) -> dict[str, object]:
    """The envelope of a claim and a URL; `ok` is False when the page could not be read.

    Args:
        claim: One assertion.
        url: The page that is cited for it.
        max_matches: How many blocks are wanted, clamped to 1 to 10.
        backend_policy: One of `BACKEND_POLICIES`.
        session_profile: Name of the profile for a page behind a login.
        signer: Whose receipts they are; None for answers without a receipt.
        reader: What opens the page.
    """
    complaint = _complaint(claim, url, backend_policy)
    if complaint is not None:
        return failed(claim, Read(url=url, time=timestamp(utc_now()), failure=complaint), signer)
    read = (reader or Reader()).read(url, policy=backend_policy, session_profile=session_profile)
    return answer(claim, read, max_matches=max_matches, signer=signer)


def answer(
    claim: str, read: Read, *, max_matches: int = DEFAULT_MATCHES, signer: Signer | None = None
) -> dict[str, object]:
    """The envelope of a claim and a page that was read before."""
    extract = read.extract
    if extract is None:
        return failed(claim, read, signer)
    ranked = rank(claim, [block.text for block in extract.blocks])[: min(max(max_matches, 1), MOST_MATCHES)]
    return {
        "ok": True,
        "url": read.url,
        "claim": claim,
        "found": bool(ranked),
        "verdict": "not_evaluated",
        "proven": None if ranked else extract.is_complete,
        "blockMerkleRoot": extract.tree.root,
        **({} if signer is None else {"keyId": signer.key_id}),
        "matches": [_match(extract, one.index, one.score) for one in ranked],
        **({} if signer is None else {"receipt": receipt_of(read, signer)}),
        "timestamp": read.time,
    }


def failed(claim: str, read: Read, signer: Signer | None = None) -> dict[str, object]:
    """The envelope of a page that could not be read; a definite refusal has a receipt."""
    failure = read.failure or LookUpError("extraction_failed", "The page could not be read.")
    is_signed = signer is not None and failure.is_refusal
    return {
        "ok": False,
        "url": read.url,
        "claim": claim,
        "failure": failure.to_json(),
        **({"keyId": signer.key_id, "receipt": _refusal(read, failure, signer)} if signer and is_signed else {}),
        "timestamp": read.time,
    }


def receipt_of(read: Read, signer: Signer) -> dict[str, object]:
    """The signed receipt of a page that was read, as a file holds it.

    Raises:
        ValueError: The page could not be read.
    """
    extract = read.extract
    if extract is None:
        raise ValueError("there is no extract to sign")
    fields = {
        "kind": "extraction",
        "url": read.url,
        "finalUrl": extract.url,
        "backend": "http",
        "ts": read.time,
        "toolchain": TOOLCHAIN,
        "contentHash": content_hash(extract.markdown.encode("utf-8", "surrogatepass")),
        "blockMerkleRoot": extract.tree.root,
        "leafSetComplete": extract.is_complete,
        "tokens": -(-len(extract.markdown) // CHARACTERS_PER_TOKEN),
    }
    return sign_receipt(fields, signer, extract.leaves).to_json()


def extract(url: str, *, reader: Reader | None = None) -> Extract:
    """What a page says now, for mode `live` of `verification`.

    Raises:
        RefetchError: It could not be read.
    """
    read = (reader or Reader()).read(url)
    if read.extract is None:
        raise RefetchError(str(read.failure).rstrip("."))
    return read.extract


def _refusal(read: Read, failure: LookUpError, signer: Signer) -> dict[str, object]:
    fields = {
        "kind": "negative",
        "url": read.url,
        "finalUrl": failure.final_url,
        "backend": "http",
        "ts": read.time,
        "toolchain": TOOLCHAIN,
        "failureCode": failure.code,
        "statusCode": failure.status,
    }
    return sign_receipt(fields, signer).to_json()


def _match(extract: Extract, index: int, score: float) -> dict[str, object]:
    block = extract.blocks[index]
    return {
        "text": block.text,
        "score": score,
        "source_selector": block.selector,
        "leaf": extract.leaves[index],
        "proof": [step.to_json() for step in extract.tree.proof(index)],
    }


def _complaint(claim: str, url: str, backend_policy: str) -> LookUpError | None:
    if not claim.strip() or len(claim) > LONGEST_CLAIM:
        return LookUpError("invalid_arguments", f"The claim must be a sentence of 1 to {LONGEST_CLAIM:,} characters.")
    if not terms_of(claim):
        return LookUpError(
            "invalid_arguments",
            "The claim has no word or number of three or more letters a to z or digits to look for.",
        )
    if backend_policy not in BACKEND_POLICIES:
        return LookUpError("invalid_arguments", f"The backend policy must be one of {', '.join(BACKEND_POLICIES)}.")
    try:
        read_url(url)
    except LookUpError as error:
        return error
    return None
