from __future__ import annotations

import gc
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from reachweaver.campaign import Campaign
from reachweaver.commands import report_writer as report_writer_module, screen as screen_module
from reachweaver.commands.arguments import Parser, add_jobs
from reachweaver.commands.batch import BatchOptions, check_all
from reachweaver.commands.checking import Overrides
from reachweaver.commands.gathering import Source, list_campaigns
from reachweaver.commands.processes import check_in_processes
from reachweaver.commands.report_writer import report_writer
from reachweaver.commands.screen import Screen
from reachweaver.errors import CommandError
from reachweaver.json_spans import Document
from reachweaver.output.piece import FORMATS, Format
from reachweaver.output.terminal import TerminalStyle
from tests.cli.running import ROOT, CommandLine, campaign, run_process

STYLE = TerminalStyle()
NAMES = [f"plans/{number:02d}.reachweaver.json" for number in range(20)]


def options(form: Format = "text") -> BatchOptions:
    return BatchOptions(overrides=Overrides(), form=form, style=STYLE)


@pytest.fixture
def plans(run: CommandLine) -> CommandLine:
    """A folder of twenty campaigns, some with findings, and files that are none."""
    for number, name in enumerate(NAMES):
        run.write(name, campaign(f"Up {number}% 🚀", "The fastest pencil.", campaign_id=f"c{number}"))
    run.write("plans/brand.reachweaver.json", {"baned_phrases": ["pencil"]})
    run.write("plans/optout.reachweaver.json", {"handles": ["@ann"]})
    return run


@pytest.mark.e2e
@pytest.mark.parametrize("form", FORMATS)
def test_the_report_does_not_depend_on_the_number_of_processes(plans: CommandLine, form: str) -> None:
    """Several processes print the same bytes, notices included, in the same order and with the same exit status."""
    alone = plans("claims-check", "plans", "--format", form)
    assert alone.stderr.count("\n") == 1
    assert "baned_phrases" in alone.stderr
    done = run_process("claims-check", "plans", "--format", form, "--jobs", "3", folder=plans.folder)
    assert (done.returncode, done.stderr.decode(), done.stdout.decode()) == (2, alone.stderr, alone.stdout)


@pytest.mark.e2e
def test_trouble_in_a_process_is_reported_as_ever(plans: CommandLine) -> None:
    """Files that cannot be used are named in order; people get the other campaigns, programs no document."""
    plans.write(NAMES[7], "{")
    plans.write(NAMES[3], "[]")
    alone = plans("claims-check", "plans")
    done = run_process("claims-check", "plans", "--jobs", "2", folder=plans.folder)
    assert (done.returncode, done.stderr.decode(), done.stdout.decode()) == (2, alone.stderr, alone.stdout)
    assert [line.split(":")[2].strip() for line in alone.stderr.splitlines()][1:] == [NAMES[3], NAMES[7]]
    assert "in 18 campaigns" in alone.stdout
    done = run_process("claims-check", "plans", "--jobs", "2", "--json", folder=plans.folder)
    assert (done.returncode, done.stdout) == (2, b"")


@pytest.mark.e2e
def test_standard_input_is_checked_among_many(plans: CommandLine) -> None:
    """`-` has its place among files, whichever process checks it."""
    content = json.dumps(campaign("Drafts stay on paper.", campaign_id="typed")).encode()
    arguments = ("claims-check", NAMES[0], "-", NAMES[1], "--jobs", "2", "--json")
    done = run_process(*arguments, folder=plans.folder, stdin=content)
    assert [report["campaign_id"] for report in json.loads(done.stdout)] == ["c0", "typed", "c1"]


def test_one_campaign_is_in_memory_at_a_time(plans: CommandLine) -> None:
    """When a campaign's outcome is there, neither the campaign nor its text is kept, without waiting for a collection."""
    gc.collect()
    gc.disable()
    try:
        before = living(Campaign), living(Document)
        found = 0
        for outcome in check_all(list_campaigns(["plans"]).sources, options(), 1):
            found += outcome.piece is not None
            assert (living(Campaign), living(Document)) <= (before[0] + 1, before[1] + 1)
    finally:
        gc.enable()
    assert found == len(NAMES)


