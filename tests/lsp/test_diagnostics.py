"""What is published: which findings, how loud, for which version, and what they point to."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reachweaver.report import Finding
from reachweaver_lsp import diagnostics as diagnostics_module
from reachweaver_lsp.analysis import CheckedCampaign
from reachweaver_lsp.diagnostics import diagnose
from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign, evidence, ranges, unmarked
from tests.lsp.wire import Wire, changed, position_of, range_of, replaced

URI = "untitled:Untitled-1"
HELP = "https://github.com/MSKazemi/reachweaver/blob/main/docs/findings"


def of(code: str, diagnostics: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one for one in diagnostics if one["code"] == code]


def codes(diagnostics: list[dict[str, Any]]) -> list[str]:
    return [one["code"] for one in diagnostics]


def related(diagnostic: dict[str, Any]) -> list[tuple[str, dict[str, Any], str]]:
    places = diagnostic.get("relatedInformation", [])
    return [(place["location"]["uri"], place["location"]["range"], place["message"]) for place in places]


def test_a_finding_is_a_diagnostic_with_all_that_is_known(wire: Wire) -> None:
    """Source, code, its page, the finding's own message, and data for whoever acts on it."""
    text = campaign({"text": "Up ⟦9%⟧"})
    assert wire.open(URI, unmarked(text)) == [
        {
            "range": ranges(text)[0],
            "severity": 1,
            "source": "reachweaver",
            "code": "unsupported_number",
            "codeDescription": {"href": f"{HELP}/unsupported_number.md"},
            "message": 'The percentage "9%" is in no evidence that this variant cites: it cites none. Cite evidence'
            " that has it, put the exact figure into an excerpt, or take it out.",
            "data": {"variant_id": "v1", "code": "unsupported_number", "start": 3, "end": 5},
        }
    ]


def test_severities_tell_errors_warnings_claims_to_review_and_reviewed_ones_apart(wire: Wire) -> None:
    """Error, warning, information, and a hint for what a person has looked at."""
    reviewed = [{"code": "needs_human_review", "span": "best"}]
    text = campaign({"text": "The best and fastest: 9%", "reviewed": reviewed, "cta_phrase": "join us"})
    found = {(one["code"], one["data"]["start"]): one["severity"] for one in wire.open(URI, text)}
    assert found == {
        ("needs_human_review", 4): 4,
        ("needs_human_review", 13): 3,
        ("unsupported_number", 22): 1,
        ("missing_cta", None): 2,
    }


def test_severities_are_a_setting(connect: Connect) -> None:
    """Each of the three can be made louder or quieter; reviewed stays a hint."""
    wire = connect(initializationOptions={"severity": {"error": "hint", "review": "error", "warning": "information"}})
    text = campaign({"text": "The best: 9%", "cta_phrase": "join us"})
    assert {one["code"]: one["severity"] for one in wire.open(URI, text)} == {
        "needs_human_review": 1,
        "unsupported_number": 4,
        "missing_cta": 3,
    }


@pytest.mark.parametrize(
    "text",
    [
        '{"campaign_id": "c", "variants": [{"variant_id": "a", "platform": "x", ⟦"text"⟧: "", "cta_phrase": "x"}]}',
        '{"campaign_id": "c", "variants": [{"variant_id": "a", "platform": "x", "format": "thread", "cta_phrase": "x", ⟦"parts"⟧: ["a"]}]}',
        '{"campaign_id": "c", "variants": [{"variant_id": "a", "platform": "x", "format": "carousel_outline", "caption": "b", ⟦"slid\\u0065s"⟧: ["a"], "cta_phrase": "x"}]}',
    ],
)
def test_a_finding_about_a_whole_variant_stands_on_the_bodys_key(wire: Wire, text: str) -> None:
    """The key with its quotes, whatever the format."""
    [found] = of("missing_cta", wire.open(URI, unmarked(text)))
    assert found["range"] == ranges(text)[0]
    assert found["data"] == {"variant_id": "a", "code": "missing_cta", "start": None, "end": None}


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('{"campaign_id": ⟦7⟧, "variants": [{"variant_id": "a", "platform": "x", "text": "a"}]}', 1),
        ('⟦{⟧"variants": [{"variant_id": "a", "platform": "x", "text": "a"}]}', 1),
        ('{"campaign_id": "c", "variants": ⟦[]⟧}', 1),
        ('{"campaign_id": "c", "variants": [⟦{⟧"variant_id": "a", "platform": "x"}]}', 1),
        (
            '{"campaign_id": "c", "variants": [{"variant_id": "a", "platform": ⟦"tv"⟧, "text": "a", "evidence_ids": [⟦"e"⟧]}]}',
            2,
        ),
        (
            '{"campaign_id": "c", "variants": [{"variant_id": "a", "platform": "x", "text": "a"}, {"variant_id": ⟦"a"⟧, "platform": "x", "text": "b c d"}]}',
            1,
        ),
        (
            '{"campaign_id": "c", "title": "x", "title": ⟦"y"⟧, "variants": [{"variant_id": "a", "platform": "x", "text": "a"}]}',
            1,
        ),
        (
            '{"campaign_id": "c", "evidence": [⟦{⟧"id": "e", "claim": "a"}], "variants": [{"variant_id": "a", "platform": "x", "text": "a"}]}',
            1,
        ),
    ],
    ids=[
        "a value",
        "a missing field",
        "an empty array",
        "a missing body",
        "two",
        "a duplicate id",
        "a duplicate key",
        "evidence",
    ],
)
def test_a_contract_finding_stands_on_its_value(wire: Wire, text: str, count: int) -> None:
    """On the value with its quotes; for a missing field on the first character of its object."""
    found = of("invalid_campaign", wire.open(URI, unmarked(text)))
    assert [one["range"] for one in found] == ranges(text)
    assert len(found) == count


