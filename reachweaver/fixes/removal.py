"""Takes words out of a text: a banned phrase, an opted-out mention, the hashtags over the cap.

The white space beside the words goes with them, except for one space, line break or blank line where what stands
before and behind would join (contract, section 11, *Details*).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reachweaver.brand import Brand
from reachweaver.campaign import BodyPart, Campaign, Variant
from reachweaver.fixes.model import Fix
from reachweaver.json_spans import Located, TextEdit, replace_in_string
from reachweaver.report import Finding
from reachweaver.text.prose import Prose
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
    """The fix that takes out the last hashtags, as many as are over the cap."""
    variant = campaign.variants[index]
    cap = brand.rules_for(variant.account_id).max_hashtags if brand is not None else None
    if cap is None or finding.hashtags is None or len(finding.hashtags) <= cap.value:
        return ()
    ranges = _hashtags(variant)[cap.value :]
    edits = _removals(campaign, index, ranges)
    over = finding.hashtags[cap.value :]
    return (Fix(f"Remove {listed(over)}", edits),) if edits else ()


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


def _hashtags(variant: Variant) -> list[Range]:
    prose = Prose(variant.body.text)
    spans = (prose.span_of_plain(start, end) for start, end in prose.hashtags)
    return [(start, end) for _, start, end in spans]


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
