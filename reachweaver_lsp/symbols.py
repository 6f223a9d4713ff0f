"""The outline of a campaign: its evidence and its variants (contract, section 11, *Also*).

Takes a checked campaign, gives symbols; spans are code points of the document.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from reachweaver.campaign import Campaign
from reachweaver.data import dataclass
from reachweaver.json_spans import ArrayNode, Node, ObjectNode, Span, StringNode
from reachweaver.values import counted
from reachweaver_lsp.analysis import CheckedCampaign
from reachweaver_lsp.wording import name_of, shortened

SymbolKind = Literal["array", "evidence", "variant"]


@dataclass(frozen=True, slots=True)
class Symbol:
    """One entry of the outline."""

    kind: SymbolKind
    name: str
    """Never empty."""
    detail: str
    whole: Span
    selection: Span
    """What is selected when somebody goes there; inside `whole`."""
    group: str | None = None
    """The symbol above it."""


def group_of(campaign: Campaign, key: str) -> Symbol | None:
    """The symbol of the array under a key; None when there is no such array."""
    root = campaign.document.root
    member = root.member(key) if isinstance(root, ObjectNode) else None
    if member is None or not isinstance(member.value, ArrayNode):
        return None
    selection = Span(member.key.start, member.key.end)
    return Symbol("array", key, f"{len(member.value.items):,}", Span(member.key.start, member.value.end), selection)


def symbols_of_evidence(checked: CheckedCampaign, index: int) -> Iterator[Symbol]:
    """The symbol of an evidence item: its id, kind and claim."""
    item, base = checked.campaign.evidence[index], checked.campaign.evidence_bases[index]
    if isinstance(item.node, ObjectNode):
        claim = shortened(item.claim or "")
        detail = f"{item.kind}: {claim}" if item.kind and claim else item.kind or claim
        selection = _selection(item.node, item.node.get("id"), base)
        name = name_of(item.id, "evidence", index)
        yield Symbol("evidence", name, detail, _whole(item.node, base), selection, "evidence")


def symbols_of_variant(checked: CheckedCampaign, index: int) -> Iterator[Symbol]:
    """The symbol of a variant: its id, platform and format, and how many findings it has."""
    variant, base = checked.campaign.variants[index], checked.campaign.variant_bases[index]
    if isinstance(variant.node, ObjectNode):
        format_ = variant.format if variant.format not in (None, "post") else None
        findings = len(checked.report.variants[index].findings)
        details = [variant.platform, format_, counted(findings, "finding") if findings else None]
        selection = _selection(variant.node, variant.node.get(variant.id_key), base)
        name = name_of(variant.variant_id, "variant", index)
        detail = ", ".join(shortened(text) for text in details if text)
        yield Symbol("variant", name, detail, _whole(variant.node, base), selection, "variants")


def _whole(node: ObjectNode, base: int) -> Span:
    return Span(base + node.start, base + node.end)


def _selection(node: ObjectNode, id_: Node | None, base: int) -> Span:
    """The id; without one, the object's first character."""
    if isinstance(id_, StringNode):
        return Span(base + id_.start, base + id_.end)
    return Span(base + node.start, base + node.start + 1)
