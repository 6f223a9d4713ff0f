"""What is read of a page, beside what trafilatura reads of it, and how long a page of 2 MB takes.

Run it with `python benchmarks/extraction.py [FOLDER]`, where `pip install '.[lookup]' trafilatura lxml_html_clean` was
done; without trafilatura only ReachWeaver's own figures are shown. The pages are those of tests/lookup/pages, which were
made up, and of pages_real beside it, which were not; the README in each says what they are. FOLDER may hold more HTML
pages: nobody has said what a reader would cite of those, so that what both read is only compared.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from reachweaver.lookup.html_blocks import html_blocks  # noqa: E402
from reachweaver.lookup.look_up import Read, answer  # noqa: E402
from reachweaver.lookup.page import make_extract  # noqa: E402
from reachweaver.lookup.signatures import new_signing_key  # noqa: E402
from reachweaver.pages import decode_page  # noqa: E402
from tests.lookup import real_pages  # noqa: E402
from tests.lookup.test_extraction import CITED, NOT_CONTENT, PAGES  # noqa: E402

WORDS = [
    *("the", "planner", "handles", "weighted", "round", "robin", "load", "balancing", "requests"),
    *("per", "second", "with", "queues", "and", "docs"),
]
SIZE = 2_000_000
ROUNDS = 5


def main() -> None:
    """Print the tables."""
    other: Any = importlib.import_module("trafilatura") if importlib.util.find_spec("trafilatura") else None
    print("page                       sentences found          navigation and notices let in")
    print("                           ReachWeaver trafilatura  ReachWeaver trafilatura")
    for name in CITED:
        compare(name, (PAGES / f"{name}.html").read_text(encoding="utf-8"), CITED[name], NOT_CONTENT[name], other)
    for name in real_pages.CITED:
        compare(name, real_pages.page(name), real_pages.CITED[name], real_pages.NOT_CONTENT[name], other)
    if other is not None and len(sys.argv) > 1:
        compare_folder(Path(sys.argv[1]), other)
    page, key = large_page(), new_signing_key()
    best = min(timed(page, key) for _ in range(ROUNDS))
    print(f"\n{len(page) / 1e6:.1f} MB: blocks, ranking, tree and receipt in {best:.2f} s (best of {ROUNDS})")


def compare(name: str, page: str, cited: Sequence[str], noise: Sequence[str], other: Any) -> None:
    """Print what both find of a page of which it is known what a reader would cite."""
    ours = "\n\n".join(block.text for block in html_blocks(page))
    theirs = None if other is None else other.extract(page, favor_recall=True, include_tables=True) or ""
    print(f"{name:26} {score(ours, cited):11} {score(theirs, cited):11}", end="  ")
    print(f"{score(ours, noise):11} {score(theirs, noise):11}")


def compare_folder(folder: Path, other: Any) -> None:
    """Print how much of what the other reads of pages is read here, too, and how much is read here alone."""
    read, missed, own, alone = 0, 0, 0, 0
    for path in sorted(folder.glob("*.html")):
        page = decode_page(path.read_bytes())
        ours = [block.text for block in html_blocks(page)]
        theirs = (other.extract(page, include_tables=True, include_comments=False) or "").splitlines()
        read += letters(theirs)
        missed += letters(theirs, without=ours)
        own += letters(ours)
        alone += letters(ours, without=theirs)
    print(
        f"\npages in {folder}: of what trafilatura reads {100 - 100 * missed / max(read, 1):.1f} % is read here, too;"
    )
    print(
        f"of what is read here, {100 * alone / max(own, 1):.1f} % is read here alone (titles, captions, and what is none)"
    )


def letters(texts: Sequence[str], without: Sequence[str] = ()) -> int:
    """Code points of the longer texts, those left out that stand in others."""
    there = squeezed(" ".join(without))
    return sum(len(text) for text in texts if len(squeezed(text)) > 25 and not (there and squeezed(text) in there))


def score(text: str | None, wanted: Sequence[str]) -> str:
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
