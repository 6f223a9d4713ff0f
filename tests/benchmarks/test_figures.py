from __future__ import annotations

import pytest
from hypothesis import given, strategies as st


@pytest.mark.parametrize(
    ("samples", "median", "p95"),
    [
        ([5.0], 5, 5),
        ([3.0, 1.0, 2.0], 2, 3),
        ([4.0, 1.0, 3.0, 2.0], 2.5, 4),
        ([float(number) for number in range(1, 101)], 50.5, 95),
        ([float(number) for number in range(1, 21)], 10.5, 19),
    ],
)
def test_median_and_p95(samples: list[float], median: float, p95: float) -> None:
    """The median lies in the middle, and p95 is the sample that 95 in 100 do not exceed."""
    import figures

    assert (figures.median(samples), figures.p95(samples)) == (median, p95)


@given(st.lists(st.floats(0.001, 1000), min_size=1, max_size=200))
def test_p95_is_a_sample_that_95_in_100_do_not_exceed(samples: list[float]) -> None:
    """No smaller sample is one that 95 in 100 do not exceed."""
    import figures

    found = figures.p95(samples)
    assert sum(one <= found for one in samples) >= 0.95 * len(samples)
    assert sum(one < found for one in samples) < 0.95 * len(samples)


@pytest.mark.parametrize("power", [0, 0.5, 1, 1.05, 2])
def test_the_exponent_of_a_power_is_its_power(power: float) -> None:
    """Times that are a power of the size give that power, whatever the unit is."""
    import figures

    sizes = [100 << step for step in range(7)]
    assert figures.exponent(sizes, [0.003 * size**power for size in sizes]) == pytest.approx(power, abs=1e-9)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"),
        (0.00512, "0.00512"),
        (0.333333, "0.333"),
        (1.25, "1.25"),
        (12.54, "12.5"),
        (99.94, "99.9"),
        (512.3, "512"),
        (1250, "1,250"),
        (1234567.8, "1,234,568"),
    ],
)
def test_figures_are_shown_with_three_digits(value: float, shown: str) -> None:
    """Three digits that mean something, and no exponent."""
    import figures

    assert figures.shown(value) == shown


def test_a_row_shows_its_figures_and_its_verdict() -> None:
    """A row has median, p95, the ratio of medians, every target, and which of them are missed."""
    import figures

    ours, empty, other = [1.0, 2.0, 3.0], [4.0], [1.0]
    targets = (
        figures.beside(ours, empty, 0.5, "empty"),
        figures.beside(ours, other, 1, "other"),
        figures.even(ours, 1.5),
        figures.at_most(ours, 2, "ms"),
        figures.never_above(ours, 2, "ms"),
        figures.at_least(ours, 2, "ms"),
    )
    row = figures.Row(what="an edit", who="ours", samples=ours, base=empty, targets=targets)
    assert row.missed == ["≤ 1 × other", "never > 2 ms"]
    assert row.cells() == [
        *("an edit", "ours", "3", "2.00 ms", "3.00 ms", "0.500 ×"),
        "≤ 0.5 × empty, ≤ 1 × other, p95 ≤ 1.5 × median, ≤ 2 ms, never > 2 ms, ≥ 2 ms",
        "missed: ≤ 1 × other, never > 2 ms",
    ]


def test_a_table_is_aligned_and_names_who_is_absent() -> None:
    """What could not be measured is a line with the reason."""
    import figures

    rows = [
        figures.Row(what="hover", who="ours", samples=[1.0], unit="MB"),
        figures.Absent(what="all", who="theirs", why="needs Node"),
    ]
    assert figures.table(rows).splitlines() == [
        "| measured | by     | n   | median                   | p95     | ratio | target |     |",
        "| -------- | ------ | --- | ------------------------ | ------- | ----- | ------ | --- |",
        "| hover    | ours   | 1   | 1.00 MB                  | 1.00 MB |       |        |     |",
        "| all      | theirs | 0   | not measured: needs Node |         |       |        |     |",
    ]
