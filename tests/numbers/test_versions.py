"""Versions: what is one, and digit-for-digit comparison."""

from __future__ import annotations

import pytest

from tests.numbers.reading import assert_different, assert_reads, assert_same, read, ungrounded


@pytest.mark.parametrize(
    "marked",
    [
        "⟦v2⟧ ⟦V3⟧ ⟦v1.5⟧ ⟦v1.4.2⟧ ⟦1.4.2⟧ ⟦10.0.0.1⟧ 版⟦v2.0⟧公開 k8s-⟦v1.30⟧.",
        "version ⟦2.1⟧, Version: ⟦3.4⟧, VERSION\n⟦5.6⟧, versions ⟦2.1⟧, ⟦2.2⟧ and ⟦2.10⟧",
        "⟦1.4.2-rc.1⟧ ⟦v1.4.2-BETA⟧ ⟦1.4.2+build.7⟧ ⟦2.0.0-beta.2+exp.sha.5114f85⟧ ⟦3.0.0b2⟧ ⟦3.1.0-4821⟧ ⟦1.1.1w⟧ ⟦v1beta1⟧",
        "⟦v1.4.2‑rc.1⟧ ⟦3.13rc1⟧ version ⟦2.1-beta⟧ ⟦v1.x⟧ ⟦v2.0.x⟧ ⟦5.3.0-SNAPSHOT⟧ ⟦1.0.0.dev3⟧ ⟦0.100.200⟧",
        "⟦v2.0⟧-based ⟦v2⟧-compatible ⟦v2⟧’s, ⟦v2⟧'s ⟦1.2.0⟧-only (⟦v1.2.0⟧). ⟦v2.0-beta⟧-testers ⟦v2.0⟧+",
        "from ⟦3.1.0-17⟧ to ⟦3.2.0-20⟧, ⟦1.2.0⟧–⟦1.4.0⟧, ⟦v1⟧-⟦v3⟧, ⟦v1.2⟧-⟦v1.4⟧, ⟦1.2.0⟧-⟦1.3.0⟧",
        "⟦v1.2.0-rc.1⟧입니다 ⟦v1.2.0-beta⟧를 ⟦v2⟧는 ⟦1.4.2⟧에서 ⟦3.13rc1⟧로 version ⟦2.1-beta⟧의",
    ],
)
def test_spans(marked: str) -> None:
    """A version has a v, two dots or the word version before it; its suffix belongs to it, an English word does not."""
    assert_reads(marked, "version")


def test_what_is_no_version() -> None:
    """One dot, groups of three and the word version before a whole number make no version."""
    assert read("2.0, 1.250.000, version 3, IPv6, rev2, 5v5 and v.7") == [
        ("2.0", "number"),
        ("1.250.000", "number"),
        ("3", "number"),
        ("5", "number"),
        ("7", "number"),
    ]


@pytest.mark.parametrize(
    "texts",
    [
        ("v1.4.2", "1.4.2", "V1.4.2", "version 1.4.2"),
        ("v2.0", "2.0", "version 2.0"),
        ("v1.4.2-rc.1", "1.4.2-RC.1", "1.4.2‑rc.1"),
        ("1.4.2+build.7", "v1.4.2+build.7"),
        ("v1.250.000", "1.250.000"),
        ("v2", "V2"),
    ],
)
def test_same_version(texts: tuple[str, ...]) -> None:
    """The v, the word and case make no difference; a plain number of the same digits is as good."""
    assert_same(*texts)


def test_digit_for_digit() -> None:
    """Versions are compared digit for digit, suffix included."""
    assert_different(
        "v1.2", "v1.20", "v1.2.0", "v1.2.0-rc.1", "1.2.0-rc.2", "1.2.0-rc.1.1", "1.2.0+build", "v1", "v12", "v01.2"
    )
    assert_different("version 3.1", "3.10", "13.1", "v3.1.1")


@pytest.mark.parametrize(
    ("body", "evidence", "unfounded"),
    [
        ("v2", "2 people", ["v2"]),
        ("2 people", "v2", ["2"]),
        ("2 people", "v2.0", ["2"]),
        ("v2.0", "2 people", ["v2.0"]),
        ("2.00", "v2.0", ["2.00"]),
        ("2.0", "v2.0-beta", ["2.0"]),
        ("v2.0", "2.0%", ["v2.0"]),
        ("v2.0", "2,0", ["v2.0"]),
        ("20 rules", "Node 20.11.1", ["20"]),
        ("1.10", "1.1", []),
        ("version 1.10", "1.1", ["1.10"]),
        ("version 2", "v2", []),
        ("v2", "version 2", []),
        ("version 2", "2", []),
    ],
)
def test_versions_and_numbers(body: str, evidence: str, unfounded: list[str]) -> None:
    """A plain number is compared by value with plain numbers, digit for digit with versions."""
    assert ungrounded(body, evidence) == unfounded
