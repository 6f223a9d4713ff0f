"""What an export holds: the variants that go out, each with the evidence it rests on and what is left to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from reachweaver.campaign import BodyPart, Campaign, Evidence, Variant
from reachweaver.data import dataclass
from reachweaver.report import Finding, Report


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ExportedVariant:
    """One variant that goes out."""

    variant: Variant
    cta_url: str | None
    """The link that holds for it: its own, else the campaign's."""
    evidence: tuple[Evidence, ...]
    """What it cites, in its own order, each once."""
    to_review: tuple[Finding, ...]
    """Reviews and warnings that nobody has marked as reviewed."""

    @property
    def texts(self) -> tuple[tuple[str, str], ...]:
        """The texts that people paste, each with what it is: `text`, `part 2 of 3`, `caption`, `slide 1 of 4`."""
        parts = self.variant.body.parts
        counts = Counter(part.kind for part in parts)
        return tuple((_label(part, counts[part.kind]), part.node.value) for part in parts)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Export:
    """Everything that one file holds."""

    campaign_id: str | None
    title: str | None
    variants: tuple[ExportedVariant, ...]


def export_of(campaign: Campaign, report: Report, cleared: Sequence[tuple[int, Variant]]) -> Export:
    """The variants that were cleared, with what belongs to each; indexes are those of the campaign."""
    return Export(
        campaign_id=campaign.campaign_id,
        title=campaign.title,
        variants=tuple(_exported(campaign, report, index, variant) for index, variant in cleared),
    )


def _exported(campaign: Campaign, report: Report, index: int, variant: Variant) -> ExportedVariant:
    checked = report.variants[index]
    return ExportedVariant(
        variant=variant,
        cta_url=variant.cta_url if variant.replaces_cta_url else campaign.cta_url,
        evidence=tuple(campaign.evidence_by_id[id_] for id_ in checked.cited_evidence),
        to_review=tuple(finding for finding in checked.findings if not finding.reviewed),
    )


def _label(part: BodyPart, of_its_kind: int) -> str:
    return f"{part.kind} {part.number} of {of_its_kind}" if part.kind in ("part", "slide") else part.kind
