"""Make docs/images/preview.png: the top of the page that `campaign-preview --html` writes for the example campaign.

Needs what `make browser-test` installs. The picture is what the browser shows, nothing is drawn by hand.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import chromium
from playwright.sync_api import sync_playwright

from reachweaver.cli import main

ROOT = Path(__file__).resolve().parent.parent
CAMPAIGN = ROOT / "examples" / "campaign.reachweaver.json"
PICTURE = ROOT / "docs" / "images" / "preview.png"
SIZE = {"width": 1180, "height": 1060}


def take(page_file: Path) -> None:
    """Write the picture of a page from disk."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE, color_scheme="light")
        page.goto(page_file.as_uri())
        page.screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "preview.html"
        main(["campaign-preview", "--file", str(CAMPAIGN), "--html", str(file)])
        take(file)
    print(PICTURE)
