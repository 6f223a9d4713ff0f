"""Receipts to test with: the one that Occam signed, and others made on the spot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from reachweaver.lookup import merkle
from reachweaver.lookup.answers import parse_answer
from reachweaver.lookup.receipts import Receipt, sign_receipt
from reachweaver.lookup.signatures import SigningKey, new_signing_key, read_public_key


def parse_receipt(text: str) -> Receipt:
    """The receipt in a text, read as the commands read it."""
    return parse_answer(text).receipt


DATA = Path(__file__).parent / "data"
OCCAM_TEXT = (DATA / "occam.receipt.json").read_bytes()
OCCAM_ANSWER = (DATA / "occam.answer.json").read_text(encoding="utf-8")
OCCAM_MARKDOWN = (DATA / "occam.md").read_bytes()
OCCAM_PEM = (DATA / "occam.pem").read_bytes()
OCCAM = parse_receipt(OCCAM_TEXT.decode())
OCCAM_KEY = read_public_key(OCCAM_PEM)

KEY = new_signing_key()
OTHER_KEY = new_signing_key()

MARKDOWN = "# Größe\n\nPlanner handles 500 requests. 🚀\n".encode()
BLOCKS = (
    ("Größe", "h1"),
    ("Planner handles 500 requests. 🚀", "p:nth-child(2)"),
    ("", ""),
    ("a & b", "li"),
    ("e", "p"),
)
LEAVES = tuple(merkle.leaf(*block) for block in BLOCKS)

EXTRACTION = {
    "kind": "extraction",
    "url": "https://example.org/?a=1&b=2",
    "finalUrl": "https://example.org/größe?q=\"<🚀>\"&t='x'+`y`",
    "backend": "http",
    "ts": "2027-03-01T08:30:00Z",
    "toolchain": "reachweaver/0.1.0",
    "playbook": {"id": "example.org", "version": "1.2.0"},
    "contentHash": merkle.content_hash(MARKDOWN),
    "blockMerkleRoot": merkle.root(LEAVES),
    "leafSetComplete": True,
    "actionPlanHash": "sha256:" + "ab" * 32,
    "tokens": 42,
    "confidence": 1.0,
}
NEGATIVE = {
    "kind": "negative",
    "url": "https://example.org/gone",
    "finalUrl": "https://example.org/gone",
    "backend": "http",
    "ts": "2027-03-01T08:30:00Z",
    "toolchain": "reachweaver/0.1.0",
    "failureCode": "http_404",
    "statusCode": 404,
}


def receipt(key: SigningKey = KEY, leaves: tuple[str, ...] | None = LEAVES, **changes: Any) -> Receipt:
    """A signed receipt of `MARKDOWN` and `BLOCKS`, with other members where they are given."""
    return sign_receipt({**EXTRACTION, **changes}, key, leaves)
