"""Receipts beside a campaign: one file for each evidence item, which the campaign file then names.

A file holds the receipt, and the blocks and the Markdown that it signs, so that an excerpt can be checked offline.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from reachweaver.campaign import Campaign
from reachweaver.commands.gathering import CampaignFile
from reachweaver.errors import CommandError
from reachweaver.files import decode, read_bytes
from reachweaver.fixes.evidence import name_receipt
from reachweaver.json_spans import TextEdit, apply_edits
from reachweaver.receipt_store import folder_of, write_receipt
from reachweaver.writing import write_file

if TYPE_CHECKING:
    from reachweaver.lookup.look_up import Read
    from reachweaver.lookup.signatures import SigningKey

_BOM: Final = b"\xef\xbb\xbf"


class ReceiptFiles:
    """The receipts of one campaign that is a file."""

    def __init__(self, file: CampaignFile, campaign: Campaign) -> None:
        if file.path is None:
            raise CommandError("receipts are stored beside a campaign, and this one is no file", path=file.name)
        self._file = file
        self._campaign = campaign
        self._path = file.path.resolve()
        self._folder = folder_of(file.path)
        self._names: dict[str, str] = {}
        """What the campaign is to call each receipt, by the evidence's id."""

    def store(self, evidence_id: str, read: Read, signer: SigningKey) -> None:
        """Store the receipt of a page that was read; nothing is stored of one that was not.

        Raises:
            CommandError: The file cannot be written.
        """
        if read.extract is not None:
            self._names[evidence_id] = write_receipt(self._folder, evidence_id, read, signer)

    def name_in_campaign(self) -> None:
        """Name the stored receipts in the campaign file; everything else in it stays as it is.

        Raises:
            CommandError: The file has changed since it was read, or cannot be written.
        """
        edits = self._edits()
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
        """Of two items with one id the first is the one that counts."""
        places = {item: index for index, item in enumerate(self._campaign.evidence)}
        named = [(places[self._campaign.evidence_by_id[id_]], name) for id_, name in self._names.items()]
        edits = (name_receipt(self._file.document, index, name) for index, name in named)
        return [edit for edit in edits if edit is not None]
