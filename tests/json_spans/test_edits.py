"""Edits leave valid JSON whatever they insert, and touch nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from reachweaver.json_spans import (
    Document,
    Located,
    ObjectNode,
    Path,
    StringNode,
    TextEdit,
    append_item,
    apply_edits,
    insert_in_string,
    insert_member,
    read,
    replace_in_string,
    replace_value,
)
from tests.json_spans.support import json_texts, strict_value, texts, value_of, values


def located(document: Document, *path: str | int) -> Located:
    """The value at a path, which must exist."""
    found = document.locate(path)
    assert found is not None
    return found


def joined(text: str) -> str:
    """The text with the halves of surrogate pairs put together, as no JSON can keep them apart."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def containers(document: Document, kind: type) -> list[Path]:
    """Paths of all values of one kind."""
    found: list[Path] = []
    waiting: list[tuple[Path, Any]] = [((), value_of(document.root))]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, kind):
            found.append(path)
        if isinstance(value, dict):
            waiting += [((*path, key), item) for key, item in value.items()]
        if isinstance(value, list):
            waiting += [((*path, index), item) for index, item in enumerate(value)]
    return found


def put(value: Any, path: Path, change: Callable[[Any], Any]) -> Any:
    """The value with what stands at a path changed."""
    if not path:
        return change(value)
    copy = list(value) if isinstance(value, list) else dict(value)
    copy[path[0]] = put(copy[path[0]], path[1:], change)
    return copy


def outcome(document: Document, edit: TextEdit) -> Any:
    """The value after an edit, which must leave JSON, and leave alone what it does not replace."""
    text = apply_edits(document.text, [edit])
    assert text.startswith(document.text[: edit.start])
    assert text.endswith(document.text[edit.end :])
    return strict_value(text)


@given(json_texts(), texts, st.data())
@settings(max_examples=60)
def test_replace_in_string(text: str, new: str, data: st.DataObject) -> None:
    """Replacing any range of a string's characters gives the text that was meant."""
    document = read(text)
    paths = containers(document, str)
    if not paths:
        return
    path = data.draw(st.sampled_from(paths))
    old = located(document, *path)
    assert isinstance(old.node, StringNode)
    value = old.node.value
    start = data.draw(st.integers(0, len(value)))
    end = data.draw(st.integers(start, len(value)))
    result = outcome(document, replace_in_string(document, old, start, end, new))
    expected = put(value_of(document.root), path, lambda _: value[:start] + new + value[end:])
    assert joined(json.dumps(result, ensure_ascii=False)) == joined(json.dumps(expected, ensure_ascii=False))


@given(json_texts(), values, st.data())
@settings(max_examples=60)
def test_append_item(text: str, item: Any, data: st.DataObject) -> None:
    """Appending to any array adds one item at its end."""
    document = read(text)
    paths = containers(document, list)
    path = data.draw(st.sampled_from(paths))
    result = outcome(document, append_item(document, located(document, *path), item))
    assert repr(result) == repr(put(value_of(document.root), path, lambda old: [*old, item]))


@given(json_texts(), texts, values, st.data())
@settings(max_examples=60)
def test_insert_member(text: str, key: str, value: Any, data: st.DataObject) -> None:
    """Inserting into any object adds one member behind the one named, or at the end."""
    document = read(text)
    path = data.draw(st.sampled_from(containers(document, dict)))
    place = located(document, *path)
    assert isinstance(place.node, ObjectNode)
    keys = [member.key.value for member in place.node.members]
    if key in keys:
        return
    after = data.draw(st.sampled_from([None, "no such key", *keys]))
    result = outcome(document, insert_member(document, place, key, value, after))
    position = keys.index(after) + 1 if after in keys else len(keys)

    def expected(old: dict[str, Any]) -> dict[str, Any]:
        members = list(old.items())
        return dict([*members[:position], (key, value), *members[position:]])

    assert repr(result) == repr(put(value_of(document.root), path, expected))


@given(json_texts(), values, st.data())
@settings(max_examples=60)
def test_replace_value(text: str, value: Any, data: st.DataObject) -> None:
    """Replacing any value puts the other in its place."""
    document = read(text)
    path = data.draw(st.sampled_from(containers(document, object)))
    result = outcome(document, replace_value(document, located(document, *path), value))
    assert repr(result) == repr(put(value_of(document.root), path, lambda _: value))


PRETTY = """{
  "variants": [
    {
      "id": "v1",
      "text": "One",
      "evidence_ids": [
        "e1"
      ]
    },
    {
      "id": "v2",
      "text": "Two",
      "slides": []
    },
    {}
  ]
}
"""

ONE_LINERS = """{
  "variants": [
    { "id": "v1", "ids": ["e1"] },
    { "id": "v2", "more": [] },
    {}
  ]
}
"""

