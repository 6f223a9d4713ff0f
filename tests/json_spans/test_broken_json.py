"""Half-typed text: each fault is one problem where it stands, and everything around it is still read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from reachweaver.json_spans import ObjectNode, Span, StringNode, pointer, read
from tests.json_spans.support import MISSING, broken_texts, source_of, syntax_problems, value_of

NOT_CLOSED = "This string is not closed"

REPAIRS: list[tuple[str, Any, list[tuple[str, str]]]] = [
    # Strings end with their line.
    ('{"a": "x, y', {"a": "x, y"}, [(NOT_CLOSED, '"x, y')]),
    ('{"a": "x, y\n"b": 2}', {"a": "x, y", "b": 2}, [(NOT_CLOSED, '"x, y')]),
    ('{"a": "x\r\n, "b": 2}', {"a": "x", "b": 2}, [(NOT_CLOSED, '"x')]),
    ('{"a": "x\u2028y\x85z"}', {"a": "x\u2028y\x85z"}, []),
    ('{"a": "x\\', {"a": "x\ufffd"}, [(NOT_CLOSED, '"x\\')]),
    ('["a", "b\n]', ["a", "b"], [(NOT_CLOSED, '"b')]),
    ('{"te\n}', {"te": MISSING}, [(NOT_CLOSED, '"te')]),
    ('{"te\n "text": "x"}', {"te": MISSING, "text": "x"}, [(NOT_CLOSED, '"te')]),
    # On one line a quote that opens the next key is not taken for the one that is missing.
    ('{"v":[{"t":"11%},{"t":"22%"}]}', {"v": [{"t": "11%"}, {"t": "22%"}]}, [(NOT_CLOSED, '"11%')]),
    ('{"t":"11%,"u":"x"}', {"t": "11%", "u": "x"}, [(NOT_CLOSED, '"11%')]),
    ('{"e":["x,"u":"y"}', {"e": ["x"], "u": "y"}, [(NOT_CLOSED, '"x')]),
    ('{"t":"a\\n1%],"u":"x"}', {"t": "a\n1%", "u": "x"}, [(NOT_CLOSED, '"a\\n1%')]),
    ('{"t":"a\t1%,"u":"x"}', {"t": "a\t1%", "u": "x"}, [(NOT_CLOSED, '"a\t1%')]),
    ('{"t: "11%", "u": "x"}', {"t": "11%", "u": "x"}, [(NOT_CLOSED, '"t')]),
    ('{"e: ["x"]}', {"e": ["x"]}, [(NOT_CLOSED, '"e')]),
    ('{"t":11%","u":"x"}', {"t": MISSING, "u": "x"}, [('"11%" is not expected here', "11%")]),
    ('{"s":1,t":"11%","u":"x"}', {"s": 1, "11%": MISSING, "u": "x"}, [('"t" is not expected here', "t")]),
    # Commas and colons.
    ('{"a": 1 "b": 2}', {"a": 1, "b": 2}, [("A ',' is missing here", " ")]),
    ('{"a": 1\n"b": 2}', {"a": 1, "b": 2}, [("A ',' is missing here", "")]),
    ('{"a": 1"b": 2}', {"a": 1, "b": 2}, [("A ',' is missing here", "")]),
    ('["a" "b" 3]', ["a", "b", 3], [("A ',' is missing here", " ")]),
    ('[{"a":1} {"a":2}]', [{"a": 1}, {"a": 2}], [("A ',' is missing here", " ")]),
    ("[1,]", [1], [("This ',' is one too many", ",")]),
    ('{"a":1,}', {"a": 1}, [("This ',' is one too many", ",")]),
    ("[1,,2]", [1, MISSING, 2], [("A value is missing before this ','", ",")]),
    ("[,1]", [MISSING, 1], [("A value is missing before this ','", ",")]),
    ('{"a":1,,"b":2}', {"a": 1, "b": 2}, [('"," is not expected here', ",")]),
    ('{"a" 1}', {"a": 1}, [("A ':' is missing here", " ")]),
    ('{"a" {"b":1}}', {"a": {"b": 1}}, [("A ':' is missing here", " ")]),
    ('{"a" "b"}', {"a": "b"}, [("A ':' is missing here", " ")]),
    ('{"a" "b": 1}', {"a": MISSING, "b": 1}, [('The key "a" has no value', '"a"')]),
    ('{"a":: 1}', {"a": 1}, [('":" is not expected here', ":")]),
    # Values that are missing.
    ('{"v": , "w": 1}', {"v": MISSING, "w": 1}, [('The key "v" has no value', '"v"')]),
    ('{"v":}', {"v": MISSING}, [('The key "v" has no value', '"v"')]),
    ('{"v"}', {"v": MISSING}, [('The key "v" has no value', '"v"')]),
    ('{"v": 1, ""}', {"v": 1, "": MISSING}, [('The key "" has no value', '""')]),
    ('{"v":\n"w": 1}', {"v": MISSING, "w": 1}, [('The key "v" has no value', '"v"')]),
    ('{"v"\n"w"\n}', {"v": MISSING, "w": MISSING}, [('The key "v" has no value', '"v"'), ('The key "w" has no value', '"w"')]),
    ('[{"v":]', [{"v": MISSING}], [('The key "v" has no value', '"v"')]),
    ('{"v": tru, "w": 1}', {"v": MISSING, "w": 1}, [('"tru" is not expected here', "tru")]),
    ('{"v": NaN}', {"v": MISSING}, [('"NaN" is not expected here', "NaN")]),
    ("[01, -, 2]", [MISSING, MISSING, 2], [('"01" is not expected here', "01")]),
    ("tru", MISSING, [('"tru" is not expected here', "tru")]),
    ('{"v": “x”, "w": 1}', {"v": MISSING, "w": 1}, [('"“x”" is not expected here', "“x”")]),
    # Brackets that are missing.
    ('[{"a":1 {"a":2}]', [{"a": 1}, {"a": 2}], [("A '}' is missing here", " ")]),
    ('[{"a":1, {"a":2}]', [{"a": 1}, {"a": 2}], [("A '}' is missing here", " ")]),
    ('[{"a":"x\n{"a":2}]', [{"a": "x"}, {"a": 2}], [(NOT_CLOSED, '"x')]),
    ('[{"a"\n{"a":2}]', [{"a": MISSING}, {"a": 2}], [('The key "a" has no value', '"a"')]),
    ('[{ {"a":2}]', [{}, {"a": 2}], [("A '}' is missing here", " ")]),
    ('{"v":[{"a":1],"w":2}', {"v": [{"a": 1}], "w": 2}, [("A '}' is missing here", "")]),
    ('{"v":[{"a":{"b":1],"w":2}', {"v": [{"a": {"b": 1}}], "w": 2}, [("A '}' is missing here", "")]),
    ('[{"a":["x"},{"a":2}]', [{"a": ["x"]}, {"a": 2}], [("A ']' is missing here", "")]),
    ('[{"a":["x",\n"b":1}]', [{"a": ["x"], "b": 1}], [("A ']' is missing here", "")]),
    ('{"v":[{"a":1}\n"w":2}', {"v": [{"a": 1}], "w": 2}, [("A ']' is missing here", "")]),
    ('{"v":[{"a":1}}\n', {"v": [{"a": 1}]}, [("A ']' is missing here", "")]),
    ('{"v":["a":1},{"a":2}],"w":3}', {"v": [{"a": 1}, {"a": 2}], "w": 3}, [("A '{' is missing here", "")]),
    ('"v":[{"a":1}]}', {"v": [{"a": 1}]}, [("A '{' is missing here", "")]),
    ('{"v":[{"a":1', {"v": [{"a": 1}]}, [("A '}' is missing here", "")]),
    ('{"v":[\n', {"v": []}, [("A ']' is missing here", "")]),
    # Brackets that are one too many.
    ('{"v":[{"a":1}},{"a":2}]}', {"v": [{"a": 1}, {"a": 2}]}, [('"}" is not expected here', "}")]),
    ('{"v":[{"a":["x"]]},{"a":2}]}', {"v": [{"a": ["x"]}, {"a": 2}]}, [('"]" is not expected here', "]")]),
    ('{"v":[]},"w":1}', {"v": [], "w": 1}, [("This '}' ends the document too early", "}")]),
    ('{"a":1}]', {"a": 1}, [("Nothing may follow the end of the document", "]")]),
    ('{"a":1} {"b":2}', {"a": 1}, [("Nothing may follow the end of the document", "{")]),
    ("]", MISSING, [('"]" is not expected here', "]")]),
    # Values without a key, words, comments.
    ('{{"a":1}, "b":2}', {"": {"a": 1}, "b": 2}, [("This value has no key", "{")]),
    ('{["x"], "b":2}', {"": ["x"], "b": 2}, [("This value has no key", "[")]),
    ('{1, "b":2}', {"b": 2}, [('"1" is not expected here', "1")]),
    ('{"a": 5,000, "b": 2}', {"a": 5, "b": 2}, [('"000" is not expected here', "000")]),
    ('{"a": 1 x y z, "b": 2}', {"a": 1, "b": 2}, [('"x" is not expected here', "x")]),
    ('{"a": 1 // x, "b"\n, "c": 2}', {"a": 1, "c": 2}, [("JSON has no comments", '// x, "b"')]),
    ('{/* "x": [\n */ "a": 1}', {"a": 1}, [("JSON has no comments", '/* "x": [\n */')]),
    ('{"a": 1} /* b', {"a": 1}, [("Nothing may follow the end of the document", "/* b")]),
    ("", MISSING, [("The document is empty", "")]),
    (" \r\n", MISSING, [("The document is empty", "")]),
    ("\ufeff", MISSING, [("The document is empty", "")]),
    # Escapes and control characters.
    (r'{"a": "100\% of 20%"}', {"a": "100% of 20%"}, [(r'The escape "\%" is not valid JSON', r"\%")]),
    (r'{"a": "x\u00"}', {"a": "x\ufffd"}, [(r'The escape "\u00" is not valid JSON', r"\u00")]),
    (r'{"a": "\u12G4 1%"}', {"a": "\ufffdG4 1%"}, [(r'The escape "\u12" is not valid JSON', r"\u12")]),
    (r'{"a": "\u", "b": 1}', {"a": "\ufffd", "b": 1}, [(r'The escape "\u" is not valid JSON', r"\u")]),
    (r'{"\x": "\😀"}', {"x": "😀"}, [(r'The escape "\x" is not valid JSON', r"\x")]),
    (r'{"a": "\ud83d\% \n\ude00"}', {"a": "\ud83d% \n\ude00"}, [(r'The escape "\%" is not valid JSON', r"\%")]),
    ('{"a": "x\ty\\tz"}', {"a": "x\ty\tz"}, [('A control character must be written as an escape, this one as "\\u0009"', "\t")]),
    ('{"a": "x\x00"}', {"a": "x\x00"}, [('A control character must be written as an escape, this one as "\\u0000"', "\x00")]),
    ('{"a": "\\\t"}', {"a": "\t"}, [('A control character must be written as an escape, this one as "\\u0009"', "\t")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value", "problems"), REPAIRS)
def test_repair(text: str, value: Any, problems: list[tuple[str, str]]) -> None:
    """A fault is one problem on the characters it concerns, and the rest is read as it was meant."""
    assert value_of(read(text).root) == value
    assert syntax_problems(text) == problems


def test_an_item_without_its_brace_has_its_keys_where_they_are() -> None:
    """The first key of such an item counts from the item's start, as the others do."""
    document = read('{"variants": [{"a": 1}, "text": "b", "text": "c"}]}')
    second = document.locate(("variants", 1))
    assert second is not None
    assert isinstance(second.node, ObjectNode)
    keys = [(second.base + member.key.start, second.base + member.key.end) for member in second.node.members]
    assert [document.text[start:end] for start, end in keys] == ['"text"', '"text"']
    assert [problem.span for problem in document.problems] == [Span(24, 24), Span(37, 43)]


