"""Re-reading after an edit gives what a full reading gives, and keeps the nodes of what did not change."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings, strategies as st

from reachweaver.json_spans import ArrayNode, Document, Edit, Node, read
from tests.json_spans.support import broken_texts, edits, json_texts, shape_of, source_of, value_of

CAMPAIGN = """{
  "title": "Spring",
  "evidence": [
    {"id": "e1", "claim": "a"}, "stray",
    {"id": "e2", "claim": "b"}
  ],
  "variants": [
    {"id": "v1", "text": "One 1%"},
    {"id": "v2", "text": "Two 2%", "slides": [{"n": 1}, {"n": 2}]},
    {"id": "v3", "text": "Three 3%"}
  ],
  "brand": {"rules": [{"x": "\\u00e9"}], "n": 7}
}
"""


def changed(document: Document, old: str, new: str) -> Document:
    """The document after the first `old` in its text became `new`, re-read; it must equal a full reading."""
    start = document.text.index(old)
    text = document.text[:start] + new + document.text[start + len(old) :]
    result = read(text, document, Edit(start, start + len(old), len(new)))
    assert_equal(result, read(text))
    return result


def assert_equal(one: Document, other: Document) -> None:
    """Both documents say the same: text, tree, bases and problems."""
    assert one.text == other.text
    assert shape_of(one.root) == shape_of(other.root)
    assert one.problems == other.problems
    assert one.is_valid == other.is_valid


def segments(document: Document) -> list[Node]:
    """The variants and evidence items of a document."""
    found = [document.locate((key,)) for key in ("evidence", "variants")]
    arrays = [located.node for located in found if located is not None]
    return [item for array in arrays if isinstance(array, ArrayNode) for item in array.items]


@given(st.data())
@settings(max_examples=120)
def test_equals_a_full_reading(data: st.DataObject) -> None:
    """After any edits, one upon the other, on valid or broken text, nothing differs from a full reading."""
    text = data.draw(broken_texts())
    document = read(text)
    for _ in range(4):
        edit, text = data.draw(edits(text))
        document = read(text, document, edit)
        assert_equal(document, read(text))


@given(st.data())
@settings(max_examples=40)
def test_former_document_stays_as_it_is(data: st.DataObject) -> None:
    """Re-reading changes nothing in the document that it starts from."""
    text = data.draw(json_texts())
    document = read(text)
    before = shape_of(document.root)
    edit, after = data.draw(edits(text))
    read(after, document, edit)
    assert (shape_of(document.root), document.text) == (before, text)


@given(st.data())
@settings(max_examples=40)
def test_untouched_segments_are_the_same_nodes(data: st.DataObject) -> None:
    """In valid JSON an edit replaces none but the segments that it touches, as long as the document's frame stands.

    Where what follows a string was looked at to tell what it is (one that holds nothing but a colon), all is read.
    """
    text = data.draw(json_texts())
    document = read(text)
    assume(not document.looked_ahead)
    edit, after = data.draw(edits(text))
    result = read(after, document, edit)
    if not result.is_valid:
        return
    kept = {id(node) for node in segments(result)}
    array = document.locate(("variants",))
    assert array is not None
    assert isinstance(array.node, ArrayNode)
    for node, base in zip(array.node.items, array.node.bases, strict=True):
        if base and (base + node.end <= edit.start or edit.end <= base) and after.count('"variants"') == 1:
            assert id(node) in kept


@pytest.mark.parametrize(
    ("old", "new", "replaced"),
    [
        ("Two 2%", "Two 22%", {4}),
        ("One", "One\\n\\u00e9", {3}),
        ('"v3"', '"v4"', {5}),
        ('{"n": 1}', '{"n": [1]}', {4}),
        ('"a"', "7", {0}),
        ("Spring", "Summer", set()),
        ("  ", "\t", set()),
        ('"variants": [', '"variants": [{},', set()),
        ('{"id": "v1", "text": "One 1%"},', "", {3}),
        ('"brand": {"rules": [{', '"brand": {"rules": [[{', set()),
        ('"stray",', "", set()),
        # Broken for the moment: the others stay.
        ('Two 2%"', "Two 2%", {4}),
        ('"text": "Two 2%"', '"text" "Two 2%"', {4}),
        ('2}]}', "2}]", {4}),
        ("Spring", 'Spring"', set()),
        ('"title": "Spring",', '"title": "Spring"', set()),
    ],
)  # fmt: skip
def test_segments_replaced(old: str, new: str, replaced: set[int]) -> None:
    """An edit replaces the segments that it touches; every other one is the very same node."""
    document = read(CAMPAIGN)
    result = changed(document, old, new)
    kept = {id(node) for node in segments(result)}
    objects = [node for node in segments(document) if value_of(node) != "stray"]
    numbered = {index: node for index, node in enumerate(segments(document)) if node in objects}
    # The stray item is no segment; numbers count evidence 0 and 2, variants 3 to 5.
    assert {index for index, node in numbered.items() if id(node) not in kept} == replaced


def test_shift_behind_a_segment() -> None:
    """What stands behind the edited segment moves with the text, in its array and in the members after it."""
    result = changed(read(CAMPAIGN), "One 1%", "One and a half 1%")
    assert source_of(result, "variants", 2, "text") == '"Three 3%"'
    assert source_of(result, "brand", "rules", 0, "x") == '"\\u00e9"'
    located = result.locate(("brand", "rules", 0, "x"))
    assert located is not None
    assert located.span.start == result.text.index('"\\u00e9"')


def test_type_and_undo() -> None:
    """Typing a duplicate key, broken on the way, and undoing it leaves no trace."""
    document = changed(read(CAMPAIGN), '"One 1%"', '"One 1%", "te')
    assert not document.is_valid
    document = changed(document, '1%", "te', '1%", "text": "x"')
    assert [problem.path for problem in document.problems] == [("variants", 0, "text")]
    document = changed(document, ', "text": "x"', "")
    assert_equal(document, read(CAMPAIGN))
    assert document.problems == ()


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        # A fault in one variant, an edit in another, on the same line and on another one.
        ('{"v": [{"a" 1}, {"b": 2}, {"c": 3}]}', "2", '"x\\q"'),
        ('{"v": [{"a" 1},\n{"b": 2 x}, {"c": 3}]}', "2", "22"),
        ('{"v": [{"a": 1} {"b": 2}\n{"c": 3}]}', "2", "2\n"),
        ('{"v": [{"a": 1} {"b":\n2} {"c": 3}]}', "\n", ""),
        # A quote that is missing makes earlier text depend on later text.
        ('{"v":[{"t":"a},{"u":1}]}', '"u', '"'),
        ('{"v":[{"t":"a},{"u":1}]}', "u", '"u'),
        ('{"v":[{"t":"a},{"u":1},{"w":2}]}', "2", "3"),
        # A key in an array: whether a brace or a bracket is missing shows far behind it.
        ('{"v":["a":1},{"a":2}],"w":3}', "2", "2}"),
        ('{"v":["a":1},{"a":2}]}', "},{", "}},{"),
        # An edit closes its segment early, runs on, or breaks out.
        ('{"v": [{"a": "x"}, {"b": 2}]}', "x", 'x"}, {"c": "y'),
        ('{"v": [{"a": "x"}, {"b": 2}]}', "x", "x\\"),
        ('{"v": [{"a": "x"}, {"b": 2}]}', "x", 'x"/*'),
        ('{"v": [{"a": "x"}, {"b": 2}]}', '"x"', "]"),
        ('{"v": [{"a": "x"}, {"b": 2}]}', '"x"', "{"),
        ('{"v": [{"a": "x"}, {"b": 2}]}', '"x"', "}"),
        ("[[{}]]", "{}", '{"a": 1}'),
        ("[{}]", "{}", '{"a": 1}'),
        ('{"v": {"a": [{"b": 1}]}, "w": 2}', "1", "11"),
    ],
)
def test_surprises(text: str, old: str, new: str) -> None:
    """Edits whose effect reaches farther than it seems are seen in full."""
    changed(read(text), old, new)


@pytest.mark.parametrize("edit", [Edit(0, 0, 5), Edit(3, 2, 0), Edit(-1, 0, 2), Edit(0, 99, 0), Edit(2, 4, -1)])
def test_edit_that_does_not_fit(edit: Edit) -> None:
    """An edit that can't lead from the one text to the other is not relied upon."""
    assert value_of(read('{"a": 12}', read('{"a": 1}'), edit).root) == {"a": 12}


