"""A campaign's variants as a file that people and other programs read: JSON, CSV or Markdown.

Takes an `Export`, gives a text. Nothing here decides what may go out, and nothing is written.
"""

from __future__ import annotations

from typing import Literal

from reachweaver.export import csv_form, json_form, markdown_form
from reachweaver.export.model import Export, ExportedVariant, export_of

__all__ = ["Export", "ExportedVariant", "Form", "export_of", "render"]

Form = Literal["json", "csv", "markdown"]


def render(export: Export, form: Form) -> bytes:
    """The file's content."""
    match form:
        case "json":
            return json_form.render(export).encode()
        case "csv":
            return csv_form.render(export).encode("utf-8", "replace")
        case "markdown":
            return markdown_form.render(export).encode("utf-8", "replace")
