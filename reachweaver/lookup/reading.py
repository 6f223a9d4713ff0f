"""Reads pages: takes a URL, gives what the page says, or why it could not be read.

A page is fetched, and where that gives no text and the policy allows it, a browser runs it. Each site's robots.txt is
read once, and no two requests follow one another faster than the site and the caller ask for.
"""

from __future__ import annotations

import datetime as dt
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING, Final, Protocol
from urllib.parse import urlsplit

from reachweaver.data import dataclass
from reachweaver.lookup.chromium import Chromium, find_chromium
from reachweaver.lookup.connections import Resolve, resolve_name
from reachweaver.lookup.failures import LookUpError
from reachweaver.lookup.fetch import NORMAL_LIMITS, Limits, Response, fetch, read_url
from reachweaver.lookup.page import Extract, extract_page, is_html_page, whole_text
from reachweaver.lookup.robots import Robots, read_robots
from reachweaver.lookup.session_profiles import SessionProfile, load_profile, profiles_folder
from reachweaver.values import timestamp

if TYPE_CHECKING:
    from reachweaver.lookup.browser_visit import Rendered

BACKEND_POLICIES: Final = ("http", "browser", "http_then_browser")
DEFAULT_POLICY: Final = "http_then_browser"

HTTP: Final = "http"
BROWSER: Final = "browser"

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
    backend: str = HTTP
    """What read it, or tried to: `http` or `browser`."""
    extract: Extract | None = None
    failure: LookUpError | None = None
    is_kept: bool = False
    """Whether it was read in an earlier run, at the time that it names."""


class Pages(Protocol):
    """What reads pages: a `Reader`, or what remembers those that it read."""

    def read(self, url: str, *, policy: str = DEFAULT_POLICY, session_profile: str | None = None) -> Read:
        """A page, or why it could not be read."""


def utc_now() -> dt.datetime:
    """The time."""
    return dt.datetime.now(dt.UTC)


@dataclass(slots=True, kw_only=True)
class Reader:
    """Reads pages."""

    allow_private: bool = False
    limits: Limits = NORMAL_LIMITS
    """For fetching a page; a browser has the same time once more."""
    pause: float = 0.0
    """Seconds between two requests to the same site, at least; the parts of a page that a browser asks for follow freely."""
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ), repr=False)
    resolve: Resolve = resolve_name
    authorities: str | None = None
    """Certificates in PEM of those whose signatures are trusted; None for the system's."""
    now: Clock = utc_now
    sleep: Callable[[float], None] = time.sleep
    monotonic: Callable[[], float] = time.monotonic
    _robots: dict[str, Robots] = field(default_factory=dict, repr=False)
    _last: dict[str, float] = field(default_factory=dict, repr=False)

    def read(self, url: str, *, policy: str = DEFAULT_POLICY, session_profile: str | None = None) -> Read:
        """Read a page. Never raises for what a page, a server or the network does."""
        visit = _Visit(self, BROWSER if policy == BROWSER else HTTP)
        try:
            extract = visit.extract(url, policy, self._profile(session_profile))
            return Read(url=url, time=self._time(), backend=visit.backend, extract=extract)
        except LookUpError as failure:
            return Read(url=url, time=self._time(), backend=visit.backend, failure=failure)

    def read_whole(self, url: str) -> tuple[str, ...]:
        """All that a page shows, block by block, navigation included; a browser runs it if there is no text without.

        Raises:
            LookUpError: It could not be read.
        """
        return _Visit(self, HTTP).whole(url)

    def fetch(
        self,
        url: str,
        profile: SessionProfile | None = None,
        *,
        limits: Limits | None = None,
        is_part: bool = False,
        headers: tuple[tuple[str, str], ...] = (),
    ) -> Response:
        """Ask for a page, or for something that is part of one.

        Args:
            url: Absolute.
            profile: What is sent to its hosts.
            limits: How much it may take, if not as much as any page.
            is_part: Whether it belongs to a page that was allowed and asked for politely.
            headers: What is sent instead of the usual headers.

        Raises:
            LookUpError: There is no answer, or the site's robots.txt forbids to ask.
        """
        return fetch(
            url,
            limits=limits or self.limits,
            allow_private=self.allow_private,
            profile=profile,
            resolve=self.resolve,
            before=None if is_part else self._require_allowed,
            headers=headers,
            authorities=self.authorities,
        )

    def _profile(self, name: str | None) -> SessionProfile | None:
        return None if name is None else load_profile(name, profiles_folder(self.environment))

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
            response = self.fetch(url, limits=_ROBOTS_LIMITS, is_part=True)
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


