"""What `check_campaign` makes of a campaign: contract findings, the checks' findings, reviews, order, and its cache."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from reachweaver import grounding, lengths
from reachweaver.brand import Brand, read_brand
from reachweaver.campaign import Campaign, Evidence, read_campaign
from reachweaver.checks.context import CheckContext
from reachweaver.claims import CheckCache, MoreFindings, check_campaign, jaccard, validate_campaign
from reachweaver.grounding import is_release
from reachweaver.json_spans import Edit, MissingNode, read
from reachweaver.optout import OptOut
from reachweaver.report import Finding, Grounded, Report
from reachweaver.reviewed import with_reviews
from tests.campaign.support import REMOVED, campaign_of, changed


def brand_of(**rules: Any) -> Brand:
    """A brand with these rules."""
    file = read_brand(read(json.dumps(rules)))
    assert file.problems == ()
    return file.brand


def campaign_with(*variants: dict[str, Any], evidence: list[dict[str, Any]] | None = None, **fields: Any) -> Campaign:
    """A campaign whose variants have an id and a platform unless they say otherwise."""
    numbered = [{"variant_id": f"v{place}", "platform": "x", **variant} for place, variant in enumerate(variants)]
    return campaign_of({"campaign_id": "c", "evidence": evidence or [], "variants": numbered, **fields})


def evidence_item(id_: str, claim: str, **fields: Any) -> dict[str, Any]:
    """A valid evidence item."""
    return {"id": id_, "claim": claim, "source_url": "https://example.org/source", **fields}


def found(report: Report, index: int = 0) -> list[tuple[str, str | None]]:
    """Code and span, else path, of a variant's findings."""
    return [(finding.code, finding.span or finding.path) for finding in report.variants[index].findings]


def test_report() -> None:
    """A report names the campaign, each variant with its evidence, and what was found, in order."""
    campaign = campaign_with(
        {
            "text": "It took 3 days, then 5. The fastest pen.",
            "evidence_ids": ["e2", "e1", "e2"],
            "platform": "linkedin",
        },
        {"text": "Nothing to see."},
        evidence=[evidence_item("e1", "It took 3 days."), evidence_item("e2", "3 pens"), evidence_item("e3", "5 pens")],
    )
    report = check_campaign(campaign)
    first, second = report.variants
    assert (report.campaign_id, report.duplicate_threshold, report.valid, report.findings) == ("c", 0.6, False, ())
    assert report.summary() == {"error": 1, "review": 1, "warning": 0, "grounded": 1}
    assert (first.index, first.variant_id, first.platform, first.cited_evidence) == (0, "v0", "linkedin", ("e2", "e1"))
    assert first.grounded == (Grounded(type="number", span="3", start=8, end=9, matched_evidence=("e1", "e2")),)
    assert [(entry.code, entry.span, entry.start, entry.matched_evidence) for entry in first.findings] == [
        ("unsupported_number", "5", 21, ("e3",)),
        ("needs_human_review", "fastest", 28, ()),
    ]
    assert (second.index, second.variant_id, second.cited_evidence, second.findings) == (1, "v1", (), ())
    assert report.failures == ()
    assert "failures" not in report.to_json()


def test_findings_are_ordered() -> None:
    """By start, findings about the whole variant last, then by code."""
    campaign = campaign_with(
        {"text": "A viral 5 for @nobots #a", "cta_phrase": "Read on", "platform": "myspace", "cta_url": "nowhere"}
    )
    brand = brand_of(banned_phrases=["viral"], required_disclosure="Ad.", max_hashtags=0)
    report = check_campaign(campaign, brand=brand, optout=OptOut(handles=("@nobots",)))
    assert found(report) == [
        ("banned_phrase", "viral"),
        ("unsupported_number", "5"),
        ("optout_mention", "@nobots"),
        ("invalid_campaign", "/variants/0/platform"),
        ("invalid_campaign", "/variants/0/cta_url"),
        ("missing_cta", None),
        ("missing_disclosure", None),
        ("too_many_hashtags", None),
    ]


