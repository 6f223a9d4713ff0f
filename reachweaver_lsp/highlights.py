"""What belongs together: an evidence id, the places that cite it, and the words that it grounds.

Takes an analysis and an offset on one of them, gives all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from reachweaver.data import dataclass
from reachweaver.json_spans import Span
from reachweaver.locate import spans_of
from reachweaver.report import Grounded
from reachweaver_lsp.analysis import CheckedCampaign
from reachweaver_lsp.evidence_ids import citations, declarations, id_at
from reachweaver_lsp.places import entries_at, place_at


@dataclass(frozen=True, slots=True)
class Highlight:
    """A place to highlight, quotes left out."""

    span: Span
    kind: Literal["declaration", "citation", "claim"]


def highlights_at(checked: CheckedCampaign, offset: int) -> list[Highlight]:
    """Everything that shares evidence with what stands at an offset, in the order of the text; [] when nothing does."""
    found = {(one.span.start, one.span.end): one for one in _related(checked, _ids_at(checked, offset))}
    return [found[key] for key in sorted(found)]


def _ids_at(checked: CheckedCampaign, offset: int) -> Iterable[str]:
    """The evidence that is named, or that grounds the words, at an offset."""
    campaign = checked.campaign
    named = id_at(campaign, offset)
    if named is not None:
        return [named.value]
    place = place_at(campaign, offset)
    if place is None or place.array == "evidence":
        return []
    grounded = checked.report.variants[place.index].grounded
    entries = entries_at(campaign, place.index, grounded, offset)
    return dict.fromkeys(evidence_id for entry, _ in entries for evidence_id in entry.matched_evidence)


def _related(checked: CheckedCampaign, ids: Iterable[str]) -> Iterator[Highlight]:
    wanted = frozenset(ids)
    for evidence_id in wanted:
        yield from (Highlight(place.content, "declaration") for place in declarations(checked.campaign, evidence_id))
        yield from (Highlight(place.content, "citation") for place in citations(checked.campaign, evidence_id))
    for variant in checked.report.variants if wanted else ():
        for entry in variant.grounded:
            if not wanted.isdisjoint(entry.matched_evidence):
                yield from (Highlight(span, "claim") for span in _spans(checked, variant.index, entry))


def _spans(checked: CheckedCampaign, index: int, entry: Grounded) -> tuple[Span, ...]:
    return spans_of(checked.campaign, index, entry)
