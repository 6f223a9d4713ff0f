"""What a hover says, where."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.lsp.conftest import Connect
from tests.lsp.marked import campaign, cursor, evidence, ranges, unmarked
from tests.lsp.wire import Wire, position_of

URI = "untitled:Untitled-1"
EVIDENCE = [
    evidence("bench", "Nothing about it. Search is 40% smaller (see below), it says. The end.", excerpt="40 ms."),
    evidence("other", "It was 9% then.", kind="metric"),
]


def hover(wire: Wire, marked: str, encoding: str = "utf-16") -> dict[str, Any] | None:
    """Open the text and hover at its cursor."""
    wire.open(URI, unmarked(marked))
    params = {"textDocument": {"uri": URI}, "position": cursor(marked, encoding)}
    found: dict[str, Any] | None = wire.result("textDocument/hover", params)
    return found


def test_grounded_words_show_their_evidence(wire: Wire) -> None:
    """The kind, each evidence item that has them, its sentence with the words in bold, and the link to the source."""
    text = campaign({"text": "It is ⟦4‸0%⟧ smaller", "evidence_ids": ["bench"]}, evidence=EVIDENCE)
    assert hover(wire, text) == {
        "contents": {
            "kind": "markdown",
            "value": "**40%** (percentage) stands in evidence that this variant cites.\n\n"
            "**bench**: [https://example.org/bench](<https://example.org/bench>)\n\n"
            "> “Search is **40%** smaller (see below), it says.”",
        },
        "range": ranges(text)[0],
    }


def test_a_finding_shows_what_would_ground_it(wire: Wire) -> None:
    """The message, what to do, the code's page, and the uncited evidence that has the value."""
    text = campaign({"text": "It is ⟦‸9%⟧ smaller", "evidence_ids": ["bench"]}, evidence=EVIDENCE)
    found = hover(wire, text)
    assert found is not None
    assert found["range"] == ranges(text)[0]
    assert found["contents"]["value"].split("\n\n") == [
        (
            'The percentage "9%" is in no evidence that this variant cites, but it is in other. Cite that evidence, or take'
            " the percentage out."
        ),
        "Cite the evidence that holds the figure, put the exact figure into an excerpt, or take it out. [unsupported_number](<https://github.com/MSKazemi/reachweaver/blob/main/docs/findings/unsupported_number.md>)",
        "**other** (not cited): [https://example.org/other](<https://example.org/other>)",
        "> “It was **9%** then.”",
    ]


def test_a_cited_id_shows_the_evidence(wire: Wire) -> None:
    """Its kind, source and texts, and which variants cite it."""
    text = campaign(
        {"text": "a", "evidence_ids": ["oth‸er"]}, {"text": "b", "evidence_ids": ["bench", "other"]}, evidence=EVIDENCE
    )
    found = hover(wire, text)
    assert found is not None
    assert found["contents"]["value"].split("\n\n") == [
        "**other** (metric): [https://example.org/other](<https://example.org/other>)",
        "> It was 9% then.",
        "Cited by v1, v2.",
    ]
    offset = unmarked(text).index('"other"', unmarked(text).index("variants"))
    assert found["range"]["start"]["character"] == position_of(unmarked(text), offset)[1]


def test_an_unknown_id_shows_the_finding(wire: Wire) -> None:
    """There is no evidence to show, but something to say."""
    found = hover(wire, campaign({"text": "a", "evidence_ids": ["o‸thr"]}, evidence=EVIDENCE))
    assert found is not None
    assert '"evidence_ids" names "othr", which no evidence item declares.' in found["contents"]["value"]


def test_the_body_key_shows_the_variant_in_numbers(wire: Wire) -> None:
    """How many findings of each kind, its length, and the findings about the whole variant."""
    variant = {"text": "The best: 40% and 9%", "evidence_ids": ["bench"], "cta_phrase": "go"}
    text = campaign(variant, evidence=EVIDENCE).replace('"text"', '⟦"te‸xt"⟧', 1)
    found = hover(wire, text)
    assert found is not None
    assert found["range"] == ranges(text)[0]
    counts, _, finding = found["contents"]["value"].partition("\n\n---\n\n")
    assert counts.split("\n\n") == [
        "**v1** for linkedin: 1 error, 1 to review, 1 warning, 1 grounded",
        "Length: 20/3000 characters as LinkedIn counts them. Confidence: **low**.",
    ]
    assert finding.startswith('The declared call to action is not in the text: the phrase "go"')


