"""What an edit has changed in a campaign, as far as it can have changed what is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reachweaver.data import dataclass
from reachweaver.sequences import changed_places, common_ends
from reachweaver_lsp.analysis import Analysis
from reachweaver_lsp.shown import Array


@dataclass(frozen=True, slots=True)
class Changed:
    """What is another object than in the version before."""

    items: Mapping[Array, range]
    reports: Sequence[int]
    """The variants that have another report, by index."""


def changes_between(before: Analysis, now: Analysis) -> Changed | None:
    """What has changed; None when rules, ids or the number of items are others, so that all is to be shown anew."""
    if before.document is not now.document or before.rules is not now.rules:
        return None
    if before.checked is None or now.checked is None:
        return None
    former, campaign = before.checked.campaign, now.checked.campaign
    evidence = _between(former.evidence, campaign.evidence)
    variants = _between(former.variants, campaign.variants)
    if evidence is None or variants is None:
        return None
    for index in evidence:
        if former.evidence[index].id != campaign.evidence[index].id:
            return None
    for index in variants:
        if former.variants[index].variant_id != campaign.variants[index].variant_id:
            return None
    reports = changed_places(before.checked.report.variants, now.checked.report.variants)
    return Changed({"evidence": evidence, "variants": variants}, reports)


def _between(before: Sequence[object], now: Sequence[object]) -> range | None:
    """What lies between the ends that two sequences have in common; None when one has more items."""
    if len(before) != len(now):
        return None
    first, last = common_ends(before, now) if now is not before else (len(now), 0)
    return range(first, len(now) - last)
