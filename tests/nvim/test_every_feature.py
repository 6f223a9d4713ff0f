"""What an editor asks of a language server, as Neovim itself asks it: completion, references, folds, every fix."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.nvim, pytest.mark.e2e]

Content = dict[str, Any]


@pytest.fixture
def campaign(workspace: Path) -> Path:
    """The example campaign with findings, in a folder of the test's own."""
    return workspace / "campaign.reachweaver.json"


def read(path: Path) -> Content:
    content: Content = json.loads(path.read_text(encoding="utf-8"))
    return content


def variant(content: Content, name: str) -> Content:
    return next(one for one in content["variants"] if one["variant_id"] == name)


def test_ids_are_completed_in_a_line_that_is_not_finished(play: Any, campaign: Path) -> None:
    """Those that begin like what is typed; the one that is taken stands between its quotation marks."""
    answer = play("complete", campaign)
    assert answer["words"] == ["bench-search"]
    assert answer["line"] == '      "evidence_ids": ["docs-import", "bench-search"'


def test_references_are_listed(play: Any, campaign: Path) -> None:
    """The declaration of an id and each of its citations, in the order of the text."""
    text = campaign.read_text(encoding="utf-8")
    lines = [number for number, line in enumerate(text.split("\n"), start=1) if '"release-090"' in line]
    answer = play("references", campaign)
    assert answer["lines"] == lines
    assert {one.strip('"') for one in answer["texts"]} == {"release-090"}


def test_what_shares_evidence_is_highlighted(play: Any, campaign: Path) -> None:
    """The id, its citations and the words that it grounds, each in its own way."""
    found = [tuple(one) for one in play("highlights", campaign)["highlights"]]
    groups = {"docs-import": set(), "other": set()}
    for text, group in found:
        groups["docs-import" if text.strip('"') == "docs-import" else "other"].add(group)
    assert groups["docs-import"] == {"LspReferenceWrite", "LspReferenceRead"}
    assert groups["other"] == {"LspReferenceText"}


def test_evidence_and_variants_can_be_folded(play: Any, campaign: Path) -> None:
    """By the server's ranges: an evidence item inside its array."""
    levels = play("folds", campaign)["levels"]
    lines = campaign.read_text(encoding="utf-8").split("\n")
    array = next(number for number, line in enumerate(lines) if line.strip() == '"evidence": [')
    assert [levels[array], levels[array + 1], levels[array + 2]] == [
        levels[array],
        levels[array] + 1,
        levels[array] + 1,
    ]
    assert levels[lines.index("}")] < levels[array]


FIXES: list[tuple[str, str, Callable[[Content], object]]] = [
    (
        "missing_disclosure",
        "",
        lambda content: variant(content, "instagram-shelf").update(
            text=variant(content, "instagram-shelf")["text"] + "\n\nMade by volunteers, free for everyone."
        ),
    ),
    (
        "missing_cta",
        "",
        lambda content: variant(content, "instagram-shelf").update(
            text=variant(content, "instagram-shelf")["text"] + " https://example.org/harborlight"
        ),
    ),
    (
        "unsupported_number",
        '"0.9"',
        lambda content: variant(content, "x-thread").update(evidence_ids=["release-090", "bench-search"]),
    ),
    (
        "unsupported_release",
        "",
        lambda content: variant(content, "threads-thanks").update(evidence_ids=["docs-imprt", "release-090"]),
    ),
    (
        "banned_phrase",
        "ame-changer",
        lambda content: variant(content, "bluesky-teaser").update(
            text=variant(content, "bluesky-teaser")["text"].replace("A game-changer for", "A for")
        ),
    ),
    (
        "optout_mention",
        "",
        lambda content: variant(content, "threads-thanks").update(
            text=variant(content, "threads-thanks")["text"].replace("you @quietreader for", "you for")
        ),
    ),
    (
        "too_many_hashtags",
        "",
        lambda content: variant(content, "instagram-shelf").update(
            text=variant(content, "instagram-shelf")["text"].replace(" #offline", "")
        ),
    ),
    ("invalid_campaign", "", lambda content: variant(content, "threads-thanks").update(evidence_ids=["docs-import"])),
    (
        "needs_human_review",
        "astest",
        lambda content: variant(content, "bluesky-teaser").update(
            reviewed=[{"code": "needs_human_review", "span": "fastest", "note": "", "by": ""}]
        ),
    ),
]


def test_every_fix_is_what_it_says(play: Any, campaign: Path) -> None:
    """One of each kind, applied as a person does and undone: JSON with the one change, and the finding gone."""
    steps = [[code, words] for code, words, _ in FIXES]
    texts = play("every_fix", campaign, STEPS=json.dumps(steps))["texts"]
    for code, _, change in FIXES:
        expected = read(campaign)
        change(expected)
        assert json.loads(texts[code]) == expected, code


def test_the_whole_file_is_fixed_at_once(play: Any, campaign: Path) -> None:
    """What the brand and the campaign ask for is there afterwards, and every other value is as it was."""
    expected = read(campaign)
    shelf = variant(expected, "instagram-shelf")
    shelf["text"] += " https://example.org/harborlight build your shelf\n\nMade by volunteers, free for everyone."
    assert json.loads(play("fix_all", campaign)["text"]) == expected
