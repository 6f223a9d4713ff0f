"""Receipts beside a campaign: one file for each evidence item, which the campaign file then names.

A file holds the receipt, and the blocks and the Markdown that it signs, so that an excerpt can be checked offline.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from reachweaver.commands.gathering import CampaignFile
from reachweaver.errors import CommandError
from reachweaver.files import decode, read_bytes
from reachweaver.json_spans import ArrayNode, Located, ObjectNode, StringNode, apply_edits, insert_member, replace_value
from reachweaver.json_spans.edits import TextEdit
from reachweaver.output.json_text import to_json
from reachweaver.writing import make_folder, write_file

if TYPE_CHECKING:
    from reachweaver.lookup.look_up import Read
    from reachweaver.lookup.receipts import Signer

FOLDER: Final = "receipts"

_BOM: Final = b"\xef\xbb\xbf"
_LONGEST_NAME: Final = 100


class ReceiptFiles:
    """The receipts of one campaign that is a file."""

    def __init__(self, file: CampaignFile) -> None:
        if file.path is None:
            raise CommandError("receipts are stored beside a campaign, and this one is no file", path=file.name)
        self._file = file
        self._path = file.path.resolve()
        self._names: dict[str, str] = {}
        """What the campaign is to call each receipt, by the evidence's id."""

    def store(self, evidence_id: str, read: Read, signer: Signer) -> None:
        """Store the receipt of a page that was read; nothing is stored of one that was not.

        Raises:
            CommandError: The file cannot be written.
        """
        from reachweaver.lookup.look_up import receipt_of

        if read.extract is None:
            return
        name = f"{FOLDER}/{file_name(evidence_id)}"
        blocks = [{"text": block.text, "selector": block.selector} for block in read.extract.blocks]
        content = {**receipt_of(read, signer), "blocks": blocks, "markdown": read.extract.markdown}
        make_folder(self._path.parent / FOLDER)
        write_file(self._path.parent / name, to_json(content).encode("utf-8", "surrogatepass"), overwrite=True)
        self._names[evidence_id] = name

    def name_in_campaign(self) -> None:
        """Name the stored receipts in the campaign file; everything else in it stays as it is.

        Raises:
            CommandError: The file has changed since it was read, or cannot be written.
        """
        edits = list(self._edits())
        if not edits:
            return
        content = read_bytes(self._path, self._file.name)
        text = self._file.document.text
        if decode(content, self._file.name) != text:
            message = "the file has changed meanwhile; the receipts are stored, and are named when you run this again"
            raise CommandError(message, path=self._file.name)
        mark = _BOM if content.startswith(_BOM) else b""
        write_file(self._path, mark + apply_edits(text, edits).encode(), overwrite=True)

    def _edits(self) -> list[TextEdit]:
        document = self._file.document
        evidence = document.locate(("evidence",))
        if evidence is None or not isinstance(evidence.node, ArrayNode):
            return []
        edits = []
        left = dict(self._names)
        for index in range(len(evidence.node.items)):
            item = document.locate(("evidence", index))
            if item is None or not isinstance(item.node, ObjectNode):
                continue
            id_ = item.node.get("id")
            name = left.pop(id_.value, None) if isinstance(id_, StringNode) else None
            edit = None if name is None else _naming(self._file, item, item.node, name)
            edits += [] if edit is None else [edit]
        return edits


def file_name(evidence_id: str) -> str:
    """A file name that is the same on every system, and another one for every id."""
    # Some systems take letters of either case for the same, and give some names a meaning of their own.
    plain = quote(evidence_id, safe=" ").replace(" ", "_")
    if plain == evidence_id and plain == plain.lower() and len(plain) <= _LONGEST_NAME and not plain.startswith("."):
        return f"{plain}.json"
    digest = hashlib.sha256(evidence_id.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{plain[:_LONGEST_NAME].strip('.').replace('%', '_').lower()}-{digest}.json"


def _naming(file: CampaignFile, item: Located, node: ObjectNode, name: str) -> TextEdit | None:
    value = node.get("receipt")
    if value is None:
        return insert_member(file.document, item, "receipt", name, "excerpt" if node.get("excerpt") else None)
    if isinstance(value, StringNode) and value.value == name:
        return None
    return replace_value(file.document, Located(value, item.base), name)
