"""JSON files that a command works with: read, parsed, and refused in one line when they cannot be used."""

from __future__ import annotations

from pathlib import Path

from reachweaver.errors import CommandError
from reachweaver.files import read_text
from reachweaver.json_spans import Document, LineIndex, ObjectNode, Span, read


def load_document(path: Path, name: str) -> Document:
    """The campaign file at `path`: valid JSON with an object at the top.

    Raises:
        CommandError: The file cannot be read or is not such a text; `name` is what the error calls it.
    """
    return parse_document(read_text(path, name), name)


def parse_document(text: str, name: str) -> Document:
    """The same for a text that was read already."""
    document = parse_json(text, name)
    root = document.root
    if not isinstance(root, ObjectNode):
        start = 0 if root is None else root.start
        raise error_at(document, Span(start, start), "the top level of a campaign must be an object { … }", name)
    return document


def parse_json(text: str, name: str) -> Document:
    """Any valid JSON text.

    Raises:
        CommandError: The text is empty or not valid JSON; it names the first error's line and column.
    """
    document = read(text)
    if document.root is None and not text.strip():
        raise CommandError("the file is empty", path=name)
    problem = document.first_error
    if problem is not None:
        raise error_at(document, problem.span, f"invalid JSON: {problem.message}", name)
    return document


def error_at(document: Document, span: Span, message: str, name: str) -> CommandError:
    """An error that points at the start of an absolute span."""
    line, column = LineIndex(document.text).position(span.start, "utf-32")
    return CommandError(message, path=name, line=line + 1, column=column + 1)
