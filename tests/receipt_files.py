"""Receipts beside a campaign as tests need them: signed on the spot, written as `source-check --write-receipts` does."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from reachweaver.lookup import merkle
from reachweaver.lookup.receipts import sign_receipt
from reachweaver.lookup.signatures import SigningKey, new_signing_key

URL: Final = "https://example.org/notes"
TAKEN: Final = "2027-03-01T08:30:00Z"
TEXTS: Final = ("Planner 2.0", "Saving a plan takes 30% less time than in 1.9.", "Die Größe zählt 🚀.")
KEY: Final = new_signing_key()


def stored(
    texts: Sequence[str] = TEXTS, *, url: str = URL, key: SigningKey = KEY, more: dict[str, Any] | None = None
) -> dict[str, Any]:
    """The content of a receipt file of a page with these blocks; `more` overrides members, None leaves one out."""
    blocks = [{"text": text, "selector": f"p:nth-of-type({number})"} for number, text in enumerate(texts, 1)]
    leaves = tuple(merkle.leaf(block["text"], block["selector"]) for block in blocks)
    markdown = "\n\n".join(texts) + "\n"
    fields = {
        "kind": "extraction",
        "url": url,
        "finalUrl": url,
        "ts": TAKEN,
        "toolchain": "reachweaver/0.1.0",
        "contentHash": merkle.content_hash(markdown.encode()),
        "blockMerkleRoot": merkle.root(leaves),
        "leafSetComplete": True,
    }
    receipt = sign_receipt(fields, key, leaves).to_json()
    content = {**receipt, "blocks": blocks, "markdown": markdown, "publicKey": key.public.pem, **(more or {})}
    return {name: value for name, value in content.items() if value is not None}


def write(folder: Path, name: str, content: object) -> Path:
    """Write a receipt file (text as it is, anything else as JSON)."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def campaign(*items: dict[str, Any]) -> dict[str, Any]:
    """A campaign without any other finding, with these evidence items; each has an id, a claim and a source already."""
    evidence = [
        {"id": f"e{number}", "claim": "Plans are saved in less time.", "source_url": URL, **item}
        for number, item in enumerate(items, 1)
    ]
    ids = [item["id"] for item in evidence]
    variant = {"variant_id": "v", "platform": "linkedin", "text": "Plans are saved in less time.", "evidence_ids": ids}
    return {"campaign_id": "spring", "evidence": evidence, "variants": [variant]}
