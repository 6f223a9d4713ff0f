"""Fuzzes the targets one after the other, led by what code each input reaches (atheris, libFuzzer).

    python tests/fuzz/run.py                    every target, FUZZ_SECONDS (600) in all
    python tests/fuzz/run.py checks reports     these alone
    python tests/fuzz/run.py checks FILE        one input of one target, to see what it does

Inputs that reach something new are kept in build/fuzz/<target>, and the next run begins with them. An input that breaks
a promise is kept in build/fuzz as <target>-crash-…; it belongs into tests/fuzz/corpus when the fault is mended.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FOUND = ROOT / "build" / "fuzz"
SECONDS = 600
LONGEST_INPUT = 2048
MOST_SECONDS = 5
"""Of the processor's time; an input that takes longer is a fault, for nothing here may take more than linear time."""
HANGS_AFTER = 120
"""Seconds on the clock, which a busy machine may take for an ordinary input."""


def main(arguments: list[str]) -> int:
    """Run what was asked for; 0 when nothing was found."""
    if arguments[:1] == ["--one"]:
        fuzz(arguments[1], arguments[2:])
    files = [argument for argument in arguments if Path(argument).is_file()]
    names = [argument for argument in arguments if argument not in files] or targets()
    unknown = sorted(set(names) - set(targets()))
    if unknown:
        print(f"There is no target {unknown[0]}; there are {', '.join(targets())}.", file=sys.stderr)
        return 2
    if files:
        for file in files:
            check_of(names[0])(Path(file).read_bytes())
        return 0
    seconds = max(1, int(os.environ.get("FUZZ_SECONDS", SECONDS)) // len(names))
    return max([run(name, seconds) for name in names])


def targets() -> list[str]:
    """The names of all targets."""
    return sorted(path.stem for path in (HERE / "targets").glob("[a-z]*.py"))


def check_of(name: str) -> Callable[[bytes], None]:
    """A target's function."""
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    check: Callable[[bytes], None] = importlib.import_module(f"tests.fuzz.targets.{name}").check
    return check


def run(name: str, seconds: int) -> int:
    """Fuzz one target in a process of its own; its exit status."""
    kept = FOUND / name
    kept.mkdir(parents=True, exist_ok=True)
    print(f"{name}: {seconds} s", flush=True)
    flags = [
        f"-max_total_time={seconds}",
        f"-max_len={LONGEST_INPUT}",
        f"-timeout={HANGS_AFTER}",
        f"-report_slow_units={HANGS_AFTER}",
        f"-dict={HERE / 'dictionary.txt'}",
        f"-artifact_prefix={FOUND / name}-",
        "-rss_limit_mb=2048",
        "-verbosity=0",
        "-print_final_stats=1",
    ]
    command = [sys.executable, __file__, "--one", name, *flags, str(kept), str(HERE / "corpus" / name)]
    done = subprocess.run(command, cwd=ROOT, check=False)
    if done.returncode:
        print(f"{name}: a promise was broken; the input is kept in {FOUND.relative_to(ROOT)}.", file=sys.stderr)
    return done.returncode


def fuzz(name: str, flags: list[str]) -> None:
    """Fuzz one target in this process, which ends with it."""
    import atheris

    sys.path.insert(0, str(ROOT))
    # It names each module on standard error, which leaves nothing else to be seen.
    with redirect_stderr(StringIO()), atheris.instrument_imports(include=["reachweaver"], enable_loader_override=False):
        check = check_of(name)

    def check_in_time(data: bytes) -> None:
        started = time.process_time()
        check(data)
        assert time.process_time() - started < MOST_SECONDS, "this takes too long"

    atheris.Setup([sys.argv[0], *flags], check_in_time)
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
