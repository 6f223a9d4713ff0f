"""The preview for people at a terminal: each text as it will be posted, its length, and what was found beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

import regex

from reachweaver.counting import Length
from reachweaver.output.checked import totals
from reachweaver.output.terminal import TerminalStyle, closing
from reachweaver.output.visible import Cell, cells
from reachweaver.output.words import CAPABILITIES, CONFIDENCES
from reachweaver.preview import EvidenceUse, PartPreview, Preview, VariantPreview, evidence_beside
from reachweaver.report import Finding, Grounded

BAR_WIDTH: Final = 24
"""Columns of a length's bar."""
LONGEST_LINE: Final = 100
"""Columns that a text is wrapped at, on however wide a terminal."""

_INDENT: Final = "  "
_ROLES: Final = {"high": "good", "medium": "review", "low": "error"}
_RECEIPT_ROLES: Final = {"in_source": "good", "no_excerpt": "dim", "not_in_source": "warning", "unusable": "warning"}
_LINE_BREAK = regex.compile(r"\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]")


def render(preview: Preview, style: TerminalStyle) -> str:
    """The whole preview, ending in a line break."""
    return "".join(f"{line}\n" for line in _lines(preview, style)) + closing([""], totals([preview.report]), style)


def _lines(preview: Preview, style: TerminalStyle) -> Iterator[str]:
    title, campaign_id = preview.campaign.title, preview.report.campaign_id
    name = f"{title} ({campaign_id})" if title and campaign_id else title or campaign_id
    if name:
        yield from (style.paint("path", style.safe(name)), "")
    if preview.report.findings:
        yield from (_INDENT + line for finding in preview.report.findings for line in _finding(finding, style))
        yield ""
    for variant in preview.variants:
        yield from _variant(variant, preview, style)
        yield ""


def _variant(preview: VariantPreview, whole: Preview, style: TerminalStyle) -> Iterator[str]:
    yield _heading(preview, style)
    yield f"{_INDENT}{_status(preview, style)}"
    roles = _roles(preview)
    for part in preview.parts:
        yield ""
        yield from (f"{_INDENT}{line}" for line in _part(part, preview, roles, style))
    if not preview.parts:
        yield from ("", f"{_INDENT}{style.paint('dim', 'no text')}")
    evidence = evidence_beside(preview, whole.campaign, whole.report.receipts)
    if preview.report.findings or evidence:
        yield ""
    for finding in preview.report.findings:
        yield from (f"{_INDENT}{line}" for line in _finding(finding, style))
    yield from (f"{_INDENT}{line}" for use in evidence for line in _evidence(use, style))


def _heading(preview: VariantPreview, style: TerminalStyle) -> str:
    name = preview.report.variant_id or f"variant number {preview.report.index + 1}"
    platform = preview.platform.title if preview.platform else preview.report.platform or "no platform"
    about = [platform, (preview.variant.format or "unknown format").replace("_", " "), preview.variant.account_id or ""]
    return f"{style.paint('path', style.safe(name))}  {style.safe(', '.join(filter(None, about)))}"


def _status(preview: VariantPreview, style: TerminalStyle) -> str:
    confidence = style.paint(_ROLES[preview.confidence], CONFIDENCES[preview.confidence][0].lower())
    return f"{confidence}, {CAPABILITIES[preview.capability][0].lower()}"


def _part(part: PartPreview, preview: VariantPreview, roles: Mapping[int, str], style: TerminalStyle) -> Iterator[str]:
    of_its_kind = sum(other.kind == part.kind for other in preview.parts)
    place = f"{part.kind} {part.number} of {of_its_kind}" if part.kind in ("part", "slide") else part.kind
    length = f"  {_length(part.length, style)}" if part.length is not None else ""
    yield f"{style.paint('dim', place)}{length}"
    bar = style.paint("frame", _drawn("│", "|", style))
    width = max(min(style.width, LONGEST_LINE) - len(_INDENT) - 2, 20)
    for row in _rows(part.text, width, style):
        yield f"{bar} {_painted(row, part.start, roles, style)}".rstrip()


