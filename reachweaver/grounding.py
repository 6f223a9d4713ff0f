"""Runs the registered checks on variants, and knows when a former result still holds.

Takes a campaign and the rules, gives what the checks yield for each variant. A check that raises is recorded and the
others still run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from operator import attrgetter
from typing import TypeVar

from reachweaver.brand import AppliedRules, Brand
from reachweaver.campaign import Campaign, Evidence, Variant
from reachweaver.checks import CHECKS
from reachweaver.checks.context import CheckContext, EvidencePool, EvidenceText
from reachweaver.data import dataclass
from reachweaver.optout import OptOut
from reachweaver.report import Failure, Finding, Grounded
from reachweaver.sequences import PersistentList, common_ends
from reachweaver.text.prose import Prose

Reported = TypeVar("Reported", Finding, Grounded)

raise_check_errors = False
"""Whether an exception inside a check is raised instead of recorded; the project's own tests switch it on."""

_START = attrgetter("start")
_RESTS_ON_EVIDENCE = frozenset({"unsupported_number", "needs_human_review", "unsupported_release"})
"""Findings whose words depend on evidence that the variant does not cite."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """What the verdict on a variant depends on beside the variant itself."""

    evidence: EvidencePool
    """The first item of each id, in the order of declaration."""
    brand: Brand | None
    optout: OptOut
    cta_url: str | None
    """The campaign's."""

    def has_rules(self, brand: Brand | None, optout: OptOut, cta_url: str | None) -> bool:
        """Whether everything but the evidence is this."""
        return (self.brand, self.optout, self.cta_url) == (brand, optout, cta_url)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Outcome:
    """What the checks found in one variant, and what else that depends on."""

    body: Prose
    cited: tuple[EvidenceText, ...]
    findings: tuple[Finding, ...]
    grounded: tuple[Grounded, ...]
    failures: tuple[Failure, ...]

    @property
    def rests_on_uncited(self) -> bool:
        """Whether evidence that the variant does not cite has a say in it."""
        return bool(self.failures) or any(finding.code in _RESTS_ON_EVIDENCE for finding in self.findings)


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """What the checks found in all variants of a campaign, in their order.

    `bodies` and `failures` repeat what the outcomes hold, so that an edit in a large campaign need not walk all of them.
    """

    each: PersistentList[Outcome] = field(default_factory=PersistentList)
    bodies: PersistentList[Prose] = field(default_factory=PersistentList)
    failures: tuple[Failure, ...] = ()