MINIFIED = '{"variants":[{"id":"v1","ids":["e1"]},{"id":"v2","more":[]},{}]}'

TABBED = '{\n\t"a": [\n\t\t[1, 2]\n\t],\n\n\t"b" : { "c" : 1 }\n}'

Change = Callable[[Document], TextEdit]


def member(path: Path, key: str, value: Any, after: str | None = None) -> Change:
    """The change that inserts a member."""
    return lambda document: insert_member(document, located(document, *path), key, value, after)


def item(path: Path, value: Any) -> Change:
    """The change that appends an item."""
    return lambda document: append_item(document, located(document, *path), value)


@pytest.mark.parametrize(
    ("text", "change", "old", "new"),
    [
        # An array on several lines; a new one like it.
        (PRETTY, item(("variants", 0, "evidence_ids"), "e2"), '"e1"\n', '"e1",\n        "e2"\n'),
        (PRETTY, item(("variants", 1, "slides"), "x"), "[]", '[\n        "x"\n      ]'),
        (
            PRETTY,
            member(("variants", 1), "evidence_ids", ["e1", "e2"], "text"),
            '"Two",\n',
            '"Two",\n      "evidence_ids": [\n        "e1",\n        "e2"\n      ],\n',
        ),
        (
            PRETTY,
            member(("variants", 0), "reviewed", [{"code": "c", "note": ""}]),
            "      ]\n    }",
            '      ],\n      "reviewed": [\n        {\n          "code": "c",\n          "note": ""\n        }\n      ]\n    }',
        ),
        (PRETTY, member(("variants", 2), "id", "v3"), "{}", '{\n      "id": "v3"\n    }'),
        (PRETTY, item(("variants",), {"id": "v4"}), "{}\n", '{},\n    {\n      "id": "v4"\n    }\n'),
        (PRETTY, member((), "title", "x", "no such key"), "  ]\n}", '  ],\n  "title": "x"\n}'),
        # Objects on one line, with padding.
        (ONE_LINERS, item(("variants", 0, "ids"), "e2"), '["e1"]', '["e1", "e2"]'),
        (ONE_LINERS, item(("variants", 1, "more"), "x"), "[]", '["x"]'),
        (ONE_LINERS, member(("variants", 1), "ids", ["e1"], "id"), '"v2",', '"v2", "ids": ["e1"],'),
        (ONE_LINERS, member(("variants", 1), "ids", ["e1"]), "[] }", '[], "ids": ["e1"] }'),
        (ONE_LINERS, member(("variants", 2), "id", "v3"), "{}", '{ "id": "v3" }'),
        (
            ONE_LINERS,
            item(("variants",), {"id": "v4", "reviewed": [{"code": "c"}]}),
            "{}\n",
            '{},\n    { "id": "v4", "reviewed": [{ "code": "c" }] }\n',
        ),
        # No white space at all.
        (MINIFIED, item(("variants", 0, "ids"), "e2"), '["e1"]', '["e1","e2"]'),
        (MINIFIED, member(("variants", 1), "ids", ["e1", "e2"], "id"), '"v2",', '"v2","ids":["e1","e2"],'),
        (MINIFIED, member(("variants", 2), "id", {"a": 1, "b": []}), "{}]", '{"id":{"a":1,"b":[]}}]'),
        # Tabs, blank lines, white space before a colon.
        (TABBED, item(("a", 0), 3), "2]", "2, 3]"),
        (TABBED, item(("a",), [3]), "2]\n", "2],\n\t\t[3]\n"),
        (TABBED, member((), "d", 1, "b"), " }\n", ' },\n\t"d" : 1\n'),
        (TABBED, member(("b",), "d", [1]), "1 }", '1, "d" : [1] }'),
        # An array wrapped over lines, brackets apart, a file without anything to go by.
        ('["a", "b",\n "c", "d"]', item((), "e"), '"d"', '"d", "e"'),
        ("[ ]", item((), 1), "[ ]", "[1]"),
        ("[\n]", item((), 1), "[\n]", "[\n  1\n]"),
        ("[\r\n]", item((), 1), "[\r\n]", "[\r\n  1\r\n]"),
        ("{}", member((), "a", [1]), "{}", '{\n  "a": [1]\n}'),
        ('{"a": 1}', member((), "b", 2), "1", '1, "b": 2'),
        # Commas and comments that should not be there stay out of the way.
        ('["a",]', item((), "b"), '"a",]', '"a", "b"]'),
        ('["a", // x\n]', item((), "b"), '"a",', '"a", "b"'),
        ('[\n  "a" // x\n]', item((), "b"), '"a"', '"a",\n  "b"'),
        ("[/* x */]", item((), "b"), "[", '["b"'),
        ('{"a": 1,}', member((), "b", 2), "1,", '1, "b": 2'),
        ('["a"', item((), "b"), '"a"', '"a", "b"'),
        ("[", item((), "b"), "[", '["b"'),
    ],
)
def test_layout(text: str, change: Change, old: str, new: str) -> None:
    """New items and members are laid out like those that are there."""
    for newline in ("\n", "\r\n", "\r") if "\n" in text and "\r" not in text else ("\n",):
        document = read(text.replace("\n", newline))
        result = apply_edits(document.text, [change(document)])
        assert result == text.replace("\n", newline).replace(old.replace("\n", newline), new.replace("\n", newline), 1)


