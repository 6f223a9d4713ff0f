from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.lookup.web import Web, serving


@pytest.fixture
def web() -> Iterator[Web]:
    """A web server of the test's own."""
    with serving() as server:
        yield server
