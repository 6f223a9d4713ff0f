"""Measure ReachWeaver beside the tools that people use today, and say how it stands to its targets.

    python benchmarks/run.py [PART …] [--quick] [--results FILE]

Everything that is compared runs interleaved in one run: only ratios from one run mean something. A contestant that is not
installed, fails or hangs is a line that says so; the others are measured. The status is 1 when a target is missed.
"""

from __future__ import annotations

import argparse
import compileall
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import batch
import engine
import engine_profile
import growth
import language_server
import machine
import prose
import receipts
from figures import Absent, Row, table
from servers import servers

HERE = Path(__file__).resolve().parent


@dataclass(slots=True)
class Section:
    """A part of the results."""

    title: str
    text: str
    missed: list[str] = field(default_factory=list)
    """Targets that were missed, in words."""


def main() -> int:
    """Print the results, and write them to a file when one is named; 1 when a target is missed or a part failed."""
    options = _options()
    _compile()
    print(machine.described(), flush=True)
    started, missed, sections = time.perf_counter(), [], []
    for name in options.parts or PARTS:
        for section in _sections(name, options):
            print(f"\n## {section.title}\n\n{section.text}", flush=True)
            sections.append(section)
            missed += [f"{section.title}: {one}" for one in section.missed]
    minutes = (time.perf_counter() - started) / 60
    verdict = _verdict(missed)
    print(f"\n{verdict}\nThat took {minutes:.1f} minutes.")
    if options.results is not None:
        options.results.write_text(_page(sections, verdict, options), encoding="utf-8")
    return 1 if missed else 0


def _compile() -> None:
    """Compile what starting has compiled once: the others were compiled when they were installed, an editable one is not."""
    for package in ("reachweaver", "reachweaver_lsp"):
        compileall.compile_dir(HERE.parent / package, quiet=1)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    # Both end with a status of no interest: findings, and a client that is not there.
    for command in (["reachweaver", "claims-check", str(HERE.parent / "examples")], ["reachweaver_lsp"]):
        run = [sys.executable, "-m", *command]
        subprocess.run(run, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment, check=False)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure ReachWeaver beside other tools.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"only these: {', '.join(PARTS)} (default: all)")
    parser.add_argument("--quick", action="store_true", help="few and small samples: to see that everything runs")
    parser.add_argument("--results", type=Path, metavar="FILE", help="write the results there, as Markdown")
    parser.add_argument("--rounds", type=int, help="sessions per server and document (default: 5)")
    parser.add_argument("--edits", type=int, help="edits per session (default: 40, fewer on large documents)")
    parser.add_argument("--gap", type=float, default=0.05, help="seconds between edits (default: %(default)s)")
    parser.add_argument("--server", action="append", default=[], metavar="NAME=COMMAND", help="one more server")
    parser.add_argument("--documents", nargs="+", metavar="NAME", help="only these, such as '1 MB' (default: all)")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    return options


def _sections(name: str, options: argparse.Namespace) -> Iterator[Section]:
    """A part's sections; one that says so when the part fails, so that the others are still measured."""
    try:
        yield from PARTS[name](options)
    except Exception as error:  # noqa: BLE001 (hours on a quiet machine are not lost for one fault)
        yield Section(name, f"Not measured: {type(error).__name__}: {error}", ["the part failed"])


def _servers(options: argparse.Namespace) -> Iterator[Section]:
    more = {name: shlex.split(command) for name, _, command in (text.partition("=") for text in options.server)}
    quick = options.quick
    pace = language_server.Pace(
        rounds=options.rounds or (1 if quick else 5), edits=options.edits or (4 if quick else 40), gap=options.gap
    )
    for case in language_server.CASES:
        if options.documents and case.name not in options.documents:
            continue
        if quick and not options.documents and (case.size or 0) > 100_000:
            continue
        yield _tabled(
            f"Typing in {case.name}", language_server.rows(case, language_server.measure(servers(more), case, pace))
        )


def _prose(options: argparse.Namespace) -> Iterator[Section]:
    rows = prose.rows(posts=20 if options.quick else 160, rounds=2 if options.quick else 7)
    yield _tabled("Checking prose", rows, prose.NOTE)


def _engine(options: argparse.Namespace) -> Iterator[Section]:
    yield _tabled("The engine alone", [*engine.rows(quick=options.quick), *receipts.rows()])


def _batch(options: argparse.Namespace) -> Iterator[Section]:
    runs = batch.measure([50, 100] if options.quick else [500, 2_500])
    missed = ["memory grows with the folder"] if batch.missed(runs) else []
    yield Section("Folders of campaigns", batch.table(runs), missed)


def _growth(options: argparse.Namespace) -> Iterator[Section]:
    found = growth.measure(quick=options.quick)
    picture = ""
    if options.results is not None:
        picture = "\n\n" + growth.picture(found, options.results.with_name("growth.svg"))
    yield Section("Growth", growth.table(found) + picture, growth.missed(found))


def _profile(options: argparse.Namespace) -> Iterator[Section]:
    yield Section("Where the time goes", engine_profile.report(size=50_000 if options.quick else 1_000_000))


PARTS: dict[str, Callable[[argparse.Namespace], Iterator[Section]]] = {
    "servers": _servers,
    "prose": _prose,
    "engine": _engine,
    "batch": _batch,
    "growth": _growth,
    "profile": _profile,
}


def _tabled(title: str, rows: Iterator[Row | Absent] | list[Row | Absent], note: str = "") -> Section:
    found = list(rows)
    missed = [f"{row.what}, {row.who}: {target}" for row in found for target in row.missed]
    return Section(title, f"{note}\n\n{table(found)}" if note else table(found), missed)


def _verdict(missed: list[str]) -> str:
    if not missed:
        return "Every target is met."
    return "\n".join([f"Targets missed: {len(missed)}", "", *(f"- {one}" for one in missed)])


def _page(sections: list[Section], verdict: str, options: argparse.Namespace) -> str:
    """The results as one Markdown page."""
    how = "a quick run, which says little" if options.quick else "`make bench`"
    parts = [
        "# What was measured",
        f"Written by {how}; see [README.md](README.md) for what each figure means.",
        machine.described(),
        verdict,
        *(f"## {section.title}\n\n{section.text}" for section in sections),
    ]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.exit(main())
