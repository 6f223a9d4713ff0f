"""The Merkle tree over a page's blocks (Receipt v1): leaves, root, and proofs that a block stands under a root.

Takes texts and hashes, gives hashes; a leaf is 64 lower-case hexadecimal digits, a root has `sha256:` in front. A proof
shows that a block was part of the signed extract. It says nothing about whether the block is true.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import Final

from reachweaver.data import dataclass

PREFIX: Final = "sha256:"
MOST_STEPS: Final = 64
"""No page has so many blocks that a proof needs more steps."""

_HASH: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class ProofStep:
    """One step up from a leaf to the root."""

    hash: str
    """The other node of the pair."""
    sibling_is_right: bool
    """Whether that node is the right one of the two."""

    def to_json(self) -> dict[str, str | bool]:
        """The step as proofs are exchanged."""
        return {"hash": self.hash, "siblingIsRight": self.sibling_is_right}


Proof = tuple[ProofStep, ...]
"""From the leaf up; empty for a tree of one leaf."""


def content_hash(content: bytes) -> str:
    """How receipts write the hash of an extract's Markdown, taken as the bytes that were returned."""
    return PREFIX + hashlib.sha256(content).hexdigest()


def leaf(text: str, selector: str = "") -> str:
    """The leaf of a block.

    Raises:
        ValueError: One of the two holds a NUL, so that it could not be told where the text ends.
    """
    if "\0" in text or "\0" in selector:
        raise ValueError("a block holds no NUL character")
    return hashlib.sha256(f"{text}\0{selector}".encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Tree:
    """The tree over leaves in their order, each level computed once."""

    levels: tuple[tuple[bytes, ...], ...]
    """From the leaves up to the root alone; none for no leaves."""

    @classmethod
    def of(cls, leaves: Iterable[str]) -> Tree:
        """The tree over leaves.

        Raises:
            ValueError: One of them is no hash.
        """
        texts = tuple(leaves)
        if not all(map(is_hash, texts)):
            raise ValueError("a leaf is 64 lower-case hexadecimal digits")
        level = tuple(map(bytes.fromhex, texts))
        levels = [level] if level else []
        while len(level) > 1:
            # An odd node at the end of a level is paired with itself.
            even = level if len(level) % 2 == 0 else (*level, level[-1])
            level = tuple(map(_parent, even[::2], even[1::2]))
            levels.append(level)
        return cls(tuple(levels))

    @property
    def root(self) -> str | None:
        """The root; None for no leaves."""
        return PREFIX + self.levels[-1][0].hex() if self.levels else None

    @property
    def is_ambiguous(self) -> bool:
        """Whether the last run of leaves merely repeats the one before it.

        An odd node is paired with itself, so that leaving such a run out may give the same root: the signature cannot
        tell whether those leaves were signed or added afterwards.
        """
        return any(len(level) > 1 and len(level) % 2 == 0 and level[-1] == level[-2] for level in self.levels)

    def proof(self, index: int) -> Proof:
        """The proof of the leaf at a 0-based index.

        Raises:
            IndexError: There is no such leaf.
        """
        if not self.levels or not 0 <= index < len(self.levels[0]):
            raise IndexError(index)
        steps = []
        for level in self.levels[:-1]:
            sibling = level[min(index ^ 1, len(level) - 1)]
            steps.append(ProofStep(sibling.hex(), sibling_is_right=index % 2 == 0))
            index //= 2
        return tuple(steps)


def root(leaves: Iterable[str]) -> str | None:
    """The root over leaves in their order; see `Tree`."""
    return Tree.of(leaves).root


def verify_proof(leaf_hash: str, steps: Proof, root_hash: str) -> bool:
    """Whether the steps lead from the leaf to the root; False, not an error, when one of them is no hash."""
    if len(steps) > MOST_STEPS or not all(map(is_hash, (leaf_hash, *(step.hash for step in steps)))):
        return False
    node = bytes.fromhex(leaf_hash)
    for step in steps:
        sibling = bytes.fromhex(step.hash)
        node = _parent(node, sibling) if step.sibling_is_right else _parent(sibling, node)
    return PREFIX + node.hex() == root_hash


def is_hash(text: str) -> bool:
    """Whether a text is 64 lower-case hexadecimal digits."""
    return _HASH.fullmatch(text) is not None


def _parent(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(left + right).digest()
