"""The public cases of JSONTestSuite, beside the standard library's reader."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reachweaver.json_spans import read
from tests.json_spans.support import strict_value, value_of


def case_texts() -> dict[str, str]:
    """The text of each case, by its name."""
    cases = json.loads((Path(__file__).parent / "suite" / "cases.json").read_text(encoding="ascii"))
    return {
        name: text if isinstance(text, str) else "".join(one * times for one, times in text) for name, text in cases
    }


CASES = case_texts()
TOO_DEEP = "i_structure_500_nested_arrays"
"""The one case that the standard library takes and that is refused here."""


def names(beginning: str) -> list[str]:
    """The cases of one kind."""
    return [name for name in CASES if name.startswith(beginning)]


def test_the_suite_is_whole() -> None:
    """There are as many cases of each kind as the suite has."""
    assert {kind: len(names(kind)) for kind in ("y_", "n_", "i_", "transform_")} == {
        "y_": 95,
        "n_": 188,
        "i_": 35,
        "transform_": 22,
    }


@pytest.mark.parametrize("name", names("y_") + names("transform_"))
def test_accepted(name: str) -> None:
    """What every reader must accept has no syntax problem and the values of the standard library."""
    document = read(CASES[name])
    assert document.first_error is None
    assert repr(value_of(document.root)) == repr(strict_value(CASES[name]))


@pytest.mark.parametrize("name", names("n_"))
def test_refused(name: str) -> None:
    """What every reader must refuse has a syntax problem, which stands in the text."""
    error = read(CASES[name]).first_error
    assert error is not None
    assert 0 <= error.span.start <= error.span.end <= len(CASES[name])


@pytest.mark.parametrize("name", names("i_"))
def test_either(name: str) -> None:
    """Where readers may differ this one is with the standard library, up to how deep values are nested."""
    document = read(CASES[name])
    try:
        expected = strict_value(CASES[name])
    except ValueError:
        assert not document.is_valid
    else:
        assert document.is_valid == (name != TOO_DEEP)
        assert name == TOO_DEEP or repr(value_of(document.root)) == repr(expected)


def test_what_is_nested_too_deep_is_named() -> None:
    """The depth that is still read, and what is said about more."""
    error = read(CASES[TOO_DEEP]).first_error
    assert error is not None
    assert (error.message, error.span.start, error.span.end) == ("This is nested deeper than 256", 256, 257)
