"""Sessions with language servers on the example campaign: how long they take to start, and from an edit to its diagnostics."""

from __future__ import annotations

import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from client import Client
from figures import Row

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
DOCUMENT = EXAMPLES / "campaign.reachweaver.json"

Sessions = dict[str, dict[str, list[float]]]
"""Server → what was timed → seconds."""


def measure(commands: dict[str, list[str]], *, rounds: int, edits: int, gap: float) -> Sessions:
    """Run `rounds` sessions with each server, interleaved in a rotating order, after one that does not count."""
    for command in commands.values():
        session(command, edits=5, gap=gap)
    measured: Sessions = {name: defaultdict(list) for name in commands}
    names = list(commands)
    for number in range(rounds):
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            for what, seconds in session(commands[name], edits=edits, gap=gap).items():
                measured[name][what] += seconds
    return measured


def session(command: list[str], *, edits: int, gap: float) -> dict[str, list[float]]:
    """One server's life: start, open the example, type and delete one character over and over.

    Between two edits lie `gap` seconds, as between a person's keystrokes: a server is asleep when a key is pressed.
    """
    text = DOCUMENT.read_text(encoding="utf-8")
    with Client(command, EXAMPLES) as client:
        initialized = client.initialize()
        opened = client.open(DOCUMENT, text)
        changes = _typing(text, edits)
        edited = []
        for version, change in enumerate(changes, start=2):
            time.sleep(gap)
            edited.append(client.edit(DOCUMENT, version, change))
    return {"initialize": [initialized], "open": [opened], "edit": edited}


def rows(sessions: Sessions, what: str, key: str, *, base: str, targets: dict[str, float]) -> list[Row]:
    """One row per server; `targets` are multiples of the median of the server named `base`."""
    return [
        Row(
            what=what,
            who=name,
            samples=timed[key],
            base=None if name == base else sessions[base][key],
            most_ratio=targets.get(name),
        )
        for name, timed in sessions.items()
    ]


def _typing(text: str, edits: int) -> list[dict[str, Any]]:
    """An x that comes and goes at the start of the first post's text, as incremental changes."""
    opening = '"text": "'
    offset = text.index(opening) + len(opening)
    line = text.count("\n", 0, offset)
    column = len(text[text.rfind("\n", 0, offset) + 1 : offset].encode("utf-16-le")) // 2
    here, after = {"line": line, "character": column}, {"line": line, "character": column + 1}
    insert = {"range": {"start": here, "end": here}, "text": "x"}
    delete = {"range": {"start": here, "end": after}, "text": ""}
    return [insert if number % 2 == 0 else delete for number in range(edits)]