def test_contract_findings_stand_where_they_belong() -> None:
    """Findings about a variant stand in it, the others in the report, all as errors with a path and no offsets."""
    report = check_campaign(
        campaign_of(
            changed(
                ("title", 7),
                ("evidence/1/kind", "blog"),
                ("variants/1/variant_id", "post"),
                ("variants/1/evidence_ids", ["e9"]),
                ("variants/2", 7),
            )
        )
    )
    assert [(finding.code, finding.severity, finding.path) for finding in report.findings] == [
        ("invalid_campaign", "error", "/title"),
        ("invalid_campaign", "error", "/evidence/1/kind"),
    ]
    assert found(report, 1)[:2] == [
        ("invalid_campaign", "/variants/1/variant_id"),
        ("invalid_campaign", "/variants/1/evidence_ids/0"),
    ]
    assert found(report, 2) == [("invalid_campaign", "/variants/2")]
    assert (report.variants[2].variant_id, report.variants[2].platform) == (None, None)
    for finding in report.findings:
        assert (finding.span, finding.start, finding.end) == (None, None, None)


@pytest.mark.parametrize(
    ("brand", "approved"),
    [
        (None, True),
        (brand_of(), True),
        (brand_of(accounts={}), True),
        (brand_of(accounts={"desk": {}, "x": {}}), True),
        (brand_of(accounts={"desk-x": {}}), False),
    ],
)
def test_accounts(brand: Brand | None, approved: bool) -> None:
    """An account that the brand does not approve is a contract finding of its variant; no account is fine."""
    campaign = campaign_with({"text": "a b c", "account_id": "desk"}, {"text": "d e f"})
    report = check_campaign(campaign, brand=brand)
    assert found(report) == ([] if approved else [("invalid_campaign", "/variants/0/account_id")])
    assert found(report, 1) == []
    if not approved:
        message = 'Variant "v0": the brand does not approve the account "desk". Did you mean "desk-x"?'
        assert report.variants[0].findings[0].message == message


def test_bad_variants_hide_nothing() -> None:
    """Variants that break a rule are checked all the same, and so are the others."""
    campaign = campaign_with(
        {"text": "Up 35%.", "platform": "myspace", "evidence_ids": "e1"},
        {"parts": ["Up 12%.", 7, "Down 13%."], "format": "thread"},
        {"text": "Up 14%.", "format": "story"},
        {"caption": "Up 15%.", "slides": [], "format": "carousel_outline"},
    )
    report = check_campaign(campaign)
    spans = [[finding.span for finding in variant.findings if finding.span] for variant in report.variants]
    assert spans == [["35%"], ["12%", "13%"], ["14%"], ["15%"]]


@pytest.mark.parametrize("body", [{}, {"text": 7}, {"format": "thread", "parts": []}])
def test_without_text_there_is_nothing_to_miss(body: dict[str, Any]) -> None:
    """A variant without any text has its contract finding alone."""
    campaign = campaign_with(body, cta_url="https://example.org")
    report = check_campaign(campaign, brand=brand_of(required_disclosure="Ad."))
    assert [finding.code for finding in report.variants[0].findings] == ["invalid_campaign"]


def test_empty_text_lacks_what_is_required() -> None:
    """An empty text breaks no rule of the file, but it lacks the disclosure."""
    report = check_campaign(campaign_with({"text": ""}), brand=brand_of(required_disclosure="Ad."))
    assert found(report) == [("missing_disclosure", None)]