def living(kind: type) -> int:
    return sum(isinstance(thing, kind) for thing in gc.get_objects())


class _Deadly:
    """Ends the process that unpickles it."""

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return os._exit, (9,)


@pytest.mark.e2e
def test_a_process_that_dies_is_one_line(plans: CommandLine) -> None:
    """A process that the system ends is an error of the command, not a traceback or a wait forever."""
    sources = list_campaigns(["plans"]).sources
    deadly = BatchOptions(overrides=Overrides(), form="text", style=_Deadly())  # type: ignore[arg-type]
    with pytest.raises(CommandError, match=r"^a process that was checking campaigns ended unexpectedly"):
        list(check_in_processes(sources, deadly, 2))


@pytest.mark.e2e
def test_a_report_that_nobody_reads_stops_the_processes(plans: CommandLine) -> None:
    """Closing the iterator early ends the processes at once, whatever they are working on."""
    code = (
        "from tests.cli.test_batch import *\n"
        "outcomes = check_all(list_campaigns(['plans']).sources, options(), 2)\n"
        "print(next(outcomes).source.name, outcomes.close(), list(outcomes))\n"
    )
    # In a process of its own, whose classes are those of the ones that it starts.
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=plans.folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stdout, done.stderr) == (f"{NAMES[0]} None []\n", "")


@pytest.fixture
def long_run(plans: CommandLine) -> Iterator[subprocess.Popen[bytes]]:
    """A run of two processes, in a group of its own, that has begun to print."""
    folder = plans.folder
    for number in range(400):
        plans.write(f"more/{number}.reachweaver.json", campaign(*(f"Up {number}% in {year}" for year in range(30))))
    command = [sys.executable, "-m", "reachweaver", "claims-check", "more", "--jobs", "2"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=folder, env=environment, start_new_session=True, **pipes) as running:  # type: ignore[call-overload]
        running.stdout.read(1)
        yield running


@pytest.mark.e2e
@pytest.mark.skipif(os.name == "nt", reason="needs process groups")
def test_control_c_ends_all_processes_quietly(long_run: subprocess.Popen[bytes]) -> None:
    """Ctrl-C, which reaches every process, ends the command with 130 and without a word."""
    os.killpg(long_run.pid, signal.SIGINT)
    # Both pipes end when the last process that holds them is gone.
    _, stderr = long_run.communicate(timeout=60)
    assert (long_run.returncode, stderr) == (130, b"")


@pytest.mark.e2e
@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_no_process_outlives_the_command(long_run: subprocess.Popen[bytes]) -> None:
    """When the command itself is killed, the processes that it started end as well."""
    long_run.kill()
    # Both pipes end when the last process that holds them is gone.
    long_run.communicate(timeout=60)


@pytest.mark.parametrize(("text", "jobs"), [("1", 1), ("16", 16), ("999", 999)])
def test_the_number_of_processes_can_be_set(text: str, jobs: int) -> None:
    """--jobs takes a whole number."""
    assert jobs_of(text) == jobs


def test_all_processors_can_be_used() -> None:
    """--jobs auto, and 0, are as many processes as this one may use processors."""
    assert jobs_of("auto") == jobs_of("0") >= 1


@pytest.mark.parametrize("text", ["", "-1", "1000", "two", "1.5", "٣", " 2"])
def test_a_bad_number_of_processes_is_one_line(run: CommandLine, text: str) -> None:
    """Anything else is an error that says what is needed."""
    error = run.error("claims-check", run.write("a.json", campaign("x")), f"--jobs={text}")
    assert error.startswith("argument --jobs: a whole number from 1 to 999 is needed, not ")
    assert "(or auto)" in error


