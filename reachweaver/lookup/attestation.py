"""Whether sources state what is claimed of them (Receipt v1, *Stance*): rows of a claim and a source, one status each.

Takes rows and a function that looks a claim up at a URL, gives an answer for each row with the proof of the block it
rests on, and how many rows have which status. That tally is plain JSON: nobody signs it. See `stance` for the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from reachweaver.data import dataclass
from reachweaver.lookup.stance import STATUSES, Stance, stance
from reachweaver.lookup.surroundings import SURROUNDINGS, Surroundings
from reachweaver.values import absolute_url

MOST_ROWS: Final = 50
CLAIM: Final = "claim"
SOURCE: Final = "sourceUrl"

LookUp = Callable[[str, str], Mapping[str, object]]
"""Looks up a claim at a URL; gives the answer of `source-check` (specification, *Returns*), each match with its
`Surroundings`, if they are known, under `SURROUNDINGS`."""


@dataclass(frozen=True, slots=True)
class Row:
    """What is claimed, and where it is said to stand."""

    claim: str
    source_url: str


def read_rows(value: object) -> tuple[Row, ...]:
    """The rows in a parsed JSON array of `{"claim": …, "sourceUrl": …}`.

    Raises:
        ValueError: There are none, or more than `MOST_ROWS`, or one of them is no such object; it is told by its number.
    """
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_ROWS:
        raise ValueError(
            f'expected an array of 1 to {MOST_ROWS} objects like {{"claim": "…", "sourceUrl": "https://…"}}'
        )
    return tuple(_row(number, one) for number, one in enumerate(value, 1))


def attest(rows: Sequence[Row], look_up: LookUp) -> dict[str, object]:
    """The status of each row and, unsigned, how many have which."""
    answers = [_answer(row, look_up(row.claim, row.source_url)) for row in rows]
    counts: dict[str, object] = {status: sum(answer["status"] == status for answer in answers) for status in STATUSES}
    return {"ok": True, "claimsTotal": len(answers), **counts, "perClaim": answers}


def _row(number: int, value: object) -> Row:
    claim, url = (value.get(CLAIM), value.get(SOURCE)) if isinstance(value, Mapping) else (None, None)
    if not isinstance(claim, str) or not claim.strip():
        raise ValueError(f'row {number} has no "{CLAIM}", or an empty one')
    if not isinstance(url, str):
        raise ValueError(f'row {number} has no "{SOURCE}"')
    complaint = absolute_url(url)
    if complaint is not None:
        raise ValueError(f'row {number}: "{SOURCE}" {complaint.rstrip(".")}')
    return Row(claim, url)


def _answer(row: Row, found: Mapping[str, object]) -> dict[str, object]:
    answer: dict[str, object] = {CLAIM: row.claim, SOURCE: row.source_url}
    if found.get("ok") is not True:
        return {**answer, "status": "unknown", "reason": _failure(found)}
    matches = [match for match in _list(found.get("matches")) if isinstance(match, Mapping)]
    judged = stance(
        row.claim,
        [str(match.get("text", "")) for match in matches],
        around=[_surroundings(match) for match in matches],
        is_complete=found.get("proven") is True,
    )
    answer |= {"status": judged.status, "reason": judged.reason, **_block(matches, judged)}
    signed = {key: found[key] for key in ("blockMerkleRoot", "keyId", "receipt") if found.get(key) is not None}
    return {**answer, **signed}


def _block(matches: Sequence[Mapping[str, object]], judged: Stance) -> Mapping[str, object]:
    """The block that the status rests on, else the best one: text, score, leaf and proof as they were found."""
    shown = matches[judged.block or 0] if matches else {}
    return {key: value for key, value in shown.items() if key != SURROUNDINGS}


def _surroundings(match: Mapping[str, object]) -> Surroundings:
    found = match.get(SURROUNDINGS)
    return found if isinstance(found, Surroundings) else Surroundings()


def _failure(found: Mapping[str, object]) -> object:
    failure = found.get("failure")
    return failure.get("code", "extraction_failed") if isinstance(failure, Mapping) else "extraction_failed"


def _list(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else ()
