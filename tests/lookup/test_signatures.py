"""Keys and signatures: ECDSA on P-256 alone, each signature in one way of writing, and no private key ever shown."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from hypothesis import given, settings, strategies as st

from reachweaver.lookup.signatures import (
    InvalidKeyError,
    new_signing_key,
    private_pem,
    read_public_key,
    read_signing_key,
)
from tests.lookup.receipt_data import KEY, OCCAM_KEY, OCCAM_PEM, OTHER_KEY

PUBLIC = KEY.public
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def written(r: int, s: int) -> str:
    return base64.urlsafe_b64encode(r.to_bytes(32, "big") + s.to_bytes(32, "big")).decode().rstrip("=")


def pem_of(key: object) -> bytes:
    info = serialization.PublicFormat.SubjectPublicKeyInfo
    return key.public_key().public_bytes(serialization.Encoding.PEM, info)  # type: ignore[attr-defined, no-any-return]


def test_a_key_of_others_has_their_id() -> None:
    """The id is made of the hash of the key's DER form."""
    assert OCCAM_KEY.key_id == "k1:1a830d71a14381a8"
    der = base64.b64decode("".join(OCCAM_PEM.decode().splitlines()[1:-1]))
    assert OCCAM_KEY.key_id == "k1:" + hashlib.sha256(der).hexdigest()[:16]
    assert OCCAM_KEY.pem.encode() == OCCAM_PEM


def test_a_compressed_point_is_the_same_key() -> None:
    """However the point is packed, the key has one id."""
    point = KEY.public.key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.CompressedPoint)
    prefix = bytes.fromhex("3039301306072a8648ce3d020106082a8648ce3d030107032200")
    pem = b"-----BEGIN PUBLIC KEY-----\n" + base64.b64encode(prefix + point) + b"\n-----END PUBLIC KEY-----\n"
    assert read_public_key(pem) == PUBLIC


@given(st.binary(max_size=200))
@settings(max_examples=30)
def test_what_is_signed_verifies(message: bytes) -> None:
    """A signature is 86 characters, verifies for its message and key, and for nothing else."""
    signature = KEY.sign(message)
    assert len(signature) == 86
    assert PUBLIC.verifies(signature, message)
    assert not PUBLIC.verifies(signature, message + b"x")
    assert not OTHER_KEY.public.verifies(signature, message)


@pytest.mark.parametrize(
    "change",
    [
        lambda _: "",
        lambda text: text[:-1],
        lambda text: text + "A",
        lambda text: text + "=",
        lambda text: text + "==",
        lambda text: text + "\n",
        lambda text: " " + text,
        lambda text: "+/" + text[2:],
        lambda text: "é" + text[1:],
        lambda text: "\ud83d" + text[1:],
        lambda text: "\0" + text[1:],
        lambda text: text[:40] + "\n" + text[40:],
        lambda text: text * 2,
        lambda _: "A" * 10_000_000,
    ],
)
def test_a_signature_is_written_in_one_way(change: object) -> None:
    """Padding, other alphabets, white space and other lengths are no signature."""
    assert not PUBLIC.verifies(change(KEY.sign(b"m")), b"m")  # type: ignore[operator]


def test_unused_bits_are_zero() -> None:
    """The last character has two bits that count; another with the same two is refused."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    signature = KEY.sign(b"m")
    assert [one for one in alphabet if PUBLIC.verifies(signature[:-1] + one, b"m")] == [signature[-1]]


@pytest.mark.parametrize("r", [0, 1, ORDER - 1, ORDER, ORDER + 1, 2**256 - 1])
@pytest.mark.parametrize("s", [0, 1, ORDER - 1, ORDER, ORDER + 1, 2**256 - 1])
def test_numbers_out_of_range_verify_nothing(r: int, s: int) -> None:
    """Zero, the order of the curve and what lies beyond are refused, not raised."""
    assert not PUBLIC.verifies(written(r, s), b"m")


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        (ec.generate_private_key(ec.SECP384R1()), "another kind"),
        (ec.generate_private_key(ec.SECP256K1()), "another kind"),
        (ed25519.Ed25519PrivateKey.generate(), "another kind"),
        (rsa.generate_private_key(65537, 2048), "another kind"),
    ],
    ids=["P-384", "secp256k1", "Ed25519", "RSA"],
)
def test_keys_of_other_kinds_are_refused(key: object, reason: str) -> None:
    """Only P-256 signs receipts, whatever else is a key."""
    with pytest.raises(InvalidKeyError, match=reason):
        read_public_key(pem_of(key))
    private = key.private_bytes(  # type: ignore[attr-defined]
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    with pytest.raises(InvalidKeyError, match=reason):
        read_signing_key(private)


@pytest.mark.parametrize(
    "pem",
    [
        b"",
        b"\xff\xfe\0",
        b"k1:1a830d71a14381a8",
        b"-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n",
        b"-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n",
        b"-----BEGIN PUBLIC KEY-----\n!!!!\n-----END PUBLIC KEY-----\n",
        OCCAM_PEM.replace(b"PUBLIC KEY", b"CERTIFICATE"),
        OCCAM_PEM[:100],
        OCCAM_PEM.replace(b"K6COzu4C", b"K6COzu4D"),
        b"-----BEGIN PUBLIC KEY-----\n" + b"A" * 1_000_000 + b"\n-----END PUBLIC KEY-----\n",
    ],
)
def test_what_is_no_public_key_is_refused(pem: bytes) -> None:
    """Broken PEM, other PEM and a point that is not on the curve are refused in one sentence."""
    with pytest.raises(InvalidKeyError, match="no public key in PEM"):
        read_public_key(pem)


def test_a_private_key_is_never_taken_for_a_public_one() -> None:
    """Naming the private key's file where the public one belongs is refused, and says so without quoting it."""
    pem = private_pem(KEY)
    with pytest.raises(InvalidKeyError, match="must stay secret") as caught:
        read_public_key(pem)
    assert not _quotes(pem, repr(caught.value))


def test_the_private_key_is_in_no_message() -> None:
    """No repr and no error shows any of it, damaged or with a password, nor does an error's cause."""
    pem = private_pem(KEY)
    assert not _quotes(pem, f"{KEY!r} {KEY} {PUBLIC!r}")
    encrypted = KEY.key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.BestAvailableEncryption(b"x")
    )
    for bad in (encrypted, pem[:100], pem.replace(b"MIG", b"MIH"), b"", PUBLIC.pem.encode()):
        with pytest.raises(InvalidKeyError, match="no private key in PEM") as caught:
            read_signing_key(bad)
        assert caught.value.__cause__ is None
        assert caught.value.__suppress_context__


def test_a_written_key_is_the_same_key() -> None:
    """What `private_pem` gives is read back as the key that it was."""
    assert read_signing_key(private_pem(KEY)) == KEY
    assert new_signing_key() != new_signing_key()


def test_the_public_key_file_of_the_fixture_is_not_private() -> None:
    """No file of the tests holds a private key."""
    assert not [path for path in Path(__file__).parent.rglob("*.pem") if b"PRIVATE" in path.read_bytes()]


def _quotes(pem: bytes, text: str) -> bool:
    lines = pem.decode().splitlines()[1:-1]
    return any(line[at : at + 8] in text for line in lines for at in range(0, len(line) - 8, 8))
