"""Feature claims as text: takes a body, gives where each claim starts and ends.

Specification, *Feature claims*, 1 and 2. What is skipped on purpose is left out here: denied claims, claims inside a
question, names and URLs. All offsets are those of the body's `plain` text. The time is linear in the text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache

from reachweaver.checks.needs_human_review.feature_words import (
    ADVERBS,
    AFTER_NOW,
    BASE_FORMS,
    BETWEEN,
    CLAUSE_STARTERS,
    CLAUSE_WORDS,
    IN_A_CALL,
    JOINING,
    NEGATIONS,
    NOUN_TRIGGERS,
    SET_PHRASES,
    STOPWORDS,
    VERB_TRIGGERS,
)
from reachweaver.checks.needs_human_review.partnership import find_partnerships
from reachweaver.checks.needs_human_review.questions import COLON, DASH, FULL_STOP, Questions
from reachweaver.checks.phrases import AFTER_SPEECH, GAP, HYPHEN, NO_HYPHEN, Phrases
from reachweaver.data import dataclass
from reachweaver.text.characters import WORD_END, WORD_START
from reachweaver.text.folding import BLANK_LINE
from reachweaver.text.patterns import Pattern
from reachweaver.text.prose import Prose
from reachweaver.text.remembering import remembered
from reachweaver.text.spans import Spans

MOST_WORDS = 8
"""A claim goes no further than this many words after its trigger."""


@dataclass(frozen=True, slots=True)
class FeatureClaim:
    """One claim; offsets into the body's `plain` text, end exclusive."""

    start: int
    """Where the trigger starts, its now, finally or can now included."""
    feature: int
    """Where the trigger ends and the claimed feature begins."""
    end: int
    """Where the last word of the claimed feature ends."""


def read_claims(body: Prose) -> Iterator[FeatureClaim]:
    """The feature claims of a body that are neither denied nor asked, in order, those without a word left out."""
    triggers = _TRIGGERS.find(body)
    if not triggers:
        return
    text = body.lowered
    questions = _questions(body) if "?" in text else None
    barriers = _Barriers(body, text)
    limits = [start for start, _ in triggers[1:]]
    for (start, feature), limit in zip(triggers, [*limits, len(text)], strict=True):
        if _is_denied(text, start) or (questions is not None and questions.hold(start)):
            continue
        end = _claim_end(text, feature, barriers.next_after(feature, limit))
        if end > feature:
            yield FeatureClaim(start, feature, end)


def _questions(body: Prose) -> Questions | None:
    """The questions of a body, if a question mark stands outside its URLs."""
    urls = Spans((url.start, url.end) for url in body.addresses.urls)
    asks = any(not urls.overlaps(*mark.span()) for mark in _QUESTION_MARK.finditer(body.plain.text))
    return Questions(body.plain.text, urls) if asks else None


_QUESTION_MARK = re.compile(r"\?")

_TRIGGERS = Phrases(
    rf"{WORD_START}(?<![\p{{L}}\p{{N}}]{HYPHEN})(?!{AFTER_SPEECH}add(?:s|ed){WORD_END}|{IN_A_CALL}{WORD_END})(?P<claim>"
    rf"can{GAP}(?:now|finally)(?:{GAP}{ADVERBS}{BASE_FORMS}{WORD_END})?"
    rf"|(?:now|finally){GAP}{ADVERBS}(?:{AFTER_NOW}|{VERB_TRIGGERS}|{NOUN_TRIGGERS}|{BASE_FORMS})"
    rf"|{VERB_TRIGGERS}|{NOUN_TRIGGERS}){WORD_END}{NO_HYPHEN}(?!['’ʼ‘‚‹›]\p{{L}})",
    words="adds added introduces introducing supports support integrates integration integrations works ships comes"
    " includes compatible now finally",
    starts="added adds can comes compatible finally includes integrates integration integrations introduces introducing"
    " now ships support supports works",
)
WORDS = _TRIGGERS.words
"""Words of which every claim has one."""


def _is_denied(text: str, start: int) -> bool:
    """Whether a negation stands just before the trigger: `does not`, `no longer`, `has never offered any`."""
    first = max(0, start - _DENIAL_REACH)
    before = max(0, first - 1)  # the character before decides whether a word starts
    return _ends_in_denial(text[before:start], first - before)


@lru_cache(maxsize=1024)
def _ends_in_denial(text: str, start: int) -> bool:
    return _DENIED.compiled.search(text, start) is not None


_DENIAL_REACH = 60
_DENIED = Pattern(rf"{WORD_START}{NEGATIONS}{GAP}(?:{BETWEEN}{GAP}){{0,3}}+\Z")


