"""The Merkle tree over blocks: every leaf has a proof, nothing else has one, and repeated tails are refused."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from reachweaver.lookup import merkle
from reachweaver.lookup.merkle import MOST_STEPS, ProofStep, Tree

BLOCKS = st.tuples(
    st.text(st.characters(exclude_characters="\0"), max_size=8), st.sampled_from(["", "p", "li:nth-child(2)"])
)
LEAF_SETS = st.lists(BLOCKS.map(lambda block: merkle.leaf(*block)), min_size=1, max_size=40)


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def pair(left: str, right: str) -> str:
    return sha(bytes.fromhex(left) + bytes.fromhex(right))


def leaves(count: int) -> list[str]:
    return [merkle.leaf(f"block {number}", "p") for number in range(count)]


@pytest.mark.parametrize(
    ("text", "selector", "preimage"),
    [
        ("alpha", "#a", b"alpha\0#a"),
        ("alpha", "", b"alpha\0"),
        ("", "", b"\0"),
        ("Größe 🚀", "main > p", "Größe 🚀\0main > p".encode()),
        ("two\nlines", "pre", b"two\nlines\0pre"),
    ],
)
def test_a_leaf_is_text_nul_selector(text: str, selector: str, preimage: bytes) -> None:
    """The leaf is the hash of both, parted by one NUL byte, in lower-case hexadecimal."""
    assert merkle.leaf(text, selector) == sha(preimage)


@pytest.mark.parametrize(("text", "selector"), [("a\0b", ""), ("a", "\0"), ("\0", "")])
def test_a_block_with_a_nul_has_no_leaf(text: str, selector: str) -> None:
    """Text and selector could be parted elsewhere with the same hash, so there is none."""
    with pytest.raises(ValueError, match="NUL"):
        merkle.leaf(text, selector)


def test_roots_of_small_trees() -> None:
    """No leaves, no root; one is its own; an odd node at the end of a level is paired with itself."""
    a, b, c, d, e = leaves(5)
    assert merkle.root([]) is None
    assert merkle.root([a]) == f"sha256:{a}"
    assert merkle.root([a, b]) == f"sha256:{pair(a, b)}"
    assert merkle.root([a, b, c]) == f"sha256:{pair(pair(a, b), pair(c, c))}"
    assert merkle.root([a, b, c, d]) == f"sha256:{pair(pair(a, b), pair(c, d))}"
    ee = pair(e, e)
    assert merkle.root([a, b, c, d, e]) == f"sha256:{pair(pair(pair(a, b), pair(c, d)), pair(ee, ee))}"


def test_a_proof_goes_from_the_leaf_up() -> None:
    """Each step names the other node of the pair and its side; an odd node's other is itself, on the right."""
    a, b, c = leaves(3)
    assert merkle.Tree.of([a]).proof(0) == ()
    assert merkle.Tree.of([a, b, c]).proof(1) == (ProofStep(a, False), ProofStep(pair(c, c), True))
    assert merkle.Tree.of([a, b, c]).proof(2) == (ProofStep(c, True), ProofStep(pair(a, b), False))
    assert merkle.Tree.of([a, b, c]).proof(2)[0].to_json() == {"hash": c, "siblingIsRight": True}


@given(LEAF_SETS)
def test_every_leaf_has_a_proof(leaf_set: list[str]) -> None:
    """Of any leaves, repeated ones included, each has a proof that leads to the root."""
    tree = Tree.of(leaf_set)
    assert tree.root is not None
    for index, leaf in enumerate(leaf_set):
        assert merkle.verify_proof(leaf, tree.proof(index), tree.root)


@given(LEAF_SETS, st.data())
def test_no_other_text_has_it(leaf_set: list[str], data: st.DataObject) -> None:
    """A proof verifies for its own leaf alone."""
    index = data.draw(st.integers(0, len(leaf_set) - 1))
    other = merkle.leaf(*data.draw(BLOCKS))
    tree = Tree.of(leaf_set)
    assert tree.root is not None
    assert merkle.verify_proof(other, tree.proof(index), tree.root) == (other == leaf_set[index])


