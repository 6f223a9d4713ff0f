"""What `--help` says: in plain words, with examples that work, wherever the command line has a command."""

from __future__ import annotations

import argparse
import re
import shlex

import pytest

from reachweaver.cli import build_parser
from tests.cli.running import ROOT, CommandLine


def command_parsers() -> dict[str, argparse.ArgumentParser]:
    """Each command's parser, by its name."""
    (commands,) = (action for action in build_parser()._actions if isinstance(action, argparse._SubParsersAction))
    return dict(commands.choices)


def summaries() -> dict[str, str]:
    """The line that the list of commands has for each."""
    (commands,) = (action for action in build_parser()._actions if isinstance(action, argparse._SubParsersAction))
    return {choice.dest: choice.help or "" for choice in commands._choices_actions}


PARSERS = command_parsers()


def examples(text: str) -> list[str]:
    """The command lines that a help shows, without what is said about them and where their output goes."""
    lines = re.findall(r"^ +(reachweaver .+)$", text, re.MULTILINE)
    return [re.split(r" {2,}| > ", line)[0] for line in lines]


def shown(run: CommandLine, name: str) -> str:
    outcome = run(name, "--help")
    assert (outcome.status, outcome.stderr) == (0, "")
    return outcome.stdout


@pytest.mark.parametrize("name", [name for name in PARSERS if name != "lsp"])
def test_every_command_shows_examples(run: CommandLine, name: str) -> None:
    """A command's help says what it is for and shows how it is called, in lines that the command line takes."""
    text = shown(run, name)
    found = examples(text)
    assert "examples" in text
    assert any(line.startswith(f"reachweaver {name}") for line in found)
    for line in found:
        assert build_parser().parse_args(shlex.split(line)[1:]).command == name
    description = text.split("\n\n")[1]
    assert description[0].isupper()
    assert description.rstrip().endswith((".", ":"))


@pytest.mark.parametrize("name", [name for name in PARSERS if name != "lsp"])
def test_every_argument_is_explained(name: str) -> None:
    """No argument stands in a help without a word about it."""
    unexplained = [action.dest for action in PARSERS[name]._actions if not action.help]
    assert unexplained == []


@pytest.mark.parametrize("name", PARSERS)
def test_the_list_of_commands_says_what_each_does(run: CommandLine, name: str) -> None:
    """`reachweaver` lists every command with a line about it, and the documentation and the README have the same line."""
    assert re.search(rf"^  {name} +{re.escape(summaries()[name])}$", run().stdout, re.MULTILINE)
    row = f"| `{name}` | {summaries()[name]} |"
    for document in ("docs/commands.md", "README.md"):
        assert row in (ROOT / document).read_text(encoding="utf-8"), document


def test_the_first_examples_work_too() -> None:
    """The examples below the list of commands are ones that the command line takes."""
    found = examples(build_parser().format_help())
    assert len(found) >= 3
    for line in found:
        if not line.endswith("--help"):
            build_parser().parse_args(shlex.split(line)[1:])


@pytest.mark.parametrize("columns", ["50", "80", "200"])
def test_help_fits_the_terminal(run: CommandLine, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    """Running text is wrapped to the terminal, and to what is comfortable on a wide one; examples keep their lines."""
    monkeypatch.setenv("COLUMNS", columns)
    text = shown(run, "claims-check")
    paragraphs = [line for line in text.splitlines() if line and not line.startswith(" ")]
    assert max(map(len, paragraphs)) <= min(int(columns), 100)
    assert "  reachweaver claims-check campaigns/ --brand brand.reachweaver.json\n" in text


def test_the_language_server_has_its_own_help(run: CommandLine) -> None:
    """`reachweaver lsp --help` is that of the server, with an example of its own."""
    text = shown(run, "lsp")
    assert "reachweaver-lsp" in text
    assert "examples:\n  reachweaver-lsp\n" in text
