"""Completion: what is offered where, and what it leaves in the text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reachweaver.campaign import FORMATS, KINDS
from reachweaver.platforms import PLATFORMS
from tests.lsp.asking import EVERYTHING, URI, ask_at, edited
from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign, evidence, unmarked
from tests.lsp.wire import ENCODINGS, Wire

EVIDENCE = [
    evidence("notes", "Planner 2.0 adds *queues*.", kind="release"),
    evidence("bench", "Saving takes 30% less time.", excerpt="Measured in March."),
    evidence("old", "Nothing."),
]
BRAND = {
    "accounts": {
        "us-x": {"platform": "x"},
        "us-anywhere": {"max_hashtags": 1, "required_disclosure": "Ad.", "banned_phrases": ["wow"]},
        "us-linkedin": {"platform": "linkedin"},
    }
}


def offered(wire: Wire, marked: str, uri: str = URI) -> list[dict[str, Any]]:
    found = ask_at(wire, "completion", marked, uri)
    items: list[dict[str, Any]] = [] if found is None else found["items"]
    return items


def labels(wire: Wire, marked: str, uri: str = URI) -> list[str]:
    return [item["label"] for item in offered(wire, marked, uri)]


def chosen(text: str, item: dict[str, Any], encoding: str = "utf-16") -> str:
    """The text after a completion was chosen."""
    return edited(text, [item["textEdit"], *item.get("additionalTextEdits", [])], encoding)


@pytest.mark.parametrize(
    "ids", ['["‸"]', "[‸]", '["bench", ‸]', '["bench", "n‸"]', '["n‸", "bench"]', '["bench"\n "‸"]', "[\n  ‸\n]"]
)
def test_ids_that_are_not_cited_are_offered(wire: Wire, ids: str) -> None:
    """At any place for a value, quotes typed or not; what is chosen leaves valid JSON that cites it once more."""
    text = campaign({"text": "a", "evidence_ids": "IDS"}, evidence=EVIDENCE).replace('"IDS"', ids)
    cited = {"bench"} if "bench" in ids else set()
    items = offered(wire, text)
    assert [item["label"] for item in items] == [id_ for id_ in ("notes", "bench", "old") if id_ not in cited]
    before = set(json.loads(chosen(unmarked(text), items[0]))["variants"][0]["evidence_ids"])
    assert before == cited | {"notes"}


def test_an_id_comes_with_its_claim_and_kind(connect: Connect) -> None:
    """On one line beside it, and at length with its source, as Markdown that shows every character."""
    wire = connect(EVERYTHING)
    text = campaign({"text": "a", "evidence_ids": ["‸"]}, evidence=EVIDENCE)
    notes, bench, _ = offered(wire, text)
    assert notes["detail"] == "release: Planner 2.0 adds *queues*."
    assert notes["labelDetails"] == {"description": "release"}
    assert notes["documentation"] == {
        "kind": "markdown",
        "value": "**notes** (release): [https://example.org/notes](<https://example.org/notes>)\n\n"
        "> Planner 2.0 adds \\*queues\\*.",
    }
    assert bench["detail"] == "Saving takes 30% less time."
    assert "labelDetails" not in bench


def test_a_client_of_few_capabilities_gets_plain_items(connect: Connect) -> None:
    """Plain text, no details beside the label, no snippets."""
    wire = connect({"textDocument": {"completion": {"completionItem": {"documentationFormat": ["plaintext"]}}}})
    notes, *_ = offered(wire, campaign({"text": "a", "evidence_ids": ["‸"]}, evidence=EVIDENCE))
    assert notes["documentation"] == {
        "kind": "plaintext",
        "value": "notes (release): https://example.org/notes\n  Planner 2.0 adds *queues*.",
    }
    assert "labelDetails" not in notes
    assert "insertTextFormat" not in notes


def test_evidence_that_answers_a_finding_comes_first(wire: Wire) -> None:
    """Of all ids the likeliest is the one that has what the text claims."""
    items = offered(wire, campaign({"text": "It takes 30% less", "evidence_ids": ["‸"]}, evidence=EVIDENCE))
    assert [item["label"] for item in items] == ["bench", "notes", "old"]
    assert [item["sortText"] for item in items] == ["00000", "00001", "00002"]
    assert "Has what the evidence cited so far lacks: “30%”." in items[0]["documentation"]["value"]


@pytest.mark.parametrize("value", ["‸", '"‸"', '"no‸t"'])
def test_a_missing_array_is_written_with_the_first_id(wire: Wire, value: str) -> None:
    """`evidence_ids` without brackets gets an array."""
    text = campaign({"text": "a", "evidence_ids": "IDS"}, evidence=EVIDENCE).replace('"IDS"', value)
    notes, *_ = offered(wire, text)
    assert json.loads(chosen(unmarked(text), notes))["variants"][0]["evidence_ids"] == ["notes"]


def test_the_text_to_compare_begins_like_what_is_typed(wire: Wire) -> None:
    """With a quote where one is typed, without where none is: editors compare from the start of what is replaced."""
    quoted, *_ = offered(wire, campaign({"text": "a", "evidence_ids": ["n‸"]}, evidence=EVIDENCE))
    bare, *_ = offered(wire, campaign({"text": "a", "evidence_ids": ["X"]}, evidence=EVIDENCE).replace('"X"', "n‸"))
    assert (quoted["filterText"], bare["filterText"]) == ('"notes"', "notes")
    assert quoted["textEdit"]["newText"] == bare["textEdit"]["newText"] == '"notes"'


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_an_id_is_written_in_the_files_own_way(connect: Connect, encoding: str) -> None:
    """With the file's escapes, behind characters of any width."""
    wire = connect({"general": {"positionEncodings": [encoding]}})
    items = [evidence('é "q" 🦀\\', "A."), evidence("b", "\u00e9")]
    text = campaign({"variant_id": "v🦀é", "text": "a", "evidence_ids": ["‸"]}, evidence=items)
    found = ask_at(wire, "completion", text, encoding=encoding)["items"]
    fixed = chosen(unmarked(text), found[0], encoding)
    assert json.loads(fixed)["variants"][0]["evidence_ids"] == ['é "q" 🦀\\']
    ascii_only = json.dumps(json.loads(unmarked(text))).replace('[""]', '["‸"]')
    found = ask_at(wire, "completion", ascii_only, "untitled:2", encoding)["items"]
    assert found[0]["textEdit"]["newText"] == '"\\u00e9 \\"q\\" \\ud83e\\udd80\\\\"'


