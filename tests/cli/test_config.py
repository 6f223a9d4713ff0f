from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from reachweaver.config import (
    Config,
    ConfigProblem,
    HistorySettings,
    find_brand,
    find_config,
    read_config,
    read_threshold,
)

FOLDER = Path("/project")


def only_problem(text: str) -> ConfigProblem:
    config, problems = read_config(text, FOLDER)
    assert config == Config(folder=FOLDER)
    (problem,) = problems
    return problem


def test_every_setting_is_read() -> None:
    """All settings of the contract are read, and paths are relative to the file's folder."""
    text = """
brand = "rules/brand.json"
optout = "/lists/optout.json"
duplicate_threshold = 0.5
[history]
db = "state/history.sqlite"
days = 60
window_days = 14
max_posts = 10
[severity]
review = "warning"
warning = "hint"
"""
    history = HistorySettings(db=FOLDER / "state/history.sqlite", days=60, window_days=14, max_posts=10)
    expected = Config(
        folder=FOLDER,
        brand=FOLDER / "rules/brand.json",
        optout=Path("/lists/optout.json"),
        duplicate_threshold=0.5,
        history=history,
        levels={"error": "error", "review": "warning", "warning": "hint"},
    )
    assert read_config(text, FOLDER) == (expected, ())


def test_an_empty_file_sets_nothing() -> None:
    """An empty file only marks the project's root."""
    assert read_config("", FOLDER) == (Config(folder=FOLDER), ())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('brand = ""', "brand must be a file name in quotation marks"),
        ("brand = 7", "brand must be a file name in quotation marks"),
        ('brand = "a\\u0000b"', "brand must be a file name in quotation marks"),
        ("optout = []", "optout must be a file name in quotation marks"),
        ('duplicate_threshold = "0.5"', "duplicate_threshold must be a number from 0 to 1"),
        ("duplicate_threshold = 1.5", "duplicate_threshold must be a number from 0 to 1"),
        ("duplicate_threshold = nan", "duplicate_threshold must be a number from 0 to 1"),
        ("duplicate_threshold = inf", "duplicate_threshold must be a number from 0 to 1"),
        ("duplicate_threshold = 1e400", "duplicate_threshold must be a number from 0 to 1"),
        ("duplicate_threshold = true", "duplicate_threshold must be a number from 0 to 1"),
        ("history = 3", "history must be a table: [history]"),
        ("[history]\ndays = 0", "history.days must be a whole number from 1 to 365"),
        ("[history]\ndays = 30.0", "history.days must be a whole number from 1 to 365"),
        ("[history]\nwindow_days = 366", "history.window_days must be a whole number from 1 to 365"),
        ("[history]\nmax_posts = 1001", "history.max_posts must be a whole number from 1 to 1000"),
        ("[history]\ndb = 1", "history.db must be a file name in quotation marks"),
        ("[severity]\nerror = 'fatal'", "severity.error must be one of error, warning, information, hint"),
        ("[severity]\nerror = 1", "severity.error must be one of error, warning, information, hint"),
    ],
)
def test_a_bad_setting_counts_as_absent_and_is_named(text: str, message: str) -> None:
    """A value of the wrong type or out of range is one error that names the setting and its rule."""
    problem = only_problem(text)
    assert (problem.kind, problem.message) == ("error", message)
    assert problem.setting == message.split(maxsplit=1)[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("brnad = 'b.json'", "unknown setting brnad; did you mean brand?"),
        ("colour = 'blue'", "unknown setting colour"),
        ("[history]\nday = 3", "unknown setting history.day; did you mean history.days?"),
        ("[severity]\nreviews = 'hint'", "unknown setting severity.reviews; did you mean severity.review?"),
    ],
)
def test_an_unknown_setting_is_a_warning_with_the_nearest_name(text: str, message: str) -> None:
    """A misspelt setting is not silently ignored: a warning names it and what was probably meant."""
    problem = only_problem(text)
    assert (problem.kind, problem.message) == ("warning", message)


