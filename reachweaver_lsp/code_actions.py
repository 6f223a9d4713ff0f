"""Quick fixes for the findings at a range, and the safe fixes of a whole file (contract, section 11, *Code actions*).

Takes what was diagnosed and a range, gives code actions. The fixes themselves are the engine's; nothing is checked again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lsprotocol import types

from reachweaver.fixes import Fix, fix_all, fixes_for
from reachweaver.json_spans import TextEdit
from reachweaver.json_spans.lines import Encoding
from reachweaver_lsp import to_lsp
from reachweaver_lsp.analysis import Analysis
from reachweaver_lsp.client import FIX_ALL
from reachweaver_lsp.shown import Shown

_FIX_ALL_TITLE = "Insert every missing call to action and disclosure"


@dataclass(frozen=True, slots=True)
class ActionMaker:
    """Makes the code actions of one version of a document in the form that its client takes."""

    analysis: Analysis
    shown: Sequence[Shown]
    """What is diagnosed in this version, in the order in which it is shown."""
    encoding: Encoding
    versioned: bool
    """Whether the client takes edits that hold for one version of a document alone."""
    lazy: bool
    """Whether the client asks for an action's edit when the person has chosen it."""

    def actions(self, place: types.Range, only: Sequence[str] | None) -> Iterator[types.CodeAction]:
        """What a client that wants some kinds is offered at a range; an empty range right behind a finding touches it."""
        if is_wanted(types.CodeActionKind.QuickFix, only):
            for number, shown in enumerate(self.shown):
                if shown.touches(place):
                    yield from self._quick_fixes(number, shown)
        # Asked for by name alone: it is no answer to what stands at the cursor.
        if only and is_wanted(FIX_ALL, only):
            yield from self._fix_all()

    def edit(self, data: object) -> types.WorkspaceEdit | None:
        """The edit of an action that was given without it; None when the document is another one by now."""
        match data:
            case {"uri": _, "version": version, "all": True} if version == self.analysis.document.version:
                return self._translated(self._safe_edits())
            case {"uri": _, "version": version, "finding": int(number), "fix": int(place)} if (
                version == self.analysis.document.version and number < len(self.shown)
            ):
                fixes = self._fixes(self.shown[number])
                return self._translated(fixes[place].edits) if place < len(fixes) else None
        return None

    def _quick_fixes(self, number: int, shown: Shown) -> Iterator[types.CodeAction]:
        for place, fix in enumerate(self._fixes(shown)):
            action = self._action(
                fix.title, types.CodeActionKind.QuickFix, fix.edits, {"finding": number, "fix": place}
            )
            action.diagnostics = [shown.diagnostic]
            action.is_preferred = fix.preferred or None
            yield action

    def _fix_all(self) -> Iterator[types.CodeAction]:
        edits = self._safe_edits()
        if edits:
            # Not a null that stands for all: Neovim leaves those out.
            yield self._action(_FIX_ALL_TITLE, FIX_ALL, edits, {"all": True})

    def _action(
        self, title: str, kind: types.CodeActionKind | str, edits: Sequence[TextEdit], which: dict[str, int | None]
    ) -> types.CodeAction:
        action = types.CodeAction(title=title, kind=kind)
        if self.lazy:
            document = self.analysis.document
            action.data = {"uri": document.uri, "version": document.version, **which}
        else:
            action.edit = self._translated(edits)
        return action

    def _fixes(self, shown: Shown) -> tuple[Fix, ...]:
        if shown.finding is None or self.analysis.checked is None:
            return ()
        rules = self.analysis.rules
        brand = rules.brand.content if rules.brand is not None else None
        campaign = self.analysis.checked.campaign
        return fixes_for(self.analysis.tree, campaign, shown.variant_index, shown.finding, brand=brand)

    def _safe_edits(self) -> tuple[TextEdit, ...]:
        checked = self.analysis.checked
        return () if checked is None else fix_all(self.analysis.tree, checked.campaign, checked.report)

    def _translated(self, edits: Sequence[TextEdit]) -> types.WorkspaceEdit:
        document = self.analysis.document
        translated = to_lsp.text_edits(document.text, edits, self.encoding)
        return to_lsp.workspace_edit(document.uri, document.version, translated, versioned=self.versioned)


def is_wanted(kind: types.CodeActionKind | str, only: Sequence[types.CodeActionKind | str] | None) -> bool:
    """Whether a client that asks for some kinds wants this one: the kind itself, or one above it."""
    name = str(getattr(kind, "value", kind))
    wanted = [str(getattr(one, "value", one)) for one in only or ()]
    return not wanted or any(one in ("", name) or name.startswith(f"{one}.") for one in wanted)
