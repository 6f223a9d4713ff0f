"""The platforms that a variant can be written for (contract, section 10)."""

from __future__ import annotations

PLATFORMS = (
    "x",
    "mastodon",
    "bluesky",
    "threads",
    "linkedin",
    "facebook",
    "instagram",
    "reddit",
    "hackernews",
    "devto",
    "discord",
    "telegram",
    "youtube",
    "tiktok",
    "newsletter",
)
"""The known names, as `platform` in a campaign or brand file spells them."""
