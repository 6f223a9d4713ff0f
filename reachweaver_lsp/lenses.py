"""The lines above each variant of a campaign (contract, section 11, *Also*): its findings, and its preview.

Takes a checked campaign, gives lenses; spans are code points of the document.
"""

from __future__ import annotations

from collections.abc import Iterator

from reachweaver.data import dataclass
from reachweaver.json_spans import ObjectNode, Span
from reachweaver.report import Finding
from reachweaver.values import counted
from reachweaver_lsp.analysis import CheckedCampaign
from reachweaver_lsp.commands import PREVIEW
from reachweaver_lsp.wording import counts_of


@dataclass(frozen=True, slots=True)
class Lens:
    """One entry in the line above a variant."""

    span: Span
    title: str
    command: str
    """"" when it only says something."""
    arguments: tuple[str | int, ...] = ()


def lenses_of_variant(uri: str, checked: CheckedCampaign, index: int) -> Iterator[Lens]:
    """How many findings a variant has and of what severity, and the way to its preview.

    Args:
        uri: The document's, as the client spells it.
        checked: The campaign.
        index: Of the variant.
    """
    campaign = checked.campaign
    node = campaign.variants[index].node
    if isinstance(node, ObjectNode):
        start = campaign.variant_bases[index] + node.start
        place = Span(start, start + 1)
        yield Lens(place, findings_in_words(checked.report.variants[index].findings), "")
        yield Lens(place, "Preview", PREVIEW, (uri, index))


def findings_in_words(findings: tuple[Finding, ...]) -> str:
    """`3 findings: 1 error, 2 to review`."""
    counts = ", ".join(counts_of(findings))
    return f"{counted(len(findings), 'finding')}: {counts}" if counts else "0 findings"
