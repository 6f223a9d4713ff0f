"""Findings as diagnostics (contract, section 11, *Diagnostics*): where they stand, how loud they are, what they point to.

Takes an analysis, gives a `Diagnosis`: the diagnostics to publish, and which finding each is about, for code actions.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from lsprotocol import types

from reachweaver.codes import HELP_BASE
from reachweaver.config import Level
from reachweaver.fields import FileProblem
from reachweaver.json_spans import Document, ObjectNode, Span
from reachweaver.json_spans.lines import Encoding
from reachweaver.locate import spans_of
from reachweaver.report import Finding, Report, VariantReport
from reachweaver_lsp import to_lsp
from reachweaver_lsp.analysis import Analysis, CheckedCampaign
from reachweaver_lsp.faults import fault_messages
from reachweaver_lsp.related import RelatedPlaces
from reachweaver_lsp.rule_files import AnyRuleFile

logger = logging.getLogger(__name__)

SOURCE = "reachweaver"
MOST_DIAGNOSTICS = 1000
"""Diagnostics of one document's findings beyond which the later ones in the text are left out."""


@dataclass(slots=True, eq=False)
class Shown:
    """A diagnostic, and the finding that it shows."""

    diagnostic: types.Diagnostic
    finding: Finding | None = None
    """None for what is wrong with a text as JSON, or with a brand or opt-out file."""
    variant_index: int | None = None
    """The variant that the finding stands in; None for one about the file."""
    lines: frozenset[int] = frozenset()
    """The lines of its own document at whose characters it begins or ends, or points to."""
    sent_as: str | None = None
    """The diagnostic as JSON, once it was sent: most do not change from one version to the next."""


@dataclass(frozen=True, slots=True, eq=False)
class Diagnosis:
    """Everything that is shown for one version of a document."""

    analysis: Analysis
    shown: Sequence[Shown]
    by_variant: Mapping[int, Sequence[Shown]] = field(default_factory=dict)
    """What was made for each variant, by its index."""


def diagnose(analysis: Analysis, encoding: Encoding, former: Diagnosis | None = None) -> Diagnosis:
    """The diagnostics of a document.

    Args:
        analysis: The document, checked.
        encoding: In what units the client counts columns.
        former: What was shown for the version before; what has not changed since is taken over.
    """
    others = [*_faults(analysis, encoding), *_syntax_error(analysis, encoding), *_file_problems(analysis, encoding)]
    if analysis.checked is None:
        return Diagnosis(analysis, others)
    diagnostician = _Diagnostician(analysis, analysis.checked, encoding)
    file = [diagnostician.shown(None, finding) for finding in analysis.checked.report.findings]
    variants = dict(
        _variants(diagnostician, analysis.checked.report, _Unchanged(former, analysis), MOST_DIAGNOSTICS - len(file))
    )
    findings = _earliest([*file, *chain.from_iterable(variants.values())], analysis)
    return Diagnosis(analysis, [*others, *findings], variants)


def diagnose_file(file: AnyRuleFile, encoding: Encoding) -> list[Shown]:
    """The diagnostics of a brand or opt-out file that no editor has open."""
    code = "invalid_optout" if file.is_optout else "invalid_brand"
    return [_file_problem(problem, code, file.lines, encoding) for problem in file.problems]


class _Diagnostician:
    """Makes the diagnostics of one campaign."""

    def __init__(self, analysis: Analysis, checked: CheckedCampaign, encoding: Encoding) -> None:
        self._analysis = analysis
        self._campaign = checked.campaign
        self._encoding: Encoding = encoding
        self._related = RelatedPlaces(analysis, checked.campaign)

    def shown(self, index: int | None, finding: Finding) -> Shown:
        """The diagnostic of a finding of the file (no index) or of a variant."""
        level: Level = "hint" if finding.reviewed else self._analysis.rules.levels[finding.severity]
        variant_id = self._campaign.variants[index].variant_id if index is not None else None
        spans = spans_of(self._campaign, index, finding)
        diagnostic = types.Diagnostic(
            range=to_lsp.range_(self._analysis.document.text, spans[0], self._encoding),
            message=finding.message,
            severity=to_lsp.severity(level),
            code=finding.code,
            code_description=_description(finding.code),
            source=SOURCE,
            related_information=self._places(finding, spans) or None,
            data=_data(finding.code, variant_id, finding.start, finding.end),
        )
        return Shown(diagnostic, finding, index, _lines(diagnostic, self._analysis.document.uri))

    def _places(self, finding: Finding, spans: tuple[Span, ...]) -> list[types.DiagnosticRelatedInformation]:
        return [
            to_lsp.related(place.uri, to_lsp.range_(place.lines, place.span, self._encoding), place.message)
            for place in self._related.of(finding, spans)
        ]


