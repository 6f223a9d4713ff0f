"""Findings as diagnostics (contract, section 11, *Diagnostics*): where they stand, how loud they are, what they point to.

Takes an analysis, gives a `Diagnosis`: the diagnostics to publish, and which finding each is about, for code actions.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence, Set as AbstractSet
from dataclasses import field
from itertools import chain

from lsprotocol import types

from reachweaver.campaign import Campaign
from reachweaver.config import Level
from reachweaver.data import dataclass
from reachweaver.fields import FileProblem
from reachweaver.json_spans import Document, ObjectNode, Span
from reachweaver.json_spans.lines import Encoding
from reachweaver.locate import spans_of
from reachweaver.report import Finding, VariantReport
from reachweaver_lsp import to_lsp
from reachweaver_lsp.analysis import Analysis, CheckedCampaign
from reachweaver_lsp.changes import changes_between
from reachweaver_lsp.encoded import counted_from
from reachweaver_lsp.faults import fault_messages
from reachweaver_lsp.groups import Group, Groups
from reachweaver_lsp.related import FirstIndexes, RelatedPlaces
from reachweaver_lsp.rule_files import AnyRuleFile
from reachweaver_lsp.shown import AnchoredRange, Anchors, Owner, Shown, said
from reachweaver_lsp.starts import Starts

logger = logging.getLogger(__name__)

MOST_DIAGNOSTICS = 1000
"""Diagnostics of one document's findings beyond which the later ones in the text are left out."""


@dataclass(frozen=True, slots=True, eq=False)
class Diagnosis:
    """Everything that is shown for one version of a document, until the next one is made of it."""

    analysis: Analysis
    others: Sequence[Shown]
    """Of the text as such: faults, its JSON, a brand's or an opt-out list's problems."""
    file: Sequence[Shown] = ()
    """Of the campaign's findings those that belong to no variant."""
    groups: Groups = field(default_factory=Groups)
    """Of the variants' findings; taken over, and changed, by the diagnosis of the next version."""
    starts: Starts | None = None
    """Where those are counted from; goes on to the next version as well."""
    indexes: FirstIndexes = field(default_factory=FirstIndexes)
    """Where items are that others point to; the same."""

    @property
    def shown(self) -> list[Shown]:
        """The diagnostics, in the order in which they are published."""
        return [*self.others, *_earliest(self.file, [group.shown for group in self.groups.in_order()])]

    @property
    def said(self) -> Sequence[bytes]:
        """The same as JSON in UTF-8, in pieces between which commas go."""
        if len(self.file) + self.groups.count > MOST_DIAGNOSTICS:
            return [said(self.shown)]
        of_variants = self.groups.said()
        return [said([*self.others, *self.file]), *of_variants] if self.others or self.file else of_variants


def diagnose(analysis: Analysis, encoding: Encoding, former: Diagnosis | None = None) -> Diagnosis:
    """The diagnostics of a document.

    Args:
        analysis: The document, checked.
        encoding: In what units the client counts columns.
        former: What was shown for the version before; what has not changed since, but for its place, is taken over,
            so that `former` itself can be used no more.
    """
    others = _others(analysis, encoding)
    checked = analysis.checked
    if checked is None:
        return Diagnosis(analysis, others)
    was_full = former is not None and len(former.others) + len(former.file) + former.groups.count >= MOST_DIAGNOSTICS
    taken = _taken_over(former, analysis, checked) or _nothing(analysis, checked, encoding)
    groups, starts, indexes, missing = taken
    diagnostician = _Diagnostician(analysis, checked.campaign, encoding, starts, indexes)
    file = [diagnostician.shown(None, finding, Anchors()) for finding in checked.report.findings]
    _make(groups, diagnostician, checked.report.variants, missing, MOST_DIAGNOSTICS - len(file))
    if len(file) + groups.count >= MOST_DIAGNOSTICS and not was_full:
        logger.info("%s: no more than %d findings are shown", analysis.document.uri, MOST_DIAGNOSTICS)
    return Diagnosis(analysis, others, file, groups, starts, indexes)


