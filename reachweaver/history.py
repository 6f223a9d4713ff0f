"""Check 4b: variants against what their accounts have already posted or queued (specification, *Posting history*).

Takes a campaign and a `PostingHistory` that was read from a database; gives findings and a summary. Both findings are
warnings: they never block staging, lower a preview's confidence, or hold the text of an earlier post.
"""

from __future__ import annotations

import contextlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property

from reachweaver.campaign import Campaign, Variant
from reachweaver.claims import MoreFindings
from reachweaver.data import dataclass
from reachweaver.report import Finding, JsonValue
from reachweaver.storage import Post, PostingHistory
from reachweaver.text.prose import Prose
from reachweaver.text.shingles import shingles
from reachweaver.values import quoted, timestamp

HISTORY_DUPLICATE_THRESHOLD = 0.6
"""Similarity at or above which an earlier post is named; the same as check 4's default."""
CODES = frozenset({"history_near_duplicate", "history_frequency"})

_ALSO_MATCHED = 5
"""At most so many further posts are named beside the best match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryOptions:
    """How far back to look, and how many posts are many; the defaults of the specification."""

    days: int = 30
    """Look-back for near-duplicates, 1 to 365."""
    window_days: int = 7
    """Rolling window of the frequency check, 1 to 365."""
    max_posts: int = 7
    """A crowded account has at least so many posts in the window, 1 to 1000. A heuristic, not a platform's rule."""

    def since(self, now: datetime) -> datetime:
        """The earliest moment that either check looks at."""
        return now - timedelta(days=max(self.days, self.window_days))


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryCheck:
    """What the history says about a campaign."""

    more: MoreFindings
    summary: dict[str, JsonValue]
    """The report's `history`: settings and counts, no post text."""


def accounts_of(campaign: Campaign) -> tuple[str, ...]:
    """The accounts that the campaign posts to, each once, in the order of the variants."""
    return tuple(dict.fromkeys(variant.account_id for variant in campaign.variants if variant.account_id))


def check_history(
    campaign: Campaign, history: PostingHistory, options: HistoryOptions, *, now: datetime
) -> HistoryCheck:
    """Both history checks of a campaign against posts dated `options.since(now)` or later.

    Args:
        campaign: The campaign; variants without an account are not compared.
        history: Posts of its accounts, newest first, this campaign's own left out.
        options: Windows and limits.
        now: The moment that the windows end at, with a zone; posts scheduled for later count as well.
    """
    return HistoryChecker(history, options, now=now).check(campaign)


class HistoryChecker:
    """Checks a campaign again and again against one history: an edit of one variant costs one variant."""

    def __init__(self, history: PostingHistory, options: HistoryOptions, *, now: datetime) -> None:
        self._history = history
        self._options = options
        self._now = now
        window = _since(history.posts, now - timedelta(days=options.window_days))
        self._existing = Counter(post.account_id for post in window)
        self._known: dict[Variant, tuple[Finding, ...]] = {}
        # An editor has this done beside its event loop. A fault comes again in `check`, which records it.
        with contextlib.suppress(Exception):
            _ = self._recent

    @cached_property
    def _recent(self) -> PostIndex:
        return PostIndex(_since(self._history.posts, self._now - timedelta(days=self._options.days)))

    def check(self, campaign: Campaign) -> HistoryCheck:
        """Both history checks of a campaign; a fault in them is a failure in the result."""
        try:
            more = self._findings(campaign)
        except Exception as error:  # noqa: BLE001 (a fault in one check must not hide what the others find)
            more = MoreFindings.of_failed("history_near_duplicate", error)
        return HistoryCheck(more=more, summary=_summary(campaign, self._history, self._options))

    def _findings(self, campaign: Campaign) -> MoreFindings:
        known = self._known
        self._known = {
            variant: known[variant] if variant in known else self._near(variant) for variant in campaign.variants
        }
        found: dict[int, list[Finding]] = defaultdict(list)
        for index, variant in enumerate(campaign.variants):
            if self._known[variant]:
                found[index] += self._known[variant]
        for index, finding in self._frequency(campaign):
            found[index].append(finding)
        return MoreFindings(codes=CODES, by_variant=found)

    def _near(self, variant: Variant) -> tuple[Finding, ...]:
        if not variant.account_id:
            return ()
        return tuple(_near_duplicates(self._recent.matches(variant.account_id, Prose(variant.body.text))))

    def _frequency(self, campaign: Campaign) -> Iterator[tuple[int, Finding]]:
        """One warning per crowded account, with the index of its first variant."""
        added = Counter(variant.account_id for variant in campaign.variants)
        first: dict[str, int] = {}
        for index, variant in enumerate(campaign.variants):
            if variant.account_id:
                first.setdefault(variant.account_id, index)
        for account_id, index in first.items():
            existing = self._existing[account_id]
            if existing >= self._options.max_posts:
                yield index, _crowded(account_id, existing, added[account_id], self._options)


