"""One verdict for whatever was changed: the envelope, the Markdown, the key, a leaf, a proof or the page itself."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from reachweaver.lookup import merkle
from reachweaver.lookup.merkle import ProofStep, Tree
from reachweaver.lookup.receipts import KEYS, Receipt, read_receipt, sign_receipt
from reachweaver.lookup.signatures import InvalidKeyError, read_public_key
from reachweaver.lookup.verification import (
    Block,
    RefetchError,
    Verification,
    verify,
    verify_and_prove,
    verify_citation,
    verify_live,
)
from tests.lookup.receipt_data import (
    BLOCKS,
    KEY,
    LEAVES,
    MARKDOWN,
    NEGATIVE,
    OCCAM,
    OCCAM_KEY,
    OCCAM_MARKDOWN,
    OCCAM_PEM,
    OCCAM_TEXT,
    OTHER_KEY,
    parse_receipt,
    receipt,
)

PUBLIC = KEY.public
CITED = Block(text=BLOCKS[1][0], selector=BLOCKS[1][1])


def tampered(change: Any, one: Receipt | None = None) -> Receipt:
    """A receipt whose JSON was changed after it was signed."""
    value = (receipt() if one is None else one).to_json()
    change(value)
    return read_receipt(value)


def verdict(one: Receipt, markdown: bytes | None = MARKDOWN) -> str:
    return verify(one, PUBLIC, markdown).verdict


def test_a_receipt_that_occam_signed_verifies() -> None:
    """Receipts of others are verified with their key, with their Markdown or without it."""
    answer = verify(OCCAM, OCCAM_KEY, OCCAM_MARKDOWN)
    assert answer.to_json() == {
        "ok": True,
        "mode": "offline",
        "verdict": "verified",
        "signatureValid": True,
        "contentHashMatch": True,
        "keyId": "k1:1a830d71a14381a8",
    }
    assert verify(OCCAM, OCCAM_KEY).to_json() == {**answer.to_json(), "contentHashMatch": None}


def test_changing_any_byte_of_a_receipt_is_found() -> None:
    """Each byte replaced by each other: either the values are the same, or the right verdict tells."""
    for at, byte in enumerate(OCCAM_TEXT):
        for other in range(256):
            try:
                changed = parse_receipt((OCCAM_TEXT[:at] + bytes([other]) + OCCAM_TEXT[at + 1 :]).decode())
            except UnicodeDecodeError:
                continue
            if changed == OCCAM:
                assert other == byte or (chr(byte).isspace() and chr(other).isspace())
            elif _expected(changed) == "signature_invalid" and (byte ^ other).bit_count() > 1:
                # What the signature covers, or the signature, is another; that this is found is tried bit by bit.
                signed = (changed.canonical_bytes, changed.signature)
                assert signed != (OCCAM.canonical_bytes, OCCAM.signature)
            else:
                answer = verify(changed, OCCAM_KEY, OCCAM_MARKDOWN)
                assert (answer.verdict, answer.ok, answer.signature_valid) == (_expected(changed), False, False)


def _expected(changed: Receipt) -> str:
    if changed.problem is not None:
        return "invalid_receipt"
    return "signature_invalid" if changed.text("keyId") == OCCAM_KEY.key_id else "wrong_key"


def test_changing_any_byte_of_the_markdown_is_found() -> None:
    """Each byte changed, one more and one less: the signature stays valid and the content is another."""
    changed = [
        OCCAM_MARKDOWN[:at] + bytes([byte ^ 1 << bit]) + OCCAM_MARKDOWN[at + 1 :]
        for at, byte in enumerate(OCCAM_MARKDOWN)
        for bit in range(8)
    ]
    for markdown in (*changed, b"", OCCAM_MARKDOWN + b"\n", OCCAM_MARKDOWN[:-1], b"\xef\xbb\xbf" + OCCAM_MARKDOWN):
        answer = verify(OCCAM, OCCAM_KEY, markdown)
        assert (answer.verdict, answer.signature_valid, answer.content_hash_match) == ("content_mismatch", True, False)


def test_changing_any_byte_of_the_key_is_found() -> None:
    """Each bit of the PEM file: it is no key any more, or another one, or the same key written in another way."""
    for at, byte in enumerate(OCCAM_PEM):
        for bit in range(8):
            pem = OCCAM_PEM[:at] + bytes([byte ^ 1 << bit]) + OCCAM_PEM[at + 1 :]
            try:
                key = read_public_key(pem)
            except InvalidKeyError:
                continue
            same = key.pem == OCCAM_KEY.pem
            assert verify(OCCAM, key).verdict == ("verified" if same else "wrong_key")


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"playbook": None},
        {"blockMerkleRoot": None, "leafSetComplete": None},
        {"leafSetComplete": False},
        {"tokens": 2**31 - 1, "confidence": 0.7188},
        {"tokens": 0, "confidence": 0.00001},
        {"statusCode": 403},
        {"playbook": {"id": "a&b", "version": "é🚀"}},
        {"url": 'https://example.org/"quoted"?a=1&b=<2>', "toolchain": "a\tb\x7f\u2028"},
    ],
)
def test_every_kind_of_receipt_verifies(changes: dict[str, Any]) -> None:
    """Receipts with any of the optional members verify, as made and after being written and read."""
    leaves = LEAVES if changes.get("blockMerkleRoot", LEAVES) else None
    made = receipt(leaves=leaves, **changes)
    for one in (made, parse_receipt(json.dumps(made.to_json()))):
        assert verdict(one) == "verified"
        assert verdict(one, None) == "verified"


def test_a_negative_receipt_verifies() -> None:
    """A refusal that was signed verifies; it signs no content, so no Markdown is its own."""
    negative = sign_receipt(NEGATIVE, KEY)
    assert verify(negative, PUBLIC).to_json()["verdict"] == "verified"
    answer = verify(negative, PUBLIC, b"")
    assert (answer.verdict, answer.content_hash_match) == ("content_mismatch", False)


@pytest.mark.parametrize("key", [key for key in KEYS if key not in ("v", "sig", "keyId")])
def test_a_changed_or_missing_member_is_found(key: str) -> None:
    """Whichever signed member is changed or taken out, the signature no longer fits."""
    signed = receipt(failureCode="http_404", statusCode=1)
    other = {"tokens": 43, "statusCode": 2, "confidence": 0.5, "leafSetComplete": False, "playbook": {"id": "x"}}
    assert verdict(tampered(lambda value: value["signed"].update({key: other.get(key, "x")}), signed)) == (
        "signature_invalid"
    )
    assert verdict(tampered(lambda value: value["signed"].pop(key), signed)) == "signature_invalid"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda value: value["signed"].pop("sig"), "invalid_receipt"),
        (lambda value: value["signed"].update(sig=None), "invalid_receipt"),
        (lambda value: value["signed"].update(sig=""), "signature_invalid"),
        (lambda value: value["signed"].update(sig="!" * 86), "signature_invalid"),
        (lambda value: value["signed"].update(sig="A" * 86), "signature_invalid"),
        (lambda value: value["signed"].update(v=2), "invalid_receipt"),
        (lambda value: value["signed"].update(v="1"), "invalid_receipt"),
        (lambda value: value["signed"].pop("v"), "invalid_receipt"),
        (lambda value: value["signed"].pop("keyId"), "wrong_key"),
        (lambda value: value["signed"].update(keyId="k1:0000000000000000"), "wrong_key"),
        (lambda value: value["signed"].update(keyId=OTHER_KEY.key_id), "wrong_key"),
        (lambda value: value["signed"].update(title="40% faster"), "invalid_receipt"),
        (lambda value: value["signed"]["playbook"].update(by="x"), "invalid_receipt"),
        (lambda value: value.update(signed=None), "invalid_receipt"),
        (lambda value: value.update(tokensUsed=7), "verified"),
    ],
)
def test_each_change_has_its_verdict(change: Any, expected: str) -> None:
    """Version and signature come first, then the key, then the signature; what stands outside `signed` is not claimed."""
    assert verdict(tampered(change)) == expected


def test_another_key_is_told_from_a_bad_signature() -> None:
    """A key with another id is the wrong one; a receipt that only names the right one has an invalid signature."""
    answer = verify(receipt(), OTHER_KEY.public, MARKDOWN)
    assert (answer.verdict, answer.key_id, answer.signature_valid) == ("wrong_key", KEY.key_id, False)
    forged = tampered(lambda value: value["signed"].update(keyId=KEY.key_id), receipt(OTHER_KEY))
    assert verdict(forged) == "signature_invalid"


def test_a_signature_over_another_algorithm_or_kind_is_refused() -> None:
    """What its owner signed under another algorithm's name, or as another kind, is no receipt of this format."""
    for key, expected in (("alg", "signature_invalid"), ("kind", "invalid_receipt")):
        odd = Receipt(signed={**receipt().signed, key: "none"})
        odd = Receipt(signed={**odd.signed, "sig": KEY.sign(odd.canonical_bytes)})
        assert verdict(odd) == expected


