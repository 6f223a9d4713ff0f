"""What the tests of the JSON reader share: plain values and shapes of trees, and generated texts."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from reachweaver.json_spans import (
    ArrayNode,
    Document,
    Edit,
    LiteralNode,
    Node,
    NumberNode,
    ObjectNode,
    StringNode,
    read,
)

MISSING = "(missing)"
"""What `value_of` gives for a missing value."""

TRICKY = '"\\/\b\f\n\r\t \x00\x1f\x7f\x85\u2028\u2029\ufeffaé€ß\u200b😀🧑\U0010ffff\ud83d\ude00'
"""Characters that JSON, editors or encodings treat in a way of their own, lone surrogates included."""

texts = st.text(st.one_of(st.sampled_from(TRICKY), st.characters()), max_size=8)

values: SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=6,
)

campaigns: SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "variants": st.lists(st.dictionaries(texts, values, max_size=3) | values, max_size=3),
        "brand": values,
        "evidence": st.lists(st.dictionaries(texts, texts, max_size=2), max_size=2),
    }
)

FRAGMENTS = (
    *('{', '}', '[', ']', ',', ':', '"', '\\', '\n', '\r\n', '\r', ' ', '\t', '\x00', '\ufeff', '\ud83d', '😀', '\u2028'),
    *('""', '"a"', '"a":', '"a": "b"', '{"a": 1}', '"variants": [', '"}, {"', ', "', '}]}', '": "', '\\n', '\\u00', '\\ud83d'),
    *('1', '-0', '01', '1.5e3', 'true', 'nul', 'NaN', 'abc', "'a'", '//x', '/*', '*/'),
)  # fmt: skip


LAYOUTS: tuple[dict[str, Any], ...] = (
    {},
    {"indent": 2},
    {"indent": "\t"},
    {"separators": (",", ":")},
    {"indent": 2, "separators": (",", " : ")},
    {"separators": (" ,", " :")},
)


@st.composite
def json_texts(draw: DrawFn, content: SearchStrategy[Any] = campaigns) -> str:
    """A valid JSON text in one of many layouts."""
    layout = draw(st.sampled_from(LAYOUTS))
    text = json.dumps(draw(content), ensure_ascii=draw(st.booleans()), **layout)
    newline = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    return draw(st.sampled_from(["", "\ufeff", " "])) + text.replace("\n", newline)


@st.composite
def edits(draw: DrawFn, text: str) -> tuple[Edit, str]:
    """A change to a text, small more often than large, and the text after it."""
    start = draw(st.integers(0, len(text)))
    end = min(len(text), start + draw(st.sampled_from([0, 0, 1, 2, 7, 60])))
    inserted = draw(st.sampled_from(FRAGMENTS) | st.just("") | texts)
    return Edit(start, end, len(inserted)), text[:start] + inserted + text[end:]


@st.composite
def broken_texts(draw: DrawFn) -> str:
    """A JSON text after a few changes, which may have broken it."""
    text = draw(json_texts())
    for _ in range(draw(st.integers(0, 4))):
        text = draw(edits(text))[1]
    return text


def value_of(node: Node | None) -> Any:
    """The plain value of a tree; numbers as `json.loads` has them."""
    if isinstance(node, ObjectNode):
        return {member.key.value: value_of(member.value) for member in node.members}
    if isinstance(node, ArrayNode):
        return [value_of(item) for item in node.items]
    if isinstance(node, NumberNode):
        return json.loads(node.literal)
    return node.value if isinstance(node, StringNode | LiteralNode) else MISSING


def shape_of(node: Node | None) -> Any:
    """All that a tree says, spans and bases included, so that two trees can be compared."""
    if isinstance(node, ObjectNode):
        members = [(shape_of(member.key), shape_of(member.value)) for member in node.members]
        return ("object", node.start, node.end, node.closed, members)
    if isinstance(node, ArrayNode):
        return ("array", node.start, node.end, node.closed, list(node.bases), [shape_of(item) for item in node.items])
    if isinstance(node, StringNode):
        return ("string", node.start, node.end, node.closed, node.value, node.raw)
    if isinstance(node, NumberNode):
        return ("number", node.start, node.end, node.literal)
    if isinstance(node, LiteralNode):
        return ("literal", node.start, node.end, node.value)
    return None if node is None else ("missing", node.start, node.end)


def syntax_problems(text: str) -> list[tuple[str, str]]:
    """Message and source characters of each syntax problem of a text."""
    document = read(text)
    return [
        (problem.message, text[problem.span.start : problem.span.end])
        for problem in document.problems
        if problem.kind == "syntax"
    ]


def strict_value(text: str) -> Any:
    """What the standard library reads, without NaN and infinities; raises ValueError as it does."""

    def refuse(name: str) -> None:
        raise ValueError(name)

    return json.loads(text.removeprefix("\ufeff"), parse_constant=refuse)


def source_of(document: Document, *path: str | int) -> str:
    """The source characters of the value at a path, which must exist."""
    located = document.locate(path)
    assert located is not None
    return document.text[located.span.start : located.span.end]
