"""Looks a claim up at a URL (specification, *Check a claim*): fetch, extract, rank, sign, answer.

Takes a claim and a URL, gives the specification's envelope. It finds passages with words in common, each with the proof
that it was part of the signed extract; whether they bear the claim out, a person has to judge.
"""

from __future__ import annotations

from typing import Final

from reachweaver import __version__
from reachweaver.lookup.failures import LookUpError
from reachweaver.lookup.fetch import read_url
from reachweaver.lookup.merkle import content_hash
from reachweaver.lookup.page import Extract
from reachweaver.lookup.ranking import rank, terms_of
from reachweaver.lookup.reading import (
    BACKEND_POLICIES,
    BROWSER,
    DEFAULT_POLICY,
    Pages,
    Read,
    Reader,
    utc_now,
)
from reachweaver.lookup.receipts import Signer, sign_receipt
from reachweaver.lookup.surroundings import SURROUNDINGS, surroundings
from reachweaver.lookup.verification import RefetchError
from reachweaver.values import timestamp

__all__ = [
    "BACKEND_POLICIES",
    "DEFAULT_POLICY",
    "Read",
    "Reader",
    "answer",
    "extract",
    "failed",
    "look_up",
    "receipt_of",
]

DEFAULT_MATCHES: Final = 3
MOST_MATCHES: Final = 10
LONGEST_CLAIM: Final = 2000
"""Code points."""
TOOLCHAIN: Final = f"reachweaver/{__version__}"
CHARACTERS_PER_TOKEN: Final = 4
"""How the number of tokens of an extract is estimated."""


def look_up(
    claim: str,
    url: str,
    *,
    max_matches: int = DEFAULT_MATCHES,
    backend_policy: str = DEFAULT_POLICY,
    session_profile: str | None = None,
    signer: Signer | None = None,
    reader: Pages | None = None,
    with_surroundings: bool = False,
) -> dict[str, object]:
    """The envelope of a claim and a URL; `ok` is False when the page could not be read.

    Args:
        claim: One assertion.
        url: The page that is cited for it.
        max_matches: How many blocks are wanted, clamped to 1 to 10.
        backend_policy: One of `BACKEND_POLICIES`.
        session_profile: Name of the profile for a page behind a login.
        signer: Whose receipts they are; None for answers without a receipt.
        reader: What opens the page.
        with_surroundings: Whether each match also has its `surroundings`, for `attestation`; no envelope has them.
    """
    complaint = _complaint(claim, url, backend_policy)
    if complaint is not None:
        return failed(claim, Read(url=url, time=timestamp(utc_now()), failure=complaint), signer)
    read = (reader or Reader()).read(url, policy=backend_policy, session_profile=session_profile)
    return answer(claim, read, max_matches=max_matches, signer=signer, with_surroundings=with_surroundings)


def answer(
    claim: str,
    read: Read,
    *,
    max_matches: int = DEFAULT_MATCHES,
    signer: Signer | None = None,
    with_surroundings: bool = False,
) -> dict[str, object]:
    """The envelope of a claim and a page that was read before."""
    extract = read.extract
    if extract is None:
        return failed(claim, read, signer)
    ranked = rank(claim, [block.text for block in extract.blocks])[: min(max(max_matches, 1), MOST_MATCHES)]
    return {
        "ok": True,
        "url": read.url,
        "claim": claim,
        "found": bool(ranked),
        "verdict": "not_evaluated",
        "proven": None if ranked else extract.is_complete,
        "blockMerkleRoot": extract.tree.root,
        **({} if signer is None else {"keyId": signer.key_id}),
        "matches": [
            _match(extract, one.index, one.score)
            | ({SURROUNDINGS: surroundings(extract.blocks, one.index)} if with_surroundings else {})
            for one in ranked
        ],
        **({} if signer is None else {"receipt": receipt_of(read, signer)}),
        "timestamp": read.time,
    }


def failed(claim: str, read: Read, signer: Signer | None = None) -> dict[str, object]:
    """The envelope of a page that could not be read; a definite refusal has a receipt."""
    failure = read.failure or LookUpError("extraction_failed", "The page could not be read.")
    is_signed = signer is not None and failure.is_refusal
    return {
        "ok": False,
        "url": read.url,
        "claim": claim,
        "failure": failure.to_json(),
        **({"keyId": signer.key_id, "receipt": _refusal(read, failure, signer)} if signer and is_signed else {}),
        "timestamp": read.time,
    }


def receipt_of(read: Read, signer: Signer) -> dict[str, object]:
    """The signed receipt of a page that was read, as a file holds it.

    Raises:
        ValueError: The page could not be read.
    """
    extract = read.extract
    if extract is None:
        raise ValueError("there is no extract to sign")
    fields = {
        "kind": "extraction",
        "url": read.url,
        "finalUrl": extract.url,
        "backend": read.backend,
        "ts": read.time,
        "toolchain": TOOLCHAIN,
        "contentHash": content_hash(extract.markdown.encode("utf-8", "surrogatepass")),
        "blockMerkleRoot": extract.tree.root,
        "leafSetComplete": extract.is_complete,
        "tokens": -(-len(extract.markdown) // CHARACTERS_PER_TOKEN),
    }
    return sign_receipt(fields, signer, extract.leaves).to_json()


def extract(url: str, *, reader: Reader | None = None, backend: str | None = None) -> Extract:
    """What a page says now, for mode `live` of `verification`.

    Args:
        url: The page's.
        reader: What opens it.
        backend: What read it before, as its receipt says: a page that a browser ran is run again.

    Raises:
        RefetchError: It could not be read.
    """
    policy = BROWSER if backend == BROWSER else DEFAULT_POLICY
    read = (reader or Reader()).read(url, policy=policy)
    if read.extract is None:
        raise RefetchError(str(read.failure).rstrip("."))
    return read.extract


def _refusal(read: Read, failure: LookUpError, signer: Signer) -> dict[str, object]:
    fields = {
        "kind": "negative",
        "url": read.url,
        "finalUrl": failure.final_url,
        "backend": read.backend,
        "ts": read.time,
        "toolchain": TOOLCHAIN,
        "failureCode": failure.code,
        "statusCode": failure.status,
    }
    return sign_receipt(fields, signer).to_json()


def _match(extract: Extract, index: int, score: float) -> dict[str, object]:
    block = extract.blocks[index]
    return {
        "text": block.text,
        "score": score,
        "source_selector": block.selector,
        "leaf": extract.leaves[index],
        "proof": [step.to_json() for step in extract.tree.proof(index)],
    }


def _complaint(claim: str, url: str, backend_policy: str) -> LookUpError | None:
    if not claim.strip() or len(claim) > LONGEST_CLAIM:
        return LookUpError("invalid_arguments", f"The claim must be a sentence of 1 to {LONGEST_CLAIM:,} characters.")
    if not terms_of(claim):
        return LookUpError(
            "invalid_arguments",
            "The claim has no word or number of three or more letters a to z or digits to look for.",
        )
    if backend_policy not in BACKEND_POLICIES:
        return LookUpError("invalid_arguments", f"The backend policy must be one of {', '.join(BACKEND_POLICIES)}.")
    try:
        read_url(url)
    except LookUpError as error:
        return error
    return None
