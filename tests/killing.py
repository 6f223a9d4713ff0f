"""Kills a process again and again while it works, and looks at what is left after each kill.

Run as a program, so that the process that forks has no threads: `killing.py WHAT FOLDER KILLS SEED`. It ends with 0
when every look was satisfied, and prints in how many of the kills something was half done.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple

from reachweaver.cli import main
from reachweaver.staging import Draft, stage
from reachweaver.writing import write_file

NOW = datetime(2027, 3, 1, tzinfo=UTC)
VARIANTS = 40
CONTENTS = tuple(mark.encode() * 300_000 for mark in "ab")


class Loop(NamedTuple):
    """What is killed and looked at."""

    work: Callable[[int], None]
    """One round of the work; rounds differ."""
    look: Callable[[], bool]
    """Fails when something is wrong; whether something was half done."""


def kill(loop: Loop, kills: int, chance: random.Random) -> int:
    """Let a process do round after round until it is killed, `kills` times; how often something was half done."""
    longest = time_of(loop.work)
    half_done = 0
    for number in range(kills):
        process = os.fork()
        if process == 0:
            try:
                for turn in count(number):
                    loop.work(turn)
            finally:
                os._exit(1)
        time.sleep(chance.uniform(0, 2 * longest))
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        assert os.WIFSIGNALED(status), "the work failed by itself"
        half_done += loop.look()
    loop.work(kills)
    assert not loop.look(), "the next run leaves nothing half done"
    return half_done


def time_of(work: Callable[[int], None]) -> float:
    """How long a round takes."""
    began = time.perf_counter()
    work(0)
    work(1)
    return (time.perf_counter() - began) / 2


def staging(folder: Path) -> Loop:
    """Drafts are staged and changed, by the function alone."""
    path = folder / "h.sqlite"

    def work(turn: int) -> None:
        if turn % 5 == 0:
            path.unlink(missing_ok=True)
            for side in ("-wal", "-shm"):
                path.with_name(path.name + side).unlink(missing_ok=True)
        drafts = [
            Draft(
                campaign_id="c",
                variant_id=f"v{number}",
                account_id=None,
                platform="x",
                text=f"{turn} " * 500,
                scheduled_at=None,
            )
            for number in range(VARIANTS)
        ]
        stage(path, drafts, now=NOW)

    return Loop(work, lambda: look_at_database(path))


def writing(folder: Path) -> Loop:
    """One file is replaced again and again."""
    path = folder / "export.json"
    return Loop(
        lambda turn: write_file(path, CONTENTS[turn % 2], overwrite=True), lambda: look_at_files(folder, CONTENTS)
    )


def creating(folder: Path) -> Loop:
    """New files are written, none over another."""

    def work(turn: int) -> None:
        free = next(path for path in (folder / f"{number}.json" for number in count()) if not path.exists())
        write_file(free, CONTENTS[turn % 2])

    return Loop(work, lambda: look_at_files(folder, CONTENTS))


def staging_command(folder: Path) -> Loop:
    """The whole command `campaign-stage`, for a file that changes."""
    path = folder / "state" / "h.sqlite"
    arguments = ["campaign-stage", "--db", str(path), "--file"]
    return Loop(lambda turn: command([*arguments, campaign(folder, turn % 2)]), lambda: look_at_database(path))


def export_command(folder: Path) -> Loop:
    """The whole command `campaign-export --force`, for a file that changes."""
    out = folder / "out"
    arguments = ["campaign-export", "--force", "--format", "csv", "--out", str(out), "--file"]
    for turn in (0, 1):
        command(
            [
                "campaign-export",
                "--format",
                "csv",
                "--out",
                str(folder / f"expected{turn}"),
                "--file",
                campaign(folder, turn),
            ]
        )
    expected = tuple((folder / f"expected{turn}" / "c.csv").read_bytes() for turn in (0, 1))
    return Loop(lambda turn: command([*arguments, campaign(folder, turn % 2)]), lambda: look_at_files(out, expected))


LOOPS = {
    "staging": staging,
    "writing": writing,
    "creating": creating,
    "campaign-stage": staging_command,
    "campaign-export": export_command,
}


def campaign(folder: Path, turn: int) -> str:
    """A campaign file whose texts say which turn it is; made when it is not there."""
    path = folder / f"turn{turn}.reachweaver.json"
    if not path.exists():
        variants = [
            {"variant_id": f"v{number}", "platform": "newsletter", "text": f"{'ab'[turn]} " * 500}
            for number in range(VARIANTS)
        ]
        path.write_text(json.dumps({"campaign_id": "c", "variants": variants}), encoding="utf-8")
    return str(path)


def command(arguments: list[str]) -> None:
    """Run a command that has to succeed, and print nothing."""
    before = sys.stdout
    with Path(os.devnull).open("w", encoding="utf-8") as sys.stdout:
        assert main(arguments) == 0
    sys.stdout = before


def look_at_database(path: Path) -> bool:
    """Sound, no row twice, all posts of one turn, each with one event `staged`; whether a journal was left."""
    half_done = path.with_name(path.name + "-wal").exists()
    if not path.exists():
        return half_done
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return True
        posts = connection.execute("SELECT id, campaign, variant_id, text, status FROM posts").fetchall()
        staged = connection.execute("SELECT post_id FROM audit_events WHERE event = 'staged'").fetchall()
    assert {(campaign, variant, status) for _, campaign, variant, _, status in posts} == {
        ("c", f"v{number}", "draft") for number in range(VARIANTS)
    }
    assert len(posts) == VARIANTS
    assert len({text for *_, text, _ in posts}) == 1
    assert sorted(staged) == sorted((post[0],) for post in posts)
    return half_done


def look_at_files(folder: Path, contents: tuple[bytes, ...]) -> bool:
    """Every file is whole; whether one was left that is not done yet, and at most one."""
    names = sorted(path.name for path in folder.iterdir()) if folder.exists() else []
    unfinished = [name for name in names if name.endswith(".tmp")]
    for name in names:
        if name not in unfinished:
            assert (folder / name).read_bytes() in contents, f"{name} is half a file"
    assert len(unfinished) <= 1
    return bool(unfinished)


def report(what: str, folder: str, kills: str, seed: str) -> str:
    """Run a loop, and say what came of it."""
    chance = random.Random(int(seed))  # noqa: S311 (moments, no secrets)
    half_done = kill(LOOPS[what](Path(folder)), int(kills), chance)
    return f"{half_done} of {kills} kills left something half done\n"


if __name__ == "__main__":
    sys.stdout.write(report(*sys.argv[1:]))
