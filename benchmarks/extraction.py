"""What is read of a page, beside what trafilatura reads of it, and how long a page of 2 MB takes.

Run it with `python benchmarks/extraction.py`, where `pip install '.[lookup]' trafilatura` was done; without trafilatura
only ReachWeaver's own figures are shown. The pages are those of tests/lookup/pages; its README says what they are.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from reachweaver.lookup.html_blocks import html_blocks  # noqa: E402
from reachweaver.lookup.look_up import Read, answer  # noqa: E402
from reachweaver.lookup.page import make_extract  # noqa: E402
from reachweaver.lookup.signatures import new_signing_key  # noqa: E402
from tests.lookup.test_extraction import CITED, NOT_CONTENT, PAGES  # noqa: E402

WORDS = [
    *("the", "planner", "handles", "weighted", "round", "robin", "load", "balancing", "requests"),
    *("per", "second", "with", "queues", "and", "docs"),
]
SIZE = 2_000_000
ROUNDS = 5


def main() -> None:
    """Print both tables."""
    other: Any = importlib.import_module("trafilatura") if importlib.util.find_spec("trafilatura") else None
    print("page             sentences found          navigation and notices let in")
    print("                 ReachWeaver trafilatura  ReachWeaver trafilatura")
    for name in CITED:
        page = (PAGES / f"{name}.html").read_text(encoding="utf-8")
        ours = "\n\n".join(block.text for block in html_blocks(page))
        theirs = None if other is None else other.extract(page, favor_recall=True, include_tables=True) or ""
        print(f"{name:16} {score(ours, CITED[name]):11} {score(theirs, CITED[name]):11}", end="  ")
        print(f"{score(ours, NOT_CONTENT[name]):11} {score(theirs, NOT_CONTENT[name]):11}")
    page, key = large_page(), new_signing_key()
    best = min(timed(page, key) for _ in range(ROUNDS))
    print(f"\n{len(page) / 1e6:.1f} MB: blocks, ranking, tree and receipt in {best:.2f} s (best of {ROUNDS})")


def score(text: str | None, wanted: list[str]) -> str:
    """How many of the wanted pieces a text has, white space and table marks aside."""
    if text is None:
        return "-"
    plain = squeezed(text)
    return f"{sum(squeezed(one) in plain for one in wanted)} of {len(wanted)}"


def squeezed(text: str) -> str:
    """The text without what extractors write in ways of their own."""
    return "".join(text.replace("|", " ").translate(str.maketrans("⁰¹²³", "0123", "`*-")).split())


def large_page() -> str:
    """A page of headings, paragraphs and lists."""
    chance = random.Random(1)

    def words(count: int) -> str:
        return " ".join(chance.choices(WORDS, k=count))

    parts = ["<!doctype html><nav><a href=/>Home</a></nav><main>"]
    size = 0
    while size < SIZE:
        part = f"<h2>{words(4)}</h2><p class=a>{words(30)} <code>{words(1)}</code> <a href=/q>{words(3)}</a>.</p>"
        parts.append(part + f"<ul><li>{words(8)}</li><li>{words(9)}</li></ul>")
        size += len(parts[-1])
    return "".join(parts)


def timed(page: str, key: Any) -> float:
    """Seconds from the page's text to the signed envelope."""
    start = time.process_time()
    extract = make_extract("https://example.org/", html_blocks(page))
    read = Read(url="https://example.org/", time="2027-03-01T08:30:00Z", extract=extract)
    assert answer("Planner supports weighted round-robin load balancing", read, signer=key)["found"]
    return time.process_time() - start


if __name__ == "__main__":
    main()
