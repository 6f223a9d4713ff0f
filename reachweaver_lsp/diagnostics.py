"""Findings as diagnostics (contract, section 11, *Diagnostics*): where they stand, how loud they are, what they point to.

Takes an analysis, gives a `Diagnosis`: the diagnostics to publish, and which finding each is about, for code actions.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import attrgetter

from lsprotocol import types

from reachweaver.campaign import Campaign
from reachweaver.config import Level
from reachweaver.fields import FileProblem
from reachweaver.json_spans import Document, ObjectNode, Span
from reachweaver.json_spans.lines import Encoding
from reachweaver.locate import spans_of
from reachweaver.report import Finding, VariantReport
from reachweaver.sequences import changed_places
from reachweaver_lsp import to_lsp
from reachweaver_lsp.analysis import Analysis
from reachweaver_lsp.faults import fault_messages
from reachweaver_lsp.related import RelatedPlaces
from reachweaver_lsp.rule_files import AnyRuleFile
from reachweaver_lsp.shown import AnchoredRange, Anchors, Owner, Shown
from reachweaver_lsp.starts import Starts

logger = logging.getLogger(__name__)

MOST_DIAGNOSTICS = 1000
"""Diagnostics of one document's findings beyond which the later ones in the text are left out."""


@dataclass(frozen=True, slots=True, eq=False)
class Diagnosis:
    """Everything that is shown for one version of a document."""

    analysis: Analysis
    shown: Sequence[Shown]
    groups: Mapping[int, _Group] = field(default_factory=dict)
    """What was made for each variant that has findings, by its index."""
    starts: Starts | None = None

    @property
    def is_complete(self) -> bool:
        """Whether no finding was left out."""
        return len(self.shown) < MOST_DIAGNOSTICS


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """The diagnostics of one variant."""

    report: VariantReport
    shown: Sequence[Shown]
    anchors: Anchors


def diagnose(analysis: Analysis, encoding: Encoding, former: Diagnosis | None = None) -> Diagnosis:
    """The diagnostics of a document.

    Args:
        analysis: The document, checked.
        encoding: In what units the client counts columns.
        former: What was shown for the version before; what has not changed since, but for its place, is taken over.
    """
    others = [*_faults(analysis, encoding), *_syntax_error(analysis, encoding), *_file_problems(analysis, encoding)]
    if analysis.checked is None:
        return Diagnosis(analysis, others)
    checked, unchanged = analysis.checked, _Unchanged(former, analysis)
    with_findings = unchanged.variants_with_findings(checked.report.variants)
    starts = Starts(analysis, checked.campaign, encoding, with_findings)
    diagnostician = _Diagnostician(analysis, checked.campaign, encoding, starts)
    file = [diagnostician.shown(None, finding, Anchors()) for finding in checked.report.findings]
    reports = [checked.report.variants[index] for index in with_findings]
    groups = _groups(diagnostician, reports, unchanged, MOST_DIAGNOSTICS - len(file))
    shown = _earliest(file, [group.shown for group in groups.values()])
    if len(shown) == MOST_DIAGNOSTICS and (former is None or len(former.shown) < MOST_DIAGNOSTICS):
        logger.info("%s: no more than %d findings are shown", analysis.document.uri, MOST_DIAGNOSTICS)
    return Diagnosis(analysis, [*others, *shown], groups, starts)


def diagnose_file(file: AnyRuleFile, encoding: Encoding) -> list[Shown]:
    """The diagnostics of a brand or opt-out file that no editor has open."""
    code = "invalid_optout" if file.is_optout else "invalid_brand"
    return [_file_problem(problem, code, file.lines, encoding) for problem in file.problems]


