"""Where in the campaign file a finding stands (contract, section 11, *Positions*).

Takes a campaign and a finding or grounded entry of its report, gives absolute spans: code points of the file, 0-based,
end exclusive. Nothing is found by searching for text.
"""

from __future__ import annotations

from reachweaver.campaign import Campaign
from reachweaver.json_spans import ObjectNode, Path, Span, parse_pointer
from reachweaver.report import Finding, Grounded


def spans_of(campaign: Campaign, variant_index: int | None, finding: Finding | Grounded) -> tuple[Span, ...]:
    """The source characters that a finding is about, at least one span, in the order of the body.

    A finding with offsets has one span for each JSON string that it touches: exactly the characters that spell it,
    escapes whole, quotes left out. A contract finding stands on the value at its path, quotes included, or on the
    first character of the object that lacks it. A finding about the whole variant stands on the body's key.

    Args:
        campaign: The campaign that was checked.
        variant_index: The variant that the finding stands in; None for a finding about the file.
        finding: What to locate.
    """
    if isinstance(finding, Finding) and finding.path is not None:
        return (span_of_path(campaign, parse_pointer(finding.path)),)
    if variant_index is None:
        return (span_of_path(campaign, ()),)
    if finding.start is not None and finding.end is not None:
        spans = campaign.variants[variant_index].body.source_spans(finding.start, finding.end)
        if spans:
            return tuple(_moved(span, campaign.variant_bases[variant_index]) for span in spans)
    return (span_of_variant(campaign, variant_index),)


def span_of_path(campaign: Campaign, path: Path) -> Span:
    """The value at a path; where that is not written, the first character of the innermost object that is."""
    located = campaign.document.locate(path)
    if located is not None and path:
        return located.span
    for length in range(len(path) - 1, -1, -1):
        located = campaign.document.locate(path[:length])
        if located is not None:
            break
    start = located.span.start if located is not None else 0
    return Span(start, min(start + 1, len(campaign.document.text)))


def span_of_variant(campaign: Campaign, index: int) -> Span:
    """What a finding about a whole variant stands on: the body's key; without one, the variant's first character."""
    variant, base = campaign.variants[index], campaign.variant_bases[index]
    key, node = variant.body.key, variant.node
    if key is not None:
        return _moved(Span(key.start, key.end), base)
    end = node.start + 1 if isinstance(node, ObjectNode) else node.end
    return _moved(Span(node.start, end), base)


def _moved(span: Span, base: int) -> Span:
    return Span(span.start + base, span.end + base)
