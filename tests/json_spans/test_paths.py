"""Finding one's way in a document: by path, by JSON Pointer, by offset."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from reachweaver.json_spans import Path, parse_pointer, pointer, read
from tests.json_spans.support import broken_texts, json_texts, source_of

TEXT = '{"a/b": [10, {"~": "x"}, ""], "2": true, "v": {"w": null}, "v": {"w": [[]]}}'


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ((), TEXT),
        (("a/b",), '[10, {"~": "x"}, ""]'),
        (("a/b", 0), "10"),
        (("a/b", 1, "~"), '"x"'),
        (("2",), "true"),
        ((2,), "true"),
        (("v", "w", 0), "[]"),
    ],
)
def test_locate(path: Path, source: str) -> None:
    """A path leads to its value, through segments too; of several members with one name to the last."""
    assert source_of(read(TEXT), *path) == source


@pytest.mark.parametrize(
    "path", [("x",), ("a/b", 3), ("a/b", -1), ("a/b", "0"), ("a/b", 0, "x"), ("2", 0), ("v", "w", 0, 0)]
)
def test_locate_nothing(path: Path) -> None:
    """A path that leads nowhere gives None."""
    assert read(TEXT).locate(path) is None


def test_locate_in_nothing() -> None:
    """An empty document has no values."""
    assert read(" ").locate(()) is None


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("", ()),
        ("/", ("",)),
        ("/a~1b/1/~0", ("a/b", 1, "~")),
        ("/~01", ("~1",)),
        ("/01", ("01",)),
        ("/-", ("-",)),
        ("/0/10", (0, 10)),
        ("/" + "9" * 5000, ("9" * 5000,)),
        ("//x", ("", "x")),
    ],
)
def test_pointer(text: str, path: Path) -> None:
    """A JSON Pointer and a path are the same thing."""
    assert (parse_pointer(text), pointer(path)) == (path, text)


@pytest.mark.parametrize("text", ["a", "a/b", "/~", "/~2", "/a~"])
def test_no_pointer(text: str) -> None:
    """What is no JSON Pointer is refused."""
    with pytest.raises(ValueError, match="not a JSON Pointer"):
        parse_pointer(text)


@given(st.lists(st.text(max_size=5) | st.integers(0, 10**9)))
def test_pointer_round_trip(steps: list[str | int]) -> None:
    """Any path survives as a JSON Pointer."""
    text = pointer(tuple(steps))
    assert pointer(parse_pointer(text)) == text


HERE = "¦"

PLACES: list[tuple[str, list[str | int | None], bool]] = [
    # Text with a mark, the steps to the innermost node at the mark, whether it is a key.
    ('¦{"a": 1}', [None], False),
    ('{¦"a": 1}', [None, "a"], True),
    ('{"a¦": 1}', [None, "a"], True),
    ('{"a"¦: 1}', [None], False),
    ('{"a":¦ 1}', [None], False),
    ('{"a": ¦1}', [None, "a"], False),
    ('{"a": 1¦}', [None], False),
    ('{"a": 1}¦', [], False),
    ('{"v": [{"t": "x¦y"}]}', [None, "v", 0, "t"], False),
    ('{"v": [{"t": "xy"}, {"t¦": "xy"}]}', [None, "v", 1, "t"], True),
    ('{"v": [{"t": "xy"},¦ {"t": "xy"}]}', [None, "v"], False),
    ('{"v": [¦]}', [None, "v"], False),
    ('{"v": ["¦"]}', [None, "v", 0], False),
    ('{"v": [1, ¦2]}', [None, "v", 1], False),
    # Where a value is missing, the place after the colon is its place.
    ('{"v": {"p":¦ , "q": 1}}', [None, "v", "p"], False),
    ('{"v": {"p": ¦}}', [None, "v", "p"], False),
    ('{"v": {"p":  ¦\n}}', [None, "v", "p"], False),
    ('{"v": {"p": , ¦"q": 1}}', [None, "v", "q"], True),
    ('{"v": {"p": ,¦ "q": 1}}', [None, "v"], False),
    ('{"p": ¦lin}', [None, "p"], False),
    # What is not closed goes on where one types.
    ('{"v": {"p": "lin¦', [None, "v", "p"], False),
    ('{"v": {"p": "lin¦\n}}', [None, "v", "p"], False),
    ('{"v": [1, ¦', [None, "v"], False),
    ('{"v": [{"a": 1,\n¦', [None, "v", 0], False),
    ('{"te¦\n}', [None, "te"], True),
    ("¦", [], False),
    ("{}x¦", [], False),
]


@pytest.mark.parametrize(("marked", "steps", "is_key"), PLACES)
def test_path_at(marked: str, steps: list[str | int | None], is_key: bool) -> None:
    """The nodes at an offset, from the root inwards, with the steps that lead to them."""
    offset = marked.index(HERE)
    found = read(marked.replace(HERE, "")).path_at(offset)
    assert [located.step for located in found] == steps
    assert (found[-1].is_key if found else False) == is_key


@given(json_texts(), st.data())
@settings(max_examples=50)
def test_path_at_holds_its_offset(text: str, data: st.DataObject) -> None:
    """Every node found at an offset of valid JSON holds that offset and lies in the one before it."""
    offset = data.draw(st.integers(0, len(text)))
    outer = (0, len(text))
    for located in read(text).path_at(offset):
        span = located.span
        assert outer[0] <= span.start <= offset < span.end <= outer[1]
        outer = (span.start, span.end)


@given(broken_texts(), st.data())
@settings(max_examples=50)
def test_path_at_never_raises(text: str, data: st.DataObject) -> None:
    """Any offset of any text may be asked about; the answer starts at the root."""
    document = read(text)
    found = document.path_at(data.draw(st.integers(-2, len(text) + 2)))
    assert all(located.node is document.root for located in found[:1])
