"""One page in a browser: answers what it asks for, and waits until it comes to rest.

Takes a page that was fetched and a function that asks for its parts; gives the page as its scripts left it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final, Protocol
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, Error, Page, Request, Route

from reachweaver.data import dataclass
from reachweaver.lookup.browser_look import Look
from reachweaver.lookup.failures import LookUpError
from reachweaver.lookup.fetch import Limits, Response
from reachweaver.lookup.page import is_html_page

MOST_PAGES: Final = 5
"""To which a page's scripts may lead, one after the other."""

_PARTS: Final = frozenset(("script", "stylesheet", "xhr", "fetch"))
_DATA: Final = frozenset(("xhr", "fetch"))
_PASSED_ON: Final = ("accept", "referer")
"""Headers of the browser's request that are the page's business; cookies and passwords are not."""
_PASSED_BACK: Final = ("content-type", "access-control-allow-origin", "x-content-type-options")
_AT_ONCE: Final = 6
_STAY: Final = 204
"""The status with which a browser stays where it is."""
_STEP: Final = 0.1
_THIN: Final = 200
"""Code points; a page with less is given more time."""


class Ask(Protocol):
    """What asks for the parts of a page, and checks where they are."""

    def __call__(
        self, url: str, headers: tuple[tuple[str, str], ...], limits: Limits, *, is_document: bool
    ) -> Response:
        """The answer; raises `LookUpError` when there is none or it must not be asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderLimits:
    """How much the running of a page may take."""

    seconds: float = 20.0
    """Until it is given up."""
    patience: float = 0.6
    """Of that time, after which a page that never comes to rest is taken as it is."""
    quiet: float = 0.5
    """Seconds without a request and without a change, after which a page has come to rest; one without text gets three
    times as long."""
    bytes: int = 5 * 1024 * 1024
    """Of the page, and of each of its parts."""
    all_bytes: int = 30 * 1024 * 1024
    """Of its parts together."""
    requests: int = 150


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """A page as its scripts left it."""

    response: Response
    is_settled: bool
    """Whether it came to rest with all that it asked for; else something may be missing."""


class Visit:
    """One page in a browser."""

    def __init__(self, page: Response, ask: Ask, limits: RenderLimits) -> None:
        self._given: Response | None = page
        self._document = page
        self._ask = ask
        self._limits = limits
        self._requests = limits.requests
        self._bytes = limits.all_bytes
        self._pages = MOST_PAGES
        self._under_way = 0
        self._at_once = asyncio.Semaphore(_AT_ONCE)
        self._end = asyncio.get_running_loop().time() + limits.seconds
        self._is_whole = True
        self.failure: LookUpError | None = None
        """Why the page cannot be read after all."""
        self.is_over = False

    async def run(self, context: BrowserContext) -> Rendered:
        """The page when it has come to rest."""
        await context.route("**/*", self._answer)
        await context.route_web_socket("**/*", lambda socket: socket.close())
        tab = await context.new_page()
        context.on("page", _close_window)
        tab.on("crash", self._crashed)
        await tab.goto(self._document.url, wait_until="commit")
        text, is_settled = await self._settled(await Look.at(context, tab, self._limits.bytes))
        response = replace(
            self._document,
            headers={**self._document.headers, "content-type": "text/html; charset=utf-8"},
            content=f"<!doctype html>{text}".encode("utf-8", "replace"),
        )
        return Rendered(response=response, is_settled=is_settled and self._is_whole)

    async def _settled(self, look: Look) -> tuple[str, bool]:
        """The page's text, and whether it has come to rest."""
        loop = asyncio.get_running_loop()
        patience = loop.time() + self._limits.seconds * self._limits.patience
        before, since = "", loop.time()
        while True:
            await asyncio.sleep(_STEP)
            seen = await look.now()
            if self.failure is not None:
                raise self.failure
            now = loop.time()
            if seen is None or self._under_way or seen.text != before or not seen.is_ready:
                before, since = "" if seen is None else seen.text, now
            elif now - since >= self._limits.quiet * (1 if seen.shown >= _THIN else 3):
                return before, True
            if now >= patience and before:
                return before, False

    async def _answer(self, route: Route) -> None:
        """Give the browser what it asks for, or nothing."""
        self._under_way += 1
        is_page = route.request.is_navigation_request() and _is_main(route.request)
        try:
            response = await (self._page_for(route.request) if is_page else self._part_for(route.request))
        except LookUpError as failure:
            if is_page:
                self.failure = self.failure or failure
            response = None
        except Error:
            response = None  # whoever asked is gone already
        finally:
            self._under_way -= 1
        with suppress(Error):
            if response is not None and not self.is_over:
                headers = {name: response.headers[name] for name in _PASSED_BACK if name in response.headers}
                await route.fulfill(status=response.status, headers=headers, body=response.content)
            elif is_page:
                await route.fulfill(status=_STAY)
            else:
                await route.abort("blockedbyclient")

    async def _part_for(self, request: Request) -> Response | None:
        """A part of the page; nothing for what is no text, for frames, and for what would not merely ask."""
        if request.resource_type not in _PARTS or request.method != "GET":
            return None
        response = await self._asked(request, is_document=False)
        return response if response is None or _may_be_read(request, response) else None

    async def _page_for(self, request: Request) -> Response | None:
        """The page itself, or one that its scripts lead to; nothing for forms and downloads."""
        if self._given is not None:
            given, self._given = self._given, None
            return replace(given, status=200)
        if request.method != "GET":
            return None
        self._pages -= 1
        if self._pages < 0:
            message = f"The page leads from one page to the next, more than {MOST_PAGES} times."
            raise LookUpError("network_error", message)
        response = await self._asked(request, is_document=True)
        if response is None or not _is_page(response):
            return None
        self._document = response
        return response

    async def _asked(self, request: Request, *, is_document: bool) -> Response | None:
        """The answer to a request; None when the page has asked for too much."""
        self._requests -= 1
        if self._requests < 0 or self._bytes <= 0:
            self._is_whole = False
            return None
        headers = tuple(_headers(request))
        async with self._at_once:
            seconds = self._end - asyncio.get_running_loop().time()
            if seconds <= 0 or self.is_over:
                return None
            limits = Limits(seconds=seconds, wait=seconds, bytes=min(self._limits.bytes, self._bytes))
            response = await asyncio.to_thread(self._ask, request.url, headers, limits, is_document=is_document)
        self._bytes -= len(response.content)
        return response

    def _crashed(self, _: object) -> None:
        self.failure = self.failure or LookUpError("extraction_failed", "The page ended the browser that ran it.")


def _is_main(request: Request) -> bool:
    """Whether a request is for the tab's own page."""
    try:
        return request.frame.parent_frame is None
    except Error:
        return False


def _is_page(response: Response) -> bool:
    """Whether a page was led to, and not a download.

    Raises:
        LookUpError: The page cannot be read.
    """
    try:
        return is_html_page(response)
    except LookUpError as failure:
        if failure.code != "unsupported_content_type":
            raise
        return False


def _headers(request: Request) -> Iterator[tuple[str, str]]:
    """What the browser says of its request that is the page's business, and which site asks for another one's data."""
    yield from ((name, value) for name, value in request.headers.items() if name in _PASSED_ON)
    if request.resource_type in _DATA and (own := _origin(request.frame.url)) != _origin(request.url):
        yield "origin", own


def _may_be_read(request: Request, response: Response) -> bool:
    """Whether the page may see data from there: its own site's, or what a site gives to all pages or to this one."""
    if request.resource_type not in _DATA:
        return True
    own = _origin(request.frame.url)
    if _origin(request.url) == own == _origin(response.url):
        return True
    return response.headers.get("access-control-allow-origin", "") in ("*", own)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


async def _close_window(window: Page) -> None:
    with suppress(Error):
        await window.close()
