"""Quick fixes for the findings at a range, and the safe fixes of a whole file (contract, section 11, *Code actions*).

Takes what was diagnosed and a range, gives code actions. The fixes themselves are the engine's; nothing is checked again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lsprotocol import types

from reachweaver.campaign import Campaign
from reachweaver.data import dataclass
from reachweaver.excerpts import NOT_IN_SOURCE, nearest_passage
from reachweaver.fixes import Fix, fix_all, fixes_for
from reachweaver.fixes.evidence import quote_passage
from reachweaver.json_spans import TextEdit, parse_pointer
from reachweaver.json_spans.lines import Encoding
from reachweaver.report import Finding
from reachweaver_lsp import from_lsp, to_lsp
from reachweaver_lsp.analysis import Analysis
from reachweaver_lsp.client import FIX_ALL, LOOK_UP
from reachweaver_lsp.commands import LOOK_UP_SOURCE
from reachweaver_lsp.places import place_at
from reachweaver_lsp.shown import Shown
from reachweaver_lsp.wording import shortened

MOST_LOOK_UPS = 3
"""Sources that are offered for one finding."""

_LOOK_UP_TITLE = "Look up this claim in its source"
_ABOUT_CLAIMS = ("unsupported_number", "unsupported_release", "needs_human_review")
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
        if _is_wanted(types.CodeActionKind.QuickFix, only):
            for number, shown in enumerate(self.shown):
                if shown.touches(place):
                    yield from self._quick_fixes(number, shown)
        if _is_wanted(LOOK_UP, only):
            yield from self._look_ups(place)
        # Asked for by name alone: it is no answer to what stands at the cursor.
        if only and _is_wanted(FIX_ALL, only):
            yield from self._fix_all()

    def edit(self, data: object) -> types.WorkspaceEdit | None:
        """The edit of an action that was given without it; None when the document is another one by now."""
        match data:
            case {"version": version} if version != self.analysis.document.version:
                return None
            case {"version": _, "all": True}:
                return self._translated(self._safe_edits())
            case {"version": _, "finding": int(number), "fix": int(choice)} if number < len(self.shown):
                fixes = self._fixes(self.shown[number])
                return self._translated(fixes[choice].edits) if choice < len(fixes) else None
        return None

    def _quick_fixes(self, number: int, shown: Shown) -> Iterator[types.CodeAction]:
        for choice, fix in enumerate(self._fixes(shown)):
            which = {"finding": number, "fix": choice}
            action = self._action(fix.title, types.CodeActionKind.QuickFix, fix.edits, which)
            action.diagnostics = [shown.diagnostic]
            action.is_preferred = fix.preferred or None
            yield action

    def _look_ups(self, place: types.Range) -> Iterator[types.CodeAction]:
        """To open the source of the evidence at a range, or of that which a finding at it is about."""
        checked, document = self.analysis.checked, self.analysis.document
        if checked is None:
            return
        touched = [shown for shown in self.shown if shown.touches(place)]
        offset = from_lsp.offset(document.text, place.start, self.encoding)
        ids = _evidence_at(checked.campaign, offset) or _evidence_of(checked.campaign, touched)
        for evidence_id in ids:
            title = _LOOK_UP_TITLE if len(ids) == 1 else f"{_LOOK_UP_TITLE} ({shortened(evidence_id)})"
            command = types.Command(title, LOOK_UP_SOURCE, arguments=[document.uri, evidence_id])
            diagnostics = [shown.diagnostic for shown in touched]
            yield types.CodeAction(title=title, kind=LOOK_UP, command=command, diagnostics=diagnostics)

    def _fix_all(self) -> Iterator[types.CodeAction]:
        edits = self._safe_edits()
        if edits:
            # Not a null that stands for all: Neovim leaves those out.
            yield self._action(_FIX_ALL_TITLE, FIX_ALL, edits, {"all": True})

    def _action(
        self, title: str, kind: types.CodeActionKind | str, edits: Sequence[TextEdit], which: dict[str, int]
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
        if shown.code == NOT_IN_SOURCE:
            return tuple(self._quoting(self.analysis.checked.campaign, shown.finding))
        rules = self.analysis.rules
        brand = rules.brand.content if rules.brand is not None else None
        campaign = self.analysis.checked.campaign
        return fixes_for(campaign, shown.variant_index, shown.finding, brand=brand)

    def _quoting(self, campaign: Campaign, finding: Finding) -> Iterator[Fix]:
        """To replace an excerpt by the nearest words of the page, as its receipt has them."""
        receipts = self.analysis.rules.receipts
        match parse_pointer(finding.path or ""):
            case ("evidence", int(index), _) if receipts is not None:
                item = campaign.evidence[index]
                page = receipts.finder()(item.receipt or "")
                text = None if page is None or isinstance(page, str) else nearest_passage(item, page)
                if text is not None and (edit := quote_passage(self.analysis.tree, index, text)) is not None:
                    yield Fix(f"Quote the page: “{shortened(text)}”", (edit,))

    def _safe_edits(self) -> tuple[TextEdit, ...]:
        checked = self.analysis.checked
        return () if checked is None else fix_all(checked.campaign, checked.report)

    def _translated(self, edits: Sequence[TextEdit]) -> types.WorkspaceEdit:
        document = self.analysis.document
        translated = to_lsp.text_edits(document.text, edits, self.encoding)
        return to_lsp.workspace_edit(document.uri, document.version, translated, versioned=self.versioned)


def _evidence_at(campaign: Campaign, offset: int) -> list[str]:
    """The id of the item at an offset, if its claim can be looked up."""
    place = place_at(campaign, offset)
    item = campaign.evidence[place.index] if place is not None and place.array == "evidence" else None
    return [item.id] if item is not None and item.id is not None and _can_be_looked_up(campaign, item.id) else []


def _evidence_of(campaign: Campaign, touched: Sequence[Shown]) -> list[str]:
    """The ids of what has the words of some findings, then of what their variants cite."""
    about = [(one.finding, one.variant_index) for one in touched if one.finding and one.code in _ABOUT_CLAIMS]
    having = [id_ for finding, _ in about for id_ in finding.matched_evidence]
    cited = [id_ for _, index in about if index is not None for id_ in campaign.variants[index].evidence_ids]
    return [id_ for id_ in dict.fromkeys([*having, *cited]) if _can_be_looked_up(campaign, id_)][:MOST_LOOK_UPS]


def _can_be_looked_up(campaign: Campaign, evidence_id: str) -> bool:
    item = campaign.evidence_by_id.get(evidence_id)
    return item is not None and bool(item.claim and item.source_url)


def _is_wanted(kind: str, only: Sequence[str] | None) -> bool:
    """Whether a client that asks for some kinds wants this one: the kind itself, or one above it."""
    return not only or any(one in ("", kind) or kind.startswith(one + ".") for one in only)
