"""Where to go from an evidence id, an account, or words that evidence has (contract, section 11, *Also*).

Takes an analysis and an offset, gives places: in the document itself, or in the brand file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from reachweaver.campaign import Campaign
from reachweaver.data import dataclass
from reachweaver.json_spans import ObjectNode, Span, StringNode
from reachweaver.locate import span_of_path
from reachweaver_lsp.analysis import Analysis, CheckedCampaign
from reachweaver_lsp.evidence_ids import citations, declarations, id_at
from reachweaver_lsp.places import entries_at, place_at, string_at

if TYPE_CHECKING:
    from reachweaver_lsp.to_lsp import Lines


@dataclass(frozen=True, slots=True)
class Target:
    """A place to go to."""

    uri: str
    lines: Lines
    whole: Span
    """The evidence item, or the account with its rules."""
    name: Span
    """Its id, quotes included."""


@dataclass(frozen=True, slots=True)
class Definition:
    """What something in the document refers to."""

    origin: Span
    targets: tuple[Target, ...]
    """At least one."""


def definition_at(analysis: Analysis, offset: int) -> Definition | None:
    """What the id, the account or the claim at an offset refers to; None when that is nothing."""
    checked = analysis.checked
    if checked is None:
        return None
    found = id_at(checked.campaign, offset)
    if found is not None:
        return _definition(found.span, _evidence(analysis, checked.campaign, [found.value]))
    place = string_at(checked.campaign, offset)
    if place is not None and place.array == "variants" and place.steps == ("account_id",):
        node = place.located.node
        return _definition(place.located.span, _accounts(analysis, node.value if isinstance(node, StringNode) else ""))
    return _evidence_of_claim(analysis, checked, offset)


def references_at(campaign: Campaign, offset: int, *, include_declaration: bool) -> list[Span] | None:
    """Every place of the evidence id at an offset, quotes included; None when there is no id.

    Args:
        campaign: The campaign that holds the id.
        offset: A place in the id or right behind it.
        include_declaration: Whether the places that declare the id count, too.
    """
    found = id_at(campaign, offset)
    if found is None:
        return None
    declared = declarations(campaign, found.value) if include_declaration else ()
    return sorted((place.span for place in (*declared, *citations(campaign, found.value))), key=lambda span: span.start)


def _definition(origin: Span, targets: Iterable[Target]) -> Definition | None:
    found = tuple(targets)
    return Definition(origin, found) if found else None


def _evidence(analysis: Analysis, campaign: Campaign, ids: Iterable[str]) -> Iterator[Target]:
    document = analysis.document
    for evidence_id in ids:
        for place in declarations(campaign, evidence_id):
            whole = span_of_path(campaign, ("evidence", place.index))
            yield Target(document.uri, document.text, whole, place.span)


def _accounts(analysis: Analysis, account_id: str) -> Iterator[Target]:
    brand = analysis.rules.brand
    accounts = brand.tree.locate(("accounts",)) if brand is not None else None
    if brand is None or accounts is None or not isinstance(accounts.node, ObjectNode):
        return
    member = accounts.node.member(account_id)
    if member is not None:
        start, end = accounts.base + member.key.start, accounts.base + member.key.end
        yield Target(brand.uri, brand.lines, Span(start, max(end, accounts.base + member.value.end)), Span(start, end))


def _evidence_of_claim(analysis: Analysis, checked: CheckedCampaign, offset: int) -> Definition | None:
    """The evidence that grounds the words at an offset, or would if it were cited."""
    place = place_at(checked.campaign, offset)
    if place is None or place.array == "evidence":
        return None
    variant = checked.report.variants[place.index]
    entries = list(entries_at(checked.campaign, place.index, (*variant.grounded, *variant.findings), offset))
    ids = dict.fromkeys(evidence_id for entry, _ in entries for evidence_id in entry.matched_evidence)
    spans = [span for entry, span in entries if entry.matched_evidence]
    origin = min(spans, key=lambda span: span.end - span.start, default=Span(offset, offset))
    return _definition(origin, _evidence(analysis, checked.campaign, ids))
