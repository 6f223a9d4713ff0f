"""Receipts (Receipt v1): reading one, the bytes that its signature covers, and making one.

Takes JSON, as text or parsed, and gives a `Receipt` whatever it holds; what is no receipt says so in `problem`. Nothing
here checks a signature (`verification` does) or needs cryptography.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import field
from types import MappingProxyType
from typing import Any, Final, Protocol

from reachweaver.data import dataclass
from reachweaver.lookup.canonical import Value, canonical_json
from reachweaver.lookup.merkle import Proof, ProofStep

VERSION: Final = 1
ALGORITHM: Final = "ecdsa-p256-sha256"
KINDS: Final = ("extraction", "negative")

KEYS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "v": "integer",
        "kind": "string",
        "url": "string",
        "finalUrl": "string",
        "backend": "string",
        "ts": "string",
        "toolchain": "string",
        "playbook": "playbook",
        "contentHash": "string",
        "blockMerkleRoot": "string",
        "leafSetComplete": "boolean",
        "actionPlanHash": "string",
        "tokens": "integer",
        "failureCode": "string",
        "statusCode": "integer",
        "confidence": "number",
        "keyId": "string",
        "alg": "string",
        "sig": "string",
    }
)
"""Every key of an envelope, in the order in which they are signed, and what kind of value it has. `actionPlanHash` is
one that newer versions of Occam sign when they clicked their way to a page."""
PLAYBOOK_KEYS: Final = ("id", "version")
MOST_DIGITS: Final = 1000
"""An integer with more digits is no count of anything."""

_INTEGER: Final = re.compile(r"-?[0-9]++")


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a receipt file holds."""

    signed: Mapping[str, Value] = field(default_factory=dict)
    """The envelope: keys of `KEYS` in that order, absent and null ones left out, `sig` included."""
    block_leaves: tuple[str, ...] | None = None
    """The unsigned list of all leaves; None when there is none. Not yet compared with the root."""
    unsigned_keys: tuple[str, ...] = ()
    """Keys that the envelope holds beside those of Receipt v1: no signature covers them."""
    problem: str | None = None
    """Why this is no receipt at all, in a sentence; None when its signature can be checked."""

    def text(self, key: str) -> str | None:
        """A string of the envelope, such as `url`; None when it is absent."""
        value = self.signed.get(key)
        return value if isinstance(value, str) else None

    @property
    def signature(self) -> str | None:
        """The signature as it is written."""
        return self.text("sig")

    @property
    def canonical_bytes(self) -> bytes:
        """What the signature covers: the envelope without it."""
        return canonical_json({key: value for key, value in self.signed.items() if key != "sig"})

    def to_json(self) -> dict[str, object]:
        """The receipt as a file holds it."""
        signed = {key: dict(value) if isinstance(value, Mapping) else value for key, value in self.signed.items()}
        return {"signed": signed} | ({} if self.block_leaves is None else {"blockLeaves": list(self.block_leaves)})


class Signer(Protocol):
    """What signs: a `signatures.SigningKey`."""

    @property
    def key_id(self) -> str:
        """The id of the public key that will verify."""

    def sign(self, message: bytes) -> str:
        """The signature as receipts write it."""


def load_json(text: str) -> object:
    """A JSON text with its numbers as they are written, and no key twice in an object.

    Raises:
        ValueError: It is no such text; the message is a sentence that says why.
    """
    try:
        return json.loads(
            text,
            parse_int=_Literal,
            parse_float=_Literal,
            parse_constant=_refuse_constant,
            object_pairs_hook=_without_duplicates,
        )
    except (ValueError, RecursionError) as error:
        raise ValueError(_why_unreadable(error)) from error


def read_receipt(value: object) -> Receipt:
    """The receipt in a parsed JSON value: `{"signed": …, "blockLeaves": …}` or the envelope alone."""
    if not isinstance(value, Mapping):
        return Receipt(problem="A receipt is a JSON object.")
    envelope = value.get("signed", value)
    if not isinstance(envelope, Mapping):
        return Receipt(problem='"signed" must be an object.')
    leaves = value.get("blockLeaves") if envelope is not value else None
    if leaves is not None and not (isinstance(leaves, list) and all(_string(one) is not None for one in leaves)):
        return Receipt(problem='"blockLeaves" must be an array of strings.')
    try:
        signed = _members(envelope)
    except ValueError as error:
        return Receipt(problem=str(error))
    return Receipt(
        signed=MappingProxyType(signed),
        block_leaves=None if leaves is None else tuple(leaves),
        unsigned_keys=_unsigned(envelope),
        problem=_why_unverifiable(signed),
    )


