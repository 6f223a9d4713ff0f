"""Checks a receipt against a public key (Receipt v1): what was signed, by whom, and whether a text was part of it.

Takes a `Receipt`, a key and what it is compared with; gives one verdict. Nothing here reads a file, and a page is
fetched again only through the function that the caller passes for mode `live`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, Literal, Protocol, get_args

from reachweaver.data import dataclass
from reachweaver.lookup.merkle import Proof, Tree, content_hash, leaf, root, verify_proof
from reachweaver.lookup.receipts import ALGORITHM, KINDS, Receipt

Mode = Literal["offline", "citation", "prove", "live"]
Verdict = Literal[
    "verified",
    "citation_verified",
    "invalid_receipt",
    "wrong_key",
    "signature_invalid",
    "content_mismatch",
    "leaves_mismatch",
    "ambiguous_leaf_set",
    "citation_invalid",
    "not_provable",
    "drifted",
    "refetch_failed",
]

MODES: Final[tuple[Mode, ...]] = get_args(Mode)
GOOD: Final = ("verified", "citation_verified")
"""The verdicts of a receipt that is what it says."""


class Key(Protocol):
    """What verifies: a `signatures.PublicKey`."""

    @property
    def key_id(self) -> str:
        """The key's id, `k1:…`."""

    def verifies(self, signature: str, message: bytes) -> bool:
        """Whether the signature of the message is one of this key's."""


class Extract(Protocol):
    """What a page gives when it is read again."""

    @property
    def markdown(self) -> str:
        """The extracted Markdown."""

    @property
    def leaves(self) -> Sequence[str]:
        """The leaves of its blocks, in order."""


