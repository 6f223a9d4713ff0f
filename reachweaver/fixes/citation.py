"""Cites the evidence that holds what a finding misses, and mends a misspelt evidence id."""

from __future__ import annotations

from collections.abc import Sequence

from reachweaver.campaign import Campaign, Variant, variant_path
from reachweaver.fixes.model import Fix
from reachweaver.grounding import evidence_text
from reachweaver.json_spans import (
    ArrayNode,
    Document,
    Located,
    MissingNode,
    ObjectNode,
    StringNode,
    TextEdit,
    append_item,
    insert_member,
    parse_pointer,
    replace_value,
)
from reachweaver.report import Finding
from reachweaver.values import most_similar, quoted


def citation_fixes(campaign: Campaign, index: int, finding: Finding) -> tuple[Fix, ...]:
    """One fix for each evidence item whose citation answers the finding; one for all where it takes them together."""
    fixes: list[Fix] = []
    choices = _choices(campaign, finding)
    for choice in choices:
        edit = _citation(campaign, index, choice)
        if edit is not None:
            title = f"Cite evidence {' and '.join(quoted(id_) for id_ in choice)}"
            fixes.append(Fix(title, (edit,), preferred=len(choices) == 1))
    return tuple(fixes)


def misspelt_id_fixes(campaign: Campaign, index: int, finding: Finding) -> tuple[Fix, ...]:
    """The fix that replaces an unknown entry of `evidence_ids` by the nearest declared id not cited yet."""
    path = parse_pointer(finding.path or "")
    document = campaign.document
    located = document.locate(path)
    if path[2:3] != ("evidence_ids",) or len(path) != 4 or located is None or not isinstance(located.node, StringNode):
        return ()
    cited = campaign.variants[index].evidence_ids
    if located.node.value in campaign.evidence_by_id:
        return ()
    meant = most_similar(located.node.value[:200], (id_ for id_ in campaign.evidence_by_id if id_ not in cited))
    return (
        (Fix(f"Replace by {quoted(meant)}", (replace_value(document, located, meant),), preferred=True),)
        if meant
        else ()
    )


def _choices(campaign: Campaign, finding: Finding) -> list[tuple[str, ...]]:
    """The sets of uncited evidence that ground the finding, each by itself."""
    ids = finding.matched_evidence
    if finding.missing_terms is not None and not all(_holds(campaign, id_, finding.missing_terms) for id_ in ids):
        return [ids] if ids else []
    return [(id_,) for id_ in ids]


def _holds(campaign: Campaign, evidence_id: str, terms: Sequence[str]) -> bool:
    return evidence_text(campaign.evidence_by_id[evidence_id]).terms.issuperset(terms)


def _citation(campaign: Campaign, index: int, ids: Sequence[str]) -> TextEdit | None:
    document = campaign.document
    variant = document.locate(variant_path(index))
    if variant is None or not isinstance(variant.node, ObjectNode):
        return None
    value = variant.node.get("evidence_ids")
    if value is None:
        return insert_member(document, variant, "evidence_ids", list(ids), _after(campaign.variants[index]))
    if isinstance(value, MissingNode):
        return None
    return _appended(document, Located(value, variant.base), value, ids) if isinstance(value, ArrayNode) else None


def _appended(document: Document, array: Located, node: ArrayNode, ids: Sequence[str]) -> TextEdit:
    if not node.items and len(ids) > 1:
        return replace_value(document, array, list(ids))
    edits = [append_item(document, array, id_) for id_ in ids]
    # All of them go to one place, so they are one edit.
    return TextEdit(edits[0].start, edits[0].end, "".join(edit.new_text for edit in edits))


def _after(variant: Variant) -> str | None:
    """The key that a new `evidence_ids` stands behind."""
    return variant.body.key.value if variant.body.key is not None else None
