"""Time the language server and the checks on this machine, and say how they stand to their targets.

    python benchmarks/run.py [--rounds N] [--edits N] [--gap S] [--server NAME=COMMAND …]
                             [--documents NAME …] [--campaigns N …]

The language server is measured beside an empty pygls server that publishes an empty list for every version, and beside any other
server named by `--server`. All run interleaved, each round in a fresh process and in another order, so that whatever else the
machine does hits all alike; only ratios from one run mean something.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path

import batch
import engine
import language_server
import receipts
from figures import Count, Row, table

OURS = "reachweaver-lsp"
EMPTY = "empty server"


def main() -> int:
    """Print two tables; 1 when a target is missed."""
    parser = argparse.ArgumentParser(description="Time the language server and the checks.")
    parser.add_argument("--rounds", type=int, default=5, help="sessions per server and document (default: %(default)s)")
    parser.add_argument("--edits", type=int, default=60, help="edits per session (default: %(default)s)")
    parser.add_argument("--gap", type=float, default=0.05, help="seconds between edits (default: %(default)s)")
    parser.add_argument("--server", action="append", default=[], metavar="NAME=COMMAND", help="one more server")
    parser.add_argument("--documents", nargs="+", metavar="NAME", help="only these, such as '1 MB' (default: all)")
    parser.add_argument(
        "--campaigns",
        type=int,
        nargs="+",
        default=[1_000, 10_000],
        metavar="N",
        help="sizes of the folders that are checked (default: 1000 10000)",
    )
    options = parser.parse_args()

    commands = {
        OURS: [sys.executable, "-m", "reachweaver_lsp"],
        EMPTY: [sys.executable, str(Path(__file__).with_name("empty_server.py"))],
        **{name: shlex.split(command) for name, _, command in (text.partition("=") for text in options.server)},
    }
    rows: list[Row | Count] = []
    for case in language_server.CASES:
        if options.documents and case.name not in options.documents:
            continue
        sessions = language_server.measure(commands, case, rounds=options.rounds, edits=options.edits, gap=options.gap)
        if not rows:
            rows += language_server.start_rows(sessions, ours=OURS, base=EMPTY)
        rows += language_server.rows(case, sessions, ours=OURS, base=EMPTY)
    rows += [*engine.rows(), *receipts.rows()]
    print(table(rows))
    runs = batch.measure(options.campaigns)
    print(f"\n{batch.table(runs)}")
    return 1 if any(row.missed for row in rows) or batch.missed(runs) else 0


if __name__ == "__main__":
    sys.exit(main())
