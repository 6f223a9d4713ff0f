"""Sessions with language servers on documents of several sizes: from an edit to its diagnostics, and what else is felt.

All servers run side by side and are typed in by turns, each session in a fresh process and every round in another order,
so that whatever else the machine does hits all alike; only ratios from one run mean something.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from client import Client
from documents import BRAND, campaign_text, python_text
from figures import Absent, Row, Target, at_most, beside, even, milliseconds, never_above
from servers import EMPTY, JSON_PULL, JSON_PUSH, OURS, RUFF, Server

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
EXAMPLE = "campaign.reachweaver.json"
PYTHON = "posts.py"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A document to type in, and what is asked of our server on it."""

    name: str
    size: int | None = None
    """Characters of a document that is made; None for the example."""
    one_line: bool = False
    edits: int = 40
    """At most so many in a session."""
    rounds: int = 9
    """At most so many sessions with each server."""
    most_ratio: float | None = None
    """Of our edits to those of the empty server."""
    before: tuple[str, ...] = (JSON_PULL, JSON_PUSH, RUFF)
    """Whom our edits should be ahead of as well."""
    most_edit: float | None = None
    """Milliseconds, for each edit."""
    most_answer: float | None = None
    """Milliseconds."""
    most_megabytes: float | None = None
    most_start: float | None = None
    """Of our first diagnostics to those of the empty server."""


CASES = (
    Case(name="the example", most_ratio=2.0, before=(), most_start=1),
    Case(name="10 KB", size=10_000, most_ratio=1.0, before=(JSON_PULL, JSON_PUSH), most_start=1),
    Case(name="100 KB", size=100_000, most_ratio=0.8, most_start=1),
    Case(name="1 MB", size=1_000_000, most_ratio=0.3, most_answer=5, most_megabytes=200),
    Case(name="1 MB on one line", size=1_000_000, one_line=True, edits=20, most_ratio=0.02, most_answer=5),
    Case(name="10 MB", size=10_000_000, edits=10, rounds=1, most_edit=10),
)
BURST = 100
"""Changes that are sent at once."""
ANSWERS = (("hover", "textDocument/hover"), ("code action", "textDocument/codeAction"))
ANSWERS_ASKED = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How long all that goes on."""

    rounds: int
    edits: int
    gap: float
    """Seconds between two edits, as between a person's keystrokes: a server is asleep when a key is pressed."""
    limit: float = 60
    """Seconds after which a session is ended and its server measured no further on this document."""
    budget: float = 5
    """Seconds after which a session stops typing."""


@dataclass(slots=True)
class Found:
    """What was measured of one server on one document: samples by what they are of, in milliseconds or megabytes."""

    samples: dict[str, list[float]] = field(default_factory=dict)
    why_not: str = ""

    def add(self, more: dict[str, list[float]]) -> None:
        """Take in what a session gave."""
        for what, samples in more.items():
            self.samples.setdefault(what, []).extend(samples)


Measured = dict[str, Found]
"""By the server's name."""


def measure(servers: Sequence[Server], case: Case, pace: Pace) -> Measured:
    """Sessions with each server, in a rotating order, after one that does not count."""
    measured = {server.name: Found(why_not=server.absent) for server in servers}
    with _folder(case) as folder:
        for server in servers:
            _round([server], folder, 2, pace, measured)
        for number in range(min(pace.rounds, case.rounds)):
            turn = number % len(servers)
            order = (*servers[turn:], *servers[:turn])
            for session in _round(order, folder, min(pace.edits, case.edits), pace, measured):
                measured[session.server.name].add(session.samples)
    return measured


def _round(servers: Sequence[Server], folder: Path, edits: int, pace: Pace, measured: Measured) -> Sequence[Session]:
    """One session with each server that has come to its end so far; gives those that do again, with their samples.

    They start one after the other, and then are typed in by turns: what the machine does beside for a moment, or for
    some seconds, hits neighbouring edits of all servers alike.
    """
    with ExitStack() as clients:
        sessions = [Session(server, folder, pace) for server in servers]
        steps = (lambda session: session.begin(clients), *[Session.type] * edits, lambda session: session.ask(edits))
        for step in steps:
            sessions = [session for session in sessions if _succeeds(step, session, measured[session.server.name])]
    return sessions


def _succeeds(step: Callable[[Session], None], session: Session, found: Found) -> bool:
    """Do the next thing in a session; why not, in `found`, when that fails or an earlier thing did."""
    if not found.why_not:
        try:
            step(session)
        except (OSError, EOFError, KeyError, ValueError) as error:
            found.why_not = str(error) or type(error).__name__
    return not found.why_not


def rows(case: Case, measured: Measured) -> Iterator[Row | Absent]:
    """Everything that was measured on one document, by what was measured; ratios are to the empty server."""
    for who, found in measured.items():
        if found.why_not:
            yield Absent(what="all", who=who, why=found.why_not, missed=("every target",) if who == OURS else ())
    base = measured[EMPTY].samples if EMPTY in measured else {}
    kinds = dict.fromkeys(what for found in measured.values() for what in found.samples)
    for what in kinds:
        for who, found in measured.items():
            if (samples := found.samples.get(what)) and not found.why_not:
                targets = tuple(_targets(case, what, samples, measured)) if who == OURS else ()
                yield Row(
                    what=what,
                    who=who,
                    samples=samples,
                    unit=_UNITS.get(what, "ms"),
                    base=() if who == EMPTY else base.get(what, ()),
                    targets=targets,
                )


_BURST = f"publishes for {BURST} changes at once"
_UNITS = {"peak memory": "MB", _BURST: "times"}