def test_uncited_evidence_that_has_the_value_is_pointed_to(wire: Wire) -> None:
    """With a place in the file for each such item."""
    text = campaign(
        {"text": "Up 9%", "evidence_ids": ["other"]},
        evidence=[evidence("other", "Nothing"), evidence("one", "It was 9%"), evidence("two", "9% again")],
    )
    [found] = of("unsupported_number", wire.open(URI, text))
    places = [('"It was 9%"', "one"), ('"9% again"', "two")]
    assert related(found) == [
        (URI, _range(text, value), f'Evidence "{id_}" has it, but the variant does not cite it.')
        for value, id_ in places
    ]


def test_the_other_variant_of_a_duplicate_is_pointed_to(wire: Wire) -> None:
    """From the later one's body key to the earlier one's."""
    text = campaign({"text": "We open a new studio in spring"}, {"text": "We open a new studio in spring"})
    [found] = of("near_duplicate", wire.open(URI, text))
    first, second = (offset for offset in range(len(text)) if text.startswith('"text"', offset))
    assert found["range"] == _span(text, second, second + 6)
    assert related(found) == [(URI, _span(text, first, first + 6), 'Variant "v1" is the other one.')]


def test_the_other_strings_of_a_span_are_pointed_to(wire: Wire) -> None:
    """Words that go on in the next part have their range in the first, the rest beside it."""
    text = campaign({"format": "thread", "parts": ["one ⟦two⟧", "⟦three⟧ four"]})
    wire.open(URI, unmarked(text))
    document = wire.server.session.documents.require(URI)
    analysis = wire.server.session.checks.analysis_of(document)
    assert analysis is not None
    assert analysis.checked is not None
    campaign_, report = analysis.checked.campaign, analysis.checked.report
    finding = Finding(code="x", severity="error", message="m", span="two\n\nthree", start=4, end=14)
    variant = replace(report.variants[0], findings=(finding,))
    checked = CheckedCampaign(campaign_, replace(report, variants=(variant,)))
    [shown] = diagnose(replace(analysis, checked=checked), "utf-16").shown
    first, rest = ranges(text)
    assert shown.diagnostic.range.start.line == first["start"]["line"]
    [place] = shown.diagnostic.related_information or ()
    assert (place.message, place.location.uri) == ("The same words go on here.", URI)
    assert place.location.range.start.line == rest["start"]["line"]
    assert place.location.range.end.character == rest["end"]["character"]


BRAND = {
    "banned_phrases": ["so easy", "risk-free"],
    "required_disclosure": "Ad.",
    "max_hashtags": 2,
    "accounts": {"main": {"banned_phrases": ["no brainer"], "required_disclosure": "Paid by us.", "max_hashtags": 1}},
}


def test_the_brands_rule_is_pointed_to(wire: Wire, tmp_path: Path) -> None:
    """In the brand file: the phrase, the disclosure or the cap, the account's where it is the account's."""
    brand = tmp_path / "brand.reachweaver.json"
    rules = json.dumps(BRAND, indent=1)
    brand.write_text(rules, encoding="utf-8")
    text = campaign({"text": "SO  EASY, a no brainer #a #b", "account_id": "main"})
    diagnostics = wire.open((tmp_path / "c.reachweaver.json").as_uri(), text)
    found = {(one["code"], one["data"]["start"], place[2]): place[:2] for one in diagnostics for place in related(one)}
    whose = {"brand": "The brand's rule is set here.", "account": "The account's rule is set here."}
    assert found == {
        ("banned_phrase", 0, whose["brand"]): (brand.as_uri(), _range(rules, '"so easy"')),
        ("banned_phrase", 12, whose["account"]): (brand.as_uri(), _range(rules, '"no brainer"')),
        ("missing_disclosure", None, whose["brand"]): (brand.as_uri(), _range(rules, '"Ad."')),
        ("missing_disclosure", None, whose["account"]): (brand.as_uri(), _range(rules, '"Paid by us."')),
        ("too_many_hashtags", None, whose["account"]): (brand.as_uri(), _range(rules, "1", rules.rindex("1"))),
    }