def _length(length: Length, style: TerminalStyle) -> str:
    if length.limit is None:
        return style.paint("dim", f"{length.used:,} {length.unit}, no limit")
    what = f"{length.used:,} of {length.limit:,} {length.unit}{' in the title' if length.measures == 'title' else ''}"
    used = min(round(BAR_WIDTH * length.used / length.limit), BAR_WIDTH)
    filled, empty = _drawn("█", "#", style) * used, _drawn("░", "-", style) * (BAR_WIDTH - used)
    if length.excess:
        return style.paint("error", f"{filled}{empty} {what}, {length.excess:,} too many")
    return f"{filled}{style.paint('dim', f'{empty} {what}')}"


def _drawn(character: str, plain: str, style: TerminalStyle) -> str:
    """A drawing character, or a plain one where the terminal's encoding lacks it."""
    try:
        character.encode(style.encoding)
    except UnicodeError:
        return plain
    return character


def _finding(finding: Finding, style: TerminalStyle) -> Iterator[str]:
    role = finding.shown_as
    yield f"{style.paint(role, f'{role}[{finding.code}]')} {style.safe(finding.message)}"


def _evidence(use: EvidenceUse, style: TerminalStyle) -> Iterator[str]:
    evidence = use.evidence
    entries: tuple[Grounded | Finding, ...] = (*use.grounds, *use.has)
    spans = [entry.span or "" for entry in entries]
    verb = "grounds" if use.is_cited else "is not cited, would ground"
    does = f"{verb} {', '.join(dict.fromkeys(spans))}" if spans else "grounds nothing in this text"
    source = f" {evidence.source_url}" if evidence.source_url else ""
    label = style.paint("good" if use.grounds else "dim", "evidence")
    yield f"{label} {style.safe(f'{evidence.id} {does}')}{style.paint('dim', style.safe(source))}"
    if use.receipt is not None:
        role = _RECEIPT_ROLES[use.receipt.excerpt]
        yield f"{_INDENT}{style.paint(role, 'receipt')} {style.safe(use.receipt.in_words)}"


def _roles(preview: VariantPreview) -> Mapping[int, str]:
    """How each marked character of the body is painted; a finding beats what is grounded."""
    roles: dict[int, str] = {}
    for entry in preview.report.grounded:
        roles.update(dict.fromkeys(range(entry.start, entry.end), "good"))
    for finding in preview.report.findings:
        if finding.start is not None and finding.end is not None and finding.code != "too_long":
            roles.update(dict.fromkeys(range(finding.start, finding.end), finding.shown_as))
    return roles


def _rows(text: str, width: int, style: TerminalStyle) -> Iterator[list[Cell]]:
    """The text's lines, wrapped at spaces where they are too long for the terminal."""
    at = 0
    for line in _LINE_BREAK.split(text):
        row = [cell._replace(start=cell.start + at, end=cell.end + at) for cell in cells(line, style.encoding)]
        yield from _wrapped(row, width)
        at += len(line)
        at += len(match[0]) if (match := _LINE_BREAK.match(text, at)) else 0


def _wrapped(row: list[Cell], width: int) -> Iterator[list[Cell]]:
    start = 0
    while True:
        stop, used, space = start, 0, None
        while stop < len(row) and used + row[stop].width <= width:
            used += row[stop].width
            space = stop if row[stop].shown == " " else space
            stop += 1
        if stop == len(row):
            yield row[start:]
            return
        end = space + 1 if space is not None else max(stop, start + 1)
        yield row[start:end]
        start = end


def _painted(row: Sequence[Cell], offset: int, roles: Mapping[int, str], style: TerminalStyle) -> str:
    runs = groupby(row, key=lambda cell: roles.get(cell.start + offset))
    return "".join(
        style.paint(role, text) if role else text
        for role, text in ((role, "".join(cell.shown for cell in run)) for role, run in runs)
    )