@pytest.mark.parametrize(
    ("leaves", "expected"),
    [
        (LEAVES, "verified"),
        ((), "leaves_mismatch"),
        (LEAVES[:-1], "leaves_mismatch"),
        ((*LEAVES, LEAVES[0]), "leaves_mismatch"),
        ((LEAVES[1], LEAVES[0], *LEAVES[2:]), "leaves_mismatch"),
        (("x", *LEAVES[1:]), "leaves_mismatch"),
        ((LEAVES[0].upper(), *LEAVES[1:]), "leaves_mismatch"),
        ((*LEAVES, LEAVES[-1]), "ambiguous_leaf_set"),
        ((*LEAVES, *LEAVES[-1:] * 3), "ambiguous_leaf_set"),
    ],
)
def test_a_list_of_leaves_that_was_not_signed_is_refused(leaves: tuple[str, ...], expected: str) -> None:
    """The unsigned list must give the signed root, and must not merely repeat its end."""
    assert verdict(tampered(lambda value: value.update(blockLeaves=list(leaves)))) == expected


def test_leaves_without_a_root_are_refused() -> None:
    """A receipt that signs no root has no leaves; an empty list is none."""
    bare = {"blockMerkleRoot": None}
    assert verdict(receipt(leaves=(), **bare)) == "verified"
    assert verdict(receipt(leaves=LEAVES, **bare)) == "leaves_mismatch"


