"""Signatures of receipts: ECDSA on P-256 with SHA-256, as 64 bytes in base64url without padding (Receipt v1).

Takes PEM texts, bytes and signatures; gives keys, signatures and whether they fit. The only module that needs
cryptography, and the only one that holds a private key: its value is in no message, no repr and no other object.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from dataclasses import field
from typing import Final

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature, encode_dss_signature

from reachweaver.data import dataclass

HALF: Final = 32
"""Bytes of each of the two numbers of a signature."""

_ECDSA: Final = ec.ECDSA(hashes.SHA256())
_NOT_A_KEY: Final = (ValueError, TypeError, UnsupportedAlgorithm)


class InvalidKeyError(ValueError):
    """A text is no key of the kind that is needed; the message says why and never holds any of it."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A key that verifies."""

    key: ec.EllipticCurvePublicKey = field(repr=False, compare=False)
    pem: str = field(repr=False)
    """SubjectPublicKeyInfo in PEM, with a line break at its end."""
    key_id: str
    """`k1:` and the first 16 hexadecimal digits of the SHA-256 of the SubjectPublicKeyInfo in DER."""

    def verifies(self, signature: str, message: bytes) -> bool:
        """Whether the signature of a message is one of this key's; False, not an error, for no signature at all."""
        raw = _decode(signature)
        if raw is None:
            return False
        numbers = (int.from_bytes(raw[:HALF], "big"), int.from_bytes(raw[HALF:], "big"))
        try:
            self.key.verify(encode_dss_signature(*numbers), message, _ECDSA)
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A key that signs."""

    key: ec.EllipticCurvePrivateKey = field(repr=False, compare=False)
    public: PublicKey

    @property
    def key_id(self) -> str:
        """The id of the public key."""
        return self.public.key_id

    def sign(self, message: bytes) -> str:
        """The signature of a message as receipts write it."""
        numbers = decode_dss_signature(self.key.sign(message, _ECDSA))
        return _encode(b"".join(number.to_bytes(HALF, "big") for number in numbers))


def read_public_key(pem: bytes) -> PublicKey:
    """The public key in a PEM text.

    Raises:
        InvalidKeyError: There is none, or it is not on P-256.
    """
    if b"PRIVATE KEY-----" in pem:
        raise InvalidKeyError("this is a private key, which must stay secret; the public one is needed")
    try:
        key = serialization.load_pem_public_key(pem)
    except _NOT_A_KEY as error:
        raise InvalidKeyError("this is no public key in PEM (-----BEGIN PUBLIC KEY-----)") from error
    if not isinstance(key, ec.EllipticCurvePublicKey) or not isinstance(key.curve, ec.SECP256R1):
        raise InvalidKeyError("this public key is of another kind; receipts are signed with ECDSA on P-256")
    return _public(key)


def read_signing_key(pem: bytes) -> SigningKey:
    """The private key in a PEM text without a password.

    Raises:
        InvalidKeyError: There is none, or it is not on P-256.
    """
    try:
        key = serialization.load_pem_private_key(pem, password=None)
    except _NOT_A_KEY:
        # Without the cause, which might quote the text.
        raise InvalidKeyError("this is no private key in PEM without a password") from None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
        raise InvalidKeyError("this private key is of another kind; receipts are signed with ECDSA on P-256")
    return SigningKey(key, _public(key.public_key()))


def new_signing_key() -> SigningKey:
    """A new key from the system's source of chance."""
    key = ec.generate_private_key(ec.SECP256R1())
    return SigningKey(key, _public(key.public_key()))


def private_pem(key: SigningKey) -> bytes:
    """The private key as `read_signing_key` reads it, to be written to the one file that holds it."""
    return key.key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _public(key: ec.EllipticCurvePublicKey) -> PublicKey:
    info = serialization.PublicFormat.SubjectPublicKeyInfo
    pem = key.public_bytes(serialization.Encoding.PEM, info).decode("ascii")
    digest = hashlib.sha256(key.public_bytes(serialization.Encoding.DER, info)).hexdigest()
    return PublicKey(key, pem, f"k1:{digest[:16]}")


def _encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode("ascii").rstrip("=")


def _decode(signature: str) -> bytes | None:
    """The 64 bytes of a signature; None unless it is exactly how they are written, so that no two texts are the same."""
    try:
        raw = base64.b64decode(signature + "==", altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        return None
    return raw if len(raw) == 2 * HALF and _encode(raw) == signature else None
