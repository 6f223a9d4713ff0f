"""What export and staging share: the checks that decide what may go out, and how refusals are shown."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from reachweaver.campaign import Campaign
from reachweaver.clearance import Refusal
from reachweaver.commands.checking import Further, check_one
from reachweaver.config import Config
from reachweaver.lengths import check_lengths
from reachweaver.output.checked import CheckedFile
from reachweaver.report import Finding, JsonValue


def check_outgoing(options: argparse.Namespace) -> CheckedFile:
    """The campaign that `--file` names, with all of `campaign-check`'s findings but those about a history.

    Raises:
        CommandError: A file cannot be used.
    """
    return check_one(options, _lengths)


def errors_of_file(checked: CheckedFile) -> list[Finding]:
    """The error findings that belong to no variant."""
    return [finding for finding in checked.report.findings if finding.severity == "error"]


def is_complete(checked: CheckedFile, refused: Sequence[Refusal]) -> bool:
    """Whether nothing stayed behind and nothing is wrong with the file."""
    return checked.is_clean and not refused


def result_json(checked: CheckedFile, refused: Sequence[Refusal]) -> dict[str, JsonValue]:
    """What a command's JSON ends with: the refusals, and what is wrong with the file itself."""
    return {
        "refused": [refusal.to_json() for refusal in refused],
        "findings": [finding.to_json() for finding in errors_of_file(checked)],
    }


def result_lines(checked: CheckedFile, refused: Sequence[Refusal]) -> Iterator[str]:
    """The same for people; no line when all is well."""
    for refusal in refused:
        yield ""
        yield f"Refused: {name_of(refusal.index, refusal.variant_id)}"
        yield from (f"  {reason.code}: {reason.message}" for reason in refusal.reasons)
    wrong = errors_of_file(checked)
    if wrong:
        yield ""
        yield "Wrong with the file itself:"
        yield from (f"  {finding.code}: {finding.message}" for finding in wrong)
    if not checked.report.valid:
        yield ""
        yield "campaign-check shows where in the file each of these stands."


def name_of(index: int, variant_id: str | None) -> str:
    """What people know a variant by."""
    return variant_id or f"variant number {index + 1}"


def _lengths(campaign: Campaign, _config: Config) -> Further:
    return Further(check_lengths(campaign))
