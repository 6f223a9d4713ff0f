"""Runs every command with broken streams, and interrupts every command in many places.

Run as a program, so that the process that forks has no threads and every command is loaded already:
`every_command.py FAULT FOLDER [OUT_OF PART]`. It ends with 0 when every command took the fault as it should, and prints
which did: all commands, or every so many from one on.
"""

from __future__ import annotations

import atexit
import inspect
import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from reachweaver.cli import main

ROOT = Path(__file__).resolve().parent.parent.parent
NAME = "c.reachweaver.json"
COMMANDS = [
    ["claims-check", NAME],
    ["claims-check", NAME, "--format", "sarif"],
    ["claims-check", NAME, "--format", "github"],
    ["campaign-check", "--file", NAME, "--json"],
    ["campaign-preview", "--file", NAME],
    ["campaign-preview", "--file", NAME, "--html", "preview.html", "--force"],
    ["campaign-export", "--file", NAME, "--out", "out", "--force"],
    ["campaign-stage", "--file", NAME, "--db", "h.sqlite"],
    ["landing-check", "--file", NAME, "--page", "page.html"],
    ["signal-brief", "signal.json"],
    ["signal-brief", "signal.json", "-o", "new.reachweaver.json", "--force"],
    ["attest", "claims.json"],
    ["source-check", "--claim", "Planner", "--url", "http://127.0.0.1:1/"],
    ["receipt-verify", "occam.receipt.json", "--public-key", "occam.pem"],
    ["keys"],
    ["keys", "--export", "signer.pem", "--force"],
    ["explain", "unsupported_number"],
    ["completion", "bash"],
    ["--help"],
    ["claims-check", "--help"],
    ["--version"],
    [],
]
PLACES = 7
"""In how many places each command is interrupted."""


class Outcome(NamedTuple):
    status: int
    stdout: bytes
    stderr: bytes


Fault = Callable[[], object]
"""What is done to the process before the command runs."""


def prepare(folder: Path) -> None:
    """The files that the commands are about."""
    shutil.copy(ROOT / "examples" / "campaign.reachweaver.json", folder / NAME)
    for path in (ROOT / "tests" / "lookup" / "data").iterdir():
        shutil.copy(path, folder)
    shutil.copy(ROOT / "tests" / "lookup" / "pages" / "release-notes.html", folder / "page.html")
    signal_ = {
        "id": "s",
        "title": "Planner 2.0 is out",
        "summary": "Up 9%.",
        "url": "https://example.org/",
        "kind": "release",
    }
    (folder / "signal.json").write_text(json.dumps(signal_), encoding="utf-8")
    claims = [{"claim": "Planner is out", "sourceUrl": "http://127.0.0.1:1/"}]
    (folder / "claims.json").write_text(json.dumps(claims), encoding="utf-8")


def run(arguments: list[str], fault: Fault = lambda: None) -> Outcome:
    """What a process of its own makes of a command; it ends as an interpreter does, which flushes and may complain."""
    sys.stdout.flush()
    with Path("stdout").open("w+b") as stdout, Path("stderr").open("w+b") as stderr:
        process = os.fork()
        if process == 0:
            os.dup2(stdout.fileno(), 1)
            os.dup2(stderr.fileno(), 2)
            fault()
            sys.exit(main(arguments))
        _, status = os.waitpid(process, 0)
        stdout.seek(0)
        stderr.seek(0)
        return Outcome(os.waitstatus_to_exitcode(status), stdout.read(), stderr.read())


def close(number: int) -> Fault:
    """Have no such stream, as a shell's `>&-` leaves it."""

    def fault() -> None:
        os.close(number)
        setattr(sys, _name(number), None)

    return fault


def no_room(number: int) -> Fault:
    """Write to a full disk."""
    return lambda: os.dup2(os.open("/dev/full", os.O_WRONLY), number)


def no_reader(number: int) -> Fault:
    """Write to a pipe that nobody reads any more."""

    def fault() -> None:
        reader, writer = os.pipe()
        os.close(reader)
        os.dup2(writer, number)

    return fault


def _name(number: int) -> str:
    return {1: "stdout", 2: "stderr"}[number]


def stdout_is_closed(arguments: list[str], usual: Outcome) -> None:
    """An error in one line, besides what the command says anyway, and status 2."""
    _could_not_be_written(run(arguments, close(1)), usual, b"standard output is closed")