def test_a_key_that_is_missing_has_no_inside() -> None:
    """What would stand in a key that nobody began stands where it would begin, not behind the value's first character."""
    root = read("{[1]}").root
    assert isinstance(root, ObjectNode)
    key = root.members[0].key
    assert (key.start, key.end, key.decoded.source_span(0, 0)) == (1, 1, Span(1, 1))


def test_pasted_line_break() -> None:
    """A line break inside a string is a problem on its own lines only, and the next variant is whole."""
    text = '{"variants": [\n {"id": "v1", "text": "one\ntwo 30%"},\n {"id": "v2", "text": "three"}\n]}\n'
    document = read(text)
    assert [source_of(document, "variants", index, "text") for index in (0, 1)] == ['"one', '"three"']
    assert syntax_problems(text) == [(NOT_CLOSED, '"one'), ('"two" is not expected here', "two")]


def test_one_problem_a_line_and_fifty_in_all() -> None:
    """Many faults give one problem on each of the first fifty lines that have some."""
    text = "[\n" + "x y }z, (}\n" * 200
    problems = read(text).problems
    assert [problem.span.start for problem in problems] == [2 + 11 * line for line in range(50)]


def test_caps_hold_across_variants() -> None:
    """The caps are the document's, however the faults are spread over its variants."""
    one_line = read('{"variants": [{"a" 1}, {"a" 2}, {"a": 3 x}]}')
    assert [problem.span.start for problem in one_line.problems] == [18]
    many = read('{"variants": [\n' + '{"a" 1},\n' * 80 + "]}")
    assert [problem.path for problem in many.problems] == [("variants", index) for index in range(50)]


