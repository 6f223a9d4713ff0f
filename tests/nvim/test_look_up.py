"""Looking a source up in Neovim, against a web server of the test's own: asked, chosen, applied, stored, undone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reachweaver.cli import main
from tests import receipt_files
from tests.lookup.web import Web, serving

pytestmark = [pytest.mark.nvim, pytest.mark.e2e]

PAGE = (Path(__file__).parent.parent / "lookup" / "pages" / "release-notes.html").read_text(encoding="utf-8")
PASSAGE = "Planner 2.0 saves a plan in 30% less time than 1.9 and now exports to CSV & iCal."
CLAIM = "Planner saves a plan in 30% less time"


@pytest.fixture
def web() -> Iterator[Web]:
    """A web server of the test's own."""
    with serving() as server:
        server.page("/notes", PAGE)
        yield server


@pytest.fixture
def campaign(web: Web, tmp_path: Path) -> Path:
    """A campaign whose excerpt is not on its page, behind characters of more than one byte."""
    content = {
        "title": "🦀 é",
        **receipt_files.campaign({"claim": CLAIM, "source_url": web.url("/notes"), "excerpt": "?"}),
    }
    path = tmp_path / "ordner é" / "c.reachweaver.json"
    path.parent.mkdir()
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def test_a_passage_is_quoted_and_its_receipt_stored(play: Any, web: Web, campaign: Path, tmp_path: Path) -> None:
    """Each after a question, as an edit that undo takes back; hover then says what the receipt shows."""
    answer = play("look_up", campaign, WORDS='"id": "e1"', REACHWEAVER_KEYS_ROOT=str(tmp_path / "keys"))
    first, second = answer["asked"]
    assert first["titles"] == ["Quote passage 1", "Quote passage 2", "Quote passage 3", "Store the receipt"]
    assert f"1. “{PASSAGE}”" in first["question"]
    assert second["titles"] == ["Store the receipt"]
    quoted = f'"excerpt": {json.dumps(PASSAGE)},\n      "receipt": "receipts/e1.json"'
    assert answer["after"] == answer["before"].replace('"excerpt": "?"', quoted)
    assert any("The excerpt stands on the page word for word." in line for line in answer["hover"])
    assert answer["undone"] == answer["before"]
    assert "/notes" in web.paths
    stored = json.loads((campaign.parent / "receipts" / "e1.json").read_text(encoding="utf-8"))
    assert stored["signed"]["url"] == web.url("/notes")
    assert main(["claims-check", str(campaign)]) == 0


def test_nothing_changes_unless_it_is_chosen(play: Any, campaign: Path, tmp_path: Path) -> None:
    """A question that is dismissed leaves text and folder as they are."""
    answer = play("look_up_nothing", campaign, WORDS='"excerpt"', REACHWEAVER_KEYS_ROOT=str(tmp_path / "keys"))
    assert (len(answer["asked"]), answer["is_same"]) == (1, True)
    assert [path.name for path in campaign.parent.iterdir()] == ["c.reachweaver.json"]
