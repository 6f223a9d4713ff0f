"""Receipts are read whatever they hold, signed over exactly the bytes of Receipt v1, and written as they are read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from reachweaver.lookup.merkle import ProofStep
from reachweaver.lookup.receipts import KEYS, Receipt, parse_proof, read_receipt, sign_receipt
from tests.lookup.receipt_data import EXTRACTION, KEY, LEAVES, NEGATIVE, OCCAM, OCCAM_TEXT, parse_receipt, receipt

ENVELOPE: dict[str, Any] = json.loads(OCCAM_TEXT)["signed"]
CANONICAL = (
    b'{"v":1,"kind":"extraction","url":"https://example.com/","finalUrl":"https://example.com/",'
    b'"backend":"node_readability_turndown","ts":"2026-08-01T10:53:26Z","toolchain":"ff-occam/1.0.0-rc.2",'
    b'"contentHash":"sha256:5945db6fd8137aa377638814ca9bb1ac0a663fd90a97f11f86c3f5c09cfb40e3","tokens":42,'
    b'"confidence":0.7188,"keyId":"k1:1a830d71a14381a8","alg":"ecdsa-p256-sha256"}'
)


def changed(**changes: object) -> Receipt:
    return read_receipt({**ENVELOPE, **changes})


def test_a_receipt_of_others_is_read() -> None:
    """The members stand in the order in which they are signed, and the signed bytes leave the signature out."""
    assert tuple(OCCAM.signed) == tuple(ENVELOPE)
    assert dict(OCCAM.signed) == ENVELOPE
    assert (OCCAM.block_leaves, OCCAM.unsigned_keys, OCCAM.problem) == (None, (), None)
    assert OCCAM.canonical_bytes == CANONICAL


def test_the_envelope_alone_is_a_receipt_too() -> None:
    """What stands under `signed` is read the same without the object around it."""
    assert parse_receipt(json.dumps(ENVELOPE)) == OCCAM
    assert read_receipt(ENVELOPE) == OCCAM


def test_every_key_has_its_place() -> None:
    """All members at once, given in any order, are signed in the order of Receipt v1, absent ones left out."""
    fields = {**NEGATIVE, **EXTRACTION}
    shuffled = dict(sorted(fields.items(), reverse=True))
    signed = sign_receipt(shuffled, KEY)
    assert tuple(signed.signed) == tuple(KEYS)
    assert signed.canonical_bytes == (
        b'{"v":1,"kind":"extraction","url":"https://example.org/?a=1\\u0026b=2",'
        b'"finalUrl":"https://example.org/gr\\u00F6\\u00DFe?q=\\u0022\\u003C\\uD83D\\uDE80\\u003E\\u0022\\u0026t='
        b'\\u0027x\\u0027\\u002B\\u0060y\\u0060","backend":"http","ts":"2027-03-01T08:30:00Z",'
        b'"toolchain":"reachweaver/0.1.0","playbook":{"id":"example.org","version":"1.2.0"},'
        b'"contentHash":"' + str(EXTRACTION["contentHash"]).encode() + b'",'
        b'"blockMerkleRoot":"' + str(EXTRACTION["blockMerkleRoot"]).encode() + b'","leafSetComplete":true,'
        b'"actionPlanHash":"' + str(EXTRACTION["actionPlanHash"]).encode() + b'","tokens":42,'
        b'"failureCode":"http_404","statusCode":404,"confidence":1,'
        b'"keyId":"' + KEY.key_id.encode() + b'","alg":"ecdsa-p256-sha256"}'
    )
    assert tuple(sign_receipt(NEGATIVE, KEY).signed) == (*("v", *NEGATIVE), "keyId", "alg", "sig")


@pytest.mark.parametrize(
    ("written", "confidence"),
    [("1", "1"), ("1.0", "1"), ("10e-1", "1"), ("0.71880", "0.7188"), ("1e-5", "1E-05"), ("-0", "-0"), ("0.0", "0")],
)
def test_a_number_is_signed_by_its_value(written: str, confidence: str) -> None:
    """However a JSON writer put a number, the signed bytes hold its one canonical form."""
    text = OCCAM_TEXT.decode().replace("0.7188", written)
    assert parse_receipt(text).canonical_bytes == CANONICAL.replace(b"0.7188", confidence.encode())


@pytest.mark.parametrize(
    ("written", "tokens"),
    [("42", 42), ("42.0", 42), ("4.2e1", 42), ("-1", -1), ("9007199254740993", 2**53 + 1), ("9" * 1000, 10**1000 - 1)],
)
def test_an_integer_keeps_every_digit(written: str, tokens: int) -> None:
    """Integers are no doubles: nothing is rounded, however large they are."""
    assert parse_receipt(OCCAM_TEXT.decode().replace("42", written, 1)).signed["tokens"] == tokens


@pytest.mark.parametrize("key", sorted(KEYS))
def test_null_is_as_good_as_absent(key: str) -> None:
    """A member that is null is left out, as if it were not there."""
    without = {name: value for name, value in ENVELOPE.items() if name != key}
    assert changed(**{key: None}) == read_receipt(without)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"sig": None}, "The receipt has no signature."),
        ({"v": 2}, "The receipt is not of version 1."),
        ({"v": None}, "The receipt is not of version 1."),
        ({"v": True}, '"v" must be an integer.'),
        ({"v": "1"}, '"v" must be an integer.'),
        ({"url": 7}, '"url" must be a string.'),
        ({"sig": 7}, '"sig" must be a string.'),
        ({"keyId": ["k1:"]}, '"keyId" must be a string.'),
        ({"tokens": "42"}, '"tokens" must be an integer.'),
        ({"tokens": 42.5}, '"tokens" must be an integer.'),
        ({"tokens": False}, '"tokens" must be an integer.'),
        ({"statusCode": {}}, '"statusCode" must be an integer.'),
        ({"confidence": "0.7"}, '"confidence" must be a number.'),
        ({"confidence": True}, '"confidence" must be a number.'),
        ({"confidence": 10**400}, '"confidence" must be a number.'),
        ({"confidence": float("inf")}, '"confidence" must be a number.'),
        ({"leafSetComplete": 1}, '"leafSetComplete" must be true or false.'),
        ({"playbook": "x"}, '"playbook" must be an object with an id and a version.'),
        ({"playbook": {"id": 1, "version": "1"}}, '"playbook" must be an object with an id and a version.'),
    ],
)
def test_what_cannot_be_verified_says_why(changes: dict[str, object], problem: str) -> None:
    """No signature, another version or a value of the wrong type is a problem in one sentence."""
    assert changed(**changes).problem == problem


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "This is no valid JSON: Expecting value, in line 1."),
        ('{"a":\n', "This is no valid JSON: Expecting value, in line 2."),
        ("[]", "A receipt is a JSON object."),
        ('"text"', "A receipt is a JSON object."),
        ("7" * 10_000, "A receipt is a JSON object."),
        ("{}", "The receipt has no signature."),
        ('{"signed": null}', '"signed" must be an object.'),
        ('{"signed": [1]}', '"signed" must be an object.'),
        ('{"signed": {}, "blockLeaves": "x"}', '"blockLeaves" must be an array of strings.'),
        ('{"signed": {}, "blockLeaves": [1]}', '"blockLeaves" must be an array of strings.'),
        ('{"confidence": NaN}', "This cannot be used: JSON has no NaN."),
        ('{"confidence": -Infinity}', "This cannot be used: JSON has no -Infinity."),
        ('{"confidence": 1e999, "sig": ""}', '"confidence" must be a number.'),
        ('{"tokens": 1' + "0" * 5000 + ', "sig": ""}', '"tokens" must be an integer.'),
        ('{"v": 1, "v": 1}', 'This cannot be used: the key "v" stands twice in an object.'),
        (
            '{"signed": {"playbook": {"id": "a", "id": "b"}}}',
            'This cannot be used: the key "id" stands twice in an object.',
        ),
        ("[" * 100_000, "This is nested too deep."),
        ('{"signed":' * 100_000, "This is nested too deep."),
    ],
)
def test_any_text_is_read(text: str, problem: str) -> None:
    """What is no receipt says so; no text raises."""
    assert parse_receipt(text).problem == problem


@given(st.text(max_size=80) | st.binary(max_size=80).map(lambda raw: raw.decode("latin-1")))
def test_no_text_raises(text: str) -> None:
    """Whatever the text is, there is a receipt with a problem."""
    assert parse_receipt(text).problem is not None


def test_what_no_signature_covers_is_told() -> None:
    """Members that Receipt v1 does not have are kept apart, those inside the playbook included; outside is nothing said."""
    playbook = {"id": "a", "version": "1", "by": "x", "on": None}
    envelope = {**ENVELOPE, "title": "40% faster", "subtitle": None, "playbook": playbook}
    read = read_receipt({"signed": envelope, "tokensUsed": 42})
    assert read.unsigned_keys == ("title", "playbook.by")
    assert read.signed["playbook"] == {"id": "a", "version": "1"}


def test_a_receipt_survives_being_written() -> None:
    """Written as JSON and read again, it is the same receipt with the same signed bytes."""
    for one in (receipt(), receipt(leaves=None), sign_receipt(NEGATIVE, KEY), OCCAM):
        for ascii_only in (True, False):
            assert parse_receipt(json.dumps(one.to_json(), ensure_ascii=ascii_only)) == one
    assert receipt().to_json()["blockLeaves"] == list(LEAVES)
    assert "blockLeaves" not in OCCAM.to_json()


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"title": "x"}, 'no key "title"'),
        ({"url": 7}, '"url" must be a string'),
        ({"tokens": 1.5}, '"tokens" must be an integer'),
    ],
)
def test_only_what_receipts_hold_is_signed(fields: dict[str, object], message: str) -> None:
    """A member of another name or type is refused before anything is signed."""
    with pytest.raises(ValueError, match=message):
        sign_receipt({**EXTRACTION, **fields}, KEY)


def test_the_signers_members_cannot_be_given() -> None:
    """Version, key, algorithm and signature are the signer's own, whatever else is passed."""
    forged = {"v": 2, "keyId": "k1:0", "alg": "none", "sig": "x"}
    signed = sign_receipt({**EXTRACTION, **forged}, KEY).signed
    assert (signed["v"], signed["keyId"], signed["alg"]) == (1, KEY.key_id, "ecdsa-p256-sha256")
    assert signed["sig"] != "x"


