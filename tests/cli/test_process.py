from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from reachweaver import __version__, cli
from reachweaver.commands import console
from reachweaver.errors import CommandError
from tests.cli.running import ROOT, CommandLine, campaign, run_process

NAME = "spring.reachweaver.json"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with one campaign that has a finding."""
    (tmp_path / ".git").mkdir()
    (tmp_path / NAME).write_text(json.dumps(campaign("Up 40% 🚀")), encoding="utf-8")
    return tmp_path


def test_no_arguments_are_a_friendly_help(run: CommandLine) -> None:
    """Called without arguments the command says what it is and what to type."""
    outcome = run()
    assert (outcome.status, outcome.stderr) == (0, "")
    assert "reachweaver claims-check spring.reachweaver.json" in outcome.stdout
    assert run("--help") == outcome == run("-h")


def test_the_help_of_a_command_names_its_flags(run: CommandLine) -> None:
    """`claims-check --help` explains every flag and the exit statuses."""
    outcome = run("claims-check", "--help")
    assert outcome.status == 0
    for word in ("--brand", "--optout", "--duplicate-threshold", "--json", "--format", "CAMPAIGN", "exit status"):
        assert word in outcome.stdout


def test_the_version_is_printed(run: CommandLine) -> None:
    """--version prints the version and nothing else."""
    assert run("--version") == (0, f"reachweaver {__version__}\n", "")


def test_an_unexpected_fault_is_one_line(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of ReachWeaver's own is one line and status 2; with REACHWEAVER_DEBUG=1 it is raised."""

    def fail(_: object) -> int:
        raise RecursionError("too deep\nand more")

    monkeypatch.setattr(cli, "_run", fail)
    assert run.error("claims-check", NAME).startswith("unexpected RecursionError: too deep\\nand more (")
    monkeypatch.setenv("REACHWEAVER_DEBUG", "1")
    with pytest.raises(RecursionError):
        run("claims-check", NAME)


def test_an_interrupted_command_is_quiet(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends the command with 130 and without a word."""

    def interrupt(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_run", interrupt)
    assert run("claims-check", NAME) == (130, "", "")


@pytest.mark.e2e
def test_the_modules_run_as_commands(project: Path) -> None:
    """`python -m reachweaver` is the command line, and its exit status that of the command."""
    done = run_process("claims-check", NAME, folder=project)
    assert (done.returncode, done.stderr) == (2, b"")
    assert done.stdout.startswith(f"{NAME}:1:".encode())


@pytest.mark.e2e
@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
def test_a_reader_that_goes_away_is_no_error(project: Path, form: str) -> None:
    """When the reader of a pipe has had enough there is no traceback and no message."""
    many = campaign(*(f"Up {number}% and {number + 1}% since {number + 1000}" for number in range(700)))
    (project / NAME).write_text(json.dumps(many), encoding="utf-8")
    shell_line = f"$RUN claims-check {NAME} --format {form} | head -c 1 > /dev/null; echo ${{PIPESTATUS[0]}}"
    done = run_process(folder=project, line=shell_line)
    assert (done.stdout, done.stderr) == (b"2\n", b"")


@pytest.mark.e2e
@pytest.mark.parametrize("flag", ["--help", "--version"])
def test_nobody_has_to_read_the_help(project: Path, flag: str) -> None:
    """Help and version into a pipe that is closed already end as they would otherwise."""
    done = run_process(folder=project, line=f"$RUN {flag} | true; echo ${{PIPESTATUS[0]}}")
    assert (done.stdout, done.stderr) == (b"0\n", b"")


@pytest.mark.e2e
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_an_error(project: Path) -> None:
    """A report that could not be written is not passed off as one that was."""
    done = run_process(folder=project, line=f"$RUN claims-check {NAME} > /dev/full")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"reachweaver: error: cannot write the result: No space left on device\n"


@pytest.mark.e2e
@pytest.mark.parametrize(
    ("redirection", "stderr"),
    [
        (">&-", b"reachweaver: error: cannot write the result: standard output is closed\n"),
        (">&- 2>&-", b""),
        ("2>&-", b""),
        ("absent.json 2>&-", b""),
        ("- <&-", b"reachweaver: error: <stdin>: standard input is closed\n"),
    ],
)
def test_closed_streams_are_survived(project: Path, redirection: str, stderr: bytes) -> None:
    """A shell that closed a stream gets status 2 and, where it can be had, one line."""
    done = run_process(folder=project, line=f"$RUN claims-check {NAME} {redirection}")
    assert (done.returncode, done.stderr) == (2, stderr)


@pytest.mark.e2e
def test_reports_do_not_depend_on_chance(project: Path) -> None:
    """Every run prints the same bytes."""
    printed = {
        run_process(
            "claims-check", NAME, "--format", "sarif", folder=project, environment={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(printed) == 1


@pytest.mark.e2e
@pytest.mark.parametrize("form", ["json", "sarif"])
def test_standard_output_is_one_document_despite_warnings(project: Path, form: str) -> None:
    """Warnings of Python's or of the configuration never mix with the document."""
    (project / "reachweaver.toml").write_text("colour = 1")
    environment = {"PYTHONWARNINGS": "always", "PYTHONDEVMODE": "1"}
    done = run_process("claims-check", NAME, "--format", form, folder=project, environment=environment)
    json.loads(done.stdout)
    assert done.stderr == b"reachweaver: warning: reachweaver.toml: unknown setting colour\n"


@pytest.mark.e2e
@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "0"}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, True),
    ],
)
def test_a_pipe_is_coloured_on_demand_only(project: Path, environment: dict[str, str], coloured: bool) -> None:
    """Into a pipe there is no colour unless FORCE_COLOR asks for it; NO_COLOR forbids it."""
    done = run_process("claims-check", NAME, folder=project, environment=environment)
    assert (b"\x1b[" in done.stdout) is coloured