def test_paths_of_syntax_problems() -> None:
    """A syntax problem names the value that it stands in."""
    text = '{"a": [\n1 2, {"b": {\n"c": x}}\n]\n"d": 1}'
    assert [pointer(problem.path) for problem in read(text).problems] == ["/a", "/a/2/b", ""]


def test_duplicate_keys() -> None:
    """Each later member of one name is a problem on its key, all of them, and none of them a syntax problem."""
    text = '{"a": 1, "v": [{"t": 1, "\\u0074": 2, "t": 3}], "a": {"x": 1, "x": 2}}'
    document = read(text)
    assert document.is_valid
    found = [
        (problem.kind, pointer(problem.path), text[problem.span.start : problem.span.end])
        for problem in document.problems
    ]
    assert found == [
        ("duplicate_key", "/v/0/t", '"\\u0074"'),
        ("duplicate_key", "/v/0/t", '"t"'),
        ("duplicate_key", "/a", '"a"'),
        ("duplicate_key", "/a/x", '"x"'),
    ]


def test_stray_strings_are_no_duplicate_keys() -> None:
    """Strings left over from a fault, which no colon follows, are not held against the object's keys."""
    text = '{"a": "say "b" or "b" now", "c": 1}'
    assert [problem.kind for problem in read(text).problems] == ["syntax"]