def jobs_of(text: str) -> int:
    parser = Parser()
    add_jobs(parser)
    jobs: int = parser.parse_args(["--jobs", text]).jobs
    return jobs


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_a_document_on_disk_is_the_same(plans: CommandLine, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    """A document that was too large for memory is, to the byte, the one that was not."""
    expected = plans("claims-check", "plans", "--format", form).stdout
    monkeypatch.setattr(report_writer_module, "_IN_MEMORY", 100)
    monkeypatch.setattr(report_writer_module, "_BLOCK", 7)
    assert plans("claims-check", "plans", "--format", form).stdout == expected
    assert expected == json.dumps(json.loads(expected), ensure_ascii=False, indent=2) + "\n"


def test_a_full_disk_is_an_error_of_the_command(plans: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report for which there is no room is an error in one line."""

    class Full(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(report_writer_module, "SpooledTemporaryFile", lambda *_, **__: Full())
    outcome = plans("claims-check", "plans", "--json")
    assert (outcome.status, outcome.stdout) == (2, "")
    assert outcome.stderr.splitlines()[-1] == (
        "reachweaver: error: cannot keep the report in a temporary file: No space left on device"
    )


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def terminal(monkeypatch: pytest.MonkeyPatch) -> _Terminal:
    """Make both streams one terminal, on which a second passes with every look at the clock."""
    both = _Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", both)
    monkeypatch.setattr(sys, "stderr", both)
    tell_time(monkeypatch, map(float, range(1000)))
    return both


def tell_time(monkeypatch: pytest.MonkeyPatch, seconds: Iterator[float]) -> None:
    monkeypatch.setattr(screen_module, "time", SimpleNamespace(monotonic=lambda: next(seconds)))


def seen(written: str) -> list[str]:
    """What stands on the lines of a terminal in the end."""
    lines = []
    for line in written.split("\n"):
        row = ""
        for part in line.split("\r"):
            row = part + row[len(part) :]
        lines.append(row.rstrip())
    return lines


def test_progress_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line says how many of how many, is written over, and is gone in the end."""
    shown = terminal(monkeypatch)
    with Screen(10_000) as screen:
        screen.progress(1)
        screen.progress(1_234)
        assert seen(shown.getvalue()) == ["checking 1,234 of 10,000 ..."]
    assert seen(shown.getvalue()) == [""]


def test_progress_never_mixes_with_output(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is written stands on lines of its own, a notice once however often it comes."""
    shown = terminal(monkeypatch)
    with Screen(3) as screen:
        screen.progress(1)
        screen.error("bad.json: no")
        screen.error("bad.json: no")
        screen.progress(2)
        screen.write("a finding\n")
        screen.progress(3)
        screen.write_json("{}\n")
        screen.progress(3)
        screen.warning("odd")
    assert seen(shown.getvalue()) == [
        "reachweaver: error: bad.json: no",
        "a finding",
        "{}",
        "reachweaver: warning: odd",
        "",
    ]


def test_progress_is_taken_away_when_something_goes_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error or an interruption does not leave half a line behind."""
    shown = terminal(monkeypatch)
    screen = Screen(3)
    screen.progress(1)
    screen.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert seen(shown.getvalue()) == [""]


@pytest.mark.parametrize("kind", ["dumb", "pipe", "closed"])
def test_progress_is_for_terminals_only(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """A terminal that cannot go back on its line, a pipe and a closed stream get nothing."""
    shown = terminal(monkeypatch)
    stream = {"dumb": shown, "pipe": io.StringIO(), "closed": None}[kind]
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", kind)
    with Screen(3) as screen:
        screen.progress(1)
        screen.progress(2)
    assert (stream.getvalue() if stream else "") == ""


def test_progress_does_not_flicker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short run shows nothing, and the line changes ten times a second at most."""
    shown = terminal(monkeypatch)
    tell_time(monkeypatch, (hundredths / 100 for hundredths in range(101)))
    changes = []
    with Screen(100) as screen:
        for hundredths in range(1, 100):
            before = shown.getvalue()
            screen.progress(hundredths)
            changes += [hundredths] if shown.getvalue() != before else []
    assert changes == [50, 60, 70, 80, 90]


def test_a_report_of_none_is_empty() -> None:
    """A run in which nothing could be checked prints no closing count."""
    with Screen(1) as screen, report_writer("text", STYLE, screen) as report:
        report.finish(is_whole=False)


def test_sources_are_small() -> None:
    """A listed file is its name and no more."""
    assert Source("a").text is None
    assert not hasattr(Source("a"), "__dict__")
