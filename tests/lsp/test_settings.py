"""Settings: read from any source in any form, checked one by one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from reachweaver_lsp.settings import READERS, Settings, read_settings


@pytest.mark.parametrize(
    "layer",
    [
        {"duplicateThreshold": 0.5, "severity": {"review": "hint"}, "history": {"days": 9}},
        {"reachweaver": {"duplicateThreshold": 0.5, "severity": {"review": "hint"}, "history": {"days": 9}}},
        {"duplicateThreshold": 0.5, "severity.review": "hint", "history.days": 9},
        {"reachweaver.duplicateThreshold": 0.5, "reachweaver.severity.review": "hint", "reachweaver.history.days": 9},
    ],
    ids=["nested", "in their section", "dotted", "dotted with the section"],
)
def test_every_form_says_the_same(layer: dict[str, Any]) -> None:
    """Nested or dotted, with the section's name or without."""
    expected = Settings(duplicate_threshold=0.5, levels={"review": "hint"}, history_days=9)
    assert read_settings([layer]) == (expected, ())


def test_every_setting_is_read() -> None:
    """Each setting of the contract reaches its field."""
    layer = {
        "brand": "b.json",
        "optout": "o.json",
        "duplicateThreshold": 1,
        "history": {"db": "h.sqlite", "days": 365},
        "severity": {"error": "warning", "review": "error", "warning": "hint"},
        "checkOn": "save",
        "workspaceCheck": False,
        "files": ["a/*.json", "b/*.json"],
        "reportSyntaxErrors": False,
    }
    expected = Settings(
        brand="b.json",
        optout="o.json",
        duplicate_threshold=1.0,
        history_db="h.sqlite",
        history_days=365,
        levels={"error": "warning", "review": "error", "warning": "hint"},
        check_on="save",
        workspace_check=False,
        files=("a/*.json", "b/*.json"),
        report_syntax_errors=False,
    )
    assert read_settings([layer]) == (expected, ())


def test_later_sources_win_setting_by_setting() -> None:
    """A source that says nothing, or null, leaves what another one said."""
    layers = [
        {"checkOn": "save", "brand": "a.json"},
        None,
        {},
        {"brand": None},
        {"reachweaver": None},
        {"brand": "b.json"},
    ]
    assert read_settings(layers) == (Settings(brand="b.json", check_on="save"), ())


def test_every_setting_is_documented() -> None:
    """The table of the documentation has exactly the settings that there are."""
    page = Path(__file__).parents[2] / "docs" / "configuration.md"
    cells = [line.split("|")[1] for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    assert sorted(name for cell in cells for name in re.findall(r"`([^`]+)`", cell)) == sorted(READERS)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("brand", 3),
        ("brand", ["b.json"]),
        ("optout", "a\0b"),
        ("duplicateThreshold", "0.5"),
        ("duplicateThreshold", True),
        ("duplicateThreshold", -0.1),
        ("duplicateThreshold", 1.01),
        ("duplicateThreshold", float("nan")),
        ("duplicateThreshold", 10**400),
        ("history.days", 0),
        ("history.days", 366),
        ("history.days", 1.5),
        ("history.days", True),
        ("severity.error", "fatal"),
        ("severity.review", 3),
        ("checkOn", "never"),
        ("checkOn", {}),
        ("workspaceCheck", "yes"),
        ("reportSyntaxErrors", 1),
        ("brand", "a\0b"),
        ("optout", "half a pair \ud800"),
        ("files", 3),
        ("files", ["a", 3]),
        ("history", 3),
        ("severity", "hint"),
    ],
)
def test_a_bad_setting_is_named_and_the_default_used(name: str, value: object) -> None:
    """One complaint, which names the setting, and nothing else is affected."""
    settings, bad = read_settings([{name: value, "workspaceCheck" if name != "workspaceCheck" else "checkOn": None}])
    assert settings == Settings()
    assert [setting.name for setting in bad] == [f"reachweaver.{name}"]
    assert bad[0].message.startswith(f"reachweaver.{name} must be ")


def test_one_complaint_however_many_sources_are_bad() -> None:
    """Only the value that would be in force is complained about."""
    settings, bad = read_settings([{"checkOn": 1}, {"reachweaver": {"checkOn": 2}}])
    assert settings == Settings()
    assert [setting.message for setting in bad] == [
        "reachweaver.checkOn must be one of type, save, not 2. The default is used."
    ]


def test_a_misspelt_setting_is_pointed_out() -> None:
    """A name that nearly is a setting's was meant to be one."""
    assert [setting.message for setting in read_settings([{"duplicateTreshold": 0.5}])[1]] == [
        "reachweaver.duplicateTreshold is no setting; did you mean reachweaver.duplicateThreshold?"
    ]


def test_what_is_the_editors_own_is_left_alone() -> None:
    """Settings of the extension, and of everything else, are nobody's mistake."""
    layer = {"reachweaver": {"serverPath": "/x", "trace": {"server": "verbose"}, "unknown": 1}}
    assert read_settings([layer, {"unknown": 1}]) == (Settings(), ())


@pytest.mark.parametrize("layer", [[], "text", 3, True, {"reachweaver": []}])
def test_a_source_of_another_shape_is_one_complaint(layer: object) -> None:
    """Settings are an object."""
    settings, bad = read_settings([layer])
    assert settings == Settings()
    assert [setting.name for setting in bad] == ["reachweaver"]


def test_an_empty_file_name_is_none() -> None:
    """Editors send an empty string for a setting that was never set."""
    assert read_settings([{"brand": "", "files": "", "optout": ""}]) == (Settings(), ())
