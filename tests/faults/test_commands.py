"""Every command with streams that are closed, full or read by nobody, and with Ctrl-C at any moment.

Here each fault meets every sixth command, and each command one fault or two; `make faults` has all meet all.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.every_command import COMMANDS, FAULTS

ROOT = Path(__file__).resolve().parent.parent.parent
OUT_OF = 1 if os.environ.get("REACHWEAVER_FAULTS") == "all" else 6

pytestmark = pytest.mark.e2e


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full, and fork")
@pytest.mark.parametrize(("part", "fault"), [(number % OUT_OF, fault) for number, fault in enumerate(FAULTS)])
def test_commands_with_a_fault(folder: Path, part: int, fault: str) -> None:
    """What the fault leaves possible is done as ever; what it does not is one line, and never a traceback."""
    program = [sys.executable, str(ROOT / "tests" / "faults" / "every_command.py")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [*program, fault, str(folder), str(OUT_OF), str(part)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    expected = "".join(f"{' '.join(arguments) or 'no command'}\n" for arguments in COMMANDS[part::OUT_OF])
    assert (done.returncode, done.stderr, done.stdout) == (0, "", expected)


@pytest.mark.parametrize(
    "module", ["commands", "commands.attest", "commands.campaign_check", "claims", "checks.phrases"]
)
def test_an_interruption_while_the_command_is_loaded(module: str) -> None:
    """Ctrl-C in the first moments, when there is nothing but modules to load, is as quiet as later."""
    code = f"""
import importlib.abc, signal, sys
class Interrupts(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "reachweaver.{module}" and armed:
            signal.raise_signal(signal.SIGINT)
armed = False
sys.meta_path.insert(0, Interrupts())
from reachweaver.cli import main
armed = True
sys.modules.pop("reachweaver.{module}", None)
sys.exit(main(["claims-check", "absent.json"]))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
