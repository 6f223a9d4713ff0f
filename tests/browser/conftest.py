from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from scripts import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium, closed behind these tests: until then its event loop is the thread's."""
    # Imported here, so that the other tests can be collected where it is not installed.
    from playwright.sync_api import sync_playwright

    path = chromium.find()
    assert path, "no Chromium: `make browser-test` installs one"
    with sync_playwright() as playwright:
        # The sandbox needs rights that containers lack; the pages are the tests' own.
        running = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield running
        running.close()