@pytest.mark.parametrize(
    ("campaign_url", "variant", "missing"),
    [
        ("https://a.example/x", {}, ["https://a.example/x"]),
        ("https://a.example/x", {"cta_url": "https://b.example"}, ["https://b.example"]),
        ("https://a.example/x", {"cta_url": "broken"}, []),
        ("broken", {}, []),
        (None, {"cta_phrase": "read on", "cta_url": "https://b.example"}, ["https://b.example", "read on"]),
        ("https://a.example/x", {"text": "see a.example/x"}, []),
    ],
)
def test_calls_to_action(campaign_url: str | None, variant: dict[str, Any], missing: list[str]) -> None:
    """A variant's own URL replaces the campaign's, and what is no URL is not looked for."""
    fields = {} if campaign_url is None else {"cta_url": campaign_url}
    report = check_campaign(campaign_with({"text": "Hello.", **variant}, **fields))
    remedies = [finding.remedy.text for finding in report.variants[0].findings if finding.remedy]
    assert remedies == missing


def test_first_of_two_evidence_items_with_one_id_counts() -> None:
    """What the second says grounds nothing."""
    evidence = [evidence_item("e", "3 pens"), evidence_item("e", "5 pens")]
    report = check_campaign(campaign_with({"text": "3 and 5", "evidence_ids": ["e"]}, evidence=evidence))
    assert [(entry.span, entry.matched_evidence) for entry in report.variants[0].grounded] == [("3", ("e",))]
    assert [(finding.span, finding.matched_evidence) for finding in report.variants[0].findings] == [("5", ())]


@pytest.mark.parametrize(
    ("kind", "url", "release"),
    [
        ("release", "https://example.org", True),
        ("announcement", "https://example.org", False),
        (None, "https://example.org/org/repo/releases/tag/v1.2.0", True),
        (None, "https://example.org/releases", True),
        (None, "https://example.org/Releases/", True),
        (None, "https://releases.example.org/1.2", False),
        (None, "https://releases/1.2", False),
        (None, "https://example.org/press-releases/1", False),
        (None, "https://example.org/x?page=/releases/", False),
        (None, "https://example.org/x#/releases/", False),
        (None, None, False),
    ],
)
def test_release_evidence(kind: str | None, url: str | None, release: bool) -> None:
    """Evidence is of a release by its kind, or by a path segment of its URL."""
    assert is_release(Evidence(node=MissingNode(0, 0), kind=kind, source_url=url)) is release


def test_near_duplicates_are_on_the_later_variant() -> None:
    """Each pair once, naming the earlier; the threshold is the caller's."""
    same = {"text": "Read every source before you post."}
    campaign = campaign_with(same, {"text": "Something else altogether, really."}, same, same)
    report = check_campaign(campaign)
    assert [[finding.other_variant_id for finding in variant.findings] for variant in report.variants] == [
        [],
        [],
        ["v0"],
        ["v0", "v2"],
    ]
    assert check_campaign(campaign, duplicate_threshold=0.5).duplicate_threshold == 0.5
    assert jaccard("a b c d", "a b c d") == 1


REVIEWABLE = "Our fastest pen, the fastest of 7."


ENTRY = "/variants/0/reviewed/"


