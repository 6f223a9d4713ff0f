"""Lenses: how many findings a variant has, and the way to its preview."""

from __future__ import annotations

from tests.lsp.asking import URI, ask, slice_of
from tests.lsp.marked import campaign
from tests.lsp.wire import Wire


def test_a_lens_counts_the_findings_of_its_variant(wire: Wire) -> None:
    """All of them in the first number, then by severity; and each variant has its preview."""
    reviewed = {"text": "The best", "reviewed": [{"code": "needs_human_review", "span": "best"}]}
    text = campaign({"text": "Up 9% and 8%, the fastest", "cta_phrase": "go"}, {"text": "fine"}, reviewed)
    found = ask(wire, "codeLens", text)
    assert [(lens["command"]["title"], lens["command"]["command"]) for lens in found] == [
        ("4 findings: 2 errors, 1 to review, 1 warning", ""),
        ("Preview", "reachweaver.preview"),
        ("0 findings", ""),
        ("Preview", "reachweaver.preview"),
        ("1 finding: 1 reviewed", ""),
        ("Preview", "reachweaver.preview"),
    ]
    assert [lens["command"]["arguments"] for lens in found[1::2]] == [[URI, 0], [URI, 1], [URI, 2]]
    assert [slice_of(text, lens["range"]) for lens in found] == ["{"] * 6