class _Diagnostician:
    """Makes the diagnostics of one campaign."""

    def __init__(self, analysis: Analysis, campaign: Campaign, encoding: Encoding, starts: Starts) -> None:
        self._analysis = analysis
        self._campaign = campaign
        self._encoding: Encoding = encoding
        self._related = RelatedPlaces(analysis, campaign)
        self.starts = starts

    def group(self, report: VariantReport) -> _Group:
        """The diagnostics of a variant."""
        anchors = Anchors()
        return _Group(report, [self.shown(report.index, finding, anchors) for finding in report.findings], anchors)

    def shown(self, index: int | None, finding: Finding, anchors: Anchors) -> Shown:
        """The diagnostic of a finding of the file (no index) or of a variant."""
        level: Level = "hint" if finding.reviewed else self._analysis.rules.levels[finding.severity]
        variant_id = self._campaign.variants[index].variant_id if index is not None else None
        spans = spans_of(self._campaign, index, finding)
        is_object = index is not None and self._campaign.variant_bases[index] > 0
        owner: Owner | None = ("variants", index) if index is not None and is_object else None
        return Shown(
            place=self._place(self._analysis.document.text, spans[0], owner, anchors),
            message=finding.message,
            severity=to_lsp.severity(level),
            code=finding.code,
            variant_id=variant_id,
            related=tuple(
                (place.uri, self._place(place.lines, place.span, place.owner or owner, anchors), place.message)
                for place in self._related.of(finding, spans)
            ),
            finding=finding,
            variant_index=index,
            anchors=anchors,
        )

    def _place(self, lines: to_lsp.Lines, span: Span, owner: Owner | None, anchors: Anchors) -> AnchoredRange:
        place = _place(lines, span, self._encoding)
        if owner is None or lines is not self._analysis.document.text:
            return place
        start = self.starts[owner]
        return place.counted_from(start, anchors.slot(owner, start))


class _Unchanged:
    """What an edit has left as it was shown, but for its place.

    A variant's diagnostics are taken over when its report is the same object and none of the items that they stand in or
    point to was edited.
    """

    def __init__(self, former: Diagnosis | None, analysis: Analysis) -> None:
        self._groups: Mapping[int, _Group] = {}
        """The former ones, by variant; none when rules, ids or the number of items are others, so that all are made anew."""
        self._changed: set[Owner] = set()
        """The items that were edited."""
        self._former = former
        before, now = former.analysis.checked if former is not None else None, analysis.checked
        if former is None or before is None or now is None or former.analysis.rules is not analysis.rules:
            return
        evidence = _changed_alone(before.campaign.evidence, now.campaign.evidence, attrgetter("id"))
        variants = _changed_alone(before.campaign.variants, now.campaign.variants, attrgetter("variant_id"))
        if evidence is not None and variants is not None:
            self._groups = former.groups
            self._changed.update(("evidence", index) for index in evidence)
            self._changed.update(("variants", index) for index in variants)

    def variants_with_findings(self, reports: Sequence[VariantReport]) -> list[int]:
        """The indexes of the variants that have findings, ascending; of those that are unchanged none is looked at."""
        before = self._former.analysis.checked if self._former is not None else None
        if before is None or self._former is None or not self._groups or not self._former.is_complete:
            return [report.index for report in reports if report.findings]
        changed = set(changed_places(before.report.variants, reports))
        return sorted(
            [
                *(index for index in self._groups if index not in changed),
                *(at for at in changed if reports[at].findings),
            ]
        )

    def starts_stay(self, starts: Starts) -> bool:
        """Whether what is taken over stands where it stood."""
        return self._former is not None and starts.stay_as(self._former.starts)

    def of(self, report: VariantReport) -> _Group | None:
        """The diagnostics of a variant; None when they have to be made anew."""
        group = self._groups.get(report.index)
        if group is None or group.report is not report or ("variants", report.index) not in group.anchors.owners:
            return None
        return group if self._changed.isdisjoint(group.anchors.owners) else None


def _changed_alone(
    before: Sequence[object], now: Sequence[object], id_of: Callable[[object], object]
) -> list[int] | None:
    """The indexes of the items that have changed; None when there are more or fewer, or one is called otherwise."""
    if len(before) != len(now):
        return None
    changed = list(changed_places(before, now))
    return changed if all(id_of(before[index]) == id_of(now[index]) for index in changed) else None


