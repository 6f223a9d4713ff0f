"""What a look-up of an evidence item leaves in the campaign: a passage as its excerpt, the name of its receipt.

Takes a document and an item's place in `evidence`, gives an edit in the file's own style; None where nothing has to
change, or there is no such item.
"""

from __future__ import annotations

from reachweaver.json_spans import (
    Document,
    Located,
    ObjectNode,
    StringNode,
    TextEdit,
    insert_member,
    replace_value,
)


def quote_passage(document: Document, index: int, text: str) -> TextEdit | None:
    """Make a passage, to the letter, the excerpt of the item at a 0-based index."""
    return _set(document, index, "excerpt", text, after="claim")


def name_receipt(document: Document, index: int, name: str) -> TextEdit | None:
    """Name the receipt of the item at a 0-based index."""
    return _set(document, index, "receipt", name, after="excerpt")


def _set(document: Document, index: int, key: str, text: str, *, after: str) -> TextEdit | None:
    item = document.locate(("evidence", index))
    if item is None or not isinstance(item.node, ObjectNode):
        return None
    value = item.node.get(key)
    if value is None:
        return insert_member(document, item, key, text, after if item.node.get(after) else None)
    if isinstance(value, StringNode) and value.value == text:
        return None
    return replace_value(document, Located(value, item.base), text)
