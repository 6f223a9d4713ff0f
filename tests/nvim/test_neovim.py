"""The editor as a person has it: real Neovim, the real server, the example campaign."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests import markdown
from tests.nvim.marks import Mark, marked

pytestmark = [pytest.mark.nvim, pytest.mark.e2e]

# Each finding of the example: severity, code, and the place in ⟦⟧ with enough around it to be the only one.
EXAMPLE = [
    ("ERROR", "unsupported_number", "Harborlight ⟦0.9⟧ finds them"),
    ("ERROR", "unsupported_number", "its index is ⟦60%⟧ smaller"),
    ("ERROR", "unsupported_number", "We timed it: ⟦50,000⟧ pages"),
    ("ERROR", "unsupported_number", "pages, ⟦40⟧ ms. How"),
    ("INFO", "needs_human_review", "Read anywhere: ⟦now supports Kindle and Kobo⟧. https"),
    ("WARN", "near_duplicate", '⟦"text"⟧: "Harborlight 0.9.0 is now available! It'),
    ("ERROR", "banned_phrase", "A ⟦game-changer⟧ for people"),
    ("ERROR", "unsupported_number", "with ⟦200⟧ open tabs"),
    ("INFO", "needs_human_review", "The ⟦fastest⟧ way"),
    ("WARN", "missing_cta", '⟦"text"⟧: "A shelf'),
    ("WARN", "missing_cta", '⟦"text"⟧: "A shelf'),
    ("ERROR", "missing_disclosure", '⟦"text"⟧: "A shelf'),
    ("ERROR", "too_many_hashtags", '⟦"text"⟧: "A shelf'),
    ("ERROR", "banned_phrase", "⟦Link in bio⟧!"),
    ("INFO", "needs_human_review", "⟦Harborlight saved our reading group from chaos,⟧"),
    ("INFO", "needs_human_review", r"\u201d ⟦said⟧ Mira Okafor, and"),
    ("INFO", "needs_human_review", "Network ⟦partnered with⟧ us"),
    ("ERROR", "unsupported_number", "Already ⟦5,000⟧ users"),
    ("INFO", "needs_human_review", "Already ⟦5,000 users⟧ keep"),
    ("ERROR", "optout_mention", "Thank you ⟦@quietreader⟧ for"),
    ("ERROR", "unsupported_release", "Android app ⟦launched⟧ this"),
    ("ERROR", "invalid_campaign", '⟦"docs-imprt"⟧'),
    ("HINT", "needs_human_review", "it is the ⟦best⟧ version"),
    (
        "WARN",
        "stale_review",
        '⟦{"code": "needs_human_review", "span": "the fastest", "note": "Measured.", "by": "Ana"}⟧',
    ),
]

EMOJI = {
    "campaign_id": "emoji",
    "evidence": [{"id": "bench", "claim": "It fell by 30% in v2.0.", "source_url": "https://example.org/bench"}],
    "variants": [
        {
            "variant_id": "x-1",
            "platform": "x",
            "text": "🚀👩🏽‍🚀 Über-Café ✨ down 40% — revolutionary, 数字 99",
            "evidence_ids": ["bench"],
        }
    ],
}


def place(diagnostic: dict[str, Any]) -> Mark:
    """A diagnostic's range."""
    return Mark(tuple(diagnostic["start"]), tuple(diagnostic["stop"]))


def found(diagnostics: Iterable[dict[str, Any]]) -> list[tuple[str, str, Mark]]:
    """What a test compares: severity, code and range, in one order."""
    return sorted((one["severity"], one["code"], place(one)) for one in diagnostics)


def expected(text: str, table: Iterable[tuple[str, str, str]]) -> list[tuple[str, str, Mark]]:
    """A table of marked places as `found` gives them."""
    return sorted((severity, code, marked(text, mark)) for severity, code, mark in table)


@pytest.fixture
def campaign(workspace: Path) -> Path:
    """The example campaign with findings, in a folder of the test's own."""
    return workspace / "campaign.reachweaver.json"


@pytest.fixture
def emoji(tmp_path: Path) -> Path:
    """A campaign whose findings stand behind emoji, accents and Han, written as themselves."""
    (tmp_path / "brand.reachweaver.json").write_text('{"banned_phrases": ["revolutionary"]}', encoding="utf-8")
    path = tmp_path / "emoji.reachweaver.json"
    path.write_text(json.dumps(EMOJI, ensure_ascii=False, indent=2), encoding="utf-8")
    return path


def test_findings_stand_on_their_exact_characters(play: Any, campaign: Path, workspace: Path) -> None:
    """Neovim shows the example's findings, each on the bytes that it is about, and counts columns in UTF-8."""
    answer = play("diagnostics", campaign)
    assert found(answer["diagnostics"]) == expected(campaign.read_text(encoding="utf-8"), EXAMPLE)
    assert {one["source"] for one in answer["diagnostics"]} == {"reachweaver"}
    assert (answer["encoding"], answer["server"]) == ("utf-8", "reachweaver-lsp")
    assert Path(answer["root"]).resolve() == workspace.resolve()


