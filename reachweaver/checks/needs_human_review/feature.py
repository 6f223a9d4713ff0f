"""Feature and capability claims: each content word of the claimed feature has to stand in cited evidence.

Specification, check 2b and *Feature claims*, 3 and 4. Different words may stand in different items. The span is the
claim as written, from its trigger to the last word of the feature.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator

from reachweaver.checks.context import CheckContext, EvidenceText, ids
from reachweaver.checks.needs_human_review.feature_claims import FeatureClaim, read_claims
from reachweaver.checks.needs_human_review.feature_words import GENERIC, STOPWORDS
from reachweaver.checks.phrases import Span, quoted
from reachweaver.report import Finding, Grounded
from reachweaver.text.patterns import Pattern
from reachweaver.text.prose import Prose
from reachweaver.text.remembering import remembered
from reachweaver.text.spans import Spans
from reachweaver.text.words import Term, terms_of, url_spans
from reachweaver.values import listed


def check(context: CheckContext) -> Iterator[Finding | Grounded]:
    """Every feature claim of the body that has a content word, grounded or for review."""
    claims = list(read_claims(context.body))
    if not claims:
        return
    for claim, words in zip(claims, _content_words(context.body, claims), strict=True):
        if words:
            yield _judge(context, claim, words)


def _content_words(body: Prose, claims: list[FeatureClaim]) -> tuple[tuple[str, ...], ...]:
    """For each claim the terms that say what is claimed, in text order, each once."""
    features = [body.folded_span(claim.feature, claim.end) for claim in claims]
    first, last = max(0, features[0][0] - 1), features[-1][1]  # the character before decides whether a word starts
    urls = [(start - first, end - first) for start, end in url_spans(body) if first < end and start < last]
    spans = [(start - first, end - first) for start, end in features]
    return _content_of(body.folded.text[first:last], tuple(spans), tuple(urls))


@remembered(400)
def _content_of(text: str, features: tuple[Span, ...], urls: tuple[Span, ...]) -> tuple[tuple[str, ...], ...]:
    """The same for the folded text from before the first feature to the end of the last, and offsets into it."""
    found = terms_of(text, features[0][0], features[-1][1], urls)
    starts = [word.start for word in found]
    content = []
    for start, end in features:
        first = max(0, start - 1)
        spans = _empty_spans(text[first:end], start - first)
        empty = Spans((first + empty_start, first + empty_end) for empty_start, empty_end in spans)
        words = found[bisect_left(starts, start) : bisect_left(starts, end)]
        terms = [word.term for word in words if not (_is_empty(word) or empty.overlaps(word.start, word.end))]
        content.append(tuple(dict.fromkeys(terms)))
    return tuple(content)


@remembered(400)
def _empty_spans(text: str, start: int) -> tuple[tuple[int, int], ...]:
    """Where numbers and compounds without content stand from an offset on."""
    return tuple(
        match.span()
        for match in _COMPOUND_OR_NUMBER.compiled.finditer(text, start)
        if match["number"] or match["compound"] in GENERIC
    )


def _is_empty(word: Term) -> bool:
    return word.word in _EMPTY or word.term in _EMPTY


_EMPTY = STOPWORDS | GENERIC


_COMPOUND_OR_NUMBER = Pattern(
    r"(?<![\p{L}\p{M}\p{N}.])(?:(?P<number>(?:version |ver\. ?)?v?[0-9][0-9.,:/]*+(?:-?(?:rc|alpha|beta|pre|dev)[.\-0-9]*+)?"
    r"(?:\+|%|x|×|k|m|bn|st|nd|rd|th|am|pm|ms|s|h|min|kb|mb|gb|tb|px|fps|hz)?(?:-[0-9][0-9.,:/]*+)*+)"
    r"|(?P<compound>\p{L}++(?:-\p{L}++)++))(?![\p{L}\p{M}\p{N}])"
)


def _judge(context: CheckContext, claim: FeatureClaim, words: tuple[str, ...]) -> Finding | Grounded:
    span, start, end = context.body.span_of_plain(claim.start, claim.end)
    missing = words
    for item in context.cited:
        missing = tuple([word for word in missing if word not in item.terms])
    if not missing:
        return Grounded(
            type="feature", span=span, start=start, end=end, matched_evidence=_holding(words, context.cited)
        )
    others = context.uncited(context.declared.with_any_term(missing))
    uncited = _holding(missing, others)
    return Finding(
        code="needs_human_review",
        severity="review",
        message=_message(span, missing, uncited, others),
        span=span,
        start=start,
        end=end,
        matched_evidence=uncited,
        category="feature",
        missing_terms=missing,
    )


def _holding(words: tuple[str, ...], evidence: Collection[EvidenceText]) -> tuple[str, ...]:
    """The items that hold all the words; when none does alone, those that together do; when words are left, none."""
    whole = ids(item for item in evidence if item.terms.issuperset(words))
    if whole:
        return whole
    parts = [item for item in evidence if not item.terms.isdisjoint(words)]
    together = frozenset[str]().union(*(item.terms for item in parts))
    return ids(parts) if together.issuperset(words) else ()


def _message(span: str, missing: tuple[str, ...], uncited: tuple[str, ...], evidence: Iterable[EvidenceText]) -> str:
    claim = f"{quoted(span)} claims a feature, and no cited evidence has the word{'s' if len(missing) > 1 else ''}"
    words = f"{claim} {listed(quoted(word) for word in missing)}."
    if uncited:
        return f"{words} {_there(missing)} in {listed(uncited)}, which the variant does not cite."
    partly = [(word, ids(item for item in evidence if word in item.terms)) for word in missing]
    hints = "".join(f" {quoted(word)} stands in {listed(found)}, not cited." for word, found in partly if found)
    them = "them" if len(missing) > 1 else "it"
    return f"{words}{hints} Cite evidence whose claim or excerpt has {them}, or let a person review the claim."


def _there(missing: tuple[str, ...]) -> str:
    return "They stand" if len(missing) > 1 else "It stands"
