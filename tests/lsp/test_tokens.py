"""Semantic tokens: exactly the grounded words, in any encoding, and deltas that lead to what a full answer says."""

from __future__ import annotations

import json
from contextlib import closing
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from tests.lsp.asking import URI, ask, slice_of
from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign, evidence, ranges, unmarked
from tests.lsp.sample import TEXT
from tests.lsp.wire import ENCODINGS, Wire, position_of, range_of, replaced

EVIDENCE = [
    evidence("e", "Planner 2.0 is 40% smaller and 3× faster, and now supports offline search for 1,000 users."),
    evidence("f", "Planner 2.0 is a release.", kind="release"),
]
MARKED = campaign(
    {"text": "🦀 It is ⟦40%⟧ smaller, ⟦3×⟧ faster, 7 of 9", "evidence_ids": ["e"]},
    {"text": "40% of nothing"},
    {"format": "thread", "parts": ["🦀 Up ⟦40%⟧", "It ⟦now supports offline search⟧. É ⟦40%⟧"], "evidence_ids": ["e"]},
    {"format": "carousel_outline", "slides": ["⟦40%⟧"], "caption": "now ⟦3×⟧", "evidence_ids": ["e", "f"]},
    evidence=EVIDENCE,
)


def places(data: list[int]) -> list[dict[str, Any]]:
    """The ranges of tokens from the protocol's numbers, counted as an editor counts them."""
    found = []
    line = column = 0
    for lines, columns, length, type_, modifiers in zip(*(data[at::5] for at in range(5)), strict=True):
        line, column = line + lines, columns if lines else column + columns
        assert (type_, modifiers) == (0, 1)
        assert length > 0
        found.append(range_of((line, column), (line, column + length)))
    return found


def full(wire: Wire, text: str) -> list[dict[str, Any]]:
    return places(ask(wire, "semanticTokens/full", text)["data"])


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_grounded_words_are_tokens(connect: Connect, encoding: str) -> None:
    """Those that cited evidence has, and no others, wherever in the file they stand."""
    wire = connect({"general": {"positionEncodings": [encoding]}})
    assert full(wire, unmarked(MARKED)) == ranges(MARKED, encoding)


def test_a_token_covers_escapes_whole(wire: Wire) -> None:
    """From the first character of the first escape to the last of the last."""
    marked = campaign({"text": "It is ⟦4\\u0030\\u0025⟧", "evidence_ids": ["e"]}, evidence=EVIDENCE)
    marked = marked.replace("\\\\", "\\")
    assert full(wire, unmarked(marked)) == ranges(marked)


def test_claims_inside_one_another_are_one_token(wire: Wire) -> None:
    """Tokens never overlap: a count of users and the number in it are shown once."""
    marked = campaign({"text": "For ⟦1,000 users⟧ and more", "evidence_ids": ["e"]}, evidence=EVIDENCE)
    assert full(wire, unmarked(marked)) == ranges(marked)


def test_the_legend_has_a_type_that_every_editor_knows(bare: Wire) -> None:
    """And a modifier of its own, for themes."""
    provider = bare.initialize()["result"]["capabilities"]["semanticTokensProvider"]
    assert provider == {
        "legend": {"tokenTypes": ["number"], "tokenModifiers": ["grounded"]},
        "range": True,
        "full": {"delta": True},
    }


@pytest.mark.parametrize("lines", [(0, 100), (0, 0), (18, 22), (22, 40), (30, 33)])
def test_a_range_has_its_own_tokens(wire: Wire, lines: tuple[int, int]) -> None:
    """Those that stand in the lines that an editor shows."""
    text = unmarked(MARKED)
    every = full(wire, text)
    answer = ask(wire, "semanticTokens/range", text, range=range_of((lines[0], 0), (lines[1], 0)))
    assert places(answer["data"]) == [one for one in every if lines[0] <= one["start"]["line"] < lines[1]]
    assert "resultId" not in answer


def test_a_delta_says_what_has_changed(wire: Wire) -> None:
    """An edit far from the tokens changes nothing; one of a claim changes its variant."""
    text = unmarked(MARKED)
    first = ask(wire, "semanticTokens/full", text)
    line, column = position_of(text, text.index("smaller,"))
    wire.change(URI, 2, replaced((line, column), (line, column), "very "))
    delta = wire.result(
        "textDocument/semanticTokens/full/delta",
        {"textDocument": {"uri": URI}, "previousResultId": first["resultId"]},
    )
    assert len(delta["edits"]) == 1
    assert patched(first["data"], delta["edits"]) != first["data"]
    again = wire.result(
        "textDocument/semanticTokens/full/delta",
        {"textDocument": {"uri": URI}, "previousResultId": delta["resultId"]},
    )
    assert again["edits"] == []


def test_an_unknown_answer_is_answered_in_full(wire: Wire) -> None:
    """A client that refers to an older answer, or to none, gets all tokens."""
    ask(wire, "semanticTokens/full", TEXT)
    for previous in ("0", "17", ""):
        params = {"textDocument": {"uri": URI}, "previousResultId": previous}
        assert "data" in wire.result("textDocument/semanticTokens/full/delta", params)


def patched(data: list[int], edits: list[dict[str, Any]]) -> list[int]:
    for edit in sorted(edits, key=lambda edit: -edit["start"]):
        data = [*data[: edit["start"]], *edit["data"], *data[edit["start"] + edit["deleteCount"] :]]
    return data


EDITS = st.lists(
    st.tuples(
        st.floats(0, 1), st.integers(0, 8), st.sampled_from(["", "x", "\n", "40% ", '"', "},{", "]", "🦀", "3×"])
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=60)
@given(one_line=st.booleans(), edits=EDITS, encoding=st.sampled_from(ENCODINGS))
def test_deltas_add_up_to_what_is_there(one_line: bool, edits: list[tuple[float, int, str]], encoding: str) -> None:
    """After any edits the numbers that a client has patched together are those of a new session."""
    text = unmarked(MARKED)
    text = json.dumps(json.loads(text), ensure_ascii=False) if one_line else text
    with closing(_session(text, encoding)) as wire:
        text, data = _typed(wire, text, edits, encoding)
    with closing(_session(text, encoding)) as fresh:
        expected = fresh.result("textDocument/semanticTokens/full", {"textDocument": {"uri": URI}})
    assert data == (expected["data"] if expected is not None else [])
    spans = [slice_of(text, place, encoding) for place in places(data)]
    assert all(span and "\n" not in span for span in spans)


def _typed(wire: Wire, text: str, edits: list[tuple[float, int, str]], encoding: str) -> tuple[str, list[int]]:
    """Make the edits and ask for the delta after each; the text and the numbers that they lead to."""
    data: list[int] = []
    previous = ""
    for version, (where, length, new) in enumerate(edits, start=2):
        start = int(where * len(text))
        end = min(start + length, len(text))
        change = replaced(position_of(text, start, encoding), position_of(text, end, encoding), new)
        text = text[:start] + new + text[end:]
        wire.change(URI, version, change)
        params = {"textDocument": {"uri": URI}, "previousResultId": previous}
        answer = wire.result("textDocument/semanticTokens/full/delta", params)
        answer = answer or {"data": [], "resultId": ""}  # the text is no campaign for the moment
        data = answer["data"] if "data" in answer else patched(data, answer["edits"])
        previous = answer["resultId"]
    return text, data


def _session(text: str, encoding: str) -> Wire:
    wire = Wire({"general": {"positionEncodings": [encoding]}})
    wire.initialize()
    wire.open(URI, text)
    return wire
