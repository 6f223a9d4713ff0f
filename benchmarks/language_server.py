"""Sessions with language servers on documents of several sizes: from an edit to its diagnostics, and what else is felt."""

from __future__ import annotations

import json
import shutil
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from client import Client
from documents import campaign_text
from engine import BRAND
from figures import Count, Row

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
EXAMPLE = "campaign.reachweaver.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A document to type in, and what is asked of our server on it."""

    name: str
    size: int | None = None
    """Characters of a document that is made; None for the example."""
    one_line: bool = False
    edits: int
    """At most so many in a session."""
    most_ratio: float
    most_answer_seconds: float | None = None
    most_megabytes: float | None = None


CASES = (
    Case(name="the example", edits=60, most_ratio=2.0),
    Case(name="10 KB", size=10_000, edits=60, most_ratio=1.0),
    Case(name="100 KB", size=100_000, edits=60, most_ratio=0.8),
    Case(name="1 MB", size=1_000_000, edits=30, most_ratio=0.3, most_answer_seconds=0.005, most_megabytes=200),
    Case(name="1 MB on one line", size=1_000_000, one_line=True, edits=10, most_ratio=0.02, most_answer_seconds=0.005),
)
BURST = 100
"""Changes that are sent at once."""

Measured = dict[str, dict[str, list[float]]]
"""Server → what was measured → samples."""


def measure(commands: dict[str, list[str]], case: Case, *, rounds: int, edits: int, gap: float) -> Measured:
    """Run `rounds` sessions with each server, interleaved in a rotating order, after one that does not count."""
    measured: Measured = {name: defaultdict(list) for name in commands}
    names = list(commands)
    with _folder(case) as document:
        for command in commands.values():
            session(command, document, edits=2, gap=gap)
        for number in range(rounds):
            turn = number % len(names)
            for name in names[turn:] + names[:turn]:
                found = session(commands[name], document, edits=min(edits, case.edits), gap=gap)
                for what, samples in found.items():
                    measured[name][what] += samples
    return measured


def session(command: list[str], document: Path, *, edits: int, gap: float) -> dict[str, list[float]]:
    """One server's life: start, open the document, type and delete one character over and over, ask, type very fast.

    Between two edits lie `gap` seconds, as between a person's keystrokes: a server is asleep when a key is pressed.
    """
    text = document.read_text(encoding="utf-8")
    line, column = _place(text)
    found: dict[str, list[float]] = {"edit": [], "hover": [], "code action": []}
    with Client(command, document.parent) as client:
        found["initialize"] = [client.initialize()]
        found["open"] = [client.open(document, text)]
        for version, change in enumerate(_typing(line, column, edits), start=2):
            time.sleep(gap)
            found["edit"].append(client.edit(document, version, change))
        about = {"textDocument": {"uri": document.as_uri()}}
        here = {"line": line, "character": column}
        for _ in range(min(edits, 20)):
            found["hover"].append(client.ask("textDocument/hover", {**about, "position": here}))
            asked = {**about, "range": {"start": here, "end": here}, "context": {"diagnostics": []}}
            found["code action"].append(client.ask("textDocument/codeAction", asked))
        found["publishes"] = [client.burst(document, 2 + edits, _typing(line, column, BURST))]
        if (memory := client.peak_memory) is not None:
            found["memory"] = [memory]
    return found


def rows(case: Case, measured: Measured, *, ours: str, base: str) -> Iterator[Row | Count]:
    """What was measured on one document: the time from an edit to its diagnostics of every server, the rest of ours."""
    for who, found in measured.items():
        is_ours = who == ours
        yield Row(
            what=f"edit to diagnostics, {case.name}",
            who=who,
            samples=found["edit"],
            base=None if who == base else measured[base]["edit"],
            most_ratio=case.most_ratio if is_ours else None,
            most_spread=2.0 if is_ours else None,
        )
    found = measured[ours]
    for what in ("hover", "code action"):
        yield Row(what=f"{what}, {case.name}", who=ours, samples=found[what], most_seconds=case.most_answer_seconds)
    yield Count(
        what=f"publishes for {BURST} changes at once, {case.name}",
        who=ours,
        samples=found["publishes"],
        unit="publishes",
        most=3,
    )
    if found["memory"]:
        yield Count(
            what=f"peak memory, {case.name}", who=ours, samples=found["memory"], unit="MB", most=case.most_megabytes
        )


def start_rows(measured: Measured, *, ours: str, base: str) -> Iterator[Row]:
    """How long each server takes from its start to the answer to `initialize`."""
    for who, found in measured.items():
        yield Row(
            what="start to initialized",
            who=who,
            samples=found["initialize"],
            base=None if who == base else measured[base]["initialize"],
            most_ratio=1.25 if who == ours else None,
        )


@contextmanager
def _folder(case: Case) -> Iterator[Path]:
    """A folder with the document and a brand, whose rules are then checked as well."""
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        document = folder / EXAMPLE
        if case.size is None:
            shutil.copytree(EXAMPLES, folder, dirs_exist_ok=True)
        else:
            document.write_text(campaign_text(case.size, one_line=case.one_line), encoding="utf-8")
            (folder / "brand.reachweaver.json").write_text(json.dumps(BRAND), encoding="utf-8")
        yield document


def _place(text: str) -> tuple[int, int]:
    """Line and column, in UTF-16 units, of the start of a post's text in the middle of the document."""
    opening = '"text": "'
    offset = text.index(opening, len(text) // 2) + len(opening)
    line = text.count("\n", 0, offset)
    return line, len(text[text.rfind("\n", 0, offset) + 1 : offset].encode("utf-16-le")) // 2


def _typing(line: int, column: int, edits: int) -> list[dict[str, Any]]:
    """An x that comes and goes at a place, as incremental changes."""
    here, after = {"line": line, "character": column}, {"line": line, "character": column + 1}
    insert = {"range": {"start": here, "end": here}, "text": "x"}
    delete = {"range": {"start": here, "end": after}, "text": ""}
    return [insert if number % 2 == 0 else delete for number in range(edits)]
