"""Questions about a marked text: opens it, asks at its cursor, and gives the answer."""

from __future__ import annotations

from typing import Any

from reachweaver.json_spans import TextEdit, apply_edits
from tests.lsp.marked import cursor, unmarked
from tests.lsp.wire import Message, Wire, position_of

URI = "untitled:Untitled-1"
EVERYTHING: Message = {
    "textDocument": {
        "completion": {"completionItem": {"labelDetailsSupport": True, "documentationFormat": ["markdown"]}},
        "definition": {"linkSupport": True},
        "documentLink": {"tooltipSupport": True},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "foldingRange": {"lineFoldingOnly": True},
        "rename": {"prepareSupport": True},
    },
    "workspace": {"workspaceEdit": {"documentChanges": True}},
}
"""The capabilities of a client that takes all that the server can send."""


def ask(wire: Wire, method: str, text: str, uri: str = URI, **params: Any) -> Any:
    """Open the text and ask about all of it."""
    document = {"uri": uri, "languageId": "json", "version": 1, "text": unmarked(text)}
    wire.notify("textDocument/didOpen", {"textDocument": document})
    return wire.result(f"textDocument/{method}", {"textDocument": {"uri": uri}, **params})


def ask_at(wire: Wire, method: str, marked: str, uri: str = URI, encoding: str = "utf-16", **params: Any) -> Any:
    """Open the text and ask about the place of its cursor."""
    return ask(wire, method, marked, uri, position=cursor(marked, encoding), **params)


def edited(text: str, edits: list[Message], encoding: str = "utf-16") -> str:
    """The text after edits of the protocol, counted the slow way."""
    offsets = {position_of(text, offset, encoding): offset for offset in reversed(range(len(text) + 1))}
    places = [
        tuple(offsets[edit["range"][end]["line"], edit["range"][end]["character"]] for end in ("start", "end"))
        for edit in edits
    ]
    changes = (TextEdit(start, end, edit["newText"]) for (start, end), edit in zip(places, edits, strict=True))
    return apply_edits(text, changes)


def slice_of(text: str, place: Message, encoding: str = "utf-16") -> str:
    """The characters of a range."""
    offsets = {position_of(text, offset, encoding): offset for offset in reversed(range(len(text) + 1))}
    start, end = (offsets[place[end]["line"], place[end]["character"]] for end in ("start", "end"))
    return text[start:end]
