"""Sessions for the tests: in this process by default, as a process of its own where that is what is tested."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from reachweaver_lsp import session
from reachweaver_lsp.logs import PACKAGE
from reachweaver_lsp.message_reading import tolerant_converter
from tests.lsp.wire import Wire

Connect = Callable[..., Wire]
CONVERTER = tolerant_converter()
COLLECT = session._collect_garbage
"""What a server does and the tests leave out."""


@pytest.fixture(autouse=True)
def _no_collections(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full garbage collection after every open is for servers that live long, not for hundreds of short ones."""
    monkeypatch.setattr("reachweaver_lsp.session._collect_garbage", lambda **_: None)


@pytest.fixture(autouse=True)
def _own_log() -> Iterator[None]:
    """A session's log ends with it, so that the next one's goes to nobody else."""
    yield
    logging.getLogger(PACKAGE).handlers.clear()


@pytest.fixture(autouse=True)
def _one_converter(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cattrs learns about the protocol's types is the same in every session, and takes long to learn."""
    monkeypatch.setattr("reachweaver_lsp.client.tolerant_converter", lambda: CONVERTER)


@pytest.fixture
def connect(tmp_path: Path) -> Iterator[Connect]:
    """Makes sessions that are initialized, in a workspace folder that is empty at first."""
    wires: list[Wire] = []

    def make(capabilities: dict[str, Any] | None = None, *, root: Path | None = tmp_path, **params: Any) -> Wire:
        answer = params.pop("answer", None)
        wire = Wire(capabilities, answer=answer)
        wires.append(wire)
        wire.initialize(root, **params)
        return wire

    yield make
    for wire in wires:
        wire.close()


@pytest.fixture
def wire(connect: Connect) -> Wire:
    """A session with a client that declares nothing."""
    return connect()


@pytest.fixture
def bare() -> Iterator[Wire]:
    """A session in which nothing has been said yet."""
    wire = Wire()
    yield wire
    wire.close()
