"""Definition, references and highlights: from each place of an evidence id to all others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.asking import EVERYTHING, URI, ask_at, slice_of
from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign, evidence, ranges, unmarked
from tests.lsp.wire import ENCODINGS, Wire, position_of, range_of

EVIDENCE = [evidence("é🦀", "It is 40% smaller."), evidence("bench", "It takes 9 ms.")]


def text_with(**places: str) -> str:
    """A campaign with marks: the declaration of the first id, and citations of it in two variants."""
    declared, first, second = (places.get(name, '"é🦀"') for name in ("declared", "first", "second"))
    text = campaign(
        {"text": "🦀 It is 40% smaller and takes 9 ms", "evidence_ids": ["FIRST"]},
        {"text": "🦀 40%", "evidence_ids": ["bench", "SECOND"]},
        evidence=EVIDENCE,
    )
    return text.replace('"é🦀"', declared, 1).replace('"FIRST"', first).replace('"SECOND"', second)


MARKED = text_with(declared='⟦"é🦀"⟧', first='⟦"é🦀"⟧', second='⟦"é🦀"⟧')


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("cursor", ['‸"é🦀"', '"‸é🦀"', '"é‸🦀"', '"é🦀"‸'])
def test_a_citation_leads_to_its_evidence(connect: Connect, cursor: str, encoding: str) -> None:
    """From any place in the id, its quotes included, to the id of the evidence item."""
    wire = connect({"general": {"positionEncodings": [encoding]}})
    [found] = ask_at(wire, "definition", text_with(second=cursor), encoding=encoding)
    assert found == {"uri": URI, "range": ranges(MARKED, encoding)[0]}


def test_a_link_says_where_it_comes_from(connect: Connect) -> None:
    """For clients that take links: the whole citation, the whole evidence item, and its id."""
    marked = text_with(first='"é‸🦀"')
    text = unmarked(marked)
    [found] = ask_at(connect(EVERYTHING), "definition", marked)
    assert found["targetUri"] == URI
    assert (found["originSelectionRange"], found["targetSelectionRange"]) == (ranges(MARKED)[1], ranges(MARKED)[0])
    assert json.loads(slice_of(text, found["targetRange"])) == EVIDENCE[0]


def test_an_account_leads_to_the_brand(connect: Connect, tmp_path: Path) -> None:
    """In the file on disk, or in the editor's buffer when that is open, behind characters of any width."""
    brand = tmp_path / "brand.reachweaver.json"
    brand.write_text('{"accounts": {"us": {}}}', encoding="utf-8")
    wire, uri = connect(), (tmp_path / "c.reachweaver.json").as_uri()
    text = campaign({"text": "a", "account_id": "u‸s"})
    assert ask_at(wire, "definition", text, uri) == [{"uri": brand.as_uri(), "range": range_of((0, 14), (0, 18))}]
    wire.open(brand.as_uri(), '{\n"name": "🦀", "accounts": {"🦀": {}, "us": {}}}')
    assert ask_at(wire, "definition", text, uri) == [{"uri": brand.as_uri(), "range": range_of((1, 37), (1, 41))}]


def test_a_claim_leads_to_the_evidence_that_has_it(wire: Wire) -> None:
    """Grounded words, and words that uncited evidence would ground."""
    text = campaign(
        {"text": "It is 4‸0% smaller and takes 9 ms", "evidence_ids": ["é🦀"]},
        evidence=[evidence("é🦀", "It is 40% smaller."), evidence("bench", "It takes 9 ms.")],
    )
    [found] = ask_at(wire, "definition", text)
    assert slice_of(unmarked(text), found["range"]) == '"é🦀"'
    [found] = ask_at(wire, "definition", text.replace("‸", "").replace('takes 9 ms"', 'takes ‸9 ms"'))
    assert slice_of(unmarked(text), found["range"]) == '"bench"'


def test_an_id_that_is_declared_twice_leads_to_both(wire: Wire) -> None:
    """The person is to see that there are two."""
    text = campaign({"text": "a", "evidence_ids": ["e‸"]}, evidence=[evidence("e", "A."), evidence("e", "B.")])
    assert [slice_of(unmarked(text), one["range"]) for one in ask_at(wire, "definition", text)] == ['"e"', '"e"']


