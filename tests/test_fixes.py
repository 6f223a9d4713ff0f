"""Quick fixes: where they put and take words, and that the finding is gone and no other has appeared."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from reachweaver.brand import Brand, read_brand
from reachweaver.campaign import Campaign
from reachweaver.claims import check_campaign
from reachweaver.fixes import Fix, fix_all, fixes_for
from reachweaver.fixes.insertion import added_text
from reachweaver.fixes.removal import without
from reachweaver.json_spans import apply_edits, read
from reachweaver.optout import OptOut
from reachweaver.report import Finding, Remedy, Report
from tests.campaign.support import campaign_of

NOBODY = OptOut()
OPTED_OUT = OptOut(handles=("@nobots",), domains=("orchard.example",))
DISCLOSURE = Remedy(text="Ad", separator="\n\n")
CTA = Remedy(text="Go", separator=" ")


def brand_of(**rules: Any) -> Brand:
    """A brand with these rules."""
    return read_brand(read(json.dumps(rules))).brand


def text_with(*variants: dict[str, Any], evidence: list[dict[str, Any]] | None = None, **fields: Any) -> str:
    """The text of a campaign on several lines; variants have an id and a platform unless they say otherwise."""
    numbered = [{"variant_id": f"v{place}", "platform": "x", **variant} for place, variant in enumerate(variants)]
    content = {"campaign_id": "c", "evidence": evidence or [], "variants": numbered, **fields}
    return json.dumps(content, indent=2, ensure_ascii=False)


def evidence_item(id_: str, claim: str, **fields: Any) -> dict[str, Any]:
    """A valid evidence item."""
    return {"id": id_, "claim": claim, "source_url": "https://example.org/source", **fields}


def report_of(text: str, brand: Brand | None = None, optout: OptOut = NOBODY) -> tuple[Campaign, Report]:
    """A campaign's text, read and checked."""
    campaign = campaign_of(text)
    return campaign, check_campaign(campaign, brand=brand, optout=optout)


def fixes_of(text: str, code: str, brand: Brand | None = None, optout: OptOut = NOBODY, index: int = 0) -> list[Fix]:
    """The fixes of a variant's first finding with a code."""
    campaign, report = report_of(text, brand, optout)
    finding = next(finding for finding in report.variants[index].findings if finding.code == code)
    return list(fixes_for(campaign, index, finding, brand=brand))


def fixed(text: str, code: str, brand: Brand | None = None, optout: OptOut = NOBODY, place: int = 0) -> str:
    """The text after one of the fixes of the first finding with a code."""
    return apply_edits(text, fixes_of(text, code, brand, optout)[place].edits)


def variant_after(text: str, code: str, brand: Brand | None = None, optout: OptOut = NOBODY, place: int = 0) -> Any:
    """The first variant, as JSON, after such a fix."""
    return json.loads(fixed(text, code, brand, optout, place))["variants"][0]


def signature(finding: Finding) -> tuple[object, ...]:
    """What makes two findings the same when words before them move."""
    return (finding.code, finding.category, finding.span, finding.scope, finding.message)


# Insertion


@pytest.mark.parametrize(
    ("text", "disclosure", "cta"),
    [
        ("", "Ad", "Go"),
        ("  \n", "Ad", "Go"),
        ("Hi", "\n\nAd", " Go"),
        ("Hi ", "\n\nAd", "Go"),
        ("Hi\u00a0\t", "\n\nAd", "Go"),
        ("Hi\n", "\nAd", "Go"),
        ("Hi \n ", "\nAd", "Go"),
        ("Hi\r\n", "\nAd", "Go"),
        ("Hi\u2028", "\nAd", "Go"),
        ("Hi\n\n", "Ad", "Go"),
        ("Hi\r\n\r\n", "Ad", "Go"),
        ("Hi\n\n\n ", "Ad", "Go"),
    ],
)
def test_separators(text: str, disclosure: str, cta: str) -> None:
    """A disclosure stands behind a blank line, a call to action behind a space or on the new line that is there."""
    assert added_text(text, [DISCLOSURE]) == disclosure
    assert added_text(text, [CTA]) == cta


def test_several_insertions() -> None:
    """Each insertion counts for the next one."""
    assert added_text("Hi", [CTA, Remedy(text=" Read\n", separator=" "), DISCLOSURE]) == " Go Read\n\nAd"


