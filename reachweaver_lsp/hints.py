"""Lengths against limits, and how many claims are grounded, shown inside a campaign (contract, section 11, *Also*).

Takes a checked campaign, gives hints; offsets are code points of the document.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reachweaver.counting import Length, length_of
from reachweaver.json_spans import ArrayNode, ObjectNode
from reachweaver.lengths import measured_texts
from reachweaver.report import VariantReport
from reachweaver_lsp.analysis import CheckedCampaign
from reachweaver_lsp.descriptions import title_of

CLAIM_CODES = frozenset({"unsupported_number", "unsupported_release", "needs_human_review"})
"""The findings about claims that cited evidence does not have."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A few words that are shown behind a place and are not part of the text."""

    offset: int
    label: str
    tooltip: str


def hints_of_variant(checked: CheckedCampaign, index: int) -> Iterator[Hint]:
    """A variant's hints in the order of the text: behind each text its length, behind the body the claims."""
    hints = [*_lengths(checked, index), *_claims(checked, index)]
    yield from sorted(hints, key=lambda hint: hint.offset)


def claims_in_words(variant: VariantReport) -> str:
    """How many claims are grounded, and out of how many where not all of them are; "" when there is no claim."""
    grounded = len(variant.grounded)
    missing = sum(finding.code in CLAIM_CODES for finding in variant.findings)
    claims = "claim" if grounded + missing == 1 else "claims"
    if missing:
        return f"{grounded:,} of {grounded + missing:,} {claims} grounded"
    return f"{grounded:,} {claims} grounded" if grounded else ""


def length_in_words(length: Length) -> str:
    """`128/280`; without a limit, what was counted."""
    return f"{length.used:,} {length.unit}" if length.limit is None else f"{length.used}/{length.limit}"


def _lengths(checked: CheckedCampaign, index: int) -> Iterator[Hint]:
    variant, base = checked.campaign.variants[index], checked.campaign.variant_bases[index]
    nodes = {part.start: part.node for part in variant.body.parts}
    for text in measured_texts(variant):
        length = length_of(variant.platform, text.text)
        if length is not None:
            tooltip = _explained(length, variant.platform or "")
            yield Hint(base + nodes[text.start].end, length_in_words(length), tooltip)


def _explained(length: Length, platform: str) -> str:
    counted = f"{length.used:,} {length.unit} as {title_of(platform)} counts them"
    if length.limit is None:
        return f"{counted}; there is no limit."
    room = f"{length.excess:,} too many" if length.excess else f"room for {length.limit - length.used:,} more"
    return f"{counted}, of at most {length.limit:,}: {room}."


def _claims(checked: CheckedCampaign, index: int) -> Iterator[Hint]:
    label = claims_in_words(checked.report.variants[index])
    offset = _body_end(checked, index)
    if label and offset is not None:
        yield Hint(offset, label, "Claims whose words or figures the cited evidence has.")


def _body_end(checked: CheckedCampaign, index: int) -> int | None:
    """Where the hint about the whole body stands: behind a post's text, or behind the bracket that opens the parts."""
    variant, base = checked.campaign.variants[index], checked.campaign.variant_bases[index]
    key = variant.body.key
    value = variant.node.get(key.value) if isinstance(variant.node, ObjectNode) and key is not None else None
    if value is None:
        return None
    return base + (value.start + 1 if isinstance(value, ArrayNode) else value.end)
