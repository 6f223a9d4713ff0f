"""An export as JSON: every text exactly as the campaign file has it, under the same keys."""

from __future__ import annotations

from reachweaver.campaign import Evidence
from reachweaver.export.model import Export, ExportedVariant
from reachweaver.output.json_text import to_json
from reachweaver.report import Finding, JsonValue


def render(export: Export) -> str:
    """One JSON document, ending in a line break."""
    return to_json(_present({
        "campaign_id": export.campaign_id,
        "title": export.title,
        "variants": [_variant(variant) for variant in export.variants],
    }))  # fmt: skip


def _variant(exported: ExportedVariant) -> JsonValue:
    variant = exported.variant
    return _present({
        "variant_id": variant.variant_id,
        "platform": variant.platform,
        "account_id": variant.account_id,
        "format": variant.format,
        **_body(exported),
        "scheduled_at": variant.scheduled_at,
        "cta_url": exported.cta_url,
        "evidence": [_evidence(item) for item in exported.evidence],
        "to_review": [_finding(finding) for finding in exported.to_review],
    })  # fmt: skip


def _body(exported: ExportedVariant) -> dict[str, JsonValue]:
    """`text`, `parts`, or `caption` and `slides`."""
    single: dict[str, JsonValue] = {}
    several: dict[str, list[JsonValue]] = {}
    for part in exported.variant.body.parts:
        if len(part.path) == 1:
            single[str(part.path[0])] = part.node.value
        else:
            several.setdefault(str(part.path[0]), []).append(part.node.value)
    return {**single, **several}


def _evidence(item: Evidence) -> JsonValue:
    return _present({
        "id": item.id,
        "kind": item.kind,
        "claim": item.claim,
        "source_url": item.source_url,
        "excerpt": item.excerpt,
    })  # fmt: skip


def _finding(finding: Finding) -> JsonValue:
    return _present({
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "span": finding.span,
        "start": finding.start,
        "end": finding.end,
    })  # fmt: skip


def _present(values: dict[str, JsonValue]) -> dict[str, JsonValue]:
    return {key: value for key, value in values.items() if value is not None}
