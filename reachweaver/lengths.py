"""Whether each text of a campaign fits its platform: gives the findings that `claims-check` leaves out.

Takes a campaign, gives what `check_campaign` is handed as `more`.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping

from reachweaver.campaign import Campaign, Variant
from reachweaver.checks import too_long
from reachweaver.claims import MoreFindings
from reachweaver.report import Finding

KnownLengths = MutableMapping[Variant, tuple[Finding, ...]]
"""What earlier checks of the same campaign found, by variant."""


def check_lengths(campaign: Campaign, known: KnownLengths | None = None) -> MoreFindings:
    """Every text that is too long, by variant.

    Args:
        campaign: The campaign; variants for an unknown platform are left alone.
        known: Kept from check to check by the caller, so that an edit of one variant costs one variant.
    """
    known = {} if known is None else known
    found = {variant: known[variant] if variant in known else _check(variant) for variant in campaign.variants}
    known.clear()
    known.update(found)
    by_variant = {index: found[variant] for index, variant in enumerate(campaign.variants) if found[variant]}
    return MoreFindings(codes=frozenset({too_long.CODE}), by_variant=by_variant)


def _check(variant: Variant) -> tuple[Finding, ...]:
    texts = measured_texts(variant)
    return tuple(finding for text in texts for finding in too_long.check(variant.platform, text))


def measured_texts(variant: Variant) -> Iterator[too_long.Text]:
    """The texts of a variant that its platform limits, each by itself, in order."""
    for part in variant.body.parts:
        match part.path:
            case ("text",):
                yield too_long.Text("text", 1, part.node.value, part.start)
            case ("caption",):
                yield too_long.Text("caption", 1, part.node.value, part.start)
            case ("parts", int(index)):
                yield too_long.Text("part", index + 1, part.node.value, part.start)