def test_changing_any_digit_of_a_leaf_is_found() -> None:
    """Each digit of each leaf counts."""
    for index, leaf in enumerate(LEAVES):
        for at, digit in enumerate(leaf):
            other = leaf[:at] + ("0" if digit != "0" else "1") + leaf[at + 1 :]
            changed = replace(receipt_of_all(), block_leaves=(*LEAVES[:index], other, *LEAVES[index + 1 :]))
            assert verdict(changed) == "leaves_mismatch"


def receipt_of_all(made: list[Receipt] = []) -> Receipt:  # noqa: B006 (made once for all)
    if not made:
        made.append(receipt())
    return made[0]


@pytest.mark.parametrize("with_leaves", [True, False])
@pytest.mark.parametrize("index", range(len(BLOCKS)))
def test_each_block_can_be_cited(index: int, with_leaves: bool) -> None:
    """With its text, its place and its proof, a block verifies; without a proof it is found in the list of leaves."""
    signed = receipt(leaves=LEAVES if with_leaves else None)
    block = Block(text=BLOCKS[index][0], selector=BLOCKS[index][1])
    proof = merkle.Tree.of(LEAVES).proof(index)
    answer = verify_citation(signed, PUBLIC, block, proof, MARKDOWN)
    assert answer.to_json() == {
        "ok": True,
        "mode": "citation",
        "verdict": "citation_verified",
        "signatureValid": True,
        "contentHashMatch": True,
        "keyId": KEY.key_id,
    }
    assert verify_citation(signed, PUBLIC, block).verdict == (
        "citation_verified" if with_leaves else "citation_invalid"
    )


