"""The editor and the command line say the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reachweaver.cli import main
from tests.lsp.conftest import Connect
from tests.lsp.wire import Wire

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
CAMPAIGNS = sorted(path for path in EXAMPLES.glob("*.reachweaver.json") if path.name != "brand.reachweaver.json")
SEVERITIES = {"error": 1, "warning": 2, "review": 3}


@pytest.mark.parametrize("path", CAMPAIGNS, ids=lambda path: path.name)
def test_the_report_is_that_of_the_command_line(
    connect: Connect, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same report to the byte, for the same text, brand and settings; and every finding of it is shown."""
    wire = connect(root=EXAMPLES)
    main(["campaign-check", "--file", str(path), "--json"])
    report = json.loads(capsys.readouterr().out)
    shown = wire.open(path.as_uri(), path.read_text(encoding="utf-8"))
    assert _report(wire, path.as_uri()) == report
    assert [_told(one) for one in shown] == [_listed(None, one) for one in report["findings"]] + [
        _listed(variant["variant_id"], one) for variant in report["variants"] for one in variant["findings"]
    ]


def _report(wire: Wire, uri: str) -> Any:
    session = wire.server.session
    analysis = session.checks.analysis_of(session.documents.require(uri))
    assert analysis is not None
    assert analysis.checked is not None
    return json.loads(json.dumps(analysis.checked.report.to_json()))


def _told(diagnostic: dict[str, Any]) -> tuple[Any, ...]:
    data = diagnostic["data"]
    return (
        diagnostic["code"],
        diagnostic["severity"],
        diagnostic["message"],
        data["variant_id"],
        data["start"],
        data["end"],
    )


def _listed(variant_id: str | None, finding: dict[str, Any]) -> tuple[Any, ...]:
    severity = 4 if finding.get("reviewed") else SEVERITIES[finding["severity"]]
    return finding["code"], severity, finding["message"], variant_id, finding["start"], finding["end"]
