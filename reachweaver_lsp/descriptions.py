"""Evidence and accounts described in a few lines, for hovers and completion."""

from __future__ import annotations

from collections.abc import Iterator

from reachweaver.brand import Account
from reachweaver.campaign import Evidence
from reachweaver.platforms import BY_NAME, Platform
from reachweaver.values import absolute_url, counted
from reachweaver_lsp.markup import Line, Words, line


def evidence_lines(evidence: Evidence) -> list[Line]:
    """An evidence item: its id, kind and source, then its texts as they are."""
    kind = f" ({evidence.kind})" if evidence.kind else ""
    return [
        line(Words(evidence.id or "", bold=True), f"{kind}: ", source_of(evidence)),
        *(line(text, kind="quotation") for text in evidence.texts),
    ]


def source_of(evidence: Evidence) -> Words:
    """The address of an evidence item's source: a link if it is an address."""
    url = evidence.source_url or "no source"
    return Words(url, link=url if absolute_url(url) is None else None)


def account_lines(account_id: str, account: Account) -> list[Line]:
    """An account, and the rules that it adds to the brand's."""
    platform = f" on {title_of(account.platform)}" if account.platform else ""
    return [line(Words(account_id, bold=True), platform), *map(line, _rules(account))]


def title_of(platform: str) -> str:
    """A platform's name as people write it."""
    known = BY_NAME.get(platform)
    return known.title if known is not None else platform


def limits_of(platform: Platform) -> str:
    """What a text for a platform may have, at most."""
    texts = [f"at most {limit.most:,} {limit.unit}" for limit in platform.limits]
    return ", ".join(texts) or "no limit"


def _rules(account: Account) -> Iterator[str]:
    rules = account.rules
    if rules.required_disclosure:
        yield f"Must say “{rules.required_disclosure}”."
    if rules.max_hashtags is not None:
        yield f"At most {counted(rules.max_hashtags, 'hashtag')}."
    if rules.banned_phrases:
        yield f"Must not say {', '.join(f'“{phrase}”' for phrase in rules.banned_phrases)}."
