"""What helps to read and write a campaign, in a real Neovim: hints, lenses, grounded words, outline, jumps, renaming."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.nvim, pytest.mark.e2e]


@pytest.fixture
def campaign(workspace: Path) -> Path:
    """The example campaign with findings, in a folder of the test's own."""
    return workspace / "campaign.reachweaver.json"


def test_lengths_and_claims_are_shown_as_hints(play: Any, campaign: Path) -> None:
    """Each text's length stands behind its closing quote."""
    hints = play("hints", campaign)["hints"]
    assert ["314/3000", '"'] in [[label, before[-1]] for label, before in hints]
    assert "8 claims grounded" in [label for label, _ in hints]


def test_a_lens_opens_the_preview_in_the_browser(play: Any, campaign: Path) -> None:
    """The page is written when the person asks for it, and shows the campaign."""
    answer = play("preview", campaign)
    assert answer["titles"][:2] == ["0 findings", "Preview"]
    assert answer["opened"].endswith("campaign.html#v0")
    assert "linkedin-launch" in answer["page"]


def test_an_id_is_renamed_everywhere(play: Any, campaign: Path) -> None:
    """In evidence and in every variant, as JSON, whatever its characters; no citation is lost."""
    answer = play("rename", campaign)
    before = json.loads(campaign.read_text(encoding="utf-8"))
    for item in before["evidence"]:
        item["id"] = '🚢 "new"' if item["id"] == "release-090" else item["id"]
    for variant in before["variants"]:
        ids = variant.get("evidence_ids", [])
        ids[:] = ['🚢 "new"' if id_ == "release-090" else id_ for id_ in ids]
    assert json.loads(answer["text"]) == before
    unknown = [one["text"] for one in answer["diagnostics"] if one["code"] == "invalid_campaign"]
    assert unknown == ['"docs-imprt"']


def test_a_citation_leads_to_its_evidence(play: Any, campaign: Path) -> None:
    """Going to the definition goes to the line that declares the id."""
    assert play("definition", campaign)["line"].strip() == '"id": "release-090",'


def test_an_account_leads_to_the_brand(play: Any, campaign: Path) -> None:
    """Into the other file."""
    assert '"harborlight-linkedin"' in play("account", campaign)["line"]


def test_grounded_words_are_tokens(play: Any, campaign: Path) -> None:
    """With a type that Neovim has a colour for, and a modifier to give them another."""
    assert play("tokens", campaign) == {"text": "40%", "type": "number", "modifiers": ["grounded"]}


def test_the_outline_lists_evidence_and_variants(play: Any, campaign: Path) -> None:
    """`gO` has every id."""
    items = "\n".join(play("outline", campaign)["items"])
    content = json.loads(campaign.read_text(encoding="utf-8"))
    ids = [item["id"] for item in content["evidence"]] + [one["variant_id"] for one in content["variants"]]
    assert [id_ for id_ in ids if id_ not in items] == []