@pytest.mark.parametrize(
    ("text", "proof"),
    [
        ("[]", ()),
        ('[{"hash": "ab", "siblingIsRight": true}]', (ProofStep("ab", True),)),
        ('{"leaf": "x", "proof": [{"siblingIsRight": false, "hash": "cd"}]}', (ProofStep("cd", False),)),
    ],
)
def test_a_proof_is_read(text: str, proof: tuple[ProofStep, ...]) -> None:
    """A proof is an array of steps, alone or in the answer that brought it."""
    assert parse_proof(text) == proof


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "null",
        '"x"',
        "[1]",
        "[[]]",
        "[{}]",
        '[{"hash": 1, "siblingIsRight": true}]',
        '[{"hash": "ab", "siblingIsRight": 1}]',
        '[{"hash": "ab", "siblingIsRight": "true"}]',
        '[{"hash": "ab", "siblingIsRight": true, "x": 1}]',
        '[{"hash": "ab"}]',
        '[{"hash": "ab", "hash": "cd", "siblingIsRight": true}]',
        '{"proof": {}}',
        "[" * 100_000,
    ],
)
def test_what_is_no_proof_is_refused(text: str) -> None:
    """Anything else is refused with a sentence, never a traceback."""
    with pytest.raises(ValueError, match=r"."):
        parse_proof(text)
