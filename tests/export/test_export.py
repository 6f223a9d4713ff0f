from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from reachweaver.claims import check_campaign
from reachweaver.clearance import clear
from reachweaver.export import Export, export_of, render
from reachweaver.export.csv_form import COLUMNS, guarded, unguarded
from tests.campaign.support import campaign_of

CAMPAIGN: dict[str, Any] = {
    "campaign_id": "spring",
    "title": "Spring *sale*",
    "cta_url": "https://example.org/planner",
    "evidence": [
        {
            "id": "notes",
            "kind": "release",
            "claim": "Planner 2.0 was released on 3 March 2026.",
            "source_url": "https://example.org/planner/releases/2.0",
            "excerpt": "Planner 2.0 adds queues.\nIt is <fast>.",
        },
        {"id": "unused", "claim": "Nobody cites this.", "source_url": "https://example.org/unused"},
    ],
    "variants": [
        {
            "variant_id": "post",
            "platform": "linkedin",
            "account_id": "planner",
            "text": 'Planner 2.0, "the fastest"?\n```\nhttps://example.org/planner',
            "evidence_ids": ["notes", "notes"],
            "scheduled_at": "2027-03-01T09:00:00Z",
            "rationale": "For our own eyes.",
        },
        {
            "variant_id": "thread",
            "platform": "x",
            "format": "thread",
            "parts": ["1/2 =One and one", "2/2 https://example.org/planner"],
        },
        {
            "variant_id": "slides",
            "platform": "linkedin",
            "format": "carousel_outline",
            "slides": ["@planner shows it", "The end"],
            "caption": "-> swipe",
            "cta_url": "https://example.org/other",
            "reviewed": [{"code": "missing_cta"}],
        },
    ],
}


def exported(value: object) -> Export:
    """The export of everything that may go out."""
    campaign = campaign_of(value)
    report = check_campaign(campaign)
    return export_of(campaign, report, clear(campaign, report).cleared)


def rows_of(content: bytes) -> list[dict[str, str]]:
    """A CSV file's rows as a program reads them that knows RFC 4180."""
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_json_holds_the_texts_under_the_campaign_files_keys() -> None:
    """Each variant comes with its texts, its link, the evidence that it cites, and what is left to review."""
    assert json.loads(render(exported(CAMPAIGN), "json")) == {
        "campaign_id": "spring",
        "title": "Spring *sale*",
        "variants": [
            {
                "variant_id": "post",
                "platform": "linkedin",
                "account_id": "planner",
                "format": "post",
                "text": CAMPAIGN["variants"][0]["text"],
                "scheduled_at": "2027-03-01T09:00:00Z",
                "cta_url": "https://example.org/planner",
                "evidence": [CAMPAIGN["evidence"][0]],
                "to_review": [
                    {
                        "code": "needs_human_review",
                        "severity": "review",
                        "message": '"fastest" is a superlative, and no cited evidence has this word. Cite evidence whose'
                        " claim or excerpt has it, or let a person review the wording.",
                        "span": "fastest",
                        "start": 18,
                        "end": 25,
                    }
                ],
            },
            {
                "variant_id": "thread",
                "platform": "x",
                "format": "thread",
                "parts": CAMPAIGN["variants"][1]["parts"],
                "cta_url": "https://example.org/planner",
                "evidence": [],
                "to_review": [],
            },
            {
                "variant_id": "slides",
                "platform": "linkedin",
                "format": "carousel_outline",
                "caption": "-> swipe",
                "slides": ["@planner shows it", "The end"],
                "cta_url": "https://example.org/other",
                "evidence": [],
                "to_review": [],
            },
        ],
    }


def test_csv_has_a_row_for_each_text() -> None:
    """A post is one row, a thread one for each part, a carousel one for its caption and each slide."""
    content = render(exported(CAMPAIGN), "csv")
    rows = rows_of(content)
    assert tuple(rows[0]) == COLUMNS
    assert [(row["variant_id"], row["part"], row["text"]) for row in rows] == [
        ("post", "text", CAMPAIGN["variants"][0]["text"]),
        ("thread", "part 1 of 2", "1/2 =One and one"),
        ("thread", "part 2 of 2", "2/2 https://example.org/planner"),
        ("slides", "caption", "'-> swipe"),
        ("slides", "slide 1 of 2", "'@planner shows it"),
        ("slides", "slide 2 of 2", "The end"),
    ]
    assert {key: rows[0][key] for key in COLUMNS if key not in ("variant_id", "part", "text", "to_review")} == {
        "campaign_id": "spring",
        "platform": "linkedin",
        "account_id": "planner",
        "format": "post",
        "scheduled_at": "2027-03-01T09:00:00Z",
        "cta_url": "https://example.org/planner",
        "evidence": "notes: https://example.org/planner/releases/2.0",
    }
    assert rows[0]["to_review"].startswith('needs_human_review: "fastest" is a superlative')


def test_csv_is_what_the_standard_and_spreadsheets_want() -> None:
    """The file begins with the mark that Excel looks for, every cell is quoted, and rows end in CR LF."""
    content = render(exported(CAMPAIGN), "csv")
    assert content.startswith(b'\xef\xbb\xbf"campaign_id","variant_id",')
    assert content.endswith(b'"\r\n')
    assert b'"Planner 2.0, ""the fastest""?\n```\nhttps' in content
    assert content.count(b"\r\n") == 7