@pytest.mark.parametrize(
    "text",
    [
        campaign({"text": "Nothing ‸here, but 9%"}),
        campaign({"text": "It is 9%‸ smaller"}),
        campaign({"text": "It is‸ 9% smaller"}),
        campaign({"text": "a", "rationale": "9‸%"}),
        campaign({"text": "a"}, evidence=[evidence("e", "9‸%")]),
        campaign({"text": "a"}, evidence=[evidence("‸e", "9%")]),
        campaign({"text": "a"}) + "‸",
        "‸",
        "{‸",
        "[1,‸ 2]",
        '{"name": "bra‸nd"}',
    ],
)
def test_elsewhere_a_hover_says_nothing(wire: Wire, text: str) -> None:
    """Text without a claim, other fields, evidence, empty and broken documents, brands."""
    assert hover(wire, text) is None


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_a_hover_is_found_in_the_clients_columns(connect: Connect, encoding: str) -> None:
    """Behind an emoji, on an escape and inside a character."""
    wire = connect({"general": {"positionEncodings": [encoding]}})
    text = campaign({"text": "🦀🦀 é ⟦4\\u003‸2%⟧"}).replace("\\\\", "\\")
    found = hover(wire, text, encoding)
    assert found is not None
    assert found["range"] == ranges(text, encoding)[0]


def test_hovering_inside_a_character_is_hovering_over_it(wire: Wire) -> None:
    """Every column of a line has an answer, none an error."""
    text = campaign({"text": "😀😀 42% faster"})
    wire.open(URI, text)
    line, start = position_of(text, text.index("😀"))
    said = []
    for column in range(start - 1, start + 20):
        params = {"textDocument": {"uri": URI}, "position": {"line": line, "character": column}}
        if wire.result("textDocument/hover", params) is not None:
            said.append(column - start)
    assert said == [5, 6, 7]


def test_words_in_an_unfinished_text_are_found(wire: Wire) -> None:
    """While a string is being typed the rest of the file is as explained as ever."""
    text = campaign({"text": "It is 4‸0% smaller", "evidence_ids": ["bench"]}, {"text": "half"}, evidence=EVIDENCE)
    assert hover(wire, text.replace('"half"', '"half')) is not None


@pytest.mark.parametrize(
    ("formats", "kind", "words"),
    [
        (["plaintext"], "plaintext", "“Grew 9% in *snake_case_mode* <b>x</b> `y` | z”"),
        (["plaintext", "markdown"], "plaintext", "“Grew 9% in *snake_case_mode* <b>x</b> `y` | z”"),
        (
            ["markdown", "plaintext"],
            "markdown",
            "> “Grew **9%** in \\*snake_case_mode\\* \\<b>x\\</b> \\`y\\` | z”",
        ),
        (None, "markdown", "> “Grew **9%** in \\*snake_case_mode\\* \\<b>x\\</b> \\`y\\` | z”"),
        (["html"], "plaintext", "“Grew 9% in *snake_case_mode* <b>x</b> `y` | z”"),
    ],
)
def test_the_client_chooses_the_format(connect: Connect, formats: list[str] | None, kind: str, words: str) -> None:
    """The first of its list; either way the words are shown as they are."""
    capabilities = {} if formats is None else {"textDocument": {"hover": {"contentFormat": formats}}}
    items = [evidence("e", "Grew 9% in *snake_case_mode* <b>x</b> `y` | z")]
    found = hover(connect(capabilities), campaign({"text": "‸9%", "evidence_ids": ["e"]}, evidence=items))
    assert found is not None
    assert found["contents"]["kind"] == kind
    assert words in found["contents"]["value"]


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "https://example.org/a b", "https://x\\n[b](https://y)", "", "data:text/html,x"]
)
def test_what_is_no_address_is_no_link(wire: Wire, url: str) -> None:
    """Only an http or https URL can be clicked."""
    items = [{"id": "e", "claim": "9%", "source_url": url}]
    found = hover(wire, campaign({"text": "‸9%", "evidence_ids": ["e"]}, evidence=items).replace("\\\\n", "\\n"))
    assert found is not None
    assert "](<" not in found["contents"]["value"]


def test_a_reviewed_finding_says_so(wire: Wire) -> None:
    """There is nothing left to do about it."""
    variant = {"text": "The ‸best", "reviewed": [{"code": "needs_human_review", "span": "best"}]}
    found = hover(wire, campaign(variant))
    assert found is not None
    assert found["contents"]["value"].endswith("\n\nA person has reviewed this.")


def test_a_hover_sees_the_text_as_it_is_now(wire: Wire) -> None:
    """A hover right behind a keystroke, in one go, is about the new text."""
    text = campaign({"text": "It is ‸9% smaller"})
    wire.open(URI, unmarked(text).replace("9%", "no"))
    change = {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": unmarked(text)}]}
    params = {"textDocument": {"uri": URI}, "position": cursor(text)}
    wire.send(
        {"method": "textDocument/didChange", "params": change},
        {"id": "h", "method": "textDocument/hover", "params": params},
    )
    assert wire._answers["h"]["result"]["range"]["start"] == cursor(text)


def test_a_document_that_is_not_open_has_nothing_to_say(wire: Wire, tmp_path: Path) -> None:
    """No file is read for a hover."""
    path = tmp_path / "c.reachweaver.json"
    path.write_text(campaign({"text": "9%"}), encoding="utf-8")
    params = {"textDocument": {"uri": path.as_uri()}, "position": {"line": 5, "character": 15}}
    assert wire.result("textDocument/hover", params) is None
