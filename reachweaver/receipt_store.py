"""The receipt files beside a campaign: read with what they show, and written whole or not at all (contract, section 8).

Takes the campaign's folder and a receipt as the campaign names it. A receipt stands in that folder or below it; a name
that leads anywhere else is not followed, and whatever is wrong with a file is a sentence, never an error.
"""

from __future__ import annotations

import os
import re
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING, Final

from reachweaver.errors import CommandError
from reachweaver.excerpts import StoredPage
from reachweaver.file_names import file_name
from reachweaver.files import read_text
from reachweaver.lookup.stored import UnusableReceiptError, read_stored
from reachweaver.output.json_text import to_json
from reachweaver.writing import make_folder, write_file

if TYPE_CHECKING:
    from reachweaver.lookup.look_up import Read
    from reachweaver.lookup.signatures import SigningKey
    from reachweaver.lookup.verification import Key

FOLDER: Final = "receipts"
"""Where receipts are stored, from the campaign's folder."""
NO_CRYPTOGRAPHY: Final = 'that needs pip install "reachweaver[lookup]"'
NO_KEY: Final = "the receipt does not hold its signer's public key"

_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")


def folder_of(campaign: Path) -> Path:
    """The folder of a campaign file, no link left in its name: where its receipts are stored and looked for.

    Raises:
        CommandError: The links of its name lead in a circle.
    """
    try:
        return campaign.resolve().parent
    except (OSError, RuntimeError, ValueError) as error:
        raise CommandError("its links lead in a circle", path=str(campaign)) from error


def receipt_path(folder: Path, name: str) -> Path | str:
    """The file that a campaign names as a receipt, no link left in its name; of a name that is none, why, in a sentence.

    Args:
        folder: Where the campaign stands; absolute, without links.
        name: As the campaign has it.
    """
    written = written_path(folder, name)
    if isinstance(written, str):
        return written
    try:
        path = written.resolve()
    except (OSError, RuntimeError, ValueError):
        return "Its path leads nowhere."
    return path if path.is_relative_to(folder) else "Its path leads out of the campaign's folder."


def written_path(folder: Path, name: str) -> Path | str:
    """The same without a look at the disk: where the name leads while there is no link on the way."""
    # Both kinds of slashes count everywhere, so that a campaign means the same on every system.
    written = PureWindowsPath(name)
    if not name.strip() or "\0" in name:
        return "This is no file name."
    if _SCHEME.match(name):
        return "It must be the path of a file, from the campaign's folder, and this is an address."
    if written.anchor or written.drive:
        return "Its path must begin at the campaign's folder."
    return folder.joinpath(*written.parts)


def read_receipt_file(folder: Path, name: str) -> StoredPage:
    """The page that a receipt is of; of a receipt that shows nothing, a sentence that says why. Never raises.

    Args:
        folder: Where the campaign stands; absolute, without links.
        name: The receipt as the campaign names it.
    """
    path = receipt_path(folder, name)
    if isinstance(path, str):
        return path
    try:
        return read_stored(read_text(path), _find_key)
    except CommandError as error:
        return f"{error.message[:1].upper()}{error.message[1:]}."
    except UnusableReceiptError as error:
        return str(error)


def write_receipt(folder: Path, evidence_id: str, read: Read, signer: SigningKey) -> str:
    """Store the receipt of a page that was read, and give the name by which a campaign in that folder is to call it.

    Raises:
        CommandError: The file cannot be written, or would not stand in the campaign's folder.
        ValueError: The page could not be read.
    """
    from reachweaver.lookup.look_up import receipt_of

    receipt = receipt_of(read, signer)
    blocks = [{"text": block.text, "selector": block.selector} for block in read.extract.blocks] if read.extract else []
    markdown = read.extract.markdown if read.extract else ""
    content = {**receipt, "blocks": blocks, "markdown": markdown, "publicKey": signer.public.pem}
    name = f"{FOLDER}/{file_name(evidence_id, 'json', 'evidence')}"
    path = receipt_path(folder, name)
    if isinstance(path, str):
        raise CommandError("a link leads out of the campaign's folder, and no receipt is stored there", path=name)
    make_folder(path.parent)
    write_file(path, to_json(content).encode("utf-8", "surrogatepass"), overwrite=True)
    return name


def _find_key(key_id: str, pem: str | None) -> Key | str:
    """The signer's key: the one in the file or, where there is none, this machine's own if that is the one."""
    try:
        from reachweaver.lookup.keys import own_key
        from reachweaver.lookup.signatures import read_public_key
    except ImportError:
        return NO_CRYPTOGRAPHY
    if pem is not None:
        return read_public_key(pem.encode("utf-8", "surrogatepass"))
    try:
        own = own_key(os.environ)
    except CommandError:
        return NO_KEY
    return own.key.public if own is not None and own.key.key_id == key_id else NO_KEY
