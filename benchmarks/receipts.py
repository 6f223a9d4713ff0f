"""Receipts alone, without files: reading one and verifying a passage cited from it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

from figures import Row, at_most, milliseconds

from reachweaver.lookup.answers import parse_answer
from reachweaver.lookup.merkle import Tree, leaf
from reachweaver.lookup.receipts import parse_proof, sign_receipt
from reachweaver.lookup.signatures import PublicKey, new_signing_key
from reachweaver.lookup.verification import Block, verify_citation

BLOCKS = 1000
CITED = 700


def rows() -> list[Row]:
    """A citation with its proof alone, and one out of a receipt that lists the leaves of a long page."""
    leaves = [leaf(f"Block {number} says that saving takes {number}% less time.", "p") for number in range(BLOCKS)]
    tree, key = Tree.of(leaves), new_signing_key()
    signed = sign_receipt(
        {"kind": "extraction", "url": "https://example.org/", "blockMerkleRoot": tree.root}, key, leaves
    )
    proof = json.dumps([step.to_json() for step in tree.proof(CITED)])
    whole = signed.to_json()
    receipts = {
        f"verify a citation from a page of {BLOCKS:,} blocks": whole["signed"],
        f"the same, with the list of {BLOCKS:,} leaves checked too": whole,
    }
    return [_row(what, json.dumps(receipt), proof, key.public) for what, receipt in receipts.items()]


def _row(what: str, receipt: str, proof: str, key: PublicKey) -> Row:
    samples = milliseconds(_timed(receipt, proof, key))
    return Row(what=what, who="look-up", samples=samples, targets=(at_most(samples, 5, "ms"),))


def _timed(receipt: str, proof: str, key: PublicKey, times: int = 100) -> Iterator[float]:
    """Seconds that each reading and verifying took, after one that does not count."""
    block = Block(text=f"Block {CITED} says that saving takes {CITED}% less time.", selector="p")
    for number in range(times + 1):
        started = time.perf_counter()
        answer = verify_citation(parse_answer(receipt).receipt, key, block, parse_proof(proof))
        took = time.perf_counter() - started
        assert answer.verdict == "citation_verified"
        if number:
            yield took
