"""Answers about whole documents: for any document, and after any edits what a new session would say."""

from __future__ import annotations

import json
from contextlib import closing
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from tests.lsp.asking import EVERYTHING, URI, ask
from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign
from tests.lsp.sample import TEXT, WHOLE
from tests.lsp.wire import ENCODINGS, Wire, position_of, replaced

METHODS: list[tuple[str, dict[str, Any]]] = [
    ("documentSymbol", {}),
    ("foldingRange", {}),
    ("documentLink", {}),
    ("codeLens", {}),
    ("inlayHint", {"range": WHOLE}),
]


@pytest.mark.parametrize(("method", "params"), METHODS, ids=[method for method, _ in METHODS])
@pytest.mark.parametrize("text", ["", "[]", "{", '{"name": "brand"}', '{"variants": [', '{"variants": [1, , {}]}'])
def test_any_document_is_answered(connect: Connect, method: str, params: dict[str, Any], text: str) -> None:
    """Empty and broken documents, and brands: a list of what there is, or nothing."""
    found = ask(connect(EVERYTHING), method, text, **params)
    assert found is None or isinstance(found, list)


@pytest.mark.parametrize(("method", "params"), METHODS, ids=[method for method, _ in METHODS])
def test_a_document_that_is_not_ours_is_left_alone(connect: Connect, method: str, params: dict[str, Any]) -> None:
    """Another JSON file is none of the server's business, nor is one that it never heard of."""
    wire = connect(EVERYTHING)
    assert ask(wire, method, '{"a": [\n1\n]}', "file:///w/package.json", **params) is None
    assert wire.result(f"textDocument/{method}", {"textDocument": {"uri": "file:///w/never"}, **params}) is None


STARTS = (TEXT, json.dumps(json.loads(TEXT), ensure_ascii=False), TEXT.replace("\n", "\r\n"))
EDITS = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.integers(0, 12),
        st.sampled_from(["", "x", "\n", " 41%", '"', "{", "}", "]", ",", "\\u00e9", '{"text": "9%"},', "🦀", "\r\n"]),
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=60)
@given(text=st.sampled_from(STARTS), edits=EDITS, encoding=st.sampled_from(ENCODINGS))
def test_after_any_edits_the_answers_are_those_of_a_new_session(
    text: str, edits: list[tuple[float, int, str]], encoding: str
) -> None:
    """What was made before and has only moved is as good as new."""
    capabilities = {"general": {"positionEncodings": [encoding]}, **EVERYTHING}
    with closing(_session(capabilities, text)) as typing:
        text = _type(typing, text, edits, encoding)
        with closing(_session(capabilities, text)) as fresh:
            for method, params in METHODS:
                asked = {"textDocument": {"uri": URI}, **params}
                assert typing.result(f"textDocument/{method}", asked) == fresh.result(f"textDocument/{method}", asked)


def _type(wire: Wire, text: str, edits: list[tuple[float, int, str]], encoding: str) -> str:
    """Make the edits, with questions in between; the text that they lead to."""
    for version, (where, length, new) in enumerate(edits, start=2):
        start = int(where * len(text))
        end = min(start + length, len(text))
        change = replaced(position_of(text, start, encoding), position_of(text, end, encoding), new)
        in_line_break = any(text[at - 1 : at + 1] == "\r\n" for at in (start, end))
        text = text[:start] + new + text[end:]
        # No client sends a range that begins or ends between the two characters of a line break.
        wire.change(URI, version, {"text": text} if in_line_break else change)
        for method, params in METHODS[version % 2 :]:
            wire.result(f"textDocument/{method}", {"textDocument": {"uri": URI}, **params})
    return text


def test_what_is_named_by_its_place_is_renamed_when_it_moves(connect: Connect) -> None:
    """An evidence item without an id, behind one that was inserted."""
    text, wire = campaign({"text": "a"}, evidence=[{"claim": "A."}, {"claim": "B."}]), connect(EVERYTHING)
    ask(wire, "documentSymbol", text)
    place = position_of(text, text.index('{\n      "claim": "A'))
    wire.change(URI, 2, replaced(place, place, '{"claim": "new"}, '))
    [evidence, _] = wire.result("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
    assert [(one["name"], one["detail"]) for one in evidence["children"]] == [
        ("evidence number 1", "new"),
        ("evidence number 2", "A."),
        ("evidence number 3", "B."),
    ]


def _session(capabilities: dict[str, Any], text: str) -> Wire:
    wire = Wire(capabilities)
    wire.initialize()
    wire.open(URI, text)
    return wire
