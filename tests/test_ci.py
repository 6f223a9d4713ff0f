"""The pre-commit hook and the pipelines in the documentation do what they say."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests import markdown

ROOT = Path(__file__).resolve().parent.parent
HOOKS = ROOT / ".pre-commit-hooks.yaml"
PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
PROGRAMS = str(Path(sys.executable).parent)
ENVIRONMENT = os.environ | {"PATH": os.pathsep.join((PROGRAMS, os.environ["PATH"])), "NO_COLOR": "1"}

BRAND = {"banned_phrases": ["paper"]}


def run(*command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)


def campaign(text: str) -> dict[str, object]:
    return {"campaign_id": "spring", "variants": [{"variant_id": "v1", "platform": "linkedin", "text": text}]}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a brand, a campaign with an error, a clean one, and the hook as its own."""
    files = {
        "campaigns/brand.reachweaver.json": BRAND,
        "campaigns/bad.reachweaver.json": campaign("Drafts on paper."),
        "campaigns/good.reachweaver.json": campaign("Drafts in a calendar."),
        "campaigns/notes.json": {},
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(json.dumps(content), encoding="utf-8")
    (hook,) = yaml.safe_load(HOOKS.read_text(encoding="utf-8"))
    # Only how the hook is installed differs from a repository that names this one.
    config = {"repos": [{"repo": "local", "hooks": [{**hook, "language": "system"}]}]}
    (tmp_path / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    assert run("git", "init", "-q", ".", folder=tmp_path).returncode == 0
    assert run("git", "add", ".", folder=tmp_path).returncode == 0
    return tmp_path


@pytest.mark.e2e
def test_the_hook_is_one_that_pre_commit_takes() -> None:
    """The definition is valid, and its command is one that the package installs."""
    assert run("pre-commit", "validate-manifest", str(HOOKS), folder=ROOT).returncode == 0
    (hook,) = yaml.safe_load(HOOKS.read_text(encoding="utf-8"))
    assert hook["entry"].split()[0] in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


@pytest.mark.e2e
def test_the_hook_checks_campaigns_and_nothing_else(repository: Path) -> None:
    """The hook stops a commit for an error, names it, and leaves alone the brand and other files."""
    done = run("pre-commit", "run", "--all-files", folder=repository)
    assert done.returncode == 1
    assert re.findall(r"^(\S+):\d+:\d+: (\w+\[\w+\])", done.stdout, re.MULTILINE) == [
        ("campaigns/bad.reachweaver.json", "error[banned_phrase]")
    ]
    assert "in 2 campaigns" in done.stdout
    (repository / "campaigns" / "bad.reachweaver.json").write_text(json.dumps(campaign("Drafts.")), encoding="utf-8")
    assert run("pre-commit", "run", "--all-files", folder=repository).returncode == 0


def yaml_blocks() -> list[Any]:
    return [yaml.safe_load(block.text) for block in markdown.blocks(PAGE, "yaml")]


@pytest.mark.e2e
def test_the_documented_hooks_are_valid(tmp_path: Path) -> None:
    """Each configuration for pre-commit is valid and names the hook that there is."""
    (known,) = yaml.safe_load(HOOKS.read_text(encoding="utf-8"))
    configurations = [block for block in yaml_blocks() if "repos" in block]
    assert len(configurations) == 2
    for configuration in configurations:
        file = tmp_path / ".pre-commit-config.yaml"
        file.write_text(yaml.safe_dump(configuration), encoding="utf-8")
        assert run("pre-commit", "validate-config", str(file), folder=tmp_path).returncode == 0
        assert [hook["id"] for repo in configuration["repos"] for hook in repo["hooks"]] == [known["id"]]


def documented_commands() -> Iterator[str]:
    """Every line of a pipeline in the documentation that calls ReachWeaver."""
    for block in yaml_blocks():
        for job in [*block.get("jobs", {}).values(), block.get("campaigns", {})]:
            lines = [step.get("run", "") for step in job.get("steps", [])]
            yield from (line for line in [*lines, *job.get("script", []), *job.get("after_script", [])] if line)


@pytest.mark.e2e
@pytest.mark.parametrize("line", [line for line in documented_commands() if line.startswith("reachweaver ")])
def test_a_documented_pipeline_finds_what_it_should(repository: Path, line: str) -> None:
    """Each command of the pipelines fails for an error and passes without one; what it writes is what is uploaded."""
    done = run("sh", "-c", line, folder=repository)
    assert (done.returncode, done.stderr) == (2, "")
    for document in repository.glob("reachweaver.*"):
        assert document.name in PAGE
        json.loads(document.read_text(encoding="utf-8"))
    if "--format github" in line:
        assert done.stdout.startswith("::error file=campaigns/bad.reachweaver.json,line=1,")
    (repository / "campaigns" / "bad.reachweaver.json").unlink()
    assert run("sh", "-c", line, folder=repository).returncode == 0


def test_documented_pipelines_install_what_they_use() -> None:
    """A pipeline calls nothing but ReachWeaver and what installs it."""
    assert {line.split()[0] for line in documented_commands()} == {"pip", "reachweaver"}
    assert len(list(documented_commands())) == 6


@pytest.mark.e2e
def test_the_line_for_changed_campaigns_checks_those_alone(repository: Path) -> None:
    """What docs/adopting.md puts into a pipeline leaves old campaigns and the brand alone, and finds what is new."""
    page = (ROOT / "docs" / "adopting.md").read_text(encoding="utf-8")
    [line] = [step["run"] for block in markdown.blocks(page, "yaml") for step in yaml.safe_load(block.text)]
    person = ("-c", "user.name=Dana", "-c", "user.email=dana@example.org")
    assert run("git", *person, "commit", "-qm", "Old", folder=repository).returncode == 0
    assert run("git", "update-ref", "refs/remotes/origin/main", "HEAD", folder=repository).returncode == 0
    for name, text in {"brand": "{}", "new one": json.dumps(campaign("On paper."))}.items():
        (repository / "campaigns" / f"{name}.reachweaver.json").write_text(text, encoding="utf-8")
    (repository / "campaigns" / "good.reachweaver.json").unlink()
    run("git", "add", "--all", folder=repository)
    assert run("git", *person, "commit", "-qm", "New", folder=repository).returncode == 0
    (repository / "campaigns" / "brand.reachweaver.json").write_text(json.dumps(BRAND), encoding="utf-8")
    done = run("sh", "-c", line, folder=repository)
    assert done.returncode != 0
    assert re.findall(r"file=([^,]+)", done.stdout) == ["campaigns/new one.reachweaver.json"]


@pytest.mark.e2e
def test_the_first_workflow_finds_what_it_should(repository: Path) -> None:
    """The one in docs/getting-started.md is valid, and its last step fails for an error."""
    page = (ROOT / "docs" / "getting-started.md").read_text(encoding="utf-8")
    [workflow] = [yaml.safe_load(block.text) for block in markdown.blocks(page, "yaml")]
    *_, install, check = [step.get("run", "") for step in workflow["jobs"]["check"]["steps"]]
    assert install in PAGE
    assert run("sh", "-c", check, folder=repository).returncode == 2
