"""The history checks: which earlier posts a variant is like, and which accounts are crowded."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from hypothesis import given, settings, strategies as st

from reachweaver.campaign import Campaign, read_campaign
from reachweaver.claims import jaccard
from reachweaver.history import HISTORY_DUPLICATE_THRESHOLD, HistoryOptions, PostIndex, accounts_of, check_history
from reachweaver.json_spans import read
from reachweaver.report import Finding
from reachweaver.storage import Post, PostingHistory
from reachweaver.text.prose import Prose

NOW = datetime(2026, 3, 31, 12, tzinfo=UTC)
SOURCES = "Read every source before you post."


def post(number: int, text: str, *, account: str = "desk", days: float = 1) -> Post:
    """A post made so many days before now."""
    at = NOW - timedelta(days=days)
    return Post(id=number, account_id=account, platform="x", status="published", at=at, text=text)


def campaign(*variants: tuple[str | None, str]) -> Campaign:
    """A campaign of (account, text) variants."""
    content = [
        {"variant_id": f"v{n}", "platform": "x", "text": text, **({"account_id": account} if account else {})}
        for n, (account, text) in enumerate(variants)
    ]
    return read_campaign(read(json.dumps({"campaign_id": "c", "variants": content})))


def findings(
    checked: Campaign, posts: Sequence[Post], options: HistoryOptions | None = None
) -> list[tuple[int, Finding]]:
    """(variant index, finding) of every finding."""
    history = PostingHistory(posts=tuple(posts), excluded_same_campaign=0, truncated=False)
    found = check_history(checked, history, options or HistoryOptions(), now=NOW).more.by_variant
    return [(index, finding) for index, some in sorted(found.items()) for finding in some]


def matches(
    checked: Campaign, posts: Sequence[Post], options: HistoryOptions | None = None
) -> list[tuple[int, object]]:
    """(variant index, best match) of every near-duplicate."""
    return [
        (index, finding.details["matched_post_id"])
        for index, finding in findings(checked, posts, options)
        if finding.code == "history_near_duplicate"
    ]


def test_only_the_same_account_is_compared() -> None:
    """Another account's post and a variant without an account match nothing."""
    checked = campaign(("desk", SOURCES), ("loft", SOURCES), (None, SOURCES))
    assert matches(checked, [post(1, SOURCES), post(2, SOURCES, account="attic")]) == [(0, 1)]


def test_the_look_back_ends_where_the_option_says() -> None:
    """A post at the edge of the window counts, one a moment older does not; the future always does."""
    checked = campaign(("desk", SOURCES))
    options = HistoryOptions(days=5)
    assert matches(checked, [post(1, SOURCES, days=5)], options) == [(0, 1)]
    assert matches(checked, [post(1, SOURCES, days=5.001)], options) == []
    assert matches(checked, [post(1, SOURCES, days=-400)], options) == [(0, 1)]


def test_the_best_match_comes_first_and_five_others_are_named() -> None:
    """Likeness orders the matches, then the newer date."""
    near = "Read every source before you share."
    posts = [post(1, near), post(2, SOURCES.upper(), days=3), *(post(n, near, days=n) for n in range(3, 9))]
    ((_, finding),) = (
        (index, finding)
        for index, finding in findings(campaign(("desk", SOURCES)), posts)
        if finding.code == "history_near_duplicate"
    )
    assert (finding.details["matched_post_id"], finding.similarity) == (2, 1.0)
    assert finding.details["also_matched_post_ids"] == [1, 3, 4, 5, 6]


def test_a_single_match_lists_no_others() -> None:
    """The list of the other posts is there all the same, so that a reader needs not ask for the key."""
    ((_, finding),) = findings(campaign(("desk", SOURCES)), [post(1, SOURCES)])
    assert finding.details["also_matched_post_ids"] == []


def test_a_crowded_account_is_named_once_on_its_first_variant() -> None:
    """The count is that of the frequency window alone; the campaign's own variants are said, not counted."""
    checked = campaign(("loft", "Ink dries."), ("desk", "Paper waits."), ("desk", "Pencils rest."))
    posts = [post(1, "a"), post(2, "b"), post(3, "c", days=7), post(4, "d", days=7.5)]
    options = HistoryOptions(max_posts=3)
    ((index, finding),) = findings(checked, posts, options)
    assert (index, finding.code, finding.severity) == (1, "history_frequency", "warning")
    assert finding.details == {
        "existing_posts": 3,
        "campaign_variants": 2,
        "window_days": 7,
        "max_posts": 3,
        "heuristic": True,
    }
    assert findings(checked, posts, HistoryOptions(max_posts=4)) == []


def test_the_longer_window_is_read() -> None:
    """The earliest moment needed is that of the longer of the two windows."""
    assert HistoryOptions(days=3, window_days=9).since(NOW) == NOW - timedelta(days=9)
    assert HistoryOptions(days=9, window_days=3).since(NOW) == NOW - timedelta(days=9)


def test_accounts_are_listed_once() -> None:
    """In the order of the variants, without variants that have none."""
    assert accounts_of(campaign(("b", "x"), (None, "y"), ("a", "z"), ("b", "w"))) == ("b", "a")


WORDS = st.lists(st.sampled_from(["ink", "pen", "paper", "desk", "lamp"]), max_size=9).map(" ".join)


@settings(max_examples=60)
@given(WORDS, st.lists(WORDS, max_size=8))
def test_the_index_finds_what_comparing_each_finds(body: str, texts: list[str]) -> None:
    """Matches and similarities are those of `jaccard` with every post."""
    posts = [post(number, text) for number, text in enumerate(texts)]
    scores = {one.id: jaccard(body, one.text) for one in posts}
    expected = {number: score for number, score in scores.items() if score >= HISTORY_DUPLICATE_THRESHOLD}
    assert {one.id: score for one, score in PostIndex(posts).matches("desk", Prose(body))} == expected
