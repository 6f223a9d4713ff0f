"""Small drawings for the page, as inline SVG: decoration beside words that say the same."""

from __future__ import annotations

from typing import Final

from reachweaver.output.html.markup import Html, tag

_PATHS: Final = {
    "high": "M4.5 10.5l3.5 3.5 7.5-8",
    "medium": "M2.5 10S5.5 5 10 5s7.5 5 7.5 5-3 5-7.5 5-7.5-5-7.5-5zm7.5-2a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
    "low": "M10 4v7.5M10 15.2v.6",
    "reply": "M17 9.5c0 3.3-3.1 6-7 6-.9 0-1.800-.1-2.600-.4L3.500 16.500l1.200-3C3.600 12.400 3 11 3 9.500c0-3.300 3.100-6 7-6s7 2.700 7 6z",
    "repost": "M4 9.500V7.500a2 2 0 0 1 2-2h9m0 0l-2.500-2.500M15 5.500l-2.500 2.500M16 10.500v2a2 2 0 0 1-2 2H5m0 0l2.500-2.500M5 14.500L7.500 17",
    "like": "M10 16.500S3 12.500 3 7.800C3 5.600 4.700 4 6.600 4 8.100 4 9.400 4.900 10 6.200 10.600 4.900 11.900 4 13.400 4 15.300 4 17 5.600 17 7.800c0 4.700-7 8.700-7 8.700z",
    "share": "M10 12.500V3.500m0 0L6.500 7M10 3.500L13.500 7M4 12v3a1.500 1.500 0 0 0 1.500 1.500h9A1.500 1.500 0 0 0 16 15v-3",
    "picture": "M3 5.500A1.500 1.500 0 0 1 4.500 4h11A1.500 1.500 0 0 1 17 5.500v9a1.500 1.500 0 0 1-1.500 1.500h-11A1.500 1.500 0 0 1 3 14.500zM3 13l4-4 4 4 2-2 4 4M13 8.500h.01",
}


def icon(name: str) -> Html:
    """A drawing of 20 by 20 units in the colour of the text beside it."""
    path = tag("path", d=_PATHS[name])
    return tag("svg", path, class_=f"icon {name}", viewBox="0 0 20 20", width=20, height=20, aria_hidden="true")


def bar(share: float) -> Html:
    """How much of a limit is used, from 0 to 1."""
    width = f"{min(max(share, 0.0), 1.0) * 100:.1f}%"
    track = tag("rect", class_="track", width="100%", height=6, rx=3)
    used = tag("rect", class_="used", width=width, height=6, rx=3)
    return tag("svg", track, used, class_="bar", width="100%", height=6, aria_hidden="true")