@pytest.mark.parametrize(
    ("entries", "reviewed", "about_entries", "counts"),
    [
        ([], [], [], (1, 2, 1)),
        ([{"code": "needs_human_review", "span": "fastest"}], ["needs_human_review"] * 2, [], (1, 0, 1)),
        ([{"code": "missing_cta"}], ["missing_cta"], [], (1, 2, 0)),
        ([{"code": "missing_cta", "span": None}], ["missing_cta"], [], (1, 2, 0)),
        # No such span, and no finding about the whole variant.
        ([{"code": "missing_cta", "span": "Our"}], [], [("stale_review", f"{ENTRY}0")], (1, 2, 2)),
        ([{"code": "missing_cta"}, {"code": "needs_human_review"}], ["missing_cta"], [("stale_review", f"{ENTRY}1")], (1, 2, 1)),
        ([{"code": "needs_human_review", "span": "FASTEST"}], [], [("stale_review", f"{ENTRY}0")], (1, 2, 2)),
        # Errors, whether or not the variant has them.
        ([{"code": "unsupported_number", "span": "7"}], [], [("invalid_campaign", f"{ENTRY}0")], (2, 2, 1)),
        ([{"code": "banned_phrase"}, {"code": "invalid_campaign"}], [], [("invalid_campaign", f"{ENTRY}0"), ("invalid_campaign", f"{ENTRY}1")], (3, 2, 1)),
        # Checks that did not run here.
        ([{"code": "too_long"}, {"code": "history_frequency"}, {"code": "history_near_duplicate"}], [], [], (1, 2, 1)),
        # Entries that break a rule of the file.
        ([7, {"code": "missing_cta", "by": 7}], [], [("invalid_campaign", f"{ENTRY}0"), ("invalid_campaign", f"{ENTRY}1/by")], (3, 2, 1)),
        ([{"code": "stale_review"}], [], [("stale_review", f"{ENTRY}0")], (1, 2, 2)),
    ],
)  # fmt: skip
def test_reviews(
    entries: list[Any], reviewed: list[str], about_entries: list[tuple[str, str]], counts: tuple[int, int, int]
) -> None:
    """Reviewed findings are marked and not counted; entries that name an error or nothing are reported themselves."""
    campaign = campaign_with({"text": REVIEWABLE, "cta_phrase": "Read on", "reviewed": entries})
    report = check_campaign(campaign)
    findings = report.variants[0].findings
    assert [finding.code for finding in findings if finding.path is None] == [
        "needs_human_review",
        "needs_human_review",
        "unsupported_number",
        "missing_cta",
    ]
    assert [finding.code for finding in findings if finding.reviewed] == reviewed
    assert [(finding.code, finding.path) for finding in findings if finding.path is not None] == about_entries
    summary = report.summary()
    assert (summary["error"], summary["review"], summary["warning"]) == counts


def test_many_reviews_of_many_findings() -> None:
    """Ten thousand entries find ten thousand findings, each its own, without each looking at all of them."""
    spans = [f"“quote {number}”" for number in range(10_000)]
    entries = [{"code": "needs_human_review", "span": span} for span in spans]
    (variant,) = campaign_with({"text": "", "reviewed": entries}).variants
    findings = [Finding(code="needs_human_review", severity="review", message="", span=span) for span in spans]
    reviewed = with_reviews(0, variant, findings)
    assert [(finding.span, finding.reviewed) for finding in reviewed] == [(span, True) for span in spans]


def test_messages_of_reviews() -> None:
    """An entry's own finding says which entry, and what to do."""
    entries = [
        {"code": "unsupported_number", "span": "7"},
        {"code": "needs_human_review", "span": "the only"},
        {"code": "needs_human_reveiw"},
    ]
    report = check_campaign(campaign_with({"text": REVIEWABLE, "reviewed": entries}))
    assert [
        finding.message.partition('"reviewed": ')[2] for finding in report.variants[0].findings if finding.path
    ] == [
        '"unsupported_number" is an error, and an error cannot be reviewed away. Correct the text, then remove the entry.',
        'there is no finding "needs_human_review" about "the only" (any more). Review the text again, or remove the entry.',
        'there is no finding "needs_human_reveiw" about the whole variant (any more). Did you mean "needs_human_review"?',
    ]
    assert report.variants[0].findings[-3].message.startswith('Variant "v0", item 1 of "reviewed": ')