@pytest.mark.parametrize(
    ("variant", "after"),
    [
        ({"text": "Hi"}, {"text": "Hi\n\nAd"}),
        ({"text": ""}, {"text": "Ad"}),
        ({"format": "thread", "parts": ["a", "b"]}, {"parts": ["a", "b\n\nAd"]}),
        ({"format": "thread", "parts": ["a", ""]}, {"parts": ["a", "Ad"]}),
        (
            {"format": "carousel_outline", "slides": ["a", "b"], "caption": "c"},
            {"slides": ["a", "b"], "caption": "c\n\nAd"},
        ),
        ({"format": "carousel_outline", "slides": ["a", "b"], "caption": ""}, {"slides": ["a", "b"], "caption": "Ad"}),
        ({"format": "carousel_outline", "slides": ["a", "b"]}, {"slides": ["a", "b\n\nAd"]}),
        ({"format": "thread", "parts": ["a", 7]}, {"parts": ["a\n\nAd", 7]}),
    ],
)
def test_where_a_disclosure_goes(variant: dict[str, Any], after: dict[str, Any]) -> None:
    """To a post's end, a thread's last part, a carousel's caption or else its last slide."""
    result = variant_after(text_with(variant), "missing_disclosure", brand_of(required_disclosure="Ad"))
    assert {key: result[key] for key in after} == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (r'{"text": "Back\\"}', r'{"text": "Back\\\n\n\"#Ad\" é 🖋"}'),
        (r'{"text": "caf\u00e9"}', r'{"text": "caf\u00e9\n\n\"#Ad\" \u00e9 \ud83d\udd8b"}'),
        ('{\r\n"text": "café"\r\n}', '{\r\n"text": "café\\n\\n\\"#Ad\\" é 🖋"\r\n}'),
        (r'{"text": "half \ud83d"}', r'{"text": "half \ud83d\n\n\"#Ad\" é 🖋"}'),
    ],
)
def test_insertion_is_written_as_the_file_is(before: str, after: str) -> None:
    """Quotes, line breaks and characters beyond ASCII are spelled in the file's own way; nothing else changes."""
    frame = '{"campaign_id": "c", "variants": [%s]}'
    assert fixed(frame % before, "missing_disclosure", brand_of(required_disclosure='"#Ad" é 🖋')) == frame % after


def test_call_to_action_fixes() -> None:
    """The link and the phrase have one fix each, the one that is meant."""
    text = text_with({"text": "Hi", "cta_phrase": "Read on"}, cta_url="https://example.org/go?utm_source=x")
    campaign, report = report_of(text)
    fixes = [fixes_for(campaign, 0, finding) for finding in report.variants[0].findings]
    assert [[(fix.title, fix.preferred) for fix in one] for one in fixes] == [
        [
            ('Insert the call to action "https://example.org/go?utm_source=x"', True),
            ("Mark as reviewed", False),
        ],
        [('Insert the call to action "Read on"', True), ("Mark as reviewed", False)],
    ]
    bodies = [json.loads(apply_edits(text, one[0].edits))["variants"][0]["text"] for one in fixes]
    assert bodies == ["Hi https://example.org/go?utm_source=x", "Hi Read on"]


@pytest.mark.parametrize("text", ['{"variants": [{"text": "Hi', '{"variants": [{"platform": "x"}]}'])
def test_no_string_to_insert_into(text: str) -> None:
    """There is no fix without a finished string to put the words into."""
    campaign = campaign_of(text)
    finding = Finding(code="missing_disclosure", severity="error", message="m", remedy=DISCLOSURE)
    assert fixes_for(campaign, 0, finding) == ()