class RefetchError(Exception):
    """The page could not be read again; `str()` says why, without a full stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A block that is said to stand in the signed extract."""

    text: str
    selector: str = ""
    """CSS; empty when the block has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockProof:
    """That a leaf stands under the receipt's root, for whoever has the block's text."""

    index: int
    """Of the leaf, 0-based."""
    leaf: str
    root: str
    steps: Proof

    def to_json(self) -> dict[str, object]:
        """The members that an answer of mode `prove` has beside the usual ones."""
        steps = [step.to_json() for step in self.steps]
        return {"root": self.root, "leafIndex": self.index, "leaf": self.leaf, "proof": steps}


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """The answer."""

    mode: Mode
    verdict: Verdict
    reason: str
    """One sentence for people."""
    key_id: str | None
    """The key that the receipt names."""
    signature_valid: bool = False
    content_hash_match: bool | None = None
    """Whether the Markdown is the signed one; None when none was compared."""
    proof: BlockProof | None = None

    @property
    def ok(self) -> bool:
        """Whether the verdict is one of `GOOD`."""
        return self.verdict in GOOD

    def to_json(self) -> dict[str, object]:
        """The answer as the contract has it (section 8)."""
        return {
            "ok": self.ok,
            "mode": self.mode,
            "verdict": self.verdict,
            "signatureValid": self.signature_valid,
            "contentHashMatch": self.content_hash_match,
            "keyId": self.key_id,
            **({} if self.proof is None else self.proof.to_json()),
        }


def verify(receipt: Receipt, key: Key, markdown: bytes | None = None, *, mode: Mode = "offline") -> Verification:
    """Check the signature, then what the signature says of the Markdown and of the list of leaves.

    Args:
        receipt: What is checked, whatever it holds.
        key: Whose receipt it should be.
        markdown: The extract as it was returned, to the byte; None to leave it out.
        mode: What the answer calls itself.
    """
    return _checked(receipt, key, markdown, mode)[0]


def invalid(receipt: Receipt, mode: Mode = "offline") -> Verification:
    """The answer on what is no receipt at all (`Receipt.problem`), whatever the key."""
    return Verification(
        mode=mode, verdict="invalid_receipt", reason=receipt.problem or "", key_id=receipt.text("keyId")
    )


def verify_citation(
    receipt: Receipt, key: Key, block: Block, proof: Proof | None = None, markdown: bytes | None = None
) -> Verification:
    """Check a receipt, and that a block is part of the signed extract.

    Args:
        receipt: What is checked.
        key: Whose receipt it should be.
        block: The text and its place.
        proof: The way from the block's leaf to the root; None to look it up in the receipt's list of leaves.
        markdown: As for `verify`.
    """
    checked, tree = _checked(receipt, key, markdown, "citation")
    if not checked.ok:
        return checked
    if _is_cited(receipt, tree, block, proof):
        return replace(checked, verdict="citation_verified", reason="The block is part of the signed extract.")
    return replace(checked, verdict="citation_invalid", reason=_why_not_cited(receipt, proof))


def verify_and_prove(receipt: Receipt, key: Key, index: int, markdown: bytes | None = None) -> Verification:
    """Check a receipt, and make the proof of one of its leaves; `index` is 0-based."""
    checked, tree = _checked(receipt, key, markdown, "prove")
    if not checked.ok:
        return checked
    leaves, signed_root = receipt.block_leaves, receipt.text("blockMerkleRoot")
    if not leaves or tree is None or signed_root is None:
        return replace(checked, verdict="not_provable", reason="The receipt has no list of leaves to prove one from.")
    if not 0 <= index < len(leaves):
        reason = f"The receipt has {len(leaves)} leaves, numbered from 0; there is no number {index}."
        return replace(checked, verdict="not_provable", reason=reason)
    proof = BlockProof(index=index, leaf=leaves[index], root=signed_root, steps=tree.proof(index))
    return replace(checked, proof=proof, reason=f"Block {index} is part of the signed extract; its proof follows.")


def verify_live(
    receipt: Receipt, key: Key, extract: Callable[[str], Extract], markdown: bytes | None = None
) -> Verification:
    """Check a receipt, then read its page again and compare what it says now with what was signed.

    Args:
        receipt: What is checked.
        key: Whose receipt it should be.
        extract: Reads the page at a URL; raises `RefetchError` when it cannot.
        markdown: As for `verify`.
    """
    checked = verify(receipt, key, markdown, mode="live")
    if not checked.ok:
        return checked
    url = receipt.text("url")
    if url is None or receipt.text("contentHash") is None:
        reason = "The receipt signs no content of a page, so there is nothing to compare with."
        return replace(checked, verdict="refetch_failed", reason=reason)
    try:
        now = extract(url)
    except RefetchError as error:
        return replace(checked, verdict="refetch_failed", reason=f"The page could not be read again: {error}.")
    return _compared(receipt, checked, now)


def _checked(receipt: Receipt, key: Key, markdown: bytes | None, mode: Mode) -> tuple[Verification, Tree | None]:
    """What `verify` gives, and the tree over the list of leaves when it is the signed one."""
    signed = _verify_signature(receipt, key, mode)
    if not signed.ok:
        return signed, None
    if markdown is not None:
        is_same = content_hash(markdown) == receipt.text("contentHash")
        signed = replace(signed, content_hash_match=is_same)
        if not is_same:
            return replace(signed, verdict="content_mismatch", reason=_other_content(receipt)), None
    return _verify_leaves(receipt, signed)


def _verify_signature(receipt: Receipt, key: Key, mode: Mode) -> Verification:
    key_id, answer = receipt.text("keyId"), invalid(receipt, mode)
    if receipt.problem is not None:
        return answer
    if key_id != key.key_id:
        reason = f"The receipt names the key {key_id or '(none)'}, and the key given is {key.key_id}."
        return replace(answer, verdict="wrong_key", reason=reason)
    is_known = receipt.text("alg") == ALGORITHM
    if not is_known or not key.verifies(receipt.signature or "", receipt.canonical_bytes):
        return replace(answer, verdict="signature_invalid", reason=_why_invalid(receipt))
    answer = replace(answer, signature_valid=True)
    if receipt.unsigned_keys:
        reason = f"The receipt holds what no signature covers: {', '.join(map(ascii, receipt.unsigned_keys))}."
        return replace(answer, reason=reason)
    if receipt.text("kind") not in KINDS:
        return replace(answer, reason=f"The receipt is neither of kind {' nor '.join(KINDS)}.")
    return replace(answer, verdict="verified", reason="The receipt is as it was signed.")


def _why_invalid(receipt: Receipt) -> str:
    strange = ", ".join(map(ascii, receipt.unsigned_keys))
    also = f", or it signs what Receipt v1 has no place for: {strange}" if strange else ""
    either = "," if strange else ", or"
    return f"The signature does not fit: the receipt was changed{either} this key did not sign it{also}."


def _other_content(receipt: Receipt) -> str:
    if receipt.text("contentHash") is None:
        return "The receipt signs no content, so this Markdown is not what was signed."
    return "This Markdown is not what was signed."


def _verify_leaves(receipt: Receipt, signed: Verification) -> tuple[Verification, Tree | None]:
    """Refuse a list of leaves that the signed root does not stand for; gives the tree over one that it does."""
    if receipt.block_leaves is None:
        return signed, None
    try:
        tree = Tree.of(receipt.block_leaves)
    except ValueError:
        tree = None
    if tree is None or tree.root != receipt.text("blockMerkleRoot"):
        reason = "The list of leaves is not the one whose root was signed."
        return replace(signed, verdict="leaves_mismatch", reason=reason), None
    if tree.is_ambiguous:
        reason = "The last leaves merely repeat those before them; the signature cannot tell whether they were signed."
        return replace(signed, verdict="ambiguous_leaf_set", reason=reason), None
    return signed, tree


def _is_cited(receipt: Receipt, tree: Tree | None, block: Block, proof: Proof | None) -> bool:
    signed_root, leaves = receipt.text("blockMerkleRoot"), receipt.block_leaves
    try:
        own = leaf(block.text, block.selector)
    except ValueError:
        return False
    if signed_root is None:
        return False
    if tree is None or leaves is None:
        return proof is not None and verify_proof(own, proof, signed_root)
    # The list of leaves was found to be the signed one, so only a proof that it gives is one.
    places = (index for index, one in enumerate(leaves) if one == own)
    return any(proof is None or tree.proof(index) == proof for index in places)


def _why_not_cited(receipt: Receipt, proof: Proof | None) -> str:
    if receipt.text("blockMerkleRoot") is None:
        return "The receipt signs no blocks, so no block can be shown to be part of it."
    if proof is None and receipt.block_leaves is None:
        return "Neither a proof nor a list of leaves shows that this block is part of the signed extract."
    return "Nothing shows that exactly this text, at this place, is part of the signed extract."


def _compared(receipt: Receipt, checked: Verification, now: Extract) -> Verification:
    is_same = content_hash(now.markdown.encode("utf-8", "surrogatepass")) == receipt.text("contentHash")
    signed_root = receipt.text("blockMerkleRoot")
    answer = replace(checked, content_hash_match=is_same)
    if is_same and (signed_root is None or root(now.leaves) == signed_root):
        return replace(answer, reason="The page still says what was signed.")
    return replace(answer, verdict="drifted", reason=_drift(receipt, now))


def _drift(receipt: Receipt, now: Extract) -> str:
    leaves, toolchain = receipt.block_leaves or (), receipt.text("toolchain") or ""
    there = set(now.leaves)
    kept = f" {sum(one in there for one in leaves)} of {len(leaves)} blocks are still there." if leaves else ""
    other = (
        ""
        if toolchain.startswith("reachweaver/")
        else f" {toolchain or 'Whoever made it'} may also read pages in another way."
    )
    return f"The page no longer says what was signed.{kept}{other}"
