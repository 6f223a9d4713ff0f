"""What a hover says about one finding or grounded claim: what it is, what is missing, which evidence has it.

Takes an entry of a report and the campaign, gives lines of text. Nothing is checked again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from reachweaver.campaign import Campaign, Evidence, Variant
from reachweaver.codes import BY_CODE
from reachweaver.numbers import NumberType, read_numbers
from reachweaver.passages import passages_of
from reachweaver.report import Finding, Grounded, ReceiptReport
from reachweaver.text.prose import Prose
from reachweaver_lsp.descriptions import source_of
from reachweaver_lsp.markup import Line, Words, line
from reachweaver_lsp.wording import shortened

MOST_FIGURES = 6
"""Figures of the cited evidence that are shown beside one that it lacks."""
LONGEST_TEXT = 200
"""Code points of another variant's text that are shown."""


def lines_about(
    campaign: Campaign, index: int | None, entry: Finding | Grounded, receipts: Sequence[ReceiptReport] = ()
) -> Iterator[Line]:
    """Everything there is to say about an entry.

    Args:
        campaign: The campaign that was checked.
        index: The variant that the entry is about; None for a finding about the file.
        entry: The entry.
        receipts: What the report says of receipts.
    """
    body = Prose(campaign.variants[index].body.text) if index is not None else Prose("")
    if isinstance(entry, Finding):
        yield from _finding(campaign, index, entry, body)
    else:
        kind = entry.type.replace("_", " ")
        yield line(Words(entry.span, bold=True), f" ({kind}) stands in evidence that this variant cites.")
    yield from _sources(campaign, entry, body, receipts)


def receipt_lines(receipts: Sequence[ReceiptReport], evidence_id: str | None) -> Iterator[Line]:
    """What the receipt of an evidence item shows; nothing when it has none, or that is not known yet."""
    receipt = next((one for one in receipts if one.evidence_id == evidence_id), None)
    if receipt is not None:
        yield line(Words("Receipt", bold=True), ": ", receipt.in_words)


def _finding(campaign: Campaign, index: int | None, finding: Finding, body: Prose) -> Iterator[Line]:
    yield line(finding.message)
    if finding.missing_terms:
        yield line("Missing in the evidence cited: ", *_listed(finding.missing_terms), ".")
    if index is not None and finding.code == "unsupported_number" and not finding.matched_evidence:
        yield from _figures(campaign, campaign.variants[index], _type_of(finding, body))
    if finding.other_variant_id is not None:
        yield from _other_text(campaign, finding.other_variant_id)
    code = BY_CODE.get(finding.code)
    if finding.reviewed:
        yield line("A person has reviewed this.")
    elif code is not None:
        yield line(code.remedy, " ", Words(finding.code, link=code.help_uri))


def _figures(campaign: Campaign, variant: Variant, type_: NumberType | None) -> Iterator[Line]:
    """The figures of a kind that the cited evidence does have: the right one is often among them."""
    found = [
        (figure, evidence_id)
        for evidence_id in dict.fromkeys(variant.evidence_ids)
        if evidence_id in campaign.evidence_by_id
        for figure in _figures_in(campaign.evidence_by_id[evidence_id], type_)
    ]
    if found:
        shown: list[str | Words] = []
        for figure, evidence_id in found[:MOST_FIGURES]:
            shown += [", ", Words(figure, bold=True), f" in {evidence_id}"]
        end = ", …" if len(found) > MOST_FIGURES else "."
        yield line(f"The evidence cited has other {type_}s: ", *shown[1:], end)


def _type_of(finding: Finding, body: Prose) -> NumberType | None:
    """What kind of number a finding stands on."""
    for number in read_numbers(body):
        if body.span_of_plain(number.start, number.end)[1:] == (finding.start, finding.end):
            return number.type
    return None


def _figures_in(evidence: Evidence, type_: NumberType | None) -> Iterable[str]:
    """The figures of a kind in an evidence item, as written, each once."""
    return dict.fromkeys(
        text.span_of_plain(number.start, number.end)[0]
        for text in map(Prose, evidence.texts)
        for number in read_numbers(text)
        if number.type == type_
    )


def _other_text(campaign: Campaign, variant_id: str) -> Iterator[Line]:
    text = next((variant.body.text for variant in campaign.variants if variant.variant_id == variant_id), "")
    if text:
        yield line(Words(variant_id, bold=True), ":")
        yield line(shortened(text, LONGEST_TEXT), kind="quotation")


def _sources(
    campaign: Campaign, entry: Finding | Grounded, body: Prose, receipts: Sequence[ReceiptReport]
) -> Iterator[Line]:
    """The evidence that an entry rests on, or that a finding could rest on if it were cited."""
    note = " (not cited)" if isinstance(entry, Finding) else ""
    for evidence_id in entry.matched_evidence:
        evidence = campaign.evidence_by_id.get(evidence_id)
        if evidence is not None:
            yield line(Words(evidence_id, bold=True), f"{note}: ", source_of(evidence))
            for passage in passages_of(evidence, entry, body):
                words = (Words(piece.text, bold=piece.counts) for piece in passage)
                yield line("“", *words, "”", kind="quotation")
            yield from receipt_lines(receipts, evidence_id)


def _listed(terms: tuple[str, ...]) -> list[str | Words]:
    parts: list[str | Words] = []
    for number, term in enumerate(terms):
        if number:
            parts.append(" and " if number == len(terms) - 1 else ", ")
        parts.append(Words(term, bold=True))
    return parts
