"""Whether the excerpts of a campaign's evidence stand in the receipts that were stored beside it (contract, section 8).

Takes a campaign and what its receipts were found to be, gives what `check_campaign` is handed as `more`, and a report on
each receipt. Offline: nobody but a person's own command opens a source, and reading the files is the caller's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from typing import TYPE_CHECKING, Final, TypeAlias

from reachweaver.campaign import MAX_EXCERPT, Campaign, Evidence
from reachweaver.claims import NOTHING_MORE, MoreFindings
from reachweaver.data import dataclass
from reachweaver.grounding import failure_of
from reachweaver.json_spans import Path, pointer
from reachweaver.report import Finding, ReceiptReport
from reachweaver.values import quoted

if TYPE_CHECKING:
    from reachweaver.lookup.stored import SignedPage

NOT_IN_SOURCE: Final = "excerpt_not_in_source"
UNUSABLE: Final = "unusable_receipt"

StoredPage: TypeAlias = "SignedPage | str"
"""The page that a receipt is of; of one that shows nothing, a sentence that says why."""
PageFinder: TypeAlias = Callable[[str], "StoredPage | None"]
"""Given a receipt as the campaign names it: what it is; None while that is not known yet."""


@dataclass(slots=True, eq=False)
class KnownExcerpts:
    """What the last check of the same campaign found, kept so that an edit costs only the excerpts that it changes."""

    by_evidence: dict[Evidence, tuple[StoredPage, ReceiptReport]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExcerptCheck:
    """What was found."""

    more: MoreFindings = NOTHING_MORE
    receipts: tuple[ReceiptReport, ...] = ()
    """In the order of the evidence."""


def has_receipts(campaign: Campaign) -> bool:
    """Whether any evidence of a campaign names a receipt."""
    return any(item.receipt is not None for item in campaign.evidence)


def check_excerpts(campaign: Campaign, find_page: PageFinder, known: KnownExcerpts | None = None) -> ExcerptCheck:
    """What each receipt of a campaign shows; evidence without a receipt is left alone.

    Args:
        campaign: The campaign, valid or not.
        find_page: What a receipt is.
        known: Kept from check to check by the caller.
    """
    try:
        return _check(campaign, find_page, KnownExcerpts() if known is None else known)
    except Exception as error:  # noqa: BLE001 (a fault in one check must not hide what the others find)
        return ExcerptCheck(more=MoreFindings(failures=(failure_of(NOT_IN_SOURCE, "The campaign", error),)))


def report_on(item: Evidence, page: StoredPage) -> ReceiptReport:
    """What a receipt shows about the excerpt of its evidence."""
    name = item.receipt or ""
    if isinstance(page, str):
        return ReceiptReport(evidence_id=item.id, receipt=name, excerpt="unusable", why_unusable=page)
    if item.source_url is not None and not page.is_of(item.source_url):
        other = f"It is the receipt of another page, {quoted(page.url, _LONGEST_URL)}."
        return ReceiptReport(evidence_id=item.id, receipt=name, excerpt="unusable", why_unusable=other)
    place = page.passages.find(item.excerpt) if item.excerpt else None
    return ReceiptReport(
        evidence_id=item.id,
        receipt=name,
        excerpt="no_excerpt" if not item.excerpt else "not_in_source" if place is None else "in_source",
        url=page.url,
        taken=page.taken,
        key_id=page.key_id,
        unchecked=page.unchecked,
    )


def nearest_passage(item: Evidence, page: SignedPage) -> str | None:
    """The block that has most of the words of an item's excerpt, else of its claim; None when none has enough of them."""
    from reachweaver.lookup.ranking import rank

    for words in (item.excerpt or "", item.claim or ""):
        for ranked in rank(words, page.passages.texts):
            text = page.passages.texts[ranked.index]
            if len(text) <= MAX_EXCERPT and page.passages.find(text) is not None:
                return text
    return None


_LONGEST_URL: Final = 200
"""Code points of another page's address that are shown."""


def _check(campaign: Campaign, find_page: PageFinder, known: KnownExcerpts) -> ExcerptCheck:
    before, known.by_evidence = known.by_evidence, {}
    findings: list[Finding] = []
    for index, item in enumerate(campaign.evidence):
        if item.receipt is None:
            continue
        former = before.get(item)
        # What is not known yet is what it was until now.
        page = find_page(item.receipt) or (former[0] if former is not None else None)
        if page is None:
            continue
        report = former[1] if former is not None and former[0] is page else report_on(item, page)
        known.by_evidence[item] = (page, report)
        findings += _findings(report, ("evidence", index))
    receipts = tuple(report for _, report in known.by_evidence.values())
    return ExcerptCheck(more=MoreFindings(of_file=tuple(findings)), receipts=receipts)


def _findings(report: ReceiptReport, item: Path) -> Iterator[Finding]:
    subject = f"Evidence {quoted(report.evidence_id)}" if report.evidence_id else "Evidence"
    if report.excerpt == "unusable":
        message = (
            f"{subject}: the receipt {quoted(report.receipt)} shows nothing. {report.why_unusable} Look the source up"
            ' again, or take "receipt" out.'
        )
        yield Finding(code=UNUSABLE, severity="warning", message=message, path=pointer((*item, "receipt")))
    elif report.excerpt == "not_in_source":
        message = (
            f"{subject}: the excerpt does not stand word for word on the page as it was read on {report.taken}"
            f" ({report.receipt}). Quote the page's own words, or look the source up again."
        )
        yield Finding(code=NOT_IN_SOURCE, severity="warning", message=message, path=pointer((*item, "excerpt")))
