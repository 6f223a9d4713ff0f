"""The campaign file: reading it, what it declares, and what breaks the contract's rules."""

from reachweaver.campaign.body import Body, BodyPart, PartKind
from reachweaver.campaign.model import (
    FORMATS,
    KINDS,
    MAX_EXCERPT,
    Campaign,
    Citation,
    Evidence,
    Format,
    Review,
    Variant,
    variant_path,
)
from reachweaver.campaign.reader import read_campaign

__all__ = [
    "FORMATS",
    "KINDS",
    "MAX_EXCERPT",
    "Body",
    "BodyPart",
    "Campaign",
    "Citation",
    "Evidence",
    "Format",
    "PartKind",
    "Review",
    "Variant",
    "read_campaign",
    "variant_path",
]