def test_fix_all() -> None:
    """Calls to action first, disclosures last, one edit a variant, nothing for what a person has reviewed."""
    brand = brand_of(required_disclosure="We sell ink.", accounts={"desk": {"required_disclosure": "#ad"}})
    text = text_with(
        {"text": "One", "account_id": "desk", "cta_phrase": "Read on"},
        {"text": "Two. We sell ink. https://example.org/go"},
        {"format": "thread", "parts": ["Three", "Four\n"], "reviewed": [{"code": "missing_cta"}]},
        {"format": "thread", "parts": []},
        {"text": "Five", "cta_phrase": "we sell ink", "cta_url": "https://example.org/other"},
        cta_url="https://example.org/go",
    )
    campaign, report = report_of(text, brand)
    edits = fix_all(campaign, report)
    assert [edit.start for edit in edits] == sorted(edit.start for edit in edits)
    after = json.loads(apply_edits(text, edits))["variants"]
    assert [variant.get("text") or variant["parts"] for variant in after] == [
        "One https://example.org/go Read on\n\nWe sell ink.\n\n#ad",
        "Two. We sell ink. https://example.org/go",
        ["Three", "Four\n\nWe sell ink."],
        [],
        "Five https://example.org/other\n\nWe sell ink.",
    ]
    _, again = report_of(apply_edits(text, edits), brand)
    assert {finding.code for finding in again.all_findings() if not finding.reviewed} == {"invalid_campaign"}


# Properties of the insertions

PLAIN = st.text(alphabet='abc xyz.,"\\/\n\r\téÀ🖋\u200b\u2028\u00a0漢かไท', max_size=20)
WORDS = st.text(alphabet="kmp qrs\\/é🖋漢", min_size=1, max_size=12).filter(lambda words: bool(words.strip()))
BODIES = st.one_of(
    st.builds(lambda text: {"text": text}, PLAIN),
    st.builds(lambda parts: {"format": "thread", "parts": parts}, st.lists(PLAIN, min_size=1, max_size=3)),
    st.builds(
        lambda slides, caption: {"format": "carousel_outline", "slides": slides, **caption},
        st.lists(PLAIN, min_size=1, max_size=2),
        st.one_of(st.just({}), st.builds(lambda caption: {"caption": caption}, PLAIN)),
    ),
)
LAYOUTS = st.fixed_dictionaries({"ensure_ascii": st.booleans(), "indent": st.sampled_from([None, 2])})
LINKS = st.sampled_from(
    ["https://a.example/x", "HTTP://a.example", "https://a.example/x(y)?q=1#z", "https://bücher.example/ä/"]
)


@settings(max_examples=150)
@given(body=BODIES, disclosure=WORDS, phrase=WORDS, link=LINKS, layout=LAYOUTS)
def test_an_insertion_answers_its_finding(
    body: dict[str, Any], disclosure: str, phrase: str, link: str, layout: dict[str, Any]
) -> None:
    """After a fix its finding is gone, the others are what they were, and the words before are untouched."""
    variant = {"variant_id": "v", "platform": "x", **body, "cta_phrase": phrase, "cta_url": link}
    text = json.dumps({"campaign_id": "c", "variants": [variant]}, **layout)
    brand = brand_of(required_disclosure=disclosure)
    campaign, report = report_of(text, brand)
    before = Counter(map(signature, report.variants[0].findings))
    for finding in report.variants[0].findings:
        if finding.remedy is not None:
            fix = fixes_for(campaign, 0, finding, brand=brand)[0]
            after, again = report_of(apply_edits(text, fix.edits), brand)
            left = Counter(map(signature, again.variants[0].findings))
            assert left[signature(finding)] == 0
            assert left <= before
            assert campaign.variants[0].body.text in after.variants[0].body.text or body.get("caption") is not None


@settings(max_examples=100)
@given(bodies=st.lists(BODIES, min_size=1, max_size=3), disclosure=WORDS, link=LINKS, phrase=WORDS)
def test_fix_all_answers_all(bodies: list[dict[str, Any]], disclosure: str, link: str, phrase: str) -> None:
    """After fix-all no disclosure and no call to action is missing, and a second one has nothing to do."""
    text = text_with(*({**body, "cta_phrase": phrase} for body in bodies), cta_url=link)
    brand = brand_of(required_disclosure=disclosure)
    campaign, report = report_of(text, brand)
    after, again = report_of(apply_edits(text, fix_all(campaign, report)), brand)
    assert after.document.is_valid
    assert [finding.code for finding in again.all_findings() if finding.remedy] == []
    assert fix_all(after, again) == ()


# Citation