@given(st.integers(1, 40), st.data())
def test_a_proof_cannot_be_changed(count: int, data: st.DataObject) -> None:
    """A step more, a step less, two steps exchanged, a hash or a side changed: none leads to the root any more."""
    tree = Tree.of(leaves(count))
    index = data.draw(st.integers(0, count - 1))
    proof, leaf = tree.proof(index), leaves(count)[index]
    node = leaf
    for at, step in enumerate(proof):
        rest = proof[at + 1 :]
        changed = [
            proof[:at] + rest,
            (*proof[:at], replace(step, hash=sha(b"other")), *rest),
            (*proof[:at], step, step, *rest),
        ]
        if step.hash != node:
            # The two sides of an odd node that is paired with itself are the same.
            changed.append((*proof[:at], replace(step, sibling_is_right=not step.sibling_is_right), *rest))
        assert not [one for one in changed if merkle.verify_proof(leaf, one, tree.root or "")]
        node = pair(node, step.hash) if step.sibling_is_right else pair(step.hash, node)
    assert not merkle.verify_proof(leaf, (*proof, ProofStep(node, True)), tree.root or "")


@pytest.mark.parametrize(
    "bad", ["", "ab", "G" * 64, "A" * 64, "a" * 63, "a" * 65, "a" * 64 + "\n", "é" * 64, "０" * 64]
)
def test_what_is_no_hash_is_refused(bad: str) -> None:
    """Only 64 lower-case hexadecimal digits are a hash; in a proof anything else verifies nothing."""
    (good,) = leaves(1)
    assert not merkle.is_hash(bad)
    assert not merkle.verify_proof(bad, (), f"sha256:{bad}")
    assert not merkle.verify_proof(good, (ProofStep(bad, True),), f"sha256:{good}")
    with pytest.raises(ValueError, match="hexadecimal"):
        Tree.of([good, bad])


def test_a_proof_of_no_end_is_refused() -> None:
    """More steps than any page needs are refused before they are hashed."""
    node = (leaf := leaves(1)[0])
    steps = (ProofStep(sha(b"x"), True),) * (MOST_STEPS + 1)
    for step in steps:
        node = pair(node, step.hash)
    assert not merkle.verify_proof(leaf, steps, f"sha256:{node}")


@pytest.mark.parametrize("index", [-1, 3, 10**9])
def test_a_leaf_that_is_not_there_has_no_proof(index: int) -> None:
    """Indexes count from 0 and never from the end."""
    with pytest.raises(IndexError):
        merkle.Tree.of(leaves(3)).proof(index)
    with pytest.raises(IndexError):
        merkle.Tree.of([]).proof(index)


@given(st.integers(1, 40))
def test_repeating_the_last_run_keeps_the_root_and_is_found(count: int) -> None:
    """Wherever a level is odd, its last node can be repeated under the same root; each such set is ambiguous."""
    plain = leaves(count)
    assert not merkle.Tree.of(plain).is_ambiguous
    width, level = 1, count
    while level > 1:
        if level % 2 and count % width == 0:
            repeated = plain + plain[-width:]
            assert merkle.root(repeated) == merkle.root(plain)
            assert merkle.Tree.of(repeated).is_ambiguous
        width, level = 2 * width, (level + 1) // 2


def test_equal_blocks_elsewhere_are_not_ambiguous() -> None:
    """Only the last run of leaves can be one that nobody signed."""
    a, b, c = leaves(3)
    assert not merkle.Tree.of([a, a, b, c]).is_ambiguous
    assert not merkle.Tree.of([a, b, a]).is_ambiguous
    assert not merkle.Tree.of([]).is_ambiguous
    assert not merkle.Tree.of([a]).is_ambiguous
    assert merkle.Tree.of([a, b, c, c]).is_ambiguous
    assert merkle.Tree.of([a, b, a, b]).is_ambiguous
    assert merkle.Tree.of([a, a]).is_ambiguous
