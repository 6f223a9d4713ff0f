"""The platforms that a variant can be written for, and what each takes (contract, section 10)."""

from __future__ import annotations

from typing import Final, Literal

from reachweaver.data import dataclass

CountingRule = Literal["x", "mastodon", "graphemes", "threads", "utf-16", "utf-8", "code points", "title", "hashtags"]
"""How a length is counted; `reachweaver.counting` says what each name means."""

Capability = Literal["stageable", "preview_only", "unsupported"]
"""What ReachWeaver can do with a variant beyond checking it: stage it as a draft, show it, or neither."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The most of something that a text may have."""

    most: int
    rule: CountingRule = "code points"
    unit: str = "characters"
    """A plural noun, for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    """One platform."""

    name: str
    """As `platform` in a campaign or brand file spells it."""
    title: str
    """As people write it."""
    limits: tuple[Limit, ...] = ()
    """The one that a length is shown against comes first; none where there is no limit to speak of."""
    formats: tuple[str, ...] = ("post",)
    """The formats that the platform itself knows. The others can be previewed all the same."""
    stageable: bool = True
    """Whether ReachWeaver can stage a post for it as a draft."""

    def capability(self, format_: str | None) -> Capability:
        """What can be done with a variant of this format; None stands for one that does not exist."""
        if format_ is None:
            return "unsupported"
        return "stageable" if format_ == "post" and self.stageable else "preview_only"


_THREADED: Final = ("post", "thread")
_SLIDING: Final = ("post", "carousel_outline")
_ALL: Final = ("post", "thread", "carousel_outline")

_REGISTRY: Final = (
    Platform(name="x", title="X", limits=(Limit(280, "x"),), formats=_THREADED),
    Platform(name="mastodon", title="Mastodon", limits=(Limit(500, "mastodon"),), formats=_THREADED),
    Platform(
        name="bluesky",
        title="Bluesky",
        limits=(Limit(300, "graphemes"), Limit(3000, "utf-8", "bytes")),
        formats=_THREADED,
    ),
    Platform(name="threads", title="Threads", limits=(Limit(500, "threads"),), formats=_ALL),
    Platform(name="linkedin", title="LinkedIn", limits=(Limit(3000, "utf-16"),), formats=_SLIDING),
    Platform(name="facebook", title="Facebook", limits=(Limit(63_206),), formats=_SLIDING),
    Platform(
        name="instagram",
        title="Instagram",
        limits=(Limit(2200), Limit(30, "hashtags", "hashtags")),
        formats=_SLIDING,
    ),
    Platform(name="reddit", title="Reddit", limits=(Limit(300, "title"),)),
    Platform(name="hackernews", title="Hacker News", limits=(Limit(80, "title"),)),
    Platform(name="devto", title="DEV"),
    Platform(name="discord", title="Discord", limits=(Limit(2000),)),
    Platform(name="telegram", title="Telegram", limits=(Limit(4096),)),
    Platform(name="youtube", title="YouTube", limits=(Limit(5000, "utf-8", "bytes"),)),
    Platform(name="tiktok", title="TikTok", limits=(Limit(2200, "utf-16"),), formats=_SLIDING),
    Platform(name="newsletter", title="Newsletter"),
)

BY_NAME: Final = {platform.name: platform for platform in _REGISTRY}
"""Every platform, by name."""

PLATFORMS: Final = tuple(BY_NAME)
"""The known names, as `platform` in a campaign or brand file spells them."""
