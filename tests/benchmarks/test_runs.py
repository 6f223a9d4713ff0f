"""Small runs of what `make bench` runs at length: that each part comes to its end and says what it should."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.e2e
def test_contestants_that_are_missing_fail_or_hang_are_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our server and the empty one are measured on a small campaign; each of the others says why it is not."""
    import language_server
    from servers import Server, servers

    absent = Server(name="absent", command=["no-such-server"], absent="needs `make bench-npm`")
    ends = Server(name="ends", command=[sys.executable, "-c", ""])
    hangs = Server(name="hangs", command=[sys.executable, "-c", "import time; time.sleep(100)"])
    not_there = Server(name="not there", command=["/no/such/server"])
    case = language_server.Case(name="2 KB", size=2000)
    monkeypatch.setattr(language_server, "BURST", 3)
    others = [absent, ends, hangs, not_there]
    measured = language_server.measure(servers({})[:2], case, _pace(limit=60))
    measured |= language_server.measure(others, case, _pace(limit=1))
    rows = [row.cells() for row in language_server.rows(case, measured)]
    assert [row[1:4] for row in rows if row[0] == "all"] == [
        ["absent", "0", "not measured: needs `make bench-npm`"],
        ["ends", "0", "not measured: the server closed its output"],
        ["hangs", "0", "not measured: not done after 1 s"],
        ["not there", "0", "not measured: [Errno 2] No such file or directory: '/no/such/server'"],
    ]
    ours = {row[0]: row[2] for row in rows if row[1] == "reachweaver-lsp"}
    assert ours.pop("peak memory", "1") == "1"
    assert ours == {
        "edit to diagnostics": "3",
        "hover": "3",
        "code action": "3",
        "start to initialized": "1",
        "start to first diagnostics": "1",
        "publishes for 100 changes at once": "1",
    }
    assert {row[0] for row in rows if row[1] == "empty server"} >= {"edit to diagnostics", "hover", "code action"}


def test_the_engine_parts(tmp_path: Path) -> None:
    """Without Node and matplotlib the engine's figures, growth and profile are there, with their targets."""
    import engine
    import engine_profile
    import growth

    assert [row.cells()[6] for row in engine.rows(quick=True)] == ["≤ 2 ms", "≤ 2000 ms", "≥ 5 MB/s"]
    series = growth.measure(quick=True)
    assert [(one.name, one.sizes) for one in series] == [
        ("variants", (10, 20)),
        ("evidence", (10, 20)),
        ("history rows", (400, 800)),
        ("edits", (5, 10)),
    ]
    assert len(growth.table(series).splitlines()) == 2 + len(series)
    assert growth.picture(series, tmp_path / "growth.svg").startswith(("![Time", "No plot"))
    report = engine_profile.report(size=10_000)
    steps = [line.split("|")[1].strip() for line in report.splitlines()[2:8]]
    assert steps[2:] == ["read the JSON", "read the campaign", "check each variant", "find near-duplicates"]


def test_growth_that_is_too_fast_is_missed() -> None:
    """A series that doubles its time more than it doubles its size misses its target, and says so."""
    import growth

    even = growth.Series(name="variants", sizes=(1, 2, 4), seconds=(1.0, 2.0, 4.0))
    steep = growth.Series(name="evidence", sizes=(1, 2, 4), seconds=(1.0, 4.0, 16.0))
    assert growth.missed([even, steep]) == ["time against evidence grows with exponent 2.00"]


def test_the_plot_is_the_same_every_time(tmp_path: Path) -> None:
    """The same figures make the same file, so that a new one in the repository means new figures."""
    pytest.importorskip("matplotlib", reason="the plot is drawn where `pip install '.[bench]'` was done")
    import growth

    series = [growth.Series(name="variants", sizes=(1, 2, 4), seconds=(1.0, 2.0, 4.0))]
    for name in ("one.svg", "two.svg"):
        growth.picture(series, tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


def test_posts_of_the_prose_benchmark_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own checks are measured without Node; every other checker is a line that says what it needs."""
    import prose

    monkeypatch.setattr(prose.shutil, "which", lambda _: None)
    rows = [row.cells() for row in prose.rows(posts=2, rounds=1)]
    assert [row[1:3] for row in rows] == [["reachweaver", "1"], *([name, "0"] for name in prose.OTHERS)]
    assert {row[3] for row in rows[1:]} == {"not measured: needs Node"}


@pytest.mark.e2e
def test_the_page_of_results(root: Path, tmp_path: Path) -> None:
    """A run writes the machine, the verdict and its sections, and names no host; a part that fails is a section too."""
    page = tmp_path / "results.md"
    code = "import run, sys; run.PARTS['batch'] = lambda options: 1 / 0; sys.exit(run.main())"
    command = [sys.executable, "-c", code, "batch", "--quick", "--results", str(page)]
    done = subprocess.run(command, cwd=root / "benchmarks", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    written = page.read_text(encoding="utf-8")
    assert "\n## batch\n\nNot measured: ZeroDivisionError: division by zero\n" in written
    assert "\n- Python: CPython " in written
    assert "http" not in written


def test_npm_packages_are_pinned(root: Path) -> None:
    """What is compared with has one version each, and the lock file names no registry."""
    manifest = json.loads((root / "benchmarks/package.json").read_text(encoding="utf-8"))
    lock = json.loads((root / "benchmarks/package-lock.json").read_text(encoding="utf-8"))["packages"]
    for name, version in manifest["dependencies"].items():
        assert version == lock[f"node_modules/{name}"]["version"]
    assert [name for name, package in lock.items() if "resolved" in package] == []


def _pace(limit: float) -> object:
    import language_server

    return language_server.Pace(rounds=1, edits=3, gap=0, limit=limit)