def test_findings_of_other_checks_are_reviewed_and_ordered_with_ours() -> None:
    """What history and lengths find goes through the same reviews; their entries are stale once they ran."""
    entries = [{"code": "history_frequency"}, {"code": "too_long"}]
    campaign = campaign_with({"text": "Up 5", "reviewed": entries})
    frequency = Finding(code="history_frequency", severity="warning", message="m", details={"heuristic": True})
    more = MoreFindings(codes=frozenset({"history_frequency", "too_long"}), by_variant={0: [frequency]})
    report = check_campaign(campaign, more=more)
    assert [(finding.code, finding.reviewed) for finding in report.variants[0].findings] == [
        ("unsupported_number", False),
        ("history_frequency", True),
        ("stale_review", False),
    ]
    too_long = Finding(code="too_long", severity="error", message="m")
    report = check_campaign(campaign, more=MoreFindings(codes=more.codes, by_variant={0: [frequency, too_long]}))
    assert [(finding.code, finding.path) for finding in report.variants[0].findings[1:]] == [
        ("history_frequency", None),
        ("invalid_campaign", "/variants/0/reviewed/1"),
        ("too_long", None),
    ]


def failing(context: CheckContext) -> Iterator[Finding]:
    """A check with a fault."""
    if "bad" in context.body.original:
        raise ZeroDivisionError("oh")
    yield Finding(code="odd", severity="warning", message="m")


def test_a_fault_in_a_check_is_reported_and_hides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other checks still run, on this variant and the others, and the report says what failed."""
    monkeypatch.setattr(grounding, "raise_check_errors", False)
    monkeypatch.setattr(grounding, "CHECKS", (("odd", failing), *grounding.CHECKS))
    report = check_campaign(campaign_with({"text": "bad 5"}, {"text": "good 6"}))
    assert found(report) == [("unsupported_number", "5")]
    assert found(report, 1) == [("unsupported_number", "6"), ("odd", None)]
    assert report.to_json()["failures"] == [{"code": "odd", "message": 'Variant "v0": ZeroDivisionError: oh'}]


def test_a_fault_in_comparing_variants_hides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The findings of every other check stay, no review note is called stale, and the next check is as ever."""
    monkeypatch.setattr(grounding, "raise_check_errors", False)
    note = {"code": "near_duplicate", "note": "", "by": ""}
    campaign, cache = campaign_with({"text": "up 5"}, {"text": "up 5", "reviewed": [note]}), CheckCache()
    with monkeypatch.context() as broken:
        broken.setattr("reachweaver.claims.duplicate_finding", lambda *_: 1 / 0)
        report = check_campaign(campaign, cache=cache)
    assert [found(report, index) for index in (0, 1)] == [[("unsupported_number", "5")]] * 2
    assert [failure[:2] for failure in report.failures] == [
        ("near_duplicate", "The campaign: ZeroDivisionError: division by zero")
    ]
    after = check_campaign(campaign, cache=cache)
    assert after.failures == ()
    assert found(after, 1) == [("unsupported_number", "5"), ("near_duplicate", None)]


def test_a_fault_in_a_further_check_hides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that is not the engine's own is a failure under its code, and says where in the code it was."""
    monkeypatch.setattr(grounding, "raise_check_errors", False)
    monkeypatch.setattr(lengths, "_check_all", _a_fault)
    campaign = campaign_with({"text": "up 5"})
    report = check_campaign(campaign, more=lengths.check_lengths(campaign))
    assert found(report) == [("unsupported_number", "5")]
    [failure] = report.failures
    assert failure[:2] == ("too_long", "The campaign: ZeroDivisionError: division by zero")
    assert failure.place == f"{__name__}:{_a_fault.__code__.co_firstlineno + 1}"


def _a_fault(*_: object) -> MoreFindings:
    raise ZeroDivisionError("division by zero")


