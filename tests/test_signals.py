from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from jsonschema import Draft202012Validator

from reachweaver.campaign import MAX_EXCERPT
from reachweaver.claims import check_campaign
from reachweaver.json_spans import read
from reachweaver.numbers import read_numbers
from reachweaver.schemas import load_schema
from reachweaver.signals import Signal, excerpt_of, read_signal, skeleton_of
from reachweaver.text.prose import Prose
from tests.campaign.support import campaign_of

VALID = {
    "id": "sig-1",
    "title": "Planner 2.0 is out",
    "summary": "It adds queues.",
    "url": "https://example.org/planner",
    "kind": "release",
}
REMOVED = object()


def changed(key: str, value: object) -> dict[str, object]:
    """The valid signal with one value set or taken out."""
    return {name: old for name, old in {**VALID, key: value}.items() if old is not REMOVED}


def test_a_signal_is_read() -> None:
    """The five fields come out as they are written, and unknown keys are ignored."""
    file = read_signal(read(json.dumps({**VALID, "score": 7, "tags": ["a"]})))
    assert file.problems == ()
    assert file.signal == Signal(
        id="sig-1",
        title="Planner 2.0 is out",
        summary="It adds queues.",
        url="https://example.org/planner",
        kind="release",
    )


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("id", REMOVED, 'The signal: "id" is missing. Give the signal an id; it becomes the campaign\'s.'),
        ("title", "", 'The signal: "title" is empty. Say in a line what was found.'),
        ("summary", " \n", 'The signal: "summary" is empty. Say what was found.'),
        ("summary", ["a"], 'The signal: "summary" must be a string, not an array.'),
        ("url", None, 'The signal: "url" must be a string, not null.'),
        (
            "url",
            "example.org",
            'The signal: "url" must be an absolute http or https URL, such as "https://example.org/page".',
        ),
        ("kind", 7, 'The signal: "kind" must be a string, not a number.'),
    ],
)
def test_a_signal_that_breaks_its_rules_is_none(key: str, value: object, message: str) -> None:
    """Each broken rule is an error with its place, and the shipped schema agrees."""
    signal = changed(key, value)
    file = read_signal(read(json.dumps(signal)))
    assert (file.signal, [(problem.message, problem.severity) for problem in file.problems]) == (
        None,
        [(message, "error")],
    )
    assert not Draft202012Validator(load_schema("signal")).is_valid(signal)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        (
            "kind",
            "trend",
            'The signal: "kind" is "trend", which is no kind of evidence, so it is left out. Use one of: ',
        ),
        (
            "kind",
            "relese",
            'The signal: "kind" is "relese", which is no kind of evidence, so it is left out. Did you mean "release"?',
        ),
        ("sumary", "x", 'The signal: the key "sumary" has no effect. Did you mean "summary"?'),
    ],
)
def test_what_is_most_likely_a_slip_is_advice(key: str, value: str, message: str) -> None:
    """A kind that does not exist and a misspelt key are pointed out, and the signal is used all the same."""
    file = read_signal(read(json.dumps({**VALID, key: value})))
    assert file.signal is not None
    assert [problem.severity for problem in file.problems] == ["warning"]
    assert file.problems[0].message.startswith(message)
    assert Draft202012Validator(load_schema("signal")).is_valid({**VALID, key: value})


@pytest.mark.parametrize("text", ["[]", '"x"', "7", "null", "", '{"id": ', '{"id": "a", "id": "b"}', "{"])
def test_what_is_no_signal_is_told(text: str) -> None:
    """Other JSON, broken JSON and an empty text give no signal, and never raise."""
    assert read_signal(read(text)).signal is None


def test_the_skeleton_in_full() -> None:
    """The summary stands in the first evidence item's excerpt, the title in its claim, and the texts are left to write."""
    assert skeleton_of(Signal(**VALID), ("x", "linkedin", "x")) == {
        "campaign_id": "sig-1",
        "title": "Planner 2.0 is out",
        "evidence": [
            {
                "id": "sig-1",
                "kind": "release",
                "claim": "Planner 2.0 is out",
                "source_url": "https://example.org/planner",
                "excerpt": "It adds queues.",
            }
        ],
        "variants": [
            {"variant_id": "x-1", "platform": "x", "text": "", "evidence_ids": ["sig-1"]},
            {"variant_id": "linkedin-1", "platform": "linkedin", "text": "", "evidence_ids": ["sig-1"]},
        ],
    }


def test_a_text_is_grounded_by_the_signal() -> None:
    """Feature words and figures of the summary ground a variant that cites its evidence: hence the caution."""
    campaign: Any = skeleton_of(Signal(**{**VALID, "summary": "It supports Mastodon queues and saves 30%."}))
    campaign["variants"][0]["text"] = "It now supports Mastodon queues. Saves 30%, and it was released."
    report = check_campaign(campaign_of(campaign))
    assert [entry.type for entry in report.variants[0].grounded] == ["feature", "percentage", "release"]
    assert list(report.all_findings()) == []


WORDS = st.text(st.characters(exclude_categories=["Cs"]))
SIGNALS = st.builds(
    Signal,
    id=WORDS.filter(str.strip),
    title=WORDS.filter(str.strip),
    summary=WORDS.filter(str.strip),
    url=st.just("https://example.org/a"),
    kind=st.sampled_from([None, "release", "other"]),
)


@given(SIGNALS)
def test_every_skeleton_is_a_valid_campaign(signal: Signal) -> None:
    """Whatever the signal says, the campaign keeps the contract and the shipped schema."""
    skeleton = skeleton_of(signal)
    assert list(check_campaign(campaign_of(skeleton)).all_findings()) == []
    assert Draft202012Validator(load_schema("campaign")).is_valid(skeleton)


@pytest.mark.parametrize(
    ("summary", "excerpt"),
    [
        ("x" * 5000, "x" * 5000),
        ("x" * 5001, "x" * 4998 + " …"),
        ("A sentence. " * 500, "A sentence. " * 415 + "A sentence. …"),
        ("one two\n" * 1000, "one two\n" * 623 + "one two …"),
        ("word " * 2000, "word " * 998 + "word …"),
        ("文。" * 3000, "文。" * 2499 + " …"),
        ("no 10 000 " * 700, "no 10 000 " * 499 + "no …"),
    ],
)  # fmt: skip
def test_a_long_summary_is_cut_after_a_sentence_or_a_word(summary: str, excerpt: str) -> None:
    """The cut leaves whole sentences where it can, else whole words, and says that something is missing."""
    assert excerpt_of(summary) == excerpt


def figures(text: str) -> list[str]:
    """The numbers of a text as they are written."""
    prose = Prose(text)
    return [prose.span_of_plain(number.start, number.end)[0] for number in read_numbers(prose)]


WORDS_AND_FIGURES = ["10 000", "40 %", "3.5", "word", "Word.", "v1.2", "文", "\n", "3 March", "5 million", "10:30 am"]


@settings(max_examples=25)
@given(st.lists(st.sampled_from(WORDS_AND_FIGURES), min_size=1))
def test_a_cut_never_makes_a_figure(words: list[str]) -> None:
    """However a summary of figures is cut, the excerpt is its beginning and has no figure that the summary has not."""
    summary = " ".join(words * (6000 // len(" ".join(words)) + 1))
    excerpt = excerpt_of(summary)
    assert len(excerpt) <= MAX_EXCERPT
    kept = excerpt.removesuffix(" …")
    assert summary.startswith(kept)
    found = figures(kept)
    assert found == figures(summary)[: len(found)]
