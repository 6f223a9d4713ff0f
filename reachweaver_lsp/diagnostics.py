"""Findings as diagnostics (contract, section 11, *Diagnostics*): where they stand, how loud they are, what they point to.

Takes an analysis, gives a `Diagnosis`: the diagnostics to publish, and which finding each is about, for code actions.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lsprotocol import types

from reachweaver.codes import HELP_BASE
from reachweaver.config import Level
from reachweaver.fields import FileProblem
from reachweaver.json_spans import Document, ObjectNode, Span
from reachweaver.json_spans.lines import Encoding
from reachweaver.locate import spans_of
from reachweaver.report import Finding
from reachweaver_lsp import to_lsp
from reachweaver_lsp.analysis import Analysis, CheckedCampaign
from reachweaver_lsp.related import RelatedPlaces
from reachweaver_lsp.rule_files import AnyRuleFile

logger = logging.getLogger(__name__)

SOURCE = "reachweaver"
MOST_DIAGNOSTICS = 1000
"""Diagnostics of one document's findings beyond which the later ones in the text are left out."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A finding and the diagnostic that shows it."""

    variant_index: int | None
    """The variant that the finding stands in; None for one about the file."""
    finding: Finding
    diagnostic: types.Diagnostic


@dataclass(frozen=True, slots=True, eq=False)
class Diagnosis:
    """Everything that is shown for one version of a document."""

    diagnostics: Sequence[types.Diagnostic]
    findings: Sequence[Shown] = ()
    """Those of the diagnostics that are about a campaign's findings."""


def diagnose(analysis: Analysis, encoding: Encoding) -> Diagnosis:
    """The diagnostics of a document."""
    others = [*_syntax_error(analysis, encoding), *_file_problems(analysis, encoding)]
    findings = _Diagnostician(analysis, analysis.checked, encoding).findings() if analysis.checked is not None else []
    return Diagnosis([*others, *(shown.diagnostic for shown in findings)], findings)


def diagnose_file(file: AnyRuleFile, encoding: Encoding) -> list[types.Diagnostic]:
    """The diagnostics of a brand or opt-out file that no editor has open."""
    code = "invalid_optout" if file.is_optout else "invalid_brand"
    return [_file_problem(problem, code, file.lines, encoding) for problem in file.problems]


class _Diagnostician:
    """Makes the diagnostics of one campaign."""

    def __init__(self, analysis: Analysis, checked: CheckedCampaign, encoding: Encoding) -> None:
        self._analysis = analysis
        self._campaign, self._report = checked.campaign, checked.report
        self._encoding: Encoding = encoding
        self._related = RelatedPlaces(analysis, checked.campaign)

    def findings(self) -> list[Shown]:
        """One diagnostic for each finding in report order, as long as there are not too many."""
        located = list(self._located())
        if len(located) > MOST_DIAGNOSTICS:
            logger.info(
                "%s: %d findings; the first %d are shown", self._analysis.document.uri, len(located), MOST_DIAGNOSTICS
            )
            last = sorted(spans[0].start for _, _, spans in located)[MOST_DIAGNOSTICS - 1]
            located = [one for one in located if one[2][0].start <= last][:MOST_DIAGNOSTICS]
        return [Shown(index, finding, self._diagnostic(index, finding, spans)) for index, finding, spans in located]

    def _located(self) -> Iterator[tuple[int | None, Finding, tuple[Span, ...]]]:
        for finding in self._report.findings:
            yield None, finding, spans_of(self._campaign, None, finding)
        for variant in self._report.variants:
            for finding in variant.findings:
                yield variant.index, finding, spans_of(self._campaign, variant.index, finding)

    def _diagnostic(self, index: int | None, finding: Finding, spans: tuple[Span, ...]) -> types.Diagnostic:
        analysis, encoding = self._analysis, self._encoding
        level: Level = "hint" if finding.reviewed else analysis.rules.levels[finding.severity]
        places = self._related.of(finding, spans)
        return types.Diagnostic(
            range=to_lsp.range_(analysis.document.text, spans[0], encoding),
            message=finding.message,
            severity=to_lsp.severity(level),
            code=finding.code,
            code_description=_description(finding.code),
            source=SOURCE,
            related_information=[
                to_lsp.related(place.uri, to_lsp.range_(place.lines, place.span, encoding), place.message)
                for place in places
            ]
            or None,
            data=_data(
                finding.code,
                variant_id=self._campaign.variants[index].variant_id if index is not None else None,
                start=finding.start,
                end=finding.end,
            ),
        )


def _syntax_error(analysis: Analysis, encoding: Encoding) -> Iterator[types.Diagnostic]:
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


def _file_problems(analysis: Analysis, encoding: Encoding) -> Iterator[types.Diagnostic]:
    """What is wrong with a brand or an opt-out list, its JSON aside."""
    error = analysis.tree.first_error
    for problem in analysis.problems:
        if error is None or (problem.span, problem.path) != (error.span, error.path):
            yield _file_problem(problem, f"invalid_{analysis.kind}", analysis.document.text, encoding)


def _file_problem(problem: FileProblem, code: str, lines: to_lsp.Lines, encoding: Encoding) -> types.Diagnostic:
    severity = to_lsp.severity(problem.severity)
    return _error(code, problem.message, to_lsp.range_(lines, problem.span, encoding), severity)


def _error(
    code: str,
    message: str,
    place: types.Range,
    severity: types.DiagnosticSeverity = types.DiagnosticSeverity.Error,
) -> types.Diagnostic:
    return types.Diagnostic(
        range=place,
        message=message,
        severity=severity,
        code=code,
        code_description=_description(code),
        source=SOURCE,
        data=_data(code),
    )


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