@pytest.mark.parametrize("method", ["definition", "references", "documentHighlight"])
@pytest.mark.parametrize(
    "text",
    [
        campaign({"text": "no‸thing"}, evidence=EVIDENCE),
        campaign({"text": "a", "evidence_ids": ["‸"]}, evidence=EVIDENCE),
        campaign({"text": "a", "account_id": "nobo‸dy"}),
        campaign({"text": "a"}, evidence=[evidence("e", "It is 40‸%")]),
        '{"name": "bra‸nd"}',
        '{"evidence": [{"id": 1, ‸}], "variants": [{"evidence_ids": [1, 2]}]}',
        "{‸",
        "‸",
    ],
)
def test_elsewhere_there_is_nothing_to_go_to(wire: Wire, method: str, text: str) -> None:
    """Ordinary text, empty ids, unknown accounts, brands, broken documents."""
    assert ask_at(wire, method, text, context={"includeDeclaration": True}) is None


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("place", ["declared", "first", "second"])
def test_references_are_found_from_everywhere(connect: Connect, place: str, encoding: str) -> None:
    """The declaration, if it is asked for, and every citation, in the order of the text."""
    wire = connect({"general": {"positionEncodings": [encoding]}})
    marked = text_with(**{place: '"é‸🦀"'})
    for declaration in (True, False):
        found = ask_at(wire, "references", marked, encoding=encoding, context={"includeDeclaration": declaration})
        expected = ranges(MARKED, encoding)[not declaration :]
        assert found == [{"uri": URI, "range": place} for place in expected]


def test_citations_of_an_unknown_id_are_references_too(wire: Wire) -> None:
    """Nothing declares it, but the person wants to know who cites it."""
    text = campaign({"text": "a", "evidence_ids": ["n‸o"]}, {"text": "b", "evidence_ids": ["no"]})
    found = ask_at(wire, "references", text, context={"includeDeclaration": True})
    assert [slice_of(unmarked(text), one["range"]) for one in found] == ['"no"', '"no"']


def highlighted(wire: Wire, marked: str) -> list[tuple[str, int]]:
    text = unmarked(marked)
    found: list[dict[str, Any]] = ask_at(wire, "documentHighlight", marked) or []
    return [(slice_of(text, one["range"]), one["kind"]) for one in found]


def test_claims_and_citations_of_one_evidence_item_belong_together(wire: Wire) -> None:
    """From its id, from a citation and from the words that it grounds: all of them, and nothing of other evidence."""
    together = [("é🦀", 3), ("40%", 1), ("é🦀", 2), ("40%", 1), ("é🦀", 2)]
    assert highlighted(wire, text_with(declared='"é‸🦀"')) == together
    assert highlighted(wire, text_with(first='"é‸🦀"')) == together
    assert highlighted(wire, text_with().replace("40% smaller and", "‸40% smaller and")) == together


def test_words_that_two_items_ground_belong_to_both(wire: Wire) -> None:
    """Everything that either of them grounds."""
    items = [evidence("a", "It is 40%."), evidence("b", "It was 40% in 9 days.")]
    text = campaign({"text": "‸40%, 9 of 7", "evidence_ids": ["a", "b"]}, evidence=items)
    assert highlighted(wire, text) == [("a", 3), ("b", 3), ("40%", 1), ("9", 1), ("a", 2), ("b", 2)]


def test_a_key_that_stands_twice_misleads_nobody(wire: Wire) -> None:
    """Of two members under one name the last counts, here as everywhere."""
    text = '{"evidence": [{"id": "‸x", "id": "y"}], "variants": [{}, {}], "variants": [{"evidence_ids": ["x", "y"]}]}'
    assert ask_at(wire, "references", text, context={"includeDeclaration": True}) is None
    position = dict(zip(("line", "character"), position_of(unmarked(text), unmarked(text).index('"y"')), strict=True))
    params = {"textDocument": {"uri": URI}, "position": position, "context": {"includeDeclaration": True}}
    assert len(wire.result("textDocument/references", params)) == 2