BROKEN = """{
  "campaign_id": "c",
  "evidence": [
    {"id": "notes", "claim": "A.", "kind": "release", "source_url": "https://example.org"},
    {"id": "bench", "claim": "B.", "kind": "KIND
  ],
  "variants": [
    {"variant_id": "v1", "platform": "PLATFORM, "text": "a", "evidence_ids": ["notes", IDS
    },
    {"variant_id": "v2", "format": FORMAT
     "account_id": ACCOUNT"""


@pytest.mark.parametrize(
    ("place", "typed", "expected"),
    [
        ("IDS", "‸", ["bench"]),
        ("IDS", '"b‸', ["bench"]),
        ("IDS", "b‸", ["bench"]),
        ("KIND", "‸", list(KINDS)),
        ("PLATFORM", "l‸", ["x", "linkedin"]),
        ("FORMAT", "‸", list(FORMATS)),
        ("FORMAT", '"th‸', list(FORMATS)),
        ("ACCOUNT", '"‸', ["us-x", "us-anywhere", "us-linkedin"]),
        ("ACCOUNT", "‸", ["us-x", "us-anywhere", "us-linkedin"]),
    ],
)
def test_broken_json_is_completed(
    connect: Connect, tmp_path: Path, place: str, typed: str, expected: list[str]
) -> None:
    """Quotes, brackets and commas may be missing anywhere."""
    (tmp_path / "brand.reachweaver.json").write_text(json.dumps(BRAND), encoding="utf-8")
    text = BROKEN.replace(place, typed)
    for other in ("IDS", "KIND", "PLATFORM", "FORMAT", "ACCOUNT"):
        text = text.replace(other, "")
    found = labels(connect(), text, (tmp_path / "c.reachweaver.json").as_uri())
    assert [label for label in found if label in expected] == expected
    assert "notes" not in found


