"""Takes the guards against faults away, one by one, in a copy of the project, and looks whether a test misses each.

    python -m tests.faults.guards [NAME …]

A guard is a line or two that stands between a fault and somebody's work. Here each is replaced by what one would have
written without thinking of the fault, and the tests that are about it have to fail. It ends with 1 when one does not.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
LEFT_OUT = (".venv", ".git", "node_modules", "build", ".vscode-test", ".hypothesis", ".mypy_cache", ".ruff_cache")


class Guard(NamedTuple):
    """What is taken away, and who has to notice."""

    file: str
    text: str
    instead: str
    tests: str
    """What pytest is asked for, to fail."""


GUARDS = {
    "a history is read at one moment": Guard(
        "reachweaver/storage.py",
        'connection.execute("BEGIN")',
        "pass",
        "tests/test_storage.py::test_what_is_written_while_the_history_is_read_comes_later",
    ),
    "a history that was replaced is read again": Guard(
        "reachweaver/storage.py",
        "if _identity(path) == before:\n            return history",
        "return history",
        "tests/test_storage.py::test_a_database_that_is_replaced_is_read_again",
    ),
    "a locked history is tried again": Guard(
        "reachweaver_lsp/histories.py",
        "self._locked.add(key)",
        "pass",
        "tests/lsp/test_histories.py::test_a_database_that_is_locked_is_tried_again",
    ),
    "links are followed once a document": Guard(
        "reachweaver_lsp/documents.py",
        "elif self._open_files is not None:\n            _add(document, self._open_files)",
        "self._open_files = None",
        "tests/lsp/test_documents.py::test_links_are_followed_once_a_document",
    ),
    "a file gets its name when it is whole": Guard(
        "reachweaver/writing.py",
        "write_whole(path, content, overwrite=overwrite)\n",
        "path.write_bytes(content)\n",
        "tests/faults/test_disks.py::test_a_file_that_is_replaced_on_a_full_disk",
    ),
    "what a killed run left is removed": Guard(
        "reachweaver/writing.py",
        "    remove_leftovers(path.parent)\n    beside",
        "    beside",
        "tests/test_writing.py::test_what_was_left_of_another_file_is_removed_too",
    ),
    "all drafts are staged in one transaction": Guard(
        "reachweaver/staging.py",
        'connection.execute("BEGIN IMMEDIATE")',
        "pass",
        "tests/faults/test_crashes.py::test_a_command_that_is_ended_anywhere[stage-SIGKILL-9]",
    ),
    "a half-made key is removed": Guard(
        "reachweaver/lookup/keys.py",
        "    remove_leftovers(path.parent)\n",
        "",
        "tests/faults/test_crashes.py::test_a_command_that_is_ended_anywhere[make a key-SIGKILL-2]",
    ),
    "a report is all on disk before it is printed": Guard(
        "reachweaver/commands/report_writer.py",
        "            self._reports.settle()\n",
        "",
        "tests/faults/test_disks.py::test_a_report_that_needs_more_room_than_there_is",
    ),
    "commands are loaded where Ctrl-C is heard": Guard(
        "reachweaver/cli.py",
        "from reachweaver.errors import CommandError\n",
        "from reachweaver.errors import CommandError\nfrom reachweaver.commands import attest\nattest\n",
        "tests/faults/test_commands.py::test_an_interruption_while_the_command_is_loaded[commands.attest]",
    ),
    "the client's process is watched beside the loop": Guard(
        "reachweaver_lsp/transport.py",
        "            os._exit(1)\n",
        "            pass\n",
        "tests/faults/test_server_streams.py::test_a_client_that_never_reads_and_is_killed",
    ),
    "a log that nobody reads is dropped": Guard(
        "reachweaver_lsp/logs.py",
        "while line and has_room.poll(0):",
        "while line:",
        "tests/faults/test_server_streams.py::test_a_client_that_never_reads_the_servers_log",
    ),
    "closed streams are stood in for": Guard(
        "reachweaver_lsp/transport.py",
        "    _stand_in_for_closed_streams()\n    stdout",
        "    stdout",
        "tests/faults/test_server_streams.py::test_what_is_written_to_standard_error_never_gets_into_the_protocol",
    ),
    "a brand keeps what it last said": Guard(
        "reachweaver_lsp/rule_files.py",
        "content = self._last_good.get(path, content)",
        "pass",
        "tests/faults/test_workspaces.py::test_a_brand_that_is_cut_off_while_it_is_saved",
    ),
    "what was compiled is read whole": Guard(
        "reachweaver/compiled.py",
        "is_whole = content[:_HASH_SIZE] == importlib.util.source_hash(content[_HASH_SIZE:])",
        "is_whole = True",
        "tests/test_compiled.py::test_a_damaged_file_is_as_none",
    ),
    "only ordinary files are opened": Guard(
        "reachweaver/files.py",
        "    if stat.S_ISREG(mode):\n",
        "    if mode:\n",
        "tests/cli/test_files.py::test_what_is_no_ordinary_file_is_refused_before_it_is_opened",
    ),
    "nobody waits by the time of day": Guard(
        "reachweaver_lsp/project_files.py",
        "time.monotonic_ns",
        "time.time_ns",
        "tests/faults/test_clocks.py::test_only_what_is_dated_asks_for_the_time_of_day",
    ),
}
MINUTES = 5.0
"""A test that waits for ever without its guard has noticed it too."""


def is_missed(guard: Guard, copy: Path) -> bool:
    """Whether the guard's tests fail without it."""
    path = copy / guard.file
    text = path.read_text(encoding="utf-8")
    assert text.count(guard.text) == 1, f"{guard.file} has not this guard: {guard.text}"
    path.write_text(text.replace(guard.text, guard.instead), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", guard.tests]
    environment = {**os.environ, "PYTHONPATH": str(copy), "REACHWEAVER_FAULTS": ""}
    try:
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, check=False, timeout=MINUTES * 60
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_text(text, encoding="utf-8")
    # Below zero the interpreter itself has crashed, as it does on damaged code.
    assert done.returncode <= 1, done.stdout.decode()
    return done.returncode != 0


def main() -> int:
    """Print of each guard whether it is missed."""
    names = sys.argv[1:] or list(GUARDS)
    unmissed = 0
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "project"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
        for name in names:
            missed = is_missed(GUARDS[name], copy)
            unmissed += not missed
            sys.stdout.write(f"{'missed' if missed else 'NOT MISSED'}: {name}\n")
            sys.stdout.flush()
    return 1 if unmissed else 0


if __name__ == "__main__":
    sys.exit(main())