def sign_receipt(fields: Mapping[str, object], signer: Signer, leaves: Sequence[str] | None = None) -> Receipt:
    """A signed receipt.

    Args:
        fields: The envelope's members, in any order; None is as good as absent. `v`, `keyId`, `alg` and `sig` are added.
        signer: Whose receipt it is.
        leaves: All leaves of the page, for the unsigned list; None for a receipt without blocks.

    Raises:
        ValueError: A field is not one of Receipt v1's, or has the wrong type.
    """
    stray = [key for key in fields if key not in KEYS]
    if stray:
        raise ValueError(f"Receipt v1 has no key {json.dumps(stray[0])}")
    own = {"v": VERSION, "keyId": signer.key_id, "alg": ALGORITHM, "sig": None}
    unsigned = Receipt(signed=_members({**fields, **own}))
    signature = signer.sign(unsigned.canonical_bytes)
    return Receipt(
        signed=MappingProxyType({**unsigned.signed, "sig": signature}),
        block_leaves=None if leaves is None else tuple(leaves),
    )


def parse_proof(text: str) -> Proof:
    """The proof in a JSON text: an array of steps, or an object that holds one under `proof`.

    Raises:
        ValueError: It is neither; the message says what is wrong.
    """
    value = load_json(text)
    return read_proof(value["proof"] if isinstance(value, Mapping) and "proof" in value else value)


def read_proof(value: object) -> Proof:
    """The proof in a parsed JSON array of steps.

    Raises:
        ValueError: It is no such array.
    """
    if not isinstance(value, list):
        raise ValueError("a proof is an array of steps")
    return tuple(map(_step, value))


def _step(value: object) -> ProofStep:
    if isinstance(value, Mapping) and set(value) == {"hash", "siblingIsRight"}:
        sibling, is_right = value["hash"], value["siblingIsRight"]
        if isinstance(is_right, bool) and _string(sibling) is not None:
            return ProofStep(sibling, is_right)
    raise ValueError('each step of a proof is {"hash": "…", "siblingIsRight": true or false}')


class _Literal(str):
    """A number of a JSON text as it is written, so that nothing of it is lost before it is known what it counts."""

    __slots__ = ()


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"JSON has no {name}")


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys stand once each; of two, one reader would take the first and another the last."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {json.dumps(key)} stands twice in an object")
        found[key] = value
    return found


def _why_unreadable(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"This is no valid JSON: {error.msg}, in line {error.lineno}."
    return "This is nested too deep." if isinstance(error, RecursionError) else f"This cannot be used: {error}."


def _why_unverifiable(signed: Mapping[str, Value]) -> str | None:
    if "sig" not in signed:
        return "The receipt has no signature."
    if signed.get("v") != VERSION:
        return f"The receipt is not of version {VERSION}."
    return None


def _unsigned(envelope: Mapping[str, object]) -> tuple[str, ...]:
    playbook = envelope.get("playbook")
    inner = _strays(playbook, PLAYBOOK_KEYS) if isinstance(playbook, Mapping) else ()
    return (*_strays(envelope, KEYS), *(f"playbook.{key}" for key in inner))


def _strays(members: Mapping[str, object], known: Container[str]) -> Iterator[str]:
    return (key for key, value in members.items() if value is not None and key not in known)


def _members(envelope: Mapping[str, object]) -> dict[str, Value]:
    """The known members in the order in which they are signed; absent and null ones left out."""
    present = ((key, envelope.get(key)) for key in KEYS)
    return {key: _typed(key, value) for key, value in present if value is not None}


def _typed(key: str, value: object) -> Value:
    read, wanted = _READERS[KEYS[key]]
    found = read(value)
    if found is None:
        raise ValueError(f'"{key}" must be {wanted}.')
    return found


def _string(value: object) -> str | None:
    return value if isinstance(value, str) and not isinstance(value, _Literal) else None


def _boolean(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _integer(value: object) -> int | None:
    """An integer; in JSON `42.0` and `4.2e1` are the same number."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, _Literal) and _INTEGER.fullmatch(value):
        return int(value) if len(value) <= MOST_DIGITS else None
    number = _number(value)
    return int(number) if number is not None and number.is_integer() else None


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | _Literal):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _playbook(value: object) -> Mapping[str, Value] | None:
    if not isinstance(value, Mapping):
        return None
    present = {key: value[key] for key in PLAYBOOK_KEYS if value.get(key) is not None}
    return MappingProxyType(present) if all(_string(one) is not None for one in present.values()) else None


_READERS: Final[Mapping[str, tuple[Callable[[object], Value | None], str]]] = {
    "string": (_string, "a string"),
    "integer": (_integer, "an integer"),
    "number": (_number, "a number"),
    "boolean": (_boolean, "true or false"),
    "playbook": (_playbook, "an object with an id and a version"),
}