MARKDOWN = """\
# Spring \\*sale\\*

3 texts of the campaign spring.

## post

- Platform: linkedin
- Account: planner
- Scheduled: 2027-03-01T09:00:00Z
- Link: <https://example.org/planner>

````text
Planner 2.0, "the fastest"?
```
https://example.org/planner
````

Evidence:

- notes (release): Planner 2.0 was released on 3 March 2026. <https://example.org/planner/releases/2.0>

  > Planner 2.0 adds queues. It is \\<fast\\>.


To review:

- review: "fastest" is a superlative, and no cited evidence has this word. Cite evidence whose claim or excerpt has \
it, or let a person review the wording.

## thread

- Platform: x
- Link: <https://example.org/planner>

Part 1 of 2:

```text
1/2 =One and one
```

Part 2 of 2:

```text
2/2 https://example.org/planner
```

## slides

- Platform: linkedin
- Link: <https://example.org/other>

Caption:

```text
-> swipe
```

Slide 1 of 2:

```text
@planner shows it
```

Slide 2 of 2:

```text
The end
```
"""


def test_markdown_can_be_read_and_copied_from() -> None:
    """Texts stand in blocks that nothing in them ends; everything else is escaped."""
    assert render(exported(CAMPAIGN), "markdown").decode() == MARKDOWN


def test_markdown_shows_hostile_names_as_they_are() -> None:
    """Ids, titles and claims with markup, line breaks and hidden characters stay words on one line."""
    value = {
        "campaign_id": "a\nb",
        "title": "  ",
        "evidence": [
            {"id": "<i>", "claim": "[x](javascript:1)\n# y", "source_url": "https://example.org", "excerpt": "\u202e"}
        ],
        "variants": [{"variant_id": "`v`\n---", "platform": "x", "text": "Hi", "evidence_ids": ["<i>"]}],
    }
    lines = render(exported(value), "markdown").decode().splitlines()
    assert lines[0] == "# a b"
    assert "## \\`v\\` ---" in lines
    assert "- \\<i\\>: \\[x\\](javascript:1) \\# y <https://example.org>" in lines
    assert "  > \\\\u202e" in lines


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
CELLS = st.one_of(TEXTS, st.from_regex(r"[ '\t\r\n=+\-@＝\u200b]{0,4}[a-z=]{0,2}", fullmatch=True))
BODIES = st.one_of(
    CELLS.map(lambda text: {"text": text}),
    st.lists(CELLS, min_size=1).map(lambda parts: {"format": "thread", "parts": parts}),
    st.tuples(CELLS, st.lists(CELLS, min_size=1)).map(
        lambda both: {"format": "carousel_outline", "caption": both[0], "slides": both[1]}
    ),
)


def texts_of(variant: dict[str, Any]) -> list[str]:
    """A variant's texts in reading order."""
    whole = [variant[key] for key in ("text", "caption") if key in variant]
    return [*whole, *variant.get("parts", []), *variant.get("slides", [])]


@given(st.lists(BODIES, min_size=1, max_size=4))
def test_exports_read_back_as_the_texts(bodies: list[dict[str, Any]]) -> None:
    """Whatever the texts are, JSON and CSV give them back, and Markdown shows their lines one by one."""
    variants = [
        {"variant_id": f"v{number}", "platform": "newsletter", **body}
        for number, body in enumerate(bodies)
        if "".join(texts_of(body)).strip()
    ]
    campaign = campaign_of({"campaign_id": "c", "variants": variants})
    report = check_campaign(campaign)
    export = export_of(campaign, report, tuple(enumerate(campaign.variants)))
    expected = [(variant["variant_id"], text) for variant in variants for text in texts_of(variant)]

    from_json = json.loads(render(export, "json"))["variants"]
    assert [(variant["variant_id"], text) for variant in from_json for text in texts_of(variant)] == expected
    rows = rows_of(render(export, "csv"))
    assert [(row["variant_id"], unguarded(row["text"])) for row in rows] == expected
    assert blocks_of(render(export, "markdown").decode()) == [text for _, text in expected]


def blocks_of(markdown: str) -> list[str]:
    """The fenced blocks of a Markdown text, by the rules of CommonMark."""
    found: list[str] = []
    fence, block = "", [""]
    for line in markdown.split("\n"):
        if not fence and line.startswith("```"):
            fence, block = line.removesuffix("text"), []
        elif fence and set(line.strip()) == {"`"} and len(line.strip()) >= len(fence):
            found.append("\n".join(block))
            fence = ""
        elif fence:
            block.append(line)
    return found


@given(CELLS)
def test_a_guarded_cell_is_no_formula_and_can_be_read_back(text: str) -> None:
    """Guarding is undone by `unguarded`, adds nothing but an apostrophe, and leaves no cell that a spreadsheet runs."""
    cell = guarded(text)
    assert unguarded(cell) == text
    assert cell in (text, f"'{text}")
    assert cell[:1] not in ("=", "+", "-", "@", "\t", "\r")


@pytest.mark.parametrize("text", ["'tis 3pm", "#1", "1-2", "a=b", "", "'", "’=1", "Mail me @ noon"])
def test_ordinary_texts_are_not_guarded(text: str) -> None:
    """A text that no spreadsheet takes for a formula stays as it is."""
    assert guarded(text) == unguarded(text) == text
