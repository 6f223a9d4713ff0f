"""What is answered to requests about a whole document: outline, folds, links, hints, lenses, tokens.

Takes the protocol's parameters, gives its results, as JSON at once: in a large campaign an edit costs what the variant
costs that it touches.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeVar
from weakref import WeakKeyDictionary

from lsprotocol import types

from reachweaver.json_spans import Span
from reachweaver_lsp import from_lsp, to_lsp
from reachweaver_lsp.analysis import CheckedCampaign
from reachweaver_lsp.answers import Answers, Asked
from reachweaver_lsp.client import Server
from reachweaver_lsp.documents import TextDocument
from reachweaver_lsp.encoded import Encoded, Start
from reachweaver_lsp.folding import folds_of_evidence, folds_of_file, folds_of_variant
from reachweaver_lsp.hints import hints_of_variant
from reachweaver_lsp.lenses import lenses_of_variant
from reachweaver_lsp.links import links_of_evidence, links_of_file, links_of_variant
from reachweaver_lsp.lists import Lists, Make
from reachweaver_lsp.symbols import group_of, symbols_of_evidence, symbols_of_variant
from reachweaver_lsp.tokens import Token, TokenHistory, TokenRun, encoded, grounded_spans

Item = TypeVar("Item")
Feature = Callable[[CheckedCampaign, int], Iterable[Item]]
Translate = Callable[[Item], object]


class Overviews:
    """Answers one client's questions about whole documents."""

    def __init__(self, client: Server, answers: Answers) -> None:
        self._client = client
        self._answers = answers
        self._lists = Lists(client.protocol.encode, client.encoding)
        self._token_histories: WeakKeyDictionary[TextDocument, TokenHistory] = WeakKeyDictionary()

    def symbols(self, params: types.DocumentSymbolParams) -> Encoded | None:
        """The outline: a tree for clients that show one, else a list."""
        asked = self._answers.asked(params.text_document.uri)
        if asked is None:
            return None
        if self._client.can("text_document.document_symbol.hierarchical_document_symbol_support"):
            return self._tree(asked)
        groups = (group for key in ("evidence", "variants") if (group := group_of(asked.checked.campaign, key)))
        translate = self._in(asked, partial(to_lsp.symbol_information, uri=asked.document.uri))
        return self._all(
            asked, "symbols", translate, of_file=groups, of_evidence=symbols_of_evidence, of_variant=symbols_of_variant
        )

    def folds(self, params: types.FoldingRangeParams) -> Encoded | None:
        """What can be folded."""
        asked = self._answers.asked(params.text_document.uri)
        if asked is None:
            return None
        whole_lines = self._client.can("text_document.folding_range.line_folding_only")
        translate = self._in(asked, partial(to_lsp.folding_range, whole_lines=whole_lines))
        folds = folds_of_file(asked.checked)
        return self._all(
            asked, "folds", translate, of_file=folds, of_evidence=folds_of_evidence, of_variant=folds_of_variant
        )

    def links(self, params: types.DocumentLinkParams) -> Encoded | None:
        """What a click opens."""
        asked = self._answers.asked(params.text_document.uri)
        if asked is None:
            return None
        tooltip = self._client.can("text_document.document_link.tooltip_support")
        translate = self._in(asked, partial(to_lsp.document_link, tooltip=tooltip))
        path = asked.document.path
        of_evidence = partial(links_of_evidence, path.parent if path is not None else None)
        links = links_of_file(asked.checked)
        return self._all(asked, "links", translate, of_file=links, of_evidence=of_evidence, of_variant=links_of_variant)

    def lenses(self, params: types.CodeLensParams) -> Encoded | None:
        """The lines above the variants."""
        asked = self._answers.asked(params.text_document.uri)
        if asked is None:
            return None
        make = _made(partial(lenses_of_variant, asked.document.uri), self._in(asked, to_lsp.code_lens))
        return _array(self._lists.of_variants(asked.document, asked.checked, "lenses", make))

    def hints(self, params: types.InlayHintParams) -> Encoded | None:
        """The hints inside a range."""
        asked = self._answers.asked(params.text_document.uri)
        if asked is None:
            return None
        span = from_lsp.span(asked.document.text, params.range, asked.encoding)
        translate = self._in(asked, to_lsp.inlay_hint)
        touched, inside = _variants_in(asked.checked, span)
        make = _made(hints_of_variant, translate)
        pieces = self._lists.of_variants(asked.document, asked.checked, "hints", make, inside)
        for index in (index for index in touched if index not in inside):
            hints = hints_of_variant(asked.checked, index)
            pieces.append(self._lists.of_file(translate(hint) for hint in hints if _holds(span, hint.offset)))
        return _array(pieces)

    def tokens(self, params: types.SemanticTokensParams) -> Encoded | None:
        """The grounded words."""
        asked = self._answers.asked(params.text_document.uri)
        if asked is None:
            return None
        starts = self._lists.variant_starts(asked.document, asked.checked)
        return self._tokens_before(asked).full(self._runs(asked, starts), starts)

    def tokens_since(self, params: types.SemanticTokensDeltaParams) -> Encoded | None:
        """What has changed about the grounded words since another answer."""
        asked = self._answers.asked(params.text_document.uri)
        if asked is None:
            return None
        starts = self._lists.variant_starts(asked.document, asked.checked)
        return self._tokens_before(asked).delta(self._runs(asked, starts), starts, params.previous_result_id)

    def tokens_in(self, params: types.SemanticTokensRangeParams) -> Encoded | None:
        """The grounded words inside a range."""
        asked = self._answers.asked(params.text_document.uri)
        if asked is None:
            return None
        within = from_lsp.span(asked.document.text, params.range, asked.encoding)
        touched, _ = _variants_in(asked.checked, within)
        spans = (span for index in touched for span in grounded_spans(asked.checked, index))
        return encoded([_token(asked, span) for span in spans if span.start < within.end and within.start < span.end])

    def _tree(self, asked: Asked) -> Encoded:
        translate = self._in(asked, to_lsp.document_symbol)
        evidence = self._lists.of_evidence(asked.document, asked.checked, "tree", _made(symbols_of_evidence, translate))
        variants = self._lists.of_variants(asked.document, asked.checked, "tree", _made(symbols_of_variant, translate))
        entries: list[str] = []
        for key, children in (("evidence", evidence), ("variants", variants)):
            group = group_of(asked.checked.campaign, key)
            if group is not None:
                entry = self._lists.of_file([translate(group)])
                entries.append(f'{entry[:-1]},"children":{_array(children)}}}')
        return _array(entries)

    def _all(
        self,
        asked: Asked,
        name: str,
        translate: Translate[Item],
        *,
        of_file: Iterable[Item],
        of_evidence: Feature[Item],
        of_variant: Feature[Item],
    ) -> Encoded:
        """Everything that a feature lists."""
        document, checked = asked.document, asked.checked
        about_file = self._lists.of_file(_translated(of_file, translate))
        about_evidence = self._lists.of_evidence(document, checked, name, _made(of_evidence, translate))
        about_variants = self._lists.of_variants(document, checked, name, _made(of_variant, translate))
        return _array([about_file, *about_evidence, *about_variants])

    def _runs(self, asked: Asked, starts: list[Start]) -> list[TokenRun]:
        def make(index: int) -> TokenRun:
            spans = grounded_spans(asked.checked, index)
            return TokenRun([_token(asked, span) for span in spans], starts[index])

        return self._lists.of_variants_as_they_are(asked.document, asked.checked, "tokens", make)

    def _tokens_before(self, asked: Asked) -> TokenHistory:
        return self._token_histories.setdefault(asked.document, TokenHistory())

    def _in(self, asked: Asked, translate: Callable[..., object]) -> Callable[[Item], object]:
        """A function of `to_lsp` for the positions of one document."""
        return partial(translate, lines=asked.document.text, encoding=asked.encoding)


