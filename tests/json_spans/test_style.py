"""A file's style is read off the file."""

from __future__ import annotations

from typing import Any

import pytest

from reachweaver.json_spans import Style, read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{}", {}),
        ('{"a": "é"}', {"escapes_non_ascii": False}),
        ('{"a": "\\u00e9"}', {"escapes_non_ascii": True, "upper_case_escapes": False}),
        ('{"a": "\\ud83d\\ude00"}', {"escapes_non_ascii": True}),
        ('\ufeff{"a": "\\u00E9\\u0041"}', {"escapes_non_ascii": True, "upper_case_escapes": True}),
        ('{"a": "\\u00e9 é"}', {"escapes_non_ascii": False}),
        ('{"a": "\\ud83d \\u0041 \\n"}', {"escapes_non_ascii": False}),
        ('{"a": "\\\\u00e9"}', {"escapes_non_ascii": False}),
        ('{"a": "\\/", "b": "x\\/y"}', {"escapes_slashes": True}),
        ('{"a": "\\/", "b": "x/y"}', {"escapes_slashes": False}),
        ("{}\r\n", {"newline": "\r\n"}),
        ("{\r}\r", {"newline": "\r"}),
        ("{\r\n\r\n}\n", {"newline": "\r\n"}),
        ('{\n    "a": [\n        1\n    ]\n}', {"indent": "    ", "multi_line_arrays": True}),
        ('{\n\t"a": [1, 2]\n}', {"indent": "\t", "multi_line_arrays": False}),
        ('{\n"a": 1\n}', {"indent": ""}),
        ('{"a":1,"b":[1,2]}', {"colon": ":", "gap": ""}),
        ('{"a":1}', {"colon": ":", "gap": ""}),
        ('{"a" : 1,  "b" : 1}', {"colon": " : ", "gap": "  "}),
        ('{"a" : [1]}', {"colon": " : ", "gap": " "}),
        ('{"a" :[1]}', {"colon": " :", "gap": ""}),
        ('{ "a": [ 1 ] }', {"object_padding": " ", "array_padding": " "}),
        # Arrays of plain values decide, whatever the others look like; without any, the others do.
        ('{"v": [\n{"a": ["x"]},\n{"a": [1]}\n]}', {"multi_line_arrays": False, "multi_line_objects": False}),
        ('{"v": [\n{"a": 1}\n]}', {"multi_line_arrays": True, "multi_line_objects": False}),
        ('{"a": [\n1\n], "b": [\n2\n], "c": [3]}', {"multi_line_arrays": True}),
        # Objects inside decide, not the root; without any, the root does.
        ('{\n"v": [{"a": 1}]\n}', {"multi_line_objects": False}),
        ('{\n"v": []\n}', {"multi_line_objects": True}),
        ('{"v": []}', {"multi_line_objects": False}),
        ('{"a": "x\\', {}),
        ("[1, [\n2", {}),
        ("", {}),
    ],
)
def test_style(text: str, expected: dict[str, Any]) -> None:
    """Each habit is what most of the file does; a file that does not show one has the usual."""
    style = Style.of(read(text))
    assert {name: getattr(style, name) for name in expected} == expected


def test_style_is_remembered() -> None:
    """The style of a document is found once."""
    document = read('{"a": 1}')
    assert Style.of(document) is Style.of(document)


def test_late_escape_decides() -> None:
    """An escape far behind counts like one at the start."""
    text = '{"a": "' + "\\n" * 30_000 + '\\u00e9"}'
    assert Style.of(read(text)).escapes_non_ascii