@pytest.mark.parametrize(
    ("text", "place", "findings"),
    [
        (
            '{"campaign_id": "c", "variants": [{"variant_id": "a", "platform": "x", "text": "Up 9%"}, {"variant_id": "b"⟦ ⟧"platform": "x", "text": "7 up"}]}',
            0,
            2,
        ),
        (
            '{"campaign_id": "c", "variants": [{"variant_id": "a", "platform": "x", "text": ⟦"Hello teams, save 15% an⟧',
            0,
            1,
        ),
        (
            '{"campaign_id": "c", "variants": [{"variant_id": "a", "platform": "x", "text": "100⟦\\%⟧ of plans, 20% off"}]}',
            0,
            2,
        ),
    ],
    ids=["a missing comma", "a string that is being typed", "an unknown escape"],
)
def test_a_text_that_is_no_json_has_one_error_and_its_findings(
    wire: Wire, text: str, place: int, findings: int
) -> None:
    """One `invalid_json` at the first error, and whatever could be read is checked."""
    diagnostics = wire.open(URI, unmarked(text))
    [error] = of("invalid_json", diagnostics)
    assert error["range"] == ranges(text)[place]
    assert (error["severity"], error["source"]) == (1, "reachweaver")
    assert error["codeDescription"]["href"] == f"{HELP}/invalid_json.md"
    assert error["data"] == {"variant_id": None, "code": "invalid_json", "start": None, "end": None}
    assert len(of("unsupported_number", diagnostics)) == findings


@pytest.mark.parametrize("text", ["", " \n\t", "\ufeff", "{}"])
def test_nothing_yet_is_no_error(wire: Wire, text: str) -> None:
    """An empty document is published as empty, with its version."""
    assert wire.open(URI, text, 5) == []
    assert wire.published(URI) == [{"uri": URI, "version": 5, "diagnostics": []}]


@pytest.mark.parametrize("text", ["[]", '"text"', "7"])
def test_a_text_that_can_hold_no_campaign_says_so(wire: Wire, text: str) -> None:
    """The top level must be an object."""
    assert codes(wire.open(URI, text)) == ["invalid_json"]


def test_syntax_errors_can_be_left_to_the_editor(connect: Connect) -> None:
    """With `reportSyntaxErrors` off the findings are still there."""
    wire = connect(initializationOptions={"reportSyntaxErrors": False})
    assert codes(wire.open(URI, campaign({"text": "Up 9%"})[:-1])) == ["unsupported_number"]


def test_every_version_is_published_with_its_number(wire: Wire) -> None:
    """On open even when there is nothing, and after each change; never an older version."""
    wire.open(URI, campaign({"text": "Up"}), 3)
    column = 0
    wire.change(URI, 4, replaced((0, column), (0, column), " "))
    wire.change(URI, 9, {"text": campaign({"text": "Up 9%"})})
    assert [(one["version"], len(one["diagnostics"])) for one in wire.published(URI)] == [(3, 0), (4, 0), (9, 1)]


def test_a_hundred_changes_that_wait_are_checked_once(wire: Wire) -> None:
    """What arrives together is checked together, and published for the last version."""
    text = campaign({"text": "Up %"})
    wire.open(URI, text)
    line, column = position_of(text, text.index("%"))
    changes = [changed(URI, version, replaced((line, column), (line, column), "1")) for version in range(2, 102)]
    wire.send(*changes)
    assert [one["version"] for one in wire.published(URI)] == [1, 101]
    [found] = wire.diagnostics(URI)
    assert found["range"] == range_of((line, column), (line, column + 101))


def test_messages_that_are_read_together_are_checked_before_any_others_are_read(wire: Wire) -> None:
    """They wait for no turn of the event loop, and what they call for is done once, after the last of them."""
    text = campaign({"text": "Up %"})
    wire.open(URI, text)
    place = position_of(text, text.index("%"))
    messages = [changed(URI, version, replaced(place, place, "1")) for version in range(2, 102)]
    bodies = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
    wire.server.protocol.receive_all(bodies)
    assert [one["version"] for one in wire.published(URI)] == [1, 101]
    assert codes(wire.diagnostics(URI)) == ["unsupported_number"]


