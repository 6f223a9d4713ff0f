"""Every request about a document is answered without an error, whatever the document holds and wherever it is asked."""

from __future__ import annotations

from contextlib import closing
from typing import Any

from hypothesis import given, settings, strategies as st

from tests.lsp.asking import EVERYTHING, URI
from tests.lsp.sample import TEXT
from tests.lsp.wire import Message, Wire, position_of, range_of

PIECES = st.sampled_from(
    [
        *('{"campaign_id": "c", "evidence": [', '{"id": "e", "claim": "It is 40%."}', '"variants": [', '"variants": {'),
        *('{"variant_id": "v", "platform": "x", "text": "40% and 9%", "evidence_ids": ["e", "f"', '"parts": ["40%", '),
        *('"format": "thread", ', '"slides": [1, null, "a"]', '"id": "e"', '"id": {}', '"receipt": "../a\\u0000"'),
        *('"account_id": "', '"evidence_ids": "e"', '"evidence_ids": [[], {}, "e"]', '"reviewed": [{"code": "x"}]'),
        *('"source_url": "https://é.example/🦀"', '"cta_url": "nope"', "]", "}", "}, {", "], ", ",", ":", '"', "\\"),
        *("\n", "\r\n", " ", "🦀", "\u2028", "\ufeff", "null", "-1e5", "// no", "[[[[", '"text": "\\ud83d 40%"'),
    ]
)
TEXTS = st.lists(PIECES, max_size=14).map("".join) | st.builds(
    lambda at, length, new: TEXT[: int(at * len(TEXT))] + new + TEXT[int(at * len(TEXT)) + length :],
    st.floats(0, 1),
    st.integers(0, 40),
    PIECES,
)


def requests_at(position: Message, within: Message) -> list[tuple[str, dict[str, Any]]]:
    place = {"position": position}
    return [
        ("hover", place),
        ("completion", place),
        ("definition", place),
        ("references", {**place, "context": {"includeDeclaration": True}}),
        ("documentHighlight", place),
        ("prepareRename", place),
        ("documentSymbol", {}),
        ("foldingRange", {}),
        ("documentLink", {}),
        ("codeLens", {}),
        ("inlayHint", {"range": within}),
        ("semanticTokens/full", {}),
        ("semanticTokens/full/delta", {"previousResultId": "1"}),
        ("semanticTokens/range", {"range": within}),
    ]


@settings(max_examples=100)
@given(TEXTS, st.floats(0, 1), st.floats(0, 1))
def test_any_text_is_answered(text: str, one: float, other: float) -> None:
    """No handler fails, at any place, also one that lies outside the text."""
    ends = sorted(position_of(text, int(at * len(text))) for at in (one, other))
    places = [dict(zip(("line", "character"), end, strict=True)) for end in ends] + [{"line": 99, "character": 99}]
    with closing(Wire(EVERYTHING)) as wire:
        wire.initialize()
        document = {"uri": URI, "languageId": "json", "version": 1, "text": text}
        wire.notify("textDocument/didOpen", {"textDocument": document})
        for place in places:
            for method, params in requests_at(place, range_of(ends[0], ends[1])):
                answer = wire.request(f"textDocument/{method}", {"textDocument": {"uri": URI}, **params})
                assert "error" not in answer, (method, answer)
            asked = {"textDocument": {"uri": URI}, "position": place, "newName": "n\u2028"}
            refused = wire.request("textDocument/rename", asked).get("error")
            assert refused is None or refused["code"] == -32803
