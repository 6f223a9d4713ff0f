"""What a hover says (contract, section 11, *Hover*): about grounded words, findings, cited evidence and whole variants.

Takes an analysis and an offset, gives sections of text. Nothing is checked again: it reads the report.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reachweaver.campaign import Campaign
from reachweaver.data import dataclass
from reachweaver.json_spans import Span, StringNode
from reachweaver.locate import span_of_variant
from reachweaver.preview import confidence_of
from reachweaver.report import Report, VariantReport
from reachweaver_lsp.analysis import Analysis
from reachweaver_lsp.descriptions import evidence_lines
from reachweaver_lsp.hover_findings import lines_about, receipt_lines
from reachweaver_lsp.markup import Line, Section, Words, line
from reachweaver_lsp.measures import lengths_in_words
from reachweaver_lsp.places import Place, entries_at, place_at
from reachweaver_lsp.wording import name_of, tally


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
    place = place_at(campaign, offset)
    if place is not None and place.array == "variants":
        parts = [*_cited(campaign, report, place), *_in_variant(campaign, report, place.index, offset)]
    else:
        entries = entries_at(campaign, None, report.findings, offset)
        parts = [(span, list(lines_about(campaign, None, entry))) for entry, span in entries]
        parts += _declared(campaign, report, place)
    if not parts:
        return None
    return Hover([section for _, section in parts], min((span for span, _ in parts), key=lambda s: s.end - s.start))


def _cited(campaign: Campaign, report: Report, place: Place) -> Iterator[Part]:
    """The evidence that an id in `evidence_ids` names."""
    node = place.located.node
    if len(place.steps) == 2 and place.steps[0] == "evidence_ids" and isinstance(node, StringNode):
        evidence = campaign.evidence_by_id.get(node.value)
        if evidence is not None:
            receipt = receipt_lines(report.receipts, node.value)
            yield place.located.span, [*evidence_lines(evidence), *receipt, _citing(report, node.value)]


def _declared(campaign: Campaign, report: Report, place: Place | None) -> Iterator[Part]:
    """What the receipt of an evidence item shows, anywhere in the item."""
    if place is not None and place.array == "evidence" and report.receipts:
        lines = list(receipt_lines(report.receipts, campaign.evidence[place.index].id))
        if lines:
            yield place.located.span, lines


def _citing(report: Report, evidence_id: str) -> Line:
    citing = [variant for variant in report.variants if evidence_id in variant.cited_evidence]
    return line(f"Cited by {', '.join(name_of(variant.variant_id, 'variant', variant.index) for variant in citing)}.")


def _in_variant(campaign: Campaign, report: Report, index: int, offset: int) -> Iterator[Part]:
    variant = report.variants[index]
    key = span_of_variant(campaign, variant.index)
    if campaign.variants[variant.index].body.key is not None and key.start <= offset < key.end:
        yield key, list(_numbers(campaign, variant))
    for entry, span in entries_at(campaign, variant.index, (*variant.findings, *variant.grounded), offset):
        yield span, list(lines_about(campaign, variant.index, entry, report.receipts))


def _numbers(campaign: Campaign, variant: VariantReport) -> Iterator[Line]:
    """A variant in numbers: findings, lengths, confidence."""
    name = Words(name_of(variant.variant_id, "variant", variant.index), bold=True)
    yield line(name, f" for {variant.platform}: " if variant.platform else ": ", tally(variant))
    lengths = lengths_in_words(campaign.variants[variant.index])
    yield line(
        *([f"{lengths} "] if lengths else []), "Confidence: ", Words(confidence_of(variant.findings), bold=True), "."
    )
