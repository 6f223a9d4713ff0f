"""Renaming an id of evidence: everywhere or not at all, whatever it is renamed to."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import assume, given, strategies as st

from reachweaver.campaign import Campaign, read_campaign
from reachweaver.json_spans import apply_edits, read
from reachweaver_lsp.rename import RenameError, rename_at
from tests.lsp.asking import EVERYTHING, URI, ask_at, edited, slice_of
from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign, cursor, evidence, unmarked
from tests.lsp.wire import ENCODINGS, Wire

EVIDENCE = [evidence("é🦀", "A."), evidence("bench", "B.")]
TEXT = campaign(
    {"text": "🦀 é🦀", "evidence_ids": ["é🦀", "bench"]},
    {"text": "b", "evidence_ids": ["bench"]},
    {"text": "c", "evidence_ids": ["é🦀", "é🦀"]},
    evidence=EVIDENCE,
)
DECLARED = TEXT.replace('"é🦀"', '"é‸🦀"', 1)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_is_renamed_is_shown_without_its_quotes(connect: Connect, encoding: str) -> None:
    """The range of the id's characters and the id as it reads."""
    wire = connect({"general": {"positionEncodings": [encoding]}, **EVERYTHING})
    found = ask_at(wire, "prepareRename", DECLARED, encoding=encoding)
    assert found["placeholder"] == "é🦀"
    assert slice_of(TEXT, found["range"], encoding) == "é🦀"


def test_an_id_in_escapes_is_shown_as_it_reads(wire: Wire) -> None:
    """The range holds the escapes, the placeholder the characters."""
    text = campaign({"text": "a"}, evidence=[evidence("E", "A.")]).replace('"E"', '"caf\\u00‸e9"')
    found = ask_at(wire, "prepareRename", text)
    assert (found["placeholder"], slice_of(unmarked(text), found["range"])) == ("café", "caf\\u00e9")


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("number", [0, 1, 2, 3], ids=["declaration", "citation", "first of two", "second of two"])
def test_every_place_is_renamed(connect: Connect, number: int, encoding: str) -> None:
    """The declaration and each citation, in one edit of the version that the client has; texts are left alone."""
    wire = connect({"general": {"positionEncodings": [encoding]}, **EVERYTHING})
    places = [at for at in range(len(TEXT)) if TEXT.startswith('"é🦀"', at)]
    marked = f"{TEXT[: places[number] + 2]}‸{TEXT[places[number] + 2 :]}"
    found = ask_at(wire, "rename", marked, encoding=encoding, newName='"n\\ø🚀')
    [change] = found["documentChanges"]
    assert change["textDocument"] == {"uri": URI, "version": 1}
    renamed = json.loads(edited(TEXT, change["edits"], encoding))
    assert renamed == json.loads(TEXT.replace('"é🦀"', json.dumps('"n\\ø🚀')))


def test_a_client_that_knows_no_versions_gets_plain_changes(wire: Wire) -> None:
    """The older of the two shapes."""
    found = ask_at(wire, "rename", DECLARED, newName="new")
    assert list(found) == ["changes"]
    assert len(found["changes"][URI]) == 4


@pytest.mark.parametrize(
    ("marked", "new", "message"),
    [
        (DECLARED, "", "An evidence id cannot be empty."),
        (DECLARED, " \n", "An evidence id cannot be empty."),
        (DECLARED, "bench", 'Another evidence item has the id "bench" already.'),
        (TEXT.replace('"A."', '"A‸."'), "new", "There is no evidence id here."),
        (campaign({"text": "a", "evidence_ids": ["‸"]}), "new", "There is no evidence id here."),
        ('{"name": "bra‸nd"}', "new", "This is no campaign."),
    ],
)
def test_what_cannot_be_is_refused_in_plain_words(wire: Wire, marked: str, new: str, message: str) -> None:
    """An error that an editor shows, and no edit."""
    wire.open(URI, unmarked(marked))
    params = {"textDocument": {"uri": URI}, "position": cursor(marked), "newName": new}
    assert wire.request("textDocument/rename", params)["error"] == {"code": -32803, "message": message}


def test_what_is_no_id_is_not_offered(wire: Wire) -> None:
    """Also a string whose closing quote is missing: who knows where it ends."""
    assert ask_at(wire, "prepareRename", TEXT.replace('"A."', '"A‸."')) is None
    assert ask_at(wire, "prepareRename", '{"variants": [{"evidence_ids": ["no‸tes') is None


def test_the_same_name_changes_nothing(wire: Wire) -> None:
    """Not an error: the person has thought better of it."""
    assert ask_at(wire, "rename", DECLARED, newName="é🦀") == {"changes": {URI: []}}


def test_an_unknown_id_may_become_a_known_one(wire: Wire) -> None:
    """Renaming a misspelt citation is a way to mend it, wherever it stands."""
    text = campaign(
        {"text": "a", "evidence_ids": ["b‸nch"]}, {"text": "b", "evidence_ids": ["bnch"]}, evidence=EVIDENCE
    )
    edits = ask_at(wire, "rename", text, newName="bench")["changes"][URI]
    variants = json.loads(edited(unmarked(text), edits))["variants"]
    assert [variant["evidence_ids"] for variant in variants] == [["bench"], ["bench"]]


def test_the_second_item_under_one_id_is_renamed_alone(wire: Wire) -> None:
    """Citations mean the first one, so this mends the duplicate without changing what is cited."""
    items = [evidence("e", "A."), evidence("e", "B.")]
    text = campaign({"text": "a", "evidence_ids": ["e"]}, evidence=items)
    at = text.index('"e"', text.index('"e"') + 1) + 1
    edits = ask_at(wire, "rename", f"{text[:at]}‸{text[at:]}", newName="f")["changes"][URI]
    renamed = json.loads(edited(text, edits))
    assert [item["id"] for item in renamed["evidence"]] == ["e", "f"]
    assert renamed["variants"][0]["evidence_ids"] == ["e"]


NAMES = st.text(st.characters() | st.sampled_from('"\\\n\u2028é🦀\ud83d'), min_size=1, max_size=6)


@given(NAMES, NAMES, st.booleans())
def test_any_name_leads_to_the_same_campaign_under_another_id(old: str, new: str, escaped: bool) -> None:
    """Whatever the characters, the file stays valid JSON and only the id is another."""
    assume(old != "other")
    content = _content(old)
    text = json.dumps(content, ensure_ascii=escaped, indent=1)
    loaded = _loaded(text)
    offset = loaded.evidence_bases[0] + text[loaded.evidence_bases[0] :].index(json.dumps(old, ensure_ascii=escaped))
    try:
        edits = rename_at(loaded, offset + 1, new)
    except RenameError:
        assert not new.strip() or new == "other"
        return
    # In JSON two halves of a character side by side are that character.
    assert json.loads(apply_edits(text, edits)) == json.loads(json.dumps(_content(new)))


def _content(id_: str) -> dict[str, Any]:
    items = [{"id": id_, "claim": "A.", "source_url": "https://example.org"}, {"id": "other", "claim": "B."}]
    return {"evidence": items, "variants": [{"evidence_ids": ["other", id_]}]}


def _loaded(text: str) -> Campaign:
    return read_campaign(read(text))
