"""Waiting for something that no event tells of."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

PATIENCE = 120.0
"""Seconds after which a test gives up; a busy machine takes its time."""


def until(is_so: Callable[[], bool]) -> None:
    """Look again and again until it is so; fails when it never comes to be."""
    pause, over = threading.Event(), time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < over, "it never came"
        pause.wait(0.01)
