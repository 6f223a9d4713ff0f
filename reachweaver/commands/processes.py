"""Checking campaigns in several processes beside each other.

Each has a `Worker` of its own and gets a few sources at a time; what it found comes back as text. They are started
anew, not forked, so that this works alike on every system, and they never outlive the process that started them.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.synchronize import Event
from typing import Final

from reachweaver.commands.batch import BatchOptions, Outcome, Worker
from reachweaver.commands.gathering import Source
from reachweaver.errors import CommandError

_MOST: Final = 61
"""Windows can wait for no more processes."""
_AHEAD: Final = 4
"""Chunks for each process that are under way: one that it checks, and some that it need not wait for."""
_CHUNK: Final = 8
"""Sources that a process gets at a time: enough to keep it busy, few enough for a report that comes steadily."""


def check_in_processes(sources: Sequence[Source], options: BatchOptions, processes: int) -> Iterator[Outcome]:
    """The outcome of each source, in order, as soon as it is there.

    Raises:
        CommandError: One of the processes ended before its work was done.
    """
    processes = min(processes, _MOST)
    size = max(1, min(_CHUNK, len(sources) // (processes * 4)))
    spawn = multiprocessing.get_context("spawn")
    stop = spawn.Event()
    pool = ProcessPoolExecutor(processes, spawn, _start, (options, stop))
    waiting: deque[Future[list[Outcome]]] = deque()
    try:
        for start in range(0, len(sources), size):
            with _interrupts_held():
                waiting.append(pool.submit(_check_chunk, sources[start : start + size]))
            # No process runs far ahead of the report, or what it found would pile up.
            if len(waiting) == processes * _AHEAD:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    except BrokenProcessPool as error:
        message = "a process that was checking campaigns ended unexpectedly (too little memory?); try --jobs 1"
        raise CommandError(message) from error
    finally:
        # When this comes early, nobody will ask for what the processes have not begun yet.
        stop.set()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C waits meanwhile. A process started here never hears of it, from its first moment on: this one ends it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# From here on, what happens in the processes.

_worker: Worker
_stop: Event


def _start(options: BatchOptions, stop: Event) -> None:
    global _worker, _stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # for systems on which nothing is inherited
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _worker, _stop = Worker(options), stop


def _check_chunk(sources: Sequence[Source]) -> list[Outcome]:
    return [_worker(source) for source in sources if not _stop.is_set()]


def _end_with_parent() -> None:
    """Without this a process would wait for work forever when the one that gives it was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(2)
