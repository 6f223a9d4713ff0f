"""What the documentation says is so: commands print what it shows, examples find what they should, links lead somewhere."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from reachweaver.cli import main
from reachweaver.codes import CODES, FILE_CODES
from reachweaver.config import read_config
from tests import history_database, markdown

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "findings"
DOCUMENTS = markdown.documents(ROOT)

# These say that a file could not be read at all, so they stand in no report.
REFUSALS = {entry.code for entry in FILE_CODES}
CATEGORIES = {"quote", "testimonial", "partnership", "customer_count", "superlative", "feature"}
CODE_NAMES = {entry.code for entry in CODES} | REFUSALS

SECTIONS = ["What it means", "Breaks", "Passes", "How to fix it"]
EXTRA_FILES = {"Brand": ("brand.json", "--brand"), "Opt-out list": ("optout.json", "--optout")}


def name_of(path: Path) -> str:
    """A document's path as test ids show it."""
    return str(path.relative_to(ROOT))


def write(folder: Path, block: markdown.Block) -> None:
    """Write the file that a block is marked as."""
    path = folder / (block.file or "")
    path.parent.mkdir(exist_ok=True)
    path.write_text(block.text, encoding="utf-8")


def check_example(page: str, title: str, folder: Path) -> tuple[int, str, str]:
    """Check the campaign of a page's section, with what stands beside it; exit status and what was printed."""
    part = markdown.section(page, title)
    campaign = folder / "example.reachweaver.json"
    campaign.write_text(markdown.blocks(part, "json")[0].text, encoding="utf-8")
    arguments = ["campaign-check", "--file", str(campaign), "--json"]
    for block in markdown.blocks(markdown.section(part, "History"), "json"):
        (folder / "history.sqlite").unlink(missing_ok=True)
        history = history_database.create(folder / "history.sqlite", json.loads(block.text))
        arguments += ["--history-db", str(history)]
    for block in markdown.blocks(markdown.section(part, "Landing page"), "html"):
        (folder / "page.html").write_text(block.text, encoding="utf-8")
        arguments = ["landing-check", "--file", str(campaign), "--json", "--page", str(folder / "page.html")]
    for block in markdown.blocks(markdown.section(part, "Receipt"), "json"):
        write(folder, block)
    for heading, (name, flag) in EXTRA_FILES.items():
        for block in markdown.blocks(markdown.section(part, heading), "json"):
            (folder / name).write_text(block.text, encoding="utf-8")
            arguments += [flag, str(folder / name)]
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
        status = main(arguments)
    return status, out.getvalue(), err.getvalue()


def findings(report: str) -> list[dict[str, object]]:
    """All findings of a report that still count."""
    content = json.loads(report)
    lists = [content["findings"], *(variant["findings"] for variant in content["variants"])]
    return [finding for one in lists for finding in one if not finding.get("reviewed")]


def test_every_code_has_a_page() -> None:
    """The pages are those of the engine's codes and of the files that can't be read, no more and no fewer."""
    assert {path.stem for path in PAGES.glob("*.md")} == CODE_NAMES


@pytest.mark.parametrize("code", sorted(CODE_NAMES))
def test_pages_have_one_structure(code: str) -> None:
    """Each page is titled with its code, starts with the severity and has the same four sections."""
    page = (PAGES / f"{code}.md").read_text(encoding="utf-8")
    severity = next(entry.severity for entry in (*CODES, *FILE_CODES) if entry.code == code)
    assert page.startswith(f"# {code}\n\n**{severity.capitalize()}.** ")
    assert markdown.headings(page, 2) == SECTIONS


@pytest.mark.parametrize("code", sorted(CODE_NAMES - REFUSALS))
def test_examples_break_and_pass(code: str, tmp_path: Path) -> None:
    """A page's first example has its finding and no other, its second has none at all."""
    page = (PAGES / f"{code}.md").read_text(encoding="utf-8")

    _, report, _ = check_example(page, "Breaks", tmp_path)
    assert {finding["code"] for finding in findings(report)} == {code}

    status, report, _ = check_example(page, "Passes", tmp_path)
    assert (status, findings(report)) == (0, [])


def test_review_example_shows_every_category(tmp_path: Path) -> None:
    """The page about reviews has one variant for each category, named after it."""
    page = (PAGES / "needs_human_review.md").read_text(encoding="utf-8")
    _, report, _ = check_example(page, "Breaks", tmp_path)
    found = {
        variant["variant_id"].replace("-", "_"): [finding["category"] for finding in variant["findings"]]
        for variant in json.loads(report)["variants"]
    }
    assert found == {category: [category] for category in CATEGORIES}


