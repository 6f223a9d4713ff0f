"""The report writer: every output of any campaign is whole, can be written, and obeys nothing that stands in it.

Texts: the campaign file, the brand file, the opt-out list. All are read as they are, JSON or not.
"""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path, PurePosixPath

from selectolax.lexbor import LexborHTMLParser

from reachweaver.campaign import Campaign
from reachweaver.clearance import clear
from reachweaver.export import export_of, render as render_export
from reachweaver.file_names import file_name
from reachweaver.output import html, preview_terminal, sarif, terminal
from reachweaver.output.checked import CheckedFile, located_findings
from reachweaver.output.piece import FORMATS, piece_of
from reachweaver.output.terminal import TerminalStyle
from reachweaver.preview import preview_of
from reachweaver.report import Report
from tests.fuzz.campaigns import brand_of, campaign_of, check_report, checked, optout_of
from tests.fuzz.reading import texts_of

STYLES = (
    TerminalStyle(width=40),
    TerminalStyle(width=100, encoding="ascii"),
    TerminalStyle(width=80, colour=True, encoding="cp1252"),
)
OBEYED = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What moves a cursor, reorders what is shown, or cannot be written."""
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
SCRIPTED = ("script", "iframe", "object", "embed", "base", "form", "link")


def check(data: bytes) -> None:
    """Everything that holds for the outputs of one campaign."""
    text, brand, optout = texts_of(data, 3)
    campaign = campaign_of(text)
    report = checked(campaign, brand_of(brand), optout_of(optout))
    check_report(campaign, report)
    one = CheckedFile(
        name="c.reachweaver.json",
        path=Path("/w/c.reachweaver.json"),
        base=Path("/w"),
        campaign=campaign,
        report=report,
    )
    check_lists(one)
    for style in STYLES:
        check_terminal(terminal.render([one], style), style)
        check_terminal(preview_terminal.render(preview_of(campaign, report), style), style)
    check_page(html.render(preview_of(campaign, report)))
    check_exports(campaign, report)


def check_lists(one: CheckedFile) -> None:
    """JSON, SARIF and annotations are whole, and say each finding once."""
    pieces = {form: piece_of(one, form, STYLES[0]) for form in FORMATS}
    assert json.loads(pieces["json"].body) == json.loads(json.dumps(one.report.to_json()))
    pieces["json"].body.encode("utf-8")
    log = json.loads("".join(sarif.log([pieces["sarif"].artifact], [sarif.numbered(pieces["sarif"].body, 0)], ())))
    located = list(located_findings(one))
    results = log["runs"][0]["results"]
    assert [result["ruleId"] for result in results] == [found.finding.code for found in located]
    lines = pieces["github"].body.split("\n")
    assert lines.pop() == ""
    assert len(lines) == len(located)
    assert all(re.match(r"::(error|warning|notice) ", line) for line in lines)
    assert not any(OBEYED.search(line) for line in lines)


def check_terminal(shown: str, style: TerminalStyle) -> None:
    """Nothing that a terminal would obey but the report's own colours, and nothing that it cannot show."""
    shown.encode(style.encoding)
    plain = COLOUR.sub("", shown) if style.colour else shown
    found = OBEYED.search(plain)
    assert found is None, plain[max(found.start() - 40, 0) : found.end() + 10]


def check_page(page: str) -> None:
    """The page holds no script, and no address but those of the web."""
    page.encode("utf-8")
    tree = LexborHTMLParser(page)
    for node in tree.css("*"):
        assert node.tag not in SCRIPTED, node.html
        for name, value in node.attributes.items():
            assert not name.startswith("on"), node.html
            if name in ("href", "src", "action", "xlink:href"):
                assert (value or "").startswith(("https://", "http://", "#")), node.html


def check_exports(campaign: Campaign, report: Report) -> None:
    """Each form can be read again; in a table no cell is a formula, and the file's name is one."""
    clearance = clear(campaign, report)
    assert len(clearance.cleared) + len(clearance.refused) == len(campaign.variants)
    if not clearance.cleared:
        return
    export = export_of(campaign, report, clearance.cleared)
    assert len(json.loads(render_export(export, "json"))["variants"]) == len(clearance.cleared)
    render_export(export, "markdown").decode("utf-8")
    rows = list(csv.reader(io.StringIO(render_export(export, "csv").decode("utf-8-sig"), newline="")))
    assert not any(cell.lstrip()[:1] in ("=", "+", "-", "@") for row in rows for cell in row if cell.strip())
    name = file_name(campaign.campaign_id or "campaign", "csv", "campaign")
    assert PurePosixPath(name).name == name
    assert name not in (".", "..")
