"""How the time grows with what a campaign has more of: the same work at sizes that double, and the exponent of the times.

Exponent 1 is linear. Processor time, the least of several, but for edits: those go through the server and are on the clock.
"""

from __future__ import annotations

import gc
import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import engine
from client import Client
from documents import BRAND, campaign_text
from figures import aligned, exponent, shown
from language_server import place, typing_at

from reachweaver.brand import Brand, read_brand
from reachweaver.campaign import read_campaign
from reachweaver.claims import check_campaign
from reachweaver.cli import COLLECT_EVERY
from reachweaver.history import HistoryOptions, accounts_of, check_history
from reachweaver.json_spans import read
from reachweaver.storage import read_history

MOST = 1.05
"""What an exponent should be at most."""
REPEATS = 3
NOW = datetime(2026, 3, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Seconds at each size."""

    name: str
    sizes: tuple[int, ...]
    seconds: tuple[float, ...]
    most: float = MOST

    @property
    def exponent(self) -> float:
        """Of the line through the points on logarithmic axes."""
        return exponent(self.sizes, self.seconds)


def measure(*, quick: bool) -> list[Series]:
    """All series; small ones when `quick`."""
    first, steps = (1, 2) if quick else (10, 7)
    return [
        _series("variants", [10 * first << step for step in range(steps)], _with_variants),
        _series("evidence", [10 * first << step for step in range(steps)], _with_evidence),
        _series("history rows", [400 * first << step for step in range(steps)], _with_history),
        _series("edits", [5 * first << step for step in range(steps)], _with_edits, repeats=1),
    ]


def table(found: list[Series]) -> str:
    """The series as a Markdown table."""
    lines = [["time against", "from", "to", "at the least", "at the most", "exponent", "target", ""]]
    for series in found:
        ends = [f"{series.sizes[0]:,}", f"{series.sizes[-1]:,}"]
        times = [f"{shown(series.seconds[at] * 1000)} ms" for at in (0, -1)]
        verdict = "met" if series.exponent <= series.most else "missed"
        lines.append([series.name, *ends, *times, f"{series.exponent:.2f}", f"≤ {series.most:g}", verdict])
    return aligned(lines)


def missed(found: list[Series]) -> list[str]:
    """The series that grow faster than they should."""
    return [
        f"time against {one.name} grows with exponent {one.exponent:.2f}" for one in found if one.exponent > one.most
    ]


def picture(found: list[Series], path: Path) -> str:
    """Draw the series on logarithmic axes into an SVG file; the Markdown that shows it, or says why there is none."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        return "No plot: needs `pip install '.[bench]'`."
    # The same figures make the same file.
    with mpl.rc_context({"svg.hashsalt": "reachweaver", "svg.fonttype": "none"}):
        figure = Figure(figsize=(7, 4.5), layout="constrained")
        axes = figure.subplots()
        for series, marker in zip(found, "osD^", strict=False):
            milliseconds = [seconds * 1000 for seconds in series.seconds]
            label = f"{series.name}: exponent {series.exponent:.2f}"
            axes.loglog(series.sizes, milliseconds, marker=marker, label=label)
        axes.set_xlabel("how many")
        axes.set_ylabel("milliseconds")
        axes.grid(visible=True, which="both", alpha=0.25)
        axes.legend()
        figure.savefig(path, metadata={"Date": None, "Creator": None})
    return f"![Time against size on logarithmic axes, with the exponents]({path.name})"


Work = Callable[[], float]
"""Does the work once and gives the seconds."""


def _series(name: str, sizes: list[int], prepare: Callable[[int], Iterator[Work]], repeats: int = REPEATS) -> Series:
    """The least of several times at each size; by turns, so that a slow spell of the machine hits no size alone."""
    prepared = [prepare(size) for size in sizes]
    works = [next(one) for one in prepared]
    seconds = [min(times) for times in zip(*([work() for work in works] for _ in range(repeats)), strict=True)]
    for one in prepared:
        next(one, None)  # cleans up
    return Series(name=name, sizes=tuple(sizes), seconds=tuple(seconds))


def _with_variants(count: int) -> Iterator[Work]:
    yield _checking(engine.content(variants=count, evidence=50))


def _with_evidence(count: int) -> Iterator[Work]:
    """As many variants as evidence items would hide the growth of one in that of the other."""
    yield _checking(engine.content(variants=20, evidence=count))


def _checking(content: dict[str, Any]) -> Work:
    """Reading and checking a campaign's text, as a command does."""
    text, brand = json.dumps(content), _brand()
    gc.set_threshold(COLLECT_EVERY)

    def work() -> float:
        started = time.process_time()
        check_campaign(read_campaign(read(text)), brand=brand)
        return time.process_time() - started

    return work


def _brand() -> Brand:
    return read_brand(read(json.dumps(BRAND))).brand


def _with_history(rows: int) -> Iterator[Work]:
    """Posts of ten accounts over a year; the campaign posts to one, and looks back thirty days."""
    content = engine.content(variants=10, evidence=10)
    for variant in content["variants"]:
        variant["account_id"] = "account-1"
    campaign = read_campaign(read(json.dumps(content)))
    options = HistoryOptions()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "history.db"
        _write_history(path, rows)

        def work() -> float:
            started = time.process_time()
            history = read_history(path, accounts_of(campaign), since=options.since(NOW), campaign_id="benchmark")
            check_history(campaign, history, options, now=NOW)
            return time.process_time() - started

        yield work


def _write_history(path: Path, rows: int) -> None:
    texts = [variant["text"] for variant in engine.content(variants=500, evidence=10, seed=7)["variants"]]
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            "CREATE TABLE posts(id INTEGER PRIMARY KEY, account_id TEXT, platform TEXT, text TEXT, status TEXT,"
            " campaign TEXT, variant_id TEXT, scheduled_at TEXT, created_at TEXT);"
            "CREATE TABLE audit_events(id INTEGER PRIMARY KEY, post_id INTEGER, event TEXT, at TEXT);"
        )
        connection.executemany(
            "INSERT INTO posts(account_id, platform, text, status, campaign, created_at) VALUES (?, 'x', ?, 'scheduled', ?, ?)",
            (
                (
                    f"account-{number % 10}",
                    texts[number % len(texts)],
                    f"earlier-{number % 40}",
                    (NOW - timedelta(minutes=525_600 * number // rows)).isoformat(),
                )
                for number in range(rows)
            ),
        )
        connection.commit()


def _with_edits(count: int) -> Iterator[Work]:
    """So many edits in one session of the server, one after the other."""
    text = campaign_text(10_000)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        document = folder / "campaign.reachweaver.json"
        document.write_text(text, encoding="utf-8")
        with Client([sys.executable, "-m", "reachweaver_lsp"], folder, limit=120) as client:
            client.initialize()
            client.open(document, text)
            changes = typing_at(*place(text), count)

            def work() -> float:
                return sum(client.edit(document, version, change) for version, change in enumerate(changes, start=2))

            yield work
