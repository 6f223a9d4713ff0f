"""Whose rule a finding is about, in words for messages."""

from __future__ import annotations

from reachweaver.checks.phrases import quoted


def asked_by(scope: str | None) -> str:
    """The brand, or the account of a finding's `scope`."""
    return "the brand" if scope is None else f"the account {quoted(scope.removeprefix('account:'))}"
