"""Whether each text of a campaign fits its platform: gives the findings that `claims-check` leaves out.

Takes a campaign, gives what `check_campaign` is handed as `more`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from reachweaver.campaign import Campaign, Variant
from reachweaver.checks import too_long
from reachweaver.claims import MoreFindings
from reachweaver.report import Finding


@dataclass(slots=True, eq=False)
class KnownLengths:
    """What the last check of the same campaign found, kept so that an edit of one variant costs one variant."""

    variants: Sequence[Variant] = ()
    findings: Sequence[tuple[Finding, ...]] = ()
    """Of each variant, at the same index."""
    by_variant: Mapping[int, tuple[Finding, ...]] = field(default_factory=dict)
    """Those of the variants that have some, by index."""


def check_lengths(campaign: Campaign, known: KnownLengths | None = None) -> MoreFindings:
    """Every text that is too long, by variant; a fault in counting is a failure in the result.

    Args:
        campaign: The campaign; variants for an unknown platform are left alone.
        known: Kept from check to check by the caller.
    """
    return MoreFindings.of(too_long.CODE, lambda: _check_all(campaign, KnownLengths() if known is None else known))


_CODES = frozenset({too_long.CODE})


def _check_all(campaign: Campaign, known: KnownLengths) -> MoreFindings:
    variants = campaign.variants
    first, last = campaign.shared_ends(known.variants)
    between = [_check(variant) for variant in variants[first : len(variants) - last]]
    known.findings = (*known.findings[:first], *between, *known.findings[len(known.variants) - last :])
    stay_in_place = len(variants) == len(known.variants)
    if not stay_in_place or any(between) or not known.by_variant.keys().isdisjoint(range(first, first + len(between))):
        known.by_variant = {index: findings for index, findings in enumerate(known.findings) if findings}
    known.variants = variants
    return MoreFindings(codes=_CODES, by_variant=known.by_variant)


def _check(variant: Variant) -> tuple[Finding, ...]:
    texts = measured_texts(variant)
    return tuple(finding for text in texts for finding in too_long.check(variant.platform, text))


def measured_texts(variant: Variant) -> Iterator[too_long.Text]:
    """The texts of a variant that its platform limits, each by itself, in order."""
    for part in variant.body.parts:
        kind = part.kind
        if kind != "slide":
            yield too_long.Text(kind, part.number, part.node.value, part.start)
