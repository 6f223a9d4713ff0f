"""Whether the landing page has what the posts say: every grounded span of a variant is looked for on the page.

Takes a campaign and the page's blocks of text, gives a report in the usual shape whose findings are those of this
question alone. The page is matched as evidence is, under the same folding and number rules (contract, section 6); spans
of features are left out, because they are the draft's own wording (specification, *Report shape*).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from reachweaver.brand import AppliedRules
from reachweaver.campaign import Campaign, Variant
from reachweaver.checks import needs_human_review, unsupported_number
from reachweaver.checks.context import Check, CheckContext, EvidencePool, EvidenceText
from reachweaver.claims import NOBODY, check_campaign
from reachweaver.report import Finding, Grounded, JsonValue, Report, VariantReport
from reachweaver.reviewed import with_reviews
from reachweaver.text.prose import Prose, fold_phrase
from reachweaver.values import quoted

CODE: Final = "missing_on_landing"


def check_landing(campaign: Campaign, blocks: Sequence[str], page_name: str) -> Report:
    """The report on one campaign and its landing page; its findings are warnings.

    Contract findings are in it, too, because what cannot be read cannot be looked for.

    Args:
        campaign: The campaign.
        blocks: The page's text; a phrase has to stand inside one of them.
        page_name: What the report calls the page.
    """
    page = _Page(page_name, tuple(blocks))
    claims = check_campaign(campaign)
    variants = tuple(map(_Look(page).report, campaign.variants, claims.variants))
    looked_for = sum(1 for variant in variants for _ in _sought(variant))
    missing = sum(1 for variant in variants for finding in variant.findings if finding.code == CODE)
    summary: dict[str, JsonValue] = {
        "page": page_name,
        "looked_for": looked_for,
        "found": looked_for - missing,
        "missing": missing,
    }
    return replace(claims, variants=variants, landing=summary)


_CHECKS: Final[tuple[Check, ...]] = (
    unsupported_number.check,
    *(check for category, check in needs_human_review.CATEGORIES if category != "feature"),
)
"""What finds the spans in a text, and tells whether the page has them when the page is all the evidence there is."""


class _Page(EvidenceText):
    """The page as evidence. Many variants look for the same phrases, so each is looked for once."""

    @cached_property
    def _known(self) -> dict[str, bool]:
        return {}

    def contains_phrase(self, folded: str) -> bool:
        if folded not in self._known:
            self._known[folded] = super().contains_phrase(folded)
        return self._known[folded]


class _Look:
    """Looks at one page for many variants."""

    def __init__(self, page: EvidenceText) -> None:
        self._page = page

    def report(self, variant: Variant, claims: VariantReport) -> VariantReport:
        on_page = frozenset(_key(entry) for entry in self._grounded(variant))
        missing = [_finding(entry) for entry in _sought(claims) if not self._has(entry, on_page)]
        # Entries about other checks' findings are no business of this report.
        others = {review.code for review in variant.reviewed if review.code != CODE}
        contract = [finding for finding in claims.findings if finding.code == "invalid_campaign"]
        found = [*contract, *with_reviews(claims.index, variant, missing, others)]
        return replace(claims, findings=tuple(sorted(dict.fromkeys(found), key=Finding.sort_key)))

    def _grounded(self, variant: Variant) -> Iterator[Grounded]:
        context = CheckContext(
            body=Prose(variant.body.text),
            part_starts=tuple(part.start for part in variant.body.parts[1:]),
            cited=(self._page,),
            declared=EvidencePool(),
            rules=AppliedRules(),
            optout=NOBODY,
        )
        for check in _CHECKS:
            yield from (found for found in check(context) if isinstance(found, Grounded))

    def _has(self, entry: Grounded, on_page: frozenset[tuple[str, int, int]]) -> bool:
        if entry.type == "release":
            # What makes evidence a release is its kind; a page has to have the words.
            return self._page.contains_phrase(fold_phrase(entry.span))
        return _key(entry) in on_page


def _sought(variant: VariantReport) -> Iterator[Grounded]:
    return (entry for entry in variant.grounded if entry.type != "feature")


def _key(entry: Grounded) -> tuple[str, int, int]:
    return (entry.type, entry.start, entry.end)


def _finding(entry: Grounded) -> Finding:
    return Finding(
        code=CODE,
        severity="warning",
        message=(
            f"{quoted(entry.span)} is not on the landing page, where readers will look for it. Put it there, or say"
            " here what the page says."
        ),
        span=entry.span,
        start=entry.start,
        end=entry.end,
        details={"type": entry.type},
    )
