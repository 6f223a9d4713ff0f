"""What a browser shows of a page, seen from a world of its own, where the page's scripts change nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from playwright.async_api import BrowserContext, Error, Page

from reachweaver.data import dataclass
from reachweaver.lookup.failures import LookUpError

_LOOK: Final = """(() => {
    const root = document.documentElement;
    const text = root === null ? "" : root.outerHTML;
    const seen = document.body === null ? "" : document.body.innerText;
    return { site: location.protocol, ready: document.readyState === "complete", seen: seen.length, size: text.length,
             text: text.length > MOST ? "" : text };
})()"""


@dataclass(frozen=True, slots=True)
class Seen:
    """What is in the browser."""

    text: str
    shown: int
    """Code points that a reader sees, about."""
    is_ready: bool


class Look:
    """Looks at a page from a world of its own, where the page's scripts change nothing."""

    def __init__(self, session: Any, frame: str, most: int) -> None:
        self._session = session
        self._frame = frame
        self._most = most

    @classmethod
    async def at(cls, context: BrowserContext, tab: Page, most: int) -> Look:
        """What looks at a tab."""
        session = await context.new_cdp_session(tab)
        tree = await session.send("Page.getFrameTree")
        return cls(session, tree["frameTree"]["frame"]["id"], most)

    async def now(self) -> Seen | None:
        """What is there; None between two pages.

        Raises:
            LookUpError: It is too large, or no page of the web.
        """
        try:
            world = await self._session.send(
                "Page.createIsolatedWorld", {"frameId": self._frame, "worldName": "reachweaver"}
            )
            answer = await self._session.send(
                "Runtime.evaluate",
                {
                    "expression": _LOOK.replace("MOST", str(self._most)),
                    "contextId": world["executionContextId"],
                    "returnByValue": True,
                },
            )
        except Error:
            return None
        seen: Mapping[str, Any] | None = answer["result"].get("value")
        if seen is None:
            return None
        if seen["site"] not in ("http:", "https:"):
            # The browser's own pages, such as those about errors, are nobody's text.
            raise LookUpError("extraction_failed", "The page's scripts left it for what is no page.")
        if seen["size"] > self._most:
            raise LookUpError("response_too_large", f"The page became larger than {self._most // 1024:,} KB.")
        return Seen(seen["text"], seen["seen"], seen["ready"])