def stdout_is_full(arguments: list[str], usual: Outcome) -> None:
    """The same."""
    _could_not_be_written(run(arguments, no_room(1)), usual, b"No space left on device")


def _could_not_be_written(outcome: Outcome, usual: Outcome, why: bytes) -> None:
    error = b"reachweaver: error: cannot write the result: " + why + b"\n"
    # A notice that would have come after the result does not come any more.
    assert outcome.stderr.endswith(error), outcome
    assert usual.stderr.startswith(outcome.stderr.removesuffix(error)), outcome
    assert (outcome.status, outcome.stdout) == (2, b""), outcome


def stdout_has_no_reader(arguments: list[str], usual: Outcome) -> None:
    """A reader that has had enough changes nothing else."""
    assert run(arguments, no_reader(1)) == usual._replace(stdout=b"")


def stderr_is_closed(arguments: list[str], usual: Outcome) -> None:
    """Notices are lost, and nothing else; no file that is opened meanwhile gets any of them."""
    assert run(arguments, close(2)) == usual._replace(stderr=b"")


def stderr_is_full(arguments: list[str], usual: Outcome) -> None:
    """The same."""
    outcome = run(arguments, no_room(2))
    assert outcome == usual._replace(stderr=b""), (outcome, usual)


def stderr_has_no_reader(arguments: list[str], usual: Outcome) -> None:
    """The same."""
    assert run(arguments, no_reader(2)) == usual._replace(stderr=b"")


def interrupted(arguments: list[str], usual: Outcome) -> None:
    """Ctrl-C, anywhere: status 130, no word about it, and what was printed is the beginning of what would have been."""
    calls = 0

    def count_calls(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        calls += _is_a_place(frame, event)

    def counting() -> None:
        sys.setprofile(count_calls)
        # By way of a file, because it is another process.
        atexit.register(lambda: (sys.setprofile(None), Path("calls").write_text(str(calls), encoding="utf-8")))

    assert run(arguments, counting) == usual
    total = int(Path("calls").read_text(encoding="utf-8"))
    for place in range(PLACES):
        # The first of all is `main` itself, before it is ready for anything.
        outcome = run(arguments, _interrupt_at(2 + (total - 2) * place // PLACES))
        assert (outcome.status, usual.stderr.startswith(outcome.stderr)) == (130, True), outcome
        assert usual.stdout.startswith(outcome.stdout), outcome


def _interrupt_at(call: int) -> Fault:
    def fault() -> None:
        left = call

        def interrupt(frame: FrameType, event: str, _: object) -> None:
            nonlocal left
            left -= _is_a_place(frame, event)
            if left == 0:
                sys.setprofile(None)
                signal.raise_signal(signal.SIGINT)

        sys.setprofile(interrupt)

    return fault


def _is_a_place(frame: FrameType, event: str) -> bool:
    """Whether a function of ReachWeaver's is called; no generator, which Python also calls to throw it away."""
    is_generator = frame.f_code.co_flags & inspect.CO_GENERATOR
    return event == "call" and not is_generator and frame.f_globals.get("__name__", "").startswith("reachweaver.")


FAULTS = {
    fault.__name__: fault
    for fault in (
        stdout_is_closed,
        stdout_is_full,
        stdout_has_no_reader,
        stderr_is_closed,
        stderr_is_full,
        stderr_has_no_reader,
        interrupted,
    )
}


def go(fault: str, folder: str, out_of: str = "1", part: str = "0") -> Iterator[str]:
    """Commands with one fault; those that took it."""
    os.chdir(folder)
    os.environ |= {"REACHWEAVER_KEYS_ROOT": f"{folder}/keys", "REACHWEAVER_CACHE_ROOT": f"{folder}/cache"}
    prepare(Path())
    commands = COMMANDS[int(part) :: int(out_of)]
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
        for arguments in commands:
            main(arguments)
    for arguments in commands:
        usual = run(arguments)
        FAULTS[fault](arguments, usual)
        yield " ".join(arguments) or "no command"


if __name__ == "__main__":
    for done in go(*sys.argv[1:]):
        sys.stdout.write(f"{done}\n")
        sys.stdout.flush()
