"""What can be written at a place (contract, section 11, *Also*): evidence ids, accounts, platforms, formats, kinds.

Takes an analysis and an offset, gives completions; the text may be finished, half-typed or broken. Only values are
completed: keys are the business of the schema that ships with ReachWeaver.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from reachweaver.campaign import FORMATS, KINDS, Campaign, Evidence, Variant
from reachweaver.data import dataclass
from reachweaver.json_spans import Style
from reachweaver.platforms import BY_NAME
from reachweaver_lsp.analysis import Analysis, CheckedCampaign
from reachweaver_lsp.descriptions import account_lines, evidence_lines, limits_of, title_of
from reachweaver_lsp.markup import Line, Section, line
from reachweaver_lsp.slots import Slot, slot_at
from reachweaver_lsp.wording import shortened


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One value that can be written."""

    value: str
    is_id: bool = False
    """Whether it is a name from these files, not one of ReachWeaver's own words."""
    kind: str = ""
    """A word that tells it from others: an evidence item's kind, an account's platform."""
    detail: str = ""
    """What it is, on one line."""
    section: Section = ()
    """What there is to read about it."""


class Completion(NamedTuple):
    """A value as it is written at one place."""

    choice: Choice
    new_text: str
    """What stands in the file instead of the slot's span, escapes and quotes included."""
    filter_text: str
    """What a client compares with what is typed already."""


@dataclass(frozen=True, slots=True)
class Completions:
    """The values for one place, the likeliest first."""

    items: Sequence[Completion]
    slot: Slot


_KIND_DETAILS = {
    "release": "a published version; what release language needs",
    "repository": "source code",
    "documentation": "a manual or a reference",
    "paper": "a publication",
    "benchmark": "measurements",
    "announcement": "news from the people who make it",
    "testimonial": "what somebody said about it",
    "partnership": "who works together",
    "metric": "counted users, downloads and the like",
    "other": "anything else",
}
_FORMAT_DETAILS = {
    "post": 'one text, in "text"',
    "thread": 'several texts in a row, in "parts"',
    "carousel_outline": 'slides, in "slides", and a "caption"',
}


def completions_at(analysis: Analysis, offset: int) -> Completions | None:
    """What can be written at an offset; None where nothing is known."""
    if analysis.kind not in ("campaign", "brand"):
        return None
    slot = slot_at(analysis.tree, offset)
    choices = list(_choices(analysis, slot)) if slot is not None else []
    if slot is None or not choices:
        return None
    style = Style.of(analysis.tree)
    return Completions([_completion(choice, slot, style) for choice in choices], slot)


def _completion(choice: Choice, slot: Slot, style: Style) -> Completion:
    written = style.value(choice.value, None)
    wants_array = slot.path[-1] == "evidence_ids" and not slot.in_array
    new_text = style.value([choice.value], None) if wants_array else written
    return Completion(choice, new_text + slot.after, written if slot.is_quoted else choice.value)


def _choices(analysis: Analysis, slot: Slot) -> Iterable[Choice]:
    checked = analysis.checked
    match slot.path:
        case ["accounts", str(), "platform"] if analysis.kind == "brand" and not slot.in_array:
            return _platforms()
        case ["evidence", int(), "kind"] if checked is not None and not slot.in_array:
            return _words(KINDS, _KIND_DETAILS)
        case ["variants", int(index), *steps] if checked is not None and index < len(checked.report.variants):
            return _of_variant(analysis, checked, index, steps, in_array=slot.in_array)
    return ()


def _of_variant(
    analysis: Analysis, checked: CheckedCampaign, index: int, steps: Sequence[str | int], *, in_array: bool
) -> Iterable[Choice]:
    variant = checked.campaign.variants[index]
    match steps:
        case ["evidence_ids"]:
            return _evidence(checked, index)
        case ["account_id"] if not in_array:
            return _accounts(analysis, variant)
        case ["platform"] if not in_array:
            return _platforms(_platform_of_account(analysis, variant))
        case ["format"] if not in_array:
            return _formats(variant)
    return ()


def _evidence(checked: CheckedCampaign, index: int) -> Iterator[Choice]:
    """The evidence that the variant does not cite yet; first what answers a finding, then the rest as declared."""
    campaign = checked.campaign
    cited = frozenset(campaign.variants[index].evidence_ids)
    answers: dict[str, dict[str, None]] = {}
    for finding in checked.report.variants[index].findings:
        for evidence_id in finding.matched_evidence:
            answers.setdefault(evidence_id, {})[finding.span or ""] = None
    for evidence_id in dict.fromkeys((*answers, *campaign.evidence_by_id)):
        if evidence_id not in cited:
            yield _evidence_choice(campaign, evidence_id, tuple(answers.get(evidence_id, ())))


def _evidence_choice(campaign: Campaign, evidence_id: str, answered: tuple[str, ...]) -> Choice:
    evidence = campaign.evidence_by_id[evidence_id]
    return Choice(
        value=evidence_id,
        is_id=True,
        kind=evidence.kind or "",
        detail=_evidence_detail(evidence),
        section=[*_answer(answered), *evidence_lines(evidence)],
    )


def _evidence_detail(evidence: Evidence) -> str:
    claim = evidence.claim or evidence.excerpt or "nothing yet"
    return shortened(f"{evidence.kind}: {claim}" if evidence.kind else claim, 200)


def _answer(answered: tuple[str, ...]) -> list[Line]:
    texts = ", ".join(f"“{shortened(text)}”" for text in answered if text)
    return [line(f"Has what the evidence cited so far lacks: {texts}.")] if texts else []


def _accounts(analysis: Analysis, variant: Variant) -> list[Choice]:
    """The brand's accounts, those for the variant's platform first and those for another last."""
    brand = analysis.rules.brand
    accounts = brand.content.accounts if brand is not None else {}
    choices = [
        Choice(
            value=account_id,
            is_id=True,
            kind=account.platform or "",
            detail=title_of(account.platform) if account.platform else "",
            section=account_lines(account_id, account),
        )
        for account_id, account in accounts.items()
    ]
    if variant.platform is None:
        return choices
    ranks = {variant.platform: 0, "": 1}
    return sorted(choices, key=lambda choice: ranks.get(choice.kind, 2))


def _platform_of_account(analysis: Analysis, variant: Variant) -> str | None:
    brand = analysis.rules.brand
    account = brand.content.accounts.get(variant.account_id or "") if brand is not None else None
    return account.platform if account is not None else None


def _platforms(likeliest: str | None = None) -> list[Choice]:
    choices = [
        Choice(value=name, detail=f"{platform.title}, {limits_of(platform)}") for name, platform in BY_NAME.items()
    ]
    return sorted(choices, key=lambda choice: choice.value != likeliest)


def _formats(variant: Variant) -> list[Choice]:
    """Every format, those first that the variant's platform itself knows."""
    platform = BY_NAME.get(variant.platform or "")
    known = platform.formats if platform is not None else FORMATS
    return sorted(_words(FORMATS, _FORMAT_DETAILS), key=lambda choice: choice.value not in known)


def _words(values: Iterable[str], details: dict[str, str]) -> list[Choice]:
    return [Choice(value=value, detail=details[value]) for value in values]
