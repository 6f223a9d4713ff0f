"""Claims that a fixed wording gives away: where the wording stands, and whether cited evidence has it too.

Shared by the checks for testimonials, partnerships, superlatives, quotations, feature claims and release language.
Takes a body, gives offsets into its `plain` text (code points, 0-based, end exclusive).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import regex

from reachweaver.checks.context import CheckContext, ids
from reachweaver.report import Finding, Grounded
from reachweaver.text.characters import WORD, WORD_END, WORD_START
from reachweaver.text.patterns import Pattern
from reachweaver.text.prose import Prose, fold_phrase
from reachweaver.values import listed, quoted as _quoted

GAP = r"[ \n]"
"""White space inside a phrase of several words: any, but no blank line (contract, section 6)."""
HYPHEN = r"[\-‐‑]"
NO_HYPHEN = rf"(?!{HYPHEN}[{WORD}])"
"""After a phrase: it isn't the first part of a hyphenated word (`used by-products`)."""

APOSTROPHE = "['’ʼ]"

AFTER_SPEECH: Final = r"""(?<=(?:,["“”»’]|["“”»’],) (?:(?:he|she|they) )?|[.!?…]["“”»’] (?:he|she|they) )"""
"""Before a verb: what was said stands there in quotation marks, so that the verb speaks (`“Superb,” adds Mira`)."""

_QUOTED_AT_MOST = 80

Span = tuple[int, int]
"""Offsets into a body's `plain` text."""


def wording(*alternatives: str) -> str:
    """The pattern of any of several phrases, written as regular expressions in lower case.

    Outside character classes (which hold no others) a space stands for any white space but a blank line, an apostrophe
    for a straight or curly one, a hyphen for any hyphen.
    """
    return f"(?:{_LITERAL.sub(lambda match: _STANDS_FOR.get(match[0], match[0]), '|'.join(alternatives))})"


_LITERAL = regex.compile(rf"{regex.escape(WORD_START)}|{regex.escape(WORD_END)}|\[[^\]]*+\]|[ '-]")
_STANDS_FOR = {" ": GAP, "'": APOSTROPHE, "-": HYPHEN}


class Phrases:
    """A kind of phrase to look for in bodies."""

    def __init__(self, pattern: str, *, words: str, starts: str) -> None:
        """Make the phrases that the group `claim` of `pattern` matches, in lower case.

        A match without that group is a wording to pass over, such as an idiom. `words` and `starts` are runs of ASCII
        letters, parted by spaces, or `#`. Every match has one of `words`, begins with one of `starts`, and is no longer
        than `LONGEST` characters: it is tried nowhere else, and most texts are settled by having none of `words`.
        """
        self.pattern = Pattern(pattern)
        self.words = frozenset(words.split())
        self.starts = frozenset(starts.split())

    def find(self, body: Prose) -> list[Span]:
        """Where a body has such phrases, outside names, in order."""
        found: list[Span] = []
        words = self.words & body.ascii_words
        if not words:
            return found
        at = 0
        for place in self._places(body, words):
            if place >= at and (match := self.pattern.compiled.match(body.lowered, place)):
                start, end = match.span("claim")
                # What reaches into a name hides nothing behind it: `#launch now available` says `now available`.
                if start >= 0 and body.names.overlaps(start, end):
                    continue
                at = match.end()
                if start >= 0:
                    found.append((start, end))
        return found

    def _places(self, body: Prose, words: Iterable[str]) -> Iterator[int]:
        """Where a match may begin, ascending: so far before one of `words` that it can have it."""
        ahead = body.places_of(words)
        starts = body.places_of(self.starts & body.ascii_words)
        for place in starts:
            index = bisect_left(ahead, place)
            if index < len(ahead) and ahead[index] - place < LONGEST:
                yield place


LONGEST: Final = 100
"""Characters of a match, at most."""


def judge(
    context: CheckContext,
    spans: Iterable[Span],
    *,
    category: str,
    is_a: str,
    sought: Callable[[str], str] = fold_phrase,
) -> Iterator[Finding | Grounded]:
    """Each phrase as grounded where cited evidence contains it as whole words, else as a finding for review.

    `is_a` completes the message (`"fastest" is a superlative`); `sought` makes of a span what evidence has to contain.
    """
    holders: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
    for start, end in spans:
        span, original_start, original_end = context.body.span_of_plain(start, end)
        phrase = sought(span)
        if phrase not in holders:
            holders[phrase] = _holders(phrase, context)
        cited, uncited = holders[phrase]
        if cited:
            yield Grounded(type=category, span=span, start=original_start, end=original_end, matched_evidence=cited)
        else:
            yield Finding(
                code="needs_human_review",
                severity="review",
                message=_message(f"{quoted(span)} {is_a}", uncited, words=len(span.split())),
                span=span,
                start=original_start,
                end=original_end,
                matched_evidence=uncited,
                category=category,
            )


def quoted(span: str) -> str:
    """A span as messages show it: on one line, in quotation marks, cut when long."""
    return _quoted(span, _QUOTED_AT_MOST)


def _holders(phrase: str, context: CheckContext) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The ids of the cited evidence that has a phrase; where none has it, of the uncited."""
    cited = ids(item for item in context.cited if item.contains_phrase(phrase)) if phrase else ()
    return cited, ids(context.uncited(context.declared.with_phrase(phrase))) if phrase and not cited else ()


def _message(claim: str, uncited: tuple[str, ...], *, words: int) -> str:
    lacking, it, stands = ("this word", "it", "It stands") if words == 1 else ("these words", "them", "They stand")
    remedy = f"Cite evidence whose claim or excerpt has {it}, or let a person review the wording."
    if uncited:
        remedy = f"{stands} in {listed(uncited)}, which the variant does not cite."
    return f"{claim}, and no cited evidence has {lacking}. {remedy}"
