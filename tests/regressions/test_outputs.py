"""What other command lines wrote wrongly, one test for each public report or group of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from tests.cli.running import CommandLine, campaign, run_process
from tests.lsp.conftest import Connect
from tests.lsp.wire import ENCODINGS

TEXTS = ["🦀🦀 Thé 9% 🦀", "e\u0301t\u00e9 ３５％", "Tab\there 7%", "ไทย ⛵ 12 h"]


def test_all_outputs_point_to_one_place(run: CommandLine, connect: Connect) -> None:
    """Each counts in its own unit, and says so where the format has a word for it.

    gitleaks/gitleaks#1962, oasis-tcs/sarif-spec#178: columns were bytes.
    """
    content = json.dumps(campaign(*TEXTS), ensure_ascii=False, indent=1)
    name = run.write("c.reachweaver.json", content)
    lines = content.split("\n")
    places: dict[str, list[tuple[int, int]]] = {}
    for encoding in ENCODINGS:
        wire = connect({"general": {"positionEncodings": [encoding]}})
        starts = [one["range"]["start"] for one in wire.open((run.folder / name).as_uri(), content)]
        places[encoding] = [(start["line"] + 1, start["character"] + 1) for start in starts]
    columns = [(line, len(lines[line - 1][: column - 1])) for line, column in places["utf-32"]]
    assert [lines[line - 1][column:][:1] for line, column in columns] == ["9", "３", "7", "1"]

    [sarif] = run("claims-check", name, "--format", "sarif").report["runs"]
    regions = [result["locations"][0]["physicalLocation"]["region"] for result in sarif["results"]]
    unit = {"utf16CodeUnits": "utf-16", "unicodeCodePoints": "utf-32"}[sarif["columnKind"]]
    assert [(region["startLine"], region["startColumn"]) for region in regions] == places[unit]

    report = run("claims-check", name, "--json").report
    found = [variant["findings"][0] for variant in report["variants"]]
    assert [text[one["start"] : one["end"]] for text, one in zip(TEXTS, found, strict=True)] == [
        one["span"] for one in found
    ]

    shown = re.findall(r":(\d+):(\d+)", run("claims-check", name).stdout)
    assert [(int(line), int(column)) for line, column in shown] == places["utf-32"]
    github = re.findall(r"line=(\d+),.*?col=(\d+)", run("claims-check", name, "--format", "github").stdout)
    assert [(int(line), int(column)) for line, column in github] == places["utf-32"]


@pytest.mark.parametrize("name", ["Q2 sails/60% #rigging é.reachweaver.json", "a?b&c;d.reachweaver.json", "-x.json"])
def test_a_file_name_is_a_uri_in_sarif(run: CommandLine, name: str) -> None:
    """Relative, with slashes, nothing raw that a URI has no place for; decoded it is the name again.

    awslabs/ferret-scan#633, bridgecrewio/checkov#5331, kucherenko/jscpd#730.
    """
    run.write(name, campaign("Up 9%"))
    log: dict[str, Any] = run("claims-check", "--format", "sarif", "--", name).report
    uri = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert unquote(uri) == name
    assert re.fullmatch(r"[A-Za-z0-9\-._~/%]+", uri)


@pytest.mark.e2e
@pytest.mark.parametrize("form", ["json", "sarif", "github", "text"])
@pytest.mark.parametrize(
    "environment",
    [{"PYTHONIOENCODING": "cp1252"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}],
    ids=["cp1252", "C"],
)
def test_any_text_is_written_to_any_terminal(tmp_path: Path, form: str, environment: dict[str, str]) -> None:
    """Programs get UTF-8; people get what can be shown; the exit status is the same.

    code42/code42cli#338, seddonym/import-linter#313, ihabunek/toot#570.
    """
    text = json.dumps(campaign("🦀 Thé 9% ✅ ไทย"), ensure_ascii=False)
    (tmp_path / "c.json").write_text(text, encoding="utf-8")
    ended = run_process("claims-check", "c.json", "--format", form, folder=tmp_path, environment=environment)
    assert (ended.returncode, ended.stderr) == (2, b"")
    if form in ("json", "sarif"):
        assert "9%" in json.dumps(json.loads(ended.stdout.decode("utf-8")))
    else:
        assert b"9%" in ended.stdout


def test_one_bad_file_stops_nothing(run: CommandLine) -> None:
    """Each is named with its place, and the others are checked all the same.

    asielen/plaintext-family-history#68, docToolchain/asciidoc-linter#24, lyda/misspell-check#36.
    """
    good = run.write("good.json", campaign("Thé 9%"))
    text = json.dumps(campaign("Thé 9%"), ensure_ascii=False)
    (run.folder / "latin.json").write_bytes(text.encode("latin-1"))
    (run.folder / "wide.json").write_bytes(text.encode("utf-16"))
    outcome = run("claims-check", "latin.json", "wide.json", good)
    assert outcome.status == 2
    latin, wide = (line for line in outcome.stderr.splitlines() if line.startswith("reachweaver: error: "))
    offset = text.encode("latin-1").index(b"\xe9")
    assert latin.startswith(f"reachweaver: error: latin.json:1:{offset + 1}: not UTF-8 text")
    assert wide == "reachweaver: error: wide.json: the file is UTF-16 text; save it as UTF-8"
    assert "9%" in outcome.stdout


@pytest.mark.e2e
def test_standard_output_is_one_document(tmp_path: Path) -> None:
    """With findings, without, with a warning about the settings, and nothing at all when the work could not be done.

    ktlint/ktlint#1137, sqlfluff/sqlfluff#850, stylelint/stylelint#5265.
    """
    (tmp_path / "reachweaver.toml").write_text("unheard_of = 1\n", encoding="utf-8")
    for name, text in (("up.json", "Up 9%"), ("calm.json", "Calm")):
        (tmp_path / name).write_text(json.dumps(campaign(text)), encoding="utf-8")
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")
    for form in ("json", "sarif"):
        for name in ("up.json", "calm.json"):
            ended = run_process(
                "claims-check", name, "--format", form, folder=tmp_path, environment={"PYTHONWARNINGS": "always"}
            )
            assert isinstance(json.loads(ended.stdout), dict)
            assert b"unheard_of" in ended.stderr
        assert run_process("claims-check", "bad.json", "--format", form, folder=tmp_path).stdout == b""


@pytest.mark.e2e
def test_chance_has_no_say_in_a_report(tmp_path: Path) -> None:
    """Groups of variants that are alike are reported to the same byte whatever the order of Python's sets.

    kucherenko/jscpd#221, kucherenko/jscpd#1000.
    """
    texts = [f"The harbour opens its new pier for everyone this {word}" for word in ("spring", "summer", "May", "week")]
    (tmp_path / "c.json").write_text(json.dumps(campaign(*texts)), encoding="utf-8")
    printed = {
        run_process("claims-check", "c.json", "--json", folder=tmp_path, environment={"PYTHONHASHSEED": seed}).stdout
        for seed in ("0", "1", "2", "3", "4")
    }
    assert len(printed) == 1
    assert b"near_duplicate" in printed.pop()
