"""What a variant's `reviewed` entries do to its findings (contract, section 7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import replace

from reachweaver.campaign import Review, Variant, variant_path
from reachweaver.codes import BY_CODE
from reachweaver.json_spans import pointer
from reachweaver.report import Finding
from reachweaver.values import nearest, quoted


def with_reviews(
    index: int, variant: Variant, findings: Iterable[Finding], not_run: Collection[str] = ()
) -> list[Finding]:
    """The findings, those that a person has looked at marked, and what is wrong with the entries themselves.

    Args:
        index: The variant's place in the campaign.
        variant: The variant that the findings are about.
        findings: All of them: an entry that matches none is stale.
        not_run: Codes whose check did not run, so that nothing can be said about entries that name them.
    """
    found = list(findings)
    places: defaultdict[tuple[str, str | None], list[int]] = defaultdict(list)
    for place, finding in enumerate(found if variant.reviewed else ()):
        places[finding.code, finding.span].append(place)
    about_entries: list[Finding] = []
    for review in variant.reviewed:
        matches = places.get((review.code, review.span), [])
        path = pointer((*variant_path(index), "reviewed", review.index))
        if not matches and review.code in not_run:
            continue
        if _names_an_error(review, [found[place] for place in matches]):
            about_entries.append(_refused(review, variant, path))
        elif matches:
            for place in matches:
                found[place] = replace(found[place], reviewed=True)
        else:
            about_entries.append(_stale(review, variant, path))
    return found + about_entries


def _names_an_error(review: Review, matches: list[Finding]) -> bool:
    if matches:
        return any(finding.severity == "error" for finding in matches)
    entry = BY_CODE.get(review.code)
    return entry is not None and entry.severity == "error" and entry.lesser_severity is None


def _refused(review: Review, variant: Variant, path: str) -> Finding:
    message = (
        f'{variant.name}, item {review.index + 1} of "reviewed": {quoted(review.code)} is an error, and an error cannot'
        " be reviewed away. Correct the text, then remove the entry."
    )
    return Finding(code="invalid_campaign", severity="error", message=message, path=path)


def _stale(review: Review, variant: Variant, path: str) -> Finding:
    about = "the whole variant" if review.span is None else quoted(review.span)
    message = (
        f'{variant.name}, item {review.index + 1} of "reviewed": there is no finding {quoted(review.code)} about'
        f" {about} (any more).{_advice(review)}"
    )
    return Finding(code="stale_review", severity="warning", message=message, path=path)


def _advice(review: Review) -> str:
    meant = nearest(review.code, BY_CODE) if review.code not in BY_CODE else None
    return f" Did you mean {quoted(meant)}?" if meant is not None else " Review the text again, or remove the entry."