@pytest.mark.parametrize("with_leaves", [True, False])
@pytest.mark.parametrize(
    ("block", "index"),
    [
        (Block(text=CITED.text + " ", selector=CITED.selector), 1),
        (Block(text=CITED.text.upper(), selector=CITED.selector), 1),
        (Block(text=CITED.text.replace("500", "900"), selector=CITED.selector), 1),
        (Block(text="", selector=CITED.selector), 1),
        (Block(text=CITED.text), 1),
        (Block(text=CITED.text, selector="p:nth-child(3)"), 1),
        (Block(text=f"{CITED.text}\0{CITED.selector}"), 1),
        (Block(text=CITED.text, selector=f"{CITED.selector}\0"), 1),
        (Block(text="\ud83d", selector=CITED.selector), 1),
        (CITED, 0),
        (CITED, 2),
    ],
)
def test_no_other_text_can_be_cited(block: Block, index: int, with_leaves: bool) -> None:
    """Another text, another place, or another block's proof: the citation is invalid, the receipt is not."""
    signed = receipt(leaves=LEAVES if with_leaves else None)
    answer = verify_citation(signed, PUBLIC, block, merkle.Tree.of(LEAVES).proof(index))
    assert (answer.verdict, answer.signature_valid, answer.ok) == ("citation_invalid", True, False)


@pytest.mark.parametrize("with_leaves", [True, False])
def test_a_changed_proof_is_found(with_leaves: bool) -> None:
    """Each digit of each step, each side, and each step left out or doubled."""
    signed = receipt(leaves=LEAVES if with_leaves else None)
    proof = merkle.Tree.of(LEAVES).proof(1)
    for changed in _changed_proofs(proof):
        assert verify_citation(signed, PUBLIC, CITED, changed).verdict == "citation_invalid"


def _changed_proofs(proof: tuple[ProofStep, ...]) -> Iterable[tuple[ProofStep, ...]]:
    for at, step in enumerate(proof):
        rest = proof[at + 1 :]
        yield (*proof[:at], replace(step, sibling_is_right=not step.sibling_is_right), *rest)
        yield (*proof[:at], *rest)
        yield (*proof[:at], step, step, *rest)
        for place, digit in enumerate(step.hash):
            for other in ({"0", "1"} - {digit}, {digit.upper()} - {digit}):
                for one in other:
                    yield (*proof[:at], replace(step, hash=step.hash[:place] + one + step.hash[place + 1 :]), *rest)


def test_an_odd_nodes_step_has_one_side_where_the_leaves_are_known() -> None:
    """Paired with itself, a node has the same parent from either side; with the list only one of them is the proof."""
    last = len(LEAVES) - 1
    block, proof = Block(text=BLOCKS[last][0], selector=BLOCKS[last][1]), merkle.Tree.of(LEAVES).proof(last)
    turned = (replace(proof[0], sibling_is_right=False), *proof[1:])
    assert verify_citation(receipt(), PUBLIC, block, proof).verdict == "citation_verified"
    assert verify_citation(receipt(), PUBLIC, block, turned).verdict == "citation_invalid"


@given(st.lists(st.text(st.characters(exclude_characters="\0"), max_size=6), min_size=1, max_size=12), st.data())
@settings(max_examples=60)
def test_any_block_of_any_page_can_be_cited(texts: list[str], data: st.DataObject) -> None:
    """Of any page, equal blocks included, each block verifies, and a text that is not there never does."""
    leaves = tuple(map(merkle.leaf, texts))
    tree = Tree.of(leaves)
    signed = receipt(leaves=leaves, blockMerkleRoot=tree.root)
    index = data.draw(st.integers(0, len(texts) - 1))
    answer = verify_citation(signed, PUBLIC, Block(text=texts[index]), tree.proof(index))
    assert answer.verdict == ("ambiguous_leaf_set" if tree.is_ambiguous else "citation_verified")
    other = data.draw(st.text(max_size=6))
    if other not in texts:
        alone = replace(signed, block_leaves=None)
        assert verify_citation(alone, PUBLIC, Block(text=other), tree.proof(index)).verdict == "citation_invalid"


def test_a_citation_rests_on_the_signature() -> None:
    """A receipt that does not verify says so first; one without a root has nothing to cite."""
    proof = merkle.Tree.of(LEAVES).proof(1)
    assert verify_citation(receipt(), OTHER_KEY.public, CITED, proof).verdict == "wrong_key"
    assert verify_citation(receipt(), PUBLIC, CITED, proof, b"other").verdict == "content_mismatch"
    other_root = tampered(lambda value: value["signed"].update(blockMerkleRoot=f"sha256:{LEAVES[1]}"))
    assert verify_citation(other_root, PUBLIC, CITED, ()).verdict == "signature_invalid"
    bare = receipt(leaves=None, blockMerkleRoot=None)
    answer = verify_citation(bare, PUBLIC, CITED, proof)
    assert (answer.verdict, answer.reason) == (
        "citation_invalid",
        "The receipt signs no blocks, so no block can be shown to be part of it.",
    )