def test_one_bad_setting_leaves_the_others_in_force() -> None:
    """A bad setting does not take the good ones with it."""
    config, problems = read_config("duplicate_threshold = 2\nbrand = 'b.json'", FOLDER)
    assert config == Config(folder=FOLDER, brand=FOLDER / "b.json")
    assert [problem.setting for problem in problems] == ["duplicate_threshold"]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("brand = \n", 1, 9),
        ("brand = 'b'\nhistory\n", 2, 8),
        ("brand = 'b", 1, 11),
        ("[history", 1, 9),
        ("x = 1\n# é\ny = @", 3, 5),
    ],
)
def test_broken_toml_counts_as_empty_and_is_placed(text: str, line: int, column: int) -> None:
    """A file that is no TOML is one error with the line and the column where reading stopped."""
    problem = only_problem(text)
    assert problem.message.startswith("not valid TOML: ")
    assert "(at " not in problem.message
    assert (problem.kind, problem.line, problem.column) == ("error", line, column)


def test_hostile_toml_is_an_ordinary_problem() -> None:
    """Nesting beyond the parser's stack and numbers beyond Python's digit limit are problems, not exceptions."""
    assert only_problem("x = " + "[" * 50_000).message == "nested too deeply"
    assert only_problem("x = " + "9" * 5_000).message.startswith("not valid TOML: ")


@settings(max_examples=100)
@given(st.text())
def test_reading_never_raises(text: str) -> None:
    """Any text gives settings and problems."""
    config, _ = read_config(text, FOLDER)
    assert config.folder == FOLDER


@pytest.mark.parametrize(
    ("text", "value"),
    [("0", 0.0), ("1", 1.0), ("0.5", 0.5), (".5", 0.5), ("1.", 1.0), ("5e-1", 0.5), ("+0.25", 0.25), ("1e-400", 0.0)],
)
def test_a_threshold_is_any_number_from_0_to_1(text: str, value: float) -> None:
    """Plain decimal notation is read, both ends included."""
    assert read_threshold(text) == value


def test_a_negative_zero_is_zero() -> None:
    """The threshold is never printed as -0.0."""
    assert str(read_threshold("-0.0")) == "0.0"


NO_THRESHOLDS = (
    *(
        [
            "nan",
            "NaN",
            "inf",
            "-inf",
            "infinity",
            "1e400",
            "-0.1",
            "1.0001",
            "2",
            "0,5",
            "1_0",
            "0_1",
            "٠.٥",
            "０.５",
            "0x1",
            "50%",
            "half",
            "1/2",
            "0.5.1",
            "--",
            "e",
            ".",
        ]
    ),
    *("", " 0.5", "0.5 ", "0.5\n", "0. 5"),
)


@pytest.mark.parametrize("text", NO_THRESHOLDS)
def test_a_threshold_is_nothing_else(text: str) -> None:
    """Whatever `float` would also take, and whatever people might try, is refused."""
    assert read_threshold(text) is None


def test_settings_come_from_the_nearest_file_upwards(tmp_path: Path) -> None:
    """The nearest reachweaver.toml counts, above the repository's root too; a folder of that name does not."""
    (tmp_path / "reachweaver.toml").touch()
    inner = tmp_path / "repo" / "campaigns"
    (inner / "reachweaver.toml").mkdir(parents=True)
    (tmp_path / "repo" / ".git").mkdir()
    assert find_config(inner) == tmp_path / "reachweaver.toml"
    (tmp_path / "repo" / "reachweaver.toml").touch()
    assert find_config(inner) == tmp_path / "repo" / "reachweaver.toml"


@pytest.mark.parametrize("marker", [".git", ".git/", "reachweaver.toml"])
def test_the_brand_is_looked_for_up_to_the_projects_root(tmp_path: Path, marker: str) -> None:
    """The nearest brand file counts, the root's own included, but nothing above the root."""
    root = tmp_path / "outer" / "root"
    inner = root / "campaigns" / "spring"
    inner.mkdir(parents=True)
    (root / marker).mkdir() if marker.endswith("/") else (root / marker).touch()
    (tmp_path / "outer" / "brand.reachweaver.json").touch()
    assert find_brand(inner) is None
    (root / "brand.reachweaver.json").touch()
    assert find_brand(inner) == root / "brand.reachweaver.json"
    (root / "campaigns" / "brand.reachweaver.json").touch()
    assert find_brand(inner) == root / "campaigns" / "brand.reachweaver.json"
    (inner / "brand.reachweaver.json").mkdir()
    assert find_brand(inner) == root / "campaigns" / "brand.reachweaver.json"
