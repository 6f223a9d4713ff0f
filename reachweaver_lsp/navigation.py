"""Where to go from an evidence id, an account, or words that evidence grounds (contract, section 11, *Also*).

Takes an analysis and an offset, gives places: in the document itself, or in the brand file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reachweaver.campaign import Campaign
from reachweaver.json_spans import ObjectNode, Span
from reachweaver_lsp.analysis import Analysis, CheckedCampaign
from reachweaver_lsp.evidence_ids import EvidenceId, citations, declarations, id_at
from reachweaver_lsp.places import entries_at, place_at, string_at
from reachweaver_lsp.rule_files import RuleFile
from reachweaver.brand import Brand
from reachweaver_lsp.to_lsp import Lines


@dataclass(frozen=True, slots=True)
class Target:
    """A place to go to."""

    uri: str
    lines: Lines
    whole: Span
    """The evidence item, or the account with its rules."""
    name: Span
    """Its id, quotes included."""


@dataclass(frozen=True, slots=True)
class Definition:
    """What something in the document refers to."""

    origin: Span
    targets: tuple[Target, ...]
    """At least one."""


def definition_at(analysis: Analysis, offset: int) -> Definition | None:
    """What the id, the account or the claim at an offset refers to; None when there is nothing of the kind."""
    checked = analysis.checked
    if checked is None:
        return None
    origin, targets = _evidence_of_id(analysis, checked.campaign, offset) or (
        _account(analysis, checked.campaign, offset) or _evidence_of_claim(analysis, checked, offset)
    )
    return Definition(origin, targets) if targets else None
