"""The preview on a terminal: exact texts, bars, findings; nothing in it that a terminal would obey."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from reachweaver.output.preview_terminal import BAR_WIDTH, render
from reachweaver.output.terminal import TerminalStyle
from reachweaver.output.visible import cells
from tests.preview.campaigns import preview

PLAIN = TerminalStyle(width=60)


def shown(*variants: dict[str, Any], style: TerminalStyle = PLAIN, **fields: object) -> list[str]:
    """The lines of a preview, without the closing ones."""
    return render(preview(*variants, **fields), style).split("\n")[:-3]  # type: ignore[arg-type]


def test_post() -> None:
    """A post with its name, status, length, text and evidence."""
    variant = {
        "platform": "x",
        "account_id": "desk",
        "text": "Planner 2.0 🌱\n\nSaving takes 30% less time.",
        "evidence_ids": ["notes"],
    }
    assert shown(variant, title="Spring launch") == [
        "Spring launch (spring)",
        "",
        "v1  X, post, desk",
        "  confidence: high, stageable",
        "",
        "  text  ████░░░░░░░░░░░░░░░░░░░░ 43 of 280 characters",
        "  │ Planner 2.0 🌱",
        "  │",
        "  │ Saving takes 30% less time.",
        "",
        "  evidence notes grounds 2.0, 30% https://example.org/releases/2.0",
        "",
    ]


def test_thread_in_order() -> None:
    """The parts of a thread come in order, each with its own bar."""
    variant = {"platform": "x", "format": "thread", "parts": ["First " + "x" * 275, "Second"]}
    lines = shown(variant)
    assert [line for line in lines if "part" in line and "of 2" in line] == [
        f"  part 1 of 2  {'█' * BAR_WIDTH} 281 of 280 characters, 1 too many",
        "  part 2 of 2  █░░░░░░░░░░░░░░░░░░░░░░░ 6 of 280 characters",
    ]
    assert lines.index("  │ First") < lines.index("  │ Second")
    assert any(line.startswith("  warning[too_long] Part 1 of the thread has 281") for line in lines)


def test_carousel_in_order() -> None:
    """A caption has a bar, slides have none, and they come in order."""
    variant = {"platform": "linkedin", "format": "carousel_outline", "caption": "Look", "slides": ["One", "Two"]}
    assert shown(variant)[5:-1] == [
        "  caption  ░░░░░░░░░░░░░░░░░░░░░░░░ 4 of 3,000 characters",
        "  │ Look",
        "",
        "  slide 1 of 2",
        "  │ One",
        "",
        "  slide 2 of 2",
        "  │ Two",
    ]


def test_findings_follow_the_text() -> None:
    """Each finding is one line with its severity and code."""
    lines = shown({"platform": "x", "text": "Saving takes 90% less time."})
    (line,) = [line for line in lines if line.startswith("  error")]
    assert line.startswith('  error[unsupported_number] The percentage "90%"')
    assert "  confidence: low, stageable" in lines


@pytest.mark.parametrize(
    ("variant", "line"),
    [
        ({"platform": "newsletter", "text": "Hi"}, "  text  2 characters, no limit"),
        ({"platform": "myspace", "text": "Hi"}, "  text"),
        ({"platform": "x"}, "  no text"),
        (
            {"platform": "reddit", "text": "Hi\nyou"},
            "  text  ░░░░░░░░░░░░░░░░░░░░░░░░ 2 of 300 characters in the title",
        ),
    ],
)
def test_other_lengths(variant: dict[str, Any], line: str) -> None:
    """No limit, no known platform, no text, a title: each is said in words."""
    assert line in shown(variant)


def test_wide_characters() -> None:
    """A text is wrapped by what it takes on the screen: Japanese letters and emoji are two columns wide."""
    lines = shown({"platform": "newsletter", "text": "売上は伸びています。" * 5 + "🌱" * 5})
    rows = [line[4:] for line in lines if line.startswith("  │")]
    assert "".join(rows) == "売上は伸びています。" * 5 + "🌱" * 5
    assert [sum(cell.width for cell in cells(row)) for row in rows] == [56, 54]


def test_words_are_kept_whole() -> None:
    """Lines end at spaces where there are any, and no character gets lost."""
    text = "A planner that groups your posts into queues, so that a busy week stays calm and quiet " + "x" * 80
    rows = [line[4:] for line in shown({"platform": "newsletter", "text": text}) if line.startswith("  │")]
    assert rows == [
        "A planner that groups your posts into queues, so that a",
        "busy week stays calm and quiet",
        "x" * 56,
        "x" * 24,
    ]


def test_colours() -> None:
    """Grounded claims and findings are painted in the text, and only there where they stand."""
    style = TerminalStyle(width=60, colour=True)
    lines = shown({"platform": "x", "text": "Planner 2.0, 90% off", "evidence_ids": ["notes"]}, style=style)
    (row,) = [line for line in lines if "Planner" in line]
    assert row.endswith(" Planner \x1b[32m2.0\x1b[0m, \x1b[1;31m90%\x1b[0m off")
    assert re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(lines)) == "\n".join(
        shown({"platform": "x", "text": "Planner 2.0, 90% off", "evidence_ids": ["notes"]})
    )


def test_ascii_terminal() -> None:
    """Where the encoding lacks drawing characters, plain ones stand for them."""
    text = render(preview({"platform": "x", "text": "Très bien"}), TerminalStyle(encoding="ascii"))
    assert text.isascii()
    assert "  text  #----------------------- 9 of 280 characters\n  | Tr\\xe8s bien\n" in text


@given(st.text(max_size=200))
@settings(max_examples=60)
def test_nothing_is_obeyed(text: str) -> None:
    """Whatever the text, a terminal is handed printable characters and line breaks alone, and no line is too long."""
    lines = shown({"platform": "x", "variant_id": text, "account_id": text, "text": text})
    assert all(
        line.isprintable() or not re.search(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", line) for line in lines
    )
    rows = [line for line in lines if line.startswith("  │")]
    assert all(sum(cell.width for cell in cells(row)) <= 60 for row in rows)