@pytest.mark.parametrize(
    ("code", "file"),
    [("invalid_json", "example.reachweaver.json"), ("invalid_brand", "brand.json"), ("invalid_optout", "optout.json")],
)
def test_refused_files_are_named(code: str, file: str, tmp_path: Path) -> None:
    """A file that can't be read ends the command with 2 and one line that names it; the second example is read."""
    page = (PAGES / f"{code}.md").read_text(encoding="utf-8")

    status, out, err = check_example(page, "Breaks", tmp_path)
    assert (status, out) == (2, "")
    assert re.fullmatch(rf"reachweaver: error: \S*{re.escape(file)}\b.*\n", err)

    status, report, _ = check_example(page, "Passes", tmp_path)
    assert (status, findings(report)) == (0, [])


def test_index_lists_every_code() -> None:
    """The documentation's index and the README link to every finding's page."""
    for document, folder in (("docs/index.md", "findings"), ("README.md", "docs/findings")):
        linked = set(markdown.links((ROOT / document).read_text(encoding="utf-8")))
        assert linked >= {f"{folder}/{code}.md" for code in CODE_NAMES}, document


def properties(schema: object) -> set[str]:
    """The names of all properties anywhere in a JSON Schema."""
    if isinstance(schema, list):
        return set().union(*map(properties, schema))
    if not isinstance(schema, dict):
        return set()
    named = schema.get("properties")
    return set(named if isinstance(named, dict) else ()).union(*map(properties, schema.values()))


@pytest.mark.parametrize("name", ["campaign", "brand", "optout"])
def test_every_field_is_described(name: str) -> None:
    """The page about the files has each field that a schema names."""
    page = (ROOT / "docs" / "campaign-file.md").read_text(encoding="utf-8")
    schema = json.loads((ROOT / "reachweaver" / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))
    assert {field for field in properties(schema) if not re.search(rf"[`\"]{re.escape(field)}[`\"]", page)} == set()


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_links_lead_somewhere(path: Path) -> None:
    """Every link to a file of the project leads to one, and every fragment to a heading."""
    broken = []
    for link in markdown.links(path.read_text(encoding="utf-8")):
        target = urlsplit(link)
        if target.scheme:
            continue
        file = path.parent / target.path if target.path else path
        if not file.exists() or (
            target.fragment and target.fragment not in markdown.anchors(file.read_text(encoding="utf-8"))
        ):
            broken.append(link)
    assert broken == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_make_targets_exist(path: Path) -> None:
    """Every `make …` that a document names is a target of the Makefile."""
    targets = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = re.findall(r"(?:^|`)make ((?:[a-z][a-z-]* ?)+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert {target for line in named for target in line.split()} <= targets


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_folders_are_made_before_they_are_written_to(path: Path) -> None:
    """What a shell command puts below the reader's home goes into a folder that a command before it has made."""
    for block in markdown.blocks(path.read_text(encoding="utf-8"), "sh"):
        made: set[str] = set()
        for line in block.text.splitlines():
            made.update(re.findall(r"^mkdir -p (\S+)", line))
            target = re.search(r"(?:> |^ln -s .* )(~/\S+)$", line)
            assert target is None or target[1].rpartition("/")[0] in made, line


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_settings_are_known(path: Path) -> None:
    """Every TOML block that names no other file is a `reachweaver.toml`, and is read without a problem."""
    for block in markdown.blocks(path.read_text(encoding="utf-8"), "toml"):
        if block.file not in (None, "reachweaver.toml"):
            continue
        _, problems = read_config(block.text, ROOT)
        assert problems == ()


@pytest.mark.e2e
@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_commands_print_what_is_shown(path: Path, tmp_path: Path) -> None:
    """Every console session, run beside the examples and the files shown before it, prints what it shows."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (tmp_path / ".git").mkdir()
    programs = str(Path(sys.executable).parent)
    environment = os.environ | {"PATH": os.pathsep.join((programs, os.environ["PATH"])), "NO_COLOR": "1"}
    for block in markdown.blocks(path.read_text(encoding="utf-8")):
        if block.file:
            write(tmp_path, block)
        for step in markdown.steps(block.text) if block.language == "console" else ():
            ended = subprocess.run(
                ["/bin/sh", "-c", step.command],
                cwd=tmp_path,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            assert markdown.shows(step, ended.stdout), f"$ {step.command}\n{ended.stdout}"