def test_tests_see_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the switch on, a fault is raised."""
    monkeypatch.setattr(grounding, "raise_check_errors", True)
    monkeypatch.setattr(grounding, "CHECKS", (("odd", failing),))
    with pytest.raises(ZeroDivisionError):
        check_campaign(campaign_with({"text": "bad"}))


def test_validate_campaign() -> None:
    """Errors block; reviews and warnings that nobody has reviewed are warnings."""
    content = {
        "campaign_id": "c",
        "variants": [
            {
                "variant_id": "v",
                "platform": "x",
                "text": "5 of the fastest",
                "cta_phrase": "go",
                "reviewed": [{"code": "missing_cta"}],
            }
        ],
    }
    for campaign in (content, json.dumps(content), campaign_of(content)):
        result = validate_campaign(campaign, brand=brand_of(required_disclosure="Ad."))
        assert [finding.code for finding in result.errors] == ["unsupported_number", "missing_disclosure"]
        assert [finding.code for finding in result.warnings] == ["needs_human_review"]
        assert not result.is_valid
    assert validate_campaign(changed(("cta_url", REMOVED), ("evidence/0/note", 1))).is_valid


@pytest.mark.parametrize("text", ["", "{", '{"variants": [}'])
def test_validate_broken_text(text: str) -> None:
    """A text that is no JSON is an error, too."""
    assert [finding.code for finding in validate_campaign(text).errors][:1] == ["invalid_json"]


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The bodies that were checked, as they are checked."""
    bodies: list[str] = []

    def watching(context: CheckContext) -> tuple[Finding, ...]:
        bodies.append(context.body.original)
        return ()

    monkeypatch.setattr(grounding, "CHECKS", (*grounding.CHECKS, ("watching", watching)))
    return bodies


def check_after(campaign: Campaign, old: str, new: str, cache: CheckCache) -> Report:
    """The report after an edit of the campaign's text."""
    text = campaign.document.text.replace(old, new)
    return check_campaign(read_campaign(reread(campaign, text), campaign), cache=cache)


def test_an_edit_of_one_variant_costs_one_variant(checked: list[str]) -> None:
    """With a cache, only the variant that changed is checked again, and the others' reports are the same objects."""
    cache, campaign = CheckCache(), campaign_of(changed())
    first = check_campaign(campaign, cache=cache)
    checked.clear()
    second = check_after(campaign, "One.", "Number One.", cache)
    assert checked == ["Number One.\n\nTwo."]
    assert [new is old for new, old in zip(second.variants, first.variants, strict=True)] == [True, False, True]


def test_the_words_of_what_was_checked_are_not_kept() -> None:
    """They would be half of what a large campaign takes up between two edits."""
    cache, campaign = CheckCache(), campaign_with({"text": "7 pens"}, {"text": "the fastest one"})
    check_campaign(campaign, cache=cache)
    bodies = cache.grounder.check(campaign, None, OptOut()).bodies
    assert [(body.original, "ascii_words" in vars(body)) for body in bodies] == [
        ("7 pens", False),
        ("the fastest one", False),
    ]


def test_an_edit_of_evidence_spares_variants_without_open_claims(checked: list[str]) -> None:
    """When evidence changes, those variants are checked again that cite it or have claims that it might ground."""
    variants = [
        {"text": "7 pens", "evidence_ids": ["e1"]},
        {"text": "8 pens"},
        {"text": "3 pens", "evidence_ids": ["e2"]},
    ]
    evidence = [evidence_item("e1", "7"), evidence_item("e2", "3 pens")]
    cache, campaign = CheckCache(), campaign_with(*variants, evidence=evidence)
    check_campaign(campaign, cache=cache)
    checked.clear()
    report = check_after(campaign, '"3 pens", "source_url"', '"3 or 8", "source_url"', cache)
    assert checked == ["8 pens", "3 pens"]
    assert report.variants[1].findings[0].matched_evidence == ("e2",)


