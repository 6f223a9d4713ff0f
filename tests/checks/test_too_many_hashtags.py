from __future__ import annotations

import pytest

from reachweaver.brand import Rules
from reachweaver.checks.too_many_hashtags import check
from reachweaver.report import Finding
from tests.checks.ruled import context, findings


def test_all_hashtags_are_listed_as_written() -> None:
    """The finding names the count, the cap and each hashtag in text order, also one that comes twice."""
    assert findings(check, context("＃Ink day #nib #ink\n\n#ink", rules=Rules(max_hashtags=2))) == [
        Finding(
            code="too_many_hashtags",
            severity="error",
            message="The text has 4 hashtags; the brand allows at most 2: ＃Ink #nib #ink #ink",
            hashtags=("＃Ink", "#nib", "#ink", "#ink"),
        )
    ]


@pytest.mark.parametrize(
    ("body", "cap"),
    [
        ("#ink #nib", 2),
        ("Our #1 reader wrote a C# tool, see issue#relay and https://example.org/notes#ink #2", 0),
        ("#️⃣ 1️⃣", 0),
        ("#ink", None),
    ],
)
def test_as_many_as_allowed_are_fine(body: str, cap: int | None) -> None:
    """A text at the cap, without hashtags, or under no cap has no finding."""
    assert findings(check, context(body, rules=Rules(max_hashtags=cap))) == []


def test_a_cap_of_none() -> None:
    """A cap of 0 allows no hashtag at all."""
    found = findings(check, context("#ink", rules=Rules(max_hashtags=0)))
    assert [one.message for one in found] == ["The text has 1 hashtag; the brand allows none: #ink"]


@pytest.mark.parametrize(
    ("brand", "account", "body", "scopes"),
    [
        (3, 1, "#a #b", ["account:shop"]),
        (3, 1, "#a #b #c #d", [None]),
        (1, 3, "#a #b", [None]),
        (1, 1, "#a #b", [None]),
        (None, 1, "#a #b", ["account:shop"]),
        (3, 1, "#a", []),
    ],
)
def test_the_lowest_cap_wins(brand: int | None, account: int, body: str, scopes: list[str | None]) -> None:
    """Only a text that keeps the brand's cap breaks the account's rule alone."""
    variant = context(body, rules=Rules(max_hashtags=brand), account=Rules(max_hashtags=account))
    assert [one.scope for one in findings(check, variant)] == scopes
