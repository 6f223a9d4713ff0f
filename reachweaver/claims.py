"""Claim grounding: checks every variant of a campaign against the evidence that the campaign itself declares.

Takes a campaign that was read, a brand and an opt-out list; gives a `Report`. Lexical and offline: no file, clock,
locale, environment or network is looked at.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Set as AbstractSet
from dataclasses import field
from operator import attrgetter

from reachweaver.brand import Brand
from reachweaver.campaign import Campaign, Variant, read_campaign, variant_path
from reachweaver.checks.near_duplicate import DuplicateIndex, duplicate_finding
from reachweaver.data import dataclass
from reachweaver.fields import Breach
from reachweaver.grounding import Grounder, Outcome, failure_of
from reachweaver.json_spans import Path, pointer, read
from reachweaver.optout import OptOut
from reachweaver.report import Failure, Finding, JsonValue, Report, VariantReport
from reachweaver.reviewed import with_reviews
from reachweaver.sequences import PersistentList, changed_places
from reachweaver.text.prose import Prose
from reachweaver.text.shingles import jaccard
from reachweaver.values import quoted, suggestion

__all__ = [
    "DEFAULT_DUPLICATE_THRESHOLD",
    "NOBODY",
    "NOTHING_MORE",
    "CheckCache",
    "MoreFindings",
    "Validation",
    "check_campaign",
    "jaccard",
    "validate_campaign",
]

DEFAULT_DUPLICATE_THRESHOLD = 0.6
"""Similarity at or above which two variants are near-duplicates (specification, check 4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoreFindings:
    """Findings of checks that are not the engine's own (history, lengths), to be reported with them."""

    codes: frozenset[str] = frozenset()
    """The codes whose checks ran: a `reviewed` entry that names another one of theirs is left alone."""
    by_variant: Mapping[int, Sequence[Finding]] = field(default_factory=dict)
    """The findings, by the variant's index."""
    of_file: tuple[Finding, ...] = ()
    """Findings about the file that belong to no variant."""
    failures: tuple[Failure, ...] = ()
    """Checks that could not finish."""

    def joined(self, other: MoreFindings) -> MoreFindings:
        """Both sets of findings; a variant's own come first."""
        indexes = self.by_variant.keys() | other.by_variant.keys()
        found = {index: (*self.by_variant.get(index, ()), *other.by_variant.get(index, ())) for index in indexes}
        failures = (*self.failures, *other.failures)
        of_file = (*self.of_file, *other.of_file)
        return MoreFindings(codes=self.codes | other.codes, by_variant=found, of_file=of_file, failures=failures)

    @staticmethod
    def of_failed(code: str, error: Exception) -> MoreFindings:
        """What is left of a further check that has raised: that failure, under the check's code, and no findings."""
        return MoreFindings(failures=(failure_of(code, "The campaign", error),))


NOTHING_MORE = MoreFindings()
NOBODY = OptOut()
"""An opt-out list without entries."""


class CheckCache:
    """What earlier checks of one campaign left behind, so that an edit of one variant costs one variant.

    Handed to every check of the same file; the reports are those of a check without it.
    """

    def __init__(self) -> None:
        self.grounder = Grounder()
        self.duplicates: DuplicateIndex | None = None
        self.reports = _Reports()
        self.accounts = _Accounts()


def check_campaign(
    campaign: Campaign,
    *,
    brand: Brand | None = None,
    optout: OptOut = NOBODY,
    duplicate_threshold: float = DEFAULT_DUPLICATE_THRESHOLD,
    more: MoreFindings = NOTHING_MORE,
    cache: CheckCache | None = None,
) -> Report:
    """Every finding and grounded entry of a campaign, in report order.

    Args:
        campaign: The campaign, valid or not: what can be checked is checked.
        brand: The brand whose rules hold; None for no brand rules.
        optout: Handles and domains that must not be mentioned.
        duplicate_threshold: From 0 to 1; two variants at least this similar are near-duplicates.
        more: Findings of other checks, to be ordered and reviewed together with these.
        cache: What earlier checks of the same campaign left behind.
    """
    cache = cache or CheckCache()
    outcomes = cache.grounder.check(campaign, brand, optout)
    try:
        duplicates = _near_duplicates(campaign, outcomes.bodies, duplicate_threshold, cache)
    except Exception as error:  # noqa: BLE001 (a fault in one check must not hide what the others find)
        duplicates = MoreFindings.of_failed("near_duplicate", error)
    not_run = (_LEFT_TO_OTHERS - more.codes).union(map(_CODE, duplicates.failures))
    on_unapproved = cache.accounts.unapproved(campaign, brand)
    further = _further_findings(campaign, brand, on_unapproved, duplicates, more)
    return Report(
        campaign_id=campaign.campaign_id,
        duplicate_threshold=duplicate_threshold,
        variants=cache.reports.update(campaign.variants, outcomes.each, further, not_run),
        findings=(*map(_contract_finding, campaign.breaches), *more.of_file),
        failures=(*outcomes.failures, *duplicates.failures, *more.failures),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Validation:
    """What stands in a campaign's way, and what a person should look at."""

    errors: tuple[Finding, ...]
    """Blocking: a variant with one of these cannot be staged or exported."""
    warnings: tuple[Finding, ...]
    """Findings of severity review and warning that nobody has reviewed yet."""
    report: Report

    @property
    def is_valid(self) -> bool:
        """Whether nothing blocks."""
        return not self.errors


def validate_campaign(
    campaign: str | Mapping[str, JsonValue] | Campaign, *, brand: Brand | None = None, optout: OptOut = NOBODY
) -> Validation:
    """Check a campaign and sort its findings into blocking errors and warnings; the specification names this function.

    Args:
        campaign: The file's text, its JSON value, or the campaign that was read from it.
        brand: The brand whose rules hold; None for no brand rules.
        optout: Handles and domains that must not be mentioned.
    """
    if not isinstance(campaign, Campaign):
        text = campaign if isinstance(campaign, str) else json.dumps(campaign)
        campaign = read_campaign(read(text))
    report = check_campaign(campaign, brand=brand, optout=optout)
    found = [*_syntax_findings(campaign), *report.all_findings()]
    return Validation(
        errors=tuple(finding for finding in found if finding.severity == "error"),
        warnings=tuple(finding for finding in found if finding.severity != "error" and not finding.reviewed),
        report=report,
    )


_LEFT_TO_OTHERS = frozenset({"too_long", "history_near_duplicate", "history_frequency", "missing_on_landing"})
"""Codes of checks that run elsewhere, and only in some commands."""


def _near_duplicates(campaign: Campaign, bodies: Sequence[Prose], threshold: float, cache: CheckCache) -> MoreFindings:
    """The warnings about similar pairs, on the later variant."""
    found: dict[int, list[Finding]] = {}
    # While it is updated it is nobody's: an index that a fault left half made is not used again.
    index, cache.duplicates = cache.duplicates or DuplicateIndex(), None
    for later, earlier, score in index.update(bodies, threshold):
        other_id = campaign.variants[earlier].variant_id
        found.setdefault(later, []).append(duplicate_finding(other_id, earlier, score, threshold))
    cache.duplicates = index
    return MoreFindings(by_variant=found) if found else NOTHING_MORE


class _Reports:
    """The reports of a campaign's variants, each made anew only when something that it is made from has changed."""

    def __init__(self) -> None:
        self._outcomes: Sequence[Outcome] = ()
        self._further: _Further = {}
        self._not_run: frozenset[str] = frozenset()
        self._reports: PersistentList[VariantReport] = PersistentList()

    def update(
        self, variants: Sequence[Variant], outcomes: Sequence[Outcome], further: _Further, not_run: frozenset[str]
    ) -> PersistentList[VariantReport]:
        """The reports, in order; an outcome that is the same object is that of the same variant."""
        if not_run != self._not_run:
            self._outcomes = ()
        changed = {*changed_places(self._outcomes, outcomes)}
        if further or self._further:
            concerned = [index for index in further.keys() | self._further.keys() if index < len(outcomes)]
            changed.update([index for index in concerned if further.get(index) != self._further.get(index)])
        made = {
            index: _variant_report(variants[index], index, outcomes[index], further.get(index, ()), not_run)
            for index in sorted(changed)
        }
        self._outcomes, self._further, self._not_run = outcomes, further, not_run
        self._reports = self._reports.with_items(made, len(outcomes))
        return self._reports


def _variant_report(
    variant: Variant, index: int, outcome: Outcome, further: tuple[Finding, ...], not_run: frozenset[str]
) -> VariantReport:
    if outcome.failures:
        not_run = not_run.union(failure.code for failure in outcome.failures)
    found: Sequence[Finding] = outcome.findings
    if further or variant.reviewed:
        reviewed = with_reviews(index, variant, (*found, *further), not_run)
        found = sorted(dict.fromkeys(reviewed), key=Finding.sort_key)
    return VariantReport(
        index=index,
        variant_id=variant.variant_id,
        platform=variant.platform,
        cited_evidence=_cited(variant, outcome),
        findings=tuple(found),
        grounded=outcome.grounded,
    )


def _cited(variant: Variant, outcome: Outcome) -> tuple[str, ...]:
    """The declared evidence that the variant cites: ids in the variant's order, each once."""
    declared = frozenset(map(_ID, outcome.cited))
    return tuple(dict.fromkeys(filter(declared.__contains__, variant.evidence_ids)))


_ID, _CODE = attrgetter("id"), attrgetter("code")


_Further = Mapping[int, tuple[Finding, ...]]
"""Findings beyond a variant's own checks, by index, where there are any."""


def _further_findings(
    campaign: Campaign,
    brand: Brand | None,
    on_unapproved: AbstractSet[int],
    duplicates: MoreFindings,
    more: MoreFindings,
) -> _Further:
    breaking = campaign.variant_breaches.keys() | on_unapproved
    if not (breaking or duplicates.by_variant or more.by_variant):
        return {}
    contract = {index: _contract_findings(campaign, index, campaign.variants[index], brand) for index in breaking}
    found: dict[int, tuple[Finding, ...]] = {}
    for source in (contract, duplicates.by_variant, more.by_variant):
        for index, findings in source.items():
            found[index] = (*found[index], *findings) if index in found else tuple(findings)
    return found


class _Accounts:
    """Which variants of a campaign are for an account that the brand does not approve, found again as far as is called for."""

    def __init__(self) -> None:
        self._variants: Sequence[Variant] = ()
        self._brand: Brand | None = None
        self._found: AbstractSet[int] = frozenset()

    def unapproved(self, campaign: Campaign, brand: Brand | None) -> AbstractSet[int]:
        """The indexes of those variants."""
        variants = campaign.variants
        if brand is not self._brand or not _have_the_same_accounts(self._variants, variants):
            self._found = frozenset() if brand is None else _unapproved(variants, brand)
        self._variants, self._brand = variants, brand
        return self._found


def _unapproved(variants: Sequence[Variant], brand: Brand) -> AbstractSet[int]:
    accounts = {variant.account_id for variant in variants}
    refused = {account for account in accounts if account is not None and not brand.approves(account)}
    return {index for index, variant in enumerate(variants) if variant.account_id in refused}


def _have_the_same_accounts(before: Sequence[Variant], now: Sequence[Variant]) -> bool:
    if len(before) != len(now):
        return False
    return all(before[index].account_id == now[index].account_id for index in changed_places(before, now))


def _contract_findings(campaign: Campaign, index: int, variant: Variant, brand: Brand | None) -> tuple[Finding, ...]:
    breaches = campaign.variant_breaches.get(index, ())
    if variant.account_id is not None and brand is not None and not brand.approves(variant.account_id):
        message = (
            f"{variant.name}: the brand does not approve the account {quoted(variant.account_id)}."
            f"{suggestion(variant.account_id, brand.accounts)}"
        )
        breaches = (*breaches, Breach(("account_id",), message))
    return tuple(_contract_finding(breach, variant_path(index)) for breach in breaches)


def _contract_finding(breach: Breach, prefix: Path = ()) -> Finding:
    path = pointer((*prefix, *breach.path))
    return Finding(code="invalid_campaign", severity="error", message=breach.message, path=path)


def _syntax_findings(campaign: Campaign) -> tuple[Finding, ...]:
    error = campaign.document.first_error
    if error is None:
        return ()
    return (Finding(code="invalid_json", severity="error", message=f"{error.message}.", path=pointer(error.path)),)
