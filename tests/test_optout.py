"""Opt-out files: an object or a plain array, and what is wrong with them."""

from __future__ import annotations

import json

import pytest

from reachweaver.json_spans import pointer, read
from reachweaver.optout import OptOut, read_optout


@pytest.mark.parametrize(
    ("content", "handles", "domains"),
    [
        ({}, (), ()),
        ([], (), ()),
        ({"handles": [], "domains": [], "note": 7}, (), ()),
        (
            {"handles": ["@Mira", "ana@a.example", "b.example"], "domains": ["Example.org"]},
            ("@Mira", "ana@a.example", "b.example"),
            ("Example.org",),
        ),
        (
            ["nobots", "@a.example", "a.example", "mira@b.example", "@mira@b.example"],
            ("nobots", "@a.example", "mira@b.example", "@mira@b.example"),
            ("a.example",),
        ),
    ],
)
def test_reads(content: object, handles: tuple[str, ...], domains: tuple[str, ...]) -> None:
    """Entries are kept as written; in an array one with a dot and no @ is a domain."""
    file = read_optout(read(json.dumps(content)))
    assert file.problems == ()
    assert file.optout == OptOut(handles=handles, domains=domains)


EMPTY = "is empty. Write a handle or a domain, or remove it."
SHAPE = 'must be a handle such as "@name" or a domain such as "example.org", without spaces or slashes.'


@pytest.mark.parametrize(
    ("text", "path", "where", "message", "severity"),
    [
        ("7", "", "7", "An opt-out file must hold an object or an array, not a number.", "error"),
        ("", "", "", "The document is empty.", "error"),
        ('{"handles": "@x"}', "/handles", '"@x"', 'The opt-out list: "handles" must be an array of strings, not a string.', "error"),
        ('{"domains": [7]}', "/domains/0", "7", 'The opt-out list: item 1 of "domains" must be a string, not a number.', "error"),
        ('{"handles": ["a", "@"]}', "/handles/1", '"@"', f'The opt-out list: item 2 of "handles" {EMPTY}', "error"),
        ('{"domains": ["https://example.org"]}', "/domains/0", '"https://example.org"', f'The opt-out list: item 1 of "domains" {SHAPE}', "error"),
        ('["a", null]', "/1", "null", "The opt-out list: item 2 must be a string, not null.", "error"),
        ('[" \\u200b"]', "/0", '" \\u200b"', f"The opt-out list: item 1 {EMPTY}", "error"),
        ('["two words"]', "/0", '"two words"', f"The opt-out list: item 1 {SHAPE}", "error"),
        ('{"handels": ["a"]}', "/handels", '"handels"', 'The opt-out list: the key "handels" has no effect. Did you mean "handles"?', "warning"),
        ('{"handles": [], "handles": []}', "/handles", '"handles"', 'The key "handles" stands twice in this object.', "error"),
    ],
)  # fmt: skip
def test_problem(text: str, path: str, where: str, message: str, severity: str) -> None:
    """Each problem names the rule and stands on the offending value."""
    [problem] = read_optout(read(text)).problems
    found = text[problem.span.start : problem.span.end]
    assert (pointer(problem.path), found, problem.message, problem.severity) == (path, where, message, severity)


def test_what_is_right_is_kept() -> None:
    """Bad entries are left out, the others hold."""
    file = read_optout(read('["@a", "", 7, "b.example"]'))
    assert file.optout == OptOut(handles=("@a",), domains=("b.example",))
