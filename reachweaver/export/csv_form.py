"""An export as CSV: RFC 4180, UTF-8 with a byte order mark, one row for each text that somebody pastes somewhere.

Every cell is quoted, so a text keeps its line breaks. A cell that a spreadsheet would take for a formula begins with
one apostrophe more than its text; `unguarded` gives the text back. The mark is what makes Excel read emoji.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import regex

from reachweaver.export.model import Export, ExportedVariant

COLUMNS: Final = (
    "campaign_id",
    "variant_id",
    "platform",
    "account_id",
    "format",
    "part",
    "text",
    "scheduled_at",
    "cta_url",
    "evidence",
    "to_review",
)

# Spreadsheets also pass over white space, and some know the full-width signs.
_FORMULA: Final = regex.compile(r"'*+(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*+[=+\-@＝＋－＠])")


def render(export: Export) -> str:
    """The whole file, its mark first; lines end in CR LF."""
    rows = [COLUMNS, *(row for variant in export.variants for row in _rows(export, variant))]
    return "\ufeff" + "".join(f"{','.join(map(_cell, row))}\r\n" for row in rows)


def guarded(text: str) -> str:
    """The text so that no spreadsheet runs it: with an apostrophe before what looks like a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def unguarded(cell: str) -> str:
    """The text that `guarded` made a cell of."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def _rows(export: Export, exported: ExportedVariant) -> Iterator[tuple[str, ...]]:
    variant = exported.variant
    for label, text in exported.texts:
        yield (
            export.campaign_id or "",
            variant.variant_id or "",
            variant.platform or "",
            variant.account_id or "",
            variant.format or "",
            label,
            text,
            variant.scheduled_at or "",
            exported.cta_url or "",
            _lines(f"{item.id}: {item.source_url}" for item in exported.evidence),
            _lines(f"{finding.code}: {finding.message}" for finding in exported.to_review),
        )


def _lines(items: Iterable[str]) -> str:
    return "\n".join(items)


def _cell(text: str) -> str:
    doubled = guarded(text).replace('"', '""')
    return f'"{doubled}"'
