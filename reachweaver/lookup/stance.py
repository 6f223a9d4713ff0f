"""Whether a source states a claim or its opposite: a narrow reading of single sentences, which fails closed.

Takes a claim and the blocks that were found for it, gives one status. These are all the rules:

- *supported*: one clause of a block says the claim's words, one after the other and nothing between them but articles,
  from its beginning; nothing stands before it in its sentence but a date, a version, or a word such as `now`; it ends
  there, or goes on with a list, with `and`, `which`, `because` and the like or, after a noun with its article, with a
  preposition.
  All numbers agree, and so does every negation.
- *contradicted*: the same, but exactly one negation stands on one side only, or exactly one number is another one; such
  a number stands behind a verb, is no part of a name, and nothing behind the claim's words may add to it.
- Neither, if the sentence holds anything else that may turn its meaning (another negation, a condition, a hedge, a
  contrast, a future, hearsay, quotation marks or a question mark), the next one begins with such a word or says of it
  that it does not hold (`This is not true`, `It was removed`), or the one before speaks of myths and the like.
- The same goes for what stands around the block: a quotation is somebody else's words, a heading or a line with a colon
  may speak of myths, of what is not there, or of plans, and the paragraph after it may take it back (`surroundings`).
- *related*: blocks were found, and no sentence or sentences of both kinds decide. Words in common are never more than that.
- *unsupported*: the whole page was read and no block was found.
- *unknown*: the page could not be read or only in part, or the claim is a question, hedged, or shorter than three words.

The words are English. In other languages a sentence that says the same words is found, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, Literal, get_args

from reachweaver.data import dataclass
from reachweaver.lookup.clauses import Clause, Word, clauses, read_clause
from reachweaver.lookup.doubts import is_in_doubt
from reachweaver.lookup.surroundings import Surroundings
from reachweaver.numbers import Number, NumberIndex

Status = Literal["supported", "contradicted", "related", "unsupported", "unknown"]
STATUSES: Final[tuple[Status, ...]] = get_args(Status)

Reason = Literal[
    "stated",
    "negation_differs",
    "number_differs",
    "statements_differ",
    "words_in_common",
    "no_matching_block",
    "incomplete_extract",
    "unclear_claim",
]

FEWEST_WORDS: Final = 3
MOST_WORDS: Final = 100
"""A claim or a clause with more is none."""


@dataclass(frozen=True, slots=True)
class Stance:
    """What blocks say about a claim."""

    status: Status
    reason: Reason
    block: int | None = None
    """The first block that says so, 0-based; None when no block decides."""


def stance(claim: str, blocks: Sequence[str], *, is_complete: bool, around: Sequence[Surroundings] = ()) -> Stance:
    """What the blocks say about the claim.

    Args:
        claim: One assertion.
        blocks: The texts of the blocks that were found for it, best first.
        around: What stands around each; of those that are left out nothing is known.
        is_complete: Whether they were looked for in all of the page.
    """
    asserted = read_clause(claim.strip().rstrip(".!"))
    if _is_unclear(asserted):
        return Stance("unknown", "unclear_claim")
    if not blocks:
        return Stance("unsupported", "no_matching_block") if is_complete else Stance("unknown", "incomplete_extract")
    beside = zip_longest(blocks, around[: len(blocks)], fillvalue=Surroundings())
    said = [
        (reason, index)
        for index, (block, known) in enumerate(beside)
        if not is_in_doubt(known)
        for reason in _statements(asserted, str(block), known.after)
    ]
    for_it = [index for reason, index in said if reason == "stated"]
    against = [(reason, index) for reason, index in said if reason != "stated"]
    if for_it and against:
        return Stance("related", "statements_differ")
    if for_it:
        return Stance("supported", "stated", for_it[0])
    if against:
        return Stance("contradicted", *against[0])
    return Stance("related", "words_in_common")


def _is_unclear(claim: Clause) -> bool:
    return not FEWEST_WORDS <= len(claim.words) <= MOST_WORDS or claim.is_question or claim.is_hedged


def _statements(claim: Clause, block: str, after: str) -> Iterator[Reason]:
    """What each sentence of a block that says the claim or its opposite makes of it."""
    own = clauses(block)
    read = [*own, *clauses(after)[:1]]
    for at, clause in enumerate(own):
        is_taken_back = any(one.takes_back for one in read[at + 1 : at + 2])
        is_called_false = any(one.speaks_of_falsehood for one in read[max(at - 1, 0) : at])
        if not (is_taken_back or is_called_false) and len(claim.words) <= len(clause.words) <= MOST_WORDS:
            yield from _statements_of(claim, clause)


def _statements_of(claim: Clause, clause: Clause) -> Iterator[Reason]:
    length = len(claim.words)
    for first in range(len(clause.words) - length + 1):
        if clause.stands_alone(first, first + length):
            reason = _compared(claim, clause, first)
            if reason is not None:
                yield reason


def _compared(claim: Clause, clause: Clause, first: int) -> Reason | None:
    """What the clause's words from `first` on make of the claim; None when they are other words."""
    differing = []
    for at, (ours, theirs) in enumerate(zip(claim.words, clause.words[first:], strict=False)):
        if (ours.number is None) != (theirs.number is None) or ours.term != theirs.term:
            return None
        if ours.number is not None and theirs.number is not None and not _says(theirs.number, ours.number):
            differing.append(at)
    theirs_negated = tuple(at - first for at in clause.negated)
    if claim.negated == theirs_negated and not differing:
        return "stated"
    if claim.negated == theirs_negated and len(differing) == 1 and _excludes(claim, clause, first, differing[0]):
        return "number_differs"
    # A negation before the first word is about that word: "no planner is free" is not the opposite.
    if not differing and 0 not in (apart := claim.negated + theirs_negated) and len(apart) == 1:
        return "negation_differs"
    return None


def _says(theirs: Number, ours: Number) -> bool:
    return NumberIndex([theirs]).grounds(ours)


def _adds(words: Sequence[Word]) -> bool:
    """Whether what stands behind a statement may add to its figure."""
    return any(word.number is not None for word in words) or (bool(words) and words[0].word in ("and", "plus"))


def _excludes(claim: Clause, clause: Clause, first: int, at: int) -> bool:
    """Whether two numbers are figures of one kind, behind a verb and no part of a name, and exclude each other."""
    ours, theirs = claim.words[at].number, clause.words[first + at].number
    if ours is None or theirs is None or ours.type != theirs.type or ours.type == "version" or _says(ours, theirs):
        return False
    # There is no arithmetic: 10k may be 10,000, and 10 parts and 10 spares may be the 20 parts.
    if ours.magnitude != theirs.magnitude or _adds(clause.words[first + len(claim.words) :]):
        return False
    before = claim.words[:at]
    return any(word.is_verb for word in before) and before[-1].leads_to_figure
