"""Whether each text of a campaign fits its platform: gives the findings that `claims-check` leaves out.

Takes a campaign, gives what `check_campaign` is handed as `more`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from reachweaver.campaign import Campaign, Variant
from reachweaver.checks import too_long
from reachweaver.claims import MoreFindings
from reachweaver.report import Finding
from reachweaver.sequences import common_ends

_NOTHING_TOO_LONG = MoreFindings(codes=frozenset({too_long.CODE}))


@dataclass(slots=True, eq=False)
class KnownLengths:
    """What the last check of the same campaign found, kept so that an edit of one variant costs one variant."""

    variants: Sequence[Variant] = ()
    more: MoreFindings = _NOTHING_TOO_LONG


def check_lengths(campaign: Campaign, known: KnownLengths | None = None) -> MoreFindings:
    """Every text that is too long, by variant; a fault in counting is a failure in the result.

    Args:
        campaign: The campaign; variants for an unknown platform are left alone.
        known: Kept from check to check by the caller.
    """
    try:
        return _check_all(campaign, KnownLengths() if known is None else known)
    except Exception as error:  # noqa: BLE001 (a fault in one check must not hide what the others find)
        return MoreFindings.of_failed(too_long.CODE, error)


def _check_all(campaign: Campaign, known: KnownLengths) -> MoreFindings:
    variants, before = campaign.variants, known.variants
    first, last = common_ends(before, variants)
    end, former_end = len(variants) - last, len(before) - last
    between: dict[int, Sequence[Finding]] = {}
    for index in range(first, end):
        variant = variants[index]
        if findings := too_long.check(variant.platform, variant.body.text, measured_texts(variant)):
            between[index] = findings
    if known.more.by_variant or between:
        known.more = _with(between, known.more, range(first, former_end), end - former_end)
    known.variants = variants
    return known.more


def _with(between: Mapping[int, Sequence[Finding]], former: MoreFindings, changed: range, shift: int) -> MoreFindings:
    """The former findings, with those of the changed variants in place of their former ones; the others behind move."""
    if not between and not shift and former.by_variant.keys().isdisjoint(changed):
        return former
    found = dict(between)
    for index, findings in former.by_variant.items():
        if index not in changed:
            found[index if index < changed.start else index + shift] = findings
    return replace(_NOTHING_TOO_LONG, by_variant=found)


def measured_texts(variant: Variant) -> Iterator[too_long.Text]:
    """The texts of a variant that its platform limits, each by itself, in order."""
    for part in variant.body.parts:
        kind = part.kind
        if kind != "slide":
            yield too_long.Text(kind, part.number, part.node.value, part.start)
