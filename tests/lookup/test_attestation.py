"""Rows of claims and sources: each has one status, the proof of the block it rests on, and a place in the tally."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from reachweaver.lookup.attestation import Row, attest, read_rows

URL = "https://example.org/"
PROOF = [{"hash": "ab", "siblingIsRight": True}]


def match(text: str, score: float = 1.0) -> dict[str, object]:
    return {"text": text, "score": score, "leaf": f"leaf of {text}", "proof": PROOF}


def found(*texts: str, proven: bool | None = None) -> dict[str, object]:
    """An answer of the look-up."""
    return {
        "ok": True,
        "found": bool(texts),
        "proven": proven,
        "blockMerkleRoot": "sha256:root" if texts else None,
        "keyId": "k1:key",
        "matches": [match(text) for text in texts],
        "receipt": {"signed": {"v": 1}},
    }


def answer(claim: str, result: Mapping[str, object]) -> Any:
    """What becomes of one row."""

    def look_up(asked: str, url: str) -> Mapping[str, object]:
        assert (asked, url) == (claim, URL)
        return result

    (row,) = attest([Row(claim, URL)], look_up)["perClaim"]  # type: ignore[misc]
    return row


def test_a_supported_row_comes_with_its_proof() -> None:
    """The block that says so is given with leaf, proof and receipt, wherever it was ranked."""
    assert answer("Planner is free", found("Free plans.", "Planner is free.")) == {
        "claim": "Planner is free",
        "sourceUrl": URL,
        "status": "supported",
        "reason": "stated",
        **match("Planner is free."),
        "blockMerkleRoot": "sha256:root",
        "keyId": "k1:key",
        "receipt": {"signed": {"v": 1}},
    }


@pytest.mark.parametrize(
    ("result", "status", "reason", "text"),
    [
        (found("Free plans.", "Planner is not free."), "contradicted", "negation_differs", "Planner is not free."),
        (found("Free plans for Planner.", "Planner"), "related", "words_in_common", "Free plans for Planner."),
        (found(proven=True), "unsupported", "no_matching_block", None),
        (found(proven=False), "unknown", "incomplete_extract", None),
        (found(), "unknown", "incomplete_extract", None),
        ({"ok": False, "failure": {"code": "timeout", "message": "…"}}, "unknown", "timeout", None),
        ({"ok": False}, "unknown", "extraction_failed", None),
        ({}, "unknown", "extraction_failed", None),
        ({"ok": True}, "unknown", "incomplete_extract", None),
        ({"ok": True, "matches": [{}, 7]}, "related", "words_in_common", None),
    ],
)
def test_each_answer_has_its_status(result: Mapping[str, object], status: str, reason: str, text: str | None) -> None:
    """A page that was not read, or not in full, leaves the row unknown, with the reason; the best block is shown."""
    row = answer("Planner is free", result)
    assert (row["status"], row["reason"], row.get("text")) == (status, reason, text)


def test_the_tally_counts_every_row() -> None:
    """Each row counts once, under its status, and rows keep their order."""
    results = {"Alpha is free": found("Alpha is free."), "Beta is free": found("Beta"), "Gamma is free": {"ok": False}}
    rows = [Row(claim, URL) for claim in (*results, "Alpha is free")]
    attested = attest(rows, lambda claim, _: results[claim])
    per_claim = attested.pop("perClaim")
    assert attested == {
        "ok": True,
        "claimsTotal": 4,
        "supported": 2,
        "contradicted": 0,
        "related": 1,
        "unsupported": 0,
        "unknown": 1,
    }
    assert [row["claim"] for row in per_claim] == [row.claim for row in rows]  # type: ignore[attr-defined]


def test_rows_are_read() -> None:
    """From 1 to 50 rows, other members ignored."""
    value = [{"claim": f"claim {number}", "sourceUrl": URL, "note": 1} for number in range(50)]
    assert read_rows(value) == tuple(Row(f"claim {number}", URL) for number in range(50))


GOOD = {"claim": "x", "sourceUrl": URL}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (None, "expected an array of 1 to 50 objects"),
        ({}, "expected an array of 1 to 50 objects"),
        ([], "expected an array of 1 to 50 objects"),
        ([GOOD] * 51, "expected an array of 1 to 50 objects"),
        (["x"], 'row 1 has no "claim"'),
        ([GOOD, {}], 'row 2 has no "claim"'),
        ([{"claim": " ", "sourceUrl": URL}], 'row 1 has no "claim", or an empty one'),
        ([{"claim": 7, "sourceUrl": URL}], 'row 1 has no "claim"'),
        ([{"claim": "x"}], 'row 1 has no "sourceUrl"'),
        ([{"claim": "x", "sourceUrl": 7}], 'row 1 has no "sourceUrl"'),
        ([{"claim": "x", "sourceUrl": "ftp://x"}], 'row 1: "sourceUrl" must be an absolute http or https URL'),
        ([{"claim": "x", "sourceUrl": "file:///etc/passwd"}], 'row 1: "sourceUrl" must be an absolute'),
    ],
)
def test_what_are_no_rows_is_refused(value: object, message: str) -> None:
    """The first row that is wrong is told by its number."""
    with pytest.raises(ValueError, match=re.escape(message)):
        read_rows(value)
