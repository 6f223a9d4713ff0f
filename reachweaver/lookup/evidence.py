"""Looks the claim of an evidence item up in its source, and its excerpt with it: what `source-check` answers for it.

Takes what the item says and what opens pages; gives the envelope and the page, so that its receipt can be stored.
"""

from __future__ import annotations

from typing import Any

from reachweaver.data import dataclass
from reachweaver.lookup.excerpts import find_excerpt
from reachweaver.lookup.look_up import DEFAULT_MATCHES, look_up
from reachweaver.lookup.reading import DEFAULT_POLICY, Pages, Read
from reachweaver.lookup.receipts import Signer


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceClaim:
    """What an evidence item says about its source."""

    evidence_id: str
    claim: str
    url: str
    excerpt: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceAnswer:
    """What was found."""

    envelope: dict[str, Any]
    """The specification's, with `evidence`, the id, and, when there is an excerpt and the page was read, `excerpt`:
    `{"found": false}` or `{"found": true, "text": …, "leaf": …}`, the block in which it stands."""
    read: Read | None
    """The page; None when it was not asked for because the claim or the address is none."""


def look_up_evidence(
    item: EvidenceClaim,
    reader: Pages,
    signer: Signer | None,
    *,
    max_matches: int = DEFAULT_MATCHES,
    backend_policy: str = DEFAULT_POLICY,
    session_profile: str | None = None,
) -> EvidenceAnswer:
    """Look an item up; never raises for what a page, a server or the network does.

    Args:
        item: What is looked up.
        reader: What opens the page.
        signer: Whose receipts they are; None for an answer without a receipt.
        max_matches: As for `look_up`, like the others.
        backend_policy: How the page is read.
        session_profile: Name of the profile for a page behind a login.
    """
    kept = _Kept(reader)
    found = look_up(
        item.claim,
        item.url,
        max_matches=max_matches,
        backend_policy=backend_policy,
        session_profile=session_profile,
        signer=signer,
        reader=kept,
    )
    envelope: dict[str, Any] = {"evidence": item.evidence_id, **found}
    if item.excerpt and kept.page is not None and kept.page.extract is not None:
        extract = kept.page.extract
        place = find_excerpt(item.excerpt, [block.text for block in extract.blocks])
        where = {} if place is None else {"text": extract.blocks[place].text, "leaf": extract.leaves[place]}
        envelope["excerpt"] = {"found": place is not None, **where}
    return EvidenceAnswer(envelope=envelope, read=kept.page)


class _Kept:
    """Opens pages, and keeps the last one at hand."""

    def __init__(self, reader: Pages) -> None:
        self._reader = reader
        self.page: Read | None = None

    def read(self, url: str, *, policy: str = DEFAULT_POLICY, session_profile: str | None = None) -> Read:
        """The page, or why it could not be read."""
        self.page = self._reader.read(url, policy=policy, session_profile=session_profile)
        return self.page
