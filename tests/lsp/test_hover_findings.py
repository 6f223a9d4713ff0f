"""What a hover teaches about a finding: what is missing, what is there instead, and what it is about."""

from __future__ import annotations

from typing import Any

import pytest

from tests.lsp.asking import ask_at
from tests.lsp.marked import campaign, evidence
from tests.lsp.wire import Wire

EVIDENCE = [
    evidence(
        "bench", "It is 40% smaller and takes 9 ms, 12% less.", excerpt="It was 12% in 2.0, 3% and 4%, 5%, 6%, 7%."
    ),
    evidence("other", "It syncs with *Kindle*."),
]


def paragraphs(wire: Wire, marked: str) -> list[str]:
    found: dict[str, Any] = ask_at(wire, "hover", marked)
    value: str = found["contents"]["value"]
    return value.split("\n\n")


def test_a_missing_figure_is_shown_with_those_of_its_kind(wire: Wire) -> None:
    """The right one is often among them; no more than a few, each once."""
    text = campaign({"text": "It is ‸60% smaller", "evidence_ids": ["bench", "other", "no"]}, evidence=EVIDENCE)
    figures = ", ".join(f"**{figure}** in bench" for figure in ("40%", "12%", "3%", "4%", "5%", "6%"))
    assert paragraphs(wire, text)[1] == f"The evidence cited has other percentages: {figures}, …"
    few = text.replace("‸60%", "60%").replace("It is 60%", "It is ‸v6.0 and 60%")
    assert paragraphs(wire, few.replace("in 2.0", "in v2.0"))[1] == (
        "The evidence cited has other versions: **v2.0** in bench."
    )


@pytest.mark.parametrize("variant", [{"evidence_ids": ["other"]}, {"evidence_ids": []}, {}])
def test_without_such_figures_there_is_no_list(wire: Wire, variant: dict[str, Any]) -> None:
    """Then the message, the remedy and the page's link are all."""
    found = paragraphs(wire, campaign({"text": "It is ‸60% smaller", **variant}, evidence=EVIDENCE))
    assert len(found) == 2
    assert "docs/findings/unsupported_number.md" in found[1]


def test_the_missing_words_of_a_feature_are_named(wire: Wire) -> None:
    """In bold, and with the uncited evidence that has some of them, its own in bold there."""
    text = campaign({"text": "It ‸now supports Kindle and Kobo.", "evidence_ids": ["bench"]}, evidence=EVIDENCE)
    found = paragraphs(wire, text)
    assert found[1] == "Missing in the evidence cited: **kindle** and **kobo**."
    assert "docs/findings/needs_human_review.md" in found[2]


def test_the_other_text_of_a_duplicate_is_shown(wire: Wire) -> None:
    """As it reads, cut where it is long."""
    words = "*One* two three four five six seven eight nine ten. " * 6
    text = campaign({"text": words}, {"te‸xt": words})
    found = paragraphs(wire, text)
    at = found.index("**v1**:")
    assert found[at + 1].startswith("> \\*One\\* two three")
    assert found[at + 1].endswith("…")


def test_lengths_of_all_parts_are_shown_on_the_key(wire: Wire) -> None:
    """Each against the limit; of a title-limited platform the title's."""
    thread = campaign({"platform": "x", "format": "thread", "pa‸rts": ["one", "🦀"]})
    assert paragraphs(wire, thread)[1] == (
        "Length: part 1 3/280, part 2 2/280 characters as X counts them. Confidence: **high**."
    )
    title = campaign({"platform": "reddit", "te‸xt": "one\nmore 9%"})
    assert paragraphs(wire, title)[1] == (
        "Length: 3/300 characters in the title as Reddit counts them. Confidence: **low**."
    )
    nowhere = campaign({"platform": "devto", "te‸xt": "one"})
    assert paragraphs(wire, nowhere)[1] == "Length: 3 characters as DEV counts them. Confidence: **high**."


def test_of_two_arrays_of_variants_the_last_is_explained(wire: Wire) -> None:
    """And nothing fails on the first."""
    first = '{"variants": [{}, {}, {"te‸xt": "9%"}], "variants": [{"id": "b", "text": "9%"}]}'
    assert ask_at(wire, "hover", first) is None
    last = '{"variants": [{}, {}, {"text": "9%"}], "variants": [{"id": "b", "te‸xt": "9%"}]}'
    assert paragraphs(wire, last)[0].startswith("**b**: 2 errors")
