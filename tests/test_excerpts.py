from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from reachweaver import excerpts, grounding
from reachweaver.campaign import Campaign, read_campaign
from reachweaver.claims import check_campaign
from reachweaver.excerpts import ExcerptCheck, KnownExcerpts, StoredPage, check_excerpts, nearest_passage
from reachweaver.json_spans import read
from reachweaver.lookup.excerpts import Passages
from reachweaver.lookup.stored import SignedPage
from tests.receipt_files import TEXTS, URL, campaign

PAGE = SignedPage(
    url=URL,
    final_url=f"{URL}/",
    taken="2027-03-01T08:30:00Z",
    key_id="k1:0123456789abcdef",
    passages=Passages(TEXTS),
    unchecked="there is no key",
)
PAGES: dict[str, StoredPage | None] = {"page": PAGE, "bad": "It is broken.", "later": None}


def campaign_of(*items: dict[str, Any]) -> Campaign:
    return read_campaign(read(json.dumps(campaign(*items))))


def check(*items: dict[str, Any]) -> ExcerptCheck:
    return check_excerpts(campaign_of(*items), PAGES.get)


@pytest.mark.parametrize(
    ("item", "excerpt", "path"),
    [
        ({"receipt": "page", "excerpt": TEXTS[1]}, "in_source", None),
        ({"receipt": "page", "excerpt": TEXTS[1].upper()}, "in_source", None),
        ({"receipt": "page", "excerpt": f"{TEXTS[0]}\n\n{TEXTS[2]}"}, "in_source", None),
        ({"receipt": "page", "excerpt": "Made up"}, "not_in_source", "/evidence/0/excerpt"),
        ({"receipt": "page", "excerpt": '""'}, "not_in_source", "/evidence/0/excerpt"),
        ({"receipt": "page", "excerpt": ""}, "no_excerpt", None),
        ({"receipt": "page"}, "no_excerpt", None),
        ({"receipt": "page", "source_url": f"{URL}/", "excerpt": TEXTS[0]}, "in_source", None),
        ({"receipt": "page", "source_url": "https://example.org/other"}, "unusable", "/evidence/0/receipt"),
        ({"receipt": "bad", "excerpt": TEXTS[0]}, "unusable", "/evidence/0/receipt"),
        ({"receipt": "bad"}, "unusable", "/evidence/0/receipt"),
    ],
)
def test_what_a_receipt_shows(item: dict[str, Any], excerpt: str, path: str | None) -> None:
    """A warning on the excerpt that is not there, or on the receipt that shows nothing; else none."""
    found = check(item)
    [report] = found.receipts
    assert (report.evidence_id, report.receipt, report.excerpt) == ("e1", item["receipt"], excerpt)
    assert [(one.severity, one.path) for one in found.more.of_file] == ([("warning", path)] if path else [])


@pytest.mark.parametrize("item", [{"excerpt": "Made up"}, {"receipt": 7}, {"receipt": None}, {"receipt": "later"}])
def test_without_a_receipt_nothing_is_said(item: dict[str, Any]) -> None:
    """Nor of one that is still being read."""
    assert check(item) == ExcerptCheck()


def test_in_words() -> None:
    """What people read, with what was not checked."""
    [good, bad] = check({"receipt": "page", "excerpt": TEXTS[0]}, {"receipt": "bad"}).receipts
    assert good.in_words == (
        "The excerpt stands on the page word for word. Read 2027-03-01 08:30:00 UTC, signed by k1:0123456789abcdef;"
        " the signature was not checked: there is no key."
    )
    assert bad.in_words == "The receipt cannot be used: It is broken."
    assert (good.to_json()["signature"], bad.to_json()["reason"]) == ("not_checked", "It is broken.")


def test_findings_stand_behind_what_is_wrong_with_the_file() -> None:
    """In the order of the evidence, in the report's own list, and counted."""
    content = campaign_of({"receipt": "page", "excerpt": "Made up"}, {"kind": "odd", "receipt": "bad"})
    report = check_campaign(content, more=check_excerpts(content, PAGES.get).more)
    assert [(one.code, one.path) for one in report.findings] == [
        ("invalid_campaign", "/evidence/1/kind"),
        ("excerpt_not_in_source", "/evidence/0/excerpt"),
        ("unusable_receipt", "/evidence/1/receipt"),
    ]
    assert report.summary()["warning"] == 2


def test_a_fault_in_the_check_hides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a failure under the check's code."""
    monkeypatch.setattr(grounding, "raise_check_errors", False)
    monkeypatch.setattr(excerpts, "report_on", lambda *_: 1 / 0)
    found = check({"receipt": "page"})
    assert [failure.code for failure in found.more.failures] == ["excerpt_not_in_source"]


def test_a_receipt_that_is_being_read_again_is_what_it_was() -> None:
    """So that a finding does not come and go with each reading."""
    content, known = campaign_of({"receipt": "page", "excerpt": "Made up"}), KnownExcerpts()
    found = check_excerpts(content, PAGES.get, known)
    assert check_excerpts(content, lambda _: None, known) == found
    assert check_excerpts(content, lambda _: "It is gone.", known).receipts[0].excerpt == "unusable"


ITEMS = st.fixed_dictionaries(
    {},
    optional={
        "excerpt": st.sampled_from([*TEXTS, "Made up", ""]),
        "receipt": st.sampled_from(["page", "bad", "later"]),
        "source_url": st.sampled_from([URL, "https://example.org/other"]),
    },
)


@given(st.lists(st.lists(ITEMS, min_size=1, max_size=4), min_size=2, max_size=5))
def test_what_is_kept_changes_no_answer(versions: list[list[dict[str, Any]]]) -> None:
    """Version after version of a campaign, a check that remembers finds what one that does not finds."""
    known, before = KnownExcerpts(), None
    for items in versions:
        before = read_campaign(read(json.dumps(campaign(*items))), before)
        assert check_excerpts(before, PAGES.get, known) == check_excerpts(before, PAGES.get)


@given(st.text(max_size=60), st.lists(st.text(max_size=60), max_size=4))
def test_the_nearest_passage_is_in_the_source(excerpt: str, texts: list[str]) -> None:
    """Whatever is offered for an excerpt ends its finding."""
    [item] = campaign_of({"receipt": "page", "excerpt": excerpt}).evidence
    page = SignedPage(url=URL, final_url=URL, taken="", key_id="", passages=Passages([*texts, excerpt]))
    text = nearest_passage(item, page)
    assert text is None or page.passages.find(text) is not None
