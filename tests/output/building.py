"""Checked campaigns made by hand, so that the outputs' tests do not depend on what the checks say."""

from __future__ import annotations

import json
from pathlib import Path

from reachweaver.campaign import read_campaign
from reachweaver.json_spans import read
from reachweaver.output.checked import CheckedFile
from reachweaver.report import Failure, Finding, Grounded, Report, VariantReport

BASE = Path("/work space/project")


def campaign_text(*variants: dict[str, object], ascii_only: bool = False) -> str:
    """A campaign file, one line a variant, whose text begins at a place that is easy to count."""
    lines = ",\n".join(json.dumps(variant, ensure_ascii=ascii_only) for variant in variants)
    return '{"campaign_id": "spring", "variants": [\n' + lines + "\n]}\n"


def variant_findings(
    *findings: Finding, index: int = 0, variant_id: str | None = "v1", grounded: int = 0
) -> VariantReport:
    entry = Grounded(type="number", span="5", start=0, end=1, matched_evidence=("e1",))
    return VariantReport(
        index=index,
        variant_id=variant_id,
        platform="x",
        cited_evidence=(),
        findings=findings,
        grounded=(entry,) * grounded,
    )


def checked(
    text: str,
    *variants: VariantReport,
    file_findings: tuple[Finding, ...] = (),
    failures: tuple[Failure, ...] = (),
    name: str = "plans/spring.reachweaver.json",
    path: Path | None = BASE / "plans/spring.reachweaver.json",
) -> CheckedFile:
    report = Report(
        campaign_id="spring", duplicate_threshold=0.6, variants=variants, findings=file_findings, failures=failures
    )
    return CheckedFile(name=name, path=path, base=BASE, campaign=read_campaign(read(text)), report=report)


def number(span: str, start: int, message: str = "no cited evidence has it", **more: object) -> Finding:
    return Finding(
        code="unsupported_number",
        severity="error",
        message=message,
        span=span,
        start=start,
        end=start + len(span),
        **more,  # type: ignore[arg-type]
    )