def _made(feature: Feature[Item], translate: Translate[Item]) -> Make:
    return lambda checked, index: _translated(feature(checked, index), translate)


def _translated(items: Iterable[Item], translate: Translate[Item]) -> Iterator[object]:
    return (translated for item in items if (translated := translate(item)) is not None)


def _token(asked: Asked, span: Span) -> Token:
    return to_lsp.token(span, asked.document.text, asked.encoding)


def _variants_in(checked: CheckedCampaign, span: Span) -> tuple[range, range]:
    """The indexes of the variants that a span touches, and of those of them that lie inside it."""
    campaign = checked.campaign
    bounds = [
        (base + variant.node.start, base + variant.node.end)
        for variant, base in zip(campaign.variants, campaign.variant_bases, strict=True)
    ]
    first = max(bisect_right(bounds, (span.start, 0)) - 1, 0)
    last = bisect_right(bounds, span.end, key=lambda bound: bound[0])
    inside = [index for index in range(first, last) if span.start <= bounds[index][0] and bounds[index][1] <= span.end]
    return range(first, last), range(inside[0], inside[-1] + 1) if inside else range(first, first)


def _holds(span: Span, offset: int) -> bool:
    return span.start <= offset <= span.end


def _array(entries: Iterable[str]) -> Encoded:
    return Encoded(f"[{','.join([entry for entry in entries if entry])}]")
