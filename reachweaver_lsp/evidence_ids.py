"""Where the ids of evidence stand in a campaign: where each is declared, and where it is cited."""

from __future__ import annotations

from collections.abc import Iterator

from reachweaver.campaign import Campaign
from reachweaver.data import dataclass
from reachweaver.json_spans import ArrayNode, Located, Node, ObjectNode, Span, StringNode
from reachweaver_lsp.places import string_at


@dataclass(frozen=True, slots=True)
class EvidenceId:
    """One id as it is written in one place."""

    value: str
    string: Located
    index: int
    """Of the evidence item that declares it, or of the variant that cites it."""
    is_declaration: bool

    @property
    def span(self) -> Span:
        """The string, quotes included."""
        return self.string.span

    @property
    def content(self) -> Span:
        """What stands between the quotes."""
        span = self.string.span
        is_closed = isinstance(self.string.node, StringNode) and self.string.node.closed
        return Span(span.start + 1, span.end - is_closed)


def id_at(campaign: Campaign, offset: int) -> EvidenceId | None:
    """The id that an offset touches; its quotes belong to it, an empty string is none."""
    place = string_at(campaign, offset)
    if place is None:
        return None
    match place.array, place.steps:
        case "evidence", ("id",):
            return _id(place.located.node, place.located.base, place.index, is_declaration=True)
        case "variants", ("evidence_ids", int()):
            return _id(place.located.node, place.located.base, place.index, is_declaration=False)
    return None


def declarations(campaign: Campaign, evidence_id: str | None = None) -> Iterator[EvidenceId]:
    """Where evidence declares its ids, or one id, in the order of the text."""
    for index, (item, base) in enumerate(zip(campaign.evidence, campaign.evidence_bases, strict=True)):
        if item.id is not None and evidence_id in (None, item.id) and isinstance(item.node, ObjectNode):
            found = _id(item.node.get("id"), base, index, is_declaration=True)
            if found is not None:
                yield found


def citations(campaign: Campaign, evidence_id: str) -> Iterator[EvidenceId]:
    """Where variants cite an id, declared or not, in the order of the text."""
    for index, (variant, base) in enumerate(zip(campaign.variants, campaign.variant_bases, strict=True)):
        array = variant.node.get("evidence_ids") if isinstance(variant.node, ObjectNode) else None
        if evidence_id in variant.evidence_ids and isinstance(array, ArrayNode):
            for citation in variant.citations:
                found = _id(array.items[citation.index], base, index, is_declaration=False)
                if found is not None and found.value == evidence_id:
                    yield found


def _id(node: Node | None, base: int, index: int, *, is_declaration: bool) -> EvidenceId | None:
    if not isinstance(node, StringNode) or not node.value:
        return None
    return EvidenceId(node.value, Located(node, base), index, is_declaration)
