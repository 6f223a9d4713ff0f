"""Campaigns out of fuzzed texts, and what holds for every report about one."""

from __future__ import annotations

from itertools import pairwise

from reachweaver.brand import Brand, read_brand
from reachweaver.campaign import Campaign, read_campaign
from reachweaver.claims import CheckCache, check_campaign
from reachweaver.json_spans import read
from reachweaver.lengths import check_lengths
from reachweaver.locate import spans_of
from reachweaver.optout import OptOut, read_optout
from reachweaver.report import Finding, Grounded, Report


def campaign_of(text: str) -> Campaign:
    """The campaign that a text holds, valid or not."""
    return read_campaign(read(text))


def brand_of(text: str) -> Brand:
    """The brand that a text holds, valid or not."""
    return read_brand(read(text)).brand


def optout_of(text: str) -> OptOut:
    """The opt-out list that a text holds, valid or not."""
    return read_optout(read(text)).optout


def checked(campaign: Campaign, brand: Brand | None, optout: OptOut, cache: CheckCache | None = None) -> Report:
    """The report of every check of the engine, lengths included; none of them has failed."""
    more = check_lengths(campaign)
    report = check_campaign(campaign, brand=brand, optout=optout, more=more, cache=cache)
    assert not report.failures, report.failures
    return report


def check_report(campaign: Campaign, report: Report) -> None:
    """Every entry stands in its body and its file where it says, in order, each once."""
    assert len(report.variants) == len(campaign.variants)
    for finding in report.findings:
        check_places(campaign, None, finding)
    for variant in report.variants:
        body = campaign.variants[variant.index].body.text
        assert all(one.sort_key() <= other.sort_key() for one, other in pairwise(variant.findings))
        assert all(one.sort_key() <= other.sort_key() for one, other in pairwise(variant.grounded))
        assert len(set(variant.findings)) == len(variant.findings)
        for entry in (*variant.findings, *variant.grounded):
            if entry.start is not None and entry.end is not None:
                assert 0 <= entry.start <= entry.end <= len(body)
                assert body[entry.start : entry.end] == entry.span
            check_places(campaign, variant.index, entry)


def check_places(campaign: Campaign, index: int | None, entry: Finding | Grounded) -> None:
    """An entry has a place in the file; the places of a span decode to its words."""
    text = campaign.document.text
    places = spans_of(campaign, index, entry)
    assert places
    assert all(0 <= place.start <= place.end <= len(text) for place in places)
    if entry.span and index is not None:
        spelt = "".join(text[place.start : place.end] for place in places)
        plain = "".join(entry.span.split("\n\n")) if len(places) > 1 else entry.span
        assert "\\" in spelt or spelt == plain or len(places) > 1
