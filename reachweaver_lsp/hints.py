"""Lengths against limits, and how many claims are grounded, shown inside a campaign (contract, section 11, *Also*).

Takes a checked campaign, gives hints; offsets are code points of the document.
"""

from __future__ import annotations

from collections.abc import Iterator

from reachweaver.data import dataclass
from reachweaver.json_spans import ArrayNode, ObjectNode
from reachweaver_lsp.analysis import CheckedCampaign
from reachweaver_lsp.measures import against_limit, measured, room_in_words
from reachweaver_lsp.wording import claims_of


@dataclass(frozen=True, slots=True)
class Hint:
    """A few words that are shown behind a place and are not part of the text."""

    offset: int
    label: str
    tooltip: str


def hints_of_variant(checked: CheckedCampaign, index: int) -> Iterator[Hint]:
    """A variant's hints in the order of the text: behind each text its length, at the body how many claims it has."""
    hints = [*_lengths(checked, index), *_claims(checked, index)]
    yield from sorted(hints, key=lambda hint: hint.offset)


def _lengths(checked: CheckedCampaign, index: int) -> Iterator[Hint]:
    variant, base = checked.campaign.variants[index], checked.campaign.variant_bases[index]
    nodes = {part.start: part.node for part in variant.body.parts}
    for text, length in measured(variant):
        tooltip = room_in_words(length, variant.platform or "")
        yield Hint(base + nodes[text.start].end, against_limit(length), tooltip)


def _claims(checked: CheckedCampaign, index: int) -> Iterator[Hint]:
    label = claims_of(checked.report.variants[index])
    offset = _body_end(checked, index)
    if label and offset is not None:
        yield Hint(offset, label, "Claims whose words or figures stand in evidence that this variant cites.")


def _body_end(checked: CheckedCampaign, index: int) -> int | None:
    """Where the hint about the body stands: behind a post's text, or behind the bracket that opens the others."""
    variant, base = checked.campaign.variants[index], checked.campaign.variant_bases[index]
    key = variant.body.key
    value = variant.node.get(key.value) if isinstance(variant.node, ObjectNode) and key is not None else None
    if value is None:
        return None
    return base + (value.start + 1 if isinstance(value, ArrayNode) else value.end)