def test_local_caps_equal_the_full_ones() -> None:
    """Sixty broken variants, edited one by one, always show the problems of a full reading."""
    document = read('{"v": [\n' + ",\n".join(f'{{"n" {index}0}}' for index in range(60)) + "]}")
    for index in (0, 30, 49, 50, 51, 59):
        document = changed(document, f'"n" {index}0', f'"n": {index}')
        document = changed(document, f'"n": {index}', f'"n" {index}0, "n": 1, "n": 2')


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("Two 2%", "Two 22%", (2, 1, "text")),
        ("One", "One\\n\\u00e9", (2, 0, "text")),
        ("v3", "v4", (2, 2, "id")),
        ("b", "bc", None),  # beside an item that is no segment, and moves
        ('"n": 1', '"n": 12', (2, 1, None)),
        ('"id": "v1"', '"ID": "v1"', (2, 0, None)),
        ("One", "One\\", (2, 0, None)),
        ("One", 'One"', None),
        ("Spring", "Summer", None),
    ],
)
def test_what_an_edit_changes_is_named(old: str, new: str, expected: tuple[int, int, str | None] | None) -> None:
    """A text that differs in one segment says which, and in which string if in one alone; a broken frame says nothing."""
    former = read(CAMPAIGN)
    succession = changed(former, old, new).succession
    named = None if succession is None else (succession.member, succession.item, succession.key)
    assert named == expected
    assert succession is None or succession.former is former.root