class Grounder:
    """Checks the variants of one campaign after each edit, and only those whose verdict the edit may have changed."""

    def __init__(self) -> None:
        self._declared: Mapping[str, Evidence] = {}
        self._evidence: dict[Evidence, EvidenceText] = {}
        self._environment: Environment | None = None
        self._rules: dict[str | None, AppliedRules] = {}
        self._variants: Sequence[Variant] = ()
        self._outcomes = Outcomes()

    def check(self, campaign: Campaign, brand: Brand | None, optout: OptOut) -> Outcomes:
        """One outcome for each variant; the same objects as before where nothing has changed."""
        environment, evidence = self._environment, self._pool_of(campaign)
        if environment is None or not environment.has_rules(brand, optout, campaign.cta_url):
            self._rules, self._variants, self._outcomes = {}, (), Outcomes()
            environment = Environment(evidence=evidence, brand=brand, optout=optout, cta_url=campaign.cta_url)
        elif environment.evidence is not evidence:
            environment = replace(environment, evidence=evidence)
            self._keep_what_holds(environment)
        self._outcomes = self._updated(campaign, environment)
        self._variants, self._environment = campaign.variants, environment
        return self._outcomes

    def _keep_what_holds(self, environment: Environment) -> None:
        """Forget the outcomes that rest on evidence which has changed."""
        still = [
            (variant, outcome)
            for variant, outcome in zip(self._variants, self._outcomes.each, strict=True)
            if _still_holds(outcome, variant, environment)
        ]
        self._variants = [variant for variant, _ in still]
        # No outcome with a failure holds still.
        outcomes = [outcome for _, outcome in still]
        self._outcomes = Outcomes(PersistentList(outcomes), PersistentList([outcome.body for outcome in outcomes]))

    def _updated(self, campaign: Campaign, environment: Environment) -> Outcomes:
        """The outcomes of the campaign's variants, those that are known taken over."""
        variants, before = campaign.variants, self._outcomes
        index = variants.only_change(self._variants)
        if index is not None and not before.failures:
            outcome = self._check(variants[index], environment)
            bodies = before.bodies.replaced(index, outcome.body)
            return Outcomes(before.each.replaced(index, outcome), bodies, outcome.failures)
        first, last = common_ends(self._variants, variants)
        end = len(self._variants) - last
        known = dict(zip(self._variants[first:end], before.each[first:end], strict=True))
        between = [
            known.get(variant) or self._check(variant, environment)
            for variant in variants[first : len(variants) - last]
        ]
        each = before.each.spliced(first, end, between)
        bodies = before.bodies.spliced(first, end, [outcome.body for outcome in between])
        may_have_failed = each if before.failures else between
        return Outcomes(each, bodies, tuple(failure for outcome in may_have_failed for failure in outcome.failures))

    def _check(self, variant: Variant, environment: Environment) -> Outcome:
        context = context_of(variant, environment, self._rules_for(variant.account_id, environment.brand))
        if not variant.body.exists:
            return Outcome(body=context.body, cited=context.cited, findings=(), grounded=(), failures=())
        return _run(variant, context)

    def _pool_of(self, campaign: Campaign) -> EvidencePool:
        """The campaign's evidence; the same object as before when it is the same evidence."""
        if self._environment is not None and campaign.evidence_by_id is self._declared:
            return self._environment.evidence
        known, self._declared = self._evidence, campaign.evidence_by_id
        items = self._declared.values()
        self._evidence = {item: known.get(item) or evidence_text(item) for item in items}
        texts = tuple(self._evidence.values())
        if self._environment is not None and texts == self._environment.evidence.items:
            return self._environment.evidence
        return EvidencePool(texts)

    def _rules_for(self, account_id: str | None, brand: Brand | None) -> AppliedRules:
        if brand is None:
            return AppliedRules()
        if account_id not in self._rules:
            self._rules[account_id] = brand.rules_for(account_id)
        return self._rules[account_id]


def failure_of(code: str, about: str, error: Exception) -> Failure:
    """What is recorded of a fault in a check; the fault is raised again where `raise_check_errors` asks for it."""
    if raise_check_errors:
        raise error
    return Failure.of(code, about, error)


def evidence_text(evidence: Evidence) -> EvidenceText:
    """An evidence item as text to match against."""
    return EvidenceText(evidence.id or "", evidence.texts, is_release=is_release(evidence))


def is_release(evidence: Evidence) -> bool:
    """Whether the item is of kind `release`, or its URL has a path segment `releases` (contract, section 6)."""
    if evidence.kind == "release":
        return True
    path = (evidence.source_url or "").partition("://")[2].partition("?")[0].partition("#")[0]
    return "releases" in path.lower().split("/")[1:]


def context_of(variant: Variant, environment: Environment, rules: AppliedRules) -> CheckContext:
    """The variant as checks see it."""
    return CheckContext(
        body=Prose(variant.body.text),
        part_starts=tuple(map(_START, variant.body.parts[1:])),
        cited=environment.evidence.with_ids(variant.evidence_ids),
        declared=environment.evidence,
        rules=rules,
        optout=environment.optout,
        cta_url=variant.cta_url if variant.replaces_cta_url else environment.cta_url,
        cta_phrase=variant.cta_phrase,
    )


def _still_holds(outcome: Outcome, variant: Variant, environment: Environment) -> bool:
    if outcome.rests_on_uncited:
        return False
    return outcome.cited == environment.evidence.with_ids(variant.evidence_ids)


def _run(variant: Variant, context: CheckContext) -> Outcome:
    findings: list[Finding] = []
    grounded: list[Grounded] = []
    failures: list[Failure] = []
    for code, check in CHECKS:
        try:
            for found in check(context):
                if isinstance(found, Finding):
                    findings.append(found)
                else:
                    grounded.append(found)
        except Exception as error:  # noqa: BLE001 (a fault in one check must not hide what the others find)
            failures.append(failure_of(code, variant.name, error))
    context.body.forget_words()
    return Outcome(
        body=context.body,
        cited=context.cited,
        findings=_in_order(findings),
        grounded=_in_order(grounded),
        failures=tuple(failures),
    )


def _in_order(items: Sequence[Reported]) -> tuple[Reported, ...]:
    return tuple(sorted(dict.fromkeys(items), key=lambda item: item.sort_key()) if len(items) > 1 else items)