def test_a_campaign_put_right_has_one_reviewed_finding(play: Any, workspace: Path) -> None:
    """In the clean example only the finding that a person reviewed is left, shown as a hint, after a detour too."""
    path = workspace / "clean.reachweaver.json"
    answer = play("clean", path)
    table = [("HINT", "needs_human_review", "it is the ⟦best⟧ version")]
    assert found(answer["diagnostics"]) == expected(path.read_text(encoding="utf-8"), table)


def test_hover_explains_a_finding(play: Any, campaign: Path) -> None:
    """`K` on a figure without evidence says so, and names the evidence that has it."""
    answer = play("hover", campaign, WORDS='"0.9"')
    shown = "\n".join(answer["lines"])
    assert answer["message"] in shown
    assert "bench-search" in shown


def test_hover_shows_what_grounds_a_figure(play: Any, campaign: Path) -> None:
    """`K` on a grounded percentage shows its evidence, the sentence with the figure in bold, and the source."""
    answer = play("hover_grounded", campaign, WORDS="40% smaller than before. In our benchmark")
    shown = "\n".join(answer["lines"])
    assert "release-090" in shown
    assert "The search index is **40%** smaller than in 0.8." in shown
    assert "https://example.org/harborlight/releases/tag/v0.9.0" in shown


def test_the_disclosure_fix_leaves_a_checked_text(play: Any, campaign: Path) -> None:
    """The quick fix writes the disclosure at the text's end; its finding goes and no other one comes."""
    answer = play("fix_disclosure", campaign)

    before, after = json.loads(campaign.read_text(encoding="utf-8")), json.loads(answer["text"])
    shelf = next(variant for variant in before["variants"] if variant["variant_id"] == "instagram-shelf")
    shelf["text"] += "\n\nMade by volunteers, free for everyone."
    assert after == before

    codes_before = sorted(one["code"] for one in answer["before"])
    codes_before.remove("missing_disclosure")
    assert sorted(one["code"] for one in answer["after"]) == codes_before
    assert answer["modified"]


def test_columns_are_right_behind_emoji(play: Any, emoji: Path) -> None:
    """Behind emoji, accents and Han every range is right, in a fresh file and after edits on the same line."""
    answer = play("edit_behind_emoji", emoji)
    before = emoji.read_text(encoding="utf-8")
    phrase = ("ERROR", "banned_phrase", "— ⟦revolutionary⟧,")
    count = ("ERROR", "unsupported_number", "数字 ⟦99⟧")
    percentage = ("ERROR", "unsupported_number", "down ⟦40%⟧ —")
    assert found(answer["before"]) == expected(before, [percentage, phrase, count])

    grounded = before.replace("40%", "30%")
    assert found(answer["after"]) == expected(grounded, [phrase, count])

    again = before.replace("40%", "🎉🎉 40%")
    assert answer["text"] == again
    assert found(answer["again"]) == expected(again, [("ERROR", "unsupported_number", "🎉🎉 ⟦40%⟧ —"), phrase, count])


def test_other_json_is_left_alone(play: Any, campaign: Path) -> None:
    """A JSON file with another name gets no language server, though it has `variants`."""
    assert play("other_json", campaign) == {"filetype": "json", "clients": 0}


def test_make_nvim_shows_every_message_whole(play: Any, campaign: Path, root: Path) -> None:
    """What `make nvim` starts goes to the first finding and shows all messages, broken to fit, none cut at the edge."""
    answer = play("demo", campaign, INIT=str(root / "editors" / "nvim" / "demo.lua"))
    first = min(place(one) for one in answer["diagnostics"])
    assert answer["line"] == first.start[0] + 1

    words = " ".join(" ".join(re.split(r"[\s│└├─┴┼]+", line)) for line in answer["shown"])
    shown = " ".join(words.split())
    assert [one["message"] for one in answer["diagnostics"] if " ".join(one["message"].split()) not in shown] == []
    assert max(map(len, answer["shown"])) <= answer["columns"] - len("E  62 ")


def test_the_readme_configuration_works(
    nvim: str, root: Path, tmp_path: Path, campaign: Path, environment: Any
) -> None:
    """The lines that the Neovim README asks people to add start the server on a campaign."""
    readme = (root / "editors" / "nvim" / "README.md").read_text(encoding="utf-8")
    blocks = [block.text.replace("/path/to/reachweaver", str(root)) for block in markdown.blocks(readme, "lua")]
    lines = "\n".join(text for text in blocks if "/path/to" not in text)
    init = tmp_path / "init.lua"
    init.write_text(lines, encoding="utf-8")
    wait = "lua vim.wait(30000, function() return #vim.diagnostic.get(0) > 0 end, 10)"
    tell = "lua io.stdout:write(vim.json.encode(vim.lsp.get_clients()[1].config.settings))"
    command = [
        nvim,
        "--headless",
        "-n",
        "-i",
        "NONE",
        "-u",
        str(init),
        str(campaign),
        "-c",
        wait,
        "-c",
        tell,
        "-c",
        "qall!",
    ]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=180, check=True)
    assert json.loads(ended.stdout) == {"reachweaver": {"checkOn": "save", "severity": {"review": "hint"}}}
    assert not re.search(r"E\d+:", ended.stderr)
