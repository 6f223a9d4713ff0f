from __future__ import annotations

import argparse
import importlib.util
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from reachweaver.cli import build_parser
from reachweaver.commands.completion import SHELLS
from tests.cli.running import CommandLine

COMPLETIONS = [
    (["cl"], {"claims-check"}),
    (["comp"], {"completion"}),
    (["--ver"], {"--version"}),
    (["explain", "unsupported_n"], {"unsupported_number"}),
    (["claims-check", "--dup"], {"--duplicate-threshold"}),
    (["claims-check", "--format", ""], {"text", "json", "sarif", "github"}),
    (["claims-check", "spring.reachweaver.json", "--format", "s"], {"sarif"}),
    (["claims-check", ""], {"spring.reachweaver.json", "plans/"}),
    (["claims-check", "--json", "sp"], {"spring.reachweaver.json"}),
    (["claims-check", "plans/"], {"plans/autumn.reachweaver.json"}),
    (["claims-check", "--brand", "n"], {"notes.txt"}),
    (["campaign-check", "--file", "s"], {"spring.reachweaver.json"}),
    (["completion", ""], set(SHELLS)),
]

needs_fish = pytest.mark.skipif(shutil.which("fish") is None, reason="needs fish")
needs_zsh = pytest.mark.skipif(shutil.which("zsh") is None, reason="needs zsh")
needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")


@pytest.fixture
def script(run: CommandLine) -> Path:
    """A folder with campaigns and other files, and the place for a script beside it."""
    for name in ("spring.reachweaver.json", "plans/autumn.reachweaver.json", "plans/other.json", "notes.txt"):
        run.write(f"work/{name}", {})
    return run.folder / "script"


def shell(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def written(run: CommandLine, name: str) -> str:
    outcome = run("completion", name)
    assert (outcome.status, outcome.stderr) == (0, "")
    return outcome.stdout


@needs_bash
@pytest.mark.parametrize(("words", "expected"), COMPLETIONS)
def test_bash_completes(run: CommandLine, script: Path, words: Sequence[str], expected: set[str]) -> None:
    """In bash the Tab key completes commands, flags, choices, finding codes, campaign files and folders."""
    script.write_text(written(run, "bash"), encoding="utf-8")
    # What bash itself does when the key is pressed: it calls the function that is registered for the command.
    line = (
        'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1));'
        " $(complete -p reachweaver | sed 's/.* -F \\([^ ]*\\) .*/\\1/'); printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    shown = shell(run.folder / "work", "bash", "--norc", "-c", line, "bash", str(script), "reachweaver", *words)
    # bash puts the slash behind a folder when it shows it.
    assert set(shown.split()) == {name.rstrip("/") for name in expected}


@needs_fish
@pytest.mark.parametrize(("words", "expected"), COMPLETIONS)
def test_fish_completes(run: CommandLine, script: Path, words: Sequence[str], expected: set[str]) -> None:
    """In fish the Tab key completes the same."""
    script.write_text(written(run, "fish"), encoding="utf-8")
    line = f"source {script}; complete -C 'reachweaver {' '.join(words)}'"
    shown = shell(run.folder / "work", "fish", "--no-config", "-c", line)
    assert {choice.partition("\t")[0] for choice in shown.splitlines()} == expected


ZSH = """
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'fpath=($1 $fpath); autoload -Uz compinit; compinit -D -u; bindkey "^I" complete-word; print re\\ady'
zpty -r shell seen '*ready*'
zpty -w -n shell $2$'\\t'
zpty -r shell seen "*$2$3*"
print complete
zpty -d shell
"""


@needs_zsh
@pytest.mark.parametrize(
    ("typed", "completed"),
    [(words, next(iter(expected))) for words, expected in COMPLETIONS if len(expected) == 1 and words[-1]],
)
def test_zsh_completes(run: CommandLine, script: Path, typed: Sequence[str], completed: str) -> None:
    """In an interactive zsh the Tab key completes what can only be one thing."""
    script.with_name("_reachweaver").write_text(written(run, "zsh"), encoding="utf-8")
    line = " ".join(["reachweaver", *typed])
    rest = completed.removeprefix(typed[-1])
    command = ["zsh", "-fc", ZSH.replace("$1", str(script.parent)), "zsh", "", line, rest]
    # Without a completion zsh would wait for one.
    done = subprocess.run(command, cwd=run.folder / "work", capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("complete\n", "")


@pytest.mark.parametrize("name", SHELLS)
def test_every_command_is_completed(run: CommandLine, name: str) -> None:
    """Each shell's script names every command."""
    shown = written(run, name)
    assert [command for command, _ in commands(build_parser()) if command not in shown] == []


def test_a_missing_package_is_named(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra `completion` the command names the one line that installs it."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert run.error("completion", "bash") == (
        'completion needs one more package; install it with: pip install "reachweaver[completion]"'
    )


def test_an_unknown_shell_is_an_error(run: CommandLine) -> None:
    """A shell for which there is no script is an error that lists those for which there is one."""
    error = run.error("completion", "cmd")
    assert error.startswith("argument SHELL: invalid choice: 'cmd' (choose from")
    assert all(re.search(rf"\b{name}\b", error) for name in SHELLS)


def test_every_file_argument_says_what_it_is() -> None:
    """An argument that is a path is called CAMPAIGN, FILE or FOLDER in the help, by which its names are completed."""
    for command, parser in commands(build_parser()):
        for action in parser._actions:
            if action.type is Path or action.dest in ("campaigns", "file"):
                assert action.metavar in ("CAMPAIGN", "FILE", "FOLDER"), (command, action.dest)


def commands(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()
