"""The checks that `campaign-check` and `campaign-preview` run beside those of `claims-check`: lengths and history."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path

from reachweaver.campaign import Campaign
from reachweaver.commands.checking import Further
from reachweaver.config import Config
from reachweaver.data import dataclass
from reachweaver.errors import CommandError
from reachweaver.history import HistoryOptions, accounts_of, check_history
from reachweaver.lengths import check_lengths
from reachweaver.storage import read_history

_TUNING = ("history_days", "history_window_days", "history_max_posts")


@dataclass(frozen=True, slots=True, kw_only=True)
class FullCheck:
    """What the flags say about the history; called by the `Checker` for each campaign."""

    now: datetime
    """The moment of the check, with a zone."""
    db: Path | None = None
    days: int | None = None
    window_days: int | None = None
    max_posts: int | None = None

    @classmethod
    def from_options(cls, options: argparse.Namespace, *, now: datetime) -> FullCheck:
        """The flags of `add_history`.

        Raises:
            CommandError: A tuning flag without a database, which would otherwise do nothing without a word.
        """
        if options.history_db is None:
            for name in _TUNING:
                if getattr(options, name) is not None:
                    raise CommandError(f"--{name.replace('_', '-')} needs --history-db")
        return cls(
            now=now,
            db=options.history_db,
            days=options.history_days,
            window_days=options.history_window_days,
            max_posts=options.history_max_posts,
        )

    def __call__(self, campaign: Campaign, config: Config) -> Further:
        """The further findings of one campaign, and the report's history summary.

        Raises:
            CommandError: The history database cannot be read.
        """
        lengths = check_lengths(campaign)
        db = self.db or config.history.db
        if db is None:
            return Further(lengths)
        options = self._history_options(config)
        history = read_history(
            db, accounts_of(campaign), since=options.since(self.now), campaign_id=campaign.campaign_id
        )
        result = check_history(campaign, history, options, now=self.now)
        return Further(lengths.joined(result.more), result.summary)

    def _history_options(self, config: Config) -> HistoryOptions:
        default, file = HistoryOptions(), config.history
        return HistoryOptions(
            days=self.days or file.days or default.days,
            window_days=self.window_days or file.window_days or default.window_days,
            max_posts=self.max_posts or file.max_posts or default.max_posts,
        )