WORDS = [
    "Up 5%",
    "the fastest",
    "viral",
    "Ad.",
    "#a",
    "@nobots",
    "released",
    "5 of 7",
    "now supports X",
    "https://a.example/x",
]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join)
EVIDENCE = st.fixed_dictionaries(
    {"id": st.sampled_from(["e1", "e2", "e3"]), "claim": TEXTS, "source_url": st.just("https://a.example")},
    optional={"kind": st.sampled_from(["release", "blog"]), "excerpt": TEXTS},
)
REVIEWS = st.fixed_dictionaries(
    {"code": st.sampled_from(["needs_human_review", "near_duplicate", "unsupported_number", "missing_cta"])},
    optional={"span": st.sampled_from(["the fastest", "fastest", "5%"])},
)
VARIANTS = st.one_of(
    st.fixed_dictionaries(
        {"variant_id": st.sampled_from(["a", "b", "c"]), "platform": st.sampled_from(["x", "y"]), "text": TEXTS},
        optional={
            "evidence_ids": st.lists(st.sampled_from(["e1", "e2", "e3", "e9"]), max_size=3),
            "account_id": st.sampled_from(["desk", "other"]),
            "cta_url": st.sampled_from(["https://a.example/x", "broken"]),
            "reviewed": st.lists(REVIEWS, max_size=2),
        },
    ),
    st.fixed_dictionaries({"id": st.just("t"), "format": st.just("thread"), "parts": st.lists(TEXTS, max_size=2)}),
    st.just(7),
)
CAMPAIGNS = st.fixed_dictionaries(
    {"campaign_id": st.just("c")},
    optional={
        "evidence": st.lists(EVIDENCE, max_size=3),
        "variants": st.lists(VARIANTS, max_size=4),
        "cta_url": st.just("https://a.example/x"),
    },
)
BRANDS = [
    None,
    brand_of(banned_phrases=["viral"], required_disclosure="Ad."),
    brand_of(max_hashtags=0, accounts={"desk": {"banned_phrases": ["fastest"]}}),
]
OPTOUTS = [OptOut(), OptOut(handles=("nobots",))]
STEPS = st.tuples(CAMPAIGNS, st.sampled_from(BRANDS), st.sampled_from(OPTOUTS), st.sampled_from([0.0, 0.5, 0.6, 1.0]))


@settings(max_examples=80)
@given(steps=st.lists(STEPS, min_size=2, max_size=4))
def test_the_cache_changes_no_report(steps: list[tuple[dict[str, Any], Brand | None, OptOut, float]]) -> None:
    """Whatever changes from one check to the next, the report is that of a check without a cache."""
    cache, campaign = CheckCache(), None
    for content, brand, optout, threshold in steps:
        text = json.dumps(content, indent=1)
        document = read(text) if campaign is None else reread(campaign, text)
        campaign = read_campaign(document, campaign)
        cached = check_campaign(campaign, brand=brand, optout=optout, duplicate_threshold=threshold, cache=cache)
        fresh = check_campaign(campaign_of(text), brand=brand, optout=optout, duplicate_threshold=threshold)
        assert cached == fresh


@settings(max_examples=80)
@given(
    content=CAMPAIGNS,
    edits=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 9), st.sampled_from([*WORDS, '"', "}", ""])), max_size=4),
)
def test_typing_changes_no_report(content: dict[str, Any], edits: list[tuple[float, int, str]]) -> None:
    """After any edits of the text, valid or not, the report is that of reading and checking it afresh."""
    cache = CheckCache()
    text = json.dumps(content, indent=1)
    campaign = read_campaign(read(text))
    check_campaign(campaign, cache=cache)
    for place, removed, inserted in edits:
        start = int(place * len(text))
        text = text[:start] + inserted + text[start + removed :]
        campaign = read_campaign(reread(campaign, text), campaign)
        assert check_campaign(campaign, cache=cache) == check_campaign(campaign_of(text))


def reread(campaign: Campaign, text: str) -> Any:
    """The document of a new text, read as an edit of the campaign's."""
    old = campaign.document.text
    start = next(
        (at for at, pair in enumerate(zip(old, text, strict=False)) if pair[0] != pair[1]), min(len(old), len(text))
    )
    end = 0
    while end < min(len(old), len(text)) - start and old[len(old) - 1 - end] == text[len(text) - 1 - end]:
        end += 1
    return read(text, campaign.document, Edit(start, len(old) - end, len(text) - end - start))