def _targets(case: Case, what: str, samples: list[float], measured: Measured) -> Iterator[Target]:
    """What is asked of our server."""

    def others(*names: str) -> Iterator[tuple[str, list[float]]]:
        return ((name, found) for name in names if name in measured and (found := measured[name].samples.get(what, [])))

    if what == "edit to diagnostics":
        for name, found in others(EMPTY):
            if case.most_ratio is not None:
                yield beside(samples, found, case.most_ratio, name)
        for name, found in others(*case.before):
            yield beside(samples, found, 1, name)
        # Of a few samples the p95 is the largest.
        yield even(samples, 2) if case.most_edit is None else never_above(samples, case.most_edit, "ms")
    elif what == "start to initialized":
        yield from (beside(samples, found, 1.25, name) for name, found in others(EMPTY))
    elif what == "start to first diagnostics" and case.most_start is not None:
        yield from (beside(samples, found, case.most_start, name) for name, found in others(EMPTY))
    elif what == _BURST:
        yield never_above(samples, 3, "times")
    elif what == "peak memory" and case.most_megabytes is not None:
        yield never_above(samples, case.most_megabytes, "MB")
    elif what in dict(ANSWERS) and case.most_answer is not None:
        yield at_most(samples, case.most_answer, "ms")


class Session:
    """One server's life: start, open the document, type and delete one character over and over, ask, type very fast."""

    def __init__(self, server: Server, folder: Path, pace: Pace) -> None:
        self.server = server
        self.samples: dict[str, list[float]] = {}
        self._folder = folder
        self._pace = pace
        self._document = folder / (PYTHON if server.language == "python" else EXAMPLE)
        self._typed: list[float] = []
        """Seconds that each edit took."""

    def begin(self, clients: ExitStack) -> None:
        """Start the server, which ends with `clients`, and open the document."""
        server, text = self.server, self._document.read_text(encoding="utf-8")
        client = Client(
            server.command, self._folder, settings=server.settings, pulls=server.pulls, limit=self._pace.limit
        )
        self._client = clients.enter_context(client)
        initialized = client.initialize()
        opened = time.perf_counter() - client.started
        first = opened + client.open(self._document, text, server.language)
        if server.settle:
            client.settle(server.settle)
        self.samples["start to initialized"] = milliseconds([initialized])
        self.samples["start to first diagnostics"] = milliseconds([first])
        self._line, self._column = place(text)
        self._changes = typing_at(self._line, self._column, 2)

    def type(self) -> None:
        """Make one change, or none when the time for them is used up; at least three."""
        number, gap = len(self._typed), self._pace.gap
        if number < 3 or sum(self._typed) + number * gap < self._pace.budget:
            time.sleep(gap)
            self._typed.append(self._client.edit(self._document, 2 + number, self._changes[number % 2]))

    def ask(self, most: int) -> None:
        """Ask about the place that was typed at, so often at most, then have our server meet with a burst."""
        client, document, edits = self._client, self._document, len(self._typed)
        asked = _asked(client, document, {"line": self._line, "character": self._column}, min(most, ANSWERS_ASKED))
        found = {"edit to diagnostics": self._typed, **asked}
        self.samples = {what: milliseconds(seconds) for what, seconds in found.items()} | self.samples
        if self.server.name == OURS:
            burst = typing_at(self._line, self._column, BURST + edits % 2)[-BURST:]
            self.samples[_BURST] = [client.burst(document, 2 + edits, burst)]
        if (memory := client.peak_memory) is not None:
            self.samples["peak memory"] = [memory]


def _asked(client: Client, document: Path, here: dict[str, int], times: int) -> dict[str, list[float]]:
    """Seconds that each answer about the place took, of what the server offers."""
    about = {"textDocument": {"uri": document.as_uri()}}
    place = {"position": here, "range": {"start": here, "end": here}, "context": {"diagnostics": []}}
    return {
        what: [client.ask(method, {**about, **place}) for _ in range(times)]
        for what, method in ANSWERS
        if client.offers.get(f"{method.rpartition('/')[2]}Provider")
    }


@contextmanager
def _folder(case: Case) -> Iterator[Path]:
    """A folder with the document, one in Python that is as large, and a brand, whose rules are then checked as well."""
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        document = folder / EXAMPLE
        if case.size is None:
            shutil.copytree(EXAMPLES, folder, dirs_exist_ok=True)
        else:
            document.write_text(campaign_text(case.size, one_line=case.one_line), encoding="utf-8")
            (folder / "brand.reachweaver.json").write_text(json.dumps(BRAND), encoding="utf-8")
        module = python_text(case.size or document.stat().st_size, one_line=case.one_line)
        (folder / PYTHON).write_text(module, encoding="utf-8")
        yield folder


def place(text: str) -> tuple[int, int]:
    """Line and column, in UTF-16 units, of the start of a post's text in the middle of the document."""
    half = len(text) // 2
    opening = '"text": "' if '"text": "' in text else "'text': '"
    offset = text.index(opening, half) + len(opening)
    line = text.count("\n", 0, offset)
    return line, len(text[text.rfind("\n", 0, offset) + 1 : offset].encode("utf-16-le")) // 2


def typing_at(line: int, column: int, edits: int) -> list[dict[str, Any]]:
    """An x that comes and goes at a place, as incremental changes."""
    here, after = {"line": line, "character": column}, {"line": line, "character": column + 1}
    insert = {"range": {"start": here, "end": here}, "text": "x"}
    delete = {"range": {"start": here, "end": after}, "text": ""}
    return [insert if number % 2 == 0 else delete for number in range(edits)]
