"""Links: sources, calls to action and receipts, and nothing that is no address."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lsp.asking import EVERYTHING, ask, slice_of
from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign, evidence
from tests.lsp.sample import EVIDENCE, TEXT, VARIANTS
from tests.lsp.wire import ENCODINGS, Wire


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_addresses_and_receipts_are_links(connect: Connect, tmp_path: Path, encoding: str) -> None:
    """Sources under either key, calls to action, receipts beside the campaign; what is no address is none."""
    wire = connect({"general": {"positionEncodings": [encoding]}, **EVERYTHING})
    odd = [evidence("x", "A.", receipt="../é 1.json"), {"id": "y", "source_url": "ftp://a", "receipt": "/etc/passwd"}]
    text = campaign(*VARIANTS, evidence=[*EVIDENCE, *odd], cta_url="https://example.org/go")
    folder = tmp_path / "é"
    found = ask(wire, "documentLink", text, (folder / "c.reachweaver.json").as_uri())
    assert [(slice_of(text, link["range"], encoding), link["target"]) for link in found] == [
        ("https://example.org/go", "https://example.org/go"),
        ("https://example.org/notes", "https://example.org/notes"),
        ("receipts/notes.json", (folder / "receipts" / "notes.json").as_uri()),
        ("https://example.org/é", "https://example.org/é"),
        ("https://example.org/x", "https://example.org/x"),
        ("../é 1.json", (tmp_path / "é 1.json").as_uri()),
        ("https://a.b", "https://a.b"),
    ]
    assert found[1]["tooltip"] == "Open the source"


def test_a_client_without_tooltips_gets_none(wire: Wire) -> None:
    """And a document that is no file has no folder for receipts."""
    found = ask(wire, "documentLink", TEXT)
    assert [link["target"] for link in found if link["target"].startswith("file:")] == []
    assert [link for link in found if "tooltip" in link] == []
