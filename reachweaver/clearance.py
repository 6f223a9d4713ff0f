"""Which variants may leave ReachWeaver, and why the others may not: shared by export and staging.

Takes a campaign and its report, gives variants and refusals. A variant with an error finding never goes out
(contract, section 4); reviews and warnings leave the decision with a person.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from reachweaver.campaign import Campaign, Variant
from reachweaver.data import dataclass
from reachweaver.report import JsonValue, Report


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One thing that keeps a variant back."""

    code: str
    """The code of an error finding, or a word for what no finding says (`preview_only`)."""
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A variant that stays behind."""

    index: int
    """Position in the campaign's `variants`, 0-based."""
    variant_id: str | None
    reasons: tuple[Reason, ...]
    """At least one."""

    def to_json(self) -> dict[str, JsonValue]:
        """The refusal as commands print it."""
        return {
            "index": self.index,
            "variant_id": self.variant_id,
            "reasons": [{"code": reason.code, "message": reason.message} for reason in self.reasons],
        }


@dataclass(frozen=True, slots=True)
class Clearance:
    """Every variant of a campaign, as one that may go out or as a refusal, each in the file's order."""

    cleared: tuple[tuple[int, Variant], ...]
    """Each with its index."""
    refused: tuple[Refusal, ...]


def clear(campaign: Campaign, report: Report, further: Iterable[tuple[int, Reason]] = ()) -> Clearance:
    """Sort out which variants may go out.

    Args:
        campaign: The campaign.
        report: Its report, with every finding that counts.
        further: What else keeps a variant back, by its index.
    """
    found: dict[int, list[Reason]] = {
        index: [*_errors(report, index), *_unfit(variant)] for index, variant in enumerate(campaign.variants)
    }
    for index, reason in further:
        found[index].append(reason)
    variants = tuple(enumerate(campaign.variants))
    return Clearance(
        cleared=tuple((index, variant) for index, variant in variants if not found[index]),
        refused=tuple(
            Refusal(index=index, variant_id=variant.variant_id, reasons=tuple(dict.fromkeys(found[index])))
            for index, variant in variants
            if found[index]
        ),
    )


def is_writable(text: str) -> bool:
    """Whether a text can be stored anywhere: half a surrogate pair stands for no character."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _errors(report: Report, index: int) -> Iterator[Reason]:
    for finding in report.variants[index].findings:
        if finding.severity == "error":
            yield Reason(code=finding.code, message=finding.message)
    # Nobody knows what a check that could not finish would have found.
    for failure in report.failures:
        yield Reason(code=failure.code, message=f"This check could not finish: {failure.message}.")


def _unfit(variant: Variant) -> Iterator[Reason]:
    if variant.body.exists and not variant.body.text.strip():
        yield Reason(code="empty_text", message="There is no text to send out.")
    if not is_writable(f"{variant.variant_id}{variant.account_id}{variant.body.text}"):
        message = "Its text or its id holds half of a character (an escape such as \\ud83d without its partner)."
        yield Reason(code="broken_character", message=message)