def diagnose_file(file: AnyRuleFile, encoding: Encoding) -> list[Shown]:
    """The diagnostics of a brand or opt-out file that no editor has open."""
    code = "invalid_optout" if file.is_optout else "invalid_brand"
    return [_file_problem(problem, code, file.lines, encoding) for problem in file.problems]


class _Diagnostician:
    """Makes the diagnostics of one campaign."""

    def __init__(
        self, analysis: Analysis, campaign: Campaign, encoding: Encoding, starts: Starts, indexes: FirstIndexes
    ) -> None:
        self._analysis = analysis
        self._campaign = campaign
        self._encoding: Encoding = encoding
        self._related = RelatedPlaces(analysis, campaign, indexes)
        self.starts = starts

    def group(self, report: VariantReport) -> Group:
        """The diagnostics of a variant."""
        anchors = Anchors()
        return Group(report.index, [self.shown(report.index, finding, anchors) for finding in report.findings], anchors)

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
        origin = self.starts.of(owner)
        start, end = counted_from(origin, place.start), counted_from(origin, place.end)
        return AnchoredRange(start, end, anchors.slot(owner, origin))


_Taken = tuple[Groups, Starts, FirstIndexes, AbstractSet[int]]
"""Groups that hold, where they are counted from, what they point to, and the variants whose groups are missing."""


def _nothing(analysis: Analysis, checked: CheckedCampaign, encoding: Encoding) -> _Taken:
    starts = Starts(analysis.document, encoding, checked.campaign)
    return Groups(starts.of), starts, FirstIndexes(), frozenset()


def _taken_over(former: Diagnosis | None, analysis: Analysis, checked: CheckedCampaign) -> _Taken | None:
    """What an edit has left of the version before, moved to where it is now; None when all is to be made anew."""
    if former is None or former.starts is None:
        return None
    changed = changes_between(former.analysis, analysis)
    if changed is None:
        return None
    groups, starts = former.groups, former.starts
    owners: list[Owner] = [(array, index) for array, indexes in changed.items.items() for index in indexes]
    missing = {*changed.items["variants"], *changed.reports, *groups.resting_on(owners)}
    for index in missing:
        groups.drop(index)
    if moved := starts.follow(checked.campaign, changed.items):
        groups.move(moved)
    return groups, starts, former.indexes, missing


def _make(
    groups: Groups,
    diagnostician: _Diagnostician,
    reports: Sequence[VariantReport],
    missing: AbstractSet[int],
    most: int,
) -> None:
    """Make the groups of the variants that have findings and none yet, in the order of the text, until there are enough.

    Where that is known to come out as before, only those of the variants that are `missing` are looked at.
    """
    for index in missing:
        if groups.has_room_for(index) and reports[index].findings:
            groups.put(diagnostician.group(reports[index]))
    if groups.has_enough(most):
        return
    groups.begin_filling()
    left = most
    for report in reports:
        if not report.findings:
            continue
        if left <= 0:
            groups.drop(report.index)
            groups.is_complete = False
            continue
        group = groups.get(report.index)
        if group is None:
            group = diagnostician.group(report)
            groups.put(group)
        left -= len(group.shown)
    if left < 0 and most == MOST_DIAGNOSTICS:  # else the file's own findings may be the ones that are left out
        groups.cut(-left)
    groups.end_filling(most)


def _earliest(file: Sequence[Shown], variants: Sequence[Sequence[Shown]]) -> list[Shown]:
    """Those of the file and of the variants, or, when they are too many, the ones that stand first in the text."""
    shown = [*file, *chain.from_iterable(variants)]
    surplus = len(shown) - MOST_DIAGNOSTICS
    if surplus <= 0:
        return shown
    # All variants but the last had room, and stand before it.
    latest = sorted([*file, *(variants[-1] if variants else ())], key=lambda one: one.start)[-surplus:]
    left_out = {id(one) for one in latest}
    return [one for one in shown if id(one) not in left_out]


def _others(analysis: Analysis, encoding: Encoding) -> list[Shown]:
    """What is wrong with the text as such, or with the check itself."""
    if analysis.kind == "campaign" and not analysis.tree.problems and not analysis.failures:
        return []
    return [*_faults(analysis, encoding), *_syntax_error(analysis, encoding), *_file_problems(analysis, encoding)]


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