def test_cites_the_evidence_that_holds_the_value() -> None:
    """One fix for each item that holds it; a single one is the one that is meant."""
    evidence = [evidence_item("e1", "5 pens"), evidence_item('e"2', "5 pens, 6 nibs")]
    text = text_with({"text": "5 pens", "evidence_ids": []}, evidence=evidence)
    fixes = fixes_of(text, "unsupported_number")
    assert [(fix.title, fix.preferred) for fix in fixes] == [
        ('Cite evidence "e1"', False),
        ('Cite evidence "e"2"', False),
    ]
    assert variant_after(text, "unsupported_number", place=1)["evidence_ids"] == ['e"2']
    text = text_with({"text": "6 pens", "evidence_ids": ["e1"]}, evidence=evidence)
    assert [(fix.title, fix.preferred) for fix in fixes_of(text, "unsupported_number")] == [
        ('Cite evidence "e"2"', True)
    ]
    assert variant_after(text, "unsupported_number")["evidence_ids"] == ["e1", 'e"2']


def test_creates_evidence_ids() -> None:
    """Where `evidence_ids` is absent it is added behind the body; where it is no array nothing is done."""
    evidence = [evidence_item("e1", "5 pens")]
    text = text_with({"text": "5 pens", "rationale": "r"}, evidence=evidence)
    assert list(variant_after(text, "unsupported_number").items())[2:] == [
        ("text", "5 pens"),
        ("evidence_ids", ["e1"]),
        ("rationale", "r"),
    ]
    assert fixes_of(text_with({"text": "5 pens", "evidence_ids": "e1"}, evidence=evidence), "unsupported_number") == []


def test_cites_release_evidence() -> None:
    """Release language is answered by citing a release."""
    evidence = [evidence_item("e1", "Released."), evidence_item("e2", "Out.", kind="release")]
    text = text_with({"text": "We released it."}, evidence=evidence)
    assert [fix.title for fix in fixes_of(text, "unsupported_release")] == ['Cite evidence "e2"']
    assert variant_after(text, "unsupported_release")["evidence_ids"] == ["e2"]


def test_cites_several_where_only_all_of_them_ground_it() -> None:
    """A feature claim whose words stand in several items is answered by citing all of them at once."""
    evidence = [
        evidence_item("e1", "Mastodon queues."),
        evidence_item("e2", "Calendar links."),
        evidence_item("e3", "Pens."),
    ]
    for cited in ([], ["e3"]):
        text = text_with(
            {"text": "It supports Mastodon calendar views.", "evidence_ids": cited},
            evidence=[*evidence, evidence_item("e4", "views")],
        )
        assert [fix.title for fix in fixes_of(text, "needs_human_review")] == [
            'Cite evidence "e1" and "e2" and "e4"',
            "Mark as reviewed",
        ]
        assert variant_after(text, "needs_human_review")["evidence_ids"] == [*cited, "e1", "e2", "e4"]
    both = [
        *evidence,
        evidence_item("e4", "Mastodon calendar views"),
        evidence_item("e5", "views of the calendar in Mastodon"),
    ]
    text = text_with({"text": "It supports Mastodon calendar views."}, evidence=both)
    assert [fix.title for fix in fixes_of(text, "needs_human_review")][:2] == [
        'Cite evidence "e4"',
        'Cite evidence "e5"',
    ]


@pytest.mark.parametrize(
    ("written", "meant"),
    [("relase-020", "release-020"), ("Docs", "docs"), ("zzz", "release-020"), ("release-021", "release-020")],
)
def test_replaces_an_unknown_id_by_the_nearest(written: str, meant: str) -> None:
    """A misspelt id becomes the nearest declared one."""
    evidence = [evidence_item("release-020", "a"), evidence_item("docs", "b"), evidence_item("cited", "c")]
    text = text_with({"text": "Hi", "evidence_ids": ["cited", written]}, evidence=evidence)
    assert [(fix.title, fix.preferred) for fix in fixes_of(text, "invalid_campaign")] == [
        (f'Replace by "{meant}"', True)
    ]
    assert variant_after(text, "invalid_campaign")["evidence_ids"] == ["cited", meant]


def test_no_id_to_replace_by() -> None:
    """Nothing is offered when all declared ids are cited, or for other contract findings."""
    evidence = [evidence_item("e1", "a")]
    text = text_with({"text": "Hi", "evidence_ids": ["e1", "e2"]}, evidence=evidence)
    assert fixes_of(text, "invalid_campaign") == []
    assert fixes_of(text_with({"text": "Hi", "platform": "y"}), "invalid_campaign") == []
    assert fixes_of(text_with({"text": "Hi", "evidence_ids": [7]}), "invalid_campaign") == []