@pytest.mark.parametrize("index", range(len(LEAVES)))
def test_a_proof_is_made_from_the_list(index: int) -> None:
    """The answer holds leaf, root and steps, and whoever has the text can verify the citation with them alone."""
    answer = verify_and_prove(receipt(), PUBLIC, index, MARKDOWN)
    assert answer.to_json() == {
        "ok": True,
        "mode": "prove",
        "verdict": "verified",
        "signatureValid": True,
        "contentHashMatch": True,
        "keyId": KEY.key_id,
        "root": merkle.root(LEAVES),
        "leafIndex": index,
        "leaf": LEAVES[index],
        "proof": [step.to_json() for step in merkle.Tree.of(LEAVES).proof(index)],
    }


@pytest.mark.parametrize(
    ("one", "index", "expected"),
    [
        (receipt(leaves=None), 0, "not_provable"),
        (receipt(leaves=(), blockMerkleRoot=None), 0, "not_provable"),
        (receipt(), len(LEAVES), "not_provable"),
        (receipt(), -1, "not_provable"),
        (receipt(leaves=(*LEAVES, LEAVES[-1])), 0, "ambiguous_leaf_set"),
        (receipt(leaves=LEAVES[1:]), 0, "leaves_mismatch"),
        (receipt(OTHER_KEY), 0, "wrong_key"),
    ],
)
def test_what_cannot_be_proved_is_refused(one: Receipt, index: int, expected: str) -> None:
    """Without a list, beyond its end, or from a list that was not signed, there is no proof."""
    answer = verify_and_prove(one, PUBLIC, index)
    assert (answer.verdict, answer.proof, answer.ok) == (expected, None, False)


@dataclass(frozen=True)
class Page:
    markdown: str = MARKDOWN.decode()
    leaves: Sequence[str] = LEAVES


def live(one: Receipt, page: Page | Exception) -> Verification:
    def extract(url: str) -> Page:
        assert url == one.signed["url"]
        if isinstance(page, Exception):
            raise page
        return page

    return verify_live(one, PUBLIC, extract)


@pytest.mark.parametrize(
    ("page", "expected", "is_same", "reason"),
    [
        (Page(), "verified", True, "The page still says what was signed."),
        (
            Page(markdown="# Other", leaves=LEAVES[:2]),
            "drifted",
            False,
            "The page no longer says what was signed. 2 of 5 blocks are still there.",
        ),
        (
            Page(leaves=LEAVES[:2]),
            "drifted",
            True,
            "The page no longer says what was signed. 2 of 5 blocks are still there.",
        ),
        (RefetchError("timeout"), "refetch_failed", None, "The page could not be read again: timeout."),
    ],
)
def test_the_page_is_compared_as_it_is_now(
    page: Page | Exception, expected: str, is_same: bool | None, reason: str
) -> None:
    """Content and blocks are compared with what was signed; a page that cannot be read is no verdict on the receipt."""
    answer = live(receipt(), page)
    assert (answer.verdict, answer.content_hash_match, answer.reason) == (expected, is_same, reason)
    assert answer.signature_valid


def test_another_tools_reading_may_differ() -> None:
    """The reason for a difference says that another tool took the extract, which may read pages in its own way."""
    other = receipt(leaves=None, toolchain="ff-occam/1.0.0-rc.2", blockMerkleRoot=None)
    assert live(other, Page(markdown="x")).reason == (
        "The page no longer says what was signed. ff-occam/1.0.0-rc.2 may also read pages in another way."
    )
    assert live(other, Page()).verdict == "verified"


def test_nothing_is_fetched_for_a_receipt_that_does_not_verify() -> None:
    """The page of a receipt that was changed, or that signs no content, is never asked for."""
    unreachable = AssertionError("fetched")
    forged = tampered(lambda value: value["signed"].update(url="http://localhost/"))
    assert live(forged, unreachable).verdict == "signature_invalid"
    assert live(sign_receipt(NEGATIVE, KEY), unreachable).verdict == "refetch_failed"
