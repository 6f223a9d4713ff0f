"""Quick fixes (contract, section 11, *Code actions*): a finding and its campaign in, edits of the file out.

No check runs again, and no fix writes an escape by itself: `json_spans` makes the edits.
"""

from __future__ import annotations

from reachweaver.brand import Brand
from reachweaver.campaign import Campaign
from reachweaver.fixes.citation import citation_fixes, misspelt_id_fixes
from reachweaver.fixes.insertion import fix_all, insertion_fixes
from reachweaver.fixes.model import Fix
from reachweaver.fixes.removal import hashtag_fixes, removal_fixes
from reachweaver.fixes.review import review_fixes
from reachweaver.report import Finding

__all__ = ["Fix", "fix_all", "fixes_for"]


def fixes_for(
    campaign: Campaign, variant_index: int | None, finding: Finding, *, brand: Brand | None = None
) -> tuple[Fix, ...]:
    """The fixes of one finding, the best first.

    After one is applied its finding is gone, or marked as reviewed, and no other has appeared. A finding that a person
    has reviewed needs none.

    Args:
        campaign: The campaign that was checked.
        variant_index: The variant that the finding stands in; None for a finding about the file, which has no fix.
        finding: A finding of the campaign's report.
        brand: The brand that it was checked with.
    """
    if variant_index is None or finding.reviewed:
        return ()
    where = (campaign, variant_index, finding)
    fixes: tuple[Fix, ...] = ()
    match finding.code:
        case "missing_disclosure" | "missing_cta":
            fixes = insertion_fixes(*where)
        case "unsupported_number" | "unsupported_release" | "needs_human_review":
            fixes = citation_fixes(*where)
        case "banned_phrase" | "optout_mention":
            fixes = removal_fixes(*where)
        case "too_many_hashtags":
            fixes = hashtag_fixes(*where, brand)
        case "invalid_campaign":
            fixes = misspelt_id_fixes(*where)
    return fixes + review_fixes(campaign, variant_index, finding)
