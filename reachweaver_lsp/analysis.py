"""One version of a document under one set of rules: what it is, what it says, and what the checks found.

Takes a document's tree and `Rules`, gives an `Analysis`. An analyzer keeps what the next version can use again, so that
an edit of one variant costs one variant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from reachweaver.brand import BRAND_KEYS, read_brand
from reachweaver.campaign import Campaign, Evidence, read_campaign
from reachweaver.claims import NOBODY, CheckCache, check_campaign
from reachweaver.codes import INTERNAL_ERROR
from reachweaver.data import dataclass
from reachweaver.excerpts import ExcerptCheck, KnownExcerpts, check_excerpts, has_receipts
from reachweaver.fields import FileProblem
from reachweaver.json_spans import Document, ObjectNode
from reachweaver.lengths import KnownLengths, check_lengths
from reachweaver.optout import read_optout
from reachweaver.report import Failure, Report
from reachweaver_lsp.documents import TextDocument
from reachweaver_lsp.workspace import Rules

_NOTHING_TO_CHECK = ExcerptCheck()

Kind = Literal["campaign", "brand", "optout"]
"""What a document holds."""


@dataclass(frozen=True, slots=True, eq=False)
class CheckedCampaign:
    """A campaign and what the checks found in it."""

    campaign: Campaign
    report: Report


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Analysis:
    """What is known about one version of a document."""

    document: TextDocument
    tree: Document
    rules: Rules
    kind: Kind | None
    """None for a text that is nothing yet: empty, or an empty object."""
    checked: CheckedCampaign | None = None
    """What it says and what was found in it, when it is a campaign."""
    problems: tuple[FileProblem, ...] = ()
    """What is wrong with it, when it is a brand or an opt-out list."""
    failures: tuple[Failure, ...] = ()
    """Checks that could not finish."""
    error: Exception | None = None
    """Why nothing at all could be checked."""

    @property
    def is_current(self) -> bool:
        """Whether the document has not changed since."""
        return self.tree is self.document.tree


class Analyzer:
    """Analyses one document, version after version."""

    def __init__(self, document: TextDocument) -> None:
        self._document = document
        self._campaign: Campaign | None = None
        self._cache = CheckCache()
        self._lengths = KnownLengths()
        self._excerpts = KnownExcerpts()
        self._evidence: Sequence[Evidence] = ()
        self._names_receipts = False
        """Whether any of that evidence names a receipt."""

    def analyze(self, rules: Rules, role: Kind | None = None, *, waits: bool = False) -> Analysis:
        """Analyse the document as it is now; a fault of ReachWeaver's own is part of the result.

        Args:
            rules: What holds for it.
            role: What other documents use it as; it decides where the text itself leaves it open.
            waits: Whether there is time to wait for the posting history; else it counts once it has been read.
        """
        tree = self._document.tree
        try:
            return self._analyze(tree, rules, role, waits=waits)
        except Exception as error:  # noqa: BLE001 (whoever asked for the analysis logs it)
            self._forget()
            failures = (Failure.of(INTERNAL_ERROR, "Checking", error),)
            return Analysis(document=self._document, tree=tree, rules=rules, kind=None, failures=failures, error=error)

    def follow(self, document: TextDocument) -> None:
        """Analyse this document from now on: the one from which the other was copied, or a copy of it."""
        self._document = document

    def _forget(self) -> None:
        """Begin anew: nobody knows in what state a fault has left things."""
        self._campaign = None
        self._cache = CheckCache()
        self._lengths = KnownLengths()
        self._excerpts = KnownExcerpts()

    def _analyze(self, tree: Document, rules: Rules, role: Kind | None, *, waits: bool) -> Analysis:
        kind = kind_of(tree, role)
        if kind == "campaign":
            return self._check(tree, rules, waits=waits)
        problems: tuple[FileProblem, ...] = ()
        if kind == "brand":
            problems = read_brand(tree).problems
        elif kind == "optout":
            problems = read_optout(tree).problems
        return Analysis(document=self._document, tree=tree, rules=rules, kind=kind, problems=problems)

    def _check(self, tree: Document, rules: Rules, *, waits: bool) -> Analysis:
        campaign = self._campaign = read_campaign(tree, self._campaign)
        more = check_lengths(campaign, self._lengths)
        history = rules.history.checker_for(campaign, waits=waits) if rules.history is not None else None
        if history is not None:
            more = more.joined(history.check(campaign).more)
        excerpts = self._check_excerpts(campaign, rules, waits=waits)
        more = more.joined(excerpts.more) if excerpts.receipts or excerpts.more.failures else more
        report = check_campaign(
            campaign,
            brand=rules.brand.content if rules.brand is not None else None,
            optout=rules.optout.content if rules.optout is not None else NOBODY,
            duplicate_threshold=rules.duplicate_threshold,
            more=more,
            cache=self._cache,
        )
        report = replace(report, receipts=excerpts.receipts) if excerpts.receipts else report
        checked = CheckedCampaign(campaign, report)
        return Analysis(
            document=self._document,
            tree=tree,
            rules=rules,
            kind="campaign",
            checked=checked,
            failures=report.failures,
        )

    def _check_excerpts(self, campaign: Campaign, rules: Rules, *, waits: bool) -> ExcerptCheck:
        if campaign.evidence is not self._evidence:
            self._evidence, self._names_receipts = campaign.evidence, has_receipts(campaign)
        if rules.receipts is None or not self._names_receipts:
            return _NOTHING_TO_CHECK
        return check_excerpts(campaign, rules.receipts.finder(waits=waits), self._excerpts)


def kind_of(tree: Document, role: Kind | None) -> Kind | None:
    """What a text is (contract, section 11, *Which files*): a campaign by its `variants`, a brand by its keys."""
    root = tree.root
    if root is None:
        return None
    if not isinstance(root, ObjectNode):
        return role
    if root.member("variants") is not None:
        return "campaign"
    if role is not None:
        return role
    if any(root.member(key) is not None for key in BRAND_KEYS):
        return "brand"
    # Whatever else was written is most likely a campaign with a slip in it, and saying nothing would hide that.
    return "campaign" if root.members else None
