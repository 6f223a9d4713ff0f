"""Receipts together with what they vouch for: whole answers of a look-up, stored receipts, and receipts alone.

Takes JSON, gives an `Answer`, and checks that all of it that was signed is as it was signed: the Markdown, the blocks, and
each passage. What nobody signs (the claim, scores, whether anything was found) is not checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlsplit

from reachweaver.data import dataclass
from reachweaver.lookup.merkle import Proof, leaf, root
from reachweaver.lookup.receipts import Receipt, load_json, read_proof, read_receipt
from reachweaver.lookup.verification import Block, Key, Verdict, Verification, verify, verify_citation

_STRANGERS: Final = (
    ("variants", "This is a campaign; its receipts are files of their own, which its evidence names."),
    ("perClaim", "This is an answer of attest, which holds a receipt for each claim; save one of them."),
    ("proof", "This is a proof of a block and not a receipt; it is for --proof."),
    ("signatureValid", "This is a verdict on a receipt and not a receipt."),
    ("ok", "This is an answer of a look-up that has no receipt: nothing was signed."),
)
"""What else somebody may have at hand, by a key that it has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A passage of an answer, and the proof that it was part of the page."""

    block: Block
    proof: Proof
    leaf: str | None = None
    """What the answer says is the block's leaf."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A receipt, and what stands around it."""

    receipt: Receipt
    markdown: bytes | None = None
    blocks: tuple[Block, ...] | None = None
    """All of the page, or those that were kept."""
    passages: tuple[Passage, ...] = ()
    said: tuple[tuple[str, str], ...] = ()
    """What is said beside the receipt that it says itself: keys of the envelope, and their values."""


def parse_answer(text: str) -> Answer:
    """The answer in a JSON text; what is wrong with it is its receipt's `problem`."""
    try:
        return read_answer(load_json(text))
    except ValueError as error:
        return Answer(receipt=Receipt(problem=str(error)))


def read_answer(value: object) -> Answer:
    """The answer in a parsed JSON value."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]  # the answers for a campaign that cites one item
    if not isinstance(value, Mapping):
        return Answer(receipt=read_receipt(value))
    if "signed" in value or "sig" in value:
        return _answer(value, value)
    inner = value.get("receipt")
    if isinstance(inner, Mapping):
        return _answer(value, inner)
    stranger = next((why for key, why in _STRANGERS if key in value), None)
    return Answer(receipt=read_receipt(value) if stranger is None else Receipt(problem=stranger))


def verify_answer(answer: Answer, key: Key, markdown: bytes | None = None) -> Verification:
    """Check a receipt, and that whatever stands around it is what it signs.

    Args:
        answer: What is checked.
        key: Whose receipt it should be.
        markdown: The extract as a file of its own; None for the one in the answer, if there is one.
    """
    checked = verify(answer.receipt, key, answer.markdown if markdown is None else markdown)
    if not checked.ok:
        return checked
    for verdict, reason in _faults(answer, key):
        return replace(checked, verdict=verdict, reason=reason)
    return checked


def _faults(answer: Answer, key: Key) -> Iterator[tuple[Verdict, str]]:
    receipt = answer.receipt
    for name, value in answer.said:
        if not _is_said(receipt, name, value):
            yield "content_mismatch", f"The receipt signs another {name} than the one that stands beside it."
    if answer.blocks is not None and not _are_signed(receipt, answer.blocks):
        yield "leaves_mismatch", "The blocks that stand beside the receipt are not the ones that were signed."
    for number, passage in enumerate(answer.passages, 1):
        is_cited = verify_citation(receipt, key, passage.block, passage.proof).ok
        if not is_cited or passage.leaf not in (None, leaf(passage.block.text, passage.block.selector)):
            yield (
                "citation_invalid",
                f"Nothing shows that passage {number} of the answer is part of the signed extract.",
            )


def _is_said(receipt: Receipt, name: str, value: str) -> bool:
    if name != "url":
        return receipt.text(name) == value
    return _place(value) in (_place(receipt.text("url") or ""), _place(receipt.text("finalUrl") or ""))


def _are_signed(receipt: Receipt, blocks: Sequence[Block]) -> bool:
    try:
        own = [leaf(block.text, block.selector) for block in blocks]
    except ValueError:
        return False
    if receipt.block_leaves is None:
        return root(own) == receipt.text("blockMerkleRoot")
    return set(own) <= set(receipt.block_leaves)


def _answer(value: Mapping[str, Any], inner: Mapping[str, Any]) -> Answer:
    receipt = read_receipt(inner)
    try:
        blocks, passages = value.get("blocks"), value.get("matches")
        return Answer(
            receipt=receipt,
            markdown=_markdown(value.get("markdown")),
            blocks=None if blocks is None else tuple(_block(one, "selector") for one in _list(blocks, "blocks")),
            passages=() if passages is None else tuple(map(_passage, _list(passages, "matches"))),
            said=() if value is inner else tuple(_said(value)),
        )
    except ValueError as error:
        return Answer(receipt=replace(receipt, problem=receipt.problem or str(error)))


def _said(value: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    failure = value.get("failure")
    code = failure.get("code") if isinstance(failure, Mapping) else None
    for name, said in (
        ("url", value.get("url")),
        ("blockMerkleRoot", value.get("blockMerkleRoot")),
        ("keyId", value.get("keyId")),
        ("failureCode", code),
    ):
        if _is_text(said):
            yield name, str(said)


def _markdown(value: object) -> bytes | None:
    if value is not None and not _is_text(value):
        raise ValueError('"markdown" must be a string.')
    return None if value is None else str(value).encode("utf-8", "surrogatepass")


def _passage(value: object) -> Passage:
    if not isinstance(value, Mapping):
        raise ValueError('"matches" must be an array of objects.')
    place = "source_selector" if "source_selector" in value else "sourceSelector"
    try:
        proof = read_proof(value.get("proof"))
    except ValueError as error:
        raise ValueError(f"A passage has no proof: {error}.") from error
    said = value.get("leaf")
    if said is not None and not _is_text(said):
        raise ValueError("The leaf of a passage must be a string.")
    return Passage(block=_block(value, place), proof=proof, leaf=said)


def _block(value: object, place: str) -> Block:
    text, selector = (value.get("text"), value.get(place)) if isinstance(value, Mapping) else (None, None)
    if not _is_text(text) or not (selector is None or _is_text(selector)):
        raise ValueError("A block must be an object with a text and a selector.")
    return Block(text=str(text), selector=selector or "")


def _is_text(value: object) -> bool:
    """Whether this is a string; a number, which is read as it is written, is none."""
    return type(value) is str


def _list(value: object, name: str) -> Sequence[object]:
    if not isinstance(value, list):
        raise ValueError(f'"{name}" must be an array.')
    return value


def _place(url: str) -> tuple[str, str, str, str]:
    """A URL without what makes no difference."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url, "", "", ""
    return parts.scheme.lower(), parts.netloc.lower(), parts.path or "/", parts.query
