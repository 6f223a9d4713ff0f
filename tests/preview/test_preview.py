"""The preview as data: texts, lengths, capability, confidence, and the evidence beside each variant."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from reachweaver.counting import Length
from reachweaver.platforms import PLATFORMS
from reachweaver.preview import confidence_of, evidence_beside
from reachweaver.report import Finding
from reachweaver.schemas import load_schema
from tests.preview.campaigns import preview

THREAD = {"platform": "x", "format": "thread", "parts": ["One é", "Two 🌱!", "Three"]}
CAROUSEL = {"platform": "linkedin", "format": "carousel_outline", "caption": "Look:", "slides": ["A", "B"]}


def test_post() -> None:
    """A post is its text, with its length against the limit."""
    (variant,) = preview({"platform": "x", "text": "See example.org 🌱"}).variants
    assert variant.text == "See example.org 🌱"
    assert variant.length == Length(30, 280, "characters")
    assert [(part.kind, part.number, part.text, part.start) for part in variant.parts] == [
        ("text", 1, "See example.org 🌱", 0)
    ]


def test_thread() -> None:
    """A thread has its parts in order, each with a length; its own length is that of the longest part."""
    (variant,) = preview(THREAD).variants
    assert variant.text == "One é\n\nTwo 🌱!\n\nThree"
    assert [(part.kind, part.number, part.text, part.start, part.end) for part in variant.parts] == [
        ("part", 1, "One é", 0, 5),
        ("part", 2, "Two 🌱!", 7, 13),
        ("part", 3, "Three", 15, 20),
    ]
    assert [part.length.used for part in variant.parts if part.length] == [5, 7, 5]
    assert variant.length == Length(7, 280, "characters")


def test_carousel() -> None:
    """A carousel has its caption, which counts, and its slides, which don't."""
    (variant,) = preview(CAROUSEL).variants
    assert [(part.kind, part.number, part.start) for part in variant.parts] == [
        ("caption", 1, 0),
        ("slide", 1, 7),
        ("slide", 2, 10),
    ]
    assert [part.length for part in variant.parts] == [Length(5, 3000, "characters"), None, None]
    assert variant.length == Length(5, 3000, "characters")


@pytest.mark.parametrize("platform", PLATFORMS)
def test_capability(platform: str) -> None:
    """A post can be staged, threads and carousels can be previewed only, on every platform."""
    post, thread, carousel = preview(
        {"platform": platform, "text": "A"},
        {"platform": platform, "format": "thread", "parts": ["B"]},
        {"platform": platform, "format": "carousel_outline", "slides": ["C"]},
    ).variants
    assert (post.capability, thread.capability, carousel.capability) == ("stageable", "preview_only", "preview_only")


@pytest.mark.parametrize(
    "variant", [{"platform": "myspace"}, {"platform": 7}, {}, {"platform": "x", "format": "story"}]
)
def test_unsupported(variant: dict[str, Any]) -> None:
    """What ReachWeaver doesn't know it says it doesn't support, and shows all the same."""
    (shown,) = preview({**variant, "text": "Hello"}).variants
    assert (shown.capability, shown.confidence, shown.text) == ("unsupported", "low", "Hello")
    assert (shown.platform is None) is (variant.get("platform") != "x")


def test_unknown_platform_in_json() -> None:
    """Without a known platform there is no length and no limit."""
    (variant,) = preview({"platform": "myspace", "text": "Hello"}).variants
    shape = variant.to_json()
    assert (shape["length"], shape["limit"], shape["capability"]) == (None, None, "unsupported")


def finding(severity: Any, *, reviewed: bool = False) -> Finding:
    return Finding(code="x", severity=severity, message="m", reviewed=reviewed)


@pytest.mark.parametrize(
    ("findings", "expected"),
    [
        ([], "high"),
        ([finding("warning")], "high"),
        ([finding("warning"), finding("review")], "medium"),
        ([finding("review", reviewed=True)], "high"),
        ([finding("review"), finding("error")], "low"),
        ([finding("error"), finding("warning")], "low"),
    ],
)
def test_confidence(findings: list[Finding], expected: str) -> None:
    """An error makes it low, a finding still to review medium; warnings and what was reviewed don't count."""
    assert confidence_of(findings) == expected


