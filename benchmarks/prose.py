"""Checking prose: our engine beside the checkers of prose that people use, on the same posts.

Each checker is a process (ours is this one) that is loaded and has checked everything twice before it counts; then all
take turns. What is timed is the checking alone, no start and no message between processes.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from documents import BRAND
from figures import Absent, Row, beside

from reachweaver.brand import read_brand
from reachweaver.campaign import read_campaign
from reachweaver.claims import check_campaign
from reachweaver.json_spans import read

HERE = Path(__file__).resolve().parent
OURS = "reachweaver"
OTHERS = ("textlint", "write-good", "alex", "harper")
"""textlint with the rules of write-good, alex and common misspellings; harper is Rust as WebAssembly."""
NOTE = "Milliseconds for 10 KB of posts of about 600 characters, each checked by itself; ratios are to ours."
WARM_UP = 2
LIMIT = 60.0
"""Seconds that loading, and each pass, may take."""

THINGS = (
    *("calendar", "queue", "review", "draft", "export", "folder", "picture", "caption", "schedule", "newsletter"),
    *(
        "template",
        "comment",
        "report",
        "campaign",
        "channel",
        "archive",
        "checklist",
        "account",
        "reminder",
        "headline",
    ),
    *("thread", "survey", "summary", "glossary"),
)
SENTENCES = (
    "We moved the weekly {0} next to the {1}, so nobody has to ask twice.",
    "Planning a month of posts took our own team two afternoons with the old {0}; with the {1} it takes one.",
    "Every change to a {0} can be taken back, even after the {1} has gone out.",
    "Saving a {0} is {2}% faster than it was in March.",
    "There is a lot about the {0} that we would still like to improve, and the list is public.",
    "The new {0} shows what goes out today, what waits for a {1}, and why.",
    "Our support desk answers questions about the {0} within {2} hours.",
    "You can invite people who only read the {0}, people who write a {1}, and people who decide.",
    "The {0} was reworked by a small group that had used it for years.",
    "A source is linked to each {0}, which makes the last look at the {1} very quick.",
    "It's obviously not for everyone: some teams are happy with a shared {0}.",
    "Now supports a {0} for every {1}, in {2} languages.",
    "What do you want the {0} to do next? Tell us below, or write to the team.",
    "The best way to learn it is to open last month's {0} and look around.",
    "Everything that ends up in the {0} was read by a second person first.",
    "Read how the {0} works: https://example.org/planner/{0} and tell us what is missing.",
    "Nobody should lose a {0} because a {1} was closed too early.",
    "Thanks to everyone who sent us a {0} that did not fit the {1}.",
    "Most of the time went into the {0}, the rest into a {1} that few will notice.",
    "If a {0} has no owner, the {1} says so in plain words.",
)
"""What posts are made of; each has places for two things and a figure."""


def rows(*, posts: int, rounds: int) -> list[Row | Absent]:
    """A row for each checker: so many posts, checked so many times."""
    texts = [*_posts(posts)]
    passes: dict[str, Callable[[], float]] = {OURS: _ours(texts)}
    absent: dict[str, str] = {}
    samples: dict[str, list[float]] = {}
    with ExitStack() as stack:
        path = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "posts.json"
        path.write_text(json.dumps(texts), encoding="utf-8")
        for name in OTHERS:
            try:
                passes[name] = stack.enter_context(_Checker(name, path)).seconds
            except _FailedError as error:
                absent[name] = str(error)
        for number in range(-WARM_UP, rounds):
            for name in _turned([*passes], number):
                try:
                    seconds = passes[name]()
                except _FailedError as error:
                    absent[name] = str(error)
                    del passes[name]
                    continue
                if number >= 0:
                    samples.setdefault(name, []).append(seconds * 1000 * 10_000 / sum(map(len, texts)))
    return [*_rows(samples, absent)]


def _rows(samples: dict[str, list[float]], absent: dict[str, str]) -> Iterator[Row | Absent]:
    ours = samples[OURS]
    measured = [name for name in OTHERS if name in samples and name not in absent]
    targets = tuple(beside(ours, samples[name], 1, name) for name in measured)
    yield Row(what="all checks", who=OURS, samples=ours, targets=targets)
    for name in OTHERS:
        if name in absent:
            yield Absent(what="all its rules", who=name, why=absent[name])
        else:
            yield Row(what="all its rules", who=name, samples=samples[name], base=ours)


def _turned(names: list[str], number: int) -> list[str]:
    at = number % len(names)
    return names[at:] + names[:at]


def _posts(count: int) -> Iterator[str]:
    """Posts of eight sentences; one in three makes a claim of some kind."""
    chance = random.Random(20260301)
    for _ in range(count):
        chosen = chance.sample(SENTENCES, k=8)
        yield " ".join(sentence.format(*chance.sample(THINGS, k=2), chance.randint(2, 60)) for sentence in chosen)


def _ours(texts: list[str]) -> Callable[[], float]:
    """One pass of every check over the texts as a campaign's variants; gives the seconds."""
    evidence = [
        {
            "id": f"source-{number}",
            "claim": f"Saving a draft is {number}% faster, with a summary for every channel.",
            "excerpt": text,
            "source_url": f"https://example.org/sources/{number}",
        }
        for number, text in enumerate(texts[:20])
    ]
    variants = [
        {"variant_id": f"v-{number}", "platform": "linkedin", "text": text, "evidence_ids": ["source-3", "source-6"]}
        for number, text in enumerate(texts)
    ]
    content: dict[str, Any] = {"campaign_id": "prose", "evidence": evidence, "variants": variants}
    campaign = read_campaign(read(json.dumps(content)))
    brand = read_brand(read(json.dumps(BRAND))).brand

    def seconds() -> float:
        started = time.perf_counter()
        check_campaign(campaign, brand=brand)
        return time.perf_counter() - started

    return seconds


class _FailedError(Exception):
    """A checker that could not be loaded, ended, or took too long; says why in a few words."""


class _Checker:
    """A checker in a Node process of its own."""

    def __init__(self, name: str, posts: Path) -> None:
        node = shutil.which("node")
        if node is None:
            raise _FailedError("needs Node")
        if not (HERE / "node_modules").exists():
            raise _FailedError("needs `make bench-npm`")
        self._process = subprocess.Popen(
            [node, str(HERE / "prose.mjs"), name, str(posts)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            self._answer()
        except _FailedError:
            self.__exit__()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def seconds(self) -> float:
        """One pass over all posts."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("\n")
            self._process.stdin.flush()
        except OSError as error:
            raise _FailedError("it ended") from error
        return float(self._answer()["seconds"])

    def _answer(self) -> dict[str, Any]:
        watchdog = threading.Timer(LIMIT, self._process.kill)
        watchdog.start()
        started = time.perf_counter()
        try:
            assert self._process.stdout is not None
            line = self._process.stdout.readline()
        finally:
            watchdog.cancel()
        if line:
            return dict(json.loads(line))
        if time.perf_counter() - started >= LIMIT:
            raise _FailedError(f"not done after {LIMIT:g} s")
        raise _FailedError(_last_error(self._process))


def _last_error(process: subprocess.Popen[str]) -> str:
    """What a process that ended said last about an error."""
    assert process.stderr is not None
    lines = [line.strip() for line in process.stderr.read().splitlines() if "Error" in line]
    return lines[0][:120] if lines else "it ended"
