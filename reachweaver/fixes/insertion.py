"""Inserts a missing disclosure or call to action (contract, section 11, *Code actions*).

It goes to a post's end, to a thread's last part, to a carousel's caption or else its last slide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from reachweaver.campaign import BodyPart, Campaign, Variant
from reachweaver.fixes.model import Fix
from reachweaver.json_spans import Located, TextEdit, insert_in_string
from reachweaver.report import Finding, Remedy, Report
from reachweaver.text.prose import Prose, fold_phrase
from reachweaver.values import quoted

_SAFE_CODES = ("missing_cta", "missing_disclosure")
"""Findings whose fix only adds what the brand or the campaign itself asks for, in the order of insertion."""


def insertion_fixes(campaign: Campaign, index: int, finding: Finding) -> tuple[Fix, ...]:
    """The fix that inserts a finding's remedy; none when there is no string to put it into."""
    if finding.remedy is None:
        return ()
    edit = _insertion(campaign, index, (finding.remedy,))
    what = "the disclosure" if finding.code == "missing_disclosure" else "the call to action"
    title = f"Insert {what} {quoted(finding.remedy.text)}"
    return (Fix(title, (edit,), preferred=True),) if edit is not None else ()


def fix_all(campaign: Campaign, report: Report) -> tuple[TextEdit, ...]:
    """Edits that insert every missing call to action and disclosure of the whole file, one for each variant.

    The calls to action come first, the disclosures last. Reviewed findings are left alone.
    """
    edits = (_insertion(campaign, variant.index, _remedies(variant.findings)) for variant in report.variants)
    return tuple(sorted((edit for edit in edits if edit is not None), key=lambda edit: edit.start))


def added_text(text: str, remedies: Iterable[Remedy]) -> str:
    """What to put behind `text` so that it holds the remedies, each after its separator.

    A disclosure stands after a blank line, a call to action after a space, or on the new line that the text ends in;
    white space that is there already counts.
    """
    result = text
    for remedy in remedies:
        result += _gap(result, remedy) + remedy.text.strip()
    return result[len(text) :]


def _remedies(findings: Iterable[Finding]) -> tuple[Remedy, ...]:
    open_findings = [finding for finding in findings if not finding.reviewed]
    by_code = ([finding.remedy for finding in open_findings if finding.code == code] for code in _SAFE_CODES)
    return _without_repetition([remedy for remedy in chain.from_iterable(by_code) if remedy is not None])


def _without_repetition(remedies: Sequence[Remedy]) -> tuple[Remedy, ...]:
    """The remedies but those whose words another one brings along."""
    kept: list[Remedy] = []
    for place, remedy in enumerate(remedies):
        others = [*kept, *remedies[place + 1 :]]
        # The words of a link are not the link: a longer URL holds them, too.
        if "://" in remedy.text or not any(_contains(other.text, remedy.text) for other in others):
            kept.append(remedy)
    return tuple(kept)


def _contains(text: str, phrase: str) -> bool:
    return Prose(text).contains_phrase(fold_phrase(phrase))


def _insertion(campaign: Campaign, index: int, remedies: Sequence[Remedy]) -> TextEdit | None:
    part = _target(campaign.variants[index])
    if part is None or not part.node.closed or not remedies:
        return None
    text = part.node.value
    string = Located(part.node, campaign.variant_bases[index])
    return insert_in_string(campaign.document, string, len(text), added_text(text, remedies))


def _target(variant: Variant) -> BodyPart | None:
    parts = variant.body.parts
    if not parts:
        return None
    return parts[0] if parts[0].kind == "caption" else parts[-1]


def _gap(text: str, remedy: Remedy) -> str:
    trailing = text[len(text.rstrip()) :]
    if trailing == text:
        return ""  # nothing stands before it
    if remedy.separator == " ":
        return "" if trailing else " "
    breaks = len(f"{trailing}.".splitlines()) - 1
    return "\n" * max(2 - breaks, 0)