def _groups(
    diagnostician: _Diagnostician, reports: Sequence[VariantReport], unchanged: _Unchanged, most: int
) -> dict[int, _Group]:
    """The diagnostics of the variants that have findings, in the order of the text, until there are enough."""
    groups: dict[int, _Group] = {}
    stay = unchanged.starts_stay(diagnostician.starts)
    if not stay:
        diagnostician.starts.note()
    for report in reports:
        if most <= 0:
            break
        group = unchanged.of(report)
        if group is None:
            group = diagnostician.group(report)
        elif not stay:
            group.anchors.move(diagnostician.starts)
        groups[report.index] = group
        most -= len(group.shown)
    return groups


def _earliest(file: list[Shown], variants: list[Sequence[Shown]]) -> list[Shown]:
    """Those of the file and of the variants, or, when they are too many, the ones that stand first in the text."""
    shown = [*file, *chain.from_iterable(variants)]
    surplus = len(shown) - MOST_DIAGNOSTICS
    if surplus <= 0:
        return shown
    # All variants but the last had room, and stand before it.
    latest = sorted([*file, *(variants[-1] if variants else ())], key=lambda one: one.start)[-surplus:]
    left_out = {id(one) for one in latest}
    return [one for one in shown if id(one) not in left_out]


def _faults(analysis: Analysis, encoding: Encoding) -> Iterator[Shown]:
    """Checks that could not finish, on the first line."""
    if analysis.failures:
        place = _place(analysis.document.text, _visible(Span(0, 0), analysis.tree), encoding)
        for message in fault_messages(analysis.failures):
            yield _error("internal_error", message, place, types.DiagnosticSeverity.Warning)


def _syntax_error(analysis: Analysis, encoding: Encoding) -> Iterator[Shown]:
    """The first fault of the JSON; of a text that is JSON, that it is nothing that ReachWeaver reads."""
    document = analysis.document
    if document.is_open and not analysis.rules.settings.report_syntax_errors:
        return
    error, root = analysis.tree.first_error, analysis.tree.root
    if root is None:  # an empty document is no error yet
        return
    if error is not None:
        span, message = _visible(error.span, analysis.tree), f"{error.message}."
    elif not isinstance(root, ObjectNode) and analysis.kind is None:
        span, message = Span(root.start, root.end), "The top level must be an object: { … }."
    else:
        return
    yield _error("invalid_json", message, _place(document.text, span, encoding))


def _file_problems(analysis: Analysis, encoding: Encoding) -> Iterator[Shown]:
    """What is wrong with a brand or an opt-out list, its JSON aside."""
    error = analysis.tree.first_error
    for problem in analysis.problems:
        if error is None or (problem.span, problem.path) != (error.span, error.path):
            yield _file_problem(problem, f"invalid_{analysis.kind}", analysis.document.text, encoding)


def _file_problem(problem: FileProblem, code: str, lines: to_lsp.Lines, encoding: Encoding) -> Shown:
    severity = to_lsp.severity(problem.severity)
    return _error(code, problem.message, _place(lines, problem.span, encoding), severity)


def _error(
    code: str, message: str, place: AnchoredRange, severity: types.DiagnosticSeverity = types.DiagnosticSeverity.Error
) -> Shown:
    return Shown(place=place, message=message, severity=severity, code=code)


def _place(lines: to_lsp.Lines, span: Span, encoding: Encoding) -> AnchoredRange:
    return AnchoredRange(lines.position(span.start, encoding), lines.position(span.end, encoding))


def _visible(span: Span, tree: Document) -> Span:
    """The span, or, where it is empty, the character at it or, at a line's end, before it."""
    if span.start < span.end:
        return span
    at_line_end = tree.text[span.start : span.start + 1] in ("", "\n", "\r")
    return Span(max(span.start - 1, 0), span.start) if at_line_end else Span(span.start, span.start + 1)
