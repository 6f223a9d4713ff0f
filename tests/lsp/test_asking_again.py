"""When findings change though nothing was typed, editors that can are told to ask again for what they show."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign

REFRESHED = {"codeLens": "code lens", "inlayHint": "inlay hints", "semanticTokens": "semantic tokens"}
SUPPORT = {"workspace": {capability: {"refreshSupport": True} for capability in REFRESHED}}
METHODS = [f"workspace/{capability}/refresh" for capability in REFRESHED]


@pytest.mark.parametrize(
    ("capabilities", "expected"),
    [(SUPPORT, METHODS), ({"workspace": {"codeLens": {"refreshSupport": True}}}, METHODS[:1]), ({}, [])],
    ids=["all", "lenses", "none"],
)
def test_a_change_of_the_brand_is_followed(
    connect: Connect, tmp_path: Path, capabilities: dict[str, object], expected: list[str]
) -> None:
    """Once for each thing that the editor can ask for again, after the diagnostics; typing in the campaign is no reason."""
    brand = tmp_path / "brand.reachweaver.json"
    brand.write_text("{}", encoding="utf-8")
    wire, uri = connect(capabilities), (tmp_path / "c.reachweaver.json").as_uri()
    wire.open(uri, campaign({"text": "a"}))
    wire.open(brand.as_uri(), '{"max_hashtags": 1}')
    wire.received.clear()
    wire.change(uri, 2, {"text": campaign({"text": "b"})})
    assert [message["method"] for message in wire.received] == ["textDocument/publishDiagnostics"]
    wire.received.clear()
    wire.change(brand.as_uri(), 2, {"text": '{"required_disclosure": "Ad."}'})
    methods = [message["method"] for message in wire.received if message["method"] != "textDocument/publishDiagnostics"]
    assert methods == expected


def test_a_change_of_settings_is_followed(connect: Connect, tmp_path: Path) -> None:
    """Another threshold may mean other findings."""
    wire, uri = connect(SUPPORT), (tmp_path / "c.reachweaver.json").as_uri()
    wire.open(uri, campaign({"text": "a"}))
    wire.received.clear()
    wire.notify("workspace/didChangeConfiguration", {"settings": {"reachweaver": {"duplicateThreshold": 0.1}}})
    assert [message["method"] for message in wire.received if "refresh" in message["method"]] == METHODS
