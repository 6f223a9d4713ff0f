"""Looks the claim of an evidence item up in its source, because a person asks for it (contract, sections 8 and 11).

Takes a document and an evidence id, gives the envelope of `source-check`. The page is read beside the event loop, so
that no answer waits for it; the person sees that it goes on, and can stop it. What comes of it goes to `look_up_offers`.
"""

from __future__ import annotations

import asyncio
import os
import threading
from typing import TYPE_CHECKING, Any

from reachweaver.campaign import Campaign
from reachweaver.commands.lookup_extra import page_reader, require
from reachweaver.errors import CommandError
from reachweaver.values import quoted
from reachweaver_lsp.answers import Answers, refusal
from reachweaver_lsp.client import Server
from reachweaver_lsp.look_up_offers import LONGEST_URL, Claim, Found, Offers
from reachweaver_lsp.markup import as_message
from reachweaver_lsp.progress import Progress
from reachweaver_lsp.wording import shortened

if TYPE_CHECKING:
    from reachweaver.lookup.reading import Reader

WHAT = "Looking up a source"
"""What messages call it when a package is missing."""
PAUSE = 1.0
"""Seconds between two requests to the same site, at least."""
CANCEL_SECONDS = 0.1
"""How often it is asked whether anybody still waits for the answer."""


class LookUps:
    """Looks claims up for one client."""

    def __init__(self, client: Server, answers: Answers, offers: Offers) -> None:
        self._client = client
        self._answers = answers
        self._offers = offers
        self._sources = Sources(allow_private=client.allow_private)

    async def look_up(self, uri: str, evidence_id: str, *, asks: bool = True) -> dict[str, object] | None:
        """The envelope; None when the person has stopped it, or has been told why it cannot be done.

        Args:
            uri: The campaign's.
            evidence_id: Of the item; of two with one id the first counts.
            asks: Whether the person is then shown what was found, and asked what to do with it.

        Raises:
            JsonRpcException: There is no such campaign or item, or it has no claim or no source.
        """
        claim = self._claim(uri, evidence_id)
        found = await self._found(claim)
        if found is None:
            return None
        if asks:
            # Behind the answer, which is sent once this is over.
            self._client.later(0, lambda: self._offers.make(claim, found))
        return found.envelope

    def _claim(self, uri: str, evidence_id: str) -> Claim:
        asked = self._answers.asked(uri)
        if asked is None:
            raise refusal(f"There is no campaign at {uri}, or it is still being read.")
        claim = claim_of(uri, asked.checked.campaign, evidence_id)
        if claim is None:
            raise refusal(f"There is no evidence {quoted(evidence_id)} with a claim and a source.")
        return claim

    async def _found(self, claim: Claim) -> Found | None:
        request, outcome = self._client.protocol.msg_id, asyncio.get_running_loop().create_future()
        progress = Progress(self._client, f"ReachWeaver: reading {as_message(shortened(claim.url, LONGEST_URL))}", 0)
        self._client.aside(lambda: self._sources.look_up(claim), outcome.set_result)
        try:
            while not outcome.done():
                if progress.is_cancelled or not self._client.wants(request):
                    return None
                await asyncio.wait([outcome], timeout=CANCEL_SECONDS)
        finally:
            progress.end()
        return self._without_trouble(outcome.result())

    def _without_trouble(self, found: Found | Exception) -> Found | None:
        if isinstance(found, CommandError):
            self._client.complain(f"{found}.")
            return None
        if isinstance(found, Exception):
            raise found
        return found


class Sources:
    """Opens pages and signs what was read, one page after the other; to be called beside the event loop."""

    def __init__(self, *, allow_private: bool) -> None:
        self._allow_private = allow_private
        self._reader: Reader | None = None
        self._one_at_a_time = threading.Lock()

    def look_up(self, claim: Claim) -> Found | Exception:
        """What was found; a `CommandError` for what a person can do something about."""
        try:
            with self._one_at_a_time:
                return self._look_up(claim)
        except Exception as error:  # noqa: BLE001 (handed to whoever waits)
            return error

    def _look_up(self, claim: Claim) -> Found:
        require(WHAT, "cryptography")
        pages: Any = page_reader(WHAT)
        from reachweaver.lookup.evidence import EvidenceClaim, look_up_evidence
        from reachweaver.lookup.keys import own_key_or_new

        if self._reader is None:
            self._reader = pages.Reader(allow_private=self._allow_private, pause=PAUSE)
        own = own_key_or_new(os.environ)
        item = EvidenceClaim(evidence_id=claim.evidence_id, claim=claim.claim, url=claim.url, excerpt=claim.excerpt)
        answer = look_up_evidence(item, self._reader, own.key)
        return Found(envelope=answer.envelope, read=answer.read, signer=own.key, warning=own.warning)


def claim_of(uri: str, campaign: Campaign, evidence_id: str) -> Claim | None:
    """What an item says about its source; None when there is no such item, or nothing to look up."""
    item = campaign.evidence_by_id.get(evidence_id)
    if item is None or not item.claim or not item.source_url:
        return None
    return Claim(uri=uri, evidence_id=evidence_id, claim=item.claim, url=item.source_url, excerpt=item.excerpt)
