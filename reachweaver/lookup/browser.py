"""Runs a page in a sandboxed Chromium that has no network: takes a page that was fetched, gives it as its scripts left it.

All that the page asks for is asked for by the function that the caller passes, which checks addresses as for any page;
the browser is cut off from the network (no names, a proxy that does not exist), so that what is not handed on to that
function goes nowhere. Scripts, styles and data are handed on, by GET alone; pictures, fonts, frames, sockets, downloads
and service workers are not. Nothing is kept: profile, cookies and permissions end with the page.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from playwright.async_api import Browser, BrowserContext, Error, async_playwright

from reachweaver.lookup.browser_visit import Ask, Rendered, RenderLimits, Visit
from reachweaver.lookup.chromium import Chromium, launcher, no_sandbox
from reachweaver.lookup.failures import LookUpError
from reachweaver.lookup.fetch import USER_AGENT, Response

_STARTING: Final = 15.0
"""Seconds for the browser to start, and to stop; they do not count."""
_LONGEST_COMPLAINT: Final = 200
_ARGUMENTS: Final = (
    "--proxy-server=http://no-network.invalid:9",
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-gpu",
    "--disable-remote-fonts",
    "--blink-settings=imagesEnabled=false",
    "--js-flags=--max-old-space-size=512",
    "--no-first-run",
    "--mute-audio",
)


def render(page: Response, ask: Ask, chromium: Chromium, limits: RenderLimits) -> Rendered:
    """Run a page.

    Args:
        page: As it was fetched.
        ask: Called from other threads, several at a time.
        chromium: What runs it.
        limits: How much it may take.

    Raises:
        LookUpError: It did not end (`timeout`), led to what must not be read (that code), grew too large
            (`response_too_large`) or ended its browser (`extraction_failed`); or no browser could be started
            (`workers_unavailable`).
    """
    result: list[Rendered | BaseException] = []

    def work() -> None:
        try:
            result.append(asyncio.run(_render(page, ask, chromium, limits)))
        except BaseException as error:  # noqa: BLE001 (raised again where it belongs)
            result.append(error)

    # In a thread of its own, because the caller's may have an event loop already.
    thread = threading.Thread(target=work, daemon=True, name="reachweaver-browser")
    thread.start()
    thread.join(limits.seconds + 3 * _STARTING)
    outcome = result[0] if result else _time_out(limits)
    if isinstance(outcome, BaseException):
        raise outcome
    return outcome


async def _render(page: Response, ask: Ask, chromium: Chromium, limits: RenderLimits) -> Rendered:
    async with _context(chromium) as context:
        visit = Visit(page, ask, limits)
        try:
            async with asyncio.timeout(limits.seconds):
                return await visit.run(context)
        except TimeoutError:
            raise visit.failure or _time_out(limits) from None
        except Error as error:
            failure = LookUpError("extraction_failed", "The browser could not run the page.", status=page.status)
            raise visit.failure or failure from error
        finally:
            visit.is_over = True


@asynccontextmanager
async def _context(chromium: Chromium) -> AsyncIterator[BrowserContext]:
    """A window of its own, without permissions, downloads, service workers or anything from before."""
    with launcher(chromium) as (program, environment):
        async with async_playwright() as playwright:
            try:
                browser = await playwright.chromium.launch(
                    executable_path=program,
                    chromium_sandbox=chromium.has_sandbox,
                    args=list(_ARGUMENTS),
                    env=dict(environment),
                    timeout=_STARTING * 1000,
                )
            except Error as error:
                raise _not_started(str(error), chromium) from error
            try:
                yield await browser.new_context(
                    user_agent=USER_AGENT, locale="en", service_workers="block", accept_downloads=False
                )
            finally:
                await _close(browser)


async def _close(browser: Browser) -> None:
    with suppress(Error, TimeoutError):
        await asyncio.wait_for(browser.close(), _STARTING)


def _not_started(message: str, chromium: Chromium) -> LookUpError:
    if chromium.has_sandbox and "sandbox" in message.lower():
        return LookUpError("workers_unavailable", no_sandbox("the system gives it none"))
    said = next((line.partition("[err] ")[2] for line in message.splitlines() if "[err] " in line), "")
    why = f": {said[:_LONGEST_COMPLAINT].rstrip('.')}" if said else ""
    return LookUpError("workers_unavailable", f"The browser did not start{why}.")


def _time_out(limits: RenderLimits) -> LookUpError:
    return LookUpError("timeout", f"The page's scripts did not end in time ({limits.seconds:g} seconds).")
