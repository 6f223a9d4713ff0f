"""Texts with marks: `⟦…⟧` around the characters that something is about, `‸` where a cursor stands."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.lsp.wire import Message, position_of, range_of

_MARK = re.compile("[⟦⟧‸]")


def unmarked(marked: str) -> str:
    """The text without its marks."""
    return _MARK.sub("", marked)


def ranges(marked: str, encoding: str = "utf-16") -> list[Message]:
    """The ranges of the marked places, in the order of the text."""
    text, opened, found = unmarked(marked), 0, []
    for number, mark in enumerate(_MARK.finditer(marked)):
        offset = mark.start() - number
        if mark[0] == "⟦":
            opened = offset
        elif mark[0] == "⟧":
            found.append(range_of(position_of(text, opened, encoding), position_of(text, offset, encoding)))
    return found


def cursor(marked: str, encoding: str = "utf-16") -> Message:
    """The position of the cursor."""
    before = marked[: marked.index("‸")]
    line, character = position_of(unmarked(marked), len(unmarked(before)), encoding)
    return {"line": line, "character": character}


def campaign(*variants: dict[str, Any], **fields: Any) -> str:
    """A campaign file, indented, with what every campaign needs; marks stay where they are."""
    filled = [
        {"variant_id": f"v{number}", "platform": "linkedin", **one} for number, one in enumerate(variants, start=1)
    ]
    return json.dumps({"campaign_id": "c", **fields, "variants": filled}, indent=2, ensure_ascii=False)


def evidence(id_: str, claim: str, **fields: Any) -> dict[str, Any]:
    """An evidence item."""
    return {"id": id_, "claim": claim, "source_url": f"https://example.org/{id_}", **fields}
