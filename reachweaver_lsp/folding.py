"""What can be folded in a campaign (contract, section 11, *Also*): every array and object that goes over several lines.

Takes a checked campaign, gives the spans between the brackets: code points of the document.
"""

from __future__ import annotations

from collections.abc import Iterator, Set as AbstractSet

from reachweaver.json_spans import ArrayNode, Node, ObjectNode, Span
from reachweaver_lsp.analysis import CheckedCampaign


def folds_of_file(checked: CheckedCampaign) -> Iterator[Span]:
    """The folds outside evidence items and variants."""
    campaign = checked.campaign
    items = {id(item.node) for item in campaign.evidence} | {id(variant.node) for variant in campaign.variants}
    yield from _folds(campaign.document.text, campaign.document.root, 0, items)


def folds_of_evidence(checked: CheckedCampaign, index: int) -> Iterator[Span]:
    """The folds of an evidence item."""
    campaign = checked.campaign
    yield from _folds(campaign.document.text, campaign.evidence[index].node, campaign.evidence_bases[index])


def folds_of_variant(checked: CheckedCampaign, index: int) -> Iterator[Span]:
    """The folds of a variant: the whole of it, its texts, its evidence ids."""
    campaign = checked.campaign
    yield from _folds(campaign.document.text, campaign.variants[index].node, campaign.variant_bases[index])


def _folds(text: str, node: Node | None, base: int, left_out: AbstractSet[int] = frozenset()) -> Iterator[Span]:
    waiting: list[tuple[Node | None, int]] = [(node, base)]
    while waiting:
        outer, base = waiting.pop()
        if not isinstance(outer, ArrayNode | ObjectNode) or id(outer) in left_out:
            continue
        span = Span(base + outer.start + 1, base + outer.end - outer.closed)
        if text.find("\n", span.start, span.end) >= 0 or text.find("\r", span.start, span.end) >= 0:
            yield span
            if isinstance(outer, ArrayNode):
                waiting += ((item, base + own) for item, own in zip(outer.items, outer.bases, strict=True))
            else:
                waiting += ((member.value, base) for member in outer.members)
