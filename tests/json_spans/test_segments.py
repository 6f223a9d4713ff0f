"""Segments: objects in arrays directly under the root, whose spans count from their own start."""

from __future__ import annotations

import pytest

from reachweaver.json_spans import ArrayNode, Document, Node, ObjectNode, StringNode, read


def array_of(document: Document, *path: str | int) -> ArrayNode:
    """The array at a path."""
    located = document.locate(path)
    assert located is not None
    assert isinstance(located.node, ArrayNode)
    return located.node


def spans(nodes: list[Node]) -> list[tuple[int, int]]:
    """Their own spans, bases left out."""
    return [(node.start, node.end) for node in nodes]


def test_bases() -> None:
    """A segment starts at 0 and its base is where it stands; other items are absolute and have base 0."""
    array = array_of(read('{"v": [{"a": 1}, "x", [{}], {"b": 2}]}'), "v")
    assert array.bases == [7, 0, 0, 28]
    assert spans(array.items) == [(0, 8), (17, 20), (22, 26), (0, 8)]


def test_inside_a_segment() -> None:
    """Keys, values and nested arrays of a segment count from its start; nested arrays add nothing."""
    document = read('{"v": [{"a": "x", "b": [{"c": 1}, 2]}]}')
    segment = array_of(document, "v").items[0]
    assert isinstance(segment, ObjectNode)
    assert [(member.key.start, member.value.start, member.value.end) for member in segment.members] == [
        (1, 6, 9),
        (11, 16, 29),
    ]
    assert array_of(document, "v", 0, "b").bases == [0, 0]
    assert spans(array_of(document, "v", 0, "b").items) == [(17, 25), (27, 28)]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('[{"a": 1}]', ()),
        ('[[{"a": 1}]]', (0,)),
        ('{"v": {"w": [{"a": 1}]}}', ("v", "w")),
        ('{"v": [[{"a": 1}]]}', ("v", 0)),
    ],
)
def test_no_segments_elsewhere(text: str, path: tuple[str | int, ...]) -> None:
    """Objects in arrays that are not directly under a root object keep absolute spans."""
    array = array_of(read(text), *path)
    assert array.bases == [0]
    assert array.items[0].start == text.index('{"a"')


def test_decoded_text_of_a_segment() -> None:
    """Decoded text inside a segment maps to offsets relative to the segment."""
    document = read('{"v": [{"t": "a\\nb"}]}')
    located = document.locate(("v", 0, "t"))
    assert located is not None
    assert isinstance(located.node, StringNode)
    span = located.node.decoded.source_span(1, 2)
    assert (located.base, span.start, span.end) == (7, 8, 10)
    assert document.text[located.base + span.start : located.base + span.end] == "\\n"


def test_unclosed_segment() -> None:
    """A segment whose brace is missing reaches to the next one, and says that it is not closed."""
    array = array_of(read('{"v": [{"a": 1,\n{"a": 2}]}'), "v")
    assert array.bases == [7, 16]
    assert [(node.start, node.end, isinstance(node, ObjectNode) and node.closed) for node in array.items] == [
        (0, 9, False),
        (0, 8, True),
    ]