class _Visit:
    """The reading of one page."""

    def __init__(self, reader: Reader, backend: str) -> None:
        self._reader = reader
        self.backend = backend
        """What was used last."""

    def extract(self, url: str, policy: str, profile: SessionProfile | None) -> Extract:
        """What the page says.

        Raises:
            LookUpError: It could not be read.
        """
        read_url(url)
        if policy == BROWSER:
            # Before anything is asked for: without a browser the page is not read otherwise.
            chromium = find_chromium(self._reader.environment)
            response = self._reader.fetch(url, profile)
            return self._rendered(response, profile, chromium) if is_html_page(response) else extract_page(response)
        response = self._reader.fetch(url, profile)
        try:
            return extract_page(response)
        except LookUpError as failure:
            if policy == HTTP or failure.code != "thin_extract" or not is_html_page(response):
                raise
            return self._second_look(response, profile, failure)

    def whole(self, url: str) -> tuple[str, ...]:
        """All that the page shows.

        Raises:
            LookUpError: It could not be read.
        """
        response = self._reader.fetch(url)
        texts = whole_text(response)
        if not is_html_page(response) or not _is_thin(response):
            return texts
        try:
            rendered = self._run(response, None, find_chromium(self._reader.environment))
        except LookUpError as failure:
            if failure.code != "workers_unavailable":
                raise
            return texts
        return whole_text(rendered.response)

    def _second_look(self, response: Response, profile: SessionProfile | None, failure: LookUpError) -> Extract:
        """What a browser finds on a page that has no text of its own; without a browser it stays without."""
        try:
            return self._rendered(response, profile, find_chromium(self._reader.environment))
        except LookUpError as missing:
            if missing.code != "workers_unavailable":
                raise
            self.backend = HTTP
            message = f"{failure.message} {missing.message}"
            raise LookUpError(failure.code, message, status=failure.status, final_url=failure.final_url) from missing

    def _rendered(self, response: Response, profile: SessionProfile | None, chromium: Chromium) -> Extract:
        rendered = self._run(response, profile, chromium)
        extract = extract_page(rendered.response, is_rendered=True)
        return replace(extract, is_complete=extract.is_complete and rendered.is_settled)

    def _run(self, response: Response, profile: SessionProfile | None, chromium: Chromium) -> Rendered:
        from reachweaver.lookup.browser import render
        from reachweaver.lookup.browser_visit import RenderLimits

        self.backend = BROWSER
        # A page that the profile is not for must not have others' pages read with it.
        own = profile if profile is not None and profile.headers_for(urlsplit(response.url).hostname or "") else None

        def ask(url: str, headers: tuple[tuple[str, str], ...], limits: Limits, *, is_document: bool) -> Response:
            return self._reader.fetch(url, own, limits=limits, is_part=not is_document, headers=headers)

        limits = RenderLimits(seconds=self._reader.limits.seconds, bytes=self._reader.limits.bytes)
        return render(response, ask, chromium, limits)


def _is_thin(response: Response) -> bool:
    """Whether a page waits for its scripts."""
    try:
        extract_page(response)
    except LookUpError as failure:
        return failure.code == "thin_extract"
    return False