# Removal


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("⟦x⟧", ""),
        (" ⟦x⟧\n", ""),
        ("⟦x⟧ b", "b"),
        ("a ⟦x⟧", "a"),
        ("a ⟦x⟧ b", "a b"),
        ("a  ⟦x⟧ \t b", "a b"),
        ("a ⟦x⟧b", "a b"),
        ("a ⟦x⟧, b", "a, b"),
        ("a ⟦x⟧.", "a."),
        ("(⟦x⟧ b)", "(b)"),
        ("a (⟦x⟧) b", "a () b"),
        ("a-⟦x⟧-b", "a--b"),
        ("漢⟦x⟧字", "漢字"),
        ("a\n⟦x⟧\nb", "a\nb"),
        ("a\n⟦x⟧ b", "a\nb"),
        ("a.\n\n⟦x⟧ b", "a.\n\nb"),
        ("a.\n\n⟦x⟧\n\nb", "a.\n\nb"),
        ("a ⟦x⟧ ⟦x⟧ b", "a b"),
        ("a ⟦x⟧⟦x⟧ b ⟦x⟧", "a b"),
        ("a ⟦x⟧ b ⟦x⟧ c", "a b c"),
    ],
)
def test_white_space_goes_with_the_words(text: str, after: str) -> None:
    """The white space beside removed words goes too, but for one where words would join."""
    pieces = text.replace("⟧", "⟦").split("⟦")
    plain, ranges = "", []
    for number, piece in enumerate(pieces):
        if number % 2:
            ranges.append((len(plain), len(plain) + len(piece)))
        plain += piece
    result, position = "", 0
    for (start, end), left in without(plain, ranges):
        result += plain[position:start] + left
        position = end
    assert result + plain[position:] == after


def test_removes_a_banned_phrase() -> None:
    """The words as they are written go, escapes whole."""
    frame = '{"campaign_id": "c", "variants": [{"variant_id": "v", "platform": "x", "text": "%s"}]}'
    brand = brand_of(banned_phrases=["game changer"])
    text = frame % r"A caf\u00e9 \u201cgame\tchanger\u201d game\nch\u0061nger, really."
    assert [fix.title for fix in fixes_of(text, "banned_phrase", brand)] == ['Remove "game changer"']
    assert fixed(text, "banned_phrase", brand) == frame % r"A caf\u00e9 \u201c\u201d game\nch\u0061nger, really."
    text = frame % r"A caf\u00e9 game\nch\u0061nger, really."
    assert fixed(text, "banned_phrase", brand) == frame % r"A caf\u00e9, really."


def test_removes_a_mention() -> None:
    """An opted-out mention goes, in a thread's part as well."""
    text = text_with({"format": "thread", "parts": ["Hi", "Thanks to @NoBots and @mira@orchard.example!"]})
    assert variant_after(text, "optout_mention", optout=OPTED_OUT)["parts"] == [
        "Hi",
        "Thanks to and @mira@orchard.example!",
    ]


@pytest.mark.parametrize(
    ("cap", "after", "title"),
    [
        (2, ["Ink #a", "#b, day"], "Remove #c and #d"),
        (1, ["Ink #a", "day"], "Remove #b, #c and #d"),
        (0, ["Ink", "day"], "Remove #a, #b, #c and #d"),
        (3, ["Ink #a", "#b, #c day"], "Remove #d"),
    ],
)
def test_removes_the_last_hashtags(cap: int, after: list[str], title: str) -> None:
    """Of the hashtags over the cap the last go, each with its white space."""
    text = text_with({"format": "thread", "parts": ["Ink #a", "#b, #c #d day"]})
    brand = brand_of(max_hashtags=cap)
    assert fixes_of(text, "too_many_hashtags", brand)[0].title == title
    result = variant_after(text, "too_many_hashtags", brand)["parts"]
    assert [part.lstrip(", ") for part in result] == after


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("Ink #sun #fun #ad", "Ink #ad"),
        ("#AD #sun Ink #ad", "#AD Ink"),
        ("Ink #sun #adventure #ad day", "Ink #ad day"),
        ("#ad Ink #sun", "#ad Ink"),
    ],
)
def test_leaves_the_hashtag_that_discloses(text: str, after: str) -> None:
    """One that the required disclosure is made of stays where it stands first; the last of the others go."""
    brand = brand_of(max_hashtags=1, required_disclosure="#ad")
    assert variant_after(text_with({"text": text}), "too_many_hashtags", brand)["text"] == after