def test_accounts_of_the_brand_are_offered(connect: Connect, tmp_path: Path) -> None:
    """Those for the variant's platform first, those for another last; with the account's own rules to read."""
    (tmp_path / "brand.reachweaver.json").write_text(json.dumps(BRAND), encoding="utf-8")
    text = campaign({"text": "a", "account_id": "‸", "platform": "linkedin"})
    items = offered(connect(), text, (tmp_path / "c.reachweaver.json").as_uri())
    assert [item["label"] for item in items] == ["us-linkedin", "us-anywhere", "us-x"]
    assert items[0]["detail"] == "LinkedIn"
    assert items[1]["documentation"]["value"] == (
        "**us-anywhere**\n\nMust say “Ad.”.\n\nAt most 1 hashtag.\n\nMust not say “wow”."
    )


def test_without_a_brand_there_are_no_accounts(wire: Wire) -> None:
    """Nothing is made up."""
    assert labels(wire, campaign({"text": "a", "account_id": "‸"})) == []


def test_platforms_formats_and_kinds_are_offered(connect: Connect, tmp_path: Path) -> None:
    """Every one that there is, with what it means; the platform of the account and what the platform knows first."""
    (tmp_path / "brand.reachweaver.json").write_text(json.dumps(BRAND), encoding="utf-8")
    wire, uri = connect(), (tmp_path / "c.reachweaver.json").as_uri()
    platforms = offered(wire, campaign({"text": "a", "platform": "‸", "account_id": "us-linkedin"}), uri)
    assert [item["label"] for item in platforms] == ["linkedin", *(name for name in PLATFORMS if name != "linkedin")]
    assert platforms[0]["detail"] == "LinkedIn, at most 3,000 characters"
    formats = offered(wire, campaign({"text": "a", "platform": "linkedin", "format": "‸"}), uri)
    assert [item["label"] for item in formats] == ["post", "carousel_outline", "thread"]
    kinds = offered(wire, campaign({"text": "a"}, evidence=[evidence("e", "A.", kind="‸")]), uri)
    assert [item["label"] for item in kinds] == list(KINDS)
    assert all(item["detail"] for item in (*platforms, *formats, *kinds))


def test_the_platform_of_a_brands_account_is_offered(connect: Connect, tmp_path: Path) -> None:
    """A brand file has one value of the kind."""
    uri = (tmp_path / "brand.reachweaver.json").as_uri()
    assert labels(connect(), '{"accounts": {"us": {"platform": "‸"}}}', uri) == list(PLATFORMS)


@pytest.mark.parametrize(
    "text",
    [
        campaign({"text": "a ‸b"}, evidence=EVIDENCE),
        campaign({"te‸xt": "a"}, evidence=EVIDENCE),
        campaign({"text": "a", "evidence_ids": ["no‸tes"]}, evidence=EVIDENCE[:1]),
        campaign({"text": "a", "evidence_ids": ["notes"]}, evidence=EVIDENCE).replace('"notes"\n', '"notes"‸\n'),
        campaign({"text": "a", "platform": ["‸"]}, evidence=EVIDENCE),
        campaign({"text": "a"}, evidence=[evidence("e", "‸A.")]),
        '{"variants": [{‸}]}',
        '{"‸',
        "‸",
    ],
)
def test_elsewhere_nothing_is_offered(wire: Wire, text: str) -> None:
    """Texts, keys, ids where all are cited, and behind a finished value."""
    assert labels(wire, text) == []


def test_of_two_arrays_only_the_last_is_completed(wire: Wire) -> None:
    """A key that stands twice is no reason to fail."""
    text = '{"variants": [{}, {}, {"platform": "‸"}], "variants": [{"platform": "x", "text": "a"}]}'
    assert labels(wire, text) == []
