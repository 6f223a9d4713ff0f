"""What a hover says (contract, section 11, *Hover*): about grounded words, findings, cited evidence and whole variants.

Takes an analysis and an offset, gives sections of text. Nothing is checked again: it reads the report.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from reachweaver.campaign import Campaign, Evidence
from reachweaver.codes import BY_CODE
from reachweaver.json_spans import Located, Span, StringNode
from reachweaver.locate import span_of_variant, spans_of
from reachweaver.passages import passages_of
from reachweaver.report import Finding, Grounded, Report, VariantReport
from reachweaver.text.prose import Prose
from reachweaver.values import absolute_url
from reachweaver_lsp.analysis import Analysis
from reachweaver_lsp.markup import Line, Section, Words, line


@dataclass(frozen=True, slots=True)
class Hover:
    """What is said about a place, and how far the place reaches."""

    sections: Sequence[Section]
    span: Span
    """Code points of the document."""


Part = tuple[Span, Section]


def hover_at(analysis: Analysis, offset: int) -> Hover | None:
    """What there is to say about the character at an offset; None when there is nothing."""
    if analysis.checked is None:
        return None
    campaign, report = analysis.checked.campaign, analysis.checked.report
    path = campaign.document.path_at(offset)
    match [located.step for located in path[1:]]:
        case ["variants", int(index), *rest]:
            parts = [*_cited(campaign, report, path, rest), *_in_variant(campaign, report.variants[index], offset)]
        case _:
            parts = list(_entries(campaign, None, report.findings, offset))
    if not parts:
        return None
    return Hover([section for _, section in parts], min((span for span, _ in parts), key=lambda s: s.end - s.start))


def _cited(campaign: Campaign, report: Report, path: Sequence[Located], steps: Sequence[object]) -> Iterator[Part]:
    """The evidence that an id in `evidence_ids` names."""
    node = path[-1].node
    if len(steps) == 2 and steps[0] == "evidence_ids" and isinstance(node, StringNode):
        evidence = campaign.evidence_by_id.get(node.value)
        if evidence is not None:
            yield path[-1].span, _evidence_section(evidence, report)


def _in_variant(campaign: Campaign, variant: VariantReport, offset: int) -> Iterator[Part]:
    key = span_of_variant(campaign, variant.index)
    if campaign.variants[variant.index].body.key is not None and _holds(key, offset):
        yield key, [_counts(variant)]
    yield from _entries(campaign, variant.index, variant.findings, offset)
    yield from _entries(campaign, variant.index, variant.grounded, offset)


def _entries(
    campaign: Campaign, index: int | None, entries: Iterable[Finding | Grounded], offset: int
) -> Iterator[Part]:
    """What there is to say about those entries of a report that stand at an offset."""
    body = Prose(campaign.variants[index].body.text) if index is not None else Prose("")
    for entry in entries:
        span = next((span for span in spans_of(campaign, index, entry) if _holds(span, offset)), None)
        if span is not None:
            lines = _finding(entry) if isinstance(entry, Finding) else [_grounded(entry)]
            yield span, [*lines, *_sources(campaign, entry, body)]


def _holds(span: Span, offset: int) -> bool:
    return span.start <= offset < span.end


def _grounded(entry: Grounded) -> Line:
    kind = entry.type.replace("_", " ")
    return line(Words(entry.span, bold=True), f" ({kind}) stands in evidence that this variant cites.")


def _finding(finding: Finding) -> list[Line]:
    lines = [line(finding.message)]
    code = BY_CODE.get(finding.code)
    if finding.reviewed:
        lines.append(line("A person has reviewed this."))
    elif code is not None:
        lines.append(line(code.remedy, " ", Words(finding.code, link=code.help_uri)))
    return lines


def _sources(campaign: Campaign, entry: Finding | Grounded, body: Prose) -> Iterator[Line]:
    """The evidence that an entry rests on, or that a finding could rest on if it were cited."""
    note = " (not cited)" if isinstance(entry, Finding) else ""
    for evidence_id in entry.matched_evidence:
        evidence = campaign.evidence_by_id.get(evidence_id)
        if evidence is not None:
            yield line(Words(evidence_id, bold=True), f"{note}: ", _source(evidence))
            for passage in passages_of(evidence, entry, body):
                words = (Words(piece.text, bold=piece.counts) for piece in passage)
                yield line("“", *words, "”", kind="quotation")


def _evidence_section(evidence: Evidence, report: Report) -> list[Line]:
    kind = f" ({evidence.kind})" if evidence.kind else ""
    lines = [line(Words(evidence.id or "", bold=True), f"{kind}: ", _source(evidence))]
    lines += [line(text, kind="quotation") for text in evidence.texts]
    citing = [
        variant.variant_id or f"number {variant.index + 1}"
        for variant in report.variants
        if evidence.id in variant.cited_evidence
    ]
    return [*lines, line(f"Cited by {', '.join(citing)}.")]


def _source(evidence: Evidence) -> Words:
    """The address of the source: a link if it is an address."""
    url = evidence.source_url or "no source"
    return Words(url, link=url if absolute_url(url) is None else None)


def _counts(variant: VariantReport) -> Line:
    """A variant in numbers."""
    counts = Counter("reviewed" if finding.reviewed else finding.severity for finding in variant.findings)
    texts = [
        _counted(counts["error"], "error"),
        f"{counts['review']} to review",
        _counted(counts["warning"], "warning"),
        *([f"{counts['reviewed']} reviewed"] if counts["reviewed"] else []),
        f"{len(variant.grounded)} grounded",
    ]
    name = Words(variant.variant_id or f"Variant {variant.index + 1}", bold=True)
    return line(name, f" for {variant.platform}: " if variant.platform else ": ", ", ".join(texts))


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
