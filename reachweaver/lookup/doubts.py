"""Whether what stands around a block may turn what it says: the part of `stance` that looks beyond the block.

Takes `Surroundings`, gives yes or no. The words are English.
"""

from __future__ import annotations

from reachweaver.lookup.clauses import Clause, clauses
from reachweaver.lookup.surroundings import Surroundings
from reachweaver.lookup.turning_words import NOT_NOW, PRESENT, TURNS


def is_in_doubt(around: Surroundings) -> bool:
    """Whether a block that stands there may not say what its words say."""
    if around.is_quotation or any(one.speaks_of_falsehood for one in clauses(around.before)[-1:]):
        return True
    headings = [one for text in around.headings for one in clauses(text)]
    nearest = [one for text in around.headings[:1] for one in clauses(text)]
    return (
        any(one.speaks_of_falsehood for one in headings)
        or any(map(_is_above_what_is_not_there, nearest))
        or any(_may_turn(one) for text in around.intros for one in clauses(text)[-1:])
    )


def _is_above_what_is_not_there(heading: Clause) -> bool:
    """`Roadmap`, `Not supported`, `What Planner is not`; not `No account needed`."""
    words = [word.word for word in heading.words]
    if not NOT_NOW.isdisjoint(words):
        return True
    return bool(heading.negated) and (not words or words[0] == "what" or not PRESENT.isdisjoint(words))


def _may_turn(intro: Clause) -> bool:
    return bool(intro.negated) or any(word.word in TURNS for word in intro.words)