def _lines(diagnostic: types.Diagnostic, uri: str) -> frozenset[int]:
    places = (place.location for place in diagnostic.related_information or ())
    ranges = [diagnostic.range, *(place.range for place in places if place.uri == uri)]
    return frozenset(line for one in ranges for line in (one.start.line, one.end.line))


class _Unchanged:
    """What an edit inside one line leaves as it was shown: whatever was found again and touches another line."""

    def __init__(self, former: Diagnosis | None, analysis: Analysis) -> None:
        self._former = former if former is not None and _differ_in_text_alone(former.analysis, analysis) else None
        tree = former.analysis.tree if former is not None else None
        self._line = analysis.document.line_edited_since(tree) if tree is not None else None

    def of(self, variant: VariantReport) -> Sequence[Shown] | None:
        """The diagnostics of a variant; None when they have to be made anew."""
        if self._former is None or self._former.analysis.checked is None or self._line is None:
            return None
        former = self._former.analysis.checked.report.variants
        shown = self._former.by_variant.get(variant.index)
        if shown is None or variant.index >= len(former) or former[variant.index] is not variant:
            return None
        return None if any(self._line in one.lines for one in shown) else shown


def _differ_in_text_alone(former: Analysis, analysis: Analysis) -> bool:
    """Whether rules and evidence are the same, and every variant has its id, so that findings point to what they did."""
    if former.checked is None or analysis.checked is None or former.rules is not analysis.rules:
        return False
    before, now = former.checked.campaign, analysis.checked.campaign
    ids_before = [variant.variant_id for variant in before.variants]
    return before.evidence == now.evidence and ids_before == [variant.variant_id for variant in now.variants]


def _variants(
    diagnostician: _Diagnostician, report: Report, unchanged: _Unchanged, most: int
) -> Iterator[tuple[int, Sequence[Shown]]]:
    """The diagnostics of the variants, in the order of the text, until there are enough."""
    for variant in report.variants:
        if most <= 0:
            return
        shown = unchanged.of(variant)
        if shown is None:
            shown = [diagnostician.shown(variant.index, finding) for finding in variant.findings]
        most -= len(shown)
        yield variant.index, shown


def _earliest(shown: list[Shown], analysis: Analysis) -> list[Shown]:
    """All of them, or, when there are too many, those that stand first in the text."""
    if len(shown) < MOST_DIAGNOSTICS:
        return shown
    logger.info("%s: no more than %d findings are shown", analysis.document.uri, MOST_DIAGNOSTICS)
    last = sorted(map(_place, shown))[MOST_DIAGNOSTICS - 1]
    return [one for one in shown if _place(one) <= last][:MOST_DIAGNOSTICS]


def _place(shown: Shown) -> tuple[int, int]:
    start = shown.diagnostic.range.start
    return start.line, start.character


def _faults(analysis: Analysis, encoding: Encoding) -> Iterator[Shown]:
    """Checks that could not finish, on the first line."""
    place = to_lsp.range_(analysis.document.text, _visible(Span(0, 0), analysis.tree), encoding)
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
    yield _error("invalid_json", message, to_lsp.range_(document.text, span, encoding))


def _file_problems(analysis: Analysis, encoding: Encoding) -> Iterator[Shown]:
    """What is wrong with a brand or an opt-out list, its JSON aside."""
    error = analysis.tree.first_error
    for problem in analysis.problems:
        if error is None or (problem.span, problem.path) != (error.span, error.path):
            yield _file_problem(problem, f"invalid_{analysis.kind}", analysis.document.text, encoding)


def _file_problem(problem: FileProblem, code: str, lines: to_lsp.Lines, encoding: Encoding) -> Shown:
    severity = to_lsp.severity(problem.severity)
    return _error(code, problem.message, to_lsp.range_(lines, problem.span, encoding), severity)


def _error(
    code: str,
    message: str,
    place: types.Range,
    severity: types.DiagnosticSeverity = types.DiagnosticSeverity.Error,
) -> Shown:
    diagnostic = types.Diagnostic(
        range=place,
        message=message,
        severity=severity,
        code=code,
        code_description=_description(code),
        source=SOURCE,
        data=_data(code),
    )
    return Shown(diagnostic)


def _description(code: str) -> types.CodeDescription:
    return types.CodeDescription(f"{HELP_BASE}{code}.md")


def _data(
    code: str, variant_id: str | None = None, start: int | None = None, end: int | None = None
) -> dict[str, str | int | None]:
    return {"variant_id": variant_id, "code": code, "start": start, "end": end}


def _visible(span: Span, tree: Document) -> Span:
    """The span, or, where it is empty, the character at it or, at a line's end, before it."""
    if span.start < span.end:
        return span
    at_line_end = tree.text[span.start : span.start + 1] in ("", "\n", "\r")
    return Span(max(span.start - 1, 0), span.start) if at_line_end else Span(span.start, span.start + 1)
