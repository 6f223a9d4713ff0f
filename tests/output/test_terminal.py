from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from reachweaver.output.checked import located_findings
from reachweaver.output.snippet import snippet
from reachweaver.output.terminal import REMINDER, TerminalStyle, closing, render
from reachweaver.output.visible import cells, visible
from reachweaver.report import Finding
from tests.output.building import campaign_text, checked, number, variant_findings

PLAIN = TerminalStyle()


def underlined(text: str, finding: Finding, style: TerminalStyle = PLAIN) -> list[str]:
    """The source lines and underlines of one finding, without the gutter."""
    shown = render([checked(text, variant_findings(finding))], style)
    return re.findall(r"^(?:\d+| +) \| (.*)$", shown, re.MULTILINE)


def test_a_finding_is_shown_with_its_line_underlined() -> None:
    """A finding has its place, severity, code and message, its line with the span underlined, and what helps."""
    text = campaign_text({"variant_id": "v1", "text": "Up 40% 🚀"})
    finding = number("40%", 3, matched_evidence=("e2",))
    assert render([checked(text, variant_findings(finding, grounded=2))], PLAIN) == (
        "plans/spring.reachweaver.json:2:34: error[unsupported_number] no cited evidence has it\n"
        '2 | {"variant_id": "v1", "text": "Up 40% 🚀"}\n'
        "  |                                  ^^^\n"
        "  = variant v1 (x)\n"
        "  = e2 has it but is not cited\n"
        "\n"
        "1 error in 1 campaign (2 claims grounded).\n"
        f"{REMINDER}\n"
    )


def test_the_message_need_not_be_repeated_by_the_hint() -> None:
    """Evidence that the message names already is not named again."""
    text = campaign_text({"variant_id": "v1", "text": "Up 40%"})
    finding = number("40%", 3, 'only "e2" has it', matched_evidence=("e2",))
    assert "not cited" not in render([checked(text, variant_findings(finding))], PLAIN)


def test_escapes_in_the_file_are_underlined_whole() -> None:
    """The underline covers the characters of the file that spell the span, JSON escapes included."""
    text = campaign_text({"text": "🚀 ４０％"}, ascii_only=True)
    line, carets = underlined(text, number("４０％", 2))
    assert line == '{"text": "\\ud83d\\ude80 \\uff14\\uff10\\uff05"}'
    assert line[carets.index("^") :][: carets.count("^")] == "\\uff14\\uff10\\uff05"


@pytest.mark.parametrize("before", ["日本語 ", "🚀🚀 ", "e\u0301\u0301 ", "👩‍👩‍👧 ", "🇩🇪 ", "\u202e ", "\x7f\x9b "])
def test_wide_and_hidden_characters_keep_the_underline_in_place(before: str) -> None:
    """The underline stands below the span whatever wide, combining or escaped characters come before it."""
    line, carets = underlined(campaign_text({"text": f"{before}40%"}), number("40%", len(before)))
    columns = sum(cell.width for cell in cells(line[: line.index("40%")]))
    assert carets == " " * columns + "^^^"


def test_wide_characters_have_a_wide_underline() -> None:
    """Two terminal columns are underlined below a full-width character."""
    _, carets = underlined(campaign_text({"text": "１２％"}), number("１２％", 0))
    assert carets == " " * 10 + "^" * 6


def test_a_terminal_cannot_be_steered_by_a_campaign() -> None:
    """Control characters in texts, messages, ids and file names are printed as escapes."""
    text = campaign_text({"text": "\x9b31m\u202e40%"})
    finding = number("40%", 5, "bad \x1b]0;title\x07 news\nsecond line")
    report = variant_findings(finding, variant_id="v\x1b[2J")
    shown = render([checked(text, report, name="a\x1b[31m.json")], PLAIN)
    assert re.findall(r"[^\x20-\x7e\n]", shown) == []
    assert shown.startswith("a\\x1b[31m.json:2:")
    assert "bad \\x1b]0;title\\x07 news\\nsecond line\n" in shown
    assert "= variant v\\x1b[2J (x)\n" in shown


def test_what_the_encoding_lacks_is_escaped_in_line() -> None:
    """A terminal without emoji shows them as escapes, and the underline moves along."""
    text = campaign_text({"text": "🚀 40%"})
    line, carets = underlined(text, number("40%", 2), TerminalStyle(encoding="ascii"))
    assert line == '{"text": "\\U0001f680 40%"}'
    assert carets == " " * line.index("40%") + "^^^"


def test_a_long_line_is_clipped_around_the_span() -> None:
    """A line wider than the terminal is cut on both sides; the span stays in sight, the line within the width."""
    words = "word " * 30_000
    line, carets = underlined(campaign_text({"text": f"{words}40% {words}"}), number("40%", len(words)))
    assert line.startswith("...")
    assert line.endswith("...")
    assert len(line) <= PLAIN.width - len("2 | ")
    assert line[carets.index("^") :][:3] == "40%"
    assert carets.count("^") == 3


def test_a_span_longer_than_the_line_is_underlined_to_its_end() -> None:
    """An underline never goes on below what is shown."""
    text = "x" * 500
    line, carets = underlined(campaign_text({"text": text}), number(text, 0))
    assert line.endswith("x...")
    assert carets.rstrip() == carets
    assert len(carets) == len(line) - len("...")


