"""Thousands of edits, one on top of the other: what is shown is always what a new session shows for the same text."""

from __future__ import annotations

import json
import random
from contextlib import closing

import pytest

from tests.lsp.conftest import Connect
from tests.lsp.marked import evidence
from tests.lsp.wire import Message, Wire, changed, position_of, replaced

URI = "untitled:many-edits"
EDITS = 700
COMPARED_EVERY = 20

PIECES = [
    *(
        "x",
        " 40%",
        " 7 users",
        " the best",
        " adds the widget",
        " now available",
        "“made for all of us”",
        "🦀",
        "é",
        "\u2028",
    ),
    *(
        "\\n",
        "\\u00e9",
        "\\ud83d",
        '\\"',
        "\\",
        '"',
        ",",
        "}",
        "{",
        "]",
        "[",
        ":",
        "\n",
        "\r\n",
        "  ",
        "null",
        "\t",
        "//",
    ),
    *(
        '"text": "',
        '"evidence_ids": ["notes"]',
        '{"variant_id": "new", "platform": "x", "text": "new 9%"}, ',
        '"id": "e"',
    ),
]
CAMPAIGN = {
    "campaign_id": "many",
    "cta_url": "https://example.org/go",
    "evidence": [evidence("notes", "Planner 2.0 is 40% smaller."), evidence("users", "7 users say it adds a widget.")],
    "variants": [
        {"variant_id": f"v{number}", "platform": "x", "text": text, "evidence_ids": ["notes"]}
        for number, text in enumerate(
            [
                "It is 40% smaller 🦀 and the best.",
                "It is 40% smaller 🦀 and the best one.",
                "7 users, 8 users\nand\tmore. https://example.org/go",
                "It adds a widget; says Mira: “made for all of us”.",
                "Now available",
            ]
        )
    ],
}
LAYOUTS = {
    "one line": json.dumps(CAMPAIGN, ensure_ascii=False),
    "lines": json.dumps(CAMPAIGN, ensure_ascii=False, indent=2),
    "escapes and CRLF": json.dumps(CAMPAIGN, indent=1).replace("\n", "\r\n"),
}


class Typist:
    """Types at random in a text, and now and then takes everything back."""

    def __init__(self, text: str, seed: int) -> None:
        self.text = text
        self._good = text
        self._chance = random.Random(seed)  # noqa: S311 (the same edits on every run)

    def edit(self) -> Message:
        """The next change."""
        chance = self._chance
        if chance.random() < 0.1:
            return self._replace(0, len(self.text), self._good)
        start = chance.randrange(len(self.text) + 1)
        length = chance.choice([0, 0, 0, 1, 1, 2, chance.randrange(60)])
        new_text = chance.choice([*PIECES, "", "", self.text[start : start + chance.randrange(80)]])
        return self._replace(start, min(start + length, len(self.text)), new_text)

    def edits(self) -> list[list[Message]]:
        """The changes of some messages that arrive together."""
        return [
            [self.edit() for _ in range(self._chance.choice([1, 1, 1, 2]))]
            for _ in range(self._chance.choice([1, 1, 1, 3]))
        ]

    def _replace(self, start: int, end: int, new_text: str) -> Message:
        # No client has a position inside a line break.
        start, end = (at - (self.text[at - 1 : at + 1] == "\r\n") for at in (start, end))
        change = replaced(position_of(self.text, start), position_of(self.text, end), new_text)
        self.text = self.text[:start] + new_text + self.text[end:]
        return change


def fresh(text: str) -> list[Message]:
    """What a session shows that knows nothing but the text."""
    with closing(Wire()) as wire:
        wire.initialize()
        return wire.open(URI, text)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_is_shown_after_any_edits_is_what_a_new_session_shows(layout: str, connect: Connect) -> None:
    """Whether the JSON is broken meanwhile or not, and however many changes come at once."""
    typist = Typist(LAYOUTS[layout], seed=len(layout))
    wire = connect(root=None)
    wire.open(URI, typist.text)
    version, compared = 1, 0
    while version < EDITS:
        messages = []
        for changes in typist.edits():
            version += 1
            messages.append(changed(URI, version, *changes))
        wire.send(*messages)
        assert wire.server.session.documents.require(URI).text.text == typist.text
        if version >= compared + COMPARED_EVERY:
            compared = version
            assert wire.published(URI)[-1]["version"] == version
            assert wire.diagnostics(URI) == fresh(typist.text), f"version {version}"
    assert wire.diagnostics(URI) == fresh(typist.text)
    assert wire.of("window/logMessage") == []
