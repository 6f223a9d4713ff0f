"""Takes words out of a text: a banned phrase, an opted-out mention, the hashtags over the cap.

The white space beside the words goes with them, except for one space, line break or blank line where what stands
before and behind would join (contract, section 11, *Details*).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from reachweaver.brand import Brand
from reachweaver.campaign import BodyPart, Campaign
from reachweaver.fixes.model import Fix
from reachweaver.json_spans import Located, TextEdit, replace_in_string
from reachweaver.report import Finding
from reachweaver.text.prose import Prose, fold_phrase
from reachweaver.values import listed, quoted

Range = tuple[int, int]
"""Code points of a text, 0-based, end exclusive."""

_CLOSING = frozenset(".,;:!?…)]}»”’'\"、。，；：！？」』）")
_OPENING = frozenset("([{«“‘„「『（")


def removal_fixes(campaign: Campaign, index: int, finding: Finding) -> tuple[Fix, ...]:
    """The fix that takes a finding's words out."""
    if finding.start is None or finding.end is None or finding.span is None:
        return ()
    edits = _removals(campaign, index, [(finding.start, finding.end)])
    return (Fix(f"Remove {quoted(finding.span)}", edits),) if edits else ()


def hashtag_fixes(campaign: Campaign, index: int, finding: Finding, brand: Brand | None) -> tuple[Fix, ...]:
    """The fix that takes out the last hashtags, as many as are over the cap.

    One that a disclosure or the call to action is made of stays: taking it out would be another finding.
    """
    variant = campaign.variants[index]
    rules = brand.rules_for(variant.account_id) if brand is not None else None
    if rules is None or rules.max_hashtags is None or finding.hashtags is None:
        return ()
    prose = Prose(variant.body.text)
    hashtags = [prose.span_of_plain(start, end) for start, end in prose.addresses.hashtags]
    wanted = [*(disclosure.value for disclosure in rules.required_disclosures), variant.cta_phrase or ""]
    kept = list(_firsts(prose, wanted))
    free = [tag for tag in hashtags if not any(start < tag[2] and tag[1] < end for start, end in kept)]
    surplus = len(hashtags) - rules.max_hashtags.value
    if not 0 < surplus <= len(free):
        return ()
    over = free[-surplus:]
    edits = _removals(campaign, index, [(start, end) for _, start, end in over])
    return (Fix(f"Remove {listed([tag for tag, _, _ in over])}", edits),) if edits else ()


def without(text: str, ranges: Iterable[Range]) -> list[tuple[Range, str]]:
    """The replacements that take `ranges` out of a text, each with what is left in its place."""
    return [_widened(text, start, end) for start, end in _joined(text, ranges)]


def _removals(campaign: Campaign, index: int, ranges: Sequence[Range]) -> tuple[TextEdit, ...]:
    """Edits of the strings that hold the ranges of the body; none when one of them is still being typed."""
    variant, base = campaign.variants[index], campaign.variant_bases[index]
    edits: list[TextEdit] = []
    for part in variant.body.parts:
        inside = [(start - part.start, end - part.start) for start, end in ranges if _is_inside(part, start, end)]
        if inside and not part.node.closed:
            return ()
        string = Located(part.node, base)
        edits += [
            replace_in_string(campaign.document, string, start, end, left)
            for (start, end), left in without(part.node.value, inside)
        ]
    return tuple(sorted(edits, key=lambda edit: edit.start))


def _is_inside(part: BodyPart, start: int, end: int) -> bool:
    return part.start <= start < end <= part.end


def _firsts(prose: Prose, phrases: Iterable[str]) -> Iterator[Range]:
    """Where each of some phrases that have to be in a text stands in it first."""
    for phrase in phrases:
        folded = fold_phrase(phrase)
        if folded:
            for start, end in islice(prose.find_phrase(folded, across_blank_lines=True), 1):
                yield prose.span_of_folded(start, end)[1:]


def _joined(text: str, ranges: Iterable[Range]) -> list[Range]:
    """The ranges in order, those with nothing but white space between them made one."""
    joined: list[Range] = []
    for start, end in sorted(ranges):
        if joined and not text[joined[-1][1] : start].strip():
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _widened(text: str, start: int, end: int) -> tuple[Range, str]:
    before, behind = text[:start].rstrip(), text[end:].lstrip()
    left, right = len(before), len(text) - len(behind)
    space = text[left:start], text[end:right]
    if not before or not behind or not any(space) or before[-1] in _OPENING or behind[0] in _CLOSING:
        return (left, right), ""
    breaks = max(len(f".{gap}.".splitlines()) - 1 for gap in space)
    return (left, right), (" ", "\n", "\n\n")[min(breaks, 2)]