class _Terminal:
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({}, True),
        ({"TERM": "xterm"}, True),
        ({"TERM": "dumb"}, False),
        ({"NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "0"}, False),
    ],
)
def test_a_terminal_is_coloured_unless_forbidden(environment: dict[str, str], coloured: bool) -> None:
    """On a terminal there is colour unless NO_COLOR, FORCE_COLOR=0 or TERM=dumb says otherwise."""
    assert console.wants_colour(_Terminal(), environment) is coloured  # type: ignore[arg-type]
    assert console.wants_colour(None, environment) is False


@pytest.mark.e2e
def test_the_width_of_a_terminal_is_heeded(project: Path) -> None:
    """On a terminal the source line is clipped to its width, and coloured."""
    pty = pytest.importorskip("pty", reason="needs a system with pseudo-terminals")
    (project / NAME).write_text(json.dumps(campaign("word " * 100 + "40%")), encoding="utf-8")
    reader, writer = pty.openpty()
    environment = {**os.environ, "COLUMNS": "60", "TERM": "xterm", "PYTHONPATH": str(ROOT)}
    environment.pop("NO_COLOR", None)
    command = [sys.executable, "-m", "reachweaver", "claims-check", NAME]
    status = subprocess.run(command, cwd=project, stdout=writer, env=environment, check=False).returncode
    os.close(writer)
    lines = os.read(reader, 65536).decode().splitlines()
    os.close(reader)
    assert status == 2
    assert "\x1b[" in lines[0]
    source, underline = (re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines[1:3])
    assert len(source) == 60 - len("...")
    assert source[underline.index("^") :][:3] == "40%"


@pytest.mark.e2e
def test_control_c_ends_a_waiting_command(project: Path) -> None:
    """A command that waits for standard input ends quietly with 130 when it is interrupted."""
    code = """
import signal, sys
from reachweaver.cli import main
class Waiting:
    def read(self, _): signal.raise_signal(signal.SIGINT)
class Stdin:
    buffer = Waiting()
sys.stdin = Stdin()
sys.exit(main(["claims-check", "-"]))
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], cwd=project, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_the_language_server_says_how_to_install_it(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the extra `lsp` the command names the one line that installs it."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    error = 'the language server is not installed; install it with: pip install "reachweaver[lsp]"'
    assert run.error("lsp") == run.error("lsp", "--tcp", "localhost:0") == error


def test_the_language_server_gets_its_arguments(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """`reachweaver lsp` calls the server as `reachweaver-lsp` does, and ends with its status."""
    seen: list[list[str]] = []

    def serve(arguments: list[str]) -> int:
        seen.append(arguments)
        return 3

    monkeypatch.setattr("reachweaver_lsp.__main__.main", serve)
    assert run("lsp", "--tcp", "localhost:0", "--help") == (3, "", "")
    assert seen == [["--tcp", "localhost:0", "--help"]]


def test_an_error_names_its_place() -> None:
    """The error's line has the file, the line and the column where there are any."""
    assert str(CommandError("no", path="a.json", line=3, column=5)) == "a.json:3:5: no"
    assert str(CommandError("no", path="a.json")) == "a.json: no"
    assert str(CommandError("no")) == "no"