class _Barriers:
    """Where a claim must end because an address, a row of hashtags or a claim of another kind begins."""

    def __init__(self, body: Prose, text: str) -> None:
        # A bare host name is a word: in "works with example.org" it is what is claimed.
        urls = [url.start for url in body.addresses.urls if not url.is_bare_host]
        self._others = sorted([*urls, *[start for start, _ in (*body.addresses.emails, *find_partnerships(body))]])
        self._hashtags = list(_closing_hashtags(body.addresses.hashtags, text))

    def next_after(self, feature: int, limit: int) -> int:
        """The end of the text in which the claim after a trigger may go on, at most `limit`."""
        # Hashtags right after the trigger are what is claimed: "now supports #Mastodon".
        candidates = ((self._others, feature), (self._hashtags, feature + 2))
        for barriers, first in candidates:
            index = bisect_left(barriers, first)
            if index < len(barriers):
                limit = min(limit, barriers[index])
        return limit


def _closing_hashtags(hashtags: tuple[tuple[int, int], ...], text: str) -> Iterator[int]:
    """Where a row of hashtags begins that ends its line: it files the post, and no claim goes on in it."""
    row_start = row_end = -1
    for start, end in hashtags:
        if row_end < 0 or text[row_end:start].strip(" "):
            row_start = start
        row_end = end
        if text[end : end + 1] in ("", "\n", BLANK_LINE) and not _needs_object(text, row_start):
            yield row_start


def _needs_object(text: str, at: int) -> bool:
    """Whether the word before an offset goes on after it: "posts to #Mastodon"."""
    before = _LAST_WORD.compiled.search(text, max(0, at - 20), at)
    return before is not None and before["word"] in STOPWORDS


_LAST_WORD = Pattern(rf"{WORD_START}(?P<word>[a-z]++) \Z")


def _claim_end(text: str, feature: int, limit: int) -> int:
    """Where the last word of the claimed feature ends, which goes no further than `limit`; `feature` without a word."""
    first = max(0, feature - _REACH)
    is_followed = limit < len(text)
    is_verb = is_followed and _STARTS_WITH_VERB.compiled.match(text, limit) is not None
    return first + _last_word_end(text[first:limit], feature - first, is_followed, is_verb)


_REACH = 8
"""Characters before a feature that decide whether a word starts there."""


@remembered(400)
def _last_word_end(text: str, feature: int, is_followed: bool, is_verb: bool) -> int:
    """The same to the end of a text, which goes on where it `is_followed`, and that with a trigger that `is_verb`."""
    limit = len(text)
    sentence_end = _BREAK.compiled.search(text, feature)
    if sentence_end is not None:
        limit = sentence_end.start()
    words = list(_words(text, feature, limit))
    if sentence_end is None and is_followed and len(words) < MOST_WORDS:
        words = _without_next_subject(text, words, is_verb=is_verb)
    while words and words[-1].text in JOINING:
        words.pop()
    return words[-1].end if words else feature


_STRAIGHT = str.maketrans("’ʼ", "''")


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start: int
    end: int


def _words(text: str, start: int, limit: int) -> Iterator[_Word]:
    """At most eight words, up to the start of a new clause."""
    before = ""
    for count, match in enumerate(_WORD.compiled.finditer(text, start, limit)):
        word = match["word"].translate(_STRAIGHT)
        if count == MOST_WORDS or word in CLAUSE_WORDS or (before in ("and", "or") and word in CLAUSE_STARTERS):
            return
        yield _Word(word, *match.span("word"))
        before = word


def _without_next_subject(text: str, words: list[_Word], *, is_verb: bool) -> list[_Word]:
    """Words at the end of a text, without the start of the clause that the verb of a trigger behind it belongs to.

    "adds a glossary and the export works with …": the export is no part of the glossary.
    """
    is_verb = is_verb or (bool(words) and words[-1].text in CLAUSE_STARTERS)
    following = len(text)
    for index in range(len(words) - 1, max(-1, len(words) - 2 - _LONGEST_SUBJECT), -1):
        if "," in text[words[index].end : following]:
            return words[: index + 1] if is_verb else words
        if words[index].text in ("and", "or"):
            return words[:index] if is_verb else words
        following = words[index].start
    return words


_LONGEST_SUBJECT = 4
_STARTS_WITH_VERB = Pattern(rf"(?:(?:can|now|finally){GAP}|{VERB_TRIGGERS}{WORD_END})")

# Between letters a single mark is an apostrophe that an editor turned round.
_BREAK = Pattern(
    rf"{FULL_STOP}|{COLON}|{DASH}|[;!?。！？\n{BLANK_LINE}]|[()\[\]{{}}【】〔〕〈〉《》]"
    rf"|[\"“”„‟«»「」『』〝〞〟❝❞]|{WORD_START}[‹›‘‚]|[‹›‘‚]{WORD_END}|[•|→]|{WORD_START}{SET_PHRASES}{WORD_END}"
)
# A comma between digits is part of a number. What stands around a word's letters is not part of the word, but + and #
# after them are (`C++`).
_WORD = Pattern(
    r"(?<![^\s,])(?:[^\p{L}\p{M}\p{N}\s,])*+"
    r"(?P<word>[\p{L}\p{M}\p{N}](?:(?:[^\p{L}\p{M}\p{N}+#%\s,]|(?<=\p{N}),(?=\p{N}))*+[\p{L}\p{M}\p{N}+#%]++)*+)"
)
