"""What a finding points to beside its own place: evidence, other variants, the brand's rule, other strings.

Takes an analysis and its findings, gives places: in the document itself, or in the brand file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from reachweaver.campaign import Campaign
from reachweaver.data import dataclass
from reachweaver.json_spans import ArrayNode, Path, Span, StringNode
from reachweaver.locate import span_of_path, span_of_variant
from reachweaver.report import Finding
from reachweaver.text.prose import fold_phrase
from reachweaver.values import quoted
from reachweaver_lsp.analysis import Analysis
from reachweaver_lsp.shown import Owner
from reachweaver_lsp.to_lsp import Lines

_ACCOUNT = "account:"


@dataclass(frozen=True, slots=True)
class RelatedPlace:
    """A span of a text, and what a reader finds there."""

    uri: str
    lines: Lines
    span: Span
    message: str
    owner: Owner | None = None
    """The evidence or the other variant that it is a part of."""


class FirstIndexes:
    """Where the first item of each id is, found when somebody asks; good for all versions that have the same ids."""

    def __init__(self) -> None:
        self._evidence: Mapping[str, int] | None = None
        self._variants: Mapping[str, int] | None = None

    def of_evidence(self, campaign: Campaign) -> Mapping[str, int]:
        """By id; `campaign` is any of those versions."""
        if self._evidence is None:
            self._evidence = _first_indexes(item.id for item in campaign.evidence)
        return self._evidence

    def of_variants(self, campaign: Campaign) -> Mapping[str, int]:
        """By id; `campaign` is any of those versions."""
        if self._variants is None:
            self._variants = _first_indexes(variant.variant_id for variant in campaign.variants)
        return self._variants


class RelatedPlaces:
    """Finds the related places of one analysis's findings."""

    def __init__(self, analysis: Analysis, campaign: Campaign, indexes: FirstIndexes) -> None:
        self._analysis = analysis
        self._campaign = campaign
        self._indexes = indexes

    def of(self, finding: Finding, spans: tuple[Span, ...]) -> Iterator[RelatedPlace]:
        """The places for one finding that stands at `spans`."""
        for span in spans[1:]:
            yield self._here(span, "The same words go on here.")
        for evidence_id in finding.matched_evidence:
            yield from self._evidence(evidence_id, finding)
        if finding.other_variant_id is not None:
            yield from self._other_variant(finding.other_variant_id)
        yield from self._rule(finding)

    def _evidence(self, evidence_id: str, finding: Finding) -> Iterator[RelatedPlace]:
        index = self._indexes.of_evidence(self._campaign).get(evidence_id)
        if index is not None:
            what = "is release evidence" if finding.code == "unsupported_release" else "has it"
            span = span_of_path(self._campaign, ("evidence", index, "claim"))
            yield self._here(
                span, f"Evidence {quoted(evidence_id)} {what}, but the variant does not cite it.", ("evidence", index)
            )

    def _other_variant(self, variant_id: str) -> Iterator[RelatedPlace]:
        index = self._indexes.of_variants(self._campaign).get(variant_id)
        if index is not None:
            yield self._here(
                span_of_variant(self._campaign, index),
                f"Variant {quoted(variant_id)} is the other one.",
                ("variants", index),
            )

    def _rule(self, finding: Finding) -> Iterator[RelatedPlace]:
        brand = self._analysis.rules.brand
        steps = _rule_path(finding)
        if brand is None or steps is None:
            return
        located = brand.tree.locate(steps)
        if located is None:
            return
        if isinstance(located.node, ArrayNode):
            wanted = fold_phrase(finding.span or "")
            phrases = ((i, item) for i, item in enumerate(located.node.items) if isinstance(item, StringNode))
            index = next((index for index, item in phrases if fold_phrase(item.value) == wanted), None)
            located = located if index is None else brand.tree.locate((*steps, index)) or located
        whose = "The account's rule" if len(steps) > 1 else "The brand's rule"
        yield RelatedPlace(brand.uri, brand.lines, located.span, f"{whose} is set here.")

    def _here(self, span: Span, message: str, owner: Owner | None = None) -> RelatedPlace:
        document = self._analysis.document
        return RelatedPlace(document.uri, document.text, span, message, owner)


_RULES = {
    "banned_phrase": "banned_phrases",
    "missing_disclosure": "required_disclosure",
    "too_many_hashtags": "max_hashtags",
}
"""The key of the brand's rule that a code's findings break."""


def _rule_path(finding: Finding) -> Path | None:
    """The path of the rule in the brand file; the account's when only that one's rule causes the finding."""
    key = _RULES.get(finding.code)
    if key is None:
        return None
    if finding.scope is not None and finding.scope.startswith(_ACCOUNT):
        return ("accounts", finding.scope.removeprefix(_ACCOUNT), key)
    return (key,)


def _first_indexes(ids: Iterable[str | None]) -> dict[str, int]:
    indexes: dict[str, int] = {}
    for index, id_ in enumerate(ids):
        if id_ is not None:
            indexes.setdefault(id_, index)
    return indexes
