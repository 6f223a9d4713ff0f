"""Quick fixes for the findings at a range (contract, section 11, *Code actions*).

Takes what was diagnosed and a range, gives code actions. The fixes themselves are the engine's; nothing is checked again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lsprotocol import types

from reachweaver.fixes import fixes_for
from reachweaver.json_spans.lines import Encoding
from reachweaver_lsp import to_lsp
from reachweaver_lsp.analysis import Analysis
from reachweaver_lsp.diagnostics import Shown


def quick_fixes(
    analysis: Analysis, diagnostics: Iterable[Shown], place: types.Range, encoding: Encoding, *, versioned: bool
) -> Iterator[types.CodeAction]:
    """The fixes that answer the diagnostics at a range; an empty range right behind one touches it."""
    if analysis.checked is None:
        return
    document = analysis.document
    brand = analysis.rules.brand.content if analysis.rules.brand is not None else None
    for shown in diagnostics:
        if shown.finding is None or not _touch(shown.diagnostic.range, place):
            continue
        for fix in fixes_for(analysis.tree, analysis.checked.campaign, shown.variant_index, shown.finding, brand=brand):
            edits = to_lsp.text_edits(document.text, fix.edits, encoding)
            yield types.CodeAction(
                title=fix.title,
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[shown.diagnostic],
                is_preferred=fix.preferred or None,
                edit=to_lsp.workspace_edit(document.uri, document.version, edits, versioned=versioned),
            )


def is_wanted(kind: types.CodeActionKind, only: Sequence[types.CodeActionKind | str] | None) -> bool:
    """Whether a client that asks for some kinds wants this one: the kind itself, or one above it."""
    wanted = [str(getattr(one, "value", one)) for one in only or ()]
    return not wanted or any(one in ("", kind.value) or kind.value.startswith(f"{one}.") for one in wanted)


def _touch(one: types.Range, other: types.Range) -> bool:
    return one.start <= other.end and other.start <= one.end
