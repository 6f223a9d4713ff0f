"""Check 5: the declared `cta_url` or `cta_phrase` is not in the text.

A URL counts when host and path are equal (contract, section 6): `http` or `https` or no scheme, whatever its query
and fragment, with or without a slash at its end. A phrase is contained as a disclosure is.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from reachweaver.checks.context import CheckContext
from reachweaver.checks.phrases import quoted
from reachweaver.report import Finding, Remedy
from reachweaver.text.prose import Prose, fold_phrase
from reachweaver.text.spans import Spans
from reachweaver.text.urls import Address, address_of, find_host


def check(context: CheckContext) -> Iterator[Finding]:
    """One warning for the URL, one for the phrase."""
    if context.cta_url is not None:
        # Read as it would be found in a text, so that inserting it answers the finding.
        address = _address_in(context.cta_url)
        if address is not None and not _links_to(context.body, address):
            yield _finding("link", context.cta_url)
    if context.cta_phrase is not None:
        folded = fold_phrase(context.cta_phrase)
        if folded and not context.body.contains_phrase(folded):
            yield _finding("phrase", context.cta_phrase)


@lru_cache(maxsize=256)
def _address_in(url: str) -> Address | None:
    return next(_addresses(Prose(url)), None)


def _links_to(body: Prose, address: Address) -> bool:
    if address in _addresses(body):
        return True
    # A host whose top-level domain is not known for one is looked for by its name.
    text = body.plain.text
    known = Spans((url.start, url.end) for url in body.addresses.urls)
    named = (url for url in find_host(text, body.shape, address.host) if not known.overlaps(url.start, url.end))
    return any(address_of(text[url.start : url.end]) == address for url in named)


def _addresses(prose: Prose) -> Iterator[Address]:
    for url in prose.addresses.urls:
        address = address_of(prose.plain.text[url.start : url.end])
        if address is not None:
            yield address


def _finding(kind: str, text: str) -> Finding:
    return Finding(
        code="missing_cta",
        severity="warning",
        message=f"The declared call to action is not in the text: the {kind} {quoted(text)}",
        remedy=Remedy(text=text.strip(), separator=" "),
    )