def test_leaves_the_hashtag_of_the_call_to_action() -> None:
    """The phrase that the variant promises stays whole."""
    text = text_with({"text": "Ink #a #b Join #club today #c", "cta_phrase": "join #club"})
    brand = brand_of(max_hashtags=2)
    assert variant_after(text, "too_many_hashtags", brand)["text"] == "Ink #a Join #club today"


def test_leaves_all_hashtags_when_more_are_required_than_allowed() -> None:
    """Nothing can be taken out that would not be missed."""
    text = text_with({"text": "Ink #a #ad #anzeige"})
    brand = brand_of(max_hashtags=1, required_disclosure="#ad #anzeige")
    assert fixes_of(text, "too_many_hashtags", brand) == []


REMOVABLE = st.lists(
    st.sampled_from(["a", "viral", "#x", "#y", "@nobots", "b.", ",", "\n", "\n\n", " ", "“", "é", "🖋", "\u200b"]),
    max_size=8,
).map(" ".join)


@settings(max_examples=150)
@given(parts=st.lists(REMOVABLE, min_size=1, max_size=3), ascii_only=st.booleans())
def test_a_removal_answers_its_finding(parts: list[str], ascii_only: bool) -> None:
    """After a removal its finding is gone and no other has appeared."""
    variant = {"variant_id": "v", "platform": "x", "format": "thread", "parts": parts}
    text = json.dumps({"campaign_id": "c", "variants": [variant]}, ensure_ascii=ascii_only)
    brand = brand_of(banned_phrases=["viral"], max_hashtags=1)
    campaign, report = report_of(text, brand, OPTED_OUT)
    before = Counter(map(signature, report.variants[0].findings))
    for finding in report.variants[0].findings:
        fix = fixes_for(campaign, 0, finding, brand=brand)[0]
        after, again = report_of(apply_edits(text, fix.edits), brand, OPTED_OUT)
        left = Counter(map(signature, again.variants[0].findings))
        assert after.document.is_valid
        assert left[signature(finding)] == before[signature(finding)] - 1
        hashtags = [one for one in left if one[0] == "too_many_hashtags"]
        assert left - Counter(hashtags) <= before


# Reviews


def test_marks_as_reviewed() -> None:
    """The entry names code and span, or the code alone for a finding about the whole variant; it is added to what is there."""
    text = text_with({"text": 'The "fastest" pen', "cta_phrase": "Go", "reviewed": [{"code": "other"}]})
    assert variant_after(text, "needs_human_review")["reviewed"] == [
        {"code": "other"},
        {"code": "needs_human_review", "span": "fastest", "note": "", "by": ""},
    ]
    text = text_with({"text": "A pen", "cta_phrase": "Go"})
    assert variant_after(text, "missing_cta", place=1)["reviewed"] == [{"code": "missing_cta", "note": "", "by": ""}]
    _, report = report_of(fixed(text, "missing_cta", place=1))
    assert [(finding.code, finding.reviewed) for finding in report.variants[0].findings] == [("missing_cta", True)]


def test_what_cannot_be_reviewed() -> None:
    """Errors and stale entries have no such fix, and what is reviewed has none at all."""
    text = text_with(
        {"text": "5 of the fastest", "reviewed": [{"code": "needs_human_review", "span": "fastest"}, {"code": "x"}]}
    )
    assert fixes_of(text, "unsupported_number") == []
    assert fixes_of(text, "stale_review") == []
    assert fixes_of(text, "needs_human_review") == []
    assert fixes_of(text_with({"text": "the fastest", "reviewed": {}}), "needs_human_review") == []


def test_file_findings_have_no_fix() -> None:
    """A finding about the file has none."""
    campaign, report = report_of(text_with({"text": "Hi"}, title=7))
    assert fixes_for(campaign, None, report.findings[0]) == ()
