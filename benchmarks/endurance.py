"""Type very long: does the language server's memory stay where it is, and does it never log an error?

    python benchmarks/endurance.py [--edits N]

One session, one campaign of 10 KB, edits of every kind at random places, valid and broken JSON by turns. The first tenth
of the edits warms the session up; after that memory may grow by no more than a tenth.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from client import Client
from documents import BRAND, campaign_text
from figures import aligned

MOST_GROWTH = 1.1
_ERROR = 1
"""The type of a message that tells of an error."""
PIECES = [
    "x",
    " 40%",
    " the best",
    " adds a widget",
    "🦀",
    "é",
    "\\n",
    "\\",
    '"',
    ",",
    "}",
    "{",
    "]",
    ":",
    "\n",
    "\u2028",
    "",
]


def main() -> int:
    """Print memory and speed as time goes by; 1 when memory grew or an error was logged."""
    parser = argparse.ArgumentParser(description="Type very long.")
    parser.add_argument("--edits", type=int, default=100_000, help="how many edits (default: %(default)s)")
    options = parser.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        (folder / "brand.reachweaver.json").write_text(json.dumps(BRAND), encoding="utf-8")
        log = folder / "log"
        with log.open("wb") as stream, Client([sys.executable, "-m", "reachweaver_lsp"], folder, stream) as client:
            memory = _type(client, folder / "campaign.reachweaver.json", options.edits)
        errors = [line for line in log.read_text(encoding="utf-8").splitlines() if line.strip()]
        errors += [one["message"] for one in client.said if one["type"] == _ERROR]
    print(f"{len(errors)} errors logged")
    for line in errors[:10]:
        print(f"  {line}")
    grown = bool(memory) and memory[-1] > MOST_GROWTH * memory[0]
    return 1 if grown or errors else 0


def _type(client: Client, document: Path, count: int) -> list[float]:
    """Make so many edits; the memory after each tenth, in megabytes."""
    client.initialize()
    text = campaign_text(10_000)
    client.open(document, text)
    lines, memory = [["edits", "memory MB", "edits a second"]], []
    started = time.perf_counter()
    for version, change in enumerate(_edits(text, count), start=2):
        client.edit(document, version, change)
        done = version - 1
        if done % max(1, count // 10) == 0:
            if (used := client.memory) is not None:
                memory.append(used)
            speed = done / (time.perf_counter() - started)
            lines.append([f"{done:,}", f"{memory[-1]:.1f}" if memory else "", f"{speed:,.0f}"])
    print(aligned(lines))
    return memory


def _edits(text: str, count: int) -> Iterator[dict[str, Any]]:
    """The same edits on every run; every eighth gives the text back as it was."""
    chance = random.Random(20260301)
    good = text
    for number in range(count):
        start, end, new_text = 0, len(text), good
        if number % 8:
            start = chance.randrange(len(text) + 1)
            end = min(len(text), start + chance.choice([0, 0, 1, 2, chance.randrange(40)]))
            new_text = chance.choice(PIECES)
        yield {"range": {"start": _position(text, start), "end": _position(text, end)}, "text": new_text}
        text = text[:start] + new_text + text[end:]


def _position(text: str, offset: int) -> dict[str, int]:
    line_start = text.rfind("\n", 0, offset) + 1
    column = len(text[line_start:offset].encode("utf-16-le")) // 2
    return {"line": text.count("\n", 0, offset), "character": column}


if __name__ == "__main__":
    sys.exit(main())
