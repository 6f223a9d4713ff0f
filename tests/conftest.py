"""What all tests share: no setting of the person's own leaks in, and generated inputs are the same everywhere."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import reachweaver.data

# Before any other module makes its classes: what changes an instance of one that is frozen is a failed test.
reachweaver.data.freezes = True

from reachweaver import grounding  # noqa: E402

# Time limits per example would fail on a slow machine, and a failure that comes and goes helps nobody.
settings.register_profile(
    "reachweaver",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("reachweaver")

os.environ.pop("REACHWEAVER_OPTOUT", None)

# Which signals are ignored is inherited by every process, and whoever runs the tests may ignore some (`nohup`, `&`).
# What has a handler is not: here they are still ignored, and not in the processes that are tested.
for _number in (signal.SIGINT, getattr(signal, "SIGHUP", signal.SIGINT)):
    if signal.getsignal(_number) == signal.SIG_IGN:
        signal.signal(_number, lambda *_: None)

# A fault inside a check is a failed test, not a line in a report.
grounding.raise_check_errors = True


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout's top folder."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def examples(root: Path) -> Path:
    """The example campaigns."""
    return root / "examples"
