"""Check 6: the text @-mentions somebody of the opt-out list, whatever the brand's rules say.

Contract, section 3. E-mail addresses and what stands in a URL are no mentions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from reachweaver.checks.context import CheckContext
from reachweaver.checks.phrases import quoted
from reachweaver.data import dataclass
from reachweaver.optout import OptOut
from reachweaver.report import Finding
from reachweaver.text.prose import Mention, Prose
from reachweaver.text.urls import canonical_host


def check(context: CheckContext) -> Iterator[Finding]:
    """One error for each mention of a listed handle or domain."""
    if not context.body.addresses.mentions:
        return
    listed = _listed(context.optout)
    for mention in context.body.addresses.mentions:
        for reading in _readings(context.body, mention):
            entry = listed.entry_for(reading)
            if entry is not None:
                yield _finding(entry, *context.body.span_of_plain(reading.start, reading.end))
                break


@dataclass(frozen=True, slots=True)
class _Listed:
    """The opt-out list's entries as written, by what they match."""

    names: dict[str, str]
    accounts: dict[tuple[str, str], str]
    domains: dict[str, str]

    def entry_for(self, mention: Mention) -> str | None:
        """The entry that a mention matches: its account, its name on any host, or its domain."""
        host = canonical_host(mention.host) if mention.host is not None else None
        if host is not None and (mention.name, host) in self.accounts:
            return self.accounts[mention.name, host]
        if mention.name in self.names:
            return self.names[mention.name]
        if host is None and "." in mention.name:
            host = canonical_host(mention.name)
        return self._domain_entry(host) if host is not None else None

    def _domain_entry(self, host: str) -> str | None:
        """The entry of a host, or of the nearest domain that it is a subdomain of."""
        labels = host.split(".")[-_MOST_LABELS:]
        domains = (".".join(labels[at:]) for at in range(len(labels)))
        return next((self.domains[domain] for domain in domains if domain in self.domains), None)


_MOST_LABELS = 127
"""A name of the DNS has no more; a longer one must not cost more."""


@lru_cache(maxsize=8)
def _listed(optout: OptOut) -> _Listed:
    listed = _Listed({}, {}, {})
    for entry in optout.handles:
        name, at, host = _folded(entry).lstrip("@").partition("@")
        if at and host:
            listed.accounts.setdefault((name, canonical_host(host)), entry)
        elif name:
            listed.names.setdefault(name, entry)
    for entry in optout.domains:
        listed.domains.setdefault(canonical_host(_folded(entry).lstrip("@*.")), entry)
    return listed


def _folded(entry: str) -> str:
    return Prose(entry).plain.text.strip(" \n\u2029").casefold()


def _readings(body: Prose, mention: Mention) -> Iterator[Mention]:
    """The mention, and the mention without the sentence that may begin right after it (`@name.Next`)."""
    yield mention
    written = body.plain.text[mention.start : mention.end]
    rest, dot, last = written.rpartition(".")
    if not dot or not last[:1].isupper() or last.isupper() or rest[1:2].isupper():
        return
    end = mention.end - len(dot + last)
    if mention.host is None:
        yield replace(mention, end=end, name=mention.name.rpartition(".")[0])
    elif "." in mention.host:
        yield replace(mention, end=end, host=mention.host.rpartition(".")[0])


def _finding(entry: str, span: str, start: int, end: int) -> Finding:
    return Finding(
        code="optout_mention",
        severity="error",
        message=f"{quoted(span)} mentions somebody who opted out (entry {quoted(entry)}). Take the mention out.",
        span=span,
        start=start,
        end=end,
    )