class PostIndex:
    """Posts by the word 3-grams that they hold, so that a text meets only posts it has something in common with."""

    def __init__(self, posts: Iterable[Post]) -> None:
        self._posts: dict[int, Post] = {}
        self._sizes: dict[int, int] = {}
        self._holders: dict[tuple[str, str], list[int]] = defaultdict(list)
        for post in posts:
            grams = shingles(Prose(post.text))
            self._posts[post.id] = post
            self._sizes[post.id] = len(grams)
            for gram in grams:
                self._holders[post.account_id, gram].append(post.id)

    def matches(self, account_id: str, body: Prose) -> list[tuple[Post, float]]:
        """The account's posts at or above the threshold with their similarity, the most similar and newest first."""
        grams = shingles(body)
        common = Counter(post_id for gram in grams for post_id in self._holders.get((account_id, gram), ()))
        scored = (
            (post_id, shared / (len(grams) + self._sizes[post_id] - shared)) for post_id, shared in common.items()
        )
        similar = [(self._posts[post_id], score) for post_id, score in scored if score >= HISTORY_DUPLICATE_THRESHOLD]
        return sorted(similar, key=lambda match: (match[1], match[0].at, match[0].id), reverse=True)


def _near_duplicates(matches: Sequence[tuple[Post, float]]) -> Iterator[Finding]:
    if not matches:
        return
    (best, score), *others = matches
    details: dict[str, JsonValue] = {
        "matched_post_id": best.id,
        "matched_status": best.status,
        "matched_at": timestamp(best.at),
        "matched_platform": best.platform,
        "also_matched_post_ids": [post.id for post, _ in others[:_ALSO_MATCHED]],
    }
    likeness = "identical wording" if score == 1 else f"similarity {round(score, 4):g}"
    yield Finding(
        code="history_near_duplicate",
        severity="warning",
        message=(
            f"Reads like this account's post {best.id} ({best.status}, {best.at:%Y-%m-%d}): {likeness}."
            " Rewrite it, or leave it out."
        ),
        similarity=round(score, 4),
        details=details,
    )


def _crowded(account_id: str, existing: int, added: int, options: HistoryOptions) -> Finding:
    days = "day" if options.window_days == 1 else f"{options.window_days} days"
    return Finding(
        code="history_frequency",
        severity="warning",
        message=(
            f"The account {quoted(account_id)} already has {existing} posts in the last {days} or queued, and this"
            f" campaign adds {added}. {options.max_posts} is a rule of thumb of ReachWeaver, not a platform's limit."
        ),
        details={
            "existing_posts": existing,
            "campaign_variants": added,
            "window_days": options.window_days,
            "max_posts": options.max_posts,
            "heuristic": True,
        },
    )


def _summary(campaign: Campaign, history: PostingHistory, options: HistoryOptions) -> dict[str, JsonValue]:
    settings: Mapping[str, JsonValue] = {
        "days": options.days,
        "window_days": options.window_days,
        "max_posts": options.max_posts,
        "duplicate_threshold": HISTORY_DUPLICATE_THRESHOLD,
    }
    return {
        "settings": dict(settings),
        "accounts": list(accounts_of(campaign)),
        "posts_considered": len(history.posts),
        "excluded_same_campaign": history.excluded_same_campaign,
        "truncated": history.truncated,
    }


def _since(posts: Iterable[Post], moment: datetime) -> tuple[Post, ...]:
    return tuple(post for post in posts if post.at >= moment)