def test_a_slow_version_is_never_shown_after_a_newer_one(wire: Wire) -> None:
    """A large text and right behind it a small one: only the small one is published."""
    many = campaign(*({"text": f"Save {number}% on seats {number}"} for number in range(300)))
    wire.open(URI, campaign({"text": "a"}))
    wire.send(changed(URI, 2, {"text": many}), changed(URI, 3, {"text": campaign({"text": "b"})}))
    assert wire.published(URI)[-1] == {"uri": URI, "version": 3, "diagnostics": []}
    assert 2 not in [one["version"] for one in wire.published(URI)]


def test_a_document_that_is_opened_again_may_start_over(wire: Wire) -> None:
    """A lower version after closing and opening is as good as any."""
    wire.open(URI, campaign({"text": "Up 9%"}), 7)
    wire.close_document(URI)
    assert wire.published(URI)[-1]["diagnostics"] == []
    assert codes(wire.open(URI, campaign({"text": "Up 8%"}), 1)) == ["unsupported_number"]
    assert wire.published(URI)[-1]["version"] == 1


def test_typing_and_undoing_ends_where_it_began(wire: Wire) -> None:
    """A second member typed in and taken out again leaves what a fresh open shows."""
    text = campaign({"text": "Save 5%"})
    before = wire.open(URI, text)
    line, column = position_of(text, text.index('"text"'))
    assert "invalid_campaign" in codes(wire.change(URI, 2, replaced((line, column), (line, column), '"text": "", ')))
    assert wire.change(URI, 3, replaced((line, column), (line, column + 12), "")) == before


def test_unchanged_variants_keep_their_places(wire: Wire) -> None:
    """After edits of every kind what is shown is what a fresh open of the same text shows."""
    text = campaign(
        {"text": "Up 9% and 7%"},
        {"text": "Save 5% on #1", "evidence_ids": ["e"]},
        {"text": "Up 9% and 7%"},
        evidence=[evidence("e", "It was 8%"), evidence("f", "It was 5%")],
    )
    wire.open(URI, text)
    edits = [
        ("9%", "10%"),
        ("Save 5%", "Save 5%\\n6%"),
        ('"e"\n', '"f"\n'),
        ("It was 5%", "It was 4%"),
        ("Up", "U\np"),
        ("\n", ""),
    ]
    for version, (old, new) in enumerate(edits, start=2):
        offset = text.index(old)
        change = replaced(position_of(text, offset), position_of(text, offset + len(old)), new)
        text = text[:offset] + new + text[offset + len(old) :]
        fresh = f"untitled:fresh-{version}"
        assert wire.change(URI, version, change) == _renamed(wire.open(fresh, text), fresh)


def test_what_is_pointed_to_moves_with_an_edit_in_its_line(wire: Wire) -> None:
    """Also where it has no findings of its own, and whoever points to it stands in another line and stays there."""
    one, other = "We say hello", "We open a new studio in spring"
    texts = {"a": one, "b": other, "c": other}
    written = [json.dumps({"variant_id": id_, "platform": "x", "text": text}) for id_, text in texts.items()]
    text = f'{{"campaign_id": "c", "variants": [{written[0]}, {written[1]},\n{written[2]}]}}'
    wire.open(URI, text)
    place = position_of(text, text.index(one))
    [found] = wire.change(URI, 2, replaced(place, place, "x"))
    text = text.replace(one, "x" + one)
    second, third = (text.index('"text"', text.index(f'"variant_id": "{id_}"')) for id_ in "bc")
    assert (found["code"], found["range"]) == ("near_duplicate", _span(text, third, third + 6))
    assert related(found) == [(URI, _span(text, second, second + 6), 'Variant "b" is the other one.')]


def test_too_many_findings_are_cut_to_the_earliest(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The first of the text are kept, in the report's order, and the log says so."""
    caplog.set_level(logging.INFO, "reachweaver_lsp")
    monkeypatch.setattr(diagnostics_module, "MOST_DIAGNOSTICS", 3)
    text = campaign({"text": "1% 2%", "cta_phrase": "go"}, {"text": "3% 4%"}, {"text": "5%"})
    found = wire.open(URI, text)
    assert [(one["code"], one["data"]["variant_id"], one["data"]["start"]) for one in found] == [
        ("unsupported_number", "v1", 0),
        ("unsupported_number", "v1", 3),
        ("missing_cta", "v1", None),
    ]
    assert wire.of("window/logMessage")[-1]["message"] == f"{URI}: no more than 3 findings are shown"


def _renamed(diagnostics: list[dict[str, Any]], uri: str) -> list[dict[str, Any]]:
    renamed: list[dict[str, Any]] = json.loads(json.dumps(diagnostics).replace(uri, URI))
    return renamed


def _range(text: str, value: str, start: int | None = None) -> dict[str, Any]:
    offset = text.index(value) if start is None else start
    return _span(text, offset, offset + len(value))


def _span(text: str, start: int, end: int) -> dict[str, Any]:
    return range_of(position_of(text, start), position_of(text, end))
