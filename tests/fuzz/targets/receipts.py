"""Receipt verification: nothing but what was signed verifies, and whatever is no receipt, key or proof is told so.

Texts: the receipt, the Markdown, a block, its selector, a proof, and a public key.
"""

from __future__ import annotations

from pathlib import Path

from reachweaver.lookup import merkle
from reachweaver.lookup.answers import parse_answer
from reachweaver.lookup.canonical import canonical_json
from reachweaver.lookup.receipts import Receipt, load_json, parse_proof
from reachweaver.lookup.signatures import InvalidKeyError, read_public_key
from reachweaver.lookup.stored import UnusableReceiptError, read_stored
from reachweaver.lookup.verification import Block, verify, verify_and_prove, verify_citation
from tests.fuzz.reading import texts_of

DATA = Path(__file__).parents[2] / "lookup" / "data"
MARKDOWN = (DATA / "occam.md").read_bytes()
KEY = read_public_key((DATA / "occam.pem").read_bytes())
SIGNED = parse_answer((DATA / "occam.receipt.json").read_text(encoding="utf-8")).receipt


def check(data: bytes) -> None:
    """Everything that holds for a receipt and what it is compared with."""
    text, markdown, words, selector, proof, pem = texts_of(data, 6)
    receipt = parse_answer(text).receipt
    check_verdicts(receipt, markdown.encode("utf-8", "surrogateescape"))
    check_citation(receipt, Block(text=words, selector=selector), proof)
    check_key(pem)
    check_tree(words.split("\n"), selector)
    check_stored(text)
    if receipt.problem is None:
        again = parse_answer(json_of(receipt)).receipt
        assert again.canonical_bytes == receipt.canonical_bytes
        assert load_json(receipt.canonical_bytes.decode("ascii"))


def json_of(receipt: Receipt) -> str:
    """The receipt's envelope as it is signed, with its signature."""
    return canonical_json(receipt.signed).decode("ascii")


def check_verdicts(receipt: Receipt, markdown: bytes) -> None:
    """A receipt is only good when it says what was signed, and its Markdown when it is the signed one."""
    answer = verify(receipt, KEY)
    if answer.ok:
        assert receipt.signed == SIGNED.signed
        assert not receipt.unsigned_keys
        assert receipt.block_leaves in (None, SIGNED.block_leaves)
    with_markdown = verify(receipt, KEY, markdown)
    assert not with_markdown.ok or (answer.ok and markdown == MARKDOWN)
    assert answer.ok or with_markdown.verdict == answer.verdict
    proven = verify_and_prove(receipt, KEY, 0)
    if proven.proof is not None:
        assert merkle.verify_proof(proven.proof.leaf, proven.proof.steps, proven.proof.root)


def check_citation(receipt: Receipt, block: Block, proof: str) -> None:
    """A block is only cited when its leaf is one of those that were signed."""
    try:
        steps = parse_proof(proof)
    except ValueError:
        steps = None
    answer = verify_citation(receipt, KEY, block, steps)
    if answer.ok:
        assert SIGNED.block_leaves is not None
        assert merkle.leaf(block.text, block.selector) in SIGNED.block_leaves


def check_key(pem: str) -> None:
    """A text is a key or is told not to be one."""
    try:
        key = read_public_key(pem.encode("utf-8", "surrogateescape"))
    except InvalidKeyError as error:
        assert str(error)
    else:
        assert key.key_id.startswith("k1:")


def check_stored(text: str) -> None:
    """A stored receipt shows its page, or a sentence says why it shows nothing."""
    for key in (KEY, "there is none"):
        try:
            page = read_stored(text, lambda _, __, key=key: key)
        except UnusableReceiptError as error:
            assert str(error).endswith(".")
        else:
            assert page.passages.texts
            assert page.is_of(page.url)
            assert (page.unchecked is None) == (key is KEY)


def check_tree(texts: list[str], other: str) -> None:
    """Each block's proof verifies with it, and with no other text."""
    leaves = [merkle.leaf(text) for text in texts if "\0" not in text][:40]
    tree = merkle.Tree.of(leaves)
    if tree.root is None:
        return
    stranger = merkle.leaf(other.replace("\0", ""))
    for index, one in enumerate(leaves):
        steps = tree.proof(index)
        assert merkle.verify_proof(one, steps, tree.root)
        assert stranger == one or not merkle.verify_proof(stranger, steps, tree.root)
        assert not merkle.verify_proof(one, (*steps, merkle.ProofStep(one, sibling_is_right=True)), tree.root)