def test_a_value_of_several_lines_is_underlined_on_its_first() -> None:
    """A contract finding about an object of several lines is underlined to the end of the first line."""
    text = '{"campaign_id": "c",\n\t"variants": {\n  "a": 1\n}}'
    finding = Finding(code="invalid_campaign", severity="error", message="must be an array", path="/variants")
    shown = render([checked(text, file_findings=(finding,))], PLAIN)
    assert shown.startswith(
        "plans/spring.reachweaver.json:2:14: error[invalid_campaign] must be an array\n"
        '2 | "variants": {\n'
        "  |             ^\n\n"
    )


def test_a_span_over_several_strings_shows_each_line() -> None:
    """A span that runs from one thread part into the next is underlined in both."""
    text = '{"variants": [{"format": "thread", "parts": [\n  "one two",\n  "three four"\n]}]}'
    finding = number("two\n\nthree", 4)
    shown = render([checked(text, variant_findings(finding))], PLAIN)
    assert '2 | "one two",\n  |      ^^^\n3 | "three four"\n  |  ^^^^^\n' in shown


def test_the_gutter_is_as_wide_as_the_longest_line_number() -> None:
    """Line numbers are aligned where a finding has several."""
    parts = ",\n".join(['"one two"', *['""'] * 8, '"three"'])
    finding = number("two" + "\n\n" * 9 + "three", 4)
    shown = render(
        [checked('{"variants": [{"format": "thread", "parts": [' + parts + "]}]}", variant_findings(finding))], PLAIN
    )
    assert '\n10 | "three"]}]}\n   |  ^^^^^\n   = variant v1 (x)\n' in shown
    assert "\n 1 | " in shown


def test_a_whole_variant_finding_stands_on_the_body_key() -> None:
    """A finding without offsets underlines the key that holds the text."""
    finding = Finding(code="missing_disclosure", severity="error", message="not there")
    line, carets = underlined(campaign_text({"text": "Hello"}), finding)
    assert line[carets.index("^") :][: carets.count("^")] == '"text"'


def test_the_closing_count_names_what_there_is() -> None:
    """The closing line counts by severity, leaves out what is not there, and adds campaigns up."""
    review = Finding(code="needs_human_review", severity="review", message="look", span="x", start=0, end=1)
    reviewed = Finding(
        code="needs_human_review", severity="review", message="look", span="x", start=0, end=1, reviewed=True
    )
    warning = Finding(code="missing_cta", severity="warning", message="no link")
    text = campaign_text({"text": "x"})
    one = checked(text, variant_findings(review, review, reviewed, warning, grounded=1))
    two = checked(text, variant_findings(number("x", 0), number("x", 0), number("x", 0), grounded=13), name="b.json")
    three = checked(text, variant_findings(), name="c.json")
    closing = render([one, two, three], PLAIN).splitlines()[-5:]
    assert closing == [
        "plans/spring.reachweaver.json: 2 to review, 1 warning, 1 reviewed (1 claim grounded)",
        "b.json: 3 errors (13 claims grounded)",
        "c.json: no findings (0 claims grounded)",
        "3 errors, 2 to review, 1 warning, 1 reviewed in 3 campaigns (14 claims grounded).",
        REMINDER,
    ]
    assert render([three], PLAIN) == f"No findings in 1 campaign (0 claims grounded).\n{REMINDER}\n"


def test_large_counts_are_readable() -> None:
    """The counts of thousands of campaigns have separators."""
    counts = {"error": 98_847, "review": 1_000, "warning": 1, "reviewed": 2_500, "grounded": 1_234_567}
    assert closing([""] * 10_000, counts, PLAIN).splitlines()[-2] == (
        "98,847 errors, 1,000 to review, 1 warning, 2,500 reviewed in 10,000 campaigns (1,234,567 claims grounded)."
    )


def test_colour_adds_nothing_but_colour() -> None:
    """The coloured report is the plain one with colour codes, and each is switched off again."""
    text = campaign_text({"text": "Up 40%"})
    campaigns = [checked(text, variant_findings(number("40%", 3, matched_evidence=("e2",)), grounded=1))]
    coloured = render(campaigns, TerminalStyle(colour=True))
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render(campaigns, PLAIN)
    assert "\x1b[1;31merror[unsupported_number]\x1b[0m" in coloured
    codes = re.findall(r"\x1b\[([0-9;]*)m", coloured)
    assert codes[1::2] == ["0"] * (len(codes) // 2)
    assert "0" not in codes[::2]


@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=300),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40),
    st.integers(20, 60),
)
def test_a_snippet_fits_and_underlines_what_is_shown(before: str, span: str, width: int) -> None:
    """Whatever the text: the line fits the width or is one cell over, and the underline lies within the line."""
    campaign = checked(campaign_text({"text": before + span}), variant_findings(number(span, len(before))))
    (located,) = located_findings(campaign)
    part = snippet(campaign, located.regions[0], width, "utf-8")
    columns = sum(cell.width for cell in cells(part.shown))
    assert columns <= width + 12
    assert part.length >= 1
    assert part.indent + part.length <= max(columns, part.indent + 1)
    assert visible(part.shown) == part.shown