@pytest.mark.parametrize(
    ("text", "read_before"),
    [
        ('{"a": "x", "b": ' + "[" * 100_000, "x"),
        ('{"a": "x", "b": ' + '{"c":' * 100_000, "x"),
        ('{"a": "x", "b": ' + "[" * 100_000 + "]" * 100_000 + "}", "x"),
    ],
)
def test_deep_nesting(text: str, read_before: str) -> None:
    """Endless nesting is one problem, and what was read before it stays."""
    document = read(text)
    assert [problem.message for problem in document.problems] == ["This is nested deeper than 256"]
    assert isinstance(document.root, ObjectNode)
    found = document.root.get("a")
    assert isinstance(found, StringNode)
    assert found.value == read_before


def test_reading_goes_on_behind_deep_nesting() -> None:
    """A value that is nested too deep is skipped as a whole; its neighbours are read."""
    text = '{"variants": [{"x": ' + "[" * 300 + '"]", {}' + "]" * 300 + ', "t": "a"}, {"t": "b"}]}'
    document = read(text)
    assert [source_of(document, "variants", index, "t") for index in (0, 1)] == ['"a"', '"b"']


@pytest.mark.parametrize(
    "piece",
    [*("[", "{", "}", "]", '"', "\\", '\\"', "/*", "/", ",", ":", "a ", '"abc\n', '{"a":', '"a":', '"a":1},', "[1 ", "\r", "\x00"),
     *('{"a":"x},{"b":1},', "\\u12", '","', '": "', "[{", '{"a" ', '"a', "*/", "{/", "-", "1e", "\ud83d", '{"v":["a":1},{')],
)  # fmt: skip
@pytest.mark.parametrize("before", ["", '{"variants": [', '{"a": "', "[" * 256])
def test_long_nonsense(before: str, piece: str) -> None:
    """Ten thousand characters of nonsense are read like any other text."""
    document = read(before + piece * (10_000 // len(piece)))
    assert not document.is_valid
    assert sum(problem.kind == "syntax" for problem in document.problems) <= 50


@given(broken_texts())
@settings(max_examples=50)
def test_every_span_lies_in_the_text(text: str) -> None:
    """Problems come in the order of the text, and none points outside it."""
    starts = [problem.span.start for problem in read(text).problems]
    assert starts == sorted(starts)
    assert all(0 <= problem.span.start <= problem.span.end <= len(text) for problem in read(text).problems)