def test_confidence_of_each_variant() -> None:
    """One variant's findings say nothing about another's, nor do findings about the file."""
    shown = preview(
        {"platform": "x", "text": "Saving takes 90% less time."},
        {"platform": "x", "text": "The fastest planner."},
        {"platform": "x", "text": "A planner."},
        {"platform": "x", "text": "x" * 281},
        {"platform": "x", "format": "thread", "parts": ["x" * 281]},
        title=7,
    )
    assert [variant.confidence for variant in shown.variants] == ["low", "medium", "high", "low", "high"]


def test_json_is_the_report_and_more() -> None:
    """Every key of the report is there as it was; each variant gains the five of a preview."""
    shown = preview({"platform": "x", "text": "Planner 2.0", "evidence_ids": ["notes"]}, title="Spring")
    report, shape = shown.report.to_json(), shown.to_json()
    variants: Any = shape.pop("variants")
    plain: Any = report.pop("variants")
    assert shape == report
    assert list(shape) == [key for key in report if key != "variants"]
    (variant,) = variants
    assert {key: value for key, value in variant.items() if key not in plain[0]} == {
        "text": "Planner 2.0",
        "length": 11,
        "limit": 280,
        "capability": "stageable",
        "confidence": "high",
    }
    assert {key: variant[key] for key in plain[0]} == plain[0]


def test_json_of_parts() -> None:
    """Threads and carousels list their parts, with where each begins in the text."""
    thread, carousel = (variant.to_json() for variant in preview(THREAD, CAROUSEL).variants)
    assert thread["parts"] == [
        {"kind": "part", "text": "One é", "start": 0, "length": 5},
        {"kind": "part", "text": "Two 🌱!", "start": 7, "length": 7},
        {"kind": "part", "text": "Three", "start": 15, "length": 5},
    ]
    assert carousel["parts"] == [
        {"kind": "caption", "text": "Look:", "start": 0, "length": 5},
        {"kind": "slide", "text": "A", "start": 7, "length": None},
        {"kind": "slide", "text": "B", "start": 10, "length": None},
    ]


def test_json_keeps_the_schema() -> None:
    """A preview's JSON is a report by the shipped schema, whatever state the campaign is in."""
    shown = preview(
        THREAD,
        CAROUSEL,
        {"platform": "x", "text": "x" * 300},
        {"platform": "newsletter", "text": ""},
        {"platform": "myspace"},
        {"platform": "x", "format": "thread", "parts": ["y" * 300]},
    )
    validator = Draft202012Validator(load_schema("report"))
    assert [error.message for error in validator.iter_errors(json.loads(json.dumps(shown.to_json())))] == []


def test_no_text() -> None:
    """A variant without a text is shown without one, and the others are shown."""
    empty, full = preview({"platform": "x"}, {"platform": "x", "text": "A"}).variants
    assert (empty.text, empty.parts, empty.length, empty.to_json()["limit"]) == (None, (), None, 280)
    assert full.text == "A"


def test_evidence_beside() -> None:
    """Cited evidence comes first, with what it grounds; then evidence that a finding calls for."""
    shown = preview(
        {"platform": "x", "text": "Planner 2.0 is used by 1,200 people.", "evidence_ids": ["notes", "gone"]},
    )
    notes, survey = evidence_beside(shown.variants[0], shown.campaign)
    assert (notes.evidence.id, notes.is_cited, [entry.span for entry in notes.grounds]) == ("notes", True, ["2.0"])
    assert (survey.evidence.id, survey.is_cited, [entry.span for entry in survey.grounds]) == ("survey", False, [])
    assert "1,200" in [entry.span for entry in survey.has]


def test_passages_are_merged() -> None:
    """A sentence that grounds several claims is shown once, with the words of all of them marked."""
    text = "Planner 2.0 was released on 3 March 2026."
    shown = preview({"platform": "x", "text": text, "evidence_ids": ["notes"]})
    (notes,) = evidence_beside(shown.variants[0], shown.campaign)
    shown_texts = ["".join(piece.text for piece in passage) for passage in notes.passages]
    assert shown_texts[0] == text
    assert len(shown_texts) == len(set(shown_texts))
    assert [piece.text for piece in notes.passages[0] if piece.counts] == ["2.0", "3 March 2026"]
