"""Renames an id of evidence wherever it is declared and cited (contract, section 11, *Also*).

Takes a campaign and an offset, gives edits of the document, written in the file's own style of escapes.
"""

from __future__ import annotations

from collections.abc import Iterator

from reachweaver.campaign import Campaign
from reachweaver.json_spans import StringNode, TextEdit, replace_in_string
from reachweaver.values import quoted
from reachweaver_lsp.evidence_ids import EvidenceId, citations, declarations, id_at


class RenameError(ValueError):
    """The id cannot be renamed, or not so; the message says why, for people."""


def renamable_at(campaign: Campaign, offset: int) -> EvidenceId | None:
    """The id at an offset when it can be renamed: one whose string is complete."""
    found = id_at(campaign, offset)
    return found if found is not None and _is_complete(found) else None


def rename_at(campaign: Campaign, offset: int, new_id: str) -> tuple[TextEdit, ...]:
    """The edits that give the evidence at an offset another id, and all citations with it.

    Variants cite the first of several items under one id. A later one is renamed alone: that mends the duplicate.

    Raises:
        RenameError: There is no id at the offset, or the new one cannot be used.
    """
    found = renamable_at(campaign, offset)
    if found is None:
        raise RenameError("There is no evidence id here.")
    if new_id == found.value:
        return ()
    if not new_id.strip():
        raise RenameError("An evidence id cannot be empty.")
    is_declared = found.value in campaign.evidence_by_id
    if is_declared and new_id in campaign.evidence_by_id:
        raise RenameError(f"Another evidence item has the id {quoted(new_id)} already.")
    return tuple(_renamed(campaign, place, new_id) for place in _places_of(campaign, found) if _is_complete(place))


def _places_of(campaign: Campaign, found: EvidenceId) -> Iterator[EvidenceId]:
    """Every place that stands for the evidence item that one of them stands for."""
    declared = list(declarations(campaign, found.value))
    if found.is_declaration and declared[0].index != found.index:
        yield found
        return
    yield from declared[:1]
    yield from citations(campaign, found.value)


def _renamed(campaign: Campaign, place: EvidenceId, new_id: str) -> TextEdit:
    return replace_in_string(campaign.document, place.string, 0, len(place.value), new_id)


def _is_complete(place: EvidenceId) -> bool:
    return isinstance(place.string.node, StringNode) and place.string.node.closed