@pytest.mark.parametrize(
    ("text", "value", "result"),
    [
        ('{"a": "x"}', "y", '{"a": "y"}'),
        ('{"a": [1]}', [1, 2], '{"a": [1, 2]}'),
        ('{\n  "a": [\n    1\n  ]\n}', [1, 2], '{\n  "a": [\n    1,\n    2\n  ]\n}'),
        (
            '{\n  "a": [1],\n  "b": [\n    1\n  ],\n  "c": [\n    1\n  ]\n}',
            [2],
            '{\n  "a": [2],\n  "b": [\n    1\n  ],\n  "c": [\n    1\n  ]\n}',
        ),
        ('{"a": , "b": 1}', None, '{"a": null, "b": 1}'),
        ('{"a": "x\n}', "y", '{"a": "y"\n}'),
    ],
)
def test_replaced_value(text: str, value: Any, result: str) -> None:
    """A new value takes the layout of the one that it replaces."""
    document = read(text)
    assert apply_edits(text, [replace_value(document, located(document, "a"), value)]) == result


def test_replaced_key() -> None:
    """A key can be renamed like any string."""
    document = read('{"v": [{"a": 1}]}')
    key = document.path_at(9)[-1]
    assert key.is_key
    assert apply_edits(document.text, [replace_value(document, key, 'é"')]) == '{"v": [{"é\\"": 1}]}'


@pytest.mark.parametrize(
    ("text", "at", "new", "result"),
    [
        ('{"t": ""}', 0, "Ad", '{"t": "Ad"}'),
        ('{"t": "backslash \\\\"}', 11, "\n\nAd", '{"t": "backslash \\\\\\n\\nAd"}'),
        ('{"t": "😀a"}', 1, '"', '{"t": "😀\\"a"}'),
        ('{"t": "\\ud83d\\ude00a"}', 1, "é😀", '{"t": "\\ud83d\\ude00\\u00e9\\ud83d\\ude00a"}'),
        ('{"t": "\\u00E9"}', 1, "ß", '{"t": "\\u00E9\\u00DF"}'),
        ('{"t": "a\\/b"}', 3, "/c", '{"t": "a\\/b\\/c"}'),
        ('{"t": "a\\nb"}', 3, "é\t\x01\x7f", '{"t": "a\\nbé\\t\\u0001\x7f"}'),
        ('{"t": "a"}', 1, "\u2028\ud83d", '{"t": "a\\u2028\\ud83d"}'),
        ('{"t": "a\r\n}', 1, "b", '{"t": "ab\r\n}'),
        ('{"t": "a"}', 99, "b", '{"t": "ab"}'),
    ],
)
def test_insert_in_string(text: str, at: int, new: str, result: str) -> None:
    """Text goes in between whole characters, escaped as the file escapes."""
    document = read(text)
    assert apply_edits(text, [insert_in_string(document, located(document, "t"), at, new)]) == result


def test_edits_of_one_batch() -> None:
    """Edits refer to the text before all of them; at one place they go in in the order given."""
    edits = [TextEdit(3, 3, "x"), TextEdit(0, 1, ""), TextEdit(3, 3, "y"), TextEdit(1, 3, "B")]
    assert apply_edits("abcd", edits) == "Bxyd"


@pytest.mark.parametrize("edits", [[(0, 2), (1, 3)], [(3, 2)], [(0, 9)], [(-1, 0)]])
def test_edits_that_collide(edits: list[tuple[int, int]]) -> None:
    """Edits that overlap, or lie outside the text, are refused."""
    with pytest.raises(ValueError, match="overlaps another or lies outside"):
        apply_edits("abcd", [TextEdit(start, end, "") for start, end in edits])


def test_wrong_places() -> None:
    """A value of another kind than the edit asks for is refused, and so is a number that JSON lacks."""
    document = read('{"a": 1}')
    root, number = located(document), located(document, "a")
    with pytest.raises(ValueError, match="only an array"):
        append_item(document, root, 1)
    with pytest.raises(ValueError, match="only an object"):
        insert_member(document, number, "b", 1)
    with pytest.raises(ValueError, match="only a string"):
        insert_in_string(document, number, 0, "x")
    with pytest.raises(ValueError, match="not JSON compliant"):
        replace_value(document, number, float("nan"))
