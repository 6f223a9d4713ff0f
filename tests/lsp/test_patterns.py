"""File patterns, as editors write them."""

from __future__ import annotations

import pytest

from reachweaver_lsp.patterns import matches, names_fitting


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("**/*.reachweaver.json", "w/deep/a.reachweaver.json", True),
        ("**/*.reachweaver.json", "a.reachweaver.json", True),
        ("**/*.reachweaver.json", "w/a.reachweaver.jsonc", False),
        ("**/*.reachweaver.json", "w/.reachweaver.json", True),
        ("*.json", "a.json", True),
        ("*.json", "w/a.json", False),
        ("campaigns/**", "campaigns/a/b.json", True),
        ("campaigns/**", "other/campaigns/a", False),
        ("campaigns/**/*.json", "campaigns/a.json", True),
        ("./campaigns/*.json", "campaigns/a.json", True),
        ("**/{spring,autumn}-*.{json,jsonc}", "w/autumn-1.jsonc", True),
        ("**/{spring,autumn}-*.json", "w/winter-1.json", False),
        ("**/{a,{b,c}}.json", "c.json", True),
        ("**/v[0-9].json", "w/v1.json", True),
        ("**/v?.json", "w/v12.json", False),
        ("**/A.json", "w/a.json", False),
        ("**", "anything/at/all", True),
        ("{a.json", "{a.json", True),
    ],
)
def test_patterns_match_whole_paths(pattern: str, path: str, expected: bool) -> None:
    """Stars stop at slashes, two stars don't, and braces are choices."""
    assert matches(path, [pattern]) is expected
    assert names_fitting([pattern])(path.rsplit("/", 1)[-1]) or not expected


@pytest.mark.parametrize(
    ("pattern", "name", "expected"),
    [
        ("**/*.reachweaver.json", "package.json", False),
        ("campaigns/*.json", "a.json", True),
        ("a/{b.json,**}", "whatever", True),
        ("a/{b,c}.json", "d.json", False),
    ],
)
def test_a_name_alone_tells_what_cannot_match(pattern: str, name: str, expected: bool) -> None:
    """Whatever the folder is; the whole path decides about the rest."""
    assert names_fitting(["*.none", pattern])(name) is expected


def test_hostile_patterns_take_no_time() -> None:
    """Many stars and many choices are neither followed one by one nor combined without end."""
    assert not matches("a/" * 200 + "b", ["**/*a*/" * 40 + "c"])
    assert not matches("a" * 2000, ["*a" * 40 + "b"])
    assert not matches("x", ["{a,b}" * 40])
