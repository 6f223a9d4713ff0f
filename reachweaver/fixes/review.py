"""Marks a finding as reviewed: adds the entry that says a person has looked at it (contract, section 7)."""

from __future__ import annotations

from reachweaver.campaign import Campaign, variant_path
from reachweaver.fixes.model import Fix
from reachweaver.json_spans import ArrayNode, Located, ObjectNode, PlainValue, append_item, insert_member
from reachweaver.report import Finding


def review_fixes(campaign: Campaign, index: int, finding: Finding) -> tuple[Fix, ...]:
    """The fix that adds an entry for the finding to `reviewed`; none for an error, which cannot be reviewed away."""
    if finding.severity == "error" or finding.code == "stale_review":
        return ()
    document = campaign.document
    variant = document.locate(variant_path(index))
    if variant is None or not isinstance(variant.node, ObjectNode):
        return ()
    entry: dict[str, PlainValue] = {"code": finding.code}
    if finding.span is not None:
        entry["span"] = finding.span
    entry.update(note="", by="")
    value = variant.node.get("reviewed")
    if value is None:
        edit = insert_member(document, variant, "reviewed", [entry])
    elif isinstance(value, ArrayNode):
        edit = append_item(document, Located(value, variant.base), entry)
    else:
        return ()
    return (Fix("Mark as reviewed", (edit,)),)
