"""Where the items of a campaign's arrays begin, in the client's units: what the places of diagnostics are counted from."""

from __future__ import annotations

from itertools import accumulate

from reachweaver.campaign import Campaign
from reachweaver.json_spans.lines import Encoding
from reachweaver_lsp.analysis import Analysis
from reachweaver_lsp.encoded import Start
from reachweaver_lsp.shown import Owner


class Starts(dict[Owner, Start]):
    """Where the items of the file's arrays begin: those of the variants with findings, the others once somebody asks."""

    def __init__(self, analysis: Analysis, campaign: Campaign, encoding: Encoding, with_findings: list[int]) -> None:
        self._text = analysis.document.text
        self.bases = {"evidence": campaign.evidence_bases, "variants": campaign.variant_bases}
        self._encoding: Encoding = encoding
        self._with_findings = with_findings
        # What is no object has 0 for a base, and nothing is counted from it.
        bases = list(accumulate([campaign.variant_bases[index] for index in with_findings], max))
        self.positions = self._text.positions(bases, encoding)

    def stay_as(self, former: Starts | None) -> bool:
        """Whether everything begins where it began in the version before."""
        # The same list of bases is that of evidence which stands before all that was edited.
        return (
            former is not None
            and self.positions is former.positions
            and self.bases["evidence"] is former.bases["evidence"]
        )

    def note(self) -> None:
        """Keep the beginnings of the variants with findings: they will be asked for."""
        owners: list[Owner] = [("variants", index) for index in self._with_findings]
        self.update(zip(owners, self.positions, strict=True))

    def __missing__(self, owner: Owner) -> Start:
        array, index = owner
        start = self[owner] = self._text.position(self.bases[array][index], self._encoding)
        return start
